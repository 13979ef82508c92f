//! Lists of slots by the number of a feature. Most features stand in one list with one entry, which takes four bytes; most
//! other lists are short.

use super::blocks::{Blocks, LONGEST};
use super::compact::keep_held;
use super::numbers::push_tightly;

const NOBODY: u32 = u32::MAX;
/// A number with this bit is the place of a block, or with the next one, too, that of a long list.
const LIST: u32 = 1 << 31;
const LONG: u32 = LIST | 1 << 30;
/// Slots are numbered below this.
pub(super) const MOST_SLOTS: u32 = LIST;

/// Where the slots of a number are.
enum Head {
    Nobody,
    One(u32),
    Block(u32),
    Long(usize),
}

impl Head {
    fn of(word: u32) -> Self {
        match word {
            NOBODY => Self::Nobody,
            word if word & LONG == LONG => Self::Long((word & !LONG) as usize),
            word if word & LIST == LIST => Self::Block(word & !LIST),
            slot => Self::One(slot),
        }
    }
}

#[derive(Default)]
pub(super) struct Lists {
    /// By number.
    heads: Vec<u32>,
    blocks: Blocks,
    long: Vec<Vec<u32>>,
    /// Places in `long` without a list.
    free: Vec<u32>,
    /// Slots for which there is room in long lists.
    room: usize,
}

impl Lists {
    /// Makes room for the numbers up to this.
    pub(super) fn grow(&mut self, numbers: usize) {
        while self.heads.len() < numbers {
            push_tightly(&mut self.heads, NOBODY);
        }
    }

    pub(super) fn of(&self, number: u32) -> &[u32] {
        let Some(head) = self.heads.get(number as usize) else { return &[] };
        match Head::of(*head) {
            Head::Nobody => &[],
            Head::One(_) => std::slice::from_ref(head),
            Head::Block(place) => self.blocks.of(place),
            Head::Long(place) => &self.long[place],
        }
    }

    pub(super) fn push(&mut self, number: u32, slot: u32) {
        match Head::of(self.heads[number as usize]) {
            Head::Nobody => self.heads[number as usize] = slot,
            Head::One(other) => self.heads[number as usize] = self.keep(&[other, slot]),
            Head::Block(place) => {
                if !self.blocks.push(place, slot) {
                    let slots = [self.blocks.of(place), &[slot]].concat();
                    self.blocks.give_back(place);
                    self.heads[number as usize] = self.keep(&slots);
                }
            }
            Head::Long(place) => {
                let list = &mut self.long[place];
                let before = list.capacity();
                if list.len() == before {
                    // With little room to spare.
                    list.reserve_exact(before / 4);
                }
                list.push(slot);
                self.room += list.capacity() - before;
            }
        }
    }

    /// Leaves only slots that count.
    pub(super) fn retain(&mut self, number: u32, counts: impl Fn(u32) -> bool) {
        let slots = self.of(number);
        if slots.iter().all(|&slot| counts(slot)) {
            return;
        }
        let slots: Vec<u32> = slots.iter().copied().filter(|&slot| counts(slot)).collect();
        self.clear(number);
        self.heads[number as usize] = self.keep(&slots);
    }

    /// Forgets all slots of a number.
    pub(super) fn clear(&mut self, number: u32) {
        let Some(head) = self.heads.get_mut(number as usize) else { return };
        match Head::of(std::mem::replace(head, NOBODY)) {
            Head::Nobody | Head::One(_) => {}
            Head::Block(place) => self.blocks.give_back(place),
            Head::Long(place) => {
                self.room -= std::mem::take(&mut self.long[place]).capacity();
                self.free.push(place as u32);
            }
        }
    }

    /// Keeps slots; gives the head of their list.
    fn keep(&mut self, slots: &[u32]) -> u32 {
        match *slots {
            [] => return NOBODY,
            [only] => return only,
            _ => {}
        }
        if slots.len() <= LONGEST
            && let Some(place) = self.blocks.keep(slots)
        {
            return place | LIST;
        }
        let list = slots.to_vec();
        self.room += list.capacity();
        let place = self.free.pop().unwrap_or(self.long.len() as u32);
        match self.long.get_mut(place as usize) {
            Some(free) => *free = list,
            None => self.long.push(list),
        }
        place | LONG
    }

    /// Forgets the numbers that are not held, which have no slots.
    pub(super) fn compact(&mut self, held: &[bool]) {
        keep_held(&mut self.heads, held);
    }

    /// Gives memory back that lists have left behind, where it is much.
    pub(super) fn settle(&mut self) {
        if !self.blocks.is_wasteful() {
            return;
        }
        let old = std::mem::take(&mut self.blocks);
        for number in 0..self.heads.len() {
            if let Head::Block(place) = Head::of(self.heads[number]) {
                self.heads[number] = self.keep(old.of(place));
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.heads.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let words = self.heads.capacity() + self.room + self.free.capacity();
        4 * words + size_of::<Vec<u32>>() * self.long.capacity() + self.blocks.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_are_as_vectors(steps in prop::collection::vec((0u8..12, 0u32..4, 0u32..200, 1u32..90), 0..80)) {
            let (mut lists, mut naive) = (Lists::default(), vec![Vec::new(); 4]);
            lists.grow(4);
            for (what, number, slot, count) in steps {
                match what {
                    0 => {
                        lists.clear(number);
                        naive[number as usize].clear();
                    }
                    1 => {
                        lists.retain(number, |other| other % count > slot % 7);
                        naive[number as usize].retain(|&other| other % count > slot % 7);
                    }
                    2 => lists.settle(),
                    _ => {
                        for slot in slot..slot + count {
                            lists.push(number, slot);
                            naive[number as usize].push(slot);
                        }
                    }
                }
                for number in 0..4 {
                    prop_assert_eq!(lists.of(number), &naive[number as usize][..]);
                }
                prop_assert_eq!(lists.room, lists.long.iter().map(Vec::capacity).sum::<usize>());
            }
            prop_assert!(lists.of(9).is_empty() && lists.len() == 4 && lists.bytes() > 0);
        }
    }

    #[test]
    fn what_lists_leave_behind_is_given_back() {
        let mut lists = Lists::default();
        lists.grow(50_000);
        (0..50_000).for_each(|number| (0..5).for_each(|slot| lists.push(number, slot)));
        let full = lists.bytes();
        (0..50_000).filter(|number| number % 4 > 0).for_each(|number| lists.clear(number));
        lists.settle();
        assert!(lists.bytes() < full / 2, "{full} {}", lists.bytes());
        assert!((0..50_000).all(|number| lists.of(number).len() == if number % 4 > 0 { 0 } else { 5 }));
    }
}
