//! Counts what given pairs of documents share, from their features.
//!
//! Features beyond a memory limit are spilled.

use std::borrow::Cow;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, LargeListArray, UInt32Array};
use hashbrown::HashMap;
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::r#match::measure::jaccard;
use crate::r#match::pairs::Pairs;
use crate::spill::Spill;

#[derive(Default)]
pub struct Overlaps {
    limit: usize,
    held: usize,
    places: HashMap<u32, Whereabouts>,
    spill: Spill,
}

enum Whereabouts {
    Memory(Box<[u64]>),
    File { start: u64, count: usize },
}

impl Overlaps {
    pub fn new(limit: usize) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Adds the features of some documents; repeated features count once.
    pub fn push(&mut self, documents: &UInt32Array, lists: &LargeListArray, cancel: &Cancel) -> Result<()> {
        let values = lists.values().as_primitive::<UInt64Type>().values();
        let sorted = |i: usize| {
            cancel.check()?;
            let offsets = lists.value_offsets();
            let mut features = values[offsets[i] as usize..offsets[i + 1] as usize].to_vec();
            features.sort_unstable();
            features.dedup();
            Ok(features.into_boxed_slice())
        };
        let features: Vec<_> = (0..lists.len()).into_par_iter().map(sorted).collect::<Result<_>>()?;
        for (&document, features) in documents.values().iter().zip(features) {
            let place = self.keep(features)?;
            self.places.insert(document, place);
        }
        Ok(())
    }

    /// For each pair, the number of features that both have, and the number that each has.
    pub fn of(&self, left: &UInt32Array, right: &UInt32Array, cancel: &Cancel) -> Result<[UInt32Array; 3]> {
        cancel.begin(left.len());
        let pairs = left.values().par_iter().zip(right.values().par_iter());
        let counts: Vec<[u32; 3]> =
            pairs.map(|(&left, &right)| self.count(left, right, cancel)).collect::<Result<_>>()?;
        Ok([0, 1, 2].map(|i| UInt32Array::from_iter_values(counts.iter().map(|count| count[i]))))
    }

    /// Counts for all pairs; the counts replace those in the pairs.
    pub fn measure(&self, pairs: &mut Pairs, cancel: &Cancel) -> Result<()> {
        cancel.begin(pairs.len());
        pairs.change(|some| {
            some.par_iter_mut().try_for_each(|pair| {
                [pair.shared, pair.left_size, pair.right_size] = self.count(pair.left, pair.right, cancel)?;
                Ok(())
            })
        })
    }

    /// Keeps the pairs whose Jaccard coefficient is at least `threshold`; it becomes their score.
    pub fn verify(&self, pairs: &mut Pairs, threshold: f64, cancel: &Cancel) -> Result<()> {
        cancel.begin(pairs.len());
        pairs.change(|some| {
            some.par_iter_mut().try_for_each(|pair| {
                let [shared, left, right] = self.count(pair.left, pair.right, cancel)?;
                pair.left_score = jaccard(shared, left, right);
                pair.right_score = pair.left_score;
                Result::Ok(())
            })?;
            some.retain(|pair| pair.left_score >= threshold);
            Ok(())
        })
    }

    fn count(&self, left: u32, right: u32, cancel: &Cancel) -> Result<[u32; 3]> {
        cancel.check()?;
        cancel.advance(1);
        let (left, right) = (self.features(left)?, self.features(right)?);
        Ok([common(&left, &right), left.len() as u32, right.len() as u32])
    }

    fn keep(&mut self, features: Box<[u64]>) -> Result<Whereabouts> {
        self.held += size_of_val(&features[..]);
        if self.held <= self.limit {
            return Ok(Whereabouts::Memory(features));
        }
        Ok(Whereabouts::File { start: self.spill.append(&features)?, count: features.len() })
    }

    fn features(&self, document: u32) -> Result<Cow<'_, [u64]>> {
        match self.places.get(&document) {
            Some(Whereabouts::Memory(features)) => Ok(Cow::Borrowed(features)),
            Some(&Whereabouts::File { start, count }) => {
                let mut features = vec![0; count];
                self.spill.read(start, &mut features)?;
                Ok(Cow::Owned(features))
            }
            None => Err(Error::InternalError(format!("document {document} of a pair was not read again"))),
        }
    }
}

/// How many values two sorted lists have in common.
fn common(mut left: &[u64], mut right: &[u64]) -> u32 {
    let mut count = 0;
    while let ([a, left_rest @ ..], [b, right_rest @ ..]) = (left, right) {
        count += u32::from(a == b);
        (left, right) = (if a <= b { left_rest } else { left }, if b <= a { right_rest } else { right });
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_alike_in_memory_and_on_disk() {
        let lists = [vec![3, 1, 2, 3], vec![2, 3, 9], vec![]];
        let lists = LargeListArray::from_iter_primitive::<UInt64Type, _, _>(
            lists.map(|list| Some(list.into_iter().map(Some).collect::<Vec<_>>())),
        );
        for limit in [0, 30, 1 << 20] {
            let mut overlaps = Overlaps::new(limit);
            let cancel = Cancel::default();
            overlaps.push(&UInt32Array::from(vec![7, 8, 9]), &lists, &cancel).unwrap();
            let (left, right) = (UInt32Array::from(vec![7, 8, 9]), UInt32Array::from(vec![8, 9, 9]));
            let counts = overlaps.of(&left, &right, &cancel).unwrap().map(|column| column.values().to_vec());
            assert_eq!(counts, [vec![2, 0, 0], vec![3, 3, 0], vec![3, 0, 0]]);
            assert!(overlaps.of(&UInt32Array::from(vec![1]), &UInt32Array::from(vec![7]), &cancel).is_err());
        }
    }
}
