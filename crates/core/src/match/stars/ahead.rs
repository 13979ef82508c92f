//! Documents of another collection that go ahead: whoever one of them covers goes for it.

use super::choice::Choice;
use super::{Covers, Rays, Staying, Way};
use crate::error::Result;

/// A document of the other collection: whether it is covered by the one that asks, its place in the order, and what is
/// noted of the two.
struct Ahead<N> {
    mutual: bool,
    rank: u32,
    document: u32,
    note: N,
}

impl<C: Covers> Choice<'_, C> {
    /// Lets those go that a document of the other collection covers: one that they cover, too, then the first in order.
    pub(super) fn against(&mut self) -> Result<()> {
        let (there, here) = self.blocks_of_both();
        for block in here {
            let mut best: Vec<Option<Ahead<C::Note>>> = block.iter().map(|_| None).collect();
            for ahead in &there {
                self.look_ahead(ahead, &block, &mut best)?;
            }
            for (document, best) in block.into_iter().zip(best) {
                if let Some(ahead) = best {
                    self.move_one(document, ahead.document, ahead.note);
                }
            }
        }
        Ok(())
    }

    /// Blocks of the other collection and of this one, of which two can be compared.
    fn blocks_of_both(&self) -> (Vec<Vec<u32>>, Vec<Vec<u32>>) {
        if self.wishes.ahead == 0 {
            return (Vec::new(), Vec::new());
        }
        let is_ahead = |document: &u32| (self.ranks[*document as usize] as usize) < self.wishes.ahead;
        let asked = |document: &u32| match is_ahead(document) {
            true => self.covers.takes_part(*document),
            false => self.covers.can_go(*document),
        };
        let order = self.wishes.order.iter().copied().filter(asked).collect();
        // Cut together: if all is one block, both parts of it are held at once.
        let cut = |mut block: Vec<u32>| {
            let here = block.split_off(block.partition_point(is_ahead));
            (block, here)
        };
        let (mut there, mut here): (Vec<_>, Vec<_>) =
            self.covers.blocks(order, &Rays::default()).into_iter().map(cut).unzip();
        there.retain(|block| !block.is_empty());
        here.retain(|block| !block.is_empty());
        (there, here)
    }

    /// Finds the best cover of each document in a block of the other collection.
    fn look_ahead(&self, ahead: &[u32], block: &[u32], best: &mut [Option<Ahead<C::Note>>]) -> Result<()> {
        let mut staying = self.covers.staying(ahead, block, &Rays::default(), self.cancel)?;
        for (&document, best) in block.iter().zip(best) {
            self.cancel.check()?;
            let found = staying.covers(document, Way::Contained).into_iter().map(|(cover, note)| Ahead {
                mutual: self.covers.is_mutual(document, cover, note),
                rank: self.ranks[cover as usize],
                document: cover,
                note,
            });
            *best = best.take().into_iter().chain(found).min_by_key(|ahead| (!ahead.mutual, ahead.rank));
        }
        Ok(())
    }
}
