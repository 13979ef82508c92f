//! Who stays and who goes: stars around documents that stay, each ray verified.
//!
//! First near copies, in the order of preference: a document goes if one that stays holds it and it holds that one.
//! Then, largest first, those that are contained in a larger one that stays. A document only goes if it is itself
//! covered by the one that stays in its place; one that others went for goes only if these are covered too. Only
//! those who stay are indexed, so n near copies cost n steps, not n².

use arrow_array::UInt32Array;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::r#match::counter::Counter;
use crate::r#match::index::Index;
use crate::r#match::join::SetJoin;
use crate::r#match::measure::Measure;
use crate::r#match::shared::{Members, Shared};

/// For each document the one that stays in its place (itself, if it stays), the features they share, and how many it
/// has.
pub struct Stars {
    pub kept: UInt32Array,
    pub shared: UInt32Array,
    pub sizes: UInt32Array,
}

/// What is asked for: documents in the order of preference, and which of them must stay.
pub struct Wishes<'a> {
    pub order: &'a [u32],
    pub fixed: &'a [bool],
}

impl SetJoin {
    pub fn stars(self, measure: Measure, wishes: &Wishes<'_>, cancel: &Cancel) -> Result<Stars> {
        let shared = self.shared(measure, None, cancel)?;
        let documents = shared.documents();
        let mut ranks = vec![0; documents];
        wishes.order.iter().zip(0u32..).for_each(|(&document, rank)| ranks[document as usize] = rank);
        let mut choice = Choice {
            shared: &shared,
            measure,
            wishes,
            ranks,
            kept: (0..documents as u32).collect(),
            overlaps: shared.sizes.clone(),
            counter: Counter::new(documents),
            cancel,
        };
        choice.near()?;
        if !measure.is_mutual() {
            choice.contained()?;
        }
        let (kept, overlaps) = (UInt32Array::from(choice.kept), UInt32Array::from(choice.overlaps));
        Ok(Stars { kept, shared: overlaps, sizes: UInt32Array::from(shared.sizes) })
    }
}

struct Choice<'a> {
    shared: &'a Shared,
    measure: Measure,
    wishes: &'a Wishes<'a>,
    /// The place of each document in the order of preference.
    ranks: Vec<u32>,
    kept: Vec<u32>,
    overlaps: Vec<u32>,
    counter: Counter,
    cancel: &'a Cancel,
}

/// A document that could stay in the place of another one, and what it shares with that one and with its rays.
struct Cover {
    document: u32,
    shared: u32,
    rays: Vec<u32>,
}

