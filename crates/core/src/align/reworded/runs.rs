//! Common runs: places where both texts have the same words in the same order.

use super::Rectangle;
use super::pair::TextPair;

/// Runs with at least this many words are seeds of their own.
const LONG: u32 = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CommonRun {
    pub i: u32,
    pub j: u32,
    pub length: u32,
}

/// All maximal runs of two words or more that contain a word that counts in the grid.
pub(super) struct CommonRuns<'a> {
    left: &'a [u32],
    right: &'a [u32],
    /// For each diagonal, how far along the left text it has been compared.
    walked: Vec<u32>,
    /// Runs by length: the lengths of a list are at most twice those of the list before. So the runs of a
    /// list that reach a place can be found by their start.
    lists: Vec<Vec<CommonRun>>,
}

impl<'a> CommonRuns<'a> {
    pub fn new(pair: &'a TextPair) -> Self {
        let (left, right) = (&pair.left.words[..], &pair.right.words[..]);
        Self { left, right, walked: vec![0; left.len() + right.len()], lists: Vec::new() }
    }

    /// Compares the texts around two equal words, unless the run that contains them is known.
    #[inline]
    pub fn meet(&mut self, i: usize, j: usize) {
        let diagonal = self.left.len() + j - i;
        if self.walked[diagonal] > i as u32 {
            return;
        }
        let ahead = self.left[i..].iter().zip(&self.right[j..]).take_while(|(a, b)| a == b).count();
        let behind = self.left[..i].iter().rev().zip(self.right[..j].iter().rev());
        let behind = behind.take_while(|(a, b)| a == b).count();
        self.walked[diagonal] = (i + ahead) as u32;
        let run =
            CommonRun { i: (i - behind) as u32, j: (j - behind) as u32, length: (ahead + behind) as u32 };
        if run.length > 1 {
            let list = run.length.ilog2() as usize;
            if self.lists.len() <= list {
                self.lists.resize_with(list + 1, Vec::new);
            }
            self.lists[list].push(run);
        }
    }

    pub fn finish(mut self) -> Self {
        self.lists.iter_mut().for_each(|list| list.sort_unstable());
        self
    }

    /// The runs of two words or more inside a rectangle, cut at its edges.
    fn inside<'b>(&'b self, r: Rectangle) -> impl Iterator<Item = CommonRun> + 'b {
        let near = move |(list, runs): (usize, &'b Vec<CommonRun>)| {
            let first = runs.partition_point(|run| run.i as usize + (2 << list) <= r.i0);
            let last = runs.partition_point(|run| (run.i as usize) < r.i1);
            runs.get(first..last).unwrap_or_default()
        };
        let runs = self.lists.iter().enumerate().flat_map(near);
        runs.filter_map(move |run| cut(*run, r)).filter(|run| run.length > 1)
    }

    /// The long runs, longest first.
    pub fn long(&self) -> impl Iterator<Item = Rectangle> {
        let longer = self.lists.get(LONG.ilog2() as usize..).unwrap_or_default();
        let mut long: Vec<CommonRun> = longer.iter().flatten().copied().collect();
        long.sort_unstable_by_key(|run| (std::cmp::Reverse(run.length), run.i, run.j));
        long.into_iter().map(Rectangle::from)
    }

    /// Words of the longest common run inside a rectangle; at least 1.
    pub fn longest(&self, r: Rectangle) -> usize {
        self.inside(r).map(|run| run.length as usize).max().unwrap_or(1)
    }

    /// The smallest rectangle around all runs of at least `least` words, and the share of its left side that
    /// they cover.
    pub fn frame(&self, r: Rectangle, least: usize) -> Option<(Rectangle, f64)> {
        let mut runs: Vec<CommonRun> = self.inside(r).filter(|run| run.length as usize >= least).collect();
        runs.sort_unstable();
        let frame = runs.iter().map(|&run| run.into()).reduce(|a: Rectangle, b: Rectangle| Rectangle {
            i0: a.i0.min(b.i0),
            i1: a.i1.max(b.i1),
            j0: a.j0.min(b.j0),
            j1: a.j1.max(b.j1),
        })?;
        let (mut covered, mut end) = (0, 0);
        for run in runs {
            let run: Rectangle = run.into();
            covered += run.i1.saturating_sub(run.i0.max(end));
            end = end.max(run.i1);
        }
        Some((frame, covered as f64 / (frame.i1 - frame.i0) as f64))
    }
}

