//! Numbers for the words of many texts.
//!
//! A word is looked for among the stop words and shortened when it is first met; from then on one look at it, as it
//! stands in the normal form, tells the number of what is compared of it.

use hashbrown::HashTable;

use crate::segment::language::Language;
use crate::segment::tokens::{Tokenizer, WordOptions};
use crate::sign::hash::{hash_word, mix};

/// Stands behind the last word of a sentence.
pub const END: u32 = u32::MAX;
/// The number of a word that is left out.
const STOP: u32 = u32::MAX - 1;
/// Words as they stand are forgotten when they take so many bytes: they can be prepared again.
const MOST_BYTES: usize = 64 << 20;

pub struct Lexicon {
    tokenizer: Tokenizer,
    met: Vec<Met>,
    words: Names,
}

/// Words of a language as they stand.
struct Met {
    language: Option<Language>,
    names: Names,
    /// For each name the number of what is compared of it.
    numbers: Vec<u32>,
}

impl Lexicon {
    pub fn new(options: WordOptions) -> Self {
        Self { tokenizer: Tokenizer::new(options), met: Vec::new(), words: Names::default() }
    }

    /// Appends the number of each word of `text`.
    pub fn read(&mut self, text: &str, out: &mut Vec<u32>) {
        self.forget();
        let Self { tokenizer, met, words } = self;
        let mut table = None;
        tokenizer.for_each_raw(text, |tokenizer, word| {
            let table = *table.get_or_insert_with(|| table_of(met, tokenizer));
            out.extend(met[table].number(word, tokenizer, words));
        });
    }

    /// The same, sentence by sentence, with an `END` behind each. Tells whether the sentences stand so far apart that these
    /// are also the words of the whole text.
    pub fn read_by_sentence(&mut self, text: &str, out: &mut Vec<u32>) -> bool {
        self.forget();
        let Self { tokenizer, met, words } = self;
        let mut table = None;
        tokenizer.for_each_raw_by_sentence(text, |tokenizer, word| match word {
            Some(word) => {
                let table = *table.get_or_insert_with(|| table_of(met, tokenizer));
                out.extend(met[table].number(word, tokenizer, words));
            }
            None => out.push(END),
        })
    }

    fn forget(&mut self) {
        if self.met_bytes() > MOST_BYTES {
            self.met.clear();
        }
    }

    fn met_bytes(&self) -> usize {
        self.met.iter().map(|met| met.names.bytes()).sum()
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

/// The place of the words of the language that is read.
fn table_of(met: &mut Vec<Met>, tokenizer: &Tokenizer) -> usize {
    let language = tokenizer.language();
    met.iter().position(|met| met.language == language).unwrap_or_else(|| {
        met.push(Met { language, names: Names::default(), numbers: Vec::new() });
        met.len() - 1
    })
}

impl Met {
    /// The number of what is compared of a word, unless it is left out.
    #[inline]
    fn number(&mut self, word: &str, tokenizer: &Tokenizer, words: &mut Names) -> Option<u32> {
        let place = self.names.intern(word) as usize;
        if place == self.numbers.len() {
            self.numbers.push(tokenizer.word(word).map_or(STOP, |word| words.intern(&word)));
        }
        Some(self.numbers[place]).filter(|&number| number != STOP)
    }
}

/// What a name takes beside its letters: its end, its slot in a table, and a number.
const BYTES_A_NAME: usize = 40;

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
