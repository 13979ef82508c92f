//! Features of texts: hashes, shingles, spots, fingerprints by idf, statistics of words.

pub mod features;
pub mod form;
pub mod hash;
pub mod hashed;
pub mod kept;
mod letters;
mod lists;
pub mod minhash;
pub mod paths;
pub mod rank;
pub mod sentence;
pub mod shingles;
pub mod spots;
pub mod statistics;
pub mod table;
pub(crate) mod tally;
pub mod weights;
