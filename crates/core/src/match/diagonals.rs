//! Sequences of like sentences: the diagonals in the dot matrices of document pairs (third step of PDC-MR).
//!
//! A dot is a pair of sentences of two documents with like forms. A diagonal needs several dots in a row, so
//! single dots are never listed: windows of that many sentences are grouped by the classes of their forms
//! (forms linked by likeness), and dots are computed only within a group. If two windows have the same good
//! sentence before them, the diagonal has begun earlier; such pairs of windows are skipped together. So after
//! grouping, the cost is that of the diagonals themselves, unless a class has forms that are not alike.

use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt32Type, UInt64Type};
use arrow_array::{ArrayRef, LargeListArray, UInt32Array};
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::r#match::classes::Classes;
use crate::r#match::matrix::Matrix;
use crate::r#match::sentences::NONE;
use crate::r#match::sides::Sides;
use crate::r#match::windows::groups;

/// Which sequences are diagonals.
#[derive(Debug, Clone, Copy)]
pub struct DiagonalOptions {
    /// Dots in a row that a diagonal needs; fewer if a document has fewer sentences.
    pub least: usize,
    /// Missing dots after which a diagonal may continue.
    pub bridge: usize,
    /// A form that occurs in more sentences starts no diagonal.
    pub common: usize,
    /// Which documents are compared.
    pub sides: Sides,
    /// More diagonals are refused: a passage in n documents makes n² of them.
    pub most: usize,
}

/// Sentences with fewer words start no diagonal.
pub const FEW_WORDS: u32 = 3;

/// A sequence of sentences that two documents share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Diagonal {
    pub left: u32,
    pub right: u32,
    /// The first sentence in each document, and the number of sentences.
    pub left_start: u32,
    pub right_start: u32,
    pub length: u32,
    /// Whether the words are the same, too.
    pub identical: bool,
}

/// The sentences of all documents.
pub(super) struct Sentences<'a> {
    pub offsets: &'a [i64],
    pub forms: Vec<u32>,
    pub classes: Classes,
    /// Whether each sentence may start a diagonal.
    pub good: Vec<bool>,
    pub keys: &'a [u64],
    /// How often the most frequent sentence occurs that may start a diagonal.
    frequent: usize,
}

/// All diagonals between documents, sorted. `left` and `right` are pairs of like forms.
pub fn diagonals(
    lists: &LargeListArray,
    (left, right): (&UInt32Array, &UInt32Array),
    options: DiagonalOptions,
    cancel: &Cancel,
) -> Result<Vec<Diagonal>> {
    let sentences = Sentences::new(lists, left, right, options.common)?;
    let (mut found, told) = (Vec::new(), AtomicUsize::new(0));
    for group in groups(&sentences, options.least.max(1), options.sides) {
        let part = |mut part: Vec<Diagonal>, at: usize| {
            cancel.check()?;
            let (this, others) = group.partners(at);
            let before = part.len();
            part.extend(
                others.filter_map(|other| sentences.diagonal(group.size, this, other, options.bridge)),
            );
            let own = part.len() - before;
            if told.fetch_add(own, Ordering::Relaxed) + own > options.most {
                return Err(sentences.too_many(options.most));
            }
            Ok(part)
        };
        let parts: Vec<Vec<Diagonal>> =
            (0..group.len()).into_par_iter().try_fold(Vec::new, part).collect::<Result<_>>()?;
        parts.into_iter().for_each(|part| found.extend(part));
    }
    found.par_sort_unstable();
    Ok(found)
}

