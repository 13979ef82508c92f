//! Features of texts: hashes, shingles, statistics of words.

pub mod form;
pub mod hash;
pub mod shingles;
pub mod statistics;
pub mod table;
pub(crate) mod tally;