impl Choice<'_> {
    /// Lets near copies go for the first in the order of preference.
    fn near(&mut self) -> Result<()> {
        let possible = |&document: &u32| self.shared.possible[document as usize];
        let blocks = self.shared.blocks(self.wishes.order.iter().copied().filter(possible), |_| 0);
        let mut stayed: Vec<Vec<u32>> = Vec::new();
        for mut block in blocks {
            for earlier in &stayed {
                block = self.near_block(earlier, &block)?;
            }
            let staying = self.near_block(&[], &block)?;
            // Without earlier ones a block is compared with itself, and that must come last.
            stayed.extend((!staying.is_empty()).then_some(staying));
        }
        Ok(())
    }

    /// Those of a block who do not go for one who stays: one of the earlier ones or, without these, one of the block.
    fn near_block(&mut self, earlier: &[u32], block: &[u32]) -> Result<Vec<u32>> {
        let index = self.shared.index(&self.members(earlier, block), self.cancel)?;
        let mut staying = Staying::new(&index, earlier);
        let mut stayed = Vec::new();
        for &document in block {
            self.cancel.check()?;
            if self.goes_near(&staying, document) {
                continue;
            }
            stayed.push(document);
            if earlier.is_empty() {
                staying.add(document);
            }
        }
        Ok(stayed)
    }

    fn goes_near(&mut self, staying: &Staying<'_>, document: u32) -> bool {
        if self.wishes.fixed[document as usize] {
            return false;
        }
        let measure = self.measure;
        let passes =
            |shared, size, other| measure.passes(shared, size, other) && measure.passes(shared, other, size);
        let covers = self.covers(staying, document, passes);
        let Some(&(_, centre, shared)) = covers.iter().min() else { return false };
        self.kept[document as usize] = centre;
        self.overlaps[document as usize] = shared;
        true
    }

    fn members(&self, earlier: &[u32], block: &[u32]) -> Members {
        let blocks: &[&[u32]] = if earlier.is_empty() { &[block] } else { &[block, earlier] };
        Members::of(self.shared.documents(), blocks)
    }

    /// Lets those go that a larger one contains.
    fn contained(&mut self) -> Result<()> {
        let rays = self.rays();
        let stays =
            |&document: &u32| self.kept[document as usize] == document && self.shared.is_shared(document);
        let mut order: Vec<u32> = self.wishes.order.iter().copied().filter(stays).collect();
        order.sort_by_key(|&document| std::cmp::Reverse(self.shared.sizes[document as usize]));
        let of_rays = |document| rays.get(document).iter().map(|&(_, ray)| self.shared.places_of(ray)).sum();
        let mut stayed: Vec<Vec<u32>> = Vec::new();
        for block in self.shared.blocks(order, of_rays) {
            let mut best: Vec<Option<Cover>> = block.iter().map(|_| None).collect();
            for earlier in &stayed {
                self.look_earlier(earlier, &block, &rays, &mut best)?;
            }
            stayed.push(self.settle(&block, &rays, best)?);
        }
        Ok(())
    }

    /// Finds the best cover of each document among those who stayed in an earlier block.
    fn look_earlier(
        &mut self,
        earlier: &[u32],
        block: &[u32],
        rays: &Rays,
        best: &mut [Option<Cover>],
    ) -> Result<()> {
        let index = self.shared.index(&self.members_with_rays(earlier, block, rays), self.cancel)?;
        let staying = Staying::new(&index, earlier);
        for (&document, best) in block.iter().zip(best) {
            self.cancel.check()?;
            *best = self.better(&staying, document, rays.get(document), best.take());
        }
        Ok(())
    }

    /// Decides for each document of a block, largest first; gives those who stay.
    fn settle(&mut self, block: &[u32], rays: &Rays, best: Vec<Option<Cover>>) -> Result<Vec<u32>> {
        let index = self.shared.index(&self.members_with_rays(&[], block, rays), self.cancel)?;
        let mut staying = Staying::new(&index, &[]);
        for (&document, best) in block.iter().zip(best) {
            self.cancel.check()?;
            let rays = rays.get(document);
            match self.better(&staying, document, rays, best) {
                Some(cover) => self.move_to(cover, document, rays),
                None => staying.add(document),
            }
        }
        Ok(staying.members)
    }

    fn members_with_rays(&self, earlier: &[u32], block: &[u32], rays: &Rays) -> Members {
        let mut members = self.members(earlier, block);
        let all = block.iter().flat_map(|&document| rays.get(document));
        all.for_each(|&(_, ray)| members.add(ray, Members::FIRST));
        members
    }

    /// The cover that is preferred to all others that hold the document and its rays.
    fn better(
        &mut self,
        staying: &Staying<'_>,
        document: u32,
        rays: &[(u32, u32)],
        best: Option<Cover>,
    ) -> Option<Cover> {
        if self.wishes.fixed[document as usize] || !self.shared.possible[document as usize] {
            return None;
        }
        let measure = self.measure;
        let passes = |shared, size, other| measure.passes(shared, size, other);
        let mut covers = self.covers(staying, document, passes);
        let rank = |document: u32| self.ranks[document as usize];
        covers.sort_unstable_by_key(|&(_, cover, _)| rank(cover));
        let limit = best.as_ref().map_or(u32::MAX, |best| rank(best.document));
        let preferred = covers.into_iter().take_while(|&(_, cover, _)| rank(cover) < limit);
        let found = preferred.filter_map(|(_, document, shared)| {
            let rays = self.hold_all(staying.index, document, rays)?;
            Some(Cover { document, shared, rays })
        });
        { found }.next().or(best)
    }

    /// The documents that went for each one.
    fn rays(&self) -> Rays {
        let mut gone: Vec<(u32, u32)> = (0u32..).zip(&self.kept).map(|(gone, &kept)| (kept, gone)).collect();
        gone.retain(|(kept, gone)| kept != gone);
        gone.sort_unstable();
        Rays(gone)
    }

    /// What the cover shares with each ray, if it holds them all.
    fn hold_all(&self, index: &Index, cover: u32, rays: &[(u32, u32)]) -> Option<Vec<u32>> {
        let sizes = &self.shared.sizes;
        let held = rays.iter().map(|&(_, ray)| {
            let shared = index.overlap(index.sets.get(ray), index.sets.get(cover));
            let passes = self.measure.passes(shared, sizes[ray as usize], sizes[cover as usize]);
            passes.then_some(shared)
        });
        held.collect()
    }

    fn move_to(&mut self, cover: Cover, document: u32, rays: &[(u32, u32)]) {
        self.kept[document as usize] = cover.document;
        self.overlaps[document as usize] = cover.shared;
        for (&(_, ray), shared) in rays.iter().zip(cover.rays) {
            self.kept[ray as usize] = cover.document;
            self.overlaps[ray as usize] = shared;
        }
    }

    /// Those who stay with (number, document, shared) that pass.
    fn covers(
        &mut self,
        staying: &Staying<'_>,
        document: u32,
        passes: impl Fn(u32, u32, u32) -> bool,
    ) -> Vec<(u32, u32, u32)> {
        let sizes = &self.shared.sizes;
        let size = sizes[document as usize];
        let mut covers = Vec::new();
        let (holders, least) = (|set| staying.holders(set), self.measure.least(size));
        let sets_of = |number: u32| staying.index.sets.get(staying.members[number as usize]);
        self.counter.count(staying.index, document, least, holders, sets_of, |number, shared| {
            let other = staying.members[number as usize];
            if passes(shared, size, sizes[other as usize]) {
                covers.push((number, other, shared));
            }
        });
        covers
    }
}

