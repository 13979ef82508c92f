//! Features by number: small numbers make small sets. A feature that no set has any more is forgotten, and its number is
//! given to another, so that a window takes no more room however long it lives.

use hashbrown::HashTable;

/// Features with the number of sets that hold each.
#[derive(Default)]
pub(super) struct Numbers {
    /// A feature stands beside its number: one look at memory answers.
    table: HashTable<(u64, u32)>,
    features: Vec<u64>,
    counts: Vec<u32>,
    free: Vec<u32>,
}

impl Numbers {
    /// Features by number, with the numbers that sets hold; those that none holds are free.
    pub(super) fn of<'a>(features: Vec<u64>, held: impl Iterator<Item = &'a u32>) -> Self {
        let mut counts = vec![0; features.len()];
        held.for_each(|&number| counts[number as usize] += 1);
        let mut table = HashTable::with_capacity(features.len());
        let mut free = Vec::new();
        for (number, (&feature, &count)) in (0..).zip(features.iter().zip(&counts)) {
            if count == 0 {
                free.push(number);
            } else {
                table.insert_unique(feature, (feature, number), |entry: &(u64, u32)| entry.0);
            }
        }
        Self { table, features, counts, free }
    }

    pub(super) fn find(&self, feature: u64) -> Option<u32> {
        self.table.find(feature, |entry| entry.0 == feature).map(|entry| entry.1)
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
            let feature = self.features[number as usize];
            if let Ok(entry) = self.table.find_entry(feature, |entry| entry.0 == feature) {
                entry.remove();
            }
            self.free.push(number);
        }
        last
    }

    fn make(&mut self, feature: u64) -> u32 {
        let number = self.free.pop().unwrap_or(self.features.len() as u32);
        if number as usize == self.features.len() {
            self.features.push(feature);
            self.counts.push(0);
        }
        self.features[number as usize] = feature;
        self.table.insert_unique(feature, (feature, number), |entry| entry.0);
        number
    }

    pub(super) fn feature(&self, number: u32) -> u64 {
        self.features[number as usize]
    }

    pub(super) fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// One more than the largest number there has been.
    pub(super) fn len(&self) -> usize {
        self.features.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.allocation_size()
            + 8 * self.features.capacity()
            + 4 * (self.counts.capacity() + self.free.capacity())
    }
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
