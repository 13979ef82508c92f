//! Passages that add next to nothing to one with many more places: a footer, and before it a word that some documents
//! have there by chance.
//!
//! A passage is slight if one that is told is a run of its words, has less than four words fewer and stands in ten times
//! as many places. Only passages that are told count, so whatever is left out lies within three words of one that is
//! told.

use super::atoms::Atoms;
use super::intervals::Interval;

/// Words that a passage must add to one with many more places.
const WORDS: u32 = 4;
/// So many times more.
const TIMES: usize = 10;

/// Looks up the passages that stand within others.
pub(super) struct Slight {
    /// The place of each suffix in the order of all.
    ranks: Vec<u32>,
}

impl Slight {
    pub(super) fn new(suffixes: &[u32]) -> Self {
        let mut ranks = vec![0; suffixes.len()];
        for (&at, rank) in suffixes.iter().zip(0..) {
            ranks[at as usize] = rank;
        }
        Self { ranks }
    }

    /// The passages among `intervals`, which are in order, that make one slight if they are told in as many places as
    /// they seem to have. The one in question begins with the atom `at` and has so many places.
    ///
    /// Passages begin and end where atoms do, and an atom has a word at least: there are nine runs to look up at most.
    pub(super) fn within(
        &self,
        atoms: &Atoms,
        intervals: &[Interval],
        at: u32,
        length: u32,
        places: usize,
    ) -> Vec<u32> {
        let words = |at: u32| atoms.lengths[atoms.symbols[at as usize] as usize];
        let mut found = Vec::new();
        let (mut first, mut before) = (at, 0);
        while before < WORDS && first < at + length {
            let (mut end, mut added) = (at + length, before);
            while added < WORDS && end > first {
                if added > 0
                    && let Some(other) = self.interval(intervals, first, end - first)
                    && intervals[other].places() >= TIMES * places
                {
                    found.push(other as u32);
                }
                end -= 1;
                added += words(end);
            }
            before += words(first);
            first += 1;
        }
        found
    }

    /// The interval of exactly so many atoms from a place on.
    fn interval(&self, intervals: &[Interval], at: u32, atoms: u32) -> Option<usize> {
        let rank = self.ranks[at as usize];
        let behind = intervals.partition_point(|other| (other.atoms, other.first) <= (atoms, rank));
        let found = behind.checked_sub(1)?;
        (intervals[found].atoms == atoms && rank <= intervals[found].last).then_some(found)
    }
}

/// Whether a passage with so many places is slight beside one with so many that are told.
pub(super) fn is_slight(places: usize, others: u32) -> bool {
    others as usize >= TIMES * places
}
