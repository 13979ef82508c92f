//! Passages of many pairs as an Arrow array: a list a pair.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Int64Array, LargeListArray, LargeStringArray, StructArray, UInt32Array};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Fields};
use rayon::prelude::*;

use crate::align::edges::passages;
use crate::align::reworded::Reworded;
use crate::align::verbatim::Verbatim;
use crate::align::words::{StemmedWords, Words};
use crate::align::{Block, Passage};
use crate::cancel::Cancel;
use crate::error::{Error, Result};

/// Which aligner, with its options.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Aligner {
    Verbatim(Verbatim),
    Reworded(Reworded),
}

/// The passages of each pair, by their places in the left text. Pairs are given as numbers of texts; each text is cut into
/// words once.
pub fn align_pairs(
    texts: &LargeStringArray,
    left: &UInt32Array,
    right: &UInt32Array,
    aligner: &Aligner,
    cancel: &Cancel,
) -> Result<LargeListArray> {
    check(texts, left, right)?;
    let pairs: Vec<(usize, usize)> =
        left.values().iter().zip(right.values()).map(|(&i, &j)| (i as usize, j as usize)).collect();
    let found = match aligner {
        Aligner::Verbatim(options) => {
            let words = prepare(texts, &pairs, Words::new, cancel)?;
            each(
                texts,
                &pairs,
                &words,
                cancel,
                |words| words,
                |(a, left), (b, right)| options.blocks((a, left), (b, right)),
            )?
        }
        Aligner::Reworded(options) => {
            let words = prepare(texts, &pairs, StemmedWords::new, cancel)?;
            let mut found = each(
                texts,
                &pairs,
                &words,
                cancel,
                |stemmed| &stemmed.words,
                |(_, left), (_, right)| options.blocks(left, right),
            )?;
            let enough = |passage: &Passage| passage.left.len().min(passage.right.len()) >= options.least;
            found.iter_mut().for_each(|passages| passages.retain(enough));
            found
        }
    };
    lists(&found)
}

fn check(texts: &LargeStringArray, left: &UInt32Array, right: &UInt32Array) -> Result<()> {
    let beyond = |side: &UInt32Array| side.values().iter().any(|&text| text as usize >= texts.len());
    if left.len() != right.len() || beyond(left) || beyond(right) {
        let message =
            format!("pairs: expected two columns of the same length with numbers below {}", texts.len());
        return Err(Error::ParameterError(message));
    }
    Ok(())
}

/// The words of the texts that are in a pair.
fn prepare<T: Send>(
    texts: &LargeStringArray,
    pairs: &[(usize, usize)],
    cut: impl Fn(&str) -> Result<T> + Sync,
    cancel: &Cancel,
) -> Result<Vec<Option<T>>> {
    let mut wanted = vec![false; texts.len()];
    pairs.iter().for_each(|&(i, j)| (wanted[i], wanted[j]) = (true, true));
    let one = |(i, &wanted): (usize, &bool)| {
        cancel.check()?;
        if wanted { cut(texts.value(i)).map(Some) } else { Ok(None) }
    };
    wanted.par_iter().enumerate().map(one).collect()
}

/// Aligns each pair.
fn each<T: Sync>(
    texts: &LargeStringArray,
    pairs: &[(usize, usize)],
    prepared: &[Option<T>],
    cancel: &Cancel,
    words: impl Fn(&T) -> &Words + Sync,
    blocks: impl Fn((&str, &T), (&str, &T)) -> Vec<Block> + Sync,
) -> Result<Vec<Vec<Passage>>> {
    let one = |&(i, j): &(usize, usize)| {
        cancel.check()?;
        let (Some(left), Some(right)) = (&prepared[i], &prepared[j]) else {
            return Err(Error::InternalError("a text of a pair was not cut into words".into()));
        };
        let (a, b) = (texts.value(i), texts.value(j));
        let mut found = passages(&blocks((a, left), (b, right)), (a, words(left)), (b, words(right)));
        found.sort_by_key(|p| (p.left.start, p.left.end, p.right.start, p.right.end));
        Ok(found)
    };
    pairs.par_iter().map(one).collect()
}

fn lists(found: &[Vec<Passage>]) -> Result<LargeListArray> {
    let all: Vec<&Passage> = found.iter().flatten().collect();
    let column = |value: fn(&Passage) -> usize| -> ArrayRef {
        Arc::new(Int64Array::from_iter_values(all.iter().map(|p| value(p) as i64)))
    };
    let kinds = all.iter().map(|p| if p.identical { "identical" } else { "edited" });
    let columns = vec![
        column(|p| p.left.start),
        column(|p| p.left.end),
        column(|p| p.right.start),
        column(|p| p.right.end),
        Arc::new(LargeStringArray::from_iter_values(kinds)) as ArrayRef,
    ];
    let number = |name: &str| Field::new(name, DataType::Int64, true);
    let fields = Fields::from(vec![
        number("left_start"),
        number("left_end"),
        number("right_start"),
        number("right_end"),
        Field::new("kind", DataType::LargeUtf8, true),
    ]);
    let values = StructArray::try_new(fields.clone(), columns, None)?;
    let offsets = OffsetBuffer::from_lengths(found.iter().map(Vec::len));
    let item = Arc::new(Field::new("item", DataType::Struct(fields), true));
    Ok(LargeListArray::try_new(item, offsets, Arc::new(values), None)?)
}
