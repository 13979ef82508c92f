//! The shared sets of a whole collection, both ways: who stands in a set, and which sets a document has.

use std::sync::atomic::AtomicU32;

use hashbrown::HashTable;
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::r#match::measure::Measure;
use crate::r#match::pile::Pile;
use crate::r#match::sets::{Key, Room, bucket_sets};
use crate::r#match::shuffle::Shuffle;

/// What can still match, once all that is shared has been counted.
pub(crate) struct Index {
    /// How many different features each document has.
    pub sizes: Vec<u32>,
    /// Features a set stands for. Sets are numbered by the number of their documents, rarest first.
    pub weights: Vec<u32>,
    /// The documents of each set.
    pub holders: Lists,
    /// The sets of each document, rarest first.
    pub sets: Lists,
    /// Whether so much of a document is shared that it can pass at all.
    pub possible: Vec<bool>,
}

/// Many lists in one.
#[derive(Default)]
pub(crate) struct Lists {
    starts: Vec<usize>,
    values: Vec<u32>,
}

impl Lists {
    #[inline]
    pub(crate) fn get(&self, i: u32) -> &[u32] {
        &self.values[self.starts[i as usize]..self.starts[i as usize + 1]]
    }

    pub(crate) fn start(&self, i: u32) -> usize {
        self.starts[i as usize]
    }

    /// How many values there are in all.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// For each value the lists that hold it, in order.
    fn turned(&self, count: usize) -> Self {
        let mut starts = vec![0; count + 1];
        self.values.iter().for_each(|&value| starts[value as usize + 1] += 1);
        (0..count).for_each(|i| starts[i + 1] += starts[i]);
        let mut next = starts.clone();
        let mut values = vec![0; self.values.len()];
        for list in 0..self.starts.len() - 1 {
            for &value in self.get(list as u32) {
                values[next[value as usize]] = list as u32;
                next[value as usize] += 1;
            }
        }
        Self { starts, values }
    }
}

impl Index {
    /// With `split`, only matches between documents before and after it are of interest.
    pub(crate) fn build(
        shuffle: &Shuffle,
        measure: Measure,
        split: Option<u32>,
        memory: usize,
        cancel: &Cancel,
    ) -> Result<Self> {
        let sizes: Vec<AtomicU32> = (0..shuffle.documents()).map(|_| AtomicU32::new(0)).collect();
        let pile = Pile::new(memory);
        (0..shuffle.buckets()).into_par_iter().try_for_each_init(Room::default, |room, bucket| {
            cancel.check()?;
            pile.put(bucket_sets(shuffle, bucket, split, &sizes, room)?)
        })?;
        let sizes: Vec<u32> = sizes.into_iter().map(AtomicU32::into_inner).collect();
        let possible = possible(&pile, &sizes, measure, cancel)?;
        let (weights, holders) = merge(&pile, &possible, measure, cancel)?;
        let sets = holders.turned(sizes.len());
        Ok(Self { sizes, weights, holders, sets, possible })
    }
}

fn possible(pile: &Pile, sizes: &[u32], measure: Measure, cancel: &Cancel) -> Result<Vec<bool>> {
    let mut shared = vec![0u32; sizes.len()];
    pile.each(|sets| {
        cancel.check()?;
        for (_, weight, documents) in sets.iter() {
            documents.iter().for_each(|&document| shared[document as usize] += weight);
        }
        Ok(())
    })?;
    let enough = |(&shared, &size): (&u32, &u32)| size > 0 && shared >= measure.least(size);
    Ok(shared.iter().zip(sizes).map(enough).collect())
}

/// The sets of all buckets that can matter, equal ones as one. Each thread takes those whose keys are its own.
fn merge(pile: &Pile, possible: &[bool], measure: Measure, cancel: &Cancel) -> Result<(Vec<u32>, Lists)> {
    let shares = rayon::current_num_threads().max(1) as u64;
    let merged: Vec<Merged> = (0..shares)
        .into_par_iter()
        .map(|share| {
            let mut merged = Merged::default();
            pile.each(|sets| {
                cancel.check()?;
                let own = sets.iter().filter(|(key, ..)| key[1] % shares == share);
                own.for_each(|(key, weight, documents)| {
                    merged.take(key, weight, documents, possible, measure)
                });
                Ok(())
            })?;
            Ok(merged)
        })
        .collect::<Result<_>>()?;
    Ok(by_rarity(&merged))
}

#[derive(Default)]
struct Merged {
    known: HashTable<u32>,
    keys: Vec<Key>,
    weights: Vec<u32>,
    ends: Vec<usize>,
    documents: Vec<u32>,
}

impl Merged {
    /// Takes in a set if anybody in it can pass. Where both sides must, the others need not be looked at.
    fn take(&mut self, key: Key, weight: u32, documents: &[u32], possible: &[bool], measure: Measure) {
        let can_pass = |&&document: &&u32| possible[document as usize];
        let Self { known, keys, weights, .. } = self;
        if let Some(&set) = known.find(key[0], |&set| keys[set as usize] == key) {
            weights[set as usize] += weight;
            return;
        }
        if !documents.iter().any(|document| can_pass(&document)) {
            return;
        }
        known.insert_unique(key[0], keys.len() as u32, |&set| keys[set as usize][0]);
        keys.push(key);
        weights.push(weight);
        match measure.is_mutual() {
            true => self.documents.extend(documents.iter().filter(can_pass)),
            false => self.documents.extend_from_slice(documents),
        }
        self.ends.push(self.documents.len());
    }

    fn members(&self, set: usize) -> &[u32] {
        let start = if set == 0 { 0 } else { self.ends[set - 1] };
        &self.documents[start..self.ends[set]]
    }
}

/// The weights and documents of the sets, those with fewest documents first.
fn by_rarity(merged: &[Merged]) -> (Vec<u32>, Lists) {
    let numbered = merged.iter().flat_map(|part| (0..part.keys.len()).map(move |set| (part, set)));
    let mut order: Vec<(&Merged, usize)> = numbered.collect();
    order.par_sort_unstable_by_key(|(part, set)| (part.members(*set).len(), part.keys[*set]));
    let total = merged.iter().map(|part| part.documents.len()).sum();
    let mut lists = Lists { starts: vec![0], values: Vec::with_capacity(total) };
    for (part, set) in &order {
        lists.values.extend_from_slice(part.members(*set));
        lists.starts.push(lists.values.len());
    }
    (order.iter().map(|(part, set)| part.weights[*set]).collect(), lists)
}
