//! Common runs: each run of `size` words that both texts have is inside one of them, on both sides.

use super::Verbatim;
use super::grams::Grams;
use crate::cancel::Cancel;
use crate::error::Result;

/// Equal words: from `i` on in the left text and from `j` on in the right one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EqualRun {
    pub i: usize,
    pub j: usize,
    pub length: usize,
}

/// If a run occurs at many places of the other text, only some are compared: this many around the place where
/// the last run would continue, and this many from the first place on.
const AROUND: usize = 4;
const FIRST: usize = 4;

/// Runs that cover everything common on the left side, then those that the right side lacks; sorted. Words
/// that a small edit replaces inside a passage are not looked up elsewhere.
pub(super) fn common(
    left: &[u64],
    right: &[u64],
    options: &Verbatim,
    cancel: &Cancel,
) -> Result<Vec<EqualRun>> {
    let size = options.seed.max(1).min(left.len()).min(right.len());
    if size == 0 {
        return Ok(Vec::new());
    }
    let mut runs = cover(left, right, size, options, |_| false, cancel)?;
    let mut covered = vec![false; right.len()];
    let mut last: Option<EqualRun> = None;
    for run in &runs {
        // Words between a run and its continuation after an edit belong to the same passage.
        let from = last
            .filter(|last| edit(last, run, options))
            .map_or(run.j, |last| (last.j + last.length).min(run.j));
        covered[from..run.j + run.length].fill(true);
        last = Some(*run);
    }
    let others = cover(right, left, size, options, |place| covered[place], cancel)?;
    runs.extend(others.into_iter().map(|run| EqualRun { i: run.j, j: run.i, length: run.length }));
    runs.sort_unstable();
    Ok(runs)
}

/// Whether a run continues another one across an edit that is small, also in relation to the words that agree
/// around it.
fn edit(last: &EqualRun, next: &EqualRun, options: &Verbatim) -> bool {
    let gap = |from: usize, to: usize| to.checked_sub(from).filter(|&gap| gap <= options.gap);
    let gaps = gap(last.i + last.length, next.i).zip(gap(last.j + last.length, next.j));
    let most = options.gap.min(last.length).min(next.length);
    gaps.is_some_and(|(left, right)| left.max(right) <= most && left.abs_diff(right) <= options.shift)
}

/// Covers what `here` shares with `there`, except runs of `size` words that are `done` already.
fn cover(
    here: &[u64],
    there: &[u64],
    size: usize,
    options: &Verbatim,
    done: impl Fn(usize) -> bool,
    cancel: &Cancel,
) -> Result<Vec<EqualRun>> {
    let (mut runs, mut grams) = (Vec::new(), None);
    let (mut i, mut diagonal) = (0, 0isize);
    while i + size <= here.len() {
        cancel.check()?;
        if (i..i + size).rev().all(&done) {
            i += 1;
            continue;
        }
        if grams.is_none() {
            grams = Some(Grams::new(there, size, cancel)?);
        }
        let Some(grams) = &grams else { break };
        let Some(mut run) =
            longest(here, there, i, grams.places(&here[i..]), diagonal).filter(|run| run.length >= size)
        else {
            i += 1;
            continue;
        };
        runs.push(run);
        while let Some(next) = resumed(here, there, run, size, options) {
            run = next;
            runs.push(run);
        }
        diagonal = run.j as isize - run.i as isize;
        // The next run must end behind this one.
        i = run.i + run.length - size + 1;
    }
    Ok(runs)
}

/// The run of at least `size` words that continues another one after the smallest possible edit.
fn resumed(here: &[u64], there: &[u64], run: EqualRun, size: usize, options: &Verbatim) -> Option<EqualRun> {
    let (i, j) = (run.i + run.length, run.j + run.length);
    let edits = (1..=2 * options.gap).flat_map(|sum| (0..=sum).map(move |di| (di, sum - di)));
    let small = |&(di, dj): &(usize, usize)| di.max(dj) <= options.gap && di.abs_diff(dj) <= options.shift;
    edits.filter(small).map(|(di, dj)| (i + di, j + dj)).find_map(|(i, j)| {
        if here.get(i..i + size)? != there.get(j..j + size)? {
            return None;
        }
        // An edit never needs more than `gap` agreeing words behind it, so a candidate is not compared
        // further than that.
        let near = |words: &[u64], at: usize| at..(at + options.gap.max(size)).min(words.len());
        let first = common_length(&here[near(here, i)], &there[near(there, j)]);
        edit(&run, &EqualRun { i, j, length: first }, options).then(|| EqualRun {
            i,
            j,
            length: common_length(&here[i..], &there[j..]),
        })
    })
}

fn common_length(here: &[u64], there: &[u64]) -> usize {
    here.iter().zip(there).take_while(|(a, b)| a == b).count()
}

/// The longest run from `i` on among some positions; of equally long ones, the one nearest to the diagonal.
fn longest(
    here: &[u64],
    there: &[u64],
    i: usize,
    places: &[(u64, u32)],
    diagonal: isize,
) -> Option<EqualRun> {
    let expected = (i as isize + diagonal).max(0) as usize;
    let middle =
        if places.len() > AROUND + FIRST { places.partition_point(|p| (p.1 as usize) < expected) } else { 0 };
    let around = middle.saturating_sub(AROUND / 2).max(FIRST).min(places.len());
    let chosen = places.iter().take(FIRST).chain(places[around..].iter().take(AROUND));
    let run = |&(_, j): &(u64, u32)| {
        let j = j as usize;
        EqualRun { i, j, length: common_length(&here[i..], &there[j..]) }
    };
    chosen.map(run).max_by_key(|run| (run.length, std::cmp::Reverse(run.j.abs_diff(expected))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn runs_are_common(left in texts(), right in texts(), seed in 1usize..5) {
            let options = Verbatim { seed, ..Verbatim::default() };
            for run in common(&left, &right, &options, &Cancel::default()).unwrap() {
                prop_assert_eq!(&left[run.i..run.i + run.length], &right[run.j..run.j + run.length]);
            }
        }

        /// Against a table of all pairs of words. Only words that a small edit replaces inside a passage may
        /// be uncovered.
        #[test]
        fn every_common_run_is_covered(left in texts(), right in texts(), seed in 1usize..5, gap in 0usize..3) {
            let options = Verbatim { seed, least: 0, gap, shift: gap };
            let cancel = Cancel::default();
            let runs = common(&left, &right, &options, &cancel).unwrap();
            let chains = super::super::chains::join(runs, &left, &right, &options, &cancel).unwrap();
            let seed = seed.min(left.len()).min(right.len());
            let mut covered = (vec![false; left.len()], vec![false; right.len()]);
            for chain in &chains {
                covered.0[chain.i0..chain.i1].fill(true);
                covered.1[chain.j0..chain.j1].fill(true);
            }
            for (i, here) in left.windows(seed.max(1)).enumerate() {
                for (j, there) in right.windows(seed.max(1)).enumerate() {
                    if here == there {
                        prop_assert!(covered.0[i..i + seed].iter().all(|&c| c), "left {i} {chains:?}");
                        prop_assert!(covered.1[j..j + seed].iter().all(|&c| c), "right {j} {chains:?}");
                    }
                }
            }
        }
    }

    fn texts() -> impl Strategy<Value = Vec<u64>> {
        prop_oneof![prop::collection::vec(0u64..4, 0..40), prop::collection::vec(0u64..40, 0..60)]
    }
}
