//! Joins rectangles that nearly touch; where rectangles overlap, the one with the better score is kept.

use std::ops::Range;

use super::accept::Measured;
use super::{Rectangle, Tuning};
use crate::error::Result;

/// Joins rectangles that are near each other on both sides. Rectangles too weak to be joined are dropped.
pub(super) fn merge(
    grown: &[Rectangle],
    tuning: &Tuning,
    measure: &mut impl FnMut(Rectangle) -> Result<Measured>,
) -> Result<Vec<Measured>> {
    let mut left: Vec<Measured> = grown.iter().map(|&r| measure(r)).collect::<Result<_>>()?;
    left.retain(|m| m.score >= tuning.accept - tuning.weak);
    sort(&mut left);
    let mut kept: Vec<Measured> = Vec::new();
    for mut one in left {
        while let Some(place) = kept.iter().position(|other| near(one.at, other.at, tuning.gap)) {
            let other = kept.remove(place);
            let joint = measure(joined(one.at, other.at))?;
            one = Measured { score: joint.score.max(one.score).max(other.score), ..joint };
        }
        kept.push(one);
    }
    Ok(kept)
}

/// The accepted rectangles, best first, without those that a better one covers. If the right side is covered,
/// the better one already explains these words; but a text may have been copied twice, which common runs
/// show, and then both are kept.
pub(super) fn best(mut kept: Vec<Measured>, tuning: &Tuning) -> Vec<Measured> {
    sort(&mut kept);
    let mut found: Vec<Measured> = Vec::new();
    for one in kept {
        let (left, right) = (one.at.i0..one.at.i1, one.at.j0..one.at.j1);
        let covered = |other: &Measured| {
            covers(other.at.i0..other.at.i1, &left, tuning.overlap)
                || (one.run < tuning.verbatim && covers(other.at.j0..other.at.j1, &right, tuning.overlap))
        };
        if one.score >= tuning.accept && !found.iter().any(covered) {
            found.push(one);
        }
    }
    found
}

/// Whether one stretch covers more than a share of another.
fn covers(one: Range<usize>, other: &Range<usize>, share: f64) -> bool {
    let common = one.end.min(other.end).saturating_sub(one.start.max(other.start));
    common as f64 > share * other.len() as f64
}

fn sort(measured: &mut [Measured]) {
    measured.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then(a.at.cmp(&b.at)));
}

fn near(a: Rectangle, b: Rectangle, gap: usize) -> bool {
    a.i0 <= b.i1 + gap && b.i0 <= a.i1 + gap && a.j0 <= b.j1 + gap && b.j0 <= a.j1 + gap
}

fn joined(a: Rectangle, b: Rectangle) -> Rectangle {
    Rectangle { i0: a.i0.min(b.i0), i1: a.i1.max(b.i1), j0: a.j0.min(b.j0), j1: a.j1.max(b.j1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rectangles() -> impl Strategy<Value = Vec<Rectangle>> {
        let side = || (0usize..60, 1usize..8);
        let rectangle =
            (side(), side()).prop_map(|((i, n), (j, m))| Rectangle { i0: i, i1: i + n, j0: j, j1: j + m });
        prop::collection::vec(rectangle, 0..12)
    }

    fn measured(at: Rectangle, score: f64) -> Measured {
        Measured { at, matched: 0.0, densities: (0.0, 0.0), run: 1, dice: 0.0, score }
    }

    /// Joins any two rectangles that are near until there are none.
    fn naive(mut all: Vec<Rectangle>, gap: usize) -> Vec<Rectangle> {
        all.sort_unstable();
        all.dedup();
        for a in 0..all.len() {
            for b in a + 1..all.len() {
                if near(all[a], all[b], gap) {
                    let joint = joined(all[a], all[b]);
                    all.swap_remove(b);
                    all[a] = joint;
                    return naive(all, gap);
                }
            }
        }
        all
    }

    proptest! {
        #[test]
        fn all_that_are_near_are_joined(all in rectangles(), gap in 0usize..6) {
            let tuning = Tuning { gap, ..Tuning::default() };
            // Any score will do if it depends on the place only.
            let mut measure = |r: Rectangle| Ok(measured(r, (r.i0 * 7 % 5 + r.j1 * 3 % 4) as f64));
            let merged = merge(&all, &tuning, &mut measure).unwrap();
            let mut found: Vec<Rectangle> = merged.into_iter().map(|m| m.at).collect();
            found.sort_unstable();
            prop_assert_eq!(found, naive(all, gap));
        }

        #[test]
        fn the_better_one_stays(all in rectangles(), verbatim in any::<u16>()) {
            let tuning = Tuning::default();
            let run = |n: usize| if verbatim >> n & 1 == 1 { tuning.verbatim } else { 1 };
            let kept: Vec<Measured> = all
                .iter()
                .enumerate()
                .map(|(n, &r)| Measured { run: run(n), ..measured(r, n as f64 - 2.0) })
                .collect();
            let found = best(kept.clone(), &tuning);
            let much = |a: Range<usize>, b: Range<usize>| {
                a.clone().filter(|i| b.contains(i)).count() as f64 > tuning.overlap * a.len() as f64
            };
            let covered = |a: &Measured, b: &Measured| {
                much(a.at.i0..a.at.i1, b.at.i0..b.at.i1)
                    || (a.run < tuning.verbatim && much(a.at.j0..a.at.j1, b.at.j0..b.at.j1))
            };
            for one in &kept {
                let beaten = found.iter().any(|other| other.score > one.score && covered(one, other));
                prop_assert_eq!(found.contains(one), one.score >= tuning.accept && !beaten);
            }
        }
    }
}
