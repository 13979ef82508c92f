//! What is told of matches.

mod columns;
pub mod documents;
pub mod lines;
mod parts;
pub mod rows;
