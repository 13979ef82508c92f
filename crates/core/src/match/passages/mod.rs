//! Passages that are shared in a whole collection, each with all its places.
//!
//! A document is a sequence of words. A passage is a run of at least a given number of words that occurs
//! repeatedly and that, at one of its places, cannot be extended to either side and still occur elsewhere.
//! Its places are all places where the run occurs.
//!
//! `shingled` turns words into shingles of the minimal length; `repeats` drops those that occur once, which
//! are most; `reference` describes the rest as runs (`firsts` if memory is short); `atoms` cuts the runs into
//! parts that always occur together; `suffixes` sorts the sequence of atoms, and `intervals` finds the
//! passages in it. All of it is linear in the words and, after the third step, in the passages. A passage that
//! adds a word or two to one with many more places is left out (`slight`). The places of the others are
//! kept by document (`collected`) until the texts are read again, and then by passage (`located`).

mod atoms;
mod batch;
mod collected;
mod firsts;
mod in_text;
mod intervals;
mod located;
mod numbers;
pub mod parts;
mod places;
mod reference;
mod repeated;
mod repeats;
mod shingled;
mod slight;
mod spool;
mod suffixes;

use self::collected::Collected;
use self::firsts::PositionRuns;
pub use self::located::Located;
pub use self::places::WantedPassages;
use self::reference::{Reference, RepeatedRun};
use self::repeated::Repeated;
use self::repeats::Repeats;
use self::shingled::{Shingled, ShingledPart};
use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::segment::tokens::WordOptions;
use arrow_array::LargeStringArray;

/// Parts that are filtered in parallel while the runs of as many are computed.
const PARTS_AHEAD: usize = 32;

/// Intervals are sorted by their places in groups with this many places.
const PLACES_AHEAD: usize = 1 << 20;
/// The smallest memory of each stage, whatever the limit: an interpreter alone takes more.
const LEAST: usize = 16 << 20;
const LEAST_PLACES: usize = 64 << 10;

/// Reads documents and finds the passages that they share.
pub struct PassageFinder {
    words: WordOptions,
    size: usize,
    memory: usize,
    shingled: Shingled,
}

impl PassageFinder {
    /// For passages of at least `size` words. Half of `memory` is for shingles, of which the rest is spilled,
    /// and a quarter for the table of repeats and then for their numbers. After these are freed, all of it is
    /// for the atoms, which cannot be sorted on disk: more is refused. Then an eighth each is for places by
    /// document, places by passage, and texts of passages.
    pub fn new(words: WordOptions, size: usize, memory: usize) -> Self {
        let size = size.max(1);
        Self { words, size, memory, shingled: Shingled::new(words, size, memory / 2) }
    }

    /// Adds the next documents.
    pub fn push(&mut self, texts: &LargeStringArray, cancel: &Cancel) -> Result<()> {
        self.shingled.push(texts, cancel)
    }

    /// The passages, to be located in the texts.
    pub fn find(mut self, wanted: &WantedPassages, cancel: &Cancel) -> Result<Located> {
        let (runs, numbers) = self.runs(cancel)?;
        self.shingled.forget();
        let limit = (self.memory / 8).max(LEAST_PLACES);
        let document_words = &self.shingled.document_words;
        let repeated = Repeated::of(runs, numbers, self.size, |needed| self.fits(needed), cancel)?;
        let mut collected = Collected::new(document_words, repeated.places(), limit);
        repeated.each(wanted, document_words, PLACES_AHEAD.min(limit / 4), cancel, |passage| {
            collected.add(wanted, &passage)
        })?;
        drop(repeated);
        Located::new(collected, document_words.len(), self.words, limit)
    }

    /// All documents as runs, and the number of distinct shingles in these.
    fn runs(&mut self, cancel: &Cancel) -> Result<(Vec<RepeatedRun>, usize)> {
        let shares = Repeats::shares(self.shingled.total, self.memory / 4);
        let mut repeats = self.repeats(0, shares, cancel)?;
        let mut different = repeats.count();
        for share in 1..shares {
            self.keep_repeated(&repeats, cancel)?;
            drop(repeats);
            repeats = self.repeats(share, shares, cancel)?;
            different += repeats.count();
        }
        // A few shingles share a bit.
        different += different / 8;
        match firsts::shares(different, self.memory / 4) {
            1 => self.told_by_numbers(&repeats, different, cancel),
            shares => {
                self.keep_repeated(&repeats, cancel)?;
                drop(repeats);
                self.told_by_places(different, shares, cancel)
            }
        }
    }

    fn told_by_numbers(
        &mut self,
        repeats: &Repeats,
        different: usize,
        cancel: &Cancel,
    ) -> Result<(Vec<RepeatedRun>, usize)> {
        let mut reference = Reference::new(different);
        self.shingled.each(|parts| {
            let mut waiting: &[ShingledPart] = &[];
            // Computing runs is work for one thread; the other threads filter ahead of it.
            for chunk in parts.chunks_mut(PARTS_AHEAD) {
                cancel.check()?;
                rayon::join(|| reference.push(waiting), || repeats.keep_repeated(chunk)).0?;
                waiting = chunk;
            }
            reference.push(waiting)
        })?;
        let numbers = reference.numbers();
        Ok((reference.runs, numbers))
    }

    fn told_by_places(
        &mut self,
        different: usize,
        shares: u64,
        cancel: &Cancel,
    ) -> Result<(Vec<RepeatedRun>, usize)> {
        firsts::write(&mut self.shingled, different, shares, cancel)?;
        let mut runs = PositionRuns::default();
        let most = self.memory.max(LEAST) / size_of::<RepeatedRun>();
        self.shingled.each(|parts| {
            cancel.check()?;
            runs.push(parts)?;
            if runs.runs.len() > most {
                Err(too_small(runs.runs.len() * size_of::<RepeatedRun>()))
            } else {
                Ok(())
            }
        })?;
        Ok((runs.runs, self.shingled.total))
    }

    fn keep_repeated(&mut self, repeats: &Repeats, cancel: &Cancel) -> Result<()> {
        self.shingled.change(|parts| {
            repeats.keep_repeated(parts);
            cancel.check()
        })
    }

    /// The repeated shingles of one share.
    fn repeats(&mut self, share: u64, shares: u64, cancel: &Cancel) -> Result<Repeats> {
        let repeats = Repeats::new(self.shingled.total, share, shares);
        self.shingled.each(|parts| {
            repeats.note(parts);
            cancel.check()
        })?;
        Ok(repeats)
    }

    /// An error if more than the memory is needed.
    fn fits(&self, needed: usize) -> Result<()> {
        if needed > self.memory.max(LEAST) { Err(too_small(needed)) } else { Ok(()) }
    }
}

/// The error for what has to be held at once and is more than the memory.
fn too_small(needed: usize) -> Error {
    let mebibytes = needed.div_ceil(1 << 20);
    Error::InputError(format!(
        "memory: what the documents share takes at least {mebibytes} MiB at once, more than the limit; give --memory \
         {mebibytes}MiB, or look for longer passages (--min-words), or split the collection"
    ))
}
