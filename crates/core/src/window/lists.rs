//! Lists of slots by the number of a feature. Most features stand in one list with one entry, which takes four bytes.

const NOBODY: u32 = u32::MAX;
/// A number with this bit is that of a list.
const LIST: u32 = 1 << 31;
/// Slots are numbered below this.
pub(super) const MOST_SLOTS: u32 = LIST;

#[derive(Default)]
pub(super) struct Lists {
    /// By number: the only slot, or the list.
    heads: Vec<u32>,
    lists: Vec<Vec<u32>>,
    free: Vec<u32>,
    entries: usize,
}

impl Lists {
    /// Makes room for the numbers up to this.
    pub(super) fn grow(&mut self, numbers: usize) {
        self.heads.resize(self.heads.len().max(numbers), NOBODY);
    }

    pub(super) fn of(&self, number: u32) -> &[u32] {
        match self.heads.get(number as usize) {
            None | Some(&NOBODY) => &[],
            Some(head) if head & LIST == 0 => std::slice::from_ref(head),
            Some(head) => &self.lists[(head & !LIST) as usize],
        }
    }

    pub(super) fn push(&mut self, number: u32, slot: u32) {
        let head = self.heads[number as usize];
        if head == NOBODY {
            self.heads[number as usize] = slot;
        } else if head & LIST == 0 {
            self.heads[number as usize] = self.keep(vec![head, slot]);
        } else {
            let list = &mut self.lists[(head & !LIST) as usize];
            let before = list.capacity();
            if list.len() == before {
                // With little room to spare, as there are many lists.
                list.reserve_exact((before / 4).max(2));
            }
            list.push(slot);
            self.entries += list.capacity() - before;
        }
    }

    /// Leaves only slots that count.
    pub(super) fn retain(&mut self, number: u32, counts: impl Fn(u32) -> bool) {
        let head = self.heads[number as usize];
        if head == NOBODY || head & LIST == 0 {
            if head != NOBODY && !counts(head) {
                self.heads[number as usize] = NOBODY;
            }
            return;
        }
        let list = &mut self.lists[(head & !LIST) as usize];
        let before = list.len();
        list.retain(|&slot| counts(slot));
        match list[..] {
            [] => self.clear(number),
            [only] => {
                self.clear(number);
                self.heads[number as usize] = only;
            }
            _ if list.len() < before => self.shrink(head & !LIST),
            _ => {}
        }
    }

    fn shrink(&mut self, place: u32) {
        let list = &mut self.lists[place as usize];
        self.entries -= list.capacity();
        if list.len() < list.capacity() / 4 * 3 {
            list.shrink_to_fit();
        }
        self.entries += list.capacity();
    }

    /// Forgets all slots of a number.
    pub(super) fn clear(&mut self, number: u32) {
        let Some(head) = self.heads.get_mut(number as usize) else { return };
        let old = std::mem::replace(head, NOBODY);
        if old != NOBODY && old & LIST != 0 {
            let list = std::mem::take(&mut self.lists[(old & !LIST) as usize]);
            self.entries -= list.capacity();
            self.free.push(old & !LIST);
        }
    }

    fn keep(&mut self, list: Vec<u32>) -> u32 {
        self.entries += list.capacity();
        let place = self.free.pop().unwrap_or(self.lists.len() as u32);
        match self.lists.get_mut(place as usize) {
            Some(free) => *free = list,
            None => self.lists.push(list),
        }
        place | LIST
    }

    pub(super) fn len(&self) -> usize {
        self.heads.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let words = self.heads.capacity() + self.entries + self.free.capacity();
        4 * words + size_of::<Vec<u32>>() * self.lists.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_are_as_vectors(steps in prop::collection::vec((0u8..8, 0u32..4, 0u32..6), 0..80)) {
            let (mut lists, mut naive) = (Lists::default(), vec![Vec::new(); 4]);
            lists.grow(4);
            for (what, number, slot) in steps {
                match what {
                    0 => {
                        lists.clear(number);
                        naive[number as usize].clear();
                    }
                    1 => {
                        lists.retain(number, |other| other != slot);
                        naive[number as usize].retain(|&other| other != slot);
                    }
                    _ => {
                        lists.push(number, slot);
                        naive[number as usize].push(slot);
                    }
                }
                for number in 0..4 {
                    prop_assert_eq!(lists.of(number), &naive[number as usize][..]);
                }
                prop_assert_eq!(lists.entries, lists.lists.iter().map(Vec::capacity).sum::<usize>());
            }
            prop_assert!(lists.of(9).is_empty() && lists.len() == 4 && lists.bytes() > 0);
        }
    }
}
