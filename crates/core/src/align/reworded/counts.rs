//! Counts how often each word occurs in a stretch of the left text and in a stretch of the right text.

use std::ops::Range;

use super::Rectangle;
use super::pair::{Side, TextPair};

pub(super) const LEFT: usize = 0;
pub(super) const RIGHT: usize = 1;

/// Stretches change little from one step to the next, so only words that enter or leave them are counted.
pub(super) struct WordCounts {
    /// For each word of the pair: its counts in the left and in the right stretch.
    pub of: Vec<[u32; 2]>,
    at: [Range<usize>; 2],
    /// The pass in which each word was last met.
    met: Vec<u32>,
    pass: u32,
}

impl WordCounts {
    pub fn new(pair: &TextPair) -> Self {
        Self { of: vec![[0; 2]; pair.distinct], at: [0..0, 0..0], met: vec![0; pair.distinct], pass: 0 }
    }

    /// Moves both stretches to those of a rectangle.
    pub fn set(&mut self, pair: &TextPair, r: Rectangle) {
        self.change(&pair.left, LEFT, r.i0..r.i1);
        self.change(&pair.right, RIGHT, r.j0..r.j1);
    }

    /// Moves the stretch of one side.
    pub fn change(&mut self, side: &Side, which: usize, to: Range<usize>) {
        let from = std::mem::replace(&mut self.at[which], to.clone());
        let (before, behind) = outside(&from, &to);
        let leaving = side.words[before].iter().chain(&side.words[behind]);
        leaving.for_each(|&word| self.of[word as usize][which] -= 1);
        let (before, behind) = outside(&to, &from);
        let entering = side.words[before].iter().chain(&side.words[behind]);
        entering.for_each(|&word| self.of[word as usize][which] += 1);
    }

    /// Begins a new pass, in which no word has been met.
    pub fn forget(&mut self) {
        self.pass += 1;
    }

    /// Whether the word is met for the first time in this pass.
    pub fn is_new(&mut self, word: u32) -> bool {
        std::mem::replace(&mut self.met[word as usize], self.pass) != self.pass
    }
}

/// The parts of a stretch before and behind another one.
fn outside(whole: &Range<usize>, other: &Range<usize>) -> (Range<usize>, Range<usize>) {
    let end = whole.end.min(other.start).max(whole.start);
    (whole.start..end, whole.start.max(other.end).max(end).min(whole.end)..whole.end)
}

/// The part of a word's weight that counts if it occurs `own` times here and `other` times on the other side.
#[inline]
pub(super) fn share(own: u32, other: u32) -> f32 {
    if other >= own.max(1) { 1.0 } else { other as f32 / own.max(1) as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_leaves_and_enters(a in 0usize..9, b in 0usize..9, c in 0usize..9, d in 0usize..9) {
            let (whole, other) = (a.min(b)..a.max(b), c.min(d)..c.max(d));
            let (before, behind) = outside(&whole, &other);
            let found: Vec<usize> = before.chain(behind).collect();
            let naive: Vec<usize> = whole.filter(|i| !other.contains(i)).collect();
            prop_assert_eq!(found, naive);
        }
    }
}
