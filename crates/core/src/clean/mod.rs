//! From markup to text, from text to its normal form, and from there back to positions in the original.

pub mod html;
pub(crate) mod images;
pub(crate) mod marks;
pub mod normal;
pub mod offsets;
