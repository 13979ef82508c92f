//! All pairs of documents that pass, exactly.

use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::{BooleanArray, LargeListArray, LargeStringArray, UInt32Array};
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::r#match::counter::Counter;
use crate::r#match::index::Index;
use crate::r#match::measure::Measure;
use crate::r#match::shuffle::Shuffle;
use crate::segment::tokens::WordOptions;

/// So many pairs are no matter, however little memory there is.
const FEW: usize = 1 << 24;

/// Joins sets of features.
pub struct SetJoin {
    shuffle: Shuffle,
    memory: usize,
}

/// Pairs of documents: the left one passes; `shared` is what they have in common.
pub struct Pairs {
    pub left: UInt32Array,
    pub right: UInt32Array,
    pub shared: UInt32Array,
}

impl SetJoin {
    /// `memory` bytes may be held; `features` is how many are expected, roughly.
    pub fn new(memory: usize, features: u64) -> Self {
        Self { shuffle: Shuffle::new(memory / 2, bucket_bits(memory, features)), memory }
    }

    /// Takes in the features of the next documents; repeats do not count.
    pub fn push(&mut self, lists: &LargeListArray, cancel: &Cancel) -> Result<()> {
        self.shuffle.push(lists, cancel)
    }

    /// Takes in the word shingles of the next texts; tells which of them have any.
    pub fn push_shingles(
        &mut self,
        texts: &LargeStringArray,
        words: WordOptions,
        size: usize,
        cancel: &Cancel,
    ) -> Result<BooleanArray> {
        self.shuffle.push_shingles(texts, words, size, cancel)
    }

    pub fn documents(&self) -> usize {
        self.shuffle.documents()
    }

    /// The pairs that pass, each once: in a contained pair the left one is inside, else the left one came first. With
    /// `split`, only those of a document before it and one from it on. Also how many features each document has.
    pub fn pairs(
        self,
        measure: Measure,
        split: Option<u32>,
        cancel: &Cancel,
    ) -> Result<(Pairs, UInt32Array)> {
        let memory = self.memory;
        let index = self.index(measure, split, cancel)?;
        let (total, most) = (AtomicUsize::new(0), (memory / size_of::<[u32; 3]>()).max(FEW));
        let documents = 0..index.sizes.len() as u32;
        let found: Vec<Vec<[u32; 3]>> = documents
            .into_par_iter()
            .filter(|&document| index.possible[document as usize])
            .map_init(
                || Counter::new(index.sizes.len()),
                |counter, document| {
                    cancel.check()?;
                    let pairs = pairs_of(document, &index, counter, measure, split);
                    match total.fetch_add(pairs.len(), Ordering::Relaxed) + pairs.len() {
                        count if count > most => Err(too_many(most)),
                        _ => Ok(pairs),
                    }
                },
            )
            .collect::<Result<_>>()?;
        let found = found.concat();
        let column = |i: usize| UInt32Array::from_iter_values(found.iter().map(|pair| pair[i]));
        let pairs = Pairs { left: column(0), right: column(1), shared: column(2) };
        Ok((pairs, UInt32Array::from(index.sizes)))
    }

    pub(crate) fn index(self, measure: Measure, split: Option<u32>, cancel: &Cancel) -> Result<Index> {
        Index::build(&self.shuffle, measure, split, self.memory / 4, cancel)
    }
}

/// Enough buckets that one of them is small beside the memory, and at home in a processor's cache if it can be.
fn bucket_bits(memory: usize, features: u64) -> u32 {
    let by_memory = (features * 10).div_ceil((memory as u64 / 64).max(1 << 16));
    by_memory.max(64).next_power_of_two().trailing_zeros().min(12)
}

fn pairs_of(
    document: u32,
    index: &Index,
    counter: &mut Counter,
    measure: Measure,
    split: Option<u32>,
) -> Vec<[u32; 3]> {
    let size = index.sizes[document as usize];
    let mut pairs = Vec::new();
    counter.count(
        index,
        document,
        measure.least(size),
        |set| index.holders.get(set),
        |other, shared| {
            let other_size = index.sizes[other as usize];
            let across = split.is_none_or(|at| (document < at) != (other < at));
            if other == document || !across || !measure.passes(shared, size, other_size) {
                return;
            }
            // A pair that passes both ways is met twice, and told once.
            if document < other || !measure.passes(shared, other_size, size) {
                pairs.push([document, other, shared]);
            }
        },
    );
    pairs
}

fn too_many(most: usize) -> Error {
    Error::InputError(format!(
        "more than {most} pairs pass, more than the memory holds: raise the threshold or --memory, or use 'dedup', \
         which needs no pairs"
    ))
}
