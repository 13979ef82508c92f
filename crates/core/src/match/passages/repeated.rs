//! From runs to passages: atoms, their sorted suffixes, and the intervals that repeat.

use rayon::prelude::*;

use super::atoms::{self, Atoms};
use super::intervals::{self, Interval};
use super::places::{Places, WantedPassages};
use super::reference::RepeatedRun;
use super::slight::{Slight, is_slight};
use super::suffixes;
use crate::cancel::Cancel;
use crate::error::Result;
use crate::tasks::even_tasks;

/// The passages of a collection, each as an interval of the suffixes.
pub(super) struct Repeated {
    atoms: Atoms,
    suffixes: Vec<u32>,
    /// Those of fewer atoms first, so that what stands within a passage comes before it.
    intervals: Vec<Interval>,
    slight: Slight,
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
        let mut intervals = intervals::passages(&atoms.symbols, &suffixes, &common);
        drop(common);
        intervals.par_sort_unstable();
        let slight = Slight::new(&suffixes);
        Ok(Self { atoms, suffixes, intervals, slight, size })
    }

    /// The number of places of all passages, at most.
    pub(super) fn places(&self) -> usize {
        self.intervals.iter().map(Interval::places).sum()
    }

    /// Calls `f` with each passage that is wanted and not slight; `ahead` places are sorted at a time.
    pub(super) fn each(
        &self,
        wanted: &WantedPassages,
        document_words: &[u32],
        ahead: usize,
        cancel: &Cancel,
        mut f: impl FnMut(Places) -> Result<()>,
    ) -> Result<()> {
        let mut told = vec![0u32; self.intervals.len()];
        for task in even_tasks(self.intervals.iter().map(Interval::places), ahead) {
            cancel.check()?;
            let of = |interval: &Interval| self.places_of(interval, wanted, document_words);
            let found: Vec<_> = self.intervals[task.clone()].par_iter().map(of).collect();
            for (number, found) in task.zip(found) {
                let Some((passage, within)) = found else { continue };
                let places = passage.places.len();
                if !within.iter().any(|&other| is_slight(places, told[other as usize])) {
                    told[number] = places as u32;
                    f(passage)?;
                }
            }
        }
        Ok(())
    }

    /// A passage, and those that may make it slight.
    fn places_of(
        &self,
        interval: &Interval,
        wanted: &WantedPassages,
        document_words: &[u32],
    ) -> Option<(Places, Vec<u32>)> {
        let starts = &self.suffixes[interval.first as usize..=interval.last as usize];
        let words = self.atoms.words(starts[0], interval.atoms, self.size);
        let places = starts.iter().map(|&at| self.atoms.places[at as usize]).collect();
        let passage = wanted.places(words, places, document_words)?;
        let count = passage.places.len();
        let within = self.slight.within(&self.atoms, &self.intervals, starts[0], interval.atoms, count);
        Some((passage, within))
    }
}
