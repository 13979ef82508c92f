//! The shingles of many documents in the order of their words, for several passes: in memory up to a limit,
//! the others spilled.

use std::mem::{replace, take};
use std::ops::Range;

use arrow_array::{Array, LargeStringArray};

use crate::cancel::Cancel;
use crate::error::Result;
use crate::segment::tokens::WordOptions;
use crate::sign::hash::{mix, run_factor};
use crate::sign::shingles::Shingler;
use crate::spill::Spill;
use crate::tasks::{each_task_within, even_tasks};

/// In the place of a shingle that does not count.
pub(super) const NONE: u64 = 0;
/// Set in all shingles; smaller numbers are positions.
const SHINGLE: u64 = 1 << 63;
/// A shingle that occurs again within this many words overlaps itself and does not count. Otherwise a word
/// that is repeated on and on, or a table of zeros, would be a passage at each of its words.
const PERIOD: usize = 16;
const BYTES_A_TASK: usize = 256 << 10;
/// Shingles that are read back at a time.
const LOADED: usize = 4 << 20;

/// Whether a number is a shingle and not a position.
pub(super) fn is_shingle(number: u64) -> bool {
    number & SHINGLE != 0
}

/// The shingles of some documents.
pub(super) struct ShingledPart {
    /// How many each document has.
    pub lengths: Vec<u32>,
    pub shingles: Vec<u64>,
    /// Where they are in the spill, if they are.
    place: Option<Range<u64>>,
}

pub(super) struct Shingled {
    words: WordOptions,
    size: usize,
    /// Bytes that may still be held.
    room: usize,
    /// Shingles that are read back at a time.
    loaded: usize,
    parts: Vec<ShingledPart>,
    spill: Spill,
    pub total: usize,
    /// Words of each document.
    pub document_words: Vec<u32>,
}

impl Shingled {
    pub(super) fn new(words: WordOptions, size: usize, limit: usize) -> Self {
        let (parts, document_words) = (Vec::new(), Vec::new());
        let loaded = LOADED.min(limit / 4 / size_of::<u64>());
        let spill = Spill::default();
        Self { words, size, room: limit, loaded, parts, spill, total: 0, document_words }
    }

    /// Adds the next texts.
    pub(super) fn push(&mut self, texts: &LargeStringArray, cancel: &Cancel) -> Result<()> {
        let (words, size) = (self.words, self.size);
        let work = |(shingler, shingles): &mut (Shingler, Vec<u64>), task: Range<usize>| {
            let mut part = ShingledPart {
                lengths: Vec::with_capacity(task.len()),
                shingles: take(shingles),
                place: None,
            };
            let mut counts = Vec::with_capacity(task.len());
            for i in task {
                cancel.check()?;
                let words = shingler.words(texts.value(i));
                counts.push(words.len() as u32);
                part.add(words, size);
            }
            // The part is copied to a vector without spare capacity, and the buffer is used again.
            let kept = part.shingles.to_vec();
            *shingles = replace(&mut part.shingles, kept);
            shingles.clear();
            Ok((part, counts))
        };
        let lengths = (0..texts.len()).map(|i| texts.value_length(i) as usize);
        let make = || (Shingler::new(words, 1), Vec::new());
        let made: Vec<(ShingledPart, Vec<u32>)> =
            each_task_within(even_tasks(lengths, BYTES_A_TASK), make, work)?;
        for (part, counts) in made {
            self.document_words.extend(counts);
            self.keep(part)?;
        }
        Ok(())
    }

    fn keep(&mut self, mut part: ShingledPart) -> Result<()> {
        self.total += part.shingles.len();
        let bytes = size_of_val(&part.shingles[..]);
        let spilling = self.parts.last().is_some_and(|part| part.place.is_some());
        if !spilling && bytes <= self.room {
            self.room -= bytes;
        } else {
            let start = self.spill.append(&part.shingles)?;
            part.place = Some(start..self.spill.end());
            part.shingles = Vec::new();
        }
        self.parts.push(part);
        Ok(())
    }

    /// Calls `f` with all parts in order, several at a time: all that are in memory, then as many of the
    /// others as fit.
    pub(super) fn each(&mut self, f: impl FnMut(&mut [ShingledPart]) -> Result<()>) -> Result<()> {
        self.go_through(f, |_, _| Ok(()))
    }

    /// The same, and `f` may change the shingles.
    pub(super) fn change(&mut self, f: impl FnMut(&mut [ShingledPart]) -> Result<()>) -> Result<()> {
        self.go_through(f, |spill, part| {
            let Some(place) = &part.place else { return Ok(()) };
            Ok(spill.write_at(place.start, &part.shingles)?)
        })
    }

    fn go_through(
        &mut self,
        mut f: impl FnMut(&mut [ShingledPart]) -> Result<()>,
        back: impl Fn(&mut Spill, &ShingledPart) -> Result<()>,
    ) -> Result<()> {
        let held = self.parts.iter().position(|part| part.place.is_some()).unwrap_or(self.parts.len());
        f(&mut self.parts[..held])?;
        let mut from = held;
        while from < self.parts.len() {
            let to = self.load(from)?;
            f(&mut self.parts[from..to])?;
            for part in &mut self.parts[from..to] {
                back(&mut self.spill, part)?;
                part.shingles = Vec::new();
            }
            from = to;
        }
        Ok(())
    }

