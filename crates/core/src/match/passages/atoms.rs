//! Runs cut into atoms: shingles that stand next to each other wherever one of them stands.
//!
//! A passage that cannot be made longer begins where an atom begins and ends where one ends. So what follows works on
//! atoms, and costs as much as there are passages, not as there are words.

use std::ops::Range;

use crate::r#match::passages::reference::Run;

/// Stands between atoms that are no neighbours.
pub(super) const BREAK: u32 = 0;

/// All documents as one sequence of atoms that stand in several places, with breaks.
#[derive(Default)]
pub(super) struct Atoms {
    pub symbols: Vec<u32>,
    /// Document and first word of each.
    pub places: Vec<[u32; 2]>,
    /// How many shingles each symbol stands for; symbol 0 is the break.
    pub lengths: Vec<u32>,
}

/// Cuts runs over so many numbers.
pub(super) fn atoms(runs: &[Run], numbers: usize) -> Atoms {
    let mut found = Atoms { lengths: vec![0], ..Atoms::default() };
    if runs.is_empty() {
        return found;
    }
    let cut = Cut::new(runs, numbers);
    let counts = cut.counts(runs);
    let mut symbols = vec![BREAK; counts.len()];
    for ((symbol, &count), &length) in symbols.iter_mut().zip(&counts).zip(&cut.lengths) {
        if count > 1 {
            *symbol = found.lengths.len() as u32;
            found.lengths.push(length);
        }
    }
    for run in runs {
        let covered = cut.covered(*run);
        found.add(*run, &symbols[covered.clone()], &cut.lengths[covered]);
    }
    found
}

impl Atoms {
    fn add(&mut self, run: Run, symbols: &[u32], lengths: &[u32]) {
        let mut word = run.start;
        for (&symbol, length) in symbols.iter().zip(lengths) {
            // An atom that stands in this place alone leaves a gap.
            if symbol != BREAK {
                if !self.continues(run.document, word) {
                    self.push(BREAK, [u32::MAX; 2]);
                }
                self.push(symbol, [run.document, word]);
            }
            word += length;
        }
    }

    fn push(&mut self, symbol: u32, place: [u32; 2]) {
        self.symbols.push(symbol);
        self.places.push(place);
    }

    /// Whether the last atom ends where this word begins.
    fn continues(&self, document: u32, word: u32) -> bool {
        let (Some(&symbol), Some(&[last, start])) = (self.symbols.last(), self.places.last()) else {
            return true;
        };
        last == document && start + self.lengths[symbol as usize] == word
    }

    /// How many words so many atoms from a place on have, with shingles of that size.
    pub(super) fn words(&self, at: u32, atoms: u32, size: usize) -> u32 {
        let last = (at + atoms - 1) as usize;
        let end = self.places[last][1] + self.lengths[self.symbols[last] as usize];
        end - self.places[at as usize][1] + size as u32 - 1
    }
}

/// Numbers cut wherever a run begins or ends.
struct Cut {
    /// For each number the atom that it is in; one more for the end.
    atoms: Vec<u32>,
    /// How many numbers each atom has.
    lengths: Vec<u32>,
}

impl Cut {
    fn new(runs: &[Run], numbers: usize) -> Self {
        let mut atoms = vec![0; numbers + 1];
        for run in runs {
            atoms[run.number as usize] = 1;
            atoms[(run.number + run.length) as usize] = 1;
        }
        let (mut lengths, mut atom, mut start) = (Vec::new(), 0, 0);
        for (number, cut) in atoms.iter_mut().enumerate() {
            // The first number begins a run, and the last one ends one.
            if *cut == 1 && number > 0 {
                lengths.push(number as u32 - start);
                start = number as u32;
                atom += 1;
            }
            *cut = atom;
        }
        Self { atoms, lengths }
    }

    fn covered(&self, run: Run) -> Range<usize> {
        self.atoms[run.number as usize] as usize..self.atoms[(run.number + run.length) as usize] as usize
    }

    /// How many places each atom has.
    fn counts(&self, runs: &[Run]) -> Vec<i32> {
        let mut counts = vec![0; self.lengths.len() + 1];
        for run in runs {
            let covered = self.covered(*run);
            counts[covered.start] += 1;
            counts[covered.end] -= 1;
        }
        counts.pop();
        let mut sum = 0;
        for count in &mut counts {
            sum += *count;
            *count = sum;
        }
        counts
    }
}
