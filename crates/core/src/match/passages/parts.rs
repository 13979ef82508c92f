//! The same in steps over arrays, so that an engine can partition and store what is between the steps.

use std::cmp::Reverse;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{
    Array, BooleanArray, LargeListArray, LargeStringArray, RecordBatch, UInt32Array, UInt64Array,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field};

use super::batch::PassageBatch;
use super::collected::PassageFacts;
use super::in_text::{Found, located};
use super::places::{Places, WantedPassages};
use super::reference::Reference;
use super::repeated::Repeated;
use super::shingled::Shingled;
use super::{LEAST, PLACES_AHEAD, too_small};
use crate::cancel::Cancel;
use crate::error::Result;
use crate::segment::located::WordLocator;
use crate::segment::tokens::WordOptions;

/// The shingles of each text (0 for those that do not count), and its number of words.
pub fn shingles(
    texts: &LargeStringArray,
    words: WordOptions,
    size: usize,
    cancel: &Cancel,
) -> Result<(LargeListArray, UInt32Array)> {
    let mut shingled = Shingled::new(words, size.max(1), usize::MAX);
    shingled.push(texts, cancel)?;
    let (mut lengths, mut values) = (Vec::with_capacity(texts.len()), Vec::with_capacity(shingled.total));
    shingled.each(|parts| {
        for part in parts {
            lengths.extend(part.lengths.iter().map(|&length| length as usize));
            values.extend_from_slice(&part.shingles);
        }
        Ok(())
    })?;
    let item = Arc::new(Field::new("item", DataType::UInt64, true));
    let (offsets, values) = (OffsetBuffer::from_lengths(lengths), Arc::new(UInt64Array::from(values)));
    Ok((LargeListArray::try_new(item, offsets, values, None)?, UInt32Array::from(shingled.document_words)))
}

/// Consecutive shared shingles: the document, the first word, the shingles. Documents are numbered in the
/// order of their ids.
pub struct SharedPieces<'a> {
    pub documents: &'a [u32],
    pub starts: &'a [u32],
    pub shingles: &'a LargeListArray,
    /// The number of words of each document.
    pub words: &'a [u32],
}

/// The places of passages in these pieces, one per row: the number of the passage in the final order, the
/// number of the place, document, first word; and the passage's words, places, boilerplate.
pub fn passages(
    pieces: &SharedPieces<'_>,
    size: usize,
    wanted: &WantedPassages,
    memory: usize,
    cancel: &Cancel,
) -> Result<RecordBatch> {
    let values = pieces.shingles.values().as_primitive::<UInt64Type>().values();
    let mut reference = Reference::new(values.len() / 2);
    let ranges = pieces.shingles.value_offsets().windows(2);
    for ((&document, &start), range) in pieces.documents.iter().zip(pieces.starts).zip(ranges) {
        cancel.check()?;
        reference.piece(document, start, &values[range[0] as usize..range[1] as usize])?;
    }
    let numbers = reference.numbers();
    let fits = |needed| if needed > memory.max(LEAST) { Err(too_small(needed)) } else { Ok(()) };
    let repeated = Repeated::of(reference.runs, numbers, size, fits, cancel)?;
    let mut found: Vec<Places> = Vec::new();
    repeated.each(wanted, pieces.words, PLACES_AHEAD, cancel, |passage| {
        found.push(passage);
        Ok(())
    })?;
    found.sort_unstable_by_key(|passage| {
        (Reverse(passage.places.len()), Reverse(passage.words), passage.places[0])
    });
    told(&found)
}

fn told(passages: &[Places]) -> Result<RecordBatch> {
    let places = || {
        (0u32..)
            .zip(passages)
            .flat_map(|(n, passage)| passage.places.iter().map(move |place| (n, passage, place)))
    };
    let within = passages.iter().flat_map(|passage| 0..passage.places.len() as u32);
    let column = |values: Vec<u32>| Arc::new(UInt32Array::from(values)) as Arc<dyn Array>;
    let boilerplate: BooleanArray = places().map(|(_, passage, _)| Some(passage.boilerplate)).collect();
    Ok(RecordBatch::try_from_iter([
        ("passage", column(places().map(|(n, ..)| n).collect())),
        ("place", column(within.collect())),
        ("document", column(places().map(|(.., place)| place[0]).collect())),
        ("word", column(places().map(|(.., place)| place[1]).collect())),
        ("words", column(places().map(|(_, passage, _)| passage.words).collect())),
        ("count", column(places().map(|(_, passage, _)| passage.places.len() as u32).collect())),
        ("boilerplate", Arc::new(boilerplate)),
    ])?)
}

/// Locates places in their texts: start and end in code points, the marks around as one number, and the text.
/// Places of one text, given by its row, must be consecutive.
pub fn locate(
    texts: &LargeStringArray,
    words: WordOptions,
    [rows, firsts, lengths]: [&UInt32Array; 3],
    cancel: &Cancel,
) -> Result<RecordBatch> {
    let mut locator = WordLocator::new(words);
    let [mut starts, mut ends, mut marks] = [Vec::new(), Vec::new(), Vec::new()];
    let mut stretches = Vec::new();
    let all: Vec<[u32; 3]> =
        (0..rows.len()).map(|i| [rows.value(i), firsts.value(i), lengths.value(i)]).collect();
    for own in all.chunk_by(|one, next| one[0] == next[0]) {
        cancel.check()?;
        let text = texts.value(own[0][0] as usize);
        let found = located(&mut locator, text, own.iter().map(|&[_, first, length]| [first, length]))?;
        for place in found {
            starts.push(place.start);
            ends.push(place.end);
            marks.push(place.marks);
            stretches.push(place.text);
        }
    }
    Ok(RecordBatch::try_from_iter([
        ("start", Arc::new(UInt32Array::from(starts)) as Arc<dyn Array>),
        ("end", Arc::new(UInt32Array::from(ends))),
        ("marks", Arc::new(UInt32Array::from(marks))),
        ("text", Arc::new(LargeStringArray::from_iter_values(stretches))),
    ])?)
}

/// Rows of passages, with the marks that are around all places of each: from their words, places and
/// boilerplate, the texts of their first places, and all places, passage after passage.
pub fn told_passages(
    [words, counts]: [&UInt32Array; 2],
    boilerplate: &BooleanArray,
    texts: &LargeStringArray,
    [documents, starts, ends, marks]: [&UInt32Array; 4],
) -> Result<RecordBatch> {
    let passages: Vec<PassageFacts> = (0..words.len())
        .map(|i| PassageFacts::new(words.value(i), counts.value(i), boilerplate.value(i)))
        .collect();
    let found: Vec<Found> = (0..documents.len())
        .map(|i| [0, 0, documents.value(i), starts.value(i), ends.value(i), marks.value(i)])
        .collect();
    let texts = texts.iter().map(|text| text.unwrap_or_default().to_owned()).collect();
    PassageBatch::given(&passages, found, texts).batch(&passages)
}
