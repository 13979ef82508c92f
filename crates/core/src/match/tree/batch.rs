//! A whole collection in one tree: all pairs that pass.

use arrow_array::LargeListArray;
use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use rayon::prelude::*;

use super::Tree;
use super::query::{QueryBuffers, Threshold};
use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::r#match::pairs::{Pair, Pairs, Relation};

/// A document without paths.
pub(super) const NONE: u32 = u32::MAX;
/// A tree of this many bytes is always allowed, however little memory there is. Smaller in tests, which have
/// few documents.
const SMALL: usize = if cfg!(test) { 1 << 20 } else { 64 << 20 };

/// Adds the paths of documents, numbered as they come.
pub struct TreeJoin {
    pub(super) tree: Tree,
    /// For each document, its profile or `NONE`.
    pub(super) profiles: Vec<u32>,
    memory: usize,
    /// The number of documents at which the size of the tree is computed again.
    weigh_at: usize,
}

impl TreeJoin {
    /// A tree of at most `memory` bytes.
    pub fn new(memory: usize) -> Self {
        Self { tree: Tree::default(), profiles: Vec::new(), memory: memory.max(SMALL), weigh_at: 1024 }
    }

    /// Adds the paths of the next documents.
    pub fn push(&mut self, lists: &LargeListArray, cancel: &Cancel) -> Result<()> {
        let values = lists.values().as_primitive::<UInt64Type>().values();
        for range in lists.value_offsets().windows(2) {
            cancel.check()?;
            let member = u32::try_from(self.profiles.len()).map_err(|_| Error::too_many_documents())?;
            let profile = match &values[range[0] as usize..range[1] as usize] {
                [] => NONE,
                list => self.tree.insert(list, member)?,
            };
            self.profiles.push(profile);
        }
        self.weigh()
    }

    /// Computing the size visits every document, so it is done again only when a tenth has been added.
    fn weigh(&mut self) -> Result<()> {
        if self.profiles.len() < self.weigh_at {
            return Ok(());
        }
        self.weigh_at = self.profiles.len() + self.profiles.len() / 10;
        match self.tree.bytes() {
            bytes if bytes > self.memory => Err(Error::InputError(format!(
                "the corpus tree of {} documents needs {} MB, more than the memory allowed: raise --memory, or find in \
                 parts with --against",
                self.profiles.len(),
                bytes / 1_000_000
            ))),
            _ => Ok(()),
        }
    }

    pub fn bytes(&self) -> usize {
        self.tree.bytes() + 4 * self.profiles.capacity()
    }

    /// Adds the pairs that pass to `found`; if only one direction passes, that document is the left one. With
    /// `split`, only pairs of a document before it and one from it on.
    pub fn pairs(
        &self,
        threshold: Threshold,
        split: Option<u32>,
        found: &Pairs,
        cancel: &Cancel,
    ) -> Result<()> {
        cancel.begin(self.tree.profiles.len());
        (0..self.tree.profiles.len() as u32).into_par_iter().try_for_each_init(
            QueryBuffers::default,
            |buffers, profile| {
                cancel.check()?;
                cancel.advance(1);
                found.add(&self.pairs_of(profile, threshold, split, buffers))
            },
        )
    }

    /// The pairs of a profile with itself and with the profiles that contain it.
    fn pairs_of(
        &self,
        profile: u32,
        threshold: Threshold,
        split: Option<u32>,
        buffers: &mut QueryBuffers,
    ) -> Vec<Pair> {
        let whole = self.tree.profiles[profile as usize].whole;
        let passing = |other: u32, shared: u128| {
            let other_whole = self.tree.profiles[other as usize].whole;
            (threshold.passes(shared, whole), threshold.passes(shared, other_whole))
        };
        let mut met = Vec::new();
        if threshold.passes(whole, whole) {
            met.push((profile, whole));
        }
        self.tree.shared_by(profile, threshold, buffers, |other, shared| {
            // A pair that passes in both directions is found twice and added once.
            let (passes, other_passes) = passing(other, shared);
            if passes && (!other_passes || other < profile) {
                met.push((other, shared));
            }
        });
        met.sort_unstable();
        let mut rows = Vec::new();
        for (other, shared) in met {
            let (passes, other_whole) = (passing(other, shared), self.tree.profiles[other as usize].whole);
            let shares = (Threshold::share(shared, whole), Threshold::share(shared, other_whole));
            for (left, right) in self.members(profile, other, split) {
                let mutual = passes.0 && passes.1;
                let turned = if mutual { left > right } else { passes.1 };
                let relation = if mutual { Relation::Near } else { Relation::Contained };
                let (left_score, right_score) = shares;
                let pair = Pair { left, right, relation, left_score, right_score, ..Pair::default() };
                rows.push(if turned { pair.turned() } else { pair });
            }
        }
        rows
    }

