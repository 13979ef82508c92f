//! Texts that are kept until their pairs are aligned: in memory up to a limit, the others spilled.

use arrow_array::builder::LargeStringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array, LargeListArray, LargeStringArray, UInt32Array};
use arrow_select::concat::concat;
use hashbrown::HashMap;

use crate::align::table::{Aligner, align_pairs};
use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::r#match::store::{Store, TextSlot};

/// Bytes of text that are aligned together. Their words take several times as much memory.
const PORTION: usize = 16 << 20;

pub struct HeldTexts {
    store: Store,
    slots: HashMap<u32, TextSlot>,
}

impl HeldTexts {
    pub fn new(limit: usize) -> Self {
        Self { store: Store::new(limit), slots: HashMap::new() }
    }

    /// Adds the texts of some documents.
    pub fn push(&mut self, documents: &UInt32Array, texts: &LargeStringArray) -> Result<()> {
        self.store.begin(texts);
        for (row, &document) in documents.values().iter().enumerate() {
            let slot = self.store.put_row(row, texts.value(row))?;
            self.slots.insert(document, slot);
        }
        Ok(())
    }

    /// Aligns each pair. Sorted pairs need the fewest reads of spilled texts.
    pub fn align(
        &mut self,
        left: &UInt32Array,
        right: &UInt32Array,
        aligner: &Aligner,
        cancel: &Cancel,
    ) -> Result<LargeListArray> {
        let mut parts = Vec::new();
        let mut pairs = left.values().iter().zip(right.values()).peekable();
        loop {
            let mut portion = PairBatch::default();
            while let Some((&i, &j)) = pairs.next_if(|_| portion.size < PORTION) {
                let pair = (portion.place(i, self)?, portion.place(j, self)?);
                portion.left.push(pair.0);
                portion.right.push(pair.1);
            }
            let (left, right) = (UInt32Array::from(portion.left), UInt32Array::from(portion.right));
            parts.push(align_pairs(&portion.texts.finish(), &left, &right, aligner, cancel)?);
            if pairs.peek().is_none() {
                break;
            }
        }
        let parts: Vec<&dyn Array> = parts.iter().map(|part| part as &dyn Array).collect();
        Ok(concat(&parts)?.as_list().clone())
    }
}

/// Pairs that are aligned together, and their texts. Each text is there once.
#[derive(Default)]
struct PairBatch {
    size: usize,
    texts: LargeStringBuilder,
    places: HashMap<u32, u32>,
    left: Vec<u32>,
    right: Vec<u32>,
}

impl PairBatch {
    fn place(&mut self, document: u32, held: &mut HeldTexts) -> Result<u32> {
        if let Some(&place) = self.places.get(&document) {
            return Ok(place);
        }
        let missing = || Error::InternalError(format!("document {document} of a pair was not read again"));
        let slot = *held.slots.get(&document).ok_or_else(missing)?;
        let bytes = held.store.get(slot)?;
        let text = std::str::from_utf8(bytes).map_err(|error| Error::InternalError(error.to_string()))?;
        self.size += text.len();
        self.texts.append_value(text);
        let place = self.places.len() as u32;
        self.places.insert(document, place);
        Ok(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::verbatim::Verbatim;

    #[test]
    fn aligned_alike_in_memory_and_on_disk() {
        let texts =
            LargeStringArray::from(vec!["one two three four five", "zero one two three four five", "six"]);
        let numbers = UInt32Array::from(vec![7, 3, 9]);
        let aligner = Aligner::Verbatim(Verbatim::default());
        let cancel = Cancel::default();
        let of = |limit: usize| {
            let mut held = HeldTexts::new(limit);
            held.push(&numbers, &texts).unwrap();
            let (left, right) = (UInt32Array::from(vec![7, 7, 3]), UInt32Array::from(vec![3, 9, 3]));
            held.align(&left, &right, &aligner, &cancel).unwrap()
        };
        assert_eq!(of(0), of(1 << 20));
        assert_eq!(of(0).value_offsets(), [0, 1, 1, 2]);
        let none = UInt32Array::from(Vec::<u32>::new());
        assert_eq!(HeldTexts::new(0).align(&none, &none, &aligner, &cancel).unwrap().len(), 0);
        assert!(HeldTexts::new(0).align(&numbers, &numbers, &aligner, &cancel).is_err());
    }
}
