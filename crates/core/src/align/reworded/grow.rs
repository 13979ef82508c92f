//! Grows seeds: one side after the other moves to the stretch that has most of the other side's words.

use std::ops::{Range, RangeInclusive};

use super::counts::{LEFT, RIGHT, WordCounts, share};
use super::pair::{Side, TextPair};
use super::{Rectangle, Tuning};
use crate::cancel::Cancel;
use crate::error::Result;

/// Turns per phase, at most; nearly all seeds stop moving after a few.
const TURNS: usize = 12;

pub(super) struct Grower<'a> {
    pub pair: &'a TextPair<'a>,
    pub tuning: &'a Tuning,
    pub counts: WordCounts,
}

impl<'a> Grower<'a> {
    pub fn new(pair: &'a TextPair<'a>, tuning: &'a Tuning) -> Self {
        Self { pair, tuning, counts: WordCounts::new(pair) }
    }

    /// Grows the seeds in order. Seeds inside something that has already grown are skipped. Long texts may
    /// try more seeds.
    pub fn grow_all(
        &mut self,
        seeds: impl Iterator<Item = Rectangle>,
        cancel: &Cancel,
    ) -> Result<Vec<Rectangle>> {
        let (left, right) = (self.pair.left.words.len(), self.pair.right.words.len());
        let tries = self.tuning.tries + (left + right) / 200;
        let mut known = GrownBlocks::new(left, self.tuning.block);
        let mut grown: Vec<Rectangle> = Vec::new();
        for seed in seeds {
            if grown.len() >= tries {
                break;
            }
            cancel.check()?;
            if !known.has(seed) {
                let rectangle = self.grow(seed);
                known.add(rectangle);
                grown.push(rectangle);
            }
        }
        Ok(grown)
    }

    /// Grows in two phases: the cost per word in the second follows from the density that the first one
    /// found. Nearly all seeds are there by chance; after the first phase this is known, and the second is
    /// saved.
    fn grow(&mut self, seed: Rectangle) -> Rectangle {
        let first = self.settle(seed, self.tuning.first_cost);
        let measured = self.measure(first, 1);
        if measured.score < self.tuning.accept - self.tuning.weak - self.tuning.hopeless {
            return first;
        }
        let density = measured.densities.0.min(measured.densities.1) as f32;
        self.settle(first, self.tuning.first_cost.max(self.tuning.cost_share * density))
    }

    /// Moves the sides by turns until neither moves any more.
    fn settle(&mut self, mut r: Rectangle, cost: f32) -> Rectangle {
        self.counts.set(self.pair, r);
        for _ in 0..TURNS {
            let before = r;
            (r.j0, r.j1) = self.best(RIGHT, r.j0..r.j1, cost);
            (r.i0, r.i1) = self.best(LEFT, r.i0..r.i1, cost);
            if r == before {
                break;
            }
        }
        r
    }

    /// The best interval of one side against the stretch of the other side, near the interval that it has
    /// now.
    fn best(&mut self, which: usize, at: Range<usize>, cost: f32) -> (usize, usize) {
        let side = if which == LEFT { &self.pair.left } else { &self.pair.right };
        let margin = self.tuning.margin;
        let near = at.start.saturating_sub(margin)..(at.end + margin).min(side.words.len());
        let found = best_interval(side, near, at, which, &self.counts, cost);
        self.counts.change(side, which, found.clone());
        (found.start, found.end)
    }
}

/// The blocks that are inside something grown: for each row, ranges of columns. There may be many more seeds
/// than rectangles that grow from them, so a look-up has to be cheap.
struct GrownBlocks {
    block: usize,
    rows: Vec<Vec<RangeInclusive<usize>>>,
}

impl GrownBlocks {
    fn new(words: usize, block: usize) -> Self {
        Self { block, rows: vec![Vec::new(); words / block + 1] }
    }

    /// Seeds have 2 × 2 blocks: one counts as known if its first block is inside the rectangle or directly
    /// before it.
    fn add(&mut self, r: Rectangle) {
        let near = |from: usize, to: usize| (from / self.block).saturating_sub(1)..=to / self.block;
        let columns = near(r.j0, r.j1);
        self.rows[near(r.i0, r.i1)].iter_mut().for_each(|row| row.push(columns.clone()));
    }

    fn has(&self, seed: Rectangle) -> bool {
        self.rows[seed.i0 / self.block].iter().any(|columns| columns.contains(&(seed.j0 / self.block)))
    }
}

/// The weight of the words that the other side has, too (each as often as it occurs there), and the weight of
/// all words.
pub(super) fn matched(side: &Side, at: Range<usize>, which: usize, counts: &WordCounts) -> (f32, f32) {
    let (mut matched, mut all) = (0.0, 1e-9);
    for (&word, &weight) in side.words[at.clone()].iter().zip(&side.weights[at]) {
        let count = counts.of[word as usize];
        matched += weight * share(count[which], count[1 - which]);
        all += weight;
    }
    (matched, all)
}

