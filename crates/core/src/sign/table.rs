//! Signatures of many texts as Arrow arrays.

use arrow_array::{Array, FixedSizeBinaryArray, LargeListArray, LargeStringArray};
use arrow_buffer::NullBuffer;
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::segment::language::LanguageChoice;
use crate::segment::tokens::WordOptions;
use crate::sign::form::{SameBy, exact_form};
use crate::sign::hash::text_key;
use crate::sign::lists::lists;
use crate::sign::shingles::Shingler;

/// The hashed shingles of each text, in order.
pub fn shingle_table(
    texts: &LargeStringArray,
    options: WordOptions,
    size: usize,
    cancel: &Cancel,
) -> Result<LargeListArray> {
    let add = |shingler: &mut Shingler, text: &str, out: &mut Vec<u64>| shingler.shingles(text, out);
    lists("shingle", texts, || Shingler::new(options, size), add, cancel)
}

/// The 128-bit key that documents with the same words share; null for a text without words.
pub fn exact_keys(
    texts: &LargeStringArray,
    by: SameBy,
    language: LanguageChoice,
    cancel: &Cancel,
) -> Result<FixedSizeBinaryArray> {
    let keys: Vec<Option<u128>> = (0..texts.len())
        .into_par_iter()
        .map_init(
            || (String::new(), Vec::new()),
            |(scratch, form), i| {
                cancel.check()?;
                form.clear();
                exact_form(texts.value(i), by, language, scratch, form);
                Ok(text_key(form))
            },
        )
        .collect::<Result<_>>()?;
    key_table(keys.into_iter())
}

/// Keys as an Arrow array.
pub(crate) fn key_table(keys: impl Iterator<Item = Option<u128>> + Clone) -> Result<FixedSizeBinaryArray> {
    let nulls: NullBuffer = keys.clone().map(|key| key.is_some()).collect::<Vec<_>>().into();
    let bytes: Vec<u8> = keys.flat_map(|key| key.unwrap_or_default().to_be_bytes()).collect();
    Ok(FixedSizeBinaryArray::try_new(16, bytes.into(), Some(nulls))?)
}
