//! What comes to a window, and what is told of it.

use super::clock::Moment;
use super::slots::Passing;

/// How a newcomer stands to another document; the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    Exact,
    Near,
    Contained,
    Contains,
}

/// Which documents are compared with those that come later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remember {
    All,
    /// Only those that matched nothing.
    Accepted,
}

/// A document that arrives.
pub struct Arrival<'a> {
    pub id: &'a str,
    /// What identical documents share; None for one without any feature.
    pub key: Option<u128>,
    pub signature: Vec<u64>,
    /// What is to be kept of its text.
    pub text: &'a str,
    /// In microseconds since 1970: its own time, and that of the clock.
    pub time: Option<i64>,
    pub now: i64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Met {
    pub id: Box<str>,
    /// What was kept of its text.
    pub text: Box<str>,
    pub standing: Standing,
    pub scores: [f64; 2],
    pub time: i64,
    pub group: u64,
}

/// What is told of a newcomer.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    pub moment: Moment,
    /// The best matches, and how many there are in all.
    pub matches: Vec<Met>,
    pub total: usize,
    pub group: u64,
    /// Of its group.
    pub origin: Box<str>,
    pub joined: u64,
    /// Whether the window keeps it, to compare others with it.
    pub held: bool,
    /// How many hours were dropped for memory.
    pub shortened: usize,
}

impl Standing {
    /// How a newcomer stands to a signature that passes; `known` is the one with its own key.
    pub(super) fn of(passing: Passing, known: Option<u32>) -> Self {
        match passing.passes {
            _ if known == Some(passing.slot) => Self::Exact,
            [true, true] => Self::Near,
            [true, false] => Self::Contained,
            _ => Self::Contains,
        }
    }
}
