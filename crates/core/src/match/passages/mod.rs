//! Shared passages over a whole collection, each with all its places.
//!
//! A document is a sequence of words. Take the longest runs of words, of a least length, that also stand elsewhere: at
//! their place they cannot be made longer, to neither side, and still be found in another place. Each different run is
//! a passage, and its places are all places where it stands.
//!
//! `shingled` makes the words into shingles of the least length; `repeats` strikes out those that stand in one place,
//! most of them; `reference` tells the rest as runs; `atoms` cuts the runs into what always stands together; `suffixes`
//! sorts the sequence of atoms, and `intervals` reads the passages off it. All of it is linear in the words, and after
//! the third step in the passages.

mod atoms;
mod intervals;
mod lines;
mod located;
mod places;
mod reference;
mod repeats;
mod shingled;
mod suffixes;

use arrow_array::LargeStringArray;
use rayon::prelude::*;

use self::intervals::Interval;
pub use self::lines::passage_lines;
pub use self::located::Located;
pub use self::places::{Places, Wanted};
use self::reference::Reference;
use self::repeats::Repeats;
use self::shingled::{Part, Shingled};
use crate::cancel::Cancel;
use crate::error::Result;
use crate::segment::tokens::WordOptions;

/// Parts that are struck out while the runs of as many are told.
const PARTS_AHEAD: usize = 32;

/// Takes in documents and finds their shared passages.
pub struct PassageFinder {
    words: WordOptions,
    size: usize,
    shingled: Shingled,
    /// Bytes for the table of repeats.
    table: usize,
}

impl PassageFinder {
    /// For passages of `size` words and more. Half of `memory` is for shingles, the rest of which is kept on disk, and a
    /// quarter for the table of repeats. Shingles that are repeated are held beyond it, as the passages are that they
    /// make.
    pub fn new(words: WordOptions, size: usize, memory: usize) -> Self {
        let size = size.max(1);
        Self { words, size, shingled: Shingled::new(words, size, memory / 2), table: memory / 4 }
    }

    /// Takes in the next documents.
    pub fn push(&mut self, texts: &LargeStringArray, cancel: &Cancel) -> Result<()> {
        self.shingled.push(texts, cancel)
    }

    /// The passages, to be located in the texts.
    pub fn find(mut self, wanted: &Wanted, cancel: &Cancel) -> Result<Located> {
        let reference = self.reference(cancel)?;
        let atoms = atoms::atoms(&reference.runs, reference.shingles.len());
        drop(reference);
        cancel.check()?;
        let suffixes = suffixes::suffix_array(&atoms.symbols, atoms.lengths.len());
        cancel.check()?;
        let common = suffixes::common(&atoms.symbols, &suffixes);
        let intervals = intervals::passages(&atoms.symbols, &suffixes, &common);
        cancel.check()?;
        let document_words = &self.shingled.document_words;
        let places = |interval: &Interval| {
            let starts = &suffixes[interval.first as usize..=interval.last as usize];
            let words = atoms.words(starts[0], interval.atoms, self.size);
            let places = starts.iter().map(|&at| atoms.places[at as usize]).collect();
            wanted.places(words, places, document_words)
        };
        let found: Vec<Places> = intervals.par_iter().filter_map(places).collect();
        Ok(Located::new(wanted.sorted(found), document_words.len(), self.words))
    }

    fn reference(&mut self, cancel: &Cancel) -> Result<Reference> {
        let shares = Repeats::shares(self.shingled.total, self.table);
        let mut repeats = self.repeats(0, shares, cancel)?;
        for share in 1..shares {
            self.shingled.change(|parts| {
                repeats.keep_repeated(parts);
                cancel.check()
            })?;
            drop(repeats);
            repeats = self.repeats(share, shares, cancel)?;
        }
        let mut reference = Reference::default();
        self.shingled.each(|parts| {
            let mut waiting: &[Part] = &[];
            // Telling runs is work for one thread; the others strike out ahead of it.
            for chunk in parts.chunks_mut(PARTS_AHEAD) {
                cancel.check()?;
                rayon::join(|| reference.push(waiting), || repeats.keep_repeated(chunk)).0?;
                waiting = chunk;
            }
            reference.push(waiting)
        })?;
        self.shingled.forget();
        Ok(reference)
    }

    /// What is repeated of one share of the shingles.
    fn repeats(&mut self, share: u64, shares: u64, cancel: &Cancel) -> Result<Repeats> {
        let repeats = Repeats::new(self.shingled.total, share, shares);
        self.shingled.each(|parts| {
            repeats.note(parts);
            cancel.check()
        })?;
        Ok(repeats)
    }
}
