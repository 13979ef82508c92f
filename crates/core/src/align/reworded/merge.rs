//! Rectangles that nearly touch are one; of those that overlap the better one stays.

use super::accept::Measured;
use super::{Rectangle, Tuning};

/// Joins rectangles that are near on both sides; those too weak even for that are dropped.
pub(super) fn merge(
    grown: &[Rectangle],
    tuning: &Tuning,
    measure: &mut impl FnMut(Rectangle) -> Measured,
) -> Vec<Measured> {
    let mut left: Vec<Measured> = grown.iter().map(|&r| measure(r)).collect();
    left.retain(|m| m.score >= tuning.accept - tuning.weak);
    sort(&mut left);
    let mut kept: Vec<Measured> = Vec::new();
    for mut one in left {
        while let Some(place) = kept.iter().position(|other| near(one.at, other.at, tuning.gap)) {
            let other = kept.remove(place);
            let joint = measure(joined(one.at, other.at));
            one = Measured { score: joint.score.max(one.score).max(other.score), ..joint };
        }
        kept.push(one);
    }
    kept
}

/// The accepted ones, best first; one that a better one covers on the left side is not told again.
pub(super) fn best(mut kept: Vec<Measured>, tuning: &Tuning) -> Vec<Measured> {
    sort(&mut kept);
    let mut found: Vec<Measured> = Vec::new();
    for one in kept {
        let covered = |other: &Measured| {
            let common = one.at.i1.min(other.at.i1).saturating_sub(one.at.i0.max(other.at.i0));
            common as f64 > tuning.overlap * (one.at.i1 - one.at.i0) as f64
        };
        if one.score >= tuning.accept && !found.iter().any(covered) {
            found.push(one);
        }
    }
    found
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
