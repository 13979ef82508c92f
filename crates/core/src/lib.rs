//! The stages of samesame: read, clean, segment, sign, match, align, report; and the window over them. Pure
//! Rust; the Python binding is a separate, thin crate.

#![forbid(unsafe_code)]

pub mod align;
pub mod cancel;
mod characters;
pub mod clean;
pub mod cluster;
pub mod error;
pub mod index;
pub mod r#match;
pub mod read;
pub mod report;
pub mod segment;
pub mod sign;
mod spill;
pub mod tasks;
pub mod window;
