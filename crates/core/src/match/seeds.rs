//! The third step of PDC-MR over partitions: windows are compared in one partition, and diagonals grow from
//! the results in another.
//!
//! Two functions take the place of `diagonals`. All windows with one key are in one partition, where they
//! give seeds; all seeds of two documents are in one partition together with the sentences of both. A
//! diagonal is reported by its first seed only.

use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::{LargeListArray, UInt32Array};
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::r#match::diagonals::{Diagonal, Sentences};
use crate::r#match::sentences::NONE;
use crate::r#match::windows::{Group, SentencePlace};

pub use crate::r#match::windows::Window;

/// No sentence that may start a diagonal is before the window.
pub const NOTHING_BEFORE: u32 = NONE;

/// Two windows with which a diagonal may begin.
pub type Seed = (SentencePlace, SentencePlace);

/// The seeds among windows of one size. `short`: only windows that are whole documents give seeds. `across`:
/// only windows of different sides do. More than `most` are refused.
pub fn seeds(
    windows: Vec<Window>,
    (short, across): (bool, bool),
    most: usize,
    cancel: &Cancel,
) -> Result<Vec<Seed>> {
    let group = Group::new(0, windows, short, across);
    let told = AtomicUsize::new(0);
    let part = |mut part: Vec<Seed>, at: usize| {
        cancel.check()?;
        let before = part.len();
        let (this, others) = group.partners(at);
        part.extend(others.filter(|other| other.0 != this.0).map(|other| (this, other)));
        if told.fetch_add(part.len() - before, Ordering::Relaxed) + part.len() - before > most {
            return Err(too_many(most));
        }
        Ok(part)
    };
    let parts: Vec<Vec<Seed>> =
        (0..group.len()).into_par_iter().try_fold(Vec::new, part).collect::<Result<_>>()?;
    Ok(parts.concat())
}

fn too_many(most: usize) -> Error {
    Error::ParameterError(format!(
        "common: more than {most} pairs of documents may share a sequence of sentences, too many for the memory. Set \
         common to a number such as 1000: sentences with more places then start no sequence, and 'samesame passages' \
         tells them in groups. Or raise the memory"
    ))
}

/// The diagonals whose first seed is among these, sorted. `sizes` has the number of sentences in the windows
/// of each seed, `like` the pairs of like forms, and `frequent` is how often the most frequent sentence
/// occurs that may start a diagonal.
pub fn seeded_diagonals(
    sentences: &LargeListArray,
    like: (&UInt32Array, &UInt32Array),
    (seeds, sizes): (&[Seed], &[u32]),
    bridge: usize,
    (most, frequent): (usize, usize),
    cancel: &Cancel,
) -> Result<Vec<Diagonal>> {
    let sentences = Sentences::given(sentences, like, frequent)?;
    let grown = |(&(left, right), &size): (&Seed, &u32)| {
        cancel.check()?;
        Ok(sentences.diagonal(size as usize, left, right, bridge))
    };
    let found = seeds.par_iter().zip(sizes).map(grown);
    let mut found: Vec<Diagonal> = found.filter_map(Result::transpose).collect::<Result<_>>()?;
    if found.len() > most {
        return Err(sentences.too_many(most));
    }
    found.par_sort_unstable();
    Ok(found)
}
