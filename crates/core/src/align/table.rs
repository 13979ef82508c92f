//! Passages of many pairs as an Arrow array with one list per pair.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Int64Array, LargeListArray, LargeStringArray, StructArray, UInt32Array};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Fields};
use rayon::prelude::*;

use crate::align::Passage;
use crate::align::edges::passages;
use crate::align::reworded::Reworded;
use crate::align::verbatim::Verbatim;
use crate::align::words::{StemmedWords, TextWords};
use crate::cancel::Cancel;
use crate::error::{Error, Result};

/// The chosen aligner with its options.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Aligner {
    Verbatim(Verbatim),
    Reworded(Reworded),
}

/// What an aligner computes once per text, and then per pair of texts.
trait Align: Sync {
    type Words: Send + Sync;

    fn cut(text: &str) -> Result<Self::Words>;

    fn passages(
        &self,
        left: (&str, &Self::Words),
        right: (&str, &Self::Words),
        cancel: &Cancel,
    ) -> Result<Vec<Passage>>;
}

impl Align for Verbatim {
    type Words = TextWords;

    fn cut(text: &str) -> Result<TextWords> {
        TextWords::new(text)
    }

    fn passages(
        &self,
        left: (&str, &TextWords),
        right: (&str, &TextWords),
        cancel: &Cancel,
    ) -> Result<Vec<Passage>> {
        passages(&self.blocks(left, right, cancel)?, left, right, cancel)
    }
}

impl Align for Reworded {
    type Words = StemmedWords;

    fn cut(text: &str) -> Result<StemmedWords> {
        StemmedWords::new(text)
    }

    fn passages(
        &self,
        left: (&str, &StemmedWords),
        right: (&str, &StemmedWords),
        cancel: &Cancel,
    ) -> Result<Vec<Passage>> {
        let blocks = self.blocks(left.1, right.1, cancel)?;
        let mut found = passages(&blocks, (left.0, &left.1.words), (right.0, &right.1.words), cancel)?;
        found.retain(|passage| passage.left.len().min(passage.right.len()) >= self.least);
        Ok(found)
    }
}

/// The passages of two texts, ordered by their position in the left one.
pub fn align_texts(left: &str, right: &str, aligner: &Aligner, cancel: &Cancel) -> Result<Vec<Passage>> {
    fn of<A: Align>(aligner: &A, left: &str, right: &str, cancel: &Cancel) -> Result<Vec<Passage>> {
        let words = (A::cut(left)?, A::cut(right)?);
        Ok(sorted(aligner.passages((left, &words.0), (right, &words.1), cancel)?))
    }
    match aligner {
        Aligner::Verbatim(aligner) => of(aligner, left, right, cancel),
        Aligner::Reworded(aligner) => of(aligner, left, right, cancel),
    }
}

/// The passages of each pair, ordered by their position in the left text. Pairs are numbers of texts; each
/// text is cut into words once.
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
    lists(&match aligner {
        Aligner::Verbatim(aligner) => each(aligner, texts, &pairs, cancel)?,
        Aligner::Reworded(aligner) => each(aligner, texts, &pairs, cancel)?,
    })
}

fn sorted(mut found: Vec<Passage>) -> Vec<Passage> {
    found.sort_by_key(|p| (p.left.start, p.left.end, p.right.start, p.right.end));
    found
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

/// Prepares the texts that occur in pairs, then aligns each pair.
fn each<A: Align>(
    aligner: &A,
    texts: &LargeStringArray,
    pairs: &[(usize, usize)],
    cancel: &Cancel,
) -> Result<Vec<Vec<Passage>>> {
    let mut wanted = vec![false; texts.len()];
    pairs.iter().for_each(|&(i, j)| (wanted[i], wanted[j]) = (true, true));
    let cut = |(i, &wanted): (usize, &bool)| {
        cancel.check()?;
        if wanted { A::cut(texts.value(i)).map(Some) } else { Ok(None) }
    };
    let words: Vec<Option<A::Words>> = wanted.par_iter().enumerate().map(cut).collect::<Result<_>>()?;
    let text = |i: usize| {
        let missing = || Error::InternalError(format!("text {i} of a pair was not cut into words"));
        words[i].as_ref().map(|words| (texts.value(i), words)).ok_or_else(missing)
    };
    let align = |&(i, j): &(usize, usize)| {
        cancel.check()?;
        Ok(sorted(aligner.passages(text(i)?, text(j)?, cancel)?))
    };
    pairs.par_iter().map(align).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::Block;

    fn texts() -> (String, String) {
        let numbers = |range: std::ops::Range<u32>| range.map(|n| format!("w{n} ")).collect::<String>();
        (numbers(0..300), numbers(100..400))
    }

    #[test]
    fn both_aligners_stop_inside_a_pair() {
        let (left, right) = texts();
        let cancel = Cancel::default();
        let aligners = [Aligner::Verbatim(Verbatim::default()), Aligner::Reworded(Reworded::default())];
        for aligner in &aligners {
            assert_eq!(align_texts(&left, &right, aligner, &cancel).unwrap().len(), 1);
        }
        cancel.cancel();
        for aligner in &aligners {
            assert_eq!(align_texts(&left, &right, aligner, &cancel), Err(Error::Interrupted));
        }
        let words = (TextWords::new(&left).unwrap(), TextWords::new(&right).unwrap());
        let block = [Block { left: 0..3, right: 0..3 }];
        let told = passages(&block, (&left, &words.0), (&right, &words.1), &cancel);
        assert_eq!(told, Err(Error::Interrupted));
    }
}
