//! Hashed word shingles.

use crate::segment::tokens::{Tokenizer, WordOptions};
use crate::sign::hash::{hash_run, hash_word};

/// Makes shingles of many texts, keeping its buffers between them.
pub struct Shingler {
    tokenizer: Tokenizer,
    size: usize,
    words: Vec<u64>,
}

impl Shingler {
    pub fn new(options: WordOptions, size: usize) -> Self {
        Self { tokenizer: Tokenizer::new(options), size: size.max(1), words: Vec::new() }
    }

    /// Appends the shingles of `text` in order, repeats included. A text with fewer words than a shingle has
    /// one feature, all its words; a text without words has none.
    pub fn shingles(&mut self, text: &str, out: &mut Vec<u64>) {
        out.extend(self.runs(text).map(hash_run));
    }

    /// The runs of word hashes that the shingles of `text` are made of.
    pub(crate) fn runs(&mut self, text: &str) -> impl Iterator<Item = &[u64]> {
        self.words.clear();
        let words = &mut self.words;
        self.tokenizer.for_each(text, |word| words.push(hash_word(word)));
        let size = self.size.min(self.words.len().max(1));
        self.words.windows(size)
    }
}
