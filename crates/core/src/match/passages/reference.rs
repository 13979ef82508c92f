//! Describes documents as runs of one another.
//!
//! Each distinct shingle gets a number when it first occurs, so the shingles of a passage have consecutive
//! numbers. A copy of any length is found by following these numbers; the table is needed only where a run
//! begins.

use crate::error::{Error, Result};
use crate::r#match::passages::numbers::Numbers;
use crate::r#match::passages::shingled::{NONE, ShingledPart};

/// Shingles with consecutive numbers, at their place in a document.
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
    /// For about `expected` distinct shingles.
    pub(super) fn new(expected: usize) -> Self {
        Self { numbers: Numbers::new(expected), runs: Vec::new(), documents: 0 }
    }

    /// How many numbers were given.
    pub(super) fn numbers(&self) -> usize {
        self.numbers.len()
    }

    /// Adds the shingles of the next documents.
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

    /// Adds the shingles of a document from a word on.
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

    /// How many of the shingles, from the first on, have consecutive numbers from `number` on. New shingles
    /// get the next number.
    fn follow(&mut self, number: u32, shingles: &[u64]) -> Result<u32> {
        let mut length = 1;
        while let Some(&shingle) = shingles.get(length).filter(|&&shingle| shingle != NONE) {
            match self.numbers.shingle(number as usize + length) {
                Some(known) if known == shingle => {}
                Some(_) => break,
                // After the last number: only a new shingle, which gets the next one, continues the run.
                None if self.numbers.find(shingle).is_ok() => break,
                None => drop(self.numbers.number(shingle)?),
            }
            length += 1;
        }
        Ok(length as u32)
    }
}
