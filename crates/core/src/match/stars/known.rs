//! Who covers whom, from known pairs.

use arrow_array::{BooleanArray, UInt32Array};
use rayon::prelude::*;

use super::{Covers, Rays, Staying, Way, Wishes, choose};
use crate::cancel::Cancel;
use crate::error::Result;

/// Pairs of documents by number, each once, with two flags: the left one is covered by the right one, and the
/// reverse.
pub struct KnownPairs<'a> {
    pub left: &'a [u32],
    pub right: &'a [u32],
    pub left_passes: &'a [bool],
    pub right_passes: &'a [bool],
    /// Larger documents are decided before those that they may contain.
    pub sizes: &'a [u64],
}

/// For each document, the one that stays in its place, and whether it covers that one, too.
pub struct PairStars {
    pub kept: UInt32Array,
    pub mutual: BooleanArray,
}

impl KnownPairs<'_> {
    /// Takes 24 bytes per pair beside the pairs.
    pub fn stars(&self, wishes: &Wishes<'_>, cancel: &Cancel) -> Result<PairStars> {
        let chosen = choose(&CoveringPairs::of(self), wishes, cancel)?;
        Ok(PairStars { kept: UInt32Array::from(chosen.kept), mutual: BooleanArray::from(chosen.notes) })
    }

    /// Each covered document, the one that covers it, and whether that holds in both directions; sorted.
    fn covered(&self) -> Vec<(u32, u32, bool)> {
        let mut covered = Vec::with_capacity(self.left.len());
        let passes = self.left_passes.iter().copied().zip(self.right_passes.iter().copied());
        for ((&left, &right), (left_passes, right_passes)) in self.left.iter().zip(self.right).zip(passes) {
            covered.extend(left_passes.then_some((left, right, right_passes)));
            covered.extend(right_passes.then_some((right, left, left_passes)));
        }
        covered.par_sort_unstable();
        covered
    }
}

struct CoveringPairs<'a> {
    covered: Vec<(u32, u32, bool)>,
    /// Where the covers of each document start.
    starts: Vec<usize>,
    sizes: &'a [u64],
}

impl<'a> CoveringPairs<'a> {
    fn of(pairs: &KnownPairs<'a>) -> Self {
        let covered = pairs.covered();
        let mut starts = vec![0; pairs.sizes.len() + 1];
        covered.iter().for_each(|&(document, ..)| starts[document as usize + 1] += 1);
        (0..pairs.sizes.len()).for_each(|document| starts[document + 1] += starts[document]);
        Self { covered, starts, sizes: pairs.sizes }
    }

    fn of_document(&self, document: u32) -> &[(u32, u32, bool)] {
        &self.covered[self.starts[document as usize]..self.starts[document as usize + 1]]
    }
}

impl Covers for CoveringPairs<'_> {
    /// Whether both cover each other.
    type Note = bool;
    type Staying<'a>
        = StayingPairs<'a>
    where
        Self: 'a;

    fn documents(&self) -> usize {
        self.sizes.len()
    }

    fn note(&self, _: u32) -> bool {
        true
    }

    fn size(&self, document: u32) -> u128 {
        u128::from(self.sizes[document as usize])
    }

    fn can_go(&self, document: u32) -> bool {
        !self.of_document(document).is_empty()
    }

    fn takes_part(&self, _: u32) -> bool {
        true
    }

    fn is_mutual(&self, _: u32, _: u32, mutual: bool) -> bool {
        mutual
    }

    fn one_way(&self) -> bool {
        self.covered.iter().any(|&(.., mutual)| !mutual)
    }

    fn staying(&self, earlier: &[u32], _: &[u32], _: &Rays, _: &Cancel) -> Result<StayingPairs<'_>> {
        let mut stays = vec![false; self.documents()];
        earlier.iter().for_each(|&document| stays[document as usize] = true);
        Ok(StayingPairs { pairs: self, stays })
    }
}

struct StayingPairs<'a> {
    pairs: &'a CoveringPairs<'a>,
    stays: Vec<bool>,
}

impl Staying for StayingPairs<'_> {
    type Note = bool;

    fn add(&mut self, document: u32) -> Result<()> {
        self.stays[document as usize] = true;
        Ok(())
    }

    fn covers(&mut self, document: u32, way: Way) -> Vec<(u32, bool)> {
        let counts = |&&(_, cover, mutual): &&(u32, u32, bool)| {
            self.stays[cover as usize] && (mutual || way == Way::Contained)
        };
        let found = self.pairs.of_document(document).iter().filter(counts);
        found.map(|&(_, cover, mutual)| (cover, mutual)).collect()
    }

    fn held(&self, cover: u32, ray: u32) -> Option<bool> {
        let covers = self.pairs.of_document(ray);
        let at = covers.binary_search_by_key(&cover, |&(_, other, _)| other).ok()?;
        Some(covers[at].2)
    }
}
