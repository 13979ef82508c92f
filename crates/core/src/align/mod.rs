//! Where two texts share passages: located, on both sides, in code points of the texts themselves.
//!
//! Two aligners share one name. `verbatim` follows common runs of words across small edits; `reworded` asks which
//! stretches draw on the same words, in whatever order.

pub mod boundaries;
pub mod edges;
mod gaps;
pub mod held;
pub mod reworded;
mod stem;
pub mod table;
pub mod verbatim;
pub mod words;

use std::ops::Range;

/// A stretch of words in each text that goes back to the same source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    pub left: Range<usize>,
    pub right: Range<usize>,
}

/// The same, in code points of the two texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    pub left: Range<usize>,
    pub right: Range<usize>,
    /// Both have the same words in the normal form.
    pub identical: bool,
}
