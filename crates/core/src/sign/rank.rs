//! The distinct words of a text, rarest first, by the statistics of a reference collection.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use arrow_array::{Array, LargeStringArray, UInt64Array};
use hashbrown::HashTable;
use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::segment::lexicon::Lexicon;
use crate::segment::tokens::{Tokenizer, WordOptions};
use crate::sign::hash::hash_word;
use crate::sign::kept::KeptTexts;

/// Weights are integers in this unit, so that sums do not depend on the order of the words.
const ONE: f64 = (1 << 20) as f64;
/// A lexicon with more bytes is not kept.
const LARGE: usize = 128 << 20;
/// A finer unit for sums that users see with nine digits.
pub const FINE: f64 = (1u64 << 32) as f64;

/// The document frequencies of words in a reference collection.
pub struct WordWeights {
    /// By hash of the word: its index in the arrays.
    places: HashTable<u32>,
    words: LargeStringArray,
    counts: UInt64Array,
    documents: u64,
    /// The weight of each word.
    weights: Vec<i64>,
    /// Texts that were kept as word numbers when they were counted, and what is known of each word.
    kept: Option<(KeptTexts, Vec<KnownWord>)>,
    /// Lexicons that finished signers have returned, for the next ones.
    lexicons: Mutex<Vec<(Lexicon, Vec<KnownWord>)>>,
}

/// What a path needs of a word.
#[derive(Debug, Clone, Copy)]
pub(super) struct KnownWord {
    pub hash: u64,
    /// How many documents have it.
    pub count: u64,
    /// Its idf in units of 2^-32.
    pub idf: u64,
}

impl WordWeights {
    /// `counts[i]` of `documents` documents have the word `words[i]`. The words must be in their prepared
    /// form.
    pub fn new(words: LargeStringArray, counts: UInt64Array, documents: u64) -> Result<Self> {
        if words.len() != counts.len() || words.null_count() + counts.null_count() > 0 {
            return Err(Error::ParameterError(format!(
                "counts: expected one for each of the {} words and no nulls, got {}",
                words.len(),
                counts.len()
            )));
        }
        let weights = counts.values().iter().map(|&count| weight(documents, count)).collect();
        let (kept, lexicons) = (None, Mutex::default());
        Ok(Self { places: places(&words)?, words, counts, documents, weights, kept, lexicons })
    }

    /// Adds texts whose words were numbered by the counter; there, words are in sorted order.
    pub fn with_texts(mut self, mut texts: KeptTexts) -> Self {
        let mut places: Vec<u32> = (0..self.words.len() as u32).collect();
        places.sort_by_key(|&place| self.counts.value(place as usize));
        let known = |&place: &u32| self.known(self.words.value(place as usize));
        let known = places.par_iter().map(known).collect();
        texts.renumber(&places);
        self.kept = Some((texts, known));
        self
    }

    /// The word numbers of a text, with `END` after each sentence, and what is known of each word; `None` if
    /// the text was not kept. Words that fewer documents have get lower numbers; of equal ones, in
    /// alphabetical order.
    pub(super) fn kept(&self, text: &str) -> Option<(impl Iterator<Item = u32>, &[KnownWord])> {
        let (texts, known) = self.kept.as_ref()?;
        Some((texts.of(text)?, known))
    }

    pub(super) fn known(&self, word: &str) -> KnownWord {
        let hash = hash_word(word);
        let count = self.of(word, hash).0;
        KnownWord { hash, count, idf: self.fine_idf(count) }
    }

    /// A lexicon for these word options, with what is known of its words.
    pub(super) fn take_lexicon(&self, options: WordOptions) -> (Lexicon, Vec<KnownWord>) {
        let mut free = self.lexicons.lock().unwrap_or_else(PoisonError::into_inner);
        match free.iter().position(|(lexicon, _)| lexicon.options() == options) {
            Some(place) => free.swap_remove(place),
            None => (Lexicon::new(options), Vec::new()),
        }
    }

    /// Takes a lexicon back, unless it has become large.
    pub(super) fn leave_lexicon(&self, lexicon: Lexicon, known: Vec<KnownWord>) {
        if lexicon.bytes() < LARGE {
            self.lexicons.lock().unwrap_or_else(PoisonError::into_inner).push((lexicon, known));
        }
    }

    /// How many documents have the word, and its weight. A word that the collection does not have counts as
    /// if one document had it.
    pub(super) fn of(&self, word: &str, hash: u64) -> (u64, i64) {
        match self.places.find(hash, |&place| self.words.value(place as usize) == word) {
            Some(&place) => (self.counts.value(place as usize).max(1), self.weights[place as usize]),
            None => (1, weight(self.documents, 1)),
        }
    }

    /// The idf of a word that `count` documents have, in units of 2^-32. The idf is at least 1.
    fn fine_idf(&self, count: u64) -> u64 {
        let idf = (self.documents.max(1) as f64 / count.max(1) as f64).ln().max(0.0) + 1.0;
        (idf * FINE).round() as u64
    }
}

impl WordWeights {
    /// Whether the idf of a word by PDC-MR, `log(N / df) / log(N)`, is in a range, ends included.
    pub(super) fn is_within(&self, word: &str, hash: u64, [least, most]: [f64; 2]) -> bool {
        let documents = self.documents as f64;
        let idf = (documents / self.of(word, hash).0 as f64).ln() / documents.ln();
        (least - TINY..=most + TINY).contains(&idf)
    }

    /// The `count` words that most documents have; of equal ones, the first in the alphabet.
    pub fn most_frequent(&self, count: usize) -> Vec<&str> {
        let mut places: Vec<usize> = (0..self.words.len()).collect();
        let order = |&place: &usize| (std::cmp::Reverse(self.counts.value(place)), self.words.value(place));
        places.sort_unstable_by(|a, b| order(a).cmp(&order(b)));
        places.into_iter().take(count).map(|place| self.words.value(place)).collect()
    }
}

