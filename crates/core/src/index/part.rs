//! A part of an index: the documents that one write added, in one file of blocks.
//!
//! Documents with the same words are one *kind*: features are kept per kind, so that copies cost next to nothing. A document
//! may be of a kind that an earlier part has. Numbers of kinds count through all parts; a kind whose documents were all
//! removed keeps its number.

use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, LargeListArray, UInt64Array};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field};

use crate::error::Result;
use crate::index::blocks::{Blocks, Written};

/// By document: its id, and the number of its kind.
pub(super) const DOCUMENTS: usize = 0;
/// By kind: the key of its words.
pub(super) const KEYS: usize = 1;
/// By kind: how many different features it has.
pub(super) const SIZES: usize = 2;
/// By feature: the kinds that have it.
pub(super) const FEATURES: usize = 3;
/// By the upper half of a key: the kinds that have it.
pub(super) const KEYED: usize = 4;
/// By kind: its documents.
pub(super) const MEMBERS: usize = 5;
/// By the hash of an id: the documents that have it.
pub(super) const NAMES: usize = 6;
/// By kind: the 4-word shingles that coverages are told in, where the features are others.
pub(super) const PLAIN: usize = 7;
/// By kind: the signature, for a method whose signatures are not looked up by feature.
pub(super) const LISTS: usize = 8;
pub(super) const SECTIONS: usize = 9;

/// The kind of a document without words: it matches nothing.
pub(super) const NO_KIND: u32 = u32::MAX;

/// What signatures are, and so how they are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// Sets of 4-word shingles, looked up by feature.
    Plain,
    /// Sets of other features, looked up; and the 4-word shingles beside them.
    Sets,
    /// Lists that are read as a whole, and the 4-word shingles. Each document is a kind of its own, as the same words may
    /// have different signatures.
    Lists,
}

impl Keeping {
    const ALL: [Self; 3] = [Self::Plain, Self::Sets, Self::Lists];

    fn of(number: u64) -> Option<Self> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }
}

pub(super) struct Part {
    pub(super) blocks: Blocks,
    pub(super) documents: u32,
    pub(super) kinds: u32,
    pub(super) keeping: Keeping,
}

impl Part {
    pub(super) fn open(path: &Path, written: &Written) -> Result<Self> {
        let blocks = Blocks::open(path, written)?;
        let facts = match blocks.numbers[..] {
            [documents, kinds, keeping] => {
                let numbers =
                    (u32::try_from(documents).ok(), u32::try_from(kinds).ok(), Keeping::of(keeping));
                if let (Some(documents), Some(kinds), Some(keeping)) = numbers {
                    Some((documents, kinds, keeping))
                } else {
                    None
                }
            }
            _ => None,
        };
        let (documents, kinds, keeping) = facts.ok_or_else(|| blocks.damaged())?;
        blocks.section(SECTIONS - 1)?;
        Ok(Self { blocks, documents, kinds, keeping })
    }

    pub(super) fn numbers(documents: u32, kinds: u32, keeping: Keeping) -> [u64; 3] {
        [u64::from(documents), u64::from(kinds), keeping as u64]
    }
}

/// The hash by which an id is looked up.
pub(super) fn name_hash(id: &str) -> u64 {
    xxhash_rust::xxh3::xxh3_64(id.as_bytes())
}

/// The half of a key by which it is looked up.
pub(super) fn key_hash(key: u128) -> u64 {
    (key >> 64) as u64
}

/// A list of an array of lists.
pub(super) fn list(lists: &LargeListArray, row: usize) -> &[u64] {
    let values = lists.values().as_primitive::<UInt64Type>().values();
    if lists.is_null(row) {
        return &[];
    }
    &values[lists.value_offsets()[row] as usize..lists.value_offsets()[row + 1] as usize]
}

/// Lists as an array of them.
pub(super) fn lists_of(offsets: OffsetBuffer<i64>, values: Vec<u64>) -> LargeListArray {
    let field = Arc::new(Field::new("item", DataType::UInt64, true));
    LargeListArray::new(field, offsets, Arc::new(UInt64Array::from(values)), None)
}
