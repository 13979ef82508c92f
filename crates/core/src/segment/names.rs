//! Numbers distinct strings in the order in which they first occur.

use hashbrown::HashTable;

use crate::sign::hash::{hash_word, mix};

/// Bytes per name beside its letters: its end and its slot in a table.
const BYTES_A_NAME: usize = 36;

#[derive(Default)]
pub(super) struct Names {
    text: String,
    ends: Vec<usize>,
    table: HashTable<NameSlot>,
}

/// A name in the table. For up to eight bytes the key is the name itself, so nothing else has to be read.
/// That holds for most words, and reading memory elsewhere would cost more than all the rest.
#[derive(Clone, Copy)]
struct NameSlot {
    key: u64,
    length: u32,
    number: u32,
}

impl NameSlot {
    #[inline]
    fn new(name: &str, number: u32) -> Self {
        let bytes = name.as_bytes();
        let key = match bytes.len() {
            0..4 => bytes.iter().rev().fold(0, |key, &byte| key << 8 | u64::from(byte)),
            // Its first and its last four bytes, which may overlap.
            4..=SHORT => four(bytes) | four(&bytes[bytes.len() - 4..]) << 32,
            _ => hash_word(name),
        };
        Self { key, length: bytes.len() as u32, number }
    }

    #[inline]
    fn hash(&self) -> u64 {
        mix(self.key ^ u64::from(self.length) << 59)
    }
}

const SHORT: usize = 8;

#[inline]
fn four(bytes: &[u8]) -> u64 {
    bytes.first_chunk::<4>().map_or(0, |four| u64::from(u32::from_le_bytes(*four)))
}

impl Names {
    #[inline]
    pub(super) fn intern(&mut self, name: &str) -> u32 {
        let Self { text, ends, table } = self;
        let slot = NameSlot::new(name, ends.len() as u32);
        let same = |other: &NameSlot| {
            (other.key, other.length) == (slot.key, slot.length)
                && (name.len() <= SHORT || get(text, ends, other.number) == name)
        };
        if let Some(found) = table.find(slot.hash(), same) {
            return found.number;
        }
        text.push_str(name);
        ends.push(text.len());
        table.insert_unique(slot.hash(), slot, NameSlot::hash);
        slot.number
    }

    pub(super) fn get(&self, number: u32) -> &str {
        get(&self.text, &self.ends, number)
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.text.len() + BYTES_A_NAME * self.ends.len()
    }
}

#[inline]
fn get<'a>(text: &'a str, ends: &[usize], number: u32) -> &'a str {
    let start = (number as usize).checked_sub(1).map_or(0, |before| ends[before]);
    &text[start..ends[number as usize]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn names_are_told_apart(names in prop::collection::vec("[ab\0é]{0,12}", 0..200)) {
            let (mut numbered, mut naive) = (Names::default(), Vec::new());
            for name in &names {
                let place = naive.iter().position(|other| other == name).unwrap_or(naive.len());
                if place == naive.len() {
                    naive.push(name.clone());
                }
                prop_assert_eq!(numbered.intern(name) as usize, place);
                prop_assert_eq!(numbered.get(place as u32), name);
            }
        }
    }
}