    /// Frees the shingles.
    pub(super) fn forget(&mut self) {
        self.parts = Vec::new();
        self.spill = Spill::default();
    }

    /// Reads parts back from the spill; returns the end of those that are loaded.
    fn load(&mut self, from: usize) -> Result<usize> {
        let (mut to, mut count) = (from, 0);
        while to < self.parts.len() && (to == from || count < self.loaded) {
            let part = &mut self.parts[to];
            if let Some(place) = &part.place {
                part.shingles = vec![0; (place.end - place.start) as usize / size_of::<u64>()];
                self.spill.read(place.start, &mut part.shingles)?;
                count += part.shingles.len();
            }
            to += 1;
        }
        Ok(to)
    }
}

impl ShingledPart {
    /// Adds the shingles of a document, from the hashes of its words.
    fn add(&mut self, words: &[u64], size: usize) {
        let start = self.shingles.len();
        if words.len() >= size {
            self.roll(words, size);
        }
        let own = &mut self.shingles[start..];
        self.lengths.push(own.len() as u32);
        let period = PERIOD.min(size - 1);
        for i in (1..own.len()).rev() {
            let shingle = own[i];
            let before = &own[i.saturating_sub(period)..i];
            if before.iter().fold(false, |met, &other| met | (other == shingle)) {
                own[i] = NONE;
            }
        }
    }

    /// Computes each shingle from the one before: the same as `hash_run`, but the cost does not grow with the
    /// size.
    fn roll(&mut self, words: &[u64], size: usize) {
        self.shingles.reserve(words.len());
        let (factor, leaving) = (run_factor(1), run_factor(size - 1));
        let mut sum =
            words[..size].iter().fold(0, |sum: u64, &word| sum.wrapping_mul(factor).wrapping_add(word));
        self.shingles.push(mix(sum) | SHINGLE);
        for i in size..words.len() {
            sum = sum.wrapping_sub(words[i - size].wrapping_mul(leaving));
            sum = sum.wrapping_mul(factor).wrapping_add(words[i]);
            self.shingles.push(mix(sum) | SHINGLE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sign::hash::hash_run;

    fn shingles(words: &[u64], size: usize) -> Vec<u64> {
        let mut part = ShingledPart { lengths: Vec::new(), shingles: Vec::new(), place: None };
        part.add(words, size);
        part.shingles
    }

    #[test]
    fn rolling_gives_the_hash_of_each_run() {
        let words: Vec<u64> = (1..=40).map(mix).collect(); // 0 means none
        for size in [1, 2, 12, 40] {
            let expected: Vec<u64> = words.windows(size).map(|run| hash_run(run) | SHINGLE).collect();
            assert_eq!(shingles(&words, size), expected);
        }
        assert!(shingles(&words, 41).is_empty());
    }

    #[test]
    fn a_shingle_that_overlaps_itself_counts_once() {
        let counts = |words: &[u64], size| {
            shingles(words, size).iter().map(|&shingle| shingle != NONE).collect::<Vec<_>>()
        };
        assert_eq!(counts(&[7; 6], 3), [true, false, false, false]);
        assert_eq!(counts(&[7, 8, 7, 8, 7, 8, 7], 3), [true, true, false, false, false]);
        assert_eq!(counts(&[7, 7], 1), [true, true]);
    }

    #[test]
    fn what_goes_to_disk_comes_back_in_order() {
        let texts: Vec<String> = (0..50).map(|i| format!("word {i} follows word {}", i + 1)).collect();
        let all = |limit: usize| {
            let mut shingled = Shingled::new(WordOptions::default(), 2, limit);
            for texts in texts.chunks(7) {
                shingled.push(&texts.to_vec().into(), &Cancel::default()).unwrap();
            }
            let mut all = Vec::new();
            let mut collect = |parts: &mut [ShingledPart]| {
                parts.iter().for_each(|part| all.push((part.lengths.clone(), part.shingles.clone())));
                Ok(())
            };
            shingled.each(&mut collect).unwrap();
            all
        };
        assert_eq!(all(0), all(usize::MAX));
        assert_eq!(all(300), all(usize::MAX));
    }

    #[test]
    fn changes_stay_in_memory_and_on_disk() {
        let texts: Vec<String> = (0..9).map(|i| format!("a b c d e f {i}")).collect();
        let mut shingled = Shingled::new(WordOptions::default(), 2, 200);
        shingled.push(&texts[..4].to_vec().into(), &Cancel::default()).unwrap();
        shingled.push(&texts[4..].to_vec().into(), &Cancel::default()).unwrap();
        assert!(shingled.parts[0].place.is_none() && shingled.parts[1].place.is_some());
        let fill = |parts: &mut [ShingledPart]| {
            parts.iter_mut().for_each(|part| part.shingles.fill(7));
            Ok(())
        };
        shingled.change(fill).unwrap();
        let check = |parts: &mut [ShingledPart]| {
            assert!(
                parts.iter().all(|part| !part.shingles.is_empty() && part.shingles.iter().all(|&s| s == 7))
            );
            Ok(())
        };
        shingled.each(check).unwrap();
    }
}
