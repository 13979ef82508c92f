//! Finds the shingles that may occur more than once.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::r#match::passages::shingled::{NONE, ShingledPart};

/// Half of each word has bits for shingles that occurred, half for those that occurred again, so both are in
/// one cache line. Several shingles may share a bit, so some single ones are taken for repeated ones, but
/// never the reverse.
///
/// It covers one share of all shingles, so that it fits into a limit; each share needs a pass of its own.
pub(super) struct Repeats {
    words: Vec<AtomicU64>,
    share: u64,
    shares: u64,
}

const HALF: u64 = 32;
/// Bits per shingle.
const SPARSE: usize = 8;
/// The largest number of passes that a smaller table is worth.
pub(super) const MOST_SHARES: usize = 64;

impl Repeats {
    /// The number of shares for this many shingles if the table may take `bytes` bytes.
    pub(super) fn shares(shingles: usize, bytes: usize) -> u64 {
        let needed = Self::words(shingles) * size_of::<u64>();
        needed.div_ceil(bytes.max(1)).next_power_of_two().min(MOST_SHARES) as u64
    }

    /// For one share of this many shingles.
    pub(super) fn new(shingles: usize, share: u64, shares: u64) -> Self {
        let words = Self::words(shingles.div_ceil(shares as usize));
        Self { words: (0..words).into_par_iter().map(|_| AtomicU64::new(0)).collect(), share, shares }
    }

    fn words(shingles: usize) -> usize {
        (shingles * SPARSE / HALF as usize).next_power_of_two()
    }

    pub(super) fn note(&self, parts: &[ShingledPart]) {
        parts.par_iter().for_each(|part| {
            for &shingle in part.shingles.iter().filter(|&&shingle| shingle != NONE && self.knows(shingle)) {
                let (word, bit) = self.place(shingle);
                let word = &self.words[word];
                if word.load(Ordering::Relaxed) & bit << HALF == 0
                    && word.fetch_or(bit, Ordering::Relaxed) & bit != 0
                {
                    word.fetch_or(bit << HALF, Ordering::Relaxed);
                }
            }
        });
    }

    /// Drops the shingles that occurred only once.
    pub(super) fn keep_repeated(&self, parts: &mut [ShingledPart]) {
        parts.par_iter_mut().for_each(|part| {
            for shingle in part.shingles.iter_mut().filter(|shingle| self.knows(**shingle)) {
                let (word, bit) = self.place(*shingle);
                if self.words[word].load(Ordering::Relaxed) & bit << HALF == 0 {
                    *shingle = NONE;
                }
            }
        });
    }

    fn knows(&self, shingle: u64) -> bool {
        in_share(shingle, self.share, self.shares)
    }

    /// How many distinct shingles occurred again; a few that share a bit are counted once.
    pub(super) fn count(&self) -> usize {
        self.words.par_iter().map(|word| (word.load(Ordering::Relaxed) >> HALF).count_ones() as usize).sum()
    }

    fn place(&self, shingle: u64) -> (usize, u64) {
        let word = (shingle >> 5) as usize & (self.words.len() - 1);
        (word, 1 << (shingle % HALF))
    }
}

/// By the upper bits, which `place` does not use.
pub(super) fn in_share(shingle: u64, share: u64, shares: u64) -> bool {
    (shingle >> 56) & (shares - 1) == share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smaller_table_means_more_shares() {
        let needed = Repeats::new(1 << 20, 0, 1).words.len() * size_of::<u64>();
        assert_eq!(Repeats::shares(1 << 20, needed), 1);
        assert_eq!(Repeats::shares(1 << 20, needed - 1), 2);
        assert_eq!(Repeats::shares(1 << 20, needed / 5), 8);
        assert_eq!(Repeats::shares(1 << 20, 0), MOST_SHARES as u64);
        assert_eq!(Repeats::new(1 << 20, 3, 8).words.len() * size_of::<u64>(), needed / 8);
    }
}
