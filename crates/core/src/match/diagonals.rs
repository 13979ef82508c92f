//! Sequences of like sentences: the diagonals in the dot matrices of document pairs (PDC-MR's third step).
//!
//! A dot is a sentence of one document and one of another with like forms. A diagonal needs several dots in a row, so
//! lone dots are never made: windows of as many sentences are grouped by the classes of their forms (forms that are
//! linked by likeness), and only within a group dots are looked at. Of two windows with the same good sentence before
//! them the dots before them already tell; they are passed over together. So the cost after grouping is that of the
//! diagonals themselves, unless classes hold forms that are not alike.

use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt32Type, UInt64Type};
use arrow_array::{ArrayRef, LargeListArray, UInt32Array};
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::r#match::classes::Classes;
use crate::r#match::sentences::NONE;
use crate::r#match::sides::Sides;
use crate::r#match::windows::groups;

/// What makes a diagonal.
#[derive(Debug, Clone, Copy)]
pub struct DiagonalOptions {
    /// Dots in a row that it needs; fewer where a document has no more sentences.
    pub least: usize,
    /// Missing dots that it may go on after.
    pub bridge: usize,
    /// A form in more sentences than this starts no diagonal.
    pub common: usize,
    /// Which documents are compared.
    pub sides: Sides,
    /// More diagonals are refused: a passage of n documents makes n² of them.
    pub most: usize,
}

/// Sentences with fewer words start no diagonal.
pub const FEW_WORDS: u32 = 3;

/// A sequence of sentences that two documents share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Diagonal {
    pub left: u32,
    pub right: u32,
    /// The first sentence in each, and how many there are.
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
    /// Whether each may start a diagonal.
    pub good: Vec<bool>,
    keys: &'a [u64],
    /// Places of the most frequent one that may.
    frequent: usize,
}

/// All diagonals between documents, in order. `left` and `right` are pairs of like forms.
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

    /// Sentences of which a column tells whether each may start a diagonal.
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
        // Forms that only documents have which are not compared are among the like ones, too.
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
    fn document(&self, document: u32) -> (usize, usize) {
        let (start, end) = (self.offsets[document as usize], self.offsets[document as usize + 1]);
        (start as usize, (end - start) as usize)
    }

    /// The diagonal that begins, as far as it can be told from windows, with the windows at these sentences.
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

/// One diagonal line of the dot matrix of two documents, by the sentences of the left one.
struct Matrix<'a> {
    sentences: &'a Sentences<'a>,
    left: usize,
    right: usize,
    /// Sentence of the left one less that of the right one.
    shift: i64,
    from: usize,
    to: usize,
}

impl<'a> Matrix<'a> {
    fn new(sentences: &'a Sentences<'a>, left: u32, right: u32, shift: i64) -> Self {
        let ((left, left_count), (right, right_count)) =
            (sentences.document(left), sentences.document(right));
        let to = (left_count as i64).min(right_count as i64 + shift).max(0) as usize;
        Self { sentences, left, right, shift, from: shift.max(0) as usize, to }
    }

    fn places(&self, at: usize) -> (usize, usize) {
        (self.left + at, (self.right as i64 + at as i64 - self.shift) as usize)
    }

    fn is_dot(&self, at: usize) -> bool {
        let (left, right) = self.places(at);
        let forms = &self.sentences.forms;
        self.sentences.classes.are_alike(forms[left], forms[right])
    }

    fn is_good(&self, at: usize) -> bool {
        let (left, right) = self.places(at);
        self.sentences.good[left] && self.sentences.good[right]
    }

    fn is_identical(&self, at: usize) -> bool {
        let (left, right) = self.places(at);
        self.sentences.keys[left] == self.sentences.keys[right]
    }

    /// Whether there are `size` dots from here on, a good one among them.
    fn is_seed(&self, at: usize, size: usize) -> bool {
        let end = at + size;
        end <= self.to && (at..end).all(|at| self.is_dot(at)) && (at..end).any(|at| self.is_good(at))
    }

    /// The whole run, with what follows and goes before after small gaps, if this window is its first seed.
    fn chain(&self, at: usize, size: usize, bridge: usize) -> Option<(usize, usize)> {
        if !self.is_seed(at, size) {
            return None;
        }
        let mut start = at;
        while start > self.from && self.is_dot(start - 1) {
            start -= 1;
            if self.is_seed(start, size) {
                return None; // told from there
            }
        }
        while let Some(earlier) = self.dot_before(start, bridge) {
            let mut first = earlier;
            while first > self.from && self.is_dot(first - 1) {
                first -= 1;
            }
            if (first..=earlier).any(|at| self.is_seed(at, size)) {
                return None;
            }
            start = first;
        }
        let mut end = at + size;
        loop {
            while end < self.to && self.is_dot(end) {
                end += 1;
            }
            let reach = self.to.min(end + bridge + 1);
            match (end..reach).find(|&at| self.is_dot(at)) {
                Some(later) => end = later,
                None => return Some((start, end)),
            }
        }
    }

    /// The nearest dot before a run, over at most so many missing ones.
    fn dot_before(&self, start: usize, bridge: usize) -> Option<usize> {
        let least = self.from.max(start.saturating_sub(bridge + 1));
        (least..start).rev().find(|&at| self.is_dot(at))
    }
}
