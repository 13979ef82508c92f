//! Scores a rectangle: how likely it is a passage.

use super::Rectangle;
use super::counts::{LEFT, RIGHT};
use super::grow::{Grower, matched};

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Measured {
    pub at: Rectangle,
    /// Weight of the words that both sides have, on the side where that is less.
    pub matched: f64,
    /// The share of that weight in the weight of all words, for each side.
    pub densities: (f64, f64),
    /// Words of the longest common run.
    pub run: usize,
    /// Dice coefficient of the distinct words, stop words included.
    pub dice: f64,
    pub score: f64,
}

impl Grower<'_> {
    pub fn measure(&mut self, r: Rectangle, run: usize) -> Measured {
        self.counts.set(self.pair, r);
        let left = matched(&self.pair.left, r.i0..r.i1, LEFT, &self.counts);
        let right = matched(&self.pair.right, r.j0..r.j1, RIGHT, &self.counts);
        let mut found = Measured {
            at: r,
            matched: f64::from(left.0.min(right.0)),
            densities: (f64::from(left.0 / left.1), f64::from(right.0 / right.1)),
            run,
            dice: self.dice(r),
            score: 0.0,
        };
        found.score = evidence(&found);
        found
    }

    /// Dice coefficient of the distinct words of both sides. `counts` must be set to the rectangle.
    fn dice(&mut self, r: Rectangle) -> f64 {
        let (mut distinct, mut both) = (0u32, 0u32);
        self.counts.forget();
        for &word in &self.pair.left.words[r.i0..r.i1] {
            if self.counts.is_new(word) {
                distinct += 1;
                both += u32::from(self.counts.of[word as usize][RIGHT] > 0);
            }
        }
        self.counts.forget();
        for &word in &self.pair.right.words[r.j0..r.j1] {
            distinct += u32::from(self.counts.is_new(word));
        }
        2.0 * f64::from(both) / f64::from(distinct.max(1))
    }
}

/// A log-linear score, fitted by logistic regression on the training half of PAN 2013.
fn evidence(m: &Measured) -> f64 {
    let length = |from: usize, to: usize| ((to - from).max(1) as f64).ln();
    1.758 * (m.matched + 1e-3).ln()
        + 1.465 * (m.densities.0 + 1e-3).ln()
        + 0.281 * (m.densities.1 + 1e-3).ln()
        - 0.775 * (m.run as f64 + 1.0).ln()
        + 5.614 * (m.dice + 0.01).ln()
        - 0.188 * length(m.at.i0, m.at.i1)
        + 1.948 * length(m.at.j0, m.at.j1)
        - 7.245
}
