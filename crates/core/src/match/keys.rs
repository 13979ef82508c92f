//! Groups documents by keys alone: an index keeps no texts.

use arrow_array::{Array, FixedSizeBinaryArray, UInt32Array};
use hashbrown::HashMap;

use crate::error::{Error, Result};

/// Groups documents by a 128-bit key as they come.
#[derive(Default)]
pub struct KeyGroups {
    firsts: HashMap<u128, u32>,
    documents: u32,
}

impl KeyGroups {
    /// For each key, the number of the first document that has it; null for a document without a key.
    pub fn push(&mut self, keys: &FixedSizeBinaryArray) -> Result<UInt32Array> {
        if keys.value_length() != 16 {
            return Err(Error::ParameterError(format!(
                "key: expected 16 bytes, got {}",
                keys.value_length()
            )));
        }
        let mut firsts = Vec::with_capacity(keys.len());
        for key in keys {
            let document = self.documents;
            self.documents = document.checked_add(1).ok_or_else(Error::too_many_documents)?;
            let key = key.and_then(|key| key.try_into().ok()).map(u128::from_be_bytes);
            firsts.push(key.map(|key| *self.firsts.entry(key).or_insert(document)));
        }
        Ok(UInt32Array::from(firsts))
    }

    /// All keys that were met.
    pub fn keys(&self) -> impl Iterator<Item = u128> {
        self.firsts.keys().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_with_a_key_stands_for_all() {
        let keys = [Some([1u8; 16]), None, Some([2; 16]), Some([1; 16])];
        let keys = FixedSizeBinaryArray::try_from_sparse_iter_with_size(keys.into_iter(), 16).unwrap();
        let mut groups = KeyGroups::default();
        let found: Vec<_> = groups.push(&keys).unwrap().iter().collect();
        assert_eq!(found, [Some(0), None, Some(2), Some(0)]);
        let found: Vec<_> = groups.push(&keys).unwrap().iter().collect();
        assert_eq!(found, [Some(0), None, Some(2), Some(0)]);
    }
}
