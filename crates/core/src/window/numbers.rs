//! Features by number: small numbers make small sets. A feature that no set has any more is forgotten, and its number is
//! given to another, so that a window takes no more room however long it lives.

use hashbrown::HashTable;

/// Features with the number of sets that hold each.
#[derive(Default)]
pub(super) struct Numbers {
    /// A feature stands beside its number: one look at memory answers.
    table: HashTable<Entry>,
    /// By number: half of the feature, by which it is found in the table.
    halves: Vec<u32>,
    counts: Vec<u32>,
    free: Vec<u32>,
}

/// A feature in two halves, as eight bytes together would leave a gap behind the number.
struct Entry {
    low: u32,
    high: u32,
    number: u32,
}

impl Entry {
    fn feature(&self) -> u64 {
        u64::from(self.high) << 32 | u64::from(self.low)
    }

    fn hash(&self) -> u64 {
        hash(self.low)
    }
}

/// Spreads half a feature over all bits of a hash.
fn hash(low: u32) -> u64 {
    u64::from(low).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Numbers {
    /// Features by number, with the numbers that sets hold; those that none holds are free.
    pub(super) fn of<'a>(features: &[u64], held: impl Iterator<Item = &'a u32>) -> Self {
        let halves: Vec<u32> = features.iter().map(|&feature| feature as u32).collect();
        let mut numbers = Self { counts: vec![0; halves.len()], halves, ..Self::default() };
        held.for_each(|&number| numbers.counts[number as usize] += 1);
        for (number, &feature) in (0..).zip(features) {
            if numbers.counts[number as usize] == 0 {
                numbers.free.push(number);
            } else {
                numbers.list(feature, number);
            }
        }
        numbers
    }

    pub(super) fn find(&self, feature: u64) -> Option<u32> {
        let entry = self.table.find(hash(feature as u32), |entry| entry.feature() == feature);
        entry.map(|entry| entry.number)
    }

    /// The number of a feature that one more set holds.
    pub(super) fn take(&mut self, feature: u64) -> u32 {
        let number = self.find(feature).unwrap_or_else(|| self.make(feature));
        self.count(number);
        number
    }

    /// One more set holds a feature that has a number.
    pub(super) fn count(&mut self, number: u32) {
        self.counts[number as usize] += 1;
    }

    /// One set fewer holds the feature; tells whether that was the last.
    pub(super) fn release(&mut self, number: u32) -> bool {
        let count = &mut self.counts[number as usize];
        *count -= 1;
        let last = *count == 0;
        if last {
            let half = self.halves[number as usize];
            if let Ok(entry) = self.table.find_entry(hash(half), |entry| entry.number == number) {
                entry.remove();
            }
            self.free.push(number);
        }
        last
    }

    fn make(&mut self, feature: u64) -> u32 {
        let number = self.free.pop().unwrap_or(self.halves.len() as u32);
        if number as usize == self.halves.len() {
            push(&mut self.halves, 0);
            push(&mut self.counts, 0);
        }
        self.halves[number as usize] = feature as u32;
        self.list(feature, number);
        number
    }

    fn list(&mut self, feature: u64, number: u32) {
        let entry = Entry { low: feature as u32, high: (feature >> 32) as u32, number };
        self.table.insert_unique(entry.hash(), entry, Entry::hash);
    }

    /// The feature of a number; 0 if no set holds it.
    pub(super) fn feature(&self, number: u32) -> u64 {
        let half = self.halves[number as usize];
        self.table.find(hash(half), |entry| entry.number == number).map_or(0, Entry::feature)
    }

    pub(super) fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// One more than the largest number there has been.
    pub(super) fn len(&self) -> usize {
        self.halves.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let words = self.halves.capacity() + self.counts.capacity() + self.free.capacity();
        self.table.allocation_size() + 4 * words
    }
}

/// Appends with little room to spare.
fn push(list: &mut Vec<u32>, value: u32) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 64);
    }
    list.push(value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_given_again_once_nobody_has_the_feature() {
        let mut numbers = Numbers::default();
        assert_eq!([numbers.take(70), numbers.take(80), numbers.take(70)], [0, 1, 0]);
        assert!(!numbers.release(0));
        assert!(numbers.release(0));
        assert_eq!((numbers.find(70), numbers.find(80)), (None, Some(1)));
        assert_eq!(numbers.take(90), 0);
        assert_eq!((numbers.feature(0), numbers.len(), numbers.counts()), (90, 2, &[1, 1][..]));
    }
}