/// The interval with the largest sum (Kadane's algorithm). A word adds its weight, as far as it occurs on the
/// other side often enough, and costs a share of its weight. Occurrences that are used up `inside` the
/// present interval add nothing outside of it. An interval gains a bonus if it begins or ends at a boundary
/// of the text.
pub(super) fn best_interval(
    side: &Side,
    near: Range<usize>,
    inside: Range<usize>,
    which: usize,
    counts: &WordCounts,
    cost: f32,
) -> Range<usize> {
    let mut kadane =
        Kadane { best: f32::NEG_INFINITY, found: inside.clone(), sum: f32::NEG_INFINITY, from: near.start };
    let count = |word: u32| {
        let count = counts.of[word as usize];
        (count[which], count[1 - which])
    };
    let outside = |word: u32| {
        let (own, other) = count(word);
        if other > own { 1.0 } else { 0.0 }
    };
    let within = |word: u32| {
        let (own, other) = count(word);
        share(own, other)
    };
    kadane.walk(side, near.start..inside.start, cost, outside);
    kadane.walk(side, inside.clone(), cost, within);
    kadane.walk(side, inside.end..near.end, cost, outside);
    kadane.found
}

struct Kadane {
    best: f32,
    found: Range<usize>,
    /// The best sum of an interval that ends here, and where that interval begins.
    sum: f32,
    from: usize,
}

impl Kadane {
    #[inline]
    fn walk(&mut self, side: &Side, range: Range<usize>, cost: f32, share: impl Fn(u32) -> f32) {
        let words = side.words[range.clone()].iter().zip(&side.weights[range.clone()]);
        let bonus = side.bonus[range.start..range.end + 1].windows(2);
        for ((i, (&word, &weight)), bonus) in range.zip(words).zip(bonus) {
            if bonus[0] >= self.sum {
                (self.sum, self.from) = (bonus[0], i);
            }
            self.sum += weight * (share(word) - cost);
            if self.sum + bonus[1] > self.best {
                self.best = self.sum + bonus[1];
                self.found = self.from..i + 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::words::StemmedWords;
    use proptest::prelude::*;

    /// The value of an interval, straight from the definition.
    fn worth(side: &Side, at: &Range<usize>, inside: &Range<usize>, counts: &WordCounts, cost: f32) -> f32 {
        let gain = |i: usize| {
            let [own, other] = counts.of[side.words[i] as usize];
            let share = match inside.contains(&i) {
                true => (other as f32 / own as f32).min(1.0),
                false => f32::from(u8::from(other > own)),
            };
            side.weights[i] * (share - cost)
        };
        side.bonus[at.start] + at.clone().map(gain).sum::<f32>() + side.bonus[at.end]
    }

    fn rectangles() -> impl Strategy<Value = Vec<Rectangle>> {
        let side = || (0usize..50, 1usize..15);
        let rectangle =
            (side(), side()).prop_map(|((i, n), (j, m))| Rectangle { i0: i, i1: i + n, j0: j, j1: j + m });
        prop::collection::vec(rectangle, 1..12)
    }

    proptest! {
        #[test]
        fn known_are_seeds_inside_or_right_before(all in rectangles(), block in 1usize..6) {
            let near = |at: usize, start: usize, end: usize| {
                at / block + 1 >= start / block && at / block <= end / block
            };
            let mut known = GrownBlocks::new(70, block);
            for (n, &seed) in all.iter().enumerate() {
                let naive = all[..n].iter().any(|r| near(seed.i0, r.i0, r.i1) && near(seed.j0, r.j0, r.j1));
                prop_assert_eq!(known.has(seed), naive);
                known.add(seed);
            }
        }

        #[test]
        fn no_interval_is_worth_more(
            left in "([a-f]{1,2}[ .\n]{1,2}){3,25}", right in "([a-f]{1,2} ){3,25}", cuts in any::<[usize; 4]>(), cost in 0.05f32..0.6
        ) {
            let (left, right) = (StemmedWords::new(&left).unwrap(), StemmedWords::new(&right).unwrap());
            let tuning = Tuning::default();
            let pair = TextPair::new(&left, &right, &tuning);
            let part = |a: usize, b: usize, n: usize| (a % n).min(b % n)..(a % n).max(b % n) + 1;
            let (inside, there) = (part(cuts[0], cuts[1], left.len()), part(cuts[2], cuts[3], right.len()));
            let mut counts = WordCounts::new(&pair);
            counts.set(&pair, Rectangle { i0: inside.start, i1: inside.end, j0: there.start, j1: there.end });
            let side = &pair.left;
            let found = best_interval(side, 0..left.len(), inside.clone(), LEFT, &counts, cost);
            let best = (0..left.len())
                .flat_map(|start| (start + 1..=left.len()).map(move |end| start..end))
                .map(|at| worth(side, &at, &inside, &counts, cost))
                .fold(f32::NEG_INFINITY, f32::max);
            prop_assert!(worth(side, &found, &inside, &counts, cost) >= best - 1e-3);
        }
    }
}
