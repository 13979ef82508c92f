//! What is kept of documents and of kinds of them, by number: ids, keys, sizes.

use crate::error::Result;
use crate::index::blocks::{Blocks, BlocksWriter};

/// Documents of a block, and bytes of their ids, unless one alone has more.
const DOCUMENTS: usize = 256;
const ID_BYTES: usize = 64 << 10;
/// Bytes of a block of keys or sizes.
const FIXED_BYTES: usize = 8 << 10;
/// What is packed is at most so large, or it was not written by us.
const MOST: usize = 1 << 31;
const LEVEL: i32 = 1;

/// The ids of documents, and the kind of each.
pub(super) struct DocumentsWriter {
    section: usize,
    next: u64,
    kinds: Vec<u32>,
    lengths: Vec<u32>,
    ids: Vec<u8>,
}

impl DocumentsWriter {
    pub(super) fn new(section: usize) -> Self {
        Self { section, next: 0, kinds: Vec::new(), lengths: Vec::new(), ids: Vec::new() }
    }

    pub(super) fn push(&mut self, id: &str, kind: u32, out: &mut BlocksWriter) -> Result<()> {
        self.kinds.push(kind);
        self.lengths.push(id.len() as u32);
        self.ids.extend_from_slice(id.as_bytes());
        if self.kinds.len() >= DOCUMENTS || self.ids.len() >= ID_BYTES { self.flush(out) } else { Ok(()) }
    }

    pub(super) fn flush(&mut self, out: &mut BlocksWriter) -> Result<()> {
        if self.kinds.is_empty() {
            return Ok(());
        }
        let mut raw = (self.kinds.len() as u32).to_le_bytes().to_vec();
        self.kinds.iter().chain(&self.lengths).for_each(|number| raw.extend(number.to_le_bytes()));
        raw.append(&mut self.ids);
        out.add(self.section, self.next, &packed(&raw)?)?;
        self.next += self.kinds.len() as u64;
        self.kinds.clear();
        self.lengths.clear();
        Ok(())
    }
}

/// The documents of a block.
#[derive(Default)]
pub(super) struct DocumentBlock {
    pub(super) kinds: Vec<u32>,
    ends: Vec<usize>,
    raw: Vec<u8>,
}

impl DocumentBlock {
    fn of(raw: Vec<u8>) -> Option<Self> {
        let count = u32::from_le_bytes(raw.get(..4)?.try_into().ok()?) as usize;
        let numbers =
            |start: usize| Some(words32(raw.get(start..start.checked_add(count.checked_mul(4)?)?)?));
        let (kinds, lengths) = (numbers(4)?, numbers(4 + 4 * count)?);
        let mut end = 4 + 8 * count;
        let ends = lengths.iter().map(|&length| {
            end += length as usize;
            end
        });
        let ends: Vec<usize> = std::iter::once(4 + 8 * count).chain(ends.collect::<Vec<_>>()).collect();
        std::str::from_utf8(raw.get(4 + 8 * count..*ends.last()?)?).ok()?;
        Some(Self { kinds, ends, raw })
    }

    pub(super) fn id(&self, place: usize) -> &str {
        std::str::from_utf8(&self.raw[self.ends[place]..self.ends[place + 1]]).unwrap_or_default()
    }
}

/// Reads documents by number; those nearby are read once.
#[derive(Default)]
pub(super) struct DocumentRoom {
    block: Option<usize>,
    first: u64,
    documents: DocumentBlock,
    bytes: Vec<u8>,
}

impl DocumentRoom {
    /// The block with a document, and its place there.
    pub(super) fn get(
        &mut self,
        blocks: &Blocks,
        section: usize,
        row: u32,
    ) -> Result<(&DocumentBlock, usize)> {
        let directory = blocks.section(section)?;
        let block = directory.locate(u64::from(row)).ok_or_else(|| blocks.damaged())?;
        if self.block != Some(block) {
            self.load(blocks, section, block)?;
        }
        let place = (u64::from(row) - self.first) as usize;
        if place < self.documents.kinds.len() { Ok((&self.documents, place)) } else { Err(blocks.damaged()) }
    }

    pub(super) fn load(&mut self, blocks: &Blocks, section: usize, block: usize) -> Result<&DocumentBlock> {
        self.block = None;
        blocks.read(section, block, &mut self.bytes)?;
        let raw = unpacked(&self.bytes).and_then(DocumentBlock::of);
        self.documents = raw.ok_or_else(|| blocks.damaged())?;
        self.first = blocks.section(section)?.firsts[block];
        self.block = Some(block);
        Ok(&self.documents)
    }
}

/// Values of a fixed number of bytes.
pub(super) struct FixedWriter<const N: usize> {
    section: usize,
    next: u64,
    bytes: Vec<u8>,
}

impl<const N: usize> FixedWriter<N> {
    pub(super) fn new(section: usize) -> Self {
        Self { section, next: 0, bytes: Vec::new() }
    }

    pub(super) fn push(&mut self, value: [u8; N], out: &mut BlocksWriter) -> Result<()> {
        self.bytes.extend_from_slice(&value);
        if self.bytes.len() >= FIXED_BYTES { self.flush(out) } else { Ok(()) }
    }

    pub(super) fn flush(&mut self, out: &mut BlocksWriter) -> Result<()> {
        if self.bytes.is_empty() {
            return Ok(());
        }
        out.add(self.section, self.next, &self.bytes)?;
        self.next += (self.bytes.len() / N) as u64;
        self.bytes.clear();
        Ok(())
    }
}

/// Reads values of a fixed number of bytes; those nearby are read once.
#[derive(Default)]
pub(super) struct FixedRoom {
    block: Option<usize>,
    bytes: Vec<u8>,
}

impl FixedRoom {
    pub(super) fn get<const N: usize>(
        &mut self,
        blocks: &Blocks,
        section: usize,
        number: u32,
    ) -> Result<[u8; N]> {
        let directory = blocks.section(section)?;
        let block = directory.locate(u64::from(number)).ok_or_else(|| blocks.damaged())?;
        if self.block != Some(block) {
            self.block = None;
            blocks.read(section, block, &mut self.bytes)?;
            self.block = Some(block);
        }
        let place = N * (u64::from(number) - directory.firsts[block]) as usize;
        let value = self.bytes.get(place..place + N).and_then(|bytes| bytes.try_into().ok());
        value.ok_or_else(|| blocks.damaged())
    }
}

pub(super) fn words32(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).filter_map(|word| Some(u32::from_le_bytes(word.try_into().ok()?))).collect()
}

pub(super) fn packed(raw: &[u8]) -> Result<Vec<u8>> {
    let mut block = (raw.len() as u64).to_le_bytes().to_vec();
    block.append(&mut zstd::bulk::compress(raw, LEVEL)?);
    Ok(block)
}

pub(super) fn unpacked(block: &[u8]) -> Option<Vec<u8>> {
    let (length, rest) = block.split_at_checked(8)?;
    let length = usize::try_from(u64::from_le_bytes(length.try_into().ok()?)).ok()?;
    if length > MOST {
        return None;
    }
    zstd::bulk::decompress(rest, length).ok()
}
