//! Summaries: a stretch of the left text that uses words of the whole right text, where no compact passage
//! explains this.

use std::ops::Range;

use super::Rectangle;
use super::accept::Measured;
use super::counts::LEFT;
use super::grow::{Grower, best_interval, matched};

const COST: f32 = 0.5;
/// Such a stretch has at least and at most this many words.
const LEAST: usize = 60;
const MOST: usize = 200;
/// The other text is at least this many times longer.
const RATIO: f64 = 3.5;
/// The density of the stretch exceeds that of the rest of the left text by this much.
const CONTRAST: f32 = 0.45;
const MATCHED: f32 = 55.0;
/// Verbatim passages may cover at most this share of the stretch; compact passages, weighted by their
/// density, may explain at most this share.
const VERBATIM: f64 = 0.4;
const EXPLAINED: f64 = 0.8;
const DENSE: f64 = 0.45;

pub(super) fn add(found: &mut Vec<Measured>, grower: &mut Grower) {
    let Some((stretch, matched)) = stretch(grower) else { return };
    let common = |m: &Measured| stretch.end.min(m.at.i1).saturating_sub(stretch.start.max(m.at.i0));
    let verbatim: usize = found.iter().filter(|m| m.run >= grower.tuning.verbatim).map(common).sum();
    if verbatim as f64 > VERBATIM * stretch.len() as f64 {
        return;
    }
    let explained: f64 = found.iter().map(|m| explained(m, &stretch, grower)).sum();
    if explained >= EXPLAINED * matched {
        return;
    }
    found.retain(|m| common(m) == 0);
    let at = Rectangle { i0: stretch.start, i1: stretch.end, j0: 0, j1: grower.pair.right.words.len() };
    found.push(Measured { at, matched, densities: (0.0, 0.0), run: 1, dice: 0.0, score: 0.0 });
}

/// The stretch that has most of the right text's words, if it differs enough from the rest; and the weight
/// matched.
fn stretch(grower: &mut Grower) -> Option<(Range<usize>, f64)> {
    let (left, right) = (&grower.pair.left, &grower.pair.right);
    grower.counts.set(grower.pair, Rectangle { i0: 0, i1: 0, j0: 0, j1: right.words.len() });
    let counts = &grower.counts;
    let best = best_interval(left, 0..left.words.len(), 0..0, LEFT, counts, COST);
    let inside = matched(left, best.clone(), LEFT, counts);
    let parts = [0..best.start, best.end..left.words.len()].map(|part| matched(left, part, LEFT, counts));
    let contrast = inside.0 / inside.1 - (parts[0].0 + parts[1].0) / (parts[0].1 + parts[1].1);
    let stands_out = (LEAST..=MOST).contains(&best.len())
        && right.words.len() as f64 >= RATIO * best.len() as f64
        && contrast >= CONTRAST
        && inside.0 >= MATCHED;
    stands_out.then_some((best, f64::from(inside.0)))
}

/// The weight inside the stretch that a passage explains.
fn explained(m: &Measured, stretch: &Range<usize>, grower: &mut Grower) -> f64 {
    let inside = stretch.start.max(m.at.i0)..stretch.end.min(m.at.i1);
    if inside.is_empty() {
        return 0.0;
    }
    grower.counts.set(grower.pair, Rectangle { i0: 0, i1: 0, ..m.at });
    let (weight, _) = matched(&grower.pair.left, inside, LEFT, &grower.counts);
    f64::from(weight) * (m.densities.1 / DENSE).min(1.0)
}
