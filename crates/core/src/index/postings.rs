//! Who has a feature: features in the order of their hashes, each with the numbers of those that have it.
//!
//! Most features stand in one document only. Such a one takes the gap to the hash before it by Rice's code (its length is the
//! information that a random hash has), one bit, and a number: 7 bytes in a collection of 50 million features.

use crate::error::Result;
use crate::index::bits::{BitReader, BitWriter};
use crate::index::blocks::{Blocks, BlocksWriter};

/// Features of a block: one is decoded in some microseconds, and the directory stays small.
const BLOCK: usize = 1024;
/// Numbers of a block, unless a feature alone has more.
const NUMBERS: usize = 1 << 16;

/// Collects features in order and writes them in blocks.
pub(super) struct PostingsWriter {
    section: usize,
    hashes: Vec<u64>,
    ends: Vec<usize>,
    numbers: Vec<u32>,
}

impl PostingsWriter {
    pub(super) fn new(section: usize) -> Self {
        Self { section, hashes: Vec::new(), ends: Vec::new(), numbers: Vec::new() }
    }

    /// Takes in who has the next feature; numbers ascend, as the hashes do. A feature may come in several pieces.
    pub(super) fn push(&mut self, hash: u64, number: u32, out: &mut BlocksWriter) -> Result<()> {
        if self.hashes.last() != Some(&hash) {
            if self.hashes.len() >= BLOCK || self.numbers.len() >= NUMBERS {
                self.flush(out)?;
            }
            self.hashes.push(hash);
            self.ends.push(self.numbers.len());
        }
        self.numbers.push(number);
        if let Some(end) = self.ends.last_mut() {
            *end = self.numbers.len();
        }
        Ok(())
    }

    pub(super) fn flush(&mut self, out: &mut BlocksWriter) -> Result<()> {
        let (Some(&first), Some(&last)) = (self.hashes.first(), self.hashes.last()) else { return Ok(()) };
        let k = ((last - first) / self.hashes.len() as u64).checked_ilog2().unwrap_or(0);
        let width = 32 - self.numbers.iter().max().map_or(32, |most| most.leading_zeros());
        let mut bits = BitWriter::default();
        bits.bits(self.hashes.len() as u64, 32);
        bits.bits(u64::from(k), 8);
        bits.bits(u64::from(width), 8);
        let (mut before, mut start) = (first, 0);
        for (&hash, &end) in self.hashes.iter().zip(&self.ends) {
            bits.rice(hash - before, k);
            let numbers = &self.numbers[start..end];
            bits.delta(numbers.len() as u64);
            bits.bits(u64::from(numbers[0]), width);
            numbers.windows(2).for_each(|two| bits.delta(u64::from(two[1] - two[0])));
            (before, start) = (hash, end);
        }
        self.hashes.clear();
        self.ends.clear();
        self.numbers.clear();
        out.add(self.section, first, &bits.into_bytes())
    }
}

/// The features of a block, one after the other.
pub(super) struct Decoder<'a> {
    bits: BitReader<'a>,
    left: u64,
    hash: u64,
    k: u32,
    width: u32,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(block: &'a [u8], first: u64) -> Self {
        let mut bits = BitReader::new(block);
        let left = bits.bits(32);
        let (k, width) = (bits.bits(8).min(63) as u32, bits.bits(8).min(32) as u32);
        Self { bits, left, hash: first, k, width }
    }

    /// The next feature; who has it is put into `numbers`. What was not written by us ends early.
    #[inline]
    pub(super) fn next(&mut self, numbers: &mut Vec<u32>) -> Option<u64> {
        if self.left == 0 || self.bits.is_spent() {
            return None;
        }
        self.left -= 1;
        self.hash = self.hash.wrapping_add(self.bits.rice(self.k));
        let count = self.bits.delta();
        numbers.clear();
        let mut number = self.bits.bits(self.width) as u32;
        numbers.push(number);
        for _ in 1..count {
            if self.bits.is_spent() {
                return None;
            }
            number = number.wrapping_add(self.bits.delta() as u32);
            numbers.push(number);
        }
        Some(self.hash)
    }
}

/// Room that is kept between questions.
#[derive(Default)]
pub(crate) struct Room {
    pub(super) block: Vec<u8>,
    pub(super) numbers: Vec<u32>,
}

