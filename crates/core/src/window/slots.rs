//! Signatures by slot: what a window asks of an index, whatever a signature is.

use crate::error::Result;

/// What a window asks of an index of signatures. Each has a slot, which it keeps while it is there.
pub trait Index {
    type Asked;
    fn ask(&mut self, signature: Vec<u64>) -> Self::Asked;
    /// All signatures that pass with this one, or that it passes with.
    fn find(&mut self, asked: &Self::Asked, found: &mut Vec<Passing>);
    fn insert(&mut self, asked: Self::Asked) -> Result<u32>;
    fn remove(&mut self, slot: u32) -> Result<()>;
    /// Frees now what would be freed little by little.
    fn settle(&mut self) -> Result<()>;
    fn bytes(&self) -> usize;
    /// What has been looked at so far: the cost without a clock.
    fn work(&self) -> Work;
}

/// A signature that passes: the measure of the newcomer and its own, and which of them reach the threshold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passing {
    pub slot: u32,
    pub scores: [f64; 2],
    pub passes: [bool; 2],
}

/// What queries have cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Entries of lists, or nodes, that were read.
    pub entries: u64,
    /// Signatures that were compared with a newcomer's, and how many features these have.
    pub compared: u64,
    pub features: u64,
}
