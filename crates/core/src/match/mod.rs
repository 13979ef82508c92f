//! Who matches whom: candidates, then verification.

pub mod exact;
mod store;