/// Calls `f` with each of the wanted features that is there, and with the numbers that have it. `wanted` ascends; only the
/// blocks that can hold one of them are read.
pub(super) fn find(
    blocks: &Blocks,
    section: usize,
    wanted: &[u64],
    room: &mut Room,
    mut f: impl FnMut(u64, &[u32]) -> Result<()>,
) -> Result<()> {
    let directory = blocks.section(section)?;
    let mut rest = wanted;
    while let Some(&next) = rest.first() {
        let Some(block) = directory.locate(next) else {
            let first = directory.firsts.first().copied().unwrap_or(u64::MAX);
            let before = rest.partition_point(|&hash| hash < first);
            if directory.len() == 0 || before == 0 {
                return Ok(());
            }
            rest = &rest[before..];
            continue;
        };
        let here = match directory.firsts.get(block + 1) {
            Some(&end) => rest.partition_point(|&hash| hash < end),
            None => rest.len(),
        };
        let (mut asked, later) = rest.split_at(here);
        rest = later;
        blocks.read(section, block, &mut room.block)?;
        let mut decoder = Decoder::new(&room.block, directory.firsts[block]);
        while let Some(hash) = decoder.next(&mut room.numbers) {
            while let Some((&next, others)) = asked.split_first()
                && next < hash
            {
                asked = others;
            }
            match asked.first() {
                None => break,
                Some(&next) if next == hash => f(hash, &room.numbers)?,
                Some(_) => {}
            }
        }
    }
    Ok(())
}

/// Calls `f` with all features of a section in order.
pub(super) fn each(
    blocks: &Blocks,
    section: usize,
    room: &mut Room,
    mut f: impl FnMut(u64, &[u32]) -> Result<()>,
) -> Result<()> {
    let directory = blocks.section(section)?;
    for (block, &first) in directory.firsts.iter().enumerate() {
        blocks.read(section, block, &mut room.block)?;
        let mut decoder = Decoder::new(&room.block, first);
        while let Some(hash) = decoder.next(&mut room.numbers) {
            f(hash, &room.numbers)?;
        }
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    pub(crate) type Known = BTreeMap<u64, Vec<u32>>;

    pub(crate) fn written(known: &Known) -> (tempfile::TempDir, Blocks) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part");
        let mut out = BlocksWriter::create(&path, 1).unwrap();
        let mut postings = PostingsWriter::new(0);
        for (&hash, numbers) in known {
            numbers.iter().for_each(|&number| postings.push(hash, number, &mut out).unwrap());
        }
        postings.flush(&mut out).unwrap();
        let written = out.finish(&[]).unwrap();
        let blocks = Blocks::open(&path, &written).unwrap();
        (folder, blocks)
    }

    pub(crate) fn collected(
        call: impl FnOnce(&mut dyn FnMut(u64, &[u32]) -> Result<()>) -> Result<()>,
    ) -> Known {
        let mut found = Known::new();
        call(&mut |hash, numbers| {
            found.entry(hash).or_default().extend(numbers);
            Ok(())
        })
        .unwrap();
        found
    }

    pub(crate) fn known(hashes: impl Strategy<Value = u64>, most: usize) -> impl Strategy<Value = Known> {
        let numbers = prop::collection::btree_set(0u32..5000, 1..6).prop_map(|set| set.into_iter().collect());
        prop::collection::btree_map(hashes, numbers, 0..most)
    }

    #[test]
    fn features_of_many_blocks_are_found() {
        let hash = |i: u64| xxhash_rust::xxh3::xxh3_64(&i.to_le_bytes());
        let all: Known = (0..5000).map(|i| (hash(i), vec![i as u32, i as u32 + 7])).collect();
        let (_folder, blocks) = written(&all);
        assert!(blocks.section(0).unwrap().len() > 3);
        let mut wanted: Vec<u64> = (4000..6000).map(hash).collect();
        wanted.sort_unstable();
        let found = collected(|f| find(&blocks, 0, &wanted, &mut Room::default(), f));
        let expected: Known =
            all.iter().filter(|(_, n)| n[0] >= 4000).map(|(&h, n)| (h, n.clone())).collect();
        assert_eq!(found, expected);
        assert_eq!(collected(|f| each(&blocks, 0, &mut Room::default(), f)), all);
    }

    proptest! {
        #[test]
        fn exactly_the_wanted_are_found(
            known in known(any::<u64>().prop_map(|hash| hash >> (hash % 60)), 60),
            others in prop::collection::btree_set(any::<u64>(), 0..10),
            every in 1usize..4,
        ) {
            let (_folder, blocks) = written(&known);
            let mut wanted: Vec<u64> = known.keys().copied().step_by(every).chain(others).collect();
            wanted.sort_unstable();
            wanted.dedup();
            let found = collected(|f| find(&blocks, 0, &wanted, &mut Room::default(), f));
            let expected: Known = wanted.iter().filter_map(|h| Some((*h, known.get(h)?.clone()))).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