    /// All pairs of documents of two profiles, or of one.
    fn members(&self, a: u32, b: u32, split: Option<u32>) -> impl Iterator<Item = (u32, u32)> {
        let across = move |left: u32, right: u32| split.is_none_or(|at| (left < at) != (right < at));
        let wanted = move |left: u32, right: u32| across(left, right) && (a != b || left < right);
        let all = |profile: u32| self.tree.profiles[profile as usize].members.iter().copied();
        all(a)
            .flat_map(move |left| all(b).map(move |right| (left, right)))
            .filter(move |pair| wanted(pair.0, pair.1))
    }

    /// The paths of a document as a list.
    pub(super) fn list(&self, document: u32) -> Vec<u64> {
        match self.profiles[document as usize] {
            NONE => Vec::new(),
            profile => self.tree.list(profile),
        }
    }

    pub(super) fn whole(&self, document: u32) -> u128 {
        match self.profiles[document as usize] {
            NONE => 0,
            profile => self.tree.profiles[profile as usize].whole,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::lists;
    use super::super::{containment, self_containment};
    use super::*;
    use proptest::prelude::*;

    fn naive(documents: &[Vec<u64>], threshold: f64) -> Vec<(u32, u32, f64, f64)> {
        let mut rows = Vec::new();
        for left in 0..documents.len() {
            for right in 0..documents.len() {
                let shared = containment(&documents[left], &documents[right]) as f64;
                let share = |of: usize| shared / self_containment(&documents[of]) as f64;
                let both = share(left) > threshold && share(right) > threshold;
                if left != right && share(left) > threshold && (!both || left < right) {
                    rows.push((left as u32, right as u32, share(left), share(right)));
                }
            }
        }
        rows
    }

    proptest! {
        #[test]
        fn all_pairs_are_those_of_the_definition(documents in lists(40), threshold in 0.0..0.99) {
            let mut join = TreeJoin::new(0);
            let lists: LargeListArray = LargeListArray::from_iter_primitive::<UInt64Type, _, _>(
                documents.iter().map(|list| Some(list.iter().map(|&value| Some(value)))));
            join.push(&lists, &Cancel::default()).unwrap();
            let found = Pairs::within(0);
            join.pairs(Threshold(threshold), None, &found, &Cancel::default()).unwrap();
            let row = |pair: &Pair| (pair.left, pair.right, pair.left_score, pair.right_score);
            let mut rows: Vec<_> = found.into_vec().unwrap().iter().map(row).collect();
            rows.sort_by_key(|row| (row.0, row.1));
            prop_assert_eq!(rows, naive(&documents, threshold));
        }
    }

    fn pushed(memory: usize, documents: impl Iterator<Item = Vec<u64>>) -> Result<TreeJoin> {
        let mut join = TreeJoin::new(memory);
        let documents = documents.map(|list| Some(list.into_iter().map(Some).collect::<Vec<_>>()));
        let lists = LargeListArray::from_iter_primitive::<UInt64Type, _, _>(documents);
        join.push(&lists, &Cancel::default()).map(|()| join)
    }

    #[test]
    fn a_tree_beyond_the_memory_is_refused_and_says_what_to_do() {
        let documents =
            || (0..20_000).map(|n| super::super::testing::list(vec![(vec![5 * n, 5 * n + 1, n], 1)]));
        let Err(error) = pushed(0, documents()) else { panic!("more than a megabyte was taken") };
        let expected = "the corpus tree of 20000 documents needs ";
        let advice = " MB, more than the memory allowed: raise --memory, or find in parts with --against";
        let message = error.to_string();
        assert!(message.starts_with(expected) && message.ends_with(advice), "{message}");
        assert!(pushed(64 << 20, documents()).is_ok());
    }
}
