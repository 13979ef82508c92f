//! Texts as their hashed words, with the key that identical ones share. Both are made in one pass over the
//! words.

use std::ops::Range;

use arrow_array::{Array, FixedSizeBinaryArray, LargeStringArray};

use crate::cancel::Cancel;
use crate::error::Result;
use crate::segment::tokens::WordOptions;
use crate::sign::shingles::Shingler;
use crate::sign::table::key_table;
use crate::tasks::{each_task_within, even_tasks};

/// Text per task: enough to be worth one, little enough that tasks can be distributed evenly.
const BYTES_A_TASK: usize = 128 << 10;
/// For allocation: words with their spaces are seldom shorter in a whole text.
const BYTES_A_WORD: usize = 5;

pub struct HashedTexts {
    parts: Vec<HashedPart>,
}

/// Several consecutive texts.
pub(crate) struct HashedPart {
    rows: Range<usize>,
    words: Vec<u64>,
    ends: Vec<usize>,
    keys: Vec<Option<u128>>,
}

impl HashedTexts {
    pub fn of(texts: &LargeStringArray, options: WordOptions, cancel: &Cancel) -> Result<Self> {
        let work = |shingler: &mut Shingler, rows: Range<usize>| {
            let bytes: usize = rows.clone().map(|row| texts.value_length(row) as usize).sum();
            let mut words = Vec::with_capacity(bytes / BYTES_A_WORD);
            let (mut ends, mut keys) = (Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()));
            for row in rows.clone() {
                cancel.check()?;
                keys.push(shingler.keyed_words(texts.value(row), &mut words));
                ends.push(words.len());
            }
            Ok(HashedPart { rows, words, ends, keys })
        };
        let lengths = (0..texts.len()).map(|row| texts.value_length(row) as usize);
        let tasks = even_tasks(lengths, BYTES_A_TASK);
        let parts = each_task_within(tasks, || Shingler::new(options, 1), work)?;
        Ok(Self { parts })
    }

    pub fn len(&self) -> usize {
        self.parts.last().map_or(0, |part| part.rows.end)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The keys of the texts, as `exact_keys` computes them.
    pub fn keys(&self) -> Result<FixedSizeBinaryArray> {
        key_table(self.parts.iter().flat_map(|part| part.keys.iter().copied()))
    }

    /// The texts in parts, in order.
    pub(crate) fn parts(&self) -> &[HashedPart] {
        &self.parts
    }
}

impl HashedPart {
    /// The rows of these texts among all.
    pub(crate) fn rows(&self) -> Range<usize> {
        self.rows.clone()
    }

    /// The word hashes of the text in a row.
    pub(crate) fn words(&self, row: usize) -> &[u64] {
        let place = row - self.rows.start;
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.words[start..self.ends[place]]
    }
}
