//! Turns any input into batches of documents. A bad record becomes a [`Problem`] with its place, and the run
//! goes on.

pub mod checksum;
pub mod chunks;
pub mod columns;
pub mod copy;
pub mod copy_rows;
pub mod csv;
pub mod cut;
pub mod documents;
pub mod encoding;
pub mod fields;
pub mod files;
pub mod ids;
pub mod json;
pub mod jsonl;
pub mod known;
pub mod mail;
mod nested;
mod pieces;
pub mod problems;
pub mod raw;
pub mod reader;
mod record;
pub mod rows;
pub mod shapes;
pub mod sortable;
pub mod source;
pub mod time;
pub mod values;
pub mod write;
mod xz;

pub use documents::{Batch, ReadOptions};
pub use fields::{Fields, Met};
pub use pieces::{Format, Input};
pub use problems::Problem;
pub use reader::Reader;
