//! The places of all passages, kept by document until the documents are read again.

use std::cmp::Reverse;

use rayon::prelude::*;

use crate::error::Result;
use crate::r#match::passages::places::{Places, WantedPassages};
use crate::r#match::passages::spool::Spool;

/// Buckets of documents, at most.
const MOST: usize = 256;

/// A place of a passage: document, first word, the number of the passage, and the number of the place within
/// it.
pub(super) type Record = [u32; 4];

/// What is known of a passage besides its places.
#[derive(Debug, Clone, Copy)]
pub(super) struct PassageFacts {
    pub words: u32,
    pub count: u32,
    pub boilerplate: bool,
    /// The first place: the rank of the document by id, and the word.
    first: [u32; 2],
}

impl PassageFacts {
    pub(super) fn new(words: u32, count: u32, boilerplate: bool) -> Self {
        Self { words, count, boilerplate, first: [0; 2] }
    }
}

pub(super) struct Collected {
    records: Spool<Record>,
    /// For each bucket, the number behind its last document.
    ends: Vec<u32>,
    passages: Vec<PassageFacts>,
}

impl Collected {
    /// For documents with these numbers of words, at most `places` places, and at most `limit` bytes in
    /// memory.
    pub(super) fn new(document_words: &[u32], places: usize, limit: usize) -> Self {
        let buckets = (places * size_of::<Record>()).div_ceil(limit.max(1)).clamp(1, MOST);
        let ends = ends(document_words.iter().map(|&words| words as usize + 1), buckets);
        Self { records: Spool::new(ends.len(), limit), ends, passages: Vec::new() }
    }

    pub(super) fn add(&mut self, wanted: &WantedPassages, passage: &Places) -> Result<()> {
        let [document, word] = passage.places[0];
        let number = self.passages.len() as u32;
        self.passages.push(PassageFacts {
            words: passage.words,
            count: passage.places.len() as u32,
            boilerplate: passage.boilerplate,
            first: [wanted.ranks[document as usize], word],
        });
        for (&[document, word], n) in passage.places.iter().zip(0..) {
            let bucket = self.ends.partition_point(|&end| end <= document);
            self.records.put(bucket, &[[document, word, number, n]])?;
        }
        Ok(())
    }

    /// The passages with most places first, then the longest, then by first place; and for each passage in
    /// the order of adding its index in this order.
    pub(super) fn sorted(&mut self) -> (Vec<PassageFacts>, Vec<u32>) {
        let passages = std::mem::take(&mut self.passages);
        let mut order: Vec<u32> = (0..passages.len() as u32).collect();
        order.par_sort_unstable_by_key(|&number| {
            let passage = passages[number as usize];
            (Reverse(passage.count), Reverse(passage.words), passage.first)
        });
        let mut numbers = vec![0; order.len()];
        for (&number, place) in order.iter().zip(0..) {
            numbers[number as usize] = place;
        }
        (order.into_iter().map(|number| passages[number as usize]).collect(), numbers)
    }

    /// The bucket of a document, and the end of the bucket.
    pub(super) fn bucket(&self, document: u32) -> (usize, u32) {
        let bucket = self.ends.partition_point(|&end| end <= document);
        (bucket, self.ends.get(bucket).copied().unwrap_or(u32::MAX))
    }

    /// The records of a bucket, sorted by document.
    pub(super) fn take(&mut self, bucket: usize) -> Result<Vec<Record>> {
        let mut records = if bucket < self.ends.len() { self.records.take(bucket)? } else { Vec::new() };
        records.par_sort_unstable();
        Ok(records)
    }
}

/// Divides items of these sizes into about even stretches; returns the end of each.
pub(super) fn ends(sizes: impl ExactSizeIterator<Item = usize> + Clone, stretches: usize) -> Vec<u32> {
    let share = sizes.clone().sum::<usize>().div_ceil(stretches).max(1);
    let (mut ends, mut sum, count) = (Vec::new(), 0, sizes.len());
    for (i, size) in sizes.enumerate() {
        sum += size;
        if sum >= share || i + 1 == count {
            ends.push(i as u32 + 1);
            sum = 0;
        }
    }
    ends
}
