//! From runs to passages: atoms, their suffixes in order, and what repeats among these.

use rayon::prelude::*;

use super::atoms::{self, Atoms};
use super::intervals::{self, Interval};
use super::places::{Places, Wanted};
use super::reference::RepeatedRun;
use super::suffixes;
use crate::cancel::Cancel;
use crate::error::Result;
use crate::tasks::even_tasks;

/// The passages of a collection, each a stretch of the suffixes.
pub(super) struct Repeated {
    atoms: Atoms,
    suffixes: Vec<u32>,
    intervals: Vec<Interval>,
    size: usize,
}

impl Repeated {
    /// Of runs over so many numbers, with shingles of that size. `fits` is asked with the bytes that this needs.
    pub(super) fn of(
        runs: Vec<RepeatedRun>,
        numbers: usize,
        size: usize,
        fits: impl Fn(usize) -> Result<()>,
        cancel: &Cancel,
    ) -> Result<Self> {
        let atoms = atoms::atoms(&runs, numbers, fits)?;
        drop(runs);
        cancel.check()?;
        let suffixes = suffixes::suffix_array(&atoms.symbols, atoms.lengths.len());
        cancel.check()?;
        let common = suffixes::common(&atoms.symbols, &suffixes);
        let intervals = intervals::passages(&atoms.symbols, &suffixes, &common);
        Ok(Self { atoms, suffixes, intervals, size })
    }

    /// How many places all passages have at most.
    pub(super) fn places(&self) -> usize {
        self.intervals.iter().map(Interval::places).sum()
    }

    /// Hands over each passage that is wanted; so many places are sorted ahead.
    pub(super) fn each(
        &self,
        wanted: &Wanted,
        document_words: &[u32],
        ahead: usize,
        cancel: &Cancel,
        mut f: impl FnMut(Places) -> Result<()>,
    ) -> Result<()> {
        for task in even_tasks(self.intervals.iter().map(Interval::places), ahead) {
            cancel.check()?;
            let of = |interval: &Interval| self.places_of(interval, wanted, document_words);
            let found: Vec<Places> = self.intervals[task].par_iter().filter_map(of).collect();
            found.into_iter().try_for_each(&mut f)?;
        }
        Ok(())
    }

    fn places_of(&self, interval: &Interval, wanted: &Wanted, document_words: &[u32]) -> Option<Places> {
        let starts = &self.suffixes[interval.first as usize..=interval.last as usize];
        let words = self.atoms.words(starts[0], interval.atoms, self.size);
        let places = starts.iter().map(|&at| self.atoms.places[at as usize]).collect();
        wanted.places(words, places, document_words)
    }
}
