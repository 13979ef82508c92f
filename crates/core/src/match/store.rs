//! Texts kept aside: in memory up to a limit, then in a temporary file without a name.
//!
//! The file has no name from the start, so nothing is left behind however the program ends. Memory comes in large
//! blocks for which huge pages are asked: filling small pages costs more than what is written to them.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};

use memmap2::MmapMut;

use crate::error::Result;

const BLOCK: usize = 32 << 20;

pub(crate) struct Store {
    blocks: Vec<Block>,
    allocated: usize,
    limit: usize,
    spill: Option<File>,
    spilled: u64,
    buffer: Vec<u8>,
}

struct Block {
    memory: MmapMut,
    used: usize,
}

/// Where a text lies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot {
    place: Place,
    length: usize,
}

#[derive(Debug, Clone, Copy)]
enum Place {
    Memory { block: u32, start: usize },
    File { start: u64 },
}

impl Store {
    pub(crate) fn new(limit: usize) -> Self {
        Self { blocks: Vec::new(), allocated: 0, limit, spill: None, spilled: 0, buffer: Vec::new() }
    }

    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<Slot> {
        let place = if self.has_room(bytes.len()) { self.remember(bytes)? } else { self.write(bytes)? };
        Ok(Slot { place, length: bytes.len() })
    }

    pub(crate) fn equals(&mut self, slot: Slot, bytes: &[u8]) -> Result<bool> {
        if slot.length != bytes.len() {
            return Ok(false);
        }
        match slot.place {
            Place::Memory { block, start } => {
                Ok(&self.blocks[block as usize].memory[start..start + bytes.len()] == bytes)
            }
            Place::File { start } => Ok(self.read(start, bytes.len())? == bytes),
        }
    }

    fn has_room(&self, length: usize) -> bool {
        let last = self.blocks.last().map_or(0, |block| block.memory.len() - block.used);
        length <= last
            || self.blocks.iter().map(|block| block.memory.len()).sum::<usize>() + length <= self.limit
    }

    fn remember(&mut self, bytes: &[u8]) -> Result<Place> {
        if self.blocks.last().is_none_or(|block| block.memory.len() - block.used < bytes.len()) {
            let size = bytes.len().max(BLOCK.min(self.limit - self.allocated));
            self.blocks.push(Block::new(size)?);
            self.allocated += size;
        }
        let number = self.blocks.len() - 1;
        let block = &mut self.blocks[number];
        let start = block.used;
        block.memory[start..start + bytes.len()].copy_from_slice(bytes);
        block.used += bytes.len();
        Ok(Place::Memory { block: number as u32, start })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<Place> {
        let start = self.spilled;
        let file = self.file()?;
        file.seek(SeekFrom::Start(start))?;
        file.write_all(bytes)?;
        self.spilled += bytes.len() as u64;
        Ok(Place::File { start })
    }

    fn read(&mut self, start: u64, length: usize) -> Result<&[u8]> {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.resize(length, 0);
        let file = self.file()?;
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut buffer)?;
        self.buffer = buffer;
        Ok(&self.buffer)
    }

    fn file(&mut self) -> Result<&mut File> {
        let file = match self.spill.take() {
            Some(file) => file,
            None => tempfile::tempfile()?,
        };
        Ok(self.spill.insert(file))
    }
}

impl Block {
    fn new(size: usize) -> Result<Self> {
        let memory = MmapMut::map_anon(size)?;
        // It is only a wish: where it is not granted, all works as well but slower.
        #[cfg(target_os = "linux")]
        drop(memory.advise(memmap2::Advice::HugePage));
        Ok(Self { memory, used: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keeps_all(limit: usize, spills: bool) {
        let mut store = Store::new(limit);
        let text = |i: usize| format!("text {i} ").repeat(40_000);
        let slots: Vec<Slot> = (0..200).map(|i| store.put(text(i).as_bytes()).unwrap()).collect();
        assert_eq!(store.spilled > 0, spills);
        for (i, slot) in slots.iter().enumerate() {
            assert!(store.equals(*slot, text(i).as_bytes()).unwrap());
            assert!(!store.equals(*slot, text(i + 1).as_bytes()).unwrap());
        }
    }

    #[test]
    fn texts_are_found_again_in_memory_and_on_disk() {
        keeps_all(1 << 30, false);
        keeps_all(40 << 20, true);
        keeps_all(0, true);
    }
}
