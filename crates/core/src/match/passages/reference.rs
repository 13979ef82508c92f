//! Documents told in stretches of one another.
//!
//! Each different shingle gets a number when it is first met. The shingles of a passage get numbers in a row, and its
//! copies are found by following them: a copy of any length is one run, and only where a run begins a table is asked.

use crate::error::{Error, Result};
use crate::r#match::passages::numbers::Numbers;
use crate::r#match::passages::shingled::{NONE, ShingledPart};

/// Shingles with numbers in a row, where they stand in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RepeatedRun {
    pub document: u32,
    /// The first word.
    pub start: u32,
    pub number: u32,
    pub length: u32,
}

pub(super) struct Reference {
    numbers: Numbers,
    pub runs: Vec<RepeatedRun>,
    documents: u32,
}

impl Reference {
    /// For about so many different shingles.
    pub(super) fn new(expected: usize) -> Self {
        Self { numbers: Numbers::new(expected), runs: Vec::new(), documents: 0 }
    }

    /// How many numbers were given.
    pub(super) fn numbers(&self) -> usize {
        self.numbers.len()
    }

    /// Takes in the shingles of the next documents.
    pub(super) fn push(&mut self, parts: &[ShingledPart]) -> Result<()> {
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
        self.piece(document, 0, shingles)
    }

    /// Takes in the shingles of a document from a word on.
    pub(super) fn piece(&mut self, document: u32, start: u32, shingles: &[u64]) -> Result<()> {
        let mut at = 0;
        while at < shingles.len() {
            if shingles[at] == NONE {
                at += 1;
                continue;
            }
            let number = self.numbers.number(shingles[at])?;
            let length = self.follow(number, &shingles[at..])?;
            self.runs.push(RepeatedRun { document, start: start + at as u32, number, length });
            at += length as usize;
        }
        Ok(())
    }

    /// How many shingles from the first on have the numbers from `number` on. New ones are given the next number.
    fn follow(&mut self, number: u32, shingles: &[u64]) -> Result<u32> {
        let mut length = 1;
        while let Some(&shingle) = shingles.get(length).filter(|&&shingle| shingle != NONE) {
            match self.numbers.shingle(number as usize + length) {
                Some(known) if known == shingle => {}
                Some(_) => break,
                // The last number there is: a new shingle takes the next one.
                None if self.numbers.find(shingle).is_ok() => break,
                None => drop(self.numbers.number(shingle)?),
            }
            length += 1;
        }
        Ok(length as u32)
    }
}
