//! How many documents hold each word: the counts that idf is made of.

use arrow_array::{Array, LargeStringArray, UInt64Array};
use hashbrown::HashMap;
use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::segment::tokens::{Tokenizer, WordOptions};

/// Counts documents and, per word, the documents that hold it.
pub struct WordCounter {
    options: WordOptions,
    documents: u64,
    counts: Counts,
}

type Counts = HashMap<Box<str>, u64>;

const DOCUMENTS_A_TASK: usize = 256;

impl WordCounter {
    pub fn new(options: WordOptions) -> Self {
        Self { options, documents: 0, counts: Counts::new() }
    }

    pub fn push(&mut self, texts: &LargeStringArray, cancel: &Cancel) -> Result<()> {
        let starts: Vec<usize> = (0..texts.len()).step_by(DOCUMENTS_A_TASK).collect();
        let task = |&start: &usize| {
            cancel.check()?;
            Ok(count(texts, start..(start + DOCUMENTS_A_TASK).min(texts.len()), self.options))
        };
        let parts: Vec<Counts> = starts.par_iter().map(task).collect::<Result<_>>()?;
        for (word, count) in parts.into_iter().flatten() {
            *self.counts.entry(word).or_insert(0) += count;
        }
        self.documents += texts.len() as u64;
        Ok(())
    }

    /// The number of documents; the words in order with their counts.
    pub fn finish(self) -> (u64, LargeStringArray, UInt64Array) {
        let mut words: Vec<(Box<str>, u64)> = self.counts.into_iter().collect();
        words.par_sort_unstable();
        let names = words.iter().map(|(word, _)| Some(word)).collect();
        (self.documents, names, words.iter().map(|&(_, count)| Some(count)).collect())
    }
}

fn count(texts: &LargeStringArray, documents: std::ops::Range<usize>, options: WordOptions) -> Counts {
    let mut tokenizer = Tokenizer::new(options);
    // The last document that held a word: a word counts once a document.
    let mut seen: HashMap<Box<str>, (usize, u64)> = HashMap::new();
    for document in documents {
        tokenizer.for_each(texts.value(document), |word| match seen.get_mut(word) {
            Some((last, _)) if *last == document => {}
            Some((last, count)) => (*last, *count) = (document, *count + 1),
            None => drop(seen.insert(word.into(), (document, 1))),
        });
    }
    seen.into_iter().map(|(word, (_, count))| (word, count)).collect()
}

/// What statistics are known by: equal exactly when preparation, documents, words and counts are.
pub fn fingerprint(
    preparation: &str,
    documents: u64,
    words: &LargeStringArray,
    counts: &UInt64Array,
) -> u128 {
    let mut hasher = Xxh3::new();
    let mut text = |text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    text(preparation);
    words.iter().flatten().for_each(&mut text);
    hasher.update(&documents.to_le_bytes());
    counts.values().iter().for_each(|count| hasher.update(&count.to_le_bytes()));
    hasher.digest128()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_counts_once_a_document() {
        let mut counter = WordCounter::new(WordOptions::default());
        let texts = LargeStringArray::from(vec!["a b a", "b c", "", "B"]);
        counter.push(&texts, &Cancel::default()).unwrap();
        let (documents, words, counts) = counter.finish();
        let words: Vec<_> = words.iter().flatten().collect();
        assert_eq!((documents, words, counts.values().to_vec()), (4, vec!["a", "b", "c"], vec![1, 3, 1]));
    }
}
