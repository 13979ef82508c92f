//! An index that takes only what its sets need: features are numbered anew without those that nobody has.
//!
//! Numbers keep their order, so that each set is listed by the same features as before.

use super::index::{Room, SetIndex};
use super::sets::PackedSet;

impl SetIndex {
    /// Gives memory back that sets have left behind, where it is much. All that left must be out of the lists.
    pub(super) fn compact(&mut self) {
        if 4 * self.numbers.free() > self.numbers.len() {
            let held: Vec<bool> = self.numbers.counts().iter().map(|count| count > 0).collect();
            let ranks = ranks(&held);
            self.numbers.compact();
            self.heads.compact(&held);
            self.tails.compact(&held);
            self.orders.iter_mut().for_each(|(_, order)| order.compact(&held));
            self.set_bytes = 0;
            for slot in &mut self.slots {
                let mut numbers: Vec<u32> = slot.set.numbers().map(|number| ranks[number as usize]).collect();
                numbers.reverse();
                slot.set = PackedSet::new(&numbers);
                self.set_bytes += slot.set.bytes();
            }
            self.room = Room::default();
            self.left.begin_again();
        }
        self.heads.settle();
        self.tails.settle();
    }
}

/// By number: how many of those before it are held.
fn ranks(held: &[bool]) -> Vec<u32> {
    let counted = held.iter().scan(0, |next, &held| {
        let rank = *next;
        *next += u32::from(held);
        Some(rank)
    });
    counted.collect()
}

/// Leaves what belongs to numbers that are held; a list may end before the last.
pub(super) fn keep_held<T>(list: &mut Vec<T>, held: &[bool]) {
    let mut held = held.iter();
    list.retain(|_| held.next().is_some_and(|&held| held));
    list.shrink_to_fit();
}
