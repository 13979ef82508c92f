//! Features of texts: hashes, shingles, statistics of words.

pub mod hash;
pub mod shingles;
pub mod statistics;
pub mod table;
