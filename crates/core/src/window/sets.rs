//! Sets of numbers, packed: the gaps between them, seven bits a byte. Common features have small numbers, as they are met
//! first, so that most gaps take one byte. The largest number stands first: whoever counts what two sets share learns
//! from the rare features how little it is.

/// A set that does not change.
#[derive(Default)]
pub(super) struct PackedSet {
    bytes: Box<[u8]>,
}

impl PackedSet {
    /// Packs numbers that ascend.
    pub(super) fn new(numbers: &[u32]) -> Self {
        let mut bytes = Vec::with_capacity(numbers.len() + numbers.len() / 4 + 4);
        let mut before = u32::MAX;
        for &number in numbers.iter().rev() {
            let mut gap = before - number;
            while gap >= 0x80 {
                bytes.push(gap as u8 | 0x80);
                gap >>= 7;
            }
            bytes.push(gap as u8);
            before = number;
        }
        Self { bytes: bytes.into_boxed_slice() }
    }

    /// The numbers, descending.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> {
        let mut at = 0;
        let mut number = u32::MAX;
        std::iter::from_fn(move || {
            let mut byte = *self.bytes.get(at)?;
            let mut gap = u32::from(byte & 0x7F);
            let mut shift = 7;
            at += 1;
            while byte >= 0x80 {
                byte = self.bytes[at];
                gap |= u32::from(byte & 0x7F) << shift;
                shift += 7;
                at += 1;
            }
            number -= gap;
            Some(number)
        })
    }

    /// The gaps, from `u32::MAX` down to each number.
    pub(super) fn packed(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_packed_comes_out(numbers in prop::collection::btree_set(
            prop_oneof![0u32..200, 0u32..100_000, any::<u32>()], 0..300)) {
            let numbers: Vec<u32> = numbers.into_iter().collect();
            let set = PackedSet::new(&numbers);
            prop_assert_eq!(set.numbers().collect::<Vec<_>>(), numbers.into_iter().rev().collect::<Vec<_>>());
        }
    }
}
