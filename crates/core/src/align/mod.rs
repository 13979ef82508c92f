//! Finds the passages that two texts share, and locates them in both texts by code points.
//!
//! There are two aligners with one interface. `verbatim` follows common runs of words across small edits;
//! `reworded` finds stretches that use the same words in any order.

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

/// A stretch of words in each text; both go back to the same source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    pub left: Range<usize>,
    pub right: Range<usize>,
}

/// A block as code points of the two texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    pub left: Range<usize>,
    pub right: Range<usize>,
    /// Both sides have the same words in the normal form.
    pub identical: bool,
}
