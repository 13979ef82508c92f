//! Texts that are kept for comparison: in memory up to a limit, the others spilled.
//!
//! Batches that fit are kept as they are, without copying.

use arrow_array::LargeStringArray;

use crate::error::Result;
use crate::spill::Spill;

pub(crate) struct Store {
    /// Bytes that may still be held.
    room: usize,
    batches: Vec<LargeStringArray>,
    others: Vec<Box<[u8]>>,
    /// Whether the current batch is held.
    holding: bool,
    spill: Spill,
    buffer: Vec<u8>,
}

/// Where a text is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum TextSlot {
    Held { batch: u32, row: u32 },
    Other(u32),
    File { start: u64, length: usize },
}

impl Store {
    pub(crate) fn new(limit: usize) -> Self {
        let (batches, others, buffer) = (Vec::new(), Vec::new(), Vec::new());
        Self { room: limit, batches, others, holding: false, spill: Spill::default(), buffer }
    }

    /// Begins a batch: the texts that are put next are in it.
    pub(crate) fn begin(&mut self, texts: &LargeStringArray) {
        let size = texts.value_offsets().last().map_or(0, |&end| end - texts.value_offsets()[0]) as usize;
        self.holding = size <= self.room;
        if self.holding {
            self.room -= size;
            self.batches.push(texts.clone());
        }
    }

    /// Keeps the text in a row of the current batch.
    pub(crate) fn put_row(&mut self, row: usize, text: &str) -> Result<TextSlot> {
        match self.holding {
            true => Ok(TextSlot::Held { batch: self.batches.len() as u32 - 1, row: row as u32 }),
            false => self.write(text.as_bytes()),
        }
    }

    /// Keeps a text that is in no batch.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<TextSlot> {
        if bytes.len() > self.room {
            return self.write(bytes);
        }
        self.room -= bytes.len();
        self.others.push(bytes.into());
        Ok(TextSlot::Other(self.others.len() as u32 - 1))
    }

    pub(crate) fn get(&mut self, slot: TextSlot) -> Result<&[u8]> {
        match slot {
            TextSlot::Held { batch, row } => Ok(self.batches[batch as usize].value(row as usize).as_bytes()),
            TextSlot::Other(number) => Ok(&self.others[number as usize]),
            TextSlot::File { start, length } => self.read(start, length),
        }
    }

    pub(crate) fn equals(&mut self, slot: TextSlot, bytes: &[u8]) -> Result<bool> {
        // If the lengths differ, nothing has to be read from disk.
        let may = !matches!(slot, TextSlot::File { length, .. } if length != bytes.len());
        Ok(may && self.get(slot)? == bytes)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<TextSlot> {
        Ok(TextSlot::File { start: self.spill.append(bytes)?, length: bytes.len() })
    }

    fn read(&mut self, start: u64, length: usize) -> Result<&[u8]> {
        self.buffer.resize(length, 0);
        self.spill.read(start, &mut self.buffer)?;
        Ok(&self.buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keeps_all(limit: usize, spills: bool) {
        let mut store = Store::new(limit);
        let text = |i: usize| format!("text {i} ").repeat(4_000);
        let mut slots = Vec::new();
        for batch in 0..10 {
            let texts: Vec<String> = (0..20).map(|row| text(2 * (20 * batch + row))).collect();
            let array = LargeStringArray::from(texts);
            store.begin(&array);
            for row in 0..20 {
                slots.push(store.put_row(row, array.value(row)).unwrap());
                slots.push(store.put(text(2 * (20 * batch + row) + 1).as_bytes()).unwrap());
            }
        }
        assert_eq!(store.spill.end() > 0, spills);
        for (i, slot) in slots.iter().enumerate() {
            assert!(store.equals(*slot, text(i).as_bytes()).unwrap());
            assert!(!store.equals(*slot, text(i + 1).as_bytes()).unwrap());
        }
    }

    #[test]
    fn texts_are_found_again_in_memory_and_on_disk() {
        keeps_all(1 << 30, false);
        keeps_all(4 << 20, true);
        keeps_all(0, true);
    }
}