/// Shares such as a tenth have no exact binary representation, so a bound that is missed by this little
/// counts as met.
const TINY: f64 = 1e-9;

/// The idf `ln(N / df) + 1` as a fixed-point number.
fn weight(documents: u64, count: u64) -> i64 {
    let idf = (documents.max(1) as f64 / count.max(1) as f64).ln() + 1.0;
    (idf * ONE).round() as i64
}

fn places(words: &LargeStringArray) -> Result<HashTable<u32>> {
    let mut places = HashTable::with_capacity(words.len());
    let hash = |&place: &u32| hash_word(words.value(place as usize));
    for place in 0..words.len() {
        let word = words.value(place);
        let number = u32::try_from(place).map_err(|_| refused("at most 4,294,967,295", "more"))?;
        let same = |&other: &u32| words.value(other as usize) == word;
        if places.find(hash_word(word), same).is_some() {
            return Err(refused("each word once", &format!("'{word}' twice")));
        }
        places.insert_unique(hash_word(word), number, hash);
    }
    Ok(places)
}

fn refused(expected: &str, got: &str) -> Error {
    Error::ParameterError(format!("words: expected {expected}, got {got}"))
}

/// A distinct word of a text.
pub(super) struct Ranked {
    place: Range<usize>,
    /// Its XXH3 hash.
    pub hash: u64,
    count: u64,
    pub weight: i64,
}

/// Ranks the words of many texts, reusing its buffers.
pub(super) struct Ranker {
    tokenizer: Tokenizer,
    text: String,
    words: Vec<Ranked>,
    seen: HashTable<u32>,
}

impl Ranker {
    pub fn new(options: WordOptions) -> Self {
        let tokenizer = Tokenizer::new(options);
        Self { tokenizer, text: String::new(), words: Vec::new(), seen: HashTable::new() }
    }

    /// Reads the distinct words of `text` and moves the first `ranks` of them, by idf and then by the word
    /// itself, to the front in sorted order.
    pub fn read(&mut self, text: &str, weights: &WordWeights, ranks: usize) {
        self.collect(text);
        let Self { text, words, .. } = self;
        for word in words.iter_mut() {
            (word.count, word.weight) = weights.of(&text[word.place.clone()], word.hash);
        }
        // Fewer documents mean a higher idf, and integers compare in the same way on every machine.
        let order = |a: &Ranked, b: &Ranked| -> Ordering {
            a.count.cmp(&b.count).then_with(|| text[a.place.clone()].cmp(&text[b.place.clone()]))
        };
        let ranks = ranks.min(words.len());
        if ranks > 0 && ranks < words.len() {
            words.select_nth_unstable_by(ranks - 1, order);
        }
        words[..ranks].sort_unstable_by(order);
    }

    fn collect(&mut self, text: &str) {
        let Self { tokenizer, text: kept, words, seen } = self;
        kept.clear();
        words.clear();
        seen.clear();
        tokenizer.for_each(text, |word| {
            let hash = hash_word(word);
            let same = |&other: &u32| {
                let other: &Ranked = &words[other as usize];
                other.hash == hash && kept[other.place.clone()] == *word
            };
            if seen.find(hash, same).is_none() {
                seen.insert_unique(hash, words.len() as u32, |&other| words[other as usize].hash);
                kept.push_str(word);
                let place = kept.len() - word.len()..kept.len();
                words.push(Ranked { place, hash, count: 0, weight: 0 });
            }
        });
    }

    /// The words without the first `skip`.
    pub fn after(&self, skip: usize) -> impl Iterator<Item = (&str, &Ranked)> {
        self.words.iter().skip(skip).map(|word| (&self.text[word.place.clone()], word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights() -> WordWeights {
        let words = LargeStringArray::from(vec!["the", "ferry", "sea", "never"]);
        WordWeights::new(words, UInt64Array::from(vec![8, 2, 2, 0]), 8).unwrap()
    }

    #[test]
    fn rare_words_come_first_and_ties_by_the_word() {
        let mut ranker = Ranker::new(WordOptions::default());
        ranker.read("something else", &weights(), 1);
        for ranks in 0..8 {
            ranker.read("the sea, the FERRY, never an isle", &weights(), ranks);
            let mut found: Vec<_> = ranker.after(0).map(|(word, _)| word).collect();
            let expected = ["an", "isle", "never", "ferry", "sea", "the"];
            assert_eq!(found[..ranks.min(6)], expected[..ranks.min(6)]);
            found.sort_unstable();
            assert_eq!(found, ["an", "ferry", "isle", "never", "sea", "the"]);
        }
    }

    #[test]
    fn weights_are_fixed_point_idf() {
        let of = |word: &str| weights().of(word, hash_word(word));
        assert_eq!(of("the"), (8, 1 << 20));
        assert_eq!(of("sea"), (2, ((4f64.ln() + 1.0) * ONE).round() as i64));
        assert_eq!(of("never"), of("unknown"));
        assert_eq!(weight(0, 0), 1 << 20);
    }

    #[test]
    fn wrong_statistics_are_refused_by_name() {
        let refused = |words: Vec<&str>, counts: Vec<u64>| {
            let made = WordWeights::new(LargeStringArray::from(words), UInt64Array::from(counts), 1);
            made.map(drop).unwrap_err().to_string()
        };
        assert_eq!(refused(vec!["a", "b", "a"], vec![1; 3]), "words: expected each word once, got 'a' twice");
        assert!(refused(vec!["a"], vec![]).starts_with("counts: expected one for each of the 1 words"));
    }
}
