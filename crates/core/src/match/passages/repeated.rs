//! From runs to passages: atoms, their sorted suffixes, and the intervals that repeat.

use rayon::prelude::*;

use super::atoms::{self, Atoms};
use super::intervals::{self, Interval};
use super::places::{Places, WantedPassages};
use super::reference::RepeatedRun;
use super::suffixes;
use crate::cancel::Cancel;
use crate::error::Result;
use crate::tasks::even_tasks;

/// The passages of a collection, each as an interval of the suffixes.
pub(super) struct Repeated {
    atoms: Atoms,
    suffixes: Vec<u32>,
    intervals: Vec<Interval>,
    size: usize,
}

impl Repeated {
    /// From runs over `numbers` numbers, with shingles of `size` words. `fits` is called with the bytes that
    /// are needed.
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

    /// The number of places of all passages, at most.
    pub(super) fn places(&self) -> usize {
        self.intervals.iter().map(Interval::places).sum()
    }

    /// Calls `f` with each passage that is wanted; `ahead` places are sorted at a time.
    pub(super) fn each(
        &self,
        wanted: &WantedPassages,
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

    fn places_of(
        &self,
        interval: &Interval,
        wanted: &WantedPassages,
        document_words: &[u32],
    ) -> Option<Places> {
        let starts = &self.suffixes[interval.first as usize..=interval.last as usize];
        let words = self.atoms.words(starts[0], interval.atoms, self.size);
        let places = starts.iter().map(|&at| self.atoms.places[at as usize]).collect();
        wanted.places(words, places, document_words)
    }
}
