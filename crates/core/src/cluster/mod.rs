//! cluster: letters and their copies. Texts as bags of words, the distance between two of them, who is near
//! whom, who contains what, the letter behind a family, and what was done to a copy.

pub mod bags;
pub mod behind;
pub mod contained;
pub mod counter;
pub mod distance;
pub mod edits;
pub mod nearby;

#[cfg(test)]
pub(crate) mod testing;
