//! Who matches whom: candidates, then verification.

mod against;
pub mod bands;
mod classes;
mod counter;
pub mod diagonals;
pub mod exact;
mod features;
pub mod hamming;
mod index;
pub mod join;
pub mod keys;
pub mod measure;
pub mod overlaps;
pub mod pairs;
pub mod passages;
mod pile;
mod runs;
pub mod seeds;
pub mod sentences;
mod sets;
mod shared;
pub(crate) mod shuffle;
pub mod stars;
pub(crate) mod store;
pub mod tree;
mod windows;
