//! Texts kept aside: in memory up to a limit, then in a temporary file without a name.
//!
//! The file has no name from the start, so nothing is left behind however the program ends.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};

use crate::error::Result;

pub(crate) struct Store {
    memory: Vec<u8>,
    limit: usize,
    file: Option<File>,
    spilled: u64,
    buffer: Vec<u8>,
}

/// Where a text lies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot {
    start: u64,
    length: u64,
}

const SPILL: usize = 8 << 20;

impl Store {
    pub(crate) fn new(limit: usize) -> Self {
        Self { memory: Vec::new(), limit, file: None, spilled: 0, buffer: Vec::new() }
    }

    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<Slot> {
        let slot = Slot { start: self.spilled + self.memory.len() as u64, length: bytes.len() as u64 };
        self.memory.extend_from_slice(bytes);
        if self.memory.len() > self.limit.max(SPILL) {
            self.spill()?;
        }
        Ok(slot)
    }

    pub(crate) fn equals(&mut self, slot: Slot, bytes: &[u8]) -> Result<bool> {
        if slot.length != bytes.len() as u64 {
            return Ok(false);
        }
        if slot.start >= self.spilled {
            let start = (slot.start - self.spilled) as usize;
            return Ok(&self.memory[start..start + bytes.len()] == bytes);
        }
        let Some(file) = &mut self.file else { return Ok(false) };
        file.seek(SeekFrom::Start(slot.start))?;
        self.buffer.resize(bytes.len(), 0);
        file.read_exact(&mut self.buffer)?;
        Ok(self.buffer == bytes)
    }

    fn spill(&mut self) -> Result<()> {
        if self.file.is_none() {
            self.file = Some(tempfile::tempfile()?);
        }
        if let Some(file) = &mut self.file {
            file.seek(SeekFrom::Start(self.spilled))?;
            file.write_all(&self.memory)?;
        }
        self.spilled += self.memory.len() as u64;
        // From now on memory only gathers what is worth one write.
        self.limit = SPILL;
        self.memory = Vec::with_capacity(SPILL);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_texts_in_memory_and_on_disk() {
        let mut store = Store::new(0);
        let text = |i: usize| format!("text {i} ").repeat(40_000);
        let slots: Vec<Slot> = (0..100).map(|i| store.put(text(i).as_bytes()).unwrap()).collect();
        assert!(store.spilled > 0 && !store.memory.is_empty());
        for (i, slot) in slots.iter().enumerate() {
            assert!(store.equals(*slot, text(i).as_bytes()).unwrap());
            assert!(!store.equals(*slot, text(i + 1).as_bytes()).unwrap());
        }
    }
}
