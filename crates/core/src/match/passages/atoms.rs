//! Cuts runs into atoms: shingles that are neighbours wherever one of them occurs.
//!
//! A maximal passage begins where an atom begins and ends where one ends. So all later steps work on atoms,
//! and their cost grows with the number of passages, not of words.

use std::ops::Range;

use crate::error::Result;
use crate::r#match::passages::reference::RepeatedRun;

/// Separates atoms that are not neighbours.
pub(super) const BREAK: u32 = 0;

/// All documents as one sequence of the atoms that occur repeatedly, with breaks.
#[derive(Default)]
pub(super) struct Atoms {
    pub symbols: Vec<u32>,
    /// Document and first word of each atom.
    pub places: Vec<[u32; 2]>,
    /// How many shingles each symbol stands for; symbol 0 is the break.
    pub lengths: Vec<u32>,
}

/// Bytes per atom of the sequence, and per run, until its passages are known: what is held at once when
/// suffixes are sorted (`suffixes`) and compared.
const BYTES: usize = 32;

/// Cuts runs over `numbers` numbers. `fits` is called first, with the bytes that all later steps need.
pub(super) fn atoms(
    runs: &[RepeatedRun],
    numbers: usize,
    fits: impl Fn(usize) -> Result<()>,
) -> Result<Atoms> {
    let mut found = Atoms { lengths: vec![0], ..Atoms::default() };
    if runs.is_empty() {
        return Ok(found);
    }
    let cut = AtomCuts::new(runs, numbers);
    let counts = cut.counts(runs);
    let mut symbols = vec![BREAK; counts.len()];
    for ((symbol, &count), &length) in symbols.iter_mut().zip(&counts).zip(&cut.lengths) {
        if count > 1 {
            *symbol = found.lengths.len() as u32;
            found.lengths.push(length);
        }
    }
    let total: usize = counts.iter().map(|&count| if count > 1 { count as usize } else { 0 }).sum();
    drop(counts);
    fits((total + runs.len()).saturating_mul(BYTES))?;
    found.symbols.reserve(total + runs.len() / 4);
    found.places.reserve(total + runs.len() / 4);
    for run in runs {
        let covered = cut.covered(*run);
        found.add(*run, &symbols[covered.clone()], &cut.lengths[covered]);
    }
    Ok(found)
}

impl Atoms {
    fn add(&mut self, run: RepeatedRun, symbols: &[u32], lengths: &[u32]) {
        let mut word = run.start;
        for (&symbol, length) in symbols.iter().zip(lengths) {
            // An atom that occurs only here leaves a gap.
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

    /// The number of words in `atoms` atoms from `at` on, with shingles of `size` words.
    pub(super) fn words(&self, at: u32, atoms: u32, size: usize) -> u32 {
        let last = (at + atoms - 1) as usize;
        let end = self.places[last][1] + self.lengths[self.symbols[last] as usize];
        end - self.places[at as usize][1] + size as u32 - 1
    }
}

/// The numbers, cut wherever a run begins or ends.
struct AtomCuts {
    /// A bit per number, set where an atom begins; one more for the end.
    cuts: Vec<u64>,
    /// The number of cuts before each word of bits.
    before: Vec<u32>,
    /// How many numbers each atom has.
    lengths: Vec<u32>,
}

impl AtomCuts {
    fn new(runs: &[RepeatedRun], numbers: usize) -> Self {
        let mut cuts = vec![0u64; numbers / 64 + 1];
        for run in runs {
            let end = run.number + run.length;
            cuts[run.number as usize / 64] |= 1 << (run.number % 64);
            cuts[end as usize / 64] |= 1 << (end % 64);
        }
        // The first atom begins at 0, whether a run does or not.
        cuts[0] &= !1;
        let (mut before, mut sum) = (Vec::with_capacity(cuts.len()), 0);
        for word in &cuts {
            before.push(sum);
            sum += word.count_ones();
        }
        let lengths = lengths(&cuts, sum as usize);
        Self { cuts, before, lengths }
    }

    /// The atom of a number.
    fn atom(&self, number: u32) -> usize {
        let (word, bit) = (number as usize / 64, number % 64);
        let up_to = self.cuts[word] & (u64::MAX >> (63 - bit));
        (self.before[word] + up_to.count_ones()) as usize
    }

    fn covered(&self, run: RepeatedRun) -> Range<usize> {
        self.atom(run.number)..self.atom(run.number + run.length)
    }

    /// How often each atom occurs.
    fn counts(&self, runs: &[RepeatedRun]) -> Vec<i32> {
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

/// The distances from each cut to the next, beginning at 0.
fn lengths(cuts: &[u64], count: usize) -> Vec<u32> {
    let (mut lengths, mut start) = (Vec::with_capacity(count), 0);
    for (at, &word) in cuts.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            let number = at as u32 * 64 + left.trailing_zeros();
            lengths.push(number - start);
            start = number;
            left &= left - 1;
        }
    }
    lengths
}
