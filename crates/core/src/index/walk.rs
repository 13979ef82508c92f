//! Several sections of features as one, in order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::error::Result;
use crate::index::blocks::Blocks;
use crate::index::postings::{Decoder, Room};

/// Walks through a section block by block, so that several can be merged.
pub(super) struct Walk<'a> {
    blocks: &'a Blocks,
    section: usize,
    block: usize,
    /// The features of the block that is not yet used up, last first, with the ends of their numbers.
    hashes: Vec<(u64, Vec<u32>)>,
    room: Room,
}

impl<'a> Walk<'a> {
    pub(super) fn new(blocks: &'a Blocks, section: usize) -> Self {
        Self { blocks, section, block: 0, hashes: Vec::new(), room: Room::default() }
    }

    fn next(&mut self) -> Result<Option<(u64, Vec<u32>)>> {
        while self.hashes.is_empty() {
            let Some(&first) = self.blocks.section(self.section)?.firsts.get(self.block) else {
                return Ok(None);
            };
            self.blocks.read(self.section, self.block, &mut self.room.block)?;
            self.block += 1;
            let mut decoder = Decoder::new(&self.room.block, first);
            while let Some(hash) = decoder.next(&mut self.room.numbers) {
                self.hashes.push((hash, self.room.numbers.clone()));
            }
            self.hashes.reverse();
        }
        Ok(self.hashes.pop())
    }
}

/// Calls `f` with the features of several walks in order; where some have the same, the one that comes first is first.
pub(super) fn merge(
    mut walks: Vec<Walk<'_>>,
    mut f: impl FnMut(usize, u64, &[u32]) -> Result<()>,
) -> Result<()> {
    type Head = Reverse<(u64, usize, Vec<u32>)>;
    let mut heads: BinaryHeap<Head> = BinaryHeap::new();
    for (number, walk) in walks.iter_mut().enumerate() {
        heads.extend(walk.next()?.map(|(hash, numbers)| Reverse((hash, number, numbers))));
    }
    while let Some(Reverse((hash, number, numbers))) = heads.pop() {
        f(number, hash, &numbers)?;
        heads.extend(walks[number].next()?.map(|(hash, numbers)| Reverse((hash, number, numbers))));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::index::postings::tests::{collected, known, written};

    proptest! {
        #[test]
        fn merged_they_are_all_there(one in known(0u64..80, 50), other in known(0u64..80, 50)) {
            let ((_a, left), (_b, right)) = (written(&one), written(&other));
            let walks = vec![Walk::new(&left, 0), Walk::new(&right, 0)];
            let mut order = Vec::new();
            let found = collected(|f| merge(walks, |number, hash, numbers| {
                order.push((hash, number));
                f(hash, numbers)
            }));
            prop_assert!(order.is_sorted());
            let mut expected = one;
            other.into_iter().for_each(|(hash, numbers)| expected.entry(hash).or_default().extend(numbers));
            prop_assert_eq!(found, expected);
        }
    }
}
