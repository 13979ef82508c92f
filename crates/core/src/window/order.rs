//! Orders of features by how rare they are: the prefix filter looks at the rarest.
//!
//! Two sets that share enough share some of their first features, if both are put into the same order. Which features are
//! rare changes with the stream, so a new order is made from time to time. Sets that are in the index stay in the order in
//! which they came; whoever asks takes its first features in each order that still has sets.

use super::compact::keep_held;

/// Classes of rarity: powers of 2 ^ (1 / 12), so that a million sets have 240.
const CLASSES: usize = 256;
const STEPS: f64 = 12.0;

/// How rare each feature was when the order was made.
pub(super) struct Order {
    /// By number; a number beyond is that of a newer feature, and rare.
    classes: Vec<u8>,
    /// How many sets are in this order.
    pub(super) sets: usize,
}

impl Order {
    pub(super) fn of(counts: impl Iterator<Item = u32>) -> Self {
        let class = |count: u32| (f64::from(count).max(1.0).log2() * STEPS).min(255.0) as u8;
        Self { classes: counts.map(class).collect(), sets: 0 }
    }

    fn class(&self, number: u32) -> u8 {
        self.classes.get(number as usize).copied().unwrap_or_default()
    }

    /// Calls `f` with the `length` first of `numbers`, which ascend: by class, and in a class the newer first.
    pub(super) fn first(&self, numbers: &[u32], length: usize, mut f: impl FnMut(u32)) {
        let mut sizes = [0usize; CLASSES];
        // Looked up once: each stands elsewhere in memory.
        let classes: Vec<u8> = numbers.iter().map(|&number| self.class(number)).collect();
        classes.iter().for_each(|&class| sizes[usize::from(class)] += 1);
        let (mut cut, mut left) = (0, length.min(numbers.len()));
        while cut < CLASSES && sizes[cut] <= left {
            left -= sizes[cut];
            cut += 1;
        }
        for (&number, &class) in numbers.iter().zip(&classes).rev() {
            let class = usize::from(class);
            if class < cut {
                f(number);
            } else if class == cut && left > 0 {
                left -= 1;
                f(number);
            }
        }
    }

    /// Forgets the numbers that are not held.
    pub(super) fn compact(&mut self, held: &[bool]) {
        keep_held(&mut self.classes, held);
    }

    pub(super) fn bytes(&self) -> usize {
        self.classes.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_are_the_rarest(counts in prop::collection::vec(0u32..40, 0..60), length in 0usize..80,
            numbers in prop::collection::btree_set(0u32..80, 0..60)) {
            let order = Order::of(counts.iter().copied());
            let numbers: Vec<u32> = numbers.into_iter().collect();
            let mut first = Vec::new();
            order.first(&numbers, length, |number| first.push(number));
            let mut naive = numbers.clone();
            naive.sort_by_key(|&number| (order.class(number), std::cmp::Reverse(number)));
            naive.truncate(length);
            first.sort_unstable();
            naive.sort_unstable();
            prop_assert_eq!(first, naive);
        }
    }
}
