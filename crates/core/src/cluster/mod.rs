//! Clusters of letters: what was done to a copy.

pub mod edits;
