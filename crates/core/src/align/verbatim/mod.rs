//! Passages that were copied, and perhaps edited a little: common runs of words, joined across small edits.
//!
//! Every common run of `seed` words is met, on either side, wherever it stands; so moved and repeated blocks are, too.
//! Runs that follow each other across a small edit are one passage. A passage of few words counts only where it fills a
//! line or a sentence: else it is a phrase that anybody may use.

mod chains;
mod grams;
mod runs;

use crate::align::Block;
use crate::align::boundaries::Boundary;
use crate::align::words::Words;

use self::chains::Chain;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verbatim {
    /// Words of a common run that is never missed.
    pub seed: usize,
    /// Common words of a passage that needs no more than its length; shorter ones must fill a line or a sentence.
    pub least: usize,
    /// Words that an edit inside a passage may replace, but never more than agree before it and behind it; and how many
    /// more there may be on one side.
    pub gap: usize,
    pub shift: usize,
}

impl Default for Verbatim {
    fn default() -> Self {
        Self { seed: 4, least: 8, gap: 8, shift: 4 }
    }
}

impl Verbatim {
    /// The passages that both texts have, in the order of the left one.
    pub fn blocks(&self, left: (&str, &Words), right: (&str, &Words)) -> Vec<Block> {
        let ((left_text, left), (right_text, right)) = (left, right);
        if !left.is_empty() && left.exact == right.exact {
            return vec![Block { left: 0..left.len(), right: 0..right.len() }];
        }
        let runs = runs::common(&left.exact, &right.exact, self);
        let mut chains = chains::join(runs, &left.exact, &right.exact, self);
        chains.retain(|chain| {
            chain.common >= self.least
                || fills(left_text, left, chain.i0, chain.i1)
                || fills(right_text, right, chain.j0, chain.j1)
        });
        chains.into_iter().map(Chain::into).collect()
    }
}

/// Whether some words are all of a line, a sentence or several.
fn fills(text: &str, words: &Words, start: usize, end: usize) -> bool {
    words.boundary(text, start) > Boundary::None && words.boundary(text, end) > Boundary::None
}