/// Pairs (kept, gone), sorted.
struct Rays(Vec<(u32, u32)>);

impl Rays {
    fn get(&self, kept: u32) -> &[(u32, u32)] {
        let start = self.0.partition_point(|&(k, _)| k < kept);
        let end = self.0.partition_point(|&(k, _)| k <= kept);
        &self.0[start..end]
    }
}

/// An index of those who stay, numbered as they come.
struct Staying<'a> {
    index: &'a Index,
    members: Vec<u32>,
    filled: Vec<u32>,
    numbers: Vec<u32>,
}

impl<'a> Staying<'a> {
    fn new(index: &'a Index, members: &[u32]) -> Self {
        let (filled, numbers) = (vec![0; index.weights.len()], vec![0; index.holders.len()]);
        let mut staying = Self { index, members: Vec::new(), filled, numbers };
        members.iter().for_each(|&document| staying.add(document));
        staying
    }

    fn add(&mut self, document: u32) {
        for &set in self.index.sets.get(document) {
            let filled = &mut self.filled[set as usize];
            self.numbers[self.index.holders.start(set) + *filled as usize] = self.members.len() as u32;
            *filled += 1;
        }
        self.members.push(document);
    }

    fn holders(&self, set: u32) -> &[u32] {
        let start = self.index.holders.start(set);
        &self.numbers[start..start + self.filled[set as usize] as usize]
    }
}
