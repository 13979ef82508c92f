//! What the documents of a collection share: merged sets, and the documents that can pass at all.
//!
//! There may be more sets than fit into memory. Then documents are compared in blocks, two at a time, and the
//! index has only what these two share.

use std::sync::atomic::{AtomicU32, Ordering};

use hashbrown::HashTable;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::r#match::index::Index;
use crate::r#match::measure::Measure;
use crate::r#match::pile::{Pile, Share};
use crate::r#match::sets::{BucketBuffers, Key, Sets, bucket_sets};
use crate::r#match::shuffle::Shuffle;
use crate::r#match::sides::Sides;
use crate::tasks::each_task_within;

/// Bytes of an index per set, and per document in a set.
const BYTES_A_SET: u64 = 64;
const BYTES_A_PLACE: u64 = 16;
/// The smallest memory of an index: with a limit near zero, the number of blocks would grow without bound.
const LEAST: u64 = 32 << 20;

/// How many bytes may be held: of sets that are kept, and of indexes.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    pub pile: usize,
    pub index: u64,
}

impl Budget {
    pub(crate) fn of(memory: usize) -> Self {
        Self { pile: memory / 4, index: (memory as u64 / 2).max(LEAST) }
    }
}

pub(crate) struct Shared {
    /// The number of distinct features of each document.
    pub sizes: Vec<u32>,
    /// Whether a document shares enough to pass at all.
    pub possible: Vec<bool>,
    /// How many sets each document is in.
    places: Vec<u32>,
    pile: Pile,
    /// The largest number of set entries that can be indexed at a time.
    most_places: u64,
}

impl Shared {
    pub(crate) fn of(
        shuffle: Shuffle,
        measure: Measure,
        sides: Sides,
        budget: Budget,
        cancel: &Cancel,
    ) -> Result<Self> {
        let sizes = zeros(shuffle.documents());
        let pile = Pile::new(budget.pile);
        each_task_within(0..shuffle.buckets(), BucketBuffers::default, |buffers, bucket| {
            cancel.check()?;
            pile.put(&bucket_sets(&shuffle, bucket, sides, &sizes, buffers)?)
        })?;
        let mut sizes = settled(sizes);
        if let Some(against) = shuffle.against() {
            // Of these only shared features were counted.
            sizes[against.first() as usize..].copy_from_slice(&against.sizes()?);
        }
        drop(shuffle);
        let mut possible = possible(&pile, &sizes, measure, cancel)?;
        if let (Sides::Ahead(at), false) = (sides, measure.is_mutual()) {
            // Documents of the other side never go, so whether they could is not asked.
            possible[..at as usize].fill(false);
        }
        let (pile, sets, places) = merge(&pile, &possible, measure, budget, cancel)?;
        let all: u64 = places.iter().map(|&places| u64::from(places)).sum();
        let bytes = BYTES_A_PLACE * all + BYTES_A_SET * sets;
        let most_places = (u128::from(budget.index) * u128::from(all) / u128::from(bytes.max(1))) as u64;
        Ok(Self { sizes, possible, places, pile, most_places })
    }

    pub(crate) fn documents(&self) -> usize {
        self.sizes.len()
    }

    /// Whether a document shares anything relevant.
    pub(crate) fn is_shared(&self, document: u32) -> bool {
        self.places[document as usize] > 0
    }

    /// The documents in blocks of which two can be indexed together; in a single block if that is possible.
    pub(crate) fn blocks(
        &self,
        documents: impl IntoIterator<Item = u32>,
        companions: impl Fn(u32) -> u64,
    ) -> Vec<Vec<u32>> {
        let all: Vec<(u32, u64)> =
            documents.into_iter().map(|d| (d, self.places_of(d) + companions(d))).collect();
        let total: u64 = all.iter().map(|(_, places)| places).sum();
        let most = if total <= self.most_places { total } else { self.most_places / 2 };
        let mut blocks: Vec<Vec<u32>> = Vec::new();
        let mut room = 0;
        for (document, places) in all {
            if blocks.is_empty() || places > room {
                blocks.push(Vec::new());
                room = most;
            }
            room = room.saturating_sub(places);
            blocks.last_mut().into_iter().for_each(|block| block.push(document));
        }
        blocks
    }

    pub(crate) fn places_of(&self, document: u32) -> u64 {
        u64::from(self.places[document as usize])
    }

    /// An index of what the members share.
    pub(crate) fn index(&self, members: &Members, cancel: &Cancel) -> Result<Index> {
        let parts = self.pile.shares(|share| {
            cancel.check()?;
            let mut found = Sets::default();
            share.each(|sets| {
                sets.iter().for_each(|set| members.select(set, &self.possible, &mut found));
                Ok(())
            })?;
            Ok(found)
        })?;
        Ok(Index::of(parts, self.documents()))
    }