impl<'a> Sentences<'a> {
    fn new(
        lists: &'a LargeListArray,
        left: &UInt32Array,
        right: &UInt32Array,
        common: usize,
    ) -> Result<Self> {
        let forms = forms(lists)?;
        let words = column(lists, "words")?.as_primitive::<UInt32Type>().values();
        let mut counts = vec![0usize; count(&forms)];
        forms.iter().filter(|&&form| form != NONE).for_each(|&form| counts[form as usize] += 1);
        let good = |(&form, &words): (&u32, &u32)| {
            form != NONE && words >= FEW_WORDS && counts[form as usize] <= common
        };
        let good = forms.iter().zip(words).map(good).collect();
        let frequent = counts.iter().copied().filter(|&count| count <= common).max().unwrap_or(0);
        Self::of(lists, forms, (left, right), good, frequent)
    }

    /// The sentences, with a given column that says which ones may start a diagonal.
    pub(super) fn given(
        lists: &'a LargeListArray,
        like: (&UInt32Array, &UInt32Array),
        frequent: usize,
    ) -> Result<Self> {
        let good = column(lists, "good")?.as_boolean().iter().map(|good| good == Some(true)).collect();
        Self::of(lists, forms(lists)?, like, good, frequent)
    }

    fn of(
        lists: &'a LargeListArray,
        forms: Vec<u32>,
        (left, right): (&UInt32Array, &UInt32Array),
        good: Vec<bool>,
        frequent: usize,
    ) -> Result<Self> {
        // Pairs of like forms may contain forms of documents that are not compared here.
        let like = left.values().iter().chain(right.values()).max().map_or(0, |&form| form as usize + 1);
        let classes = Classes::new(count(&forms).max(like), left.values(), right.values());
        let keys = column(lists, "key")?.as_primitive::<UInt64Type>().values();
        Ok(Self { offsets: lists.value_offsets(), forms, classes, good, keys, frequent })
    }

    pub(super) fn too_many(&self, most: usize) -> Error {
        Error::ParameterError(format!(
            "common: more than {most} pairs of documents share a sequence of sentences, too many for the memory; one \
             sentence alone stands in {} places. Set common to a smaller number, such as {}: sentences with more places \
             then start no sequence, and 'samesame passages' tells them in groups. Or raise the memory",
            self.frequent,
            (self.frequent / 10).clamp(1, 1000)
        ))
    }

    /// The first sentence of a document, and how many it has.
    pub fn document(&self, document: u32) -> (usize, usize) {
        let (start, end) = (self.offsets[document as usize], self.offsets[document as usize + 1]);
        (start as usize, (end - start) as usize)
    }

    /// The diagonal that begins with the windows at these sentences; none if it begins with earlier windows.
    pub(super) fn diagonal(
        &self,
        size: usize,
        (left, left_at): (u32, u32),
        (right, right_at): (u32, u32),
        bridge: usize,
    ) -> Option<Diagonal> {
        if left == right {
            return None;
        }
        let turned = left > right;
        let ((left, left_at), (right, right_at)) =
            if turned { ((right, right_at), (left, left_at)) } else { ((left, left_at), (right, right_at)) };
        let matrix = Matrix::new(self, left, right, left_at as i64 - right_at as i64);
        let (start, end) = matrix.chain(left_at as usize, size, bridge)?;
        let right_start = (start as i64 - matrix.shift) as u32;
        let identical = (start..end).all(|at| matrix.is_identical(at));
        let length = (end - start) as u32;
        Some(Diagonal { left, right, left_start: start as u32, right_start, length, identical })
    }
}

fn column<'a>(lists: &'a LargeListArray, name: &str) -> Result<&'a ArrayRef> {
    let column = lists.values().as_struct().column_by_name(name);
    column.ok_or_else(|| Error::InternalError(format!("no column '{name}'")))
}

fn forms(lists: &LargeListArray) -> Result<Vec<u32>> {
    let forms = column(lists, "form")?.as_primitive::<UInt32Type>();
    Ok(forms.iter().map(|form| form.unwrap_or(NONE)).collect())
}

fn count(forms: &[u32]) -> usize {
    forms.iter().filter(|&&form| form != NONE).max().map_or(0, |&form| form as usize + 1)
}
