//! Who covers whom, by containment: a tree of the documents that stay.

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{BooleanArray, LargeListArray, UInt32Array, UInt64Array};

use super::batch::{NONE, TreeJoin};
use super::query::{Direction, QueryBuffers, Threshold};
use super::{Tree, containment, self_containment};
use crate::cancel::Cancel;
use crate::error::Result;
use crate::r#match::stars::{Covers, Rays, Staying, Way, Wishes, choose};

/// The self-containment of lists of paths, which decides which document is larger: the upper and lower halves
/// of 128 bits.
pub fn path_weights(lists: &LargeListArray) -> [UInt64Array; 2] {
    let values = lists.values().as_primitive::<UInt64Type>().values();
    let ranges = lists.value_offsets().windows(2);
    let weights = ranges.map(|range| self_containment(&values[range[0] as usize..range[1] as usize]));
    let (upper, lower): (Vec<u64>, Vec<u64>) =
        weights.map(|weight| ((weight >> 64) as u64, weight as u64)).unzip();
    [upper.into(), lower.into()]
}

/// For each document, the one that stays in its place, and whether that one would pass, too.
pub struct TreeStars {
    pub kept: UInt32Array,
    pub mutual: BooleanArray,
}

impl TreeJoin {
    pub fn stars(&self, threshold: Threshold, wishes: &Wishes<'_>, cancel: &Cancel) -> Result<TreeStars> {
        let chosen = choose(&CoveringTree { join: self, threshold }, wishes, cancel)?;
        let documents = chosen.kept.iter().zip(0u32..).zip(&chosen.notes);
        let mutual = documents
            .map(|((&kept, gone), &shared)| kept == gone || threshold.passes(shared, self.whole(kept)));
        Ok(TreeStars { mutual: mutual.collect::<Vec<bool>>().into(), kept: UInt32Array::from(chosen.kept) })
    }
}

struct CoveringTree<'a> {
    join: &'a TreeJoin,
    threshold: Threshold,
}

impl Covers for CoveringTree<'_> {
    /// The containment of both.
    type Note = u128;
    type Staying<'a>
        = StayingTree<'a>
    where
        Self: 'a;

    fn documents(&self) -> usize {
        self.join.profiles.len()
    }

    fn note(&self, document: u32) -> u128 {
        self.join.whole(document)
    }

    fn size(&self, document: u32) -> u128 {
        self.join.whole(document)
    }

    fn can_go(&self, document: u32) -> bool {
        self.takes_part(document)
    }

    fn takes_part(&self, document: u32) -> bool {
        self.join.profiles[document as usize] != NONE
    }

    fn is_mutual(&self, _: u32, cover: u32, shared: u128) -> bool {
        self.threshold.passes(shared, self.join.whole(cover))
    }

    fn one_way(&self) -> bool {
        true
    }

    fn staying(&self, earlier: &[u32], _: &[u32], _: &Rays, _: &Cancel) -> Result<StayingTree<'_>> {
        let (tree, buffers, list) = (Tree::default(), QueryBuffers::default(), (NONE, Vec::new()));
        let mut staying = StayingTree { join: self.join, threshold: self.threshold, tree, buffers, list };
        earlier.iter().try_for_each(|&document| staying.add(document))?;
        Ok(staying)
    }
}

/// A tree of the documents that stay.
struct StayingTree<'a> {
    join: &'a TreeJoin,
    threshold: Threshold,
    tree: Tree,
    buffers: QueryBuffers,
    /// The last document that was searched, with its paths: if it is not covered, it is added next.
    list: (u32, Vec<u64>),
}

impl StayingTree<'_> {
    fn look_at(&mut self, document: u32) {
        if self.list.0 != document {
            self.list = (document, self.join.list(document));
        }
    }
}

impl Staying for StayingTree<'_> {
    type Note = u128;

    fn add(&mut self, document: u32) -> Result<()> {
        self.look_at(document);
        self.tree.insert(&self.list.1, document).map(drop)
    }

    /// Of several documents with the same paths, the first.
    fn covers(&mut self, document: u32, way: Way) -> Vec<(u32, u128)> {
        self.look_at(document);
        let Self { join, threshold, tree, buffers, list } = self;
        let (whole, wish) = (join.whole(document), (*threshold, Direction::Containers));
        let mut found = Vec::new();
        tree.shared(&list.1, whole, wish, buffers, |profile, shared| {
            let first = tree.first(profile);
            let back = || way == Way::Contained || threshold.passes(shared, join.whole(first));
            if threshold.passes(shared, whole) && back() {
                found.push((first, shared));
            }
        });
        found
    }

    fn held(&self, cover: u32, ray: u32) -> Option<u128> {
        let shared = containment(&self.join.list(ray), &self.join.list(cover));
        self.threshold.passes(shared, self.join.whole(ray)).then_some(shared)
    }
}