impl From<CommonRun> for Rectangle {
    fn from(run: CommonRun) -> Self {
        let (i, j, length) = (run.i as usize, run.j as usize, run.length as usize);
        Rectangle { i0: i, i1: i + length, j0: j, j1: j + length }
    }
}

/// The part of a run that is inside a rectangle.
fn cut(run: CommonRun, r: Rectangle) -> Option<CommonRun> {
    let Rectangle { i0, i1, j0, j1 } = run.into();
    let skip = r.i0.saturating_sub(i0).max(r.j0.saturating_sub(j0));
    let spare = i1.saturating_sub(r.i1).max(j1.saturating_sub(r.j1));
    let length = (run.length as usize).checked_sub(skip + spare).filter(|&length| length > 0)?;
    Some(CommonRun { i: (i0 + skip) as u32, j: (j0 + skip) as u32, length: length as u32 })
}

#[cfg(test)]
mod tests {
    use super::super::{Tuning, seeds};
    use super::*;
    use crate::align::words::StemmedWords;
    use crate::cancel::Cancel;
    use proptest::prelude::*;

    /// The longest common run that ends at each pair of words, by dynamic programming.
    fn table(pair: &TextPair, r: Rectangle) -> Vec<(usize, usize, usize)> {
        let (left, right) = (&pair.left.words, &pair.right.words);
        let mut before = vec![0; r.j1 + 1];
        let mut all = Vec::new();
        for (i, a) in left.iter().enumerate().take(r.i1).skip(r.i0) {
            let mut here = vec![0; r.j1 + 1];
            for (j, b) in right.iter().enumerate().take(r.j1).skip(r.j0) {
                here[j + 1] = if a == b { before[j] + 1 } else { 0 };
                all.push((i, j, here[j + 1]));
            }
            before = here;
        }
        all
    }

    proptest! {
        #[test]
        fn runs_equal_the_table(
            left in "([ab]{1,3} ){3,90}", right in "([ab]{1,3} ){3,90}", cuts in any::<[usize; 4]>(), least in 2usize..5
        ) {
            let (left, right) = (StemmedWords::new(&left).unwrap(), StemmedWords::new(&right).unwrap());
            let tuning = Tuning { meetings: u32::MAX, ..Tuning::default() };
            let pair = TextPair::new(&left, &right, &tuning);
            let (_, runs) = seeds::find(&pair, &tuning, &Cancel::default()).unwrap();
            let part = |a: usize, b: usize, n: usize| ((a % (n + 1)).min(b % (n + 1)), (a % (n + 1)).max(b % (n + 1)));
            let ((i0, i1), (j0, j1)) = (part(cuts[0], cuts[1], left.len()), part(cuts[2], cuts[3], right.len()));
            let r = Rectangle { i0, i1, j0, j1 };
            let table = table(&pair, r);
            let longest = table.iter().map(|&(_, _, length)| length).max().unwrap_or(0);
            prop_assert_eq!(runs.longest(r), longest.max(1));
            let mut covered = vec![false; left.len()];
            let ends: Vec<_> = table.into_iter().filter(|&(_, _, length)| length >= least).collect();
            ends.iter().for_each(|&(i, _, length)| covered[i + 1 - length..=i].fill(true));
            match runs.frame(r, least) {
                None => prop_assert!(ends.is_empty()),
                Some((frame, share)) => {
                    prop_assert_eq!(frame.i0, ends.iter().map(|&(i, _, n)| i + 1 - n).min().unwrap());
                    prop_assert_eq!(frame.j1, ends.iter().map(|&(_, j, _)| j + 1).max().unwrap());
                    let count = covered.iter().filter(|&&covered| covered).count();
                    prop_assert_eq!(share, count as f64 / (frame.i1 - frame.i0) as f64);
                }
            }
        }
    }
}
