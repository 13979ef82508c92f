//! Passages that share their words, in whatever order: shuffled, paraphrased, translated there and back.
//!
//! Words that both texts have are summed over a grid of blocks; strong cells are seeds. A seed grows by turns: the stretch
//! of one side that draws most on the words of the other's, until neither side moves. What has grown is merged with its
//! neighbours and accepted by a log-linear score.

mod accept;
mod counts;
mod grow;
mod merge;
mod pair;
mod runs;
mod seeds;
mod summary;

use crate::align::Block;
use crate::align::words::StemmedWords;
use crate::cancel::Cancel;
use crate::error::Result;

use self::accept::Measured;
use self::grow::Grower;
use self::pair::Pair;
use self::runs::Runs;

/// What can be chosen, and what was fitted on the training half of PAN 2013. The optimum is flat.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reworded {
    /// A pair with a verbatim passage reports only passages with long common runs. For collections where a text is
    /// copied in one way only.
    pub adapt: bool,
    /// A stretch that draws on the whole other text is reported against all of it. For summaries.
    pub summary: bool,
    /// Fewer characters on either side are no passage.
    pub least: usize,
    pub tuning: Tuning,
}

impl Default for Reworded {
    fn default() -> Self {
        Self { adapt: false, summary: false, least: 100, tuning: Tuning::default() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tuning {
    /// Words of a grid block.
    pub block: usize,
    /// A word that meets itself more often inside the pair seeds nothing.
    pub meetings: u32,
    /// The least sum of 2 × 2 cells.
    pub seed: f32,
    /// Seeds tried at least; long texts get more.
    pub tries: usize,
    /// A word is rare if it stands less often than once in so many words; short texts are taken for part of a longer one.
    pub rare: f32,
    pub padding: f32,
    /// Added to the weight of all words, so that common ones count a little.
    pub floor: f32,
    /// What a word costs, by its weight: at first, and as a share of the density found.
    pub first_cost: f32,
    pub cost_share: f32,
    /// Gain of an interval that begins or ends at a sentence, paragraph or line.
    pub sentence: f32,
    pub paragraph: f32,
    pub line: f32,
    /// Words looked at beyond the interval, at least.
    pub margin: usize,
    /// Rectangles this near to each other, in words and on both sides, are one.
    pub gap: usize,
    /// The score from which a rectangle is a passage; weaker ones, down to `weak` below, may still be merged. What is
    /// `hopeless` further below after the first phase of its growth is not grown further.
    pub accept: f64,
    pub weak: f64,
    pub hopeless: f64,
    /// A passage that a better one covers more than so, on the left side or, unless it is verbatim, on the right, is dropped.
    pub overlap: f64,
    /// A common run from which a passage may be verbatim, runs that then count, and the share that they must cover.
    pub verbatim: usize,
    pub verbatim_run: usize,
    pub verbatim_share: f64,
    pub verbatim_margin: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            block: 30,
            meetings: 300,
            seed: 12.0,
            tries: 15,
            rare: 35.0,
            padding: 1000.0,
            floor: 0.2,
            first_cost: 0.09,
            cost_share: 0.4,
            sentence: 4.0,
            paragraph: 2.0,
            line: 1.0,
            margin: 90,
            gap: 50,
            accept: 0.2,
            weak: 4.0,
            hopeless: 1.0,
            overlap: 0.2,
            verbatim: 25,
            verbatim_run: 8,
            verbatim_share: 0.8,
            verbatim_margin: 15,
        }
    }
}

/// Half-open stretches of words on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rectangle {
    i0: usize,
    i1: usize,
    j0: usize,
    j1: usize,
}

impl From<Rectangle> for Block {
    fn from(r: Rectangle) -> Self {
        Block { left: r.i0..r.i1, right: r.j0..r.j1 }
    }
}

impl Reworded {
    /// The passages of the left text that go back to the right one, best first.
    pub fn blocks(&self, left: &StemmedWords, right: &StemmedWords, cancel: &Cancel) -> Result<Vec<Block>> {
        if left.len() < 3 || right.len() < 3 {
            return Ok(Vec::new());
        }
        if left.words.exact == right.words.exact {
            return Ok(vec![Block { left: 0..left.len(), right: 0..right.len() }]);
        }
        let pair = Pair::new(left, right, &self.tuning);
        let mut grower = Grower::new(&pair, &self.tuning);
        let (seeds, runs) = seeds::find(&pair, &self.tuning, cancel)?;
        let grown = grower.grow_all(runs.long().chain(seeds), cancel)?;
        let mut measure = |r: Rectangle| {
            cancel.check()?;
            Ok(grower.measure(r, runs.longest(r)))
        };
        let kept = merge::merge(&grown, &self.tuning, &mut measure)?;
        let mut found = merge::best(kept, &self.tuning);
        let verbatim = self.sharpen(&mut found, &pair, &runs);
        if self.adapt && verbatim.iter().any(|&v| v) {
            let mut verbatim = verbatim.into_iter();
            found.retain(|m| verbatim.next() == Some(true) || m.run >= self.tuning.verbatim);
        }
        if self.summary {
            summary::add(&mut found, &mut grower);
        }
        Ok(found.into_iter().map(|m| m.at.into()).collect())
    }

    /// Passages with long common runs get their bounds from the runs. Says which did.
    fn sharpen(&self, found: &mut [Measured], pair: &Pair, runs: &Runs) -> Vec<bool> {
        let t = &self.tuning;
        let sharpen = |m: &mut Measured| {
            if m.run < t.verbatim {
                return false;
            }
            let wide = pair.widened(m.at, t.verbatim_margin);
            let Some((at, share)) = runs.frame(wide, t.verbatim_run) else { return false };
            let verbatim = share >= t.verbatim_share;
            if verbatim {
                m.at = at;
            }
            verbatim
        };
        found.iter_mut().map(sharpen).collect()
    }
}
