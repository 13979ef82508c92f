//! Rows of matches, and rows as text.

mod columns;
pub mod csv;
pub mod documents;
pub mod lines;
pub mod marked;
mod parts;
pub mod rows;
mod values;
