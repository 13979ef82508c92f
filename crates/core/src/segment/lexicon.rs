//! Numbers the words of many texts.
//!
//! Stop word test and stemming are done when a word first occurs; after that one look-up of the word, as it
//! is in the normal form, gives the number of its prepared form.

use std::borrow::Cow;

use crate::segment::language::Language;
use crate::segment::names::Names;
use crate::segment::tokens::{Tokenizer, WordOptions};

/// Marks the end of a sentence.
pub const END: u32 = u32::MAX;
/// The number of a stop word, which is left out.
const STOP: u32 = u32::MAX - 1;
/// The number of a word that was not yet prepared in a language.
const NEW: u32 = u32::MAX - 2;
/// When the words of the normal form take this many bytes, they are dropped; they can be prepared again.
const MOST_BYTES: usize = 64 << 20;

pub struct Lexicon {
    tokenizer: Tokenizer,
    /// Words as they are in the normal form, stored once for all languages.
    met: Names,
    rules: Vec<PreparedWords>,
    words: Names,
}

/// The prepared forms of words in one language.
struct PreparedWords {
    language: Option<Language>,
    /// For each word of the normal form, the number of its prepared form.
    numbers: Vec<u32>,
}

impl Lexicon {
    pub fn new(options: WordOptions) -> Self {
        let (met, words) = Default::default();
        Self { tokenizer: Tokenizer::new(options), met, rules: Vec::new(), words }
    }

    /// Appends the number of each word of `text`.
    pub fn read(&mut self, text: &str, out: &mut Vec<u32>) {
        self.forget();
        let Self { tokenizer, met, rules, words } = self;
        let mut own = None;
        tokenizer.for_each_raw(text, |tokenizer, word| {
            let own = *own.get_or_insert_with(|| rules_of(rules, tokenizer));
            out.extend(rules[own].number(met.intern(word), tokenizer, word, words));
        });
    }

    /// The same per sentence, with `END` after each. Returns whether no word crosses from one sentence to the
    /// next, so that these are also the words of the whole text.
    pub fn read_by_sentence(&mut self, text: &str, out: &mut Vec<u32>) -> bool {
        self.forget();
        let Self { tokenizer, met, rules, words } = self;
        let mut own = None;
        tokenizer.for_each_raw_by_sentence(text, |tokenizer, word| match word {
            Some(word) => {
                let own = *own.get_or_insert_with(|| rules_of(rules, tokenizer));
                out.extend(rules[own].number(met.intern(word), tokenizer, word, words));
            }
            None => out.push(END),
        })
    }

    fn forget(&mut self) {
        if self.met_bytes() > MOST_BYTES {
            self.met = Names::default();
            self.rules.clear();
        }
    }

    fn met_bytes(&self) -> usize {
        let numbers: usize = self.rules.iter().map(|rules| rules.numbers.capacity()).sum();
        self.met.bytes() + size_of::<u32>() * numbers
    }

    /// The number of a word that is prepared already.
    pub fn number(&mut self, word: &str) -> u32 {
        self.words.intern(word)
    }

    pub fn word(&self, number: u32) -> &str {
        self.words.get(number)
    }

    /// How many words have a number.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn options(&self) -> WordOptions {
        self.tokenizer.options()
    }

    pub fn bytes(&self) -> usize {
        self.met_bytes() + self.words.bytes()
    }
}

/// The index of the rules for the language of the text.
fn rules_of(rules: &mut Vec<PreparedWords>, tokenizer: &Tokenizer) -> usize {
    let language = tokenizer.language();
    rules.iter().position(|rules| rules.language == language).unwrap_or_else(|| {
        rules.push(PreparedWords { language, numbers: Vec::new() });
        rules.len() - 1
    })
}

impl PreparedWords {
    /// The number of the prepared form of a word, unless the word is left out. `place` is the word's number
    /// in the normal form.
    #[inline]
    fn number(&mut self, place: u32, tokenizer: &Tokenizer, word: &str, words: &mut Names) -> Option<u32> {
        let number = self.numbers.get(place as usize).copied().filter(|&number| number != NEW);
        let number = number.unwrap_or_else(|| self.add(place as usize, tokenizer.word(word), words));
        Some(number).filter(|&number| number != STOP)
    }

    #[cold]
    fn add(&mut self, place: usize, compared: Option<Cow<'_, str>>, words: &mut Names) -> u32 {
        let number = compared.map_or(STOP, |word| words.intern(&word));
        if place >= self.numbers.len() {
            self.numbers.resize(place + 1, NEW);
        }
        self.numbers[place] = number;
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::language::LanguageChoice;
    use crate::segment::tokens::Stem;
    use proptest::prelude::*;

    fn spelled(lexicon: &Lexicon, numbers: &[u32]) -> Vec<Option<String>> {
        let word = |&number: &u32| (number != END).then(|| lexicon.word(number).to_owned());
        numbers.iter().map(word).collect()
    }

    proptest! {
        #[test]
        fn reads_what_a_tokenizer_reads(texts in prop::collection::vec(
            "((the|The|Fähre|vapur|İZMİR|ferries|waited|a.b|u.s|好的|我) ?|[.!?。\n…] ?|[a-c]{1,7} ){0,40}", 1..6),
            detect in any::<bool>(), stop in any::<bool>()) {
            let language = if detect { LanguageChoice::Detect } else { LanguageChoice::Any };
            let options = WordOptions { language, stop, stem: Stem::First5, ..WordOptions::default() };
            let (mut lexicon, mut tokenizer) = (Lexicon::new(options), Tokenizer::new(options));
            for text in &texts {
                let (mut expected, mut found) = (Vec::new(), Vec::new());
                tokenizer.for_each_by_sentence(text, |word| expected.push(word.map(str::to_owned)));
                let apart = lexicon.read_by_sentence(text, &mut found);
                prop_assert_eq!(spelled(&lexicon, &found), &expected[..]);
                let mut whole = Vec::new();
                tokenizer.for_each(text, |word| whole.push(Some(word.to_owned())));
                found.clear();
                lexicon.read(text, &mut found);
                prop_assert_eq!(spelled(&lexicon, &found), &whole[..]);
                prop_assert!(!apart || expected.into_iter().filter(Option::is_some).eq(whole));
            }
        }
    }
}
