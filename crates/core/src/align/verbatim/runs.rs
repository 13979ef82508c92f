//! Common runs: every run of `size` words that both texts have is inside one of them, on both sides.

use super::grams::Grams;

/// Equal words from `i` on in the left text and from `j` on in the right one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Run {
    pub i: usize,
    pub j: usize,
    pub length: usize,
}

/// Places that are compared, of those where a run stands in the other text: around the one that goes on where the last
/// run ended, and the first ones.
const AROUND: usize = 4;
const FIRST: usize = 4;

/// Runs that cover all that is common on the left side, then those that the right side lacks; in order.
pub(super) fn common(left: &[u64], right: &[u64], size: usize) -> Vec<Run> {
    let size = size.max(1).min(left.len()).min(right.len());
    if size == 0 {
        return Vec::new();
    }
    let mut runs = Vec::new();
    cover(left, right, size, |_| false, &mut runs);
    let mut covered = vec![false; right.len()];
    runs.iter().for_each(|run| covered[run.j..run.j + run.length].fill(true));
    let mut others = Vec::new();
    cover(right, left, size, |place| covered[place], &mut others);
    runs.extend(others.into_iter().map(|run| Run { i: run.j, j: run.i, length: run.length }));
    runs.sort_unstable();
    runs
}

/// Covers what `here` shares with `there`, but for runs of `size` words that are `done` already.
fn cover(here: &[u64], there: &[u64], size: usize, done: impl Fn(usize) -> bool, runs: &mut Vec<Run>) {
    let mut grams = None;
    let (mut i, mut diagonal) = (0, 0isize);
    // Words from `i` on that are known to be done.
    while i + size <= here.len() {
        if (i..i + size).rev().all(&done) {
            i += 1;
            continue;
        }
        let grams = grams.get_or_insert_with(|| Grams::new(there, size));
        let places = grams.places(&here[i..]);
        match longest(here, there, i, places, diagonal).filter(|run| run.length >= size) {
            Some(run) => {
                diagonal = run.j as isize - run.i as isize;
                // The next run must reach beyond this one.
                i += run.length - size + 1;
                runs.push(run);
            }
            None => i += 1,
        }
    }
}

/// The longest run from `i` on among some of the places, the nearest to the diagonal if there are several.
fn longest(here: &[u64], there: &[u64], i: usize, places: &[(u64, u32)], diagonal: isize) -> Option<Run> {
    let expected = (i as isize + diagonal).max(0) as usize;
    let middle =
        if places.len() > AROUND + FIRST { places.partition_point(|p| (p.1 as usize) < expected) } else { 0 };
    let around = middle.saturating_sub(AROUND / 2).max(FIRST).min(places.len());
    let chosen = places.iter().take(FIRST).chain(places[around..].iter().take(AROUND));
    let run = |&(_, j): &(u64, u32)| {
        let j = j as usize;
        let length = here[i..].iter().zip(&there[j..]).take_while(|(a, b)| a == b).count();
        Run { i, j, length }
    };
    chosen.map(run).max_by_key(|run| (run.length, std::cmp::Reverse(run.j.abs_diff(expected))))
}
