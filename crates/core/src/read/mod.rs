//! Any input becomes batches of documents. A bad record is a [`Problem`] with its place; the run goes on.

pub mod checksum;
pub mod chunks;
pub mod copy;
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
pub mod raw;
pub mod reader;
pub mod rows;
pub mod source;
pub mod time;
pub mod values;
pub mod write;
mod xz;

pub use documents::{Batch, Problem, ReadOptions};
pub use fields::{Fields, Met};
pub use reader::{Format, Input, Reader};
