//! Records in buckets: in memory up to a limit, the others spilled.

use std::mem::take;
use std::ops::Range;

use bytemuck::Pod;

use crate::error::Result;
use crate::spill::Spill;

pub(super) struct Spool<T> {
    /// Bytes that may be held, and bytes that are.
    limit: usize,
    held: usize,
    buckets: Vec<Bucket<T>>,
    spill: Spill,
}

struct Bucket<T> {
    /// Where its earlier records are in the spill.
    blocks: Vec<Range<u64>>,
    records: Vec<T>,
}

impl<T: Pod> Spool<T> {
    pub(super) fn new(buckets: usize, limit: usize) -> Self {
        let bucket = || Bucket { blocks: Vec::new(), records: Vec::new() };
        let buckets = (0..buckets).map(|_| bucket()).collect();
        Self { limit, held: 0, buckets, spill: Spill::default() }
    }

    /// Adds records to a bucket.
    pub(super) fn put(&mut self, bucket: usize, records: &[T]) -> Result<()> {
        self.buckets[bucket].records.extend_from_slice(records);
        self.held += size_of_val(records);
        if self.held > self.limit { self.spill() } else { Ok(()) }
    }

    fn spill(&mut self) -> Result<()> {
        let mut out = self.spill.writer()?;
        for bucket in self.buckets.iter_mut().filter(|bucket| !bucket.records.is_empty()) {
            let start = out.position();
            out.append(&bucket.records)?;
            bucket.blocks.push(start..out.position());
            bucket.records = Vec::new();
        }
        self.held = 0;
        Ok(out.finish()?)
    }

    /// Removes and returns all records of a bucket, in the order in which they were added.
    pub(super) fn take(&mut self, bucket: usize) -> Result<Vec<T>> {
        let Bucket { blocks, records } = &mut self.buckets[bucket];
        let (blocks, records) = (take(blocks), take(records));
        self.held -= size_of_val(&records[..]);
        if blocks.is_empty() {
            return Ok(records);
        }
        let count = |block: &Range<u64>| (block.end - block.start) as usize / size_of::<T>();
        let spilled: usize = blocks.iter().map(count).sum();
        let mut all = vec![T::zeroed(); spilled];
        let mut rest = &mut all[..];
        for block in &blocks {
            let (here, others) = rest.split_at_mut(count(block));
            self.spill.read(block.start, here)?;
            rest = others;
        }
        all.extend(records);
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn buckets_give_back_what_they_got(puts in prop::collection::vec((0usize..3, 0u32..5), 0..40), limit in 0usize..200) {
            let mut spool = Spool::new(3, limit);
            let mut naive = vec![Vec::new(); 3];
            for (n, &(bucket, count)) in puts.iter().enumerate() {
                let records: Vec<[u32; 2]> = (0..count).map(|i| [n as u32, i]).collect();
                naive[bucket].extend(records.clone());
                spool.put(bucket, &records).unwrap();
            }
            for (bucket, expected) in naive.into_iter().enumerate() {
                prop_assert_eq!(spool.take(bucket).unwrap(), expected);
            }
        }
    }
}