    /// An index of everything that is shared, made of the sets themselves.
    pub(crate) fn whole_index(&mut self) -> Result<Index> {
        let parts = std::mem::replace(&mut self.pile, Pile::new(0)).into_sets()?;
        Ok(Index::of(parts, self.documents()))
    }
}

/// The documents of an index, in one block or in two.
pub(crate) struct Members {
    /// 0 for no member, otherwise the number of its block, 1 or 2.
    block: Vec<u8>,
    blocks: u8,
}

impl Members {
    pub(crate) const FIRST: u8 = 1;

    pub(crate) fn of(documents: usize, blocks: &[&[u32]]) -> Self {
        let mut block = vec![0; documents];
        for (number, members) in (Self::FIRST..).zip(blocks) {
            members.iter().for_each(|&document| block[document as usize] = number);
        }
        Self { block, blocks: blocks.len() as u8 }
    }

    pub(crate) fn add(&mut self, document: u32, block: u8) {
        self.block[document as usize] = block;
    }

    /// Whether two documents have to be compared.
    pub(crate) fn meet(&self, one: u32, other: u32) -> bool {
        self.blocks == 1 || self.block[one as usize] != self.block[other as usize]
    }

    /// Adds the members of a set to `found`, if they can match each other there.
    fn select(&self, (key, weight, documents): (Key, u32, &[u32]), possible: &[bool], found: &mut Sets) {
        let (start, mut met, mut can_pass) = (found.documents.len(), 0, false);
        for &document in documents {
            let block = self.block[document as usize];
            if block > 0 {
                found.documents.push(document);
                met |= block;
                can_pass |= possible[document as usize];
            }
        }
        let all_met = met == (1 << self.blocks) - 1 && found.documents.len() > start + 1;
        if all_met && can_pass {
            found.close(key, weight);
        } else {
            found.documents.truncate(start);
        }
    }
}

fn possible(pile: &Pile, sizes: &[u32], measure: Measure, cancel: &Cancel) -> Result<Vec<bool>> {
    let shared = zeros(sizes.len());
    pile.each(|sets| {
        cancel.check()?;
        for (_, weight, documents) in sets.iter() {
            for &document in documents {
                shared[document as usize].fetch_add(weight, Ordering::Relaxed);
            }
        }
        Ok(())
    })?;
    let enough = |(shared, &size): (AtomicU32, &u32)| size > 0 && shared.into_inner() >= measure.least(size);
    Ok(shared.into_iter().zip(sizes).map(enough).collect())
}

/// The relevant sets of all buckets, equal ones merged; their number; and in how many sets each document is.
fn merge(
    pile: &Pile,
    possible: &[bool],
    measure: Measure,
    budget: Budget,
    cancel: &Cancel,
) -> Result<(Pile, u64, Vec<u32>)> {
    let (merged, places) = (Pile::new(budget.pile), zeros(possible.len()));
    let counts = pile.shares(|share| {
        cancel.check()?;
        let sets = merge_share(&share, possible, measure)?;
        let count = sets.keys.len() as u64;
        for &document in &sets.documents {
            places[document as usize].fetch_add(1, Ordering::Relaxed);
        }
        share.put(sets, &merged)?;
        Ok(count)
    })?;
    Ok((merged, counts.iter().sum(), settled(places)))
}

/// Merges the sets of a share and keeps those with a document that can pass. If both documents of a match
/// must pass, the others are left out.
fn merge_share(share: &Share<'_>, possible: &[bool], measure: Measure) -> Result<Sets> {
    let mut merged = Sets::default();
    let mut known: HashTable<u32> = HashTable::new();
    let can_pass = |document: &&u32| possible[**document as usize];
    share.each(|sets| {
        for (key, weight, documents) in sets.iter() {
            if let Some(&set) = known.find(key[0], |&set| merged.keys[set as usize] == key) {
                merged.weights[set as usize] += weight;
            } else if documents.iter().any(|document| can_pass(&document)) {
                let number = merged.keys.len() as u32;
                known.insert_unique(key[0], number, |&set| merged.keys[set as usize][0]);
                match measure.is_mutual() {
                    true => merged.documents.extend(documents.iter().filter(can_pass)),
                    false => merged.documents.extend_from_slice(documents),
                }
                merged.close(key, weight);
            }
        }
        Ok(())
    })?;
    Ok(merged)
}

fn zeros(count: usize) -> Vec<AtomicU32> {
    (0..count).map(|_| AtomicU32::new(0)).collect()
}

