//! Numbers by the hash of their features, in four bytes each. A word is a number and, in the bits that numbers do not need,
//! a part of the hash: whoever looks for a feature asks few others, which stand elsewhere in memory.
//!
//! The table grows by less than half of itself, so that little of it is empty in a window of any size. One that doubles
//! took up to twice as much.

const EMPTY: u32 = u32::MAX;

/// Open addressing: a number stands at the place that its hash says, or behind it.
#[derive(Default)]
pub(super) struct Table {
    words: Vec<u32>,
    taken: usize,
    /// How many bits of a word are the number.
    bits: u32,
}

impl Table {
    /// A table with room for so many, and for numbers below a bound.
    pub(super) fn with_room(count: usize, bound: usize) -> Self {
        // The largest number that the bits can say would look as if nothing were there.
        let bits = (usize::BITS - (bound + 1 + bound / 4).leading_zeros()).min(31);
        Self { words: vec![EMPTY; (count + count / 2).max(64)], taken: 0, bits }
    }

    /// Whether one more fits, with this number.
    pub(super) fn has_room(&self, number: u32) -> bool {
        16 * (self.taken + 1) <= 13 * self.words.len() && number < (1 << self.bits) - 1
    }

    pub(super) fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        self.place(hash, same).map(|place| self.number(place))
    }

    /// Lists a number that is not listed; there must be room.
    pub(super) fn insert(&mut self, hash: u64, number: u32) {
        let mut place = self.home(hash);
        while self.words[place] != EMPTY {
            place = self.after(place);
        }
        self.words[place] = self.mark(hash) | number;
        self.taken += 1;
    }

    /// Takes a number out. Those behind it move up, so that each is still found from its place on.
    pub(super) fn remove(&mut self, hash: u64, number: u32, hash_of: impl Fn(u32) -> u64) {
        let Some(mut gap) = self.place(hash, |other| other == number) else { return };
        self.taken -= 1;
        let mut place = self.after(gap);
        while self.words[place] != EMPTY {
            let home = self.home(hash_of(self.number(place)));
            if self.distance(home, place) >= self.distance(gap, place) {
                self.words[gap] = self.words[place];
                gap = place;
            }
            place = self.after(place);
        }
        self.words[gap] = EMPTY;
    }

    fn place(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<usize> {
        if self.words.is_empty() {
            return None;
        }
        let (mark, mut place) = (self.mark(hash), self.home(hash));
        while self.words[place] != EMPTY {
            if self.words[place] >> self.bits == mark >> self.bits && same(self.number(place)) {
                return Some(place);
            }
            place = self.after(place);
        }
        None
    }

    /// Where a number of this hash would stand if it were alone.
    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.words.len() as u128) >> 64) as usize
    }

    /// The part of a hash that stands beside the number: its last bits, as the first ones tell the place.
    fn mark(&self, hash: u64) -> u32 {
        (hash as u32) << self.bits
    }

    fn number(&self, place: usize) -> u32 {
        self.words[place] & ((1 << self.bits) - 1)
    }

    fn after(&self, place: usize) -> usize {
        if place + 1 == self.words.len() { 0 } else { place + 1 }
    }

    /// How many steps lead from one place to another.
    fn distance(&self, from: usize, to: usize) -> usize {
        if to >= from { to - from } else { to + self.words.len() - from }
    }

    pub(super) fn bytes(&self) -> usize {
        4 * self.words.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        /// Few places and hashes, so that numbers stand behind one another and around the end.
        #[test]
        fn a_table_is_as_a_map(steps in prop::collection::vec((0u32..40, any::<bool>()), 0..200), spread in 0u64..4) {
            let hash = |number: u32| match spread {
                0 => u64::from(number % 3).wrapping_mul(0x5555_5555_5555_5555),
                1 => u64::MAX - u64::from(number / 7),
                _ => u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15),
            };
            let (mut table, mut naive) = (Table::with_room(40, 40), BTreeMap::new());
            prop_assert_eq!(Table::default().find(0, |_| true), None);
            for (number, adds) in steps {
                if adds && naive.insert(number, ()).is_none() {
                    prop_assert!(table.has_room(number));
                    table.insert(hash(number), number);
                } else if !adds {
                    naive.remove(&number);
                    table.remove(hash(number), number, hash);
                }
                for one in 0..40 {
                    let expected = naive.contains_key(&one).then_some(one);
                    prop_assert_eq!(table.find(hash(one), |other| other == one), expected);
                }
                prop_assert_eq!(table.taken, naive.len());
            }
        }
    }

    #[test]
    fn there_is_room_for_what_was_asked_for_and_not_for_all() {
        for count in [0, 1, 50, 100, 1000] {
            let table = Table::with_room(count, count);
            assert!(table.has_room(count as u32) && !table.has_room(1 << table.bits));
            assert!(!Table { taken: table.words.len() - 1, ..table }.has_room(0));
        }
    }
}
