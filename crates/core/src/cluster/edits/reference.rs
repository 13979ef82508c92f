//! A letter that others copied, prepared once: its paragraphs, and where each run of words is.

use std::ops::Range;

use super::letter::{Break, Letter};
use crate::sign::hash::hash_run;

/// Common runs of this many words are looked up.
pub(super) const SEED: usize = 4;
/// A run that stands at more places than these is compared with those near the one that is expected.
const PLACES: usize = 32;

pub(super) struct Reference<'a> {
    pub letter: Letter<'a>,
    pub paragraphs: Vec<Range<usize>>,
    /// The paragraph of each word.
    pub owner: Vec<u32>,
    /// The hash of each run of `SEED` words and where it begins, sorted.
    runs: Vec<(u64, u32)>,
}

impl<'a> Reference<'a> {
    pub fn new(letter: Letter<'a>) -> Self {
        let starts: Vec<usize> =
            (0..=letter.len()).filter(|&word| letter.breaks[word] == Break::Block).collect();
        let paragraphs: Vec<Range<usize>> = starts.windows(2).map(|ends| ends[0]..ends[1]).collect();
        let owner =
            paragraphs.iter().zip(0..).flat_map(|(range, number)| vec![number; range.len()]).collect();
        let mut runs: Vec<(u64, u32)> = letter.words.windows(SEED).map(hash_run).zip(0..).collect();
        runs.sort_unstable();
        Self { letter, paragraphs, owner, runs }
    }

    pub fn len(&self) -> usize {
        self.letter.len()
    }

    /// Where a run like the first words of `words` may begin, near `expected` if at very many places.
    pub fn places(&self, words: &[u64], expected: usize) -> &[(u64, u32)] {
        let hash = hash_run(&words[..SEED]);
        let start = self.runs.partition_point(|run| run.0 < hash);
        let all = &self.runs[start..];
        if all.first().is_none_or(|run| run.0 != hash) {
            return &[];
        }
        let all = &all[..all.partition_point(|run| run.0 == hash)];
        if all.len() <= PLACES {
            return all;
        }
        let near = all.partition_point(|run| (run.1 as usize) < expected);
        let from = near.saturating_sub(PLACES / 4).min(all.len() - PLACES);
        &all[from..from + PLACES]
    }

    pub fn paragraph_at(&self, word: usize) -> Range<usize> {
        self.paragraphs[self.owner[word] as usize].clone()
    }
}
