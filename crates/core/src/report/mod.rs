//! Rows of matches, and rows as text.

mod columns;
pub mod csv;
pub mod documents;
pub mod lines;
mod parts;
pub mod rows;
mod values;
