//! Finds the passages: runs of atoms that occur repeatedly and, at some place, not inside a longer such run.

use crate::r#match::passages::atoms::BREAK;

/// Consecutive suffixes, by their ranks, that begin with the same atoms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Interval {
    /// The number of atoms that they share. First, so that intervals are ordered by it.
    pub atoms: u32,
    pub first: u32,
    /// The last suffix, included.
    pub last: u32,
}

impl Interval {
    /// The number of suffixes: the places of its passage, some of which may overlap.
    pub(super) fn places(&self) -> usize {
        (self.last - self.first) as usize + 1
    }
}

/// The intervals that are passages: at one of their places at least, the run cannot be extended to either
/// side and still occur elsewhere. `common` is what each suffix shares with the one before it.
pub(super) fn passages(symbols: &[u32], suffixes: &[u32], common: &[u32]) -> Vec<Interval> {
    let alone = stand_alone(symbols, suffixes, common);
    let mut found = Vec::new();
    let mut open = vec![OpenInterval { atoms: 0, first: 0, alone: false }];
    for rank in 1..=suffixes.len() {
        let shared = common.get(rank).copied().unwrap_or(0);
        let leaf = alone[suffixes[rank - 1] as usize];
        let mut first = rank as u32 - 1;
        let mut direct = leaf;
        if let Some(top) = open.last_mut()
            && shared <= top.atoms
        {
            top.alone |= leaf;
            direct = false;
        }
        while let Some(top) = open.pop_if(|top| top.atoms > shared) {
            if top.alone {
                found.push(Interval { first: top.first, last: rank as u32 - 1, atoms: top.atoms });
            }
            first = top.first;
        }
        if open.last().is_some_and(|top| top.atoms < shared) {
            open.push(OpenInterval { atoms: shared, first, alone: direct });
        }
    }
    found
}

/// An interval whose end is not known yet.
struct OpenInterval {
    atoms: u32,
    first: u32,
    /// Whether a run of this length occurs at a place where it cannot be extended.
    alone: bool,
}

/// For each position, whether the longest repeated run that begins there is not part of a longer one.
fn stand_alone(symbols: &[u32], suffixes: &[u32], common: &[u32]) -> Vec<bool> {
    let mut longest = vec![0; symbols.len()];
    for (rank, &i) in suffixes.iter().enumerate() {
        longest[i as usize] = common[rank].max(common.get(rank + 1).copied().unwrap_or(0));
    }
    let alone = |i: usize| {
        let inside = i > 0 && symbols[i - 1] != BREAK && longest[i - 1] > longest[i];
        longest[i] > 0 && !inside
    };
    (0..symbols.len()).map(alone).collect()
}
