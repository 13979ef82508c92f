//! What was done to a letter: the edit class of each copy, and the text that its writer added.
//!
//! `letter` cuts texts into words and breaks, `reference` prepares the letter that others copied, `pieces` finds
//! runs of its words in a copy, `joined` makes of them its paragraphs as they stand there, `gaps` looks at what is
//! between, `class` decides, `table` does it for many copies as Arrow.

mod class;
mod gaps;
mod joined;
mod letter;
mod pieces;
mod reference;
pub mod table;
mod words;

pub use class::Edit;
