//! An index on disk: what is kept of a collection, so that questions read only the blocks that their answers stand in.

mod bits;
pub mod blocks;
mod columns;
mod kinds;
mod lists;
pub(crate) mod marks;
mod merge;
mod part;
pub(crate) mod postings;
pub mod reader;
mod removed;
mod walk;
pub mod writer;

pub use part::Keeping;
