//! Words and sentences of many texts as Arrow arrays, with positions in code points.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, LargeListArray, LargeStringArray, StructArray, UInt32Array};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Fields};
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::clean::offsets::CodePoints;
use crate::error::Result;
use crate::segment::language::Language;
use crate::segment::sentences::for_each_sentence;
use crate::segment::tokens::{Tokenizer, WordOptions};

/// The words or sentences of one text: where they start and end, and the words themselves.
#[derive(Default)]
struct Segments {
    starts: Vec<u32>,
    ends: Vec<u32>,
    words: Vec<String>,
}

/// The words of each text: start, end and the prepared form of the word.
pub fn word_table(texts: &LargeStringArray, options: WordOptions, cancel: &Cancel) -> Result<LargeListArray> {
    let pieces = each(texts, cancel, |text| {
        let mut out = Segments::default();
        let mut points = CodePoints::new(text);
        Tokenizer::new(options).for_each_located(text, |word, bytes| {
            let range = points.range(bytes);
            out.starts.push(range.start as u32);
            out.ends.push(range.end as u32);
            out.words.push(word.to_owned());
        });
        out
    })?;
    let words: LargeStringArray = pieces.iter().flat_map(|p| &p.words).map(Some).collect();
    lists(&pieces, Some(Arc::new(words)))
}

/// The sentences of each text: start and end.
pub fn sentence_table(texts: &LargeStringArray, cancel: &Cancel) -> Result<LargeListArray> {
    let pieces = each(texts, cancel, |text| {
        let mut out = Segments::default();
        let mut points = CodePoints::new(text);
        for_each_sentence(text, |bytes| {
            let range = points.range(bytes);
            out.starts.push(range.start as u32);
            out.ends.push(range.end as u32);
        });
        out
    })?;
    lists(&pieces, None)
}

/// The number of words of each text, which is cut as a whole or sentence by sentence.
pub fn word_counts(
    texts: &LargeStringArray,
    options: WordOptions,
    by_sentence: bool,
    cancel: &Cancel,
) -> Result<UInt32Array> {
    let count = |tokenizer: &mut Tokenizer, i: usize| {
        cancel.check()?;
        let mut count = 0;
        match by_sentence {
            true => tokenizer.for_each_by_sentence(texts.value(i), |word| count += u32::from(word.is_some())),
            false => tokenizer.for_each(texts.value(i), |_| count += 1),
        }
        Ok(count)
    };
    let counts: Result<Vec<u32>> =
        (0..texts.len()).into_par_iter().map_init(|| Tokenizer::new(options), count).collect();
    Ok(UInt32Array::from(counts?))
}

/// The language of each text as a code, or null.
pub fn language_table(texts: &LargeStringArray, cancel: &Cancel) -> Result<LargeStringArray> {
    let languages = each(texts, cancel, Language::detect)?;
    Ok(languages.iter().map(|l| l.map(Language::code)).collect())
}

fn each<T: Send>(
    texts: &LargeStringArray,
    cancel: &Cancel,
    work: impl Fn(&str) -> T + Sync,
) -> Result<Vec<T>> {
    let one = |i: usize| cancel.check().map(|()| work(texts.value(i)));
    (0..texts.len()).into_par_iter().map(one).collect()
}

fn lists(pieces: &[Segments], words: Option<ArrayRef>) -> Result<LargeListArray> {
    let starts: UInt32Array = pieces.iter().flat_map(|p| &p.starts).copied().collect();
    let ends: UInt32Array = pieces.iter().flat_map(|p| &p.ends).copied().collect();
    let mut fields =
        vec![Field::new("start", DataType::UInt32, false), Field::new("end", DataType::UInt32, false)];
    let mut columns: Vec<ArrayRef> = vec![Arc::new(starts), Arc::new(ends)];
    if let Some(words) = words {
        fields.push(Field::new("word", DataType::LargeUtf8, false));
        columns.push(words);
    }
    let fields = Fields::from(fields);
    let values = StructArray::try_new(fields.clone(), columns, None)?;
    let offsets = OffsetBuffer::from_lengths(pieces.iter().map(|p| p.starts.len()));
    let item = Arc::new(Field::new("piece", DataType::Struct(fields), false));
    Ok(LargeListArray::try_new(item, offsets, Arc::new(values), None)?)
}
