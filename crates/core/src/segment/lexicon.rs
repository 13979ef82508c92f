//! Numbers for the words of many texts.
//!
//! A word is looked for among the stop words and shortened when it is first met; from then on one look at it, as it
//! stands in the normal form, tells the number of what is compared of it.

use std::borrow::Cow;

use hashbrown::HashTable;

use crate::segment::language::Language;
use crate::segment::tokens::{Tokenizer, WordOptions};
use crate::sign::hash::{hash_word, mix};

/// Stands behind the last word of a sentence.
pub const END: u32 = u32::MAX;
/// The number of a word that is left out.
const STOP: u32 = u32::MAX - 1;
/// The number of a word that has not been prepared in a language.
const NEW: u32 = u32::MAX - 2;
/// Words as they stand are forgotten when they take so many bytes: they can be prepared again.
const MOST_BYTES: usize = 64 << 20;

pub struct Lexicon {
    tokenizer: Tokenizer,
    /// Words as they stand. One that several languages have is looked for in one place.
    met: Names,
    rules: Vec<Rules>,
    words: Names,
}

/// What a language makes of words.
struct Rules {
    language: Option<Language>,
    /// For each word as it stands the number of what is compared of it.
    numbers: Vec<u32>,
}

impl Lexicon {
    pub fn new(options: WordOptions) -> Self {
        let (met, words) = (Names::default(), Names::default());
        Self { tokenizer: Tokenizer::new(options), met, rules: Vec::new(), words }
    }

    /// Appends the number of each word of `text`.
    pub fn read(&mut self, text: &str, out: &mut Vec<u32>) {
        self.forget();
        let Self { tokenizer, met, rules, words } = self;
        let mut own = None;
        tokenizer.for_each_raw(text, |tokenizer, word| {
            let own = *own.get_or_insert_with(|| rules_of(rules, tokenizer));
            out.extend(rules[own].number(met.intern(word), word, tokenizer, words));
        });
    }

    /// The same, sentence by sentence, with an `END` behind each. Tells whether the sentences stand so far apart that these
    /// are also the words of the whole text.
    pub fn read_by_sentence(&mut self, text: &str, out: &mut Vec<u32>) -> bool {
        self.forget();
        let Self { tokenizer, met, rules, words } = self;
        let mut own = None;
        tokenizer.for_each_raw_by_sentence(text, |tokenizer, word| match word {
            Some(word) => {
                let own = *own.get_or_insert_with(|| rules_of(rules, tokenizer));
                out.extend(rules[own].number(met.intern(word), word, tokenizer, words));
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
        self.words.ends.len()
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

/// The place of the rules of the language that is read.
fn rules_of(rules: &mut Vec<Rules>, tokenizer: &Tokenizer) -> usize {
    let language = tokenizer.language();
    rules.iter().position(|rules| rules.language == language).unwrap_or_else(|| {
        rules.push(Rules { language, numbers: Vec::new() });
        rules.len() - 1
    })
}

impl Rules {
    /// The number of what is compared of a word, unless it is left out. The word stands at `place`.
    #[inline]
    fn number(&mut self, place: u32, word: &str, tokenizer: &Tokenizer, words: &mut Names) -> Option<u32> {
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

/// What a name takes beside its letters: its end and its slot in a table.
const BYTES_A_NAME: usize = 36;

/// Different strings, numbered as they come.
#[derive(Default)]
struct Names {
    text: String,
    ends: Vec<usize>,
    table: HashTable<Slot>,
}

/// A name in the table. Up to eight bytes, the key is the name itself: nothing else need be looked at. That holds for most
/// words, and a look anywhere else costs more than all the rest.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    length: u32,
    number: u32,
}

impl Slot {
    #[inline]
    fn new(name: &str, number: u32) -> Self {
        let bytes = name.as_bytes();
        let key = match bytes.len() {
            0..4 => bytes.iter().rev().fold(0, |key, &byte| key << 8 | u64::from(byte)),
            // Its first and its last four bytes, which may overlap.
            4..=SHORT => four(bytes) | four(&bytes[bytes.len() - 4..]) << 32,
            _ => hash_word(name),
        };
        Self { key, length: bytes.len() as u32, number }
    }

    #[inline]
    fn hash(&self) -> u64 {
        mix(self.key ^ u64::from(self.length) << 59)
    }
}

const SHORT: usize = 8;

#[inline]
fn four(bytes: &[u8]) -> u64 {
    bytes.first_chunk::<4>().map_or(0, |four| u64::from(u32::from_le_bytes(*four)))
}

impl Names {
    #[inline]
    fn intern(&mut self, name: &str) -> u32 {
        let Self { text, ends, table } = self;
        let slot = Slot::new(name, ends.len() as u32);
        let same = |other: &Slot| {
            (other.key, other.length) == (slot.key, slot.length)
                && (name.len() <= SHORT || get(text, ends, other.number) == name)
        };
        if let Some(found) = table.find(slot.hash(), same) {
            return found.number;
        }
        text.push_str(name);
        ends.push(text.len());
        table.insert_unique(slot.hash(), slot, Slot::hash);
        slot.number
    }

    fn get(&self, number: u32) -> &str {
        get(&self.text, &self.ends, number)
    }

    fn bytes(&self) -> usize {
        self.text.len() + BYTES_A_NAME * self.ends.len()
    }
}

#[inline]
fn get<'a>(text: &'a str, ends: &[usize], number: u32) -> &'a str {
    let start = (number as usize).checked_sub(1).map_or(0, |before| ends[before]);
    &text[start..ends[number as usize]]
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
        fn names_are_told_apart(names in prop::collection::vec("[ab\0é]{0,12}", 0..200)) {
            let (mut numbered, mut naive) = (Names::default(), Vec::new());
            for name in &names {
                let place = naive.iter().position(|other| other == name).unwrap_or(naive.len());
                if place == naive.len() {
                    naive.push(name.clone());
                }
                prop_assert_eq!(numbered.intern(name) as usize, place);
                prop_assert_eq!(numbered.get(place as u32), name);
            }
        }

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
