//! Numbers shingles in the order of their first occurrence.

use crate::error::{Error, Result};

/// Bytes per number, with its slots.
pub(super) const BYTES: usize = size_of::<u64>() + 4 * size_of::<u32>();

const EMPTY: u32 = u32::MAX;

pub(super) struct Numbers {
    /// The shingle of each number.
    shingles: Vec<u64>,
    slots: Vec<u32>,
}

impl Numbers {
    /// Allocates room for `expected` shingles; there may be more.
    pub(super) fn new(expected: usize) -> Self {
        let slots = (expected * 2 + 2).next_power_of_two();
        Self { shingles: Vec::with_capacity(expected), slots: vec![EMPTY; slots] }
    }

    pub(super) fn len(&self) -> usize {
        self.shingles.len()
    }

    /// The shingle with a number, if that number was given.
    pub(super) fn shingle(&self, number: usize) -> Option<u64> {
        self.shingles.get(number).copied()
    }

    /// The number of a shingle; a new one gets the next number.
    pub(super) fn number(&mut self, shingle: u64) -> Result<u32> {
        if self.shingles.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let slot = match self.find(shingle) {
            Ok(number) => return Ok(number),
            Err(slot) => slot,
        };
        let number = u32::try_from(self.shingles.len()).ok().filter(|&number| number < EMPTY - 1);
        let number =
            number.ok_or_else(|| Error::InputError("too much repeated text; split the collection".into()))?;
        self.slots[slot] = number;
        self.shingles.push(shingle);
        Ok(number)
    }

    /// The number of a shingle, or the slot where it would be inserted.
    pub(super) fn find(&self, shingle: u64) -> std::result::Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = (shingle >> 16) as usize & mask;
        loop {
            match self.slots[slot] {
                EMPTY => return Err(slot),
                number if self.shingles[number as usize] == shingle => return Ok(number),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        self.slots = vec![EMPTY; self.slots.len() * 2];
        for (number, &shingle) in self.shingles.iter().enumerate() {
            let slot = self.free(shingle);
            self.slots[slot] = number as u32;
        }
    }

    /// The free slot of a shingle that is in no other.
    fn free(&self, shingle: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (shingle >> 16) as usize & mask;
        while self.slots[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        slot
    }
}
