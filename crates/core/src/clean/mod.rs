//! Markup to core text, text to its normal form, and the way back to the original.

pub mod html;
pub(crate) mod images;
pub(crate) mod marks;
pub mod normal;
pub mod offsets;
