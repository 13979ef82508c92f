//! Features by number: small numbers make small sets. A feature that no set has any more is forgotten, and its number is
//! given to another, so that a window takes no more room however long it lives.

use super::compact::keep_held;
use super::counts::Counts;
use super::table::Table;

/// Features with the number of sets that hold each.
#[derive(Default)]
pub(super) struct Numbers {
    table: Table,
    /// By number.
    features: Vec<u64>,
    counts: Counts,
    free: Vec<u32>,
}

/// Spreads a feature over all bits.
fn hash(feature: u64) -> u64 {
    feature.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Numbers {
    /// Features by number, with how many sets hold each; those that none holds are free.
    pub(super) fn of(features: Vec<u64>, counts: Counts) -> Self {
        let mut numbers = Self { features, counts, ..Self::default() };
        numbers.free = (0..)
            .zip(numbers.counts.iter())
            .filter(|&(_, count)| count == 0)
            .map(|(number, _)| number)
            .collect();
        numbers.list_all();
        numbers
    }

    pub(super) fn find(&self, feature: u64) -> Option<u32> {
        self.table.find(hash(feature), |number| self.features[number as usize] == feature)
    }

    /// The number of a feature that one more set holds.
    pub(super) fn take(&mut self, feature: u64) -> u32 {
        let number = self.find(feature).unwrap_or_else(|| self.make(feature));
        self.count(number);
        number
    }

    /// One more set holds a feature that has a number.
    pub(super) fn count(&mut self, number: u32) {
        self.counts.add(number);
    }

    /// One set fewer holds the feature; tells whether that was the last.
    pub(super) fn release(&mut self, number: u32) -> bool {
        let last = self.counts.subtract(number) == 0;
        if last {
            let Self { table, features, .. } = self;
            let of = |number: u32| hash(features[number as usize]);
            table.remove(of(number), number, of);
            self.free.push(number);
        }
        last
    }

    fn make(&mut self, feature: u64) -> u32 {
        let number = self.free.pop().unwrap_or(self.features.len() as u32);
        if number as usize == self.features.len() {
            push_tightly(&mut self.features, 0);
            self.counts.push();
        }
        self.features[number as usize] = feature;
        if !self.table.has_room(number) {
            self.list_all();
        }
        self.table.insert(hash(feature), number);
        number
    }

    /// Makes a table that has room, with all features that some set holds.
    fn list_all(&mut self) {
        let held = self.features.len() - self.free.len();
        // What there was goes first, so that there are never two.
        self.table = Table::default();
        self.table = Table::with_room(held, self.features.len());
        for (number, &feature) in (0..).zip(&self.features) {
            if self.counts.get(number) > 0 {
                self.table.insert(hash(feature), number);
            }
        }
    }

    /// How many numbers no feature has.
    pub(super) fn free(&self) -> usize {
        self.free.len()
    }

    /// Numbers the features anew, in the same order.
    pub(super) fn compact(&mut self) {
        let (mut features, counts) = (std::mem::take(&mut self.features), std::mem::take(&mut self.counts));
        let held: Vec<bool> = counts.iter().map(|count| count > 0).collect();
        keep_held(&mut features, &held);
        let counts = Counts::of(counts.iter().filter(|&count| count > 0));
        *self = Self::of(features, counts);
    }

    /// The feature of a number that some set holds, or that one held before.
    pub(super) fn feature(&self, number: u32) -> u64 {
        self.features[number as usize]
    }

    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// One more than the largest number there has been.
    pub(super) fn len(&self) -> usize {
        self.features.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let words = 2 * self.features.capacity() + self.free.capacity();
        self.table.bytes() + self.counts.bytes() + 4 * words
    }
}

/// Appends with little room to spare.
pub(super) fn push_tightly<T>(list: &mut Vec<T>, value: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 16 + 64);
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
        assert_eq!(
            (numbers.feature(0), numbers.len(), numbers.counts().iter().collect()),
            (90, 2, vec![1, 1])
        );
    }
}
