//! Lists of features by number: what is not looked up by feature.

use crate::error::Result;
use crate::index::blocks::{Blocks, BlocksWriter};
use crate::index::columns::{packed, unpacked, words32};

/// Bytes of features in a block, unless a list alone has more: what is repeated nearby packs well, and one list is read
/// without many others.
const LIST_BYTES: usize = 512 << 10;

/// Lists of features in the order of the text.
pub(super) struct ListsWriter {
    section: usize,
    next: u64,
    lengths: Vec<u32>,
    values: Vec<u8>,
}

impl ListsWriter {
    pub(super) fn new(section: usize) -> Self {
        Self { section, next: 0, lengths: Vec::new(), values: Vec::new() }
    }

    pub(super) fn push(&mut self, list: &[u64], out: &mut BlocksWriter) -> Result<()> {
        self.lengths.push(list.len() as u32);
        list.iter().for_each(|value| self.values.extend(value.to_le_bytes()));
        if self.values.len() >= LIST_BYTES { self.flush(out) } else { Ok(()) }
    }

    pub(super) fn flush(&mut self, out: &mut BlocksWriter) -> Result<()> {
        if self.lengths.is_empty() {
            return Ok(());
        }
        let mut raw = (self.lengths.len() as u32).to_le_bytes().to_vec();
        self.lengths.iter().for_each(|length| raw.extend(length.to_le_bytes()));
        raw.append(&mut self.values);
        out.add(self.section, self.next, &packed(&raw)?)?;
        self.next += self.lengths.len() as u64;
        self.lengths.clear();
        Ok(())
    }
}

/// Reads lists by number; those nearby are read once.
#[derive(Default)]
pub(super) struct ListRoom {
    block: Option<usize>,
    ends: Vec<usize>,
    values: Vec<u64>,
    bytes: Vec<u8>,
}

impl ListRoom {
    pub(super) fn get(&mut self, blocks: &Blocks, section: usize, number: u32) -> Result<&[u64]> {
        let directory = blocks.section(section)?;
        let block = directory.locate(u64::from(number)).ok_or_else(|| blocks.damaged())?;
        if self.block != Some(block) {
            self.block = None;
            blocks.read(section, block, &mut self.bytes)?;
            let raw = unpacked(&self.bytes).ok_or_else(|| blocks.damaged())?;
            self.take(&raw).ok_or_else(|| blocks.damaged())?;
            self.block = Some(block);
        }
        let place = (u64::from(number) - directory.firsts[block]) as usize;
        match self.ends.get(place..place + 2) {
            Some(&[start, end]) => Ok(&self.values[start..end]),
            _ => Err(blocks.damaged()),
        }
    }

    fn take(&mut self, raw: &[u8]) -> Option<()> {
        let count = u32::from_le_bytes(raw.get(..4)?.try_into().ok()?) as usize;
        let start = count.checked_mul(4)?.checked_add(4)?;
        let lengths = words32(raw.get(4..start)?);
        self.ends.clear();
        self.ends.push(0);
        let mut end = 0;
        for length in lengths {
            end += length as usize;
            self.ends.push(end);
        }
        let words = raw.get(start..)?.chunks_exact(8);
        self.values.clear();
        self.values.extend(words.filter_map(|word| Some(u64::from_le_bytes(word.try_into().ok()?))));
        (self.values.len() == end).then_some(())
    }
}
