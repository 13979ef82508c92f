//! Numbers for the words of many texts.
//!
//! A word is looked for among the stop words and shortened when it is first met; from then on one look at it, as it
//! stands in the normal form, tells the number of what is compared of it.

use hashbrown::{HashMap, HashTable};

use crate::segment::language::Language;
use crate::segment::tokens::{Tokenizer, WordOptions};
use crate::sign::hash::hash_word;

/// Stands behind the last word of a sentence.
pub const END: u32 = u32::MAX;
/// The number of a word that is left out.
const STOP: u32 = u32::MAX - 1;
/// Words as they stand are forgotten when they take so many bytes: they can be prepared again.
const MOST_BYTES: usize = 64 << 20;

pub struct Lexicon {
    tokenizer: Tokenizer,
    /// By language: words as they stand, and the number of what is compared of each.
    met: HashMap<Option<Language>, (Names, Vec<u32>)>,
    met_bytes: usize,
    words: Names,
}

impl Lexicon {
    pub fn new(options: WordOptions) -> Self {
        let tokenizer = Tokenizer::new(options);
        Self { tokenizer, met: HashMap::new(), met_bytes: 0, words: Names::default() }
    }

    /// Appends the number of each word of `text`.
    pub fn read(&mut self, text: &str, out: &mut Vec<u32>) {
        self.forget();
        let Self { tokenizer, met, met_bytes, words } = self;
        tokenizer.for_each_raw(text, |tokenizer, word| {
            let number = number_of(tokenizer, met, met_bytes, words, word);
            out.extend((number != STOP).then_some(number));
        });
    }

    /// The same, sentence by sentence, with an `END` behind each. Tells whether the sentences stand so far apart that these
    /// are also the words of the whole text.
    pub fn read_by_sentence(&mut self, text: &str, out: &mut Vec<u32>) -> bool {
        self.forget();
        let Self { tokenizer, met, met_bytes, words } = self;
        tokenizer.for_each_raw_by_sentence(text, |tokenizer, word| match word {
            Some(word) => {
                let number = number_of(tokenizer, met, met_bytes, words, word);
                out.extend((number != STOP).then_some(number));
            }
            None => out.push(END),
        })
    }

    fn forget(&mut self) {
        if self.met_bytes > MOST_BYTES {
            self.met.clear();
            self.met_bytes = 0;
        }
    }

    /// The number of a word that is prepared already.
    pub fn number(&mut self, word: &str) -> u32 {
        self.words.intern(word)
    }

    pub fn word(&self, number: u32) -> &str {
        self.words.get(number)
    }

    pub fn hash(&self, number: u32) -> u64 {
        self.words.hashes[number as usize]
    }

    /// How many words have a number.
    pub fn len(&self) -> usize {
        self.words.hashes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn options(&self) -> WordOptions {
        self.tokenizer.options()
    }

    pub fn bytes(&self) -> usize {
        self.met_bytes + self.words.bytes()
    }
}

#[inline]
fn number_of(
    tokenizer: &Tokenizer,
    met: &mut HashMap<Option<Language>, (Names, Vec<u32>)>,
    met_bytes: &mut usize,
    words: &mut Names,
    word: &str,
) -> u32 {
    let (names, numbers) = met.entry(tokenizer.language()).or_default();
    let place = names.intern(word) as usize;
    if place == numbers.len() {
        *met_bytes += word.len() + BYTES_A_NAME;
        numbers.push(tokenizer.word(word).map_or(STOP, |word| words.intern(&word)));
    }
    numbers[place]
}

/// What a name takes beside its letters: a hash, an end, its place in a table, and a number.
const BYTES_A_NAME: usize = 32;

/// Different strings, numbered as they come.
#[derive(Default)]
struct Names {
    text: String,
    ends: Vec<usize>,
    hashes: Vec<u64>,
    table: HashTable<u32>,
}

impl Names {
    #[inline]
    fn intern(&mut self, name: &str) -> u32 {
        let hash = hash_word(name);
        let Self { text, ends, hashes, table } = self;
        let same = |&number: &u32| hashes[number as usize] == hash && get(text, ends, number) == name;
        if let Some(&number) = table.find(hash, same) {
            return number;
        }
        let number = hashes.len() as u32;
        text.push_str(name);
        ends.push(text.len());
        hashes.push(hash);
        table.insert_unique(hash, number, |&number| hashes[number as usize]);
        number
    }

    fn get(&self, number: u32) -> &str {
        get(&self.text, &self.ends, number)
    }

    fn bytes(&self) -> usize {
        self.text.len() + BYTES_A_NAME * self.hashes.len()
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
