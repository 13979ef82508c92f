//! Records in buckets, held up to a limit, then in a temporary file without a name.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::mem::take;
use std::ops::Range;

use bytemuck::{Pod, cast_slice, cast_slice_mut};

use crate::error::Result;

pub(super) struct Spool<T> {
    /// Bytes that may be held, and that are.
    limit: usize,
    held: usize,
    buckets: Vec<Bucket<T>>,
    file: Option<File>,
    written: u64,
}

struct Bucket<T> {
    /// Where its earlier records stand in the file.
    blocks: Vec<Range<u64>>,
    records: Vec<T>,
}

impl<T: Pod> Spool<T> {
    pub(super) fn new(buckets: usize, limit: usize) -> Self {
        let bucket = || Bucket { blocks: Vec::new(), records: Vec::new() };
        let buckets = (0..buckets).map(|_| bucket()).collect();
        Self { limit, held: 0, buckets, file: None, written: 0 }
    }

    /// Adds records to a bucket.
    pub(super) fn put(&mut self, bucket: usize, records: &[T]) -> Result<()> {
        self.buckets[bucket].records.extend_from_slice(records);
        self.held += size_of_val(records);
        if self.held > self.limit { self.spill() } else { Ok(()) }
    }

    fn spill(&mut self) -> Result<()> {
        let mut file = match self.file.take() {
            Some(file) => file,
            None => tempfile::tempfile()?,
        };
        file.seek(SeekFrom::Start(self.written))?;
        for bucket in self.buckets.iter_mut().filter(|bucket| !bucket.records.is_empty()) {
            file.write_all(cast_slice(&bucket.records))?;
            let end = self.written + size_of_val(&bucket.records[..]) as u64;
            bucket.blocks.push(self.written..end);
            bucket.records = Vec::new();
            self.written = end;
        }
        self.held = 0;
        self.file = Some(file);
        Ok(())
    }

    /// All records of a bucket, in the order in which they came; it is empty then.
    pub(super) fn take(&mut self, bucket: usize) -> Result<Vec<T>> {
        let Bucket { blocks, records } = &mut self.buckets[bucket];
        let (blocks, records) = (take(blocks), take(records));
        self.held -= size_of_val(&records[..]);
        let Some(file) = self.file.as_mut().filter(|_| !blocks.is_empty()) else { return Ok(records) };
        let count = |block: &Range<u64>| (block.end - block.start) as usize / size_of::<T>();
        let spilled: usize = blocks.iter().map(count).sum();
        let mut all = vec![T::zeroed(); spilled];
        let mut rest = &mut all[..];
        for block in &blocks {
            let (here, others) = rest.split_at_mut(count(block));
            file.seek(SeekFrom::Start(block.start))?;
            file.read_exact(cast_slice_mut(here))?;
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
