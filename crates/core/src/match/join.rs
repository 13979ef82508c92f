//! Finds all pairs of documents that pass, exactly.

use std::sync::Arc;

use arrow_array::{BooleanArray, LargeListArray, UInt32Array};
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::index::marks::{Marks, Ranks};
use crate::index::reader::Reader;
use crate::r#match::against::Against;
use crate::r#match::counter::Counter;
use crate::r#match::index::Index;
use crate::r#match::measure::Measure;
use crate::r#match::pairs::{APART, Pair, Pairs, Relation};
use crate::r#match::shared::{Budget, Members, Shared};
use crate::r#match::shuffle::Shuffle;
use crate::r#match::sides::Sides;
use crate::sign::hashed::HashedTexts;
use crate::tasks::each_task_within;

const DOCUMENTS_A_TASK: usize = 16;

/// Joins sets of features.
pub struct SetJoin {
    shuffle: Shuffle,
    budget: Budget,
    found: Pairs,
}

impl SetJoin {
    /// At most `memory` bytes are held; `features` is the expected number of features, roughly.
    pub fn new(memory: usize, features: u64) -> Self {
        // The rest is for the sets, which are made while all features are still held.
        let shuffle = Shuffle::new(memory / 16 * 11, bucket_bits(memory, features));
        Self { shuffle, budget: Budget::of(memory), found: Pairs::within(memory / 4) }
    }

    /// Refuses more pairs than this.
    pub(crate) fn at_most(self, pairs: usize) -> Self {
        Self { found: self.found.at_most(pairs), ..self }
    }

    #[cfg(test)]
    pub(crate) fn with_budget(budget: Budget) -> Self {
        Self { budget, ..Self::new(0, 0) }
    }

    /// Adds the features of the next documents; repeated features count once.
    pub fn push(&mut self, lists: &LargeListArray, cancel: &Cancel) -> Result<()> {
        self.shuffle.push(lists, cancel)
    }

    /// Adds the word shingles of the texts in `rows`; returns which of them have any.
    pub fn push_hashed(
        &mut self,
        texts: &HashedTexts,
        rows: &UInt32Array,
        size: usize,
        cancel: &Cancel,
    ) -> Result<BooleanArray> {
        let within = rows.values().last().is_none_or(|&row| (row as usize) < texts.len());
        if !within || !rows.values().is_sorted_by(|a, b| a < b) {
            let message = format!("rows: expected different numbers below {}, in order", texts.len());
            return Err(Error::ParameterError(message));
        }
        self.shuffle.push_hashed(texts, rows.values(), size, cancel)
    }

    pub fn documents(&self) -> usize {
        self.shuffle.documents()
    }

    /// The pairs that pass, each once. In a contained pair the left document is inside the right one;
    /// otherwise the left one has the smaller number. With `split`, only pairs of a document before it and
    /// one from it on. The shared number is counted in features.
    pub fn pairs(mut self, measure: Measure, split: Option<u32>, cancel: &Cancel) -> Result<Pairs> {
        let found = std::mem::replace(&mut self.found, Pairs::within(0));
        let mut shared = self.shared(measure, split.into(), cancel)?;
        let blocks = shared.blocks((0..shared.documents() as u32).filter(|&d| shared.is_shared(d)), |_| 0);
        // Every block is searched once with itself and once with each other block.
        cancel.begin(blocks.iter().map(|block| block.len() * blocks.len()).sum());
        for (i, block) in blocks.iter().enumerate() {
            for (j, other) in blocks.iter().enumerate().skip(i) {
                let both: &[&[u32]] = if i == j { &[block] } else { &[block, other] };
                let members = Members::of(shared.documents(), both);
                let index = match blocks.len() {
                    1 => shared.whole_index()?,
                    _ => shared.index(&members, cancel)?,
                };
                let search = Search { shared: &shared, index: &index, members: &members, measure, split };
                search.pairs(both, &found, cancel)?;
            }
        }
        Ok(found)
    }

