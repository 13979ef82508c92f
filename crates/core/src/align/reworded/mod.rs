//! Passages that share their words in any order: shuffled, paraphrased, translated back and forth.
//!
//! The weights of words that both texts have are summed over a grid of blocks; cells with large sums are
//! seeds. A seed grows by turns: each side moves to the stretch that has most of the other side's words,
//! until neither side moves. The results are merged with their neighbours and accepted by a log-linear score.

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
use self::pair::TextPair;
use self::runs::CommonRuns;

/// The options, and parameters that were fitted on the training half of PAN 2013. Small changes of these
/// matter little: the optimum is flat.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reworded {
    /// If a pair has a verbatim passage, report only passages with long common runs. For collections in which
    /// each text was copied in one way only.
    pub adapt: bool,
    /// Report a stretch that uses words of the whole other text against all of that text. For summaries.
    pub summary: bool,
    /// Passages with fewer characters on either side are dropped.
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
    /// Words per block of the grid.
    pub block: usize,
    /// A word with more meetings (occurrences left × occurrences right) than this adds nothing to the grid.
    pub meetings: u32,
    /// The smallest sum of 2 × 2 cells that is a seed.
    pub seed: f32,
    /// Seeds that are tried at least; long texts get more.
    pub tries: usize,
    /// A word is rare if it occurs less often than once in `rare` words. Texts count as `padding` words
    /// longer, so that words of a short text are not all common.
    pub rare: f32,
    pub padding: f32,
    /// Added to the weight of every word, so that common words count a little.
    pub floor: f32,
    /// What a word costs, per weight: in the first phase, and in the second as a share of the density found.
    pub first_cost: f32,
    pub cost_share: f32,
    /// What an interval gains if it begins or ends at a sentence, paragraph or line.
    pub sentence: f32,
    pub paragraph: f32,
    pub line: f32,
    /// Words that are tried beyond an interval, at least.
    pub margin: usize,
    /// Rectangles at most this many words apart on both sides are joined.
    pub gap: usize,
    /// Rectangles with at least this score are passages. Those above `accept - weak` may still be joined with
    /// others. Those below `accept - weak - hopeless` after the first phase of growth are not grown further.
    pub accept: f64,
    pub weak: f64,
    pub hopeless: f64,
    /// A passage is dropped if a better one covers more than this share of its left side, or of its right
    /// side unless the passage is verbatim.
    pub overlap: f64,
    /// A passage may be verbatim if it has a common run of this many words; then the length of runs that
    /// count, and the share of the passage that these must cover.
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

/// Half-open ranges of words on both sides.
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
        let pair = TextPair::new(left, right, &self.tuning);
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

    /// Gives passages with long common runs the bounds of those runs; returns which passages were changed.
    fn sharpen(&self, found: &mut [Measured], pair: &TextPair, runs: &CommonRuns) -> Vec<bool> {
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
