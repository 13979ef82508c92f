//! Hashed word shingles.

use crate::segment::language::LanguageChoice;
use crate::segment::spelled::{BLOCK, gather};
use crate::segment::tokens::{Stem, Tokenizer, WordOptions};
use crate::sign::form::{SameBy, exact_form};
use crate::sign::hash::{SHORT, hash_run, hash_short, hash_token, text_key};

/// Makes the shingles of many texts, reusing its buffers.
pub struct Shingler {
    tokenizer: Tokenizer,
    language: LanguageChoice,
    /// Words without stop words and stems are found fastest by spelling the text.
    plain: bool,
    spelled: Vec<u8>,
    scratch: String,
    size: usize,
    words: Vec<u64>,
}

impl Shingler {
    pub fn new(options: WordOptions, size: usize) -> Self {
        let plain = !options.stop && options.stem == Stem::None;
        let (spelled, scratch, words) = (Vec::new(), String::new(), Vec::new());
        let (tokenizer, language) = (Tokenizer::new(options), options.language);
        Self { tokenizer, language, plain, spelled, scratch, size: size.max(1), words }
    }

    /// Appends the shingles of `text` in order, repeats included. A text with fewer words than a shingle has
    /// one feature of all its words; a text without words has none.
    pub fn shingles(&mut self, text: &str, out: &mut Vec<u64>) {
        let size = self.size;
        out.extend(shingle_hashes(self.words(text), size));
    }

    /// The hashes of the words of `text`.
    pub(crate) fn words(&mut self, text: &str) -> &[u64] {
        self.words.clear();
        if !self.spell(text) {
            self.tokenise(text);
        }
        &self.words
    }

    /// Appends the hashes of the words of `text`; returns the key that texts with the same words share, none
    /// for a text without words.
    pub(crate) fn keyed_words(&mut self, text: &str, out: &mut Vec<u64>) -> Option<u128> {
        std::mem::swap(&mut self.words, out);
        if !self.spell(text) {
            self.tokenise(text);
            self.spelled.clear();
            exact_form(text, SameBy::Words, self.language, &mut self.scratch, &mut self.spelled);
        }
        std::mem::swap(&mut self.words, out);
        text_key(&self.spelled)
    }

    fn tokenise(&mut self, text: &str) {
        let words = &mut self.words;
        self.tokenizer.for_each(text, |word| words.push(hash_token(word.as_bytes())));
    }

    /// The runs of word hashes that become the shingles of `text`.
    pub(crate) fn runs(&mut self, text: &str) -> impl Iterator<Item = &[u64]> {
        let size = self.size;
        shingle_runs(self.words(text), size)
    }

    /// Hashes the words of a text if spelling finds them correctly; otherwise returns false.
    fn spell(&mut self, text: &str) -> bool {
        if !self.plain || may_lack_spaces(text.as_bytes()) {
            return false;
        }
        self.spelled.clear();
        exact_form(text, SameBy::Words, self.language, &mut self.scratch, &mut self.spelled);
        // A few symbols become such letters only in the normal form.
        if may_lack_spaces(&self.spelled) {
            return false;
        }
        hash_words(&mut self.spelled, &mut self.words);
        true
    }
}

/// Appends the hashes of words; each word ends with a space.
fn hash_words(spelled: &mut Vec<u8>, out: &mut Vec<u64>) {
    let length = spelled.len();
    // Padding, so that the last words can be read like long ones.
    spelled.resize(length.next_multiple_of(BLOCK) + SHORT, 0);
    let mut start = 0;
    for at in (0..length).step_by(BLOCK) {
        let mut spaces = spelled[at..].first_chunk().map_or(0, spaces);
        while spaces != 0 {
            let end = at + spaces.trailing_zeros() as usize;
            spaces &= spaces - 1;
            let hash = match (end - start, spelled[start..].first_chunk()) {
                (size @ 1..=SHORT, Some(bytes)) => {
                    hash_short(u128::from_le_bytes(*bytes) & u128::MAX >> (8 * (SHORT - size)))
                }
                _ => hash_token(&spelled[start..end]),
            };
            out.push(hash);
            start = end + 1;
        }
    }
    spelled.truncate(length);
}

/// A bit for each byte that is a space.
#[inline]
fn spaces(block: &[u8; BLOCK]) -> u64 {
    gather(&block.map(|byte| u8::from(byte == b' ')), 0)
}

/// The shingles of hashed words, in order. Fewer words than a shingle give one; no words give none.
pub(crate) fn shingle_hashes(words: &[u64], size: usize) -> impl Iterator<Item = u64> {
    shingle_runs(words, size).map(hash_run)
}

fn shingle_runs(words: &[u64], size: usize) -> impl Iterator<Item = &[u64]> {
    words.windows(size.min(words.len()).max(1))
}

/// Whether there may be letters of scripts in which words are not separated by spaces. Their characters have
/// three or four bytes; among the possible first bytes, only 0xE2 (punctuation and symbols) is none of
/// theirs.
fn may_lack_spaces(bytes: &[u8]) -> bool {
    let is_one = |b: u8| b >= 0xE3 || b == 0xE0 || b == 0xE1;
    let (blocks, rest) = bytes.as_chunks::<64>();
    let any = |block: &[u8]| block.iter().fold(false, |any, &b| any | is_one(b));
    blocks.iter().any(|block| any(block)) || any(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::language::Language;
    use proptest::prelude::*;

    fn slowly(text: &str, language: LanguageChoice) -> Vec<u64> {
        let mut words = Vec::new();
        let options = WordOptions { language, ..WordOptions::default() };
        Tokenizer::new(options).for_each(text, |word| words.push(hash_token(word.as_bytes())));
        words.windows(3.min(words.len().max(1))).map(hash_run).collect()
    }

    fn quickly(text: &str, language: LanguageChoice) -> Vec<u64> {
        let mut out = Vec::new();
        Shingler::new(WordOptions { language, ..WordOptions::default() }, 3).shingles(text, &mut out);
        out
    }

    proptest! {
        #[test]
        fn spelling_finds_the_same_words(
            text in "([A-Za-z0-9.,:'_-]{0,12}[ \n]|[ aéıİ’…\u{2f00}\u{301}我好ไש한🙂]{0,3}|[A-Z ]{0,90}){0,12}"
        ) {
            let turkish = LanguageChoice::Fixed(Language::from_code("tr").unwrap());
            for language in [LanguageChoice::Any, turkish] {
                prop_assert_eq!(quickly(&text, language), slowly(&text, language));
            }
        }

        #[test]
        fn in_any_text(text in any::<String>()) {
            prop_assert_eq!(quickly(&text, LanguageChoice::Any), slowly(&text, LanguageChoice::Any));
        }
    }

    #[test]
    fn every_character_is_treated_alike() {
        for c in (0..0x11_0000).filter_map(char::from_u32) {
            let text = format!("a{c}b {c} {c}{c} x");
            assert_eq!(quickly(&text, LanguageChoice::Any), slowly(&text, LanguageChoice::Any), "{c:?}");
        }
    }
}