    /// The pairs that pass of the pushed documents with those of an index. Also returns the kinds of documents of the index
    /// that are in a pair or in `also`, in ascending order; in the pairs they are numbered behind the pushed documents.
    pub fn pairs_against(
        mut self,
        reader: Arc<Reader>,
        measure: Measure,
        also: &[u32],
        cancel: &Cancel,
    ) -> Result<(Pairs, Vec<u32>)> {
        let split = self.documents() as u32;
        let mut chosen = Marks::new(reader.kinds() as usize);
        also.iter().for_each(|&kind| {
            chosen.mark(kind);
        });
        self.shuffle.ask(reader, cancel)?;
        let kinds = self.shuffle.against().map_or_else(Vec::new, Against::kinds);
        let mut found = self.pairs(measure, Some(split), cancel)?;
        let kind = |document: u32| document.checked_sub(split).map(|place| kinds[place as usize]);
        found.each(|pairs| {
            pairs.iter().flat_map(|pair| [pair.left, pair.right]).filter_map(kind).for_each(|kind| {
                chosen.mark(kind);
            });
            Ok(())
        })?;
        let ranks = Ranks::of(chosen);
        let number = |document: u32| {
            kind(document).and_then(|kind| ranks.place(kind)).map_or(document, |place| split + place)
        };
        found.change(|pairs| {
            for pair in pairs {
                (pair.left, pair.right) = (number(pair.left), number(pair.right));
            }
            Ok(())
        })?;
        Ok((found, ranks.marked().iter().collect()))
    }

    pub(crate) fn shared(self, measure: Measure, sides: Sides, cancel: &Cancel) -> Result<Shared> {
        Shared::of(self.shuffle, measure, sides, self.budget, cancel)
    }
}

/// Enough buckets that one is small in relation to the memory and, if possible, fits into the cache of a
/// core.
pub(crate) fn bucket_bits(memory: usize, features: u64) -> u32 {
    let by_memory = (features * 10).div_ceil((memory as u64 / 64).max(1 << 16));
    by_memory.max(64).next_power_of_two().trailing_zeros().min(12)
}

/// Searches the pairs of some documents.
struct Search<'a> {
    shared: &'a Shared,
    index: &'a Index,
    members: &'a Members,
    measure: Measure,
    split: Option<u32>,
}

impl Search<'_> {
    /// Adds all pairs of members to `found`.
    fn pairs(&self, blocks: &[&[u32]], found: &Pairs, cancel: &Cancel) -> Result<()> {
        let possible = |&document: &u32| self.shared.possible[document as usize];
        let all = blocks.concat();
        let documents: Vec<u32> = all.iter().copied().filter(possible).collect();
        cancel.advance(all.len() - documents.len());
        let room = || (Counter::new(self.shared.documents()), Vec::new());
        let search = |(counter, pairs): &mut (Counter, Vec<Pair>), documents: &[u32]| {
            for &document in documents {
                cancel.check()?;
                self.pairs_of(document, counter, pairs);
                if pairs.len() >= APART {
                    found.add(pairs)?;
                    pairs.clear();
                }
            }
            found.add(pairs)?;
            pairs.clear();
            cancel.advance(documents.len());
            Ok(())
        };
        each_task_within(documents.par_chunks(DOCUMENTS_A_TASK), room, search).map(drop)
    }

    fn pairs_of(&self, document: u32, counter: &mut Counter, pairs: &mut Vec<Pair>) {
        let (measure, sizes) = (self.measure, &self.shared.sizes);
        let size = sizes[document as usize];
        let holders = |set| self.index.holders.get(set);
        let sets_of = |other| self.index.sets.get(other);
        counter.count(self.index, document, measure.least(size), holders, sets_of, |other, shared| {
            let other_size = sizes[other as usize];
            let across = self.split.is_none_or(|at| (document < at) != (other < at));
            let meet = other != document && across && self.members.meet(document, other);
            if !meet || !measure.passes(shared, size, other_size) {
                return;
            }
            // A pair that passes in both directions is found twice and added once.
            let mutual = measure.passes(shared, other_size, size);
            if document < other || !mutual {
                let [left_score, right_score] = measure.scores(shared, size, other_size);
                pairs.push(Pair {
                    left: document,
                    right: other,
                    relation: if mutual { Relation::Near } else { Relation::Contained },
                    shared,
                    left_size: size,
                    right_size: other_size,
                    left_score,
                    right_score,
                });
            }
        });
    }
}
