//! What is told of matches.

pub mod copies;
pub mod rows;
