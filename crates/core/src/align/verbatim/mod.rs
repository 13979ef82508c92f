//! Passages that were copied and perhaps edited a little: common runs of words, joined across small edits.
//!
//! Every common run of `seed` words is found on either side, wherever it is; so moved and repeated blocks are
//! found, too. Runs that follow each other across a small edit form one passage. A short passage counts only
//! if it fills a line or a sentence; else it is a phrase that anybody may use.

mod chains;
mod grams;
mod runs;

use std::ops::Range;

use crate::align::Block;
use crate::align::boundaries::{Boundary, boundary};
use crate::align::gaps::Gaps;
use crate::align::words::TextWords;
use crate::cancel::Cancel;
use crate::error::Result;

use self::chains::Chain;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verbatim {
    /// Every common run of this many words is found.
    pub seed: usize,
    /// A passage with this many common words always counts; a shorter one must fill a line or a sentence.
    pub least: usize,
    /// Words that an edit inside a passage may replace, but never more than agree before it and behind it;
    /// and by how many words the two sides of the edit may differ.
    pub gap: usize,
    pub shift: usize,
}

impl Default for Verbatim {
    fn default() -> Self {
        Self { seed: 4, least: 8, gap: 8, shift: 4 }
    }
}

impl Verbatim {
    /// The passages of both texts, in the order of the left one.
    pub fn blocks(
        &self,
        left: (&str, &TextWords),
        right: (&str, &TextWords),
        cancel: &Cancel,
    ) -> Result<Vec<Block>> {
        let (mut left_breaks, mut right_breaks) = (Breaks::new(left), Breaks::new(right));
        let (left, right) = (left.1, right.1);
        if !left.is_empty() && left.exact == right.exact {
            return Ok(vec![Block { left: 0..left.len(), right: 0..right.len() }]);
        }
        let runs = runs::common(&left.exact, &right.exact, self, cancel)?;
        let mut chains = chains::join(runs, &left.exact, &right.exact, self, cancel)?;
        chains.retain(|chain| {
            chain.common >= self.least
                || left_breaks.around(chain.i0..chain.i1)
                || right_breaks.around(chain.j0..chain.j1)
        });
        Ok(chains.into_iter().map(Chain::into).collect())
    }
}

/// Where a text has line and sentence breaks.
struct Breaks<'a> {
    text: &'a str,
    words: &'a TextWords,
    gaps: Gaps<bool>,
}

impl<'a> Breaks<'a> {
    fn new((text, words): (&'a str, &'a TextWords)) -> Self {
        Self { text, words, gaps: Gaps::new() }
    }

    /// Whether the words are exactly one or more whole lines or sentences.
    fn around(&mut self, words: Range<usize>) -> bool {
        self.before(words.start) && self.before(words.end)
    }

    fn before(&mut self, word: usize) -> bool {
        let Some(gap) = self.words.gap(self.text, word) else { return true };
        self.gaps.ask(word, gap.len(), || boundary(gap) > Boundary::None)
    }
}
