//! Who matches whom: candidates, then verification.

pub mod bands;
mod counter;
pub mod exact;
pub mod hamming;
mod index;
pub mod join;
pub mod keys;
pub mod measure;
pub mod overlaps;
mod pile;
mod runs;
mod sets;
mod shuffle;
pub mod stars;
mod store;
pub mod tree;