fn settled(counts: Vec<AtomicU32>) -> Vec<u32> {
    counts.into_iter().map(AtomicU32::into_inner).collect()
}

#[cfg(test)]
mod tests {
    use arrow_array::LargeListArray;
    use arrow_array::types::UInt64Type;
    use proptest::prelude::*;

    use super::*;
    use crate::r#match::join::SetJoin;
    use crate::r#match::measure::MeasureKind;
    use crate::r#match::stars::Wishes;

    /// A join with so little memory that documents are compared in blocks.
    fn join(documents: &[Vec<u64>], index: u64) -> SetJoin {
        let hashed = |list: &Vec<u64>| {
            let hash = |feature: &u64| Some(xxhash_rust::xxh3::xxh3_64(&feature.to_le_bytes()));
            Some(list.iter().map(hash).collect::<Vec<_>>())
        };
        let lists = LargeListArray::from_iter_primitive::<UInt64Type, _, _>(documents.iter().map(hashed));
        let mut join = SetJoin::with_budget(Budget { pile: 0, index });
        join.push(&lists, &Cancel::default()).unwrap();
        join
    }

    fn pairs(documents: &[Vec<u64>], measure: Measure, split: Option<u32>, index: u64) -> Vec<[u32; 3]> {
        let found = join(documents, index).pairs(measure, split, &Cancel::default()).unwrap();
        let found = found.into_vec().unwrap();
        let mut pairs: Vec<_> = found.iter().map(|pair| [pair.left, pair.right, pair.shared]).collect();
        pairs.sort_unstable();
        pairs
    }

    fn stars(
        documents: &[Vec<u64>],
        measure: Measure,
        fixed: &[bool],
        (ahead, within): (usize, bool),
        index: u64,
    ) -> (Vec<u32>, Vec<u32>) {
        let (there, here) = (0..ahead as u32, ahead as u32..documents.len() as u32);
        let order: Vec<u32> = there.rev().chain(here.rev()).collect();
        let wishes = Wishes { order: &order, fixed, ahead, within };
        let stars = join(documents, index).stars(measure, &wishes, &Cancel::default()).unwrap();
        (stars.kept.values().to_vec(), stars.shared.values().to_vec())
    }

    /// Documents that share much: each consists of passages of a few texts.
    fn documents() -> impl Strategy<Value = Vec<Vec<u64>>> {
        let passage = (0u64..3, 0u64..12, 1u64..16);
        let document = prop::collection::vec(passage, 1..4).prop_map(|passages| {
            passages
                .into_iter()
                .flat_map(|(text, start, length)| (start..start + length).map(move |i| text * 100 + i))
                .collect()
        });
        prop::collection::vec(document, 1..14)
    }

    #[test]
    fn a_block_of_which_nobody_stays_changes_nothing() {
        let ranges: [&[(u64, u64)]; 9] = [
            &[(108, 116)],
            &[(208, 212)],
            &[(200, 201)],
            &[(1, 9)],
            &[(0, 8)],
            &[(1, 5), (203, 212)],
            &[(107, 116), (203, 204)],
            &[(3, 6), (100, 114), (205, 209)],
            &[(204, 205)],
        ];
        let features = |ranges: &[(u64, u64)]| ranges.iter().flat_map(|&(start, end)| start..end).collect();
        let documents: Vec<Vec<u64>> = ranges.iter().map(|ranges| features(ranges)).collect();
        let measure = Measure { kind: MeasureKind::Max, threshold: 0.3 };
        let fixed = [false; 9];
        for index in [300, 500, 666, 900] {
            assert_eq!(
                stars(&documents, measure, &fixed, (0, true), index),
                stars(&documents, measure, &fixed, (0, true), 1 << 30)
            );
        }
    }

    proptest! {
        #[test]
        fn blocks_change_nothing(
            documents in documents(),
            threshold in prop::sample::select(vec![0.3, 0.5, 0.8, 1.0]),
            kind in prop::sample::select(vec![MeasureKind::Coverage, MeasureKind::Jaccard, MeasureKind::Max]),
            split in prop::option::of(0u32..14),
            fixed in prop::collection::vec(prop::bool::weighted(0.1), 14),
            ahead in 0usize..14,
            within in any::<bool>(),
            index in 1u64..3000,
        ) {
            let measure = Measure { kind, threshold };
            let all = 1 << 30;
            prop_assert_eq!(pairs(&documents, measure, split, index), pairs(&documents, measure, split, all));
            let fixed = &fixed[..documents.len()];
            let sides = (ahead.min(documents.len()), within);
            let whole = stars(&documents, measure, fixed, sides, all);
            prop_assert_eq!(stars(&documents, measure, fixed, sides, index), whole);
        }
    }
}
