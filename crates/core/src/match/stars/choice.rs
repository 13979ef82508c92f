//! The choice of stars, independent of how it is decided who covers whom.

use super::{Chosen, Covers, Rays, Staying, Way, Wishes};
use crate::cancel::Cancel;
use crate::error::Result;

/// Chooses which documents stay.
pub(crate) fn choose<C: Covers>(covers: &C, wishes: &Wishes<'_>, cancel: &Cancel) -> Result<Chosen<C::Note>> {
    let documents = covers.documents();
    let mut ranks = vec![0; documents];
    wishes.order.iter().zip(0u32..).for_each(|(&document, rank)| ranks[document as usize] = rank);
    let kept = (0..documents as u32).collect();
    let notes = (0..documents as u32).map(|document| covers.note(document)).collect();
    let mut choice = Choice { covers, wishes, ranks, kept, notes, cancel };
    choice.against()?;
    if wishes.within {
        choice.near()?;
    }
    if wishes.within && covers.one_way() {
        choice.contained()?;
    }
    Ok(Chosen { kept: choice.kept, notes: choice.notes })
}

pub(super) struct Choice<'a, C: Covers> {
    pub(super) covers: &'a C,
    pub(super) wishes: &'a Wishes<'a>,
    /// The rank of each document in the order of preference.
    pub(super) ranks: Vec<u32>,
    kept: Vec<u32>,
    notes: Vec<C::Note>,
    pub(super) cancel: &'a Cancel,
}

/// A document that could stay in the place of another one, with the notes of the two, and of it and each ray.
struct Cover<N> {
    document: u32,
    note: N,
    rays: Vec<N>,
}

impl<'a, C: Covers> Choice<'a, C> {
    /// The documents of this collection that were not removed for one of another collection.
    fn own(&self) -> impl Iterator<Item = u32> {
        let order = self.wishes.order[self.wishes.ahead..].iter().copied();
        order.filter(|&document| self.kept[document as usize] == document)
    }

    /// Removes near copies in favour of the first in the order of preference.
    fn near(&mut self) -> Result<()> {
        let order = self.own().filter(|&document| self.covers.can_go(document)).collect();
        let mut stayed: Vec<Vec<u32>> = Vec::new();
        let blocks = self.covers.blocks(order, &Rays::default());
        self.cancel.begin(blocks.iter().map(Vec::len).sum());
        for mut block in blocks {
            for earlier in &stayed {
                block = self.near_block(earlier, &block)?;
            }
            let staying = self.near_block(&[], &block)?;
            // Without earlier documents a block is compared with itself, which must come last.
            stayed.extend((!staying.is_empty()).then_some(staying));
        }
        Ok(())
    }

    /// The documents of a block that are not removed for one that stays: for one of the earlier documents or,
    /// if there are none, for one of the block.
    fn near_block(&mut self, earlier: &[u32], block: &[u32]) -> Result<Vec<u32>> {
        let mut staying = self.covers.staying(earlier, block, &Rays::default(), self.cancel)?;
        let mut stayed = Vec::new();
        for &document in block {
            self.cancel.check()?;
            self.cancel.advance(usize::from(earlier.is_empty()));
            if self.goes_near(&mut staying, document) {
                continue;
            }
            stayed.push(document);
            if earlier.is_empty() {
                staying.add(document)?;
            }
        }
        Ok(stayed)
    }

    fn goes_near(&mut self, staying: &mut C::Staying<'a>, document: u32) -> bool {
        if self.wishes.fixed[document as usize] {
            return false;
        }
        let covers = staying.covers(document, Way::Near);
        let preferred = covers.into_iter().min_by_key(|&(cover, _)| self.ranks[cover as usize]);
        let Some((centre, note)) = preferred else { return false };
        self.move_one(document, centre, note);
        true
    }

    /// Removes documents that a larger one contains.
    fn contained(&mut self) -> Result<()> {
        let rays = Rays::of(&self.kept);
        let mut order: Vec<u32> = self.own().filter(|&document| self.covers.takes_part(document)).collect();
        order.sort_by_key(|&document| std::cmp::Reverse(self.covers.size(document)));
        let mut stayed: Vec<Vec<u32>> = Vec::new();
        let blocks = self.covers.blocks(order, &rays);
        self.cancel.begin(blocks.iter().map(Vec::len).sum());
        for block in blocks {
            let mut best: Vec<Option<Cover<C::Note>>> = block.iter().map(|_| None).collect();
            for earlier in &stayed {
                self.look_earlier(earlier, &block, &rays, &mut best)?;
            }
            let staying = self.settle(&block, &rays, best)?;
            stayed.extend((!staying.is_empty()).then_some(staying));
        }
        Ok(())
    }

    /// Finds the best cover of each document among those of an earlier block that stay.
    fn look_earlier(
        &self,
        earlier: &[u32],
        block: &[u32],
        rays: &Rays,
        best: &mut [Option<Cover<C::Note>>],
    ) -> Result<()> {
        let mut staying = self.covers.staying(earlier, block, rays, self.cancel)?;
        for (&document, best) in block.iter().zip(best) {
            self.cancel.check()?;
            *best = self.better(&mut staying, document, rays, best.take());
        }
        Ok(())
    }

    /// Decides for each document of a block, largest first; returns those that stay.
    fn settle(&mut self, block: &[u32], rays: &Rays, best: Vec<Option<Cover<C::Note>>>) -> Result<Vec<u32>> {
        let mut staying = self.covers.staying(&[], block, rays, self.cancel)?;
        let mut stayed = Vec::new();
        for (&document, best) in block.iter().zip(best) {
            self.cancel.check()?;
            self.cancel.advance(1);
            match self.better(&mut staying, document, rays, best) {
                Some(cover) => self.move_all(document, rays, cover),
                None => {
                    stayed.push(document);
                    staying.add(document)?;
                }
            }
        }
        Ok(stayed)
    }

    /// The most preferred cover among those that hold the document and its rays.
    fn better(
        &self,
        staying: &mut C::Staying<'a>,
        document: u32,
        rays: &Rays,
        best: Option<Cover<C::Note>>,
    ) -> Option<Cover<C::Note>> {
        if self.wishes.fixed[document as usize] || !self.covers.can_go(document) {
            return None;
        }
        let rank = |document: u32| self.ranks[document as usize];
        let mut covers = staying.covers(document, Way::Contained);
        covers.sort_unstable_by_key(|&(cover, _)| rank(cover));
        let limit = best.as_ref().map_or(u32::MAX, |best| rank(best.document));
        let preferred = covers.into_iter().take_while(|&(cover, _)| rank(cover) < limit);
        let holding = preferred.filter_map(|(cover, note)| {
            let rays: Option<Vec<C::Note>> = rays.get(document).map(|ray| staying.held(cover, ray)).collect();
            Some(Cover { document: cover, note, rays: rays? })
        });
        { holding }.next().or(best)
    }

    fn move_all(&mut self, document: u32, rays: &Rays, cover: Cover<C::Note>) {
        self.move_one(document, cover.document, cover.note);
        for (ray, note) in rays.get(document).zip(cover.rays) {
            self.move_one(ray, cover.document, note);
        }
    }

    pub(super) fn move_one(&mut self, document: u32, cover: u32, note: C::Note) {
        self.kept[document as usize] = cover;
        self.notes[document as usize] = note;
    }
}
