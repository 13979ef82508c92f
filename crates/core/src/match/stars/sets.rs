//! Who covers whom, by sets of features: an index of the documents that stay.

use arrow_array::UInt32Array;

use super::{Covers, Rays, Staying, Way, Wishes, choose};
use crate::cancel::Cancel;
use crate::error::Result;
use crate::r#match::counter::Counter;
use crate::r#match::index::Index;
use crate::r#match::join::SetJoin;
use crate::r#match::measure::Measure;
use crate::r#match::shared::{Members, Shared};

/// For each document, the one that stays in its place (itself if it stays), the number of features they
/// share, and the number it has.
pub struct SetStars {
    pub kept: UInt32Array,
    pub shared: UInt32Array,
    pub sizes: UInt32Array,
}

impl SetJoin {
    pub fn stars(self, measure: Measure, wishes: &Wishes<'_>, cancel: &Cancel) -> Result<SetStars> {
        let shared = self.shared(measure, wishes.sides(), cancel)?;
        let sets = CoveringSets { shared, measure };
        let chosen = choose(&sets, wishes, cancel)?;
        let (kept, shared) = (UInt32Array::from(chosen.kept), UInt32Array::from(chosen.notes));
        Ok(SetStars { kept, shared, sizes: UInt32Array::from(sets.shared.sizes) })
    }
}

struct CoveringSets {
    shared: Shared,
    measure: Measure,
}

impl CoveringSets {
    fn size_of(&self, document: u32) -> u32 {
        self.shared.sizes[document as usize]
    }
}

impl Covers for CoveringSets {
    /// The number of features that both have.
    type Note = u32;
    type Staying<'a> = StayingSets<'a>;

    fn documents(&self) -> usize {
        self.shared.documents()
    }

    fn note(&self, document: u32) -> u32 {
        self.size_of(document)
    }

    fn size(&self, document: u32) -> u128 {
        u128::from(self.size_of(document))
    }

    fn can_go(&self, document: u32) -> bool {
        self.shared.possible[document as usize]
    }

    fn takes_part(&self, document: u32) -> bool {
        self.shared.is_shared(document)
    }

    fn is_mutual(&self, document: u32, cover: u32, shared: u32) -> bool {
        self.measure.passes(shared, self.size_of(cover), self.size_of(document))
    }

    fn one_way(&self) -> bool {
        !self.measure.is_mutual()
    }

    fn blocks(&self, documents: Vec<u32>, rays: &Rays) -> Vec<Vec<u32>> {
        let of_rays = |document| rays.get(document).map(|ray| self.shared.places_of(ray)).sum();
        self.shared.blocks(documents, of_rays)
    }

    fn staying(
        &self,
        earlier: &[u32],
        block: &[u32],
        rays: &Rays,
        cancel: &Cancel,
    ) -> Result<StayingSets<'_>> {
        let blocks: &[&[u32]] = if earlier.is_empty() { &[block] } else { &[block, earlier] };
        let mut members = Members::of(self.documents(), blocks);
        let all_rays = block.iter().flat_map(|&document| rays.get(document));
        all_rays.for_each(|ray| members.add(ray, Members::FIRST));
        let index = self.shared.index(&members, cancel)?;
        let mut staying = StayingSets::new(self, index);
        earlier.iter().for_each(|&document| staying.push(document));
        Ok(staying)
    }
}

/// An index of the documents that stay, numbered in the order of adding.
struct StayingSets<'a> {
    sets: &'a CoveringSets,
    index: Index,
    members: Vec<u32>,
    filled: Vec<u32>,
    numbers: Vec<u32>,
    counter: Counter,
}

impl<'a> StayingSets<'a> {
    fn new(sets: &'a CoveringSets, index: Index) -> Self {
        let (filled, numbers) = (vec![0; index.weights.len()], vec![0; index.holders.len()]);
        let counter = Counter::new(sets.documents());
        Self { sets, index, members: Vec::new(), filled, numbers, counter }
    }

    fn push(&mut self, document: u32) {
        for &set in self.index.sets.get(document) {
            let filled = &mut self.filled[set as usize];
            self.numbers[self.index.holders.start(set) + *filled as usize] = self.members.len() as u32;
            *filled += 1;
        }
        self.members.push(document);
    }
}

impl Staying for StayingSets<'_> {
    type Note = u32;

    fn add(&mut self, document: u32) -> Result<()> {
        self.push(document);
        Ok(())
    }

    fn covers(&mut self, document: u32, way: Way) -> Vec<(u32, u32)> {
        let Self { sets, index, members, filled, numbers, counter } = self;
        let (measure, size) = (sets.measure, sets.size_of(document));
        let holders = |set: u32| {
            let start = index.holders.start(set);
            &numbers[start..start + filled[set as usize] as usize]
        };
        let sets_of = |number: u32| index.sets.get(members[number as usize]);
        let mut covers = Vec::new();
        counter.count(index, document, measure.least(size), holders, sets_of, |number, shared| {
            let other = members[number as usize];
            let other_size = sets.size_of(other);
            let back = || way == Way::Contained || measure.passes(shared, other_size, size);
            if measure.passes(shared, size, other_size) && back() {
                covers.push((other, shared));
            }
        });
        covers
    }

    fn held(&self, cover: u32, ray: u32) -> Option<u32> {
        let shared = self.index.overlap(self.index.sets.get(ray), self.index.sets.get(cover));
        let passes = self.sets.measure.passes(shared, self.sets.size_of(ray), self.sets.size_of(cover));
        passes.then_some(shared)
    }
}
