//! Counts in how many documents each word occurs, for idf.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use arrow_array::{Array, LargeStringArray, UInt64Array};
use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::segment::lexicon::{END, Lexicon};
use crate::segment::tokens::WordOptions;
use crate::sign::kept::{KeptPart, KeptTexts, text_key};
use crate::tasks::{each_task, even_tasks};

/// Counts documents and, per word, the documents that have it.
pub struct WordCounter {
    options: WordOptions,
    documents: u64,
    /// One per thread that has counted.
    parts: Mutex<Vec<CountedPart>>,
    /// Bytes of texts that may be kept as word numbers.
    keep: usize,
    kept: AtomicUsize,
}

/// What one thread has counted.
struct CountedPart {
    lexicon: Lexicon,
    /// For each word, how many documents have it, the last one that did (a word counts once per document), and in how
    /// many places it stands.
    counts: Vec<(u64, u64, u64)>,
    numbers: Vec<u32>,
    kept: KeptPart,
}

/// The number of documents, the words in order with their documents and their occurrences, and the texts that were
/// kept.
pub struct WordTable {
    pub documents: u64,
    pub words: LargeStringArray,
    pub counts: UInt64Array,
    pub occurrences: UInt64Array,
    pub kept: Option<KeptTexts>,
}

const BYTES_A_TASK: usize = 512 << 10;

impl WordCounter {
    pub fn new(options: WordOptions) -> Self {
        Self { options, documents: 0, parts: Mutex::default(), keep: 0, kept: AtomicUsize::new(0) }
    }

    /// Keeps the word numbers of texts, by sentence, in at most `bytes` bytes, so that a text that is counted
    /// and then signed is cut into words once.
    pub fn keeping(options: WordOptions, bytes: usize) -> Self {
        Self { keep: bytes, ..Self::new(options) }
    }

    pub fn push(&mut self, texts: &LargeStringArray, cancel: &Cancel) -> Result<()> {
        let sizes = (0..texts.len()).map(|i| texts.value_length(i) as usize);
        each_task(even_tasks(sizes, BYTES_A_TASK), |task| {
            let mut part = self.take_part();
            for i in task {
                cancel.check()?;
                self.count(&mut part, texts.value(i), self.documents + i as u64);
            }
            self.lock().push(part);
            Ok(())
        })?;
        self.documents += texts.len() as u64;
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<CountedPart>> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_part(&self) -> CountedPart {
        self.lock().pop().unwrap_or_else(|| CountedPart {
            lexicon: Lexicon::new(self.options),
            counts: Vec::new(),
            numbers: Vec::new(),
            kept: KeptPart::default(),
        })
    }

    fn count(&self, part: &mut CountedPart, text: &str, document: u64) {
        part.numbers.clear();
        if self.kept.load(Ordering::Relaxed) < self.keep {
            let apart = part.lexicon.read_by_sentence(text, &mut part.numbers);
            let bytes = part.kept.push(text_key(text), &part.numbers);
            self.kept.fetch_add(bytes, Ordering::Relaxed);
            if !apart {
                part.numbers.clear();
                part.lexicon.read(text, &mut part.numbers);
            }
        } else {
            part.lexicon.read(text, &mut part.numbers);
        }
        part.counts.resize(part.lexicon.len(), (0, u64::MAX, 0));
        for &number in part.numbers.iter().filter(|&&number| number != END) {
            let (count, last, occurrences) = &mut part.counts[number as usize];
            *count += u64::from(*last != document);
            *last = document;
            *occurrences += 1;
        }
    }

    /// The words in order with their counts.
    pub fn finish(self) -> WordTable {
        let parts = self.parts.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut met: Vec<(&str, u32, u32)> = Vec::new();
        for (part, at) in parts.iter().zip(0u32..) {
            met.extend((0..part.counts.len() as u32).map(|number| (part.lexicon.word(number), at, number)));
        }
        met.par_sort_unstable();
        // For each part and word number, the index of the word in the table.
        let mut places: Vec<Vec<u32>> = parts.iter().map(|part| vec![0; part.counts.len()]).collect();
        let (mut words, mut counts, mut occurrences) = (Vec::new(), Vec::new(), Vec::new());
        for same in met.chunk_by(|a, b| a.0 == b.0) {
            same.iter()
                .for_each(|&(_, part, number)| places[part as usize][number as usize] = words.len() as u32);
            let counted =
                |&(_, part, number): &(&str, u32, u32)| parts[part as usize].counts[number as usize];
            counts.push(same.iter().map(|one| counted(one).0).sum::<u64>());
            occurrences.push(same.iter().map(|one| counted(one).2).sum::<u64>());
            words.push(same[0].0);
        }
        let (words, counts) = (LargeStringArray::from_iter_values(words), UInt64Array::from(counts));
        let occurrences = UInt64Array::from(occurrences);
        let kept = parts.into_iter().zip(places).map(|(part, places)| part.kept.with_words(places));
        let kept = (self.keep > 0).then(|| KeptTexts::new(kept.collect()));
        WordTable { documents: self.documents, words, counts, occurrences, kept }
    }
}

/// The fingerprint of statistics: equal exactly if preparation, documents, words and counts are equal. Statistics of
/// an earlier format have no occurrences.
pub fn fingerprint(
    preparation: &str,
    documents: u64,
    words: &LargeStringArray,
    counts: &UInt64Array,
    occurrences: Option<&UInt64Array>,
) -> u128 {
    let mut hasher = Xxh3::new();
    let mut text = |text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    text(preparation);
    words.iter().flatten().for_each(&mut text);
    hasher.update(&documents.to_le_bytes());
    for counts in [Some(counts), occurrences].into_iter().flatten() {
        counts.values().iter().for_each(|count| hasher.update(&count.to_le_bytes()));
    }
    hasher.digest128()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn table(counter: WordCounter) -> (u64, Vec<(String, u64, u64)>) {
        let WordTable { documents, words, counts, occurrences, .. } = counter.finish();
        let counts = counts.values().iter().zip(occurrences.values());
        let words = words.iter().flatten().map(str::to_owned).zip(counts);
        (documents, words.map(|(word, (&count, &all))| (word, count, all)).collect())
    }

    #[test]
    fn a_word_counts_once_a_document() {
        let mut counter = WordCounter::new(WordOptions::default());
        let texts = LargeStringArray::from(vec!["a b a", "b c", "", "B"]);
        counter.push(&texts, &Cancel::default()).unwrap();
        let expected =
            [("a", 1, 2), ("b", 3, 3), ("c", 1, 1)].map(|(word, count, all)| (word.to_owned(), count, all));
        assert_eq!(table(counter), (4, expected.to_vec()));
    }

    proptest! {
        #[test]
        fn what_is_kept_changes_no_count(texts in prop::collection::vec("([a-c]{1,2}[.!]? ?){0,9}", 0..20),
            keep in prop::sample::select(vec![0usize, 1, 300, 1 << 20])) {
            let options = WordOptions::default();
            let (mut plain, mut keeping) = (WordCounter::new(options), WordCounter::keeping(options, keep));
            for half in texts.chunks(7) {
                let half = LargeStringArray::from_iter_values(half);
                plain.push(&half, &Cancel::default()).unwrap();
                keeping.push(&half, &Cancel::default()).unwrap();
            }
            prop_assert_eq!(table(plain), table(keeping));
        }
    }
}
