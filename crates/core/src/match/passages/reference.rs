//! Documents told in stretches of one another.
//!
//! Each different shingle gets a number when it is first met. The shingles of a passage get numbers in a row, and its
//! copies are found by following them: a copy of any length is one run, and only where a run begins a table is asked.

use crate::error::{Error, Result};
use crate::r#match::passages::shingled::{NONE, Part};

/// Shingles with numbers in a row, where they stand in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    pub document: u32,
    /// The first word.
    pub start: u32,
    pub number: u32,
    pub length: u32,
}

#[derive(Default)]
pub(super) struct Reference {
    /// The shingle of each number.
    pub shingles: Vec<u64>,
    slots: Vec<u32>,
    pub runs: Vec<Run>,
    documents: u32,
}

const EMPTY: u32 = u32::MAX;

impl Reference {
    /// Takes in the shingles of the next documents.
    pub(super) fn push(&mut self, parts: &[Part]) -> Result<()> {
        for part in parts {
            let mut start = 0;
            for &length in &part.lengths {
                self.document(&part.shingles[start..start + length as usize])?;
                start += length as usize;
            }
        }
        Ok(())
    }

    fn document(&mut self, shingles: &[u64]) -> Result<()> {
        let document = self.documents;
        self.documents = document.checked_add(1).ok_or_else(Error::too_many_documents)?;
        let mut at = 0;
        while at < shingles.len() {
            if shingles[at] == NONE {
                at += 1;
                continue;
            }
            let number = self.number(shingles[at])?;
            let length = self.follow(number, &shingles[at..])?;
            self.runs.push(Run { document, start: at as u32, number, length });
            at += length as usize;
        }
        Ok(())
    }

    /// How many shingles from the first on have the numbers from `number` on. New ones are given the next number.
    fn follow(&mut self, number: u32, shingles: &[u64]) -> Result<u32> {
        let mut length = 1;
        while let Some(&shingle) = shingles.get(length).filter(|&&shingle| shingle != NONE) {
            match self.shingles.get(number as usize + length) {
                Some(&known) if known == shingle => {}
                Some(_) => break,
                // The last number there is: a new shingle takes the next one.
                None if self.find(shingle).is_ok() => break,
                None => drop(self.number(shingle)?),
            }
            length += 1;
        }
        Ok(length as u32)
    }

    fn number(&mut self, shingle: u64) -> Result<u32> {
        if self.shingles.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let slot = match self.find(shingle) {
            Ok(number) => return Ok(number),
            Err(slot) => slot,
        };
        let number = u32::try_from(self.shingles.len()).ok().filter(|&number| number < EMPTY - 1);
        let number =
            number.ok_or_else(|| Error::InputError("too much repeated text; split the collection".into()))?;
        self.slots[slot] = number;
        self.shingles.push(shingle);
        Ok(number)
    }

    /// The number of a shingle, or the slot that it would have.
    fn find(&self, shingle: u64) -> std::result::Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = (shingle >> 16) as usize & mask;
        loop {
            match self.slots[slot] {
                EMPTY => return Err(slot),
                number if self.shingles[number as usize] == shingle => return Ok(number),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        self.slots = vec![EMPTY; (self.slots.len() * 4).max(1 << 10)];
        for (number, &shingle) in self.shingles.iter().enumerate() {
            let slot = self.free(shingle);
            self.slots[slot] = number as u32;
        }
    }

    /// The slot for a shingle that is known to be in no other.
    fn free(&self, shingle: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (shingle >> 16) as usize & mask;
        while self.slots[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        slot
    }
}
