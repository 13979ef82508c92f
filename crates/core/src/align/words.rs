//! A text as the aligners use it: its words in order with their positions, and the positions of each distinct
//! word.

use std::ops::Range;

use crate::align::boundaries::{Boundary, boundary};
use crate::align::stem::stem;
use crate::clean::normal::{Form, normalise_mapped};
use crate::error::{Error, Result};
use crate::segment::unspaced::Unspaced;
use crate::segment::words::for_each_word;
use crate::sign::hash::hash_word;

/// The words of one text. Positions are word numbers; byte offsets refer to the original text.
#[derive(Debug, Default, Clone)]
pub struct TextWords {
    /// The hash of each word in the normal form.
    pub exact: Vec<u64>,
    starts: Vec<u32>,
    ends: Vec<u32>,
}

impl TextWords {
    pub fn new(text: &str) -> Result<Self> {
        let mut words = TextWords::default();
        words.read(text, |_| ())?;
        Ok(words)
    }

    /// Reads another text into the same buffers; calls `f` with each word.
    fn read(&mut self, text: &str, mut f: impl FnMut(&str)) -> Result<()> {
        if u32::try_from(text.len()).is_err() {
            let size = text.len();
            return Err(Error::ParameterError(format!(
                "a text of {size} bytes is too long to align; cut it below 4 GiB"
            )));
        }
        self.clear();
        let mut take = |word: &str, bytes: Range<usize>| {
            self.exact.push(hash_word(word));
            self.starts.push(bytes.start as u32);
            self.ends.push(bytes.end as u32);
            f(word);
        };
        if text.is_ascii() {
            // The normal form of ASCII is its lower case, so byte offsets do not change.
            let normal = text.to_ascii_lowercase();
            for_each_word(&normal, Unspaced::Bigrams, |range| take(&normal[range.clone()], range));
        } else {
            let (normal, map) = normalise_mapped(text, Form::WORDS);
            for_each_word(&normal, Unspaced::Bigrams, |range| {
                take(&normal[range.clone()], map.original(range))
            });
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.exact.clear();
        self.starts.clear();
        self.ends.clear();
    }

    pub fn len(&self) -> usize {
        self.exact.len()
    }

    pub fn is_empty(&self) -> bool {
        self.exact.is_empty()
    }

    /// The bytes from the first to the last of some words.
    pub fn bytes(&self, words: Range<usize>) -> Range<usize> {
        self.starts[words.start] as usize..self.ends[words.end - 1] as usize
    }

    /// The end of the word before `word`; the text from there to `word` is no word.
    pub(super) fn end_before(&self, word: usize) -> usize {
        if word == 0 { 0 } else { self.ends[word - 1] as usize }
    }

    /// The start of `word`; the text from the word before to there is no word.
    pub(super) fn start_of(&self, word: usize) -> Option<usize> {
        self.starts.get(word).map(|&start| start as usize)
    }

    /// How the text breaks before a word, or at its end.
    pub(super) fn boundary(&self, text: &str, word: usize) -> Boundary {
        self.gap(text, word).map_or(Boundary::Sentence, boundary)
    }

    /// The text before a word; none before the first word and at the end. Words that overlap have an empty
    /// gap.
    pub(crate) fn gap<'a>(&self, text: &'a str, word: usize) -> Option<&'a str> {
        if word == 0 || word == self.len() {
            return None;
        }
        Some(text.get(self.ends[word - 1] as usize..self.starts[word] as usize).unwrap_or_default())
    }

    /// Whether two ranges have the same words. Bigrams of unspaced scripts overlap; they must overlap in the
    /// same way.
    pub fn same(&self, here: Range<usize>, other: &TextWords, there: Range<usize>) -> bool {
        self.exact[here.clone()] == other.exact[there.clone()]
            && here.zip(there).skip(1).all(|(i, j)| self.overlaps(i) == other.overlaps(j))
    }

    /// Whether the word shares characters with the one before it.
    fn overlaps(&self, word: usize) -> bool {
        self.starts[word] < self.ends[word - 1]
    }
}

/// A text for `reworded`: the number of each word's stem, and the break before each word.
#[derive(Debug, Clone)]
pub struct StemmedWords {
    pub words: TextWords,
    /// Hashes of the distinct stems, sorted. The number of a stem is its index here.
    pub keys: Vec<u64>,
    /// For each word, the number of its stem.
    pub stems: Vec<u32>,
    /// The positions of a stem are `places[firsts[stem]..firsts[stem + 1]]`, ascending.
    firsts: Vec<u32>,
    places: Vec<u32>,
    /// The break before each word, and at the end of the text.
    pub boundaries: Vec<Boundary>,
}

impl StemmedWords {
    pub fn new(text: &str) -> Result<Self> {
        let mut words = TextWords::default();
        let mut order: Vec<(u64, u32)> = Vec::new();
        words.read(text, |word| order.push((hash_word(stem(word)), order.len() as u32)))?;
        order.sort_unstable();
        let (mut keys, mut firsts, mut stems) = (Vec::new(), Vec::new(), vec![0; order.len()]);
        for (place, &(key, word)) in order.iter().enumerate() {
            if keys.last() != Some(&key) {
                keys.push(key);
                firsts.push(place as u32);
            }
            stems[word as usize] = keys.len() as u32 - 1;
        }
        firsts.push(order.len() as u32);
        let places = order.into_iter().map(|(_, word)| word).collect();
        let boundaries = (0..=words.len()).map(|word| words.boundary(text, word)).collect();
        Ok(Self { words, keys, stems, firsts, places, boundaries })
    }

    pub fn len(&self) -> usize {
        self.stems.len()
    }

    pub fn is_empty(&self) -> bool {
        self.stems.is_empty()
    }

    /// The positions of a stem.
    #[inline]
    pub fn places(&self, stem: u32) -> &[u32] {
        let stem = stem as usize;
        &self.places[self.firsts[stem] as usize..self.firsts[stem + 1] as usize]
    }

    /// How often the stem occurs.
    #[inline]
    pub fn count(&self, stem: u32) -> u32 {
        self.firsts[stem as usize + 1] - self.firsts[stem as usize]
    }
}
