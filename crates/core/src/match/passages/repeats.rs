//! Which shingles may stand in more than one place.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::r#match::passages::shingled::{NONE, Part};

/// Half of each word are bits for shingles that were met, half for those that were met again, so that both lie in one
/// line of the cache. A bit may stand for several shingles: some that stand in one place are taken for repeated, none
/// the other way.
pub(super) struct Repeats {
    words: Vec<AtomicU64>,
}

const HALF: u64 = 32;

impl Repeats {
    /// For so many shingles: a bit in eight will be met.
    pub(super) fn new(shingles: usize) -> Self {
        let words = (shingles * 8 / HALF as usize).next_power_of_two();
        Self { words: (0..words).into_par_iter().map(|_| AtomicU64::new(0)).collect() }
    }

    pub(super) fn note(&self, parts: &[Part]) {
        parts.par_iter().for_each(|part| {
            for &shingle in part.shingles.iter().filter(|&&shingle| shingle != NONE) {
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

    /// Strikes out what was met only once.
    pub(super) fn keep_repeated(&self, parts: &mut [Part]) {
        parts.par_iter_mut().for_each(|part| {
            for shingle in &mut part.shingles {
                let (word, bit) = self.place(*shingle);
                if self.words[word].load(Ordering::Relaxed) & bit << HALF == 0 {
                    *shingle = NONE;
                }
            }
        });
    }

    fn place(&self, shingle: u64) -> (usize, u64) {
        let word = (shingle >> 5) as usize & (self.words.len() - 1);
        (word, 1 << (shingle % HALF))
    }
}
