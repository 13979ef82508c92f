//! The signatures of CoDet: the beginnings of a document's sentences, words with high idf first.
//!
//! A sentence gives one path, or several if suffixes are used; each path is cut at a depth. The paths of a
//! document are one list of numbers: for each distinct path its length and count (in one number), then for
//! each word its hash and its idf in units of 2^-32. Paths are sorted by these numbers, so equal documents
//! have equal lists, and lists can be compared without the statistics that they were made under.

use std::cmp::Ordering;
use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{FixedSizeBinaryArray, LargeListArray, LargeStringArray, UInt32Array};
use xxhash_rust::xxh3::xxh3_128_with_seed;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::segment::lexicon::{END, Lexicon};
use crate::segment::tokens::WordOptions;
use crate::sign::lists::lists;
use crate::sign::rank::{KnownWord, WordWeights};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathOptions {
    /// Words with the highest idf first (WS); otherwise in the order of the sentence.
    pub sorted: bool,
    /// Words per path, at most (DT).
    pub depth: usize,
    /// Suffixes per sentence, at most, including the sentence itself (PSC).
    pub suffixes: usize,
}

/// Makes the paths of many documents, reusing its buffers.
pub struct PathSigner<'a> {
    weights: &'a WordWeights,
    options: PathOptions,
    lexicon: Lexicon,
    /// What is known of the words of the lexicon, by number.
    known: Vec<KnownWord>,
    numbers: Vec<u32>,
    cut: PathCutter,
}

/// Sentences cut into paths.
#[derive(Default)]
struct PathCutter {
    /// The words of the sentence that is being read.
    sentence: Vec<Word>,
    steps: Vec<PathWord>,
    /// Ranges of `steps`.
    paths: Vec<Range<usize>>,
}

/// A word of a sentence, with its sort key.
#[derive(Clone, Copy)]
struct Word {
    key: u64,
    number: u32,
}

/// A word of a path.
struct PathWord {
    number: u32,
    hash: u64,
    idf: u64,
}

impl PathWord {
    fn numbers(&self) -> [u64; 2] {
        [self.hash, self.idf]
    }
}

impl<'a> PathSigner<'a> {
    pub fn new(weights: &'a WordWeights, words: WordOptions, options: PathOptions) -> Self {
        let (lexicon, known) = weights.take_lexicon(words);
        Self { weights, options, lexicon, known, numbers: Vec::new(), cut: PathCutter::default() }
    }

    /// Appends the paths of a text.
    pub fn sign(&mut self, text: &str, out: &mut Vec<u64>) {
        let Self { weights, options, cut, .. } = self;
        if let Some((numbers, known)) = weights.kept(text) {
            // The words of a kept text are numbered in the order in which they are sorted here.
            cut.take(numbers, *options, u64::from, |_| "", |number| known[number as usize]);
            return self.cut.finish(out);
        }
        self.numbers.clear();
        self.lexicon.read_by_sentence(text, &mut self.numbers);
        self.sign_numbers(out);
    }

    /// Appends the paths of sentences that are cut into words already.
    pub fn sign_sentences<'s>(
        &mut self,
        sentences: impl Iterator<Item = impl Iterator<Item = &'s str>>,
        out: &mut Vec<u64>,
    ) {
        self.numbers.clear();
        for sentence in sentences {
            self.numbers.extend(sentence.map(|word| self.lexicon.number(word)));
            self.numbers.push(END);
        }
        self.sign_numbers(out);
    }

    fn sign_numbers(&mut self, out: &mut Vec<u64>) {
        let Self { weights, options, lexicon, known, numbers, cut } = self;
        for number in known.len() as u32..lexicon.len() as u32 {
            known.push(weights.known(lexicon.word(number)));
        }
        let known = |number: u32| known[number as usize];
        cut.take(
            numbers.iter().copied(),
            *options,
            |number| known(number).count,
            |number| lexicon.word(number),
            known,
        );
        cut.finish(out);
    }

    /// The words of the last paths with their hashes. Only for texts that were not kept.
    pub fn words(&self) -> impl Iterator<Item = (u64, &str)> {
        self.cut.steps.iter().map(|step| (step.hash, self.lexicon.word(step.number)))
    }
}

impl Drop for PathSigner<'_> {
    /// Returns the lexicon, so that the next signer can use the words that it has met.
    fn drop(&mut self) {
        let nothing = Lexicon::new(WordOptions::default());
        let lexicon = std::mem::replace(&mut self.lexicon, nothing);
        self.weights.leave_lexicon(lexicon, std::mem::take(&mut self.known));
    }
}

impl PathCutter {
    /// Adds sentences as word numbers. Words are sorted by `key`, and if it is equal by spelling.
    fn take<'w>(
        &mut self,
        numbers: impl Iterator<Item = u32>,
        options: PathOptions,
        key: impl Fn(u32) -> u64,
        spelled: impl Fn(u32) -> &'w str,
        known: impl Fn(u32) -> KnownWord,
    ) {
        self.sentence.clear();
        self.steps.clear();
        self.paths.clear();
        for number in numbers {
            match number {
                END => self.close(options, &spelled, &known),
                _ => self.sentence.push(Word { key: key(number), number }),
            }
        }
    }

    /// Ends the sentence.
    fn close<'w>(
        &mut self,
        PathOptions { sorted, depth, suffixes }: PathOptions,
        spelled: impl Fn(u32) -> &'w str,
        known: impl Fn(u32) -> KnownWord,
    ) {
        let Self { sentence, steps, paths } = self;
        let wanted = depth.saturating_add(suffixes - 1).min(sentence.len());
        if sorted {
            rarest_first(sentence, wanted, spelled);
        }
        let (start, end) = (steps.len(), steps.len() + wanted);
        steps.extend(sentence.drain(..).take(wanted).map(|Word { number, .. }| {
            let KnownWord { hash, idf, .. } = known(number);
            PathWord { number, hash, idf }
        }));
        paths.extend((start..end).take(suffixes).map(|at| at..at.saturating_add(depth).min(end)));
    }

    /// Appends the paths in sorted order, each once.
    fn finish(&mut self, out: &mut Vec<u64>) {
        let Self { paths, steps, .. } = self;
        let numbers = |path: &Range<usize>| steps[path.clone()].iter().map(PathWord::numbers);
        paths.sort_unstable_by(|a, b| numbers(a).cmp(numbers(b)));
        for same in paths.chunk_by(|a, b| numbers(a).eq(numbers(b))) {
            out.push(header(same[0].len(), same.len()));
            out.extend(numbers(&same[0]).flatten());
        }
    }
}

/// Sorts the first `wanted` words: those that fewest documents have come first; of equal ones, by the word
/// itself.
fn rarest_first<'w>(sentence: &mut [Word], wanted: usize, spelled: impl Fn(u32) -> &'w str) {
    let order = |a: &Word, b: &Word| -> Ordering {
        a.key.cmp(&b.key).then_with(|| {
            if a.number == b.number { Ordering::Equal } else { spelled(a.number).cmp(spelled(b.number)) }
        })
    };
    if wanted > 0 && wanted < sentence.len() {
        sentence.select_nth_unstable_by(wanted - 1, order);
    }
    sentence[..wanted].sort_unstable_by(order);
}

fn header(length: usize, count: usize) -> u64 {
    // No text has so many words, because a text is shorter than 4 GiB.
    (length as u64) << 32 | count as u64
}

/// A path of a list: how often it occurs, and the hash and idf of each of its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Path<'a> {
    pub count: u32,
    pub steps: &'a [[u64; 2]],
}

/// The paths of a list. A list that is not valid ends at the first error.
pub fn paths(mut list: &[u64]) -> impl Iterator<Item = Path<'_>> + Clone {
    std::iter::from_fn(move || {
        let (&header, rest) = list.split_first()?;
        let (steps, _) = rest.as_chunks::<2>();
        let steps = steps.get(..(header >> 32) as usize)?;
        list = &rest[2 * steps.len()..];
        Some(Path { count: header as u32, steps })
    })
}

/// The paths of each text as a list.
pub fn path_table(
    texts: &LargeStringArray,
    weights: &WordWeights,
    words: WordOptions,
    options: PathOptions,
    cancel: &Cancel,
) -> Result<LargeListArray> {
    let make = || PathSigner::new(weights, words, options);
    let add = |signer: &mut PathSigner<'_>, text: &str, out: &mut Vec<u64>| signer.sign(text, out);
    lists("path", texts, make, add, cancel)
}

/// A 128-bit key per document; equal if label and list are equal, null if there is no label.
pub fn list_keys(labels: &UInt32Array, lists: &LargeListArray) -> Result<FixedSizeBinaryArray> {
    let values = lists.values().as_primitive::<UInt64Type>().values();
    let ranges = lists.value_offsets().windows(2);
    let key = |(label, range): (Option<u32>, &[i64])| {
        let list = &values[range[0] as usize..range[1] as usize];
        label.map(|label| xxh3_128_with_seed(bytemuck::cast_slice(list), u64::from(label)).to_be_bytes())
    };
    Ok(FixedSizeBinaryArray::try_from_sparse_iter_with_size(labels.iter().zip(ranges).map(key), 16)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sign::statistics::WordCounter;
    use arrow_array::UInt64Array;
    use proptest::prelude::*;

    fn weights() -> WordWeights {
        let words = LargeStringArray::from(vec!["the", "ferry", "sea", "isle"]);
        WordWeights::new(words, UInt64Array::from(vec![8, 2, 2, 1]), 8).unwrap()
    }

    fn signed(text: &str, options: PathOptions) -> Vec<(u32, String)> {
        let weights = weights();
        let mut signer = PathSigner::new(&weights, WordOptions::default(), options);
        let mut list = Vec::new();
        signer.sign(text, &mut list);
        let names: hashbrown::HashMap<u64, &str> = signer.words().collect();
        let spelled =
            |path: Path<'_>| path.steps.iter().map(|step| names[&step[0]]).collect::<Vec<_>>().join(" ");
        let mut found: Vec<_> = paths(&list).map(|path| (path.count, spelled(path))).collect();
        found.sort();
        found
    }

    #[test]
    fn sentences_become_sorted_paths() {
        let options = PathOptions { sorted: true, depth: 3, suffixes: 1 };
        let text = "The sea, the ferry, the isle. The FERRY: sea, isle! ... The sea.";
        assert_eq!(signed(text, options), [(1, "sea the".into()), (2, "isle ferry sea".into())]);
        let options = PathOptions { sorted: false, depth: 2, suffixes: 2 };
        let expected = [(1, "ferry sea"), (1, "sea"), (1, "sea ferry"), (1, "the ferry"), (2, "the sea")];
        let text = "The sea ferry. The ferry sea. The sea.";
        assert_eq!(signed(text, options), expected.map(|(count, path)| (count, path.to_owned())));
    }

    proptest! {
        #[test]
        fn kept_texts_are_signed_alike(texts in prop::collection::vec("([a-d]{1,2}[.!]? ?){0,12}", 1..12),
            sorted in any::<bool>(), depth in 1usize..5, suffixes in 1usize..4, keep in 1usize..2000) {
            let texts = LargeStringArray::from_iter_values(&texts);
            let mut counter = WordCounter::keeping(WordOptions::default(), keep);
            counter.push(&texts, &Cancel::default()).unwrap();
            let counted = counter.finish();
            let weights =
                || WordWeights::new(counted.words.clone(), counted.counts.clone(), counted.documents).unwrap();
            let (plain, kept) = (weights(), weights().with_texts(counted.kept.unwrap()));
            prop_assert!(kept.kept(texts.value(0)).is_some());
            let options = PathOptions { sorted, depth, suffixes };
            let sign = |weights: &WordWeights| {
                path_table(&texts, weights, WordOptions::default(), options, &Cancel::default()).unwrap()
            };
            prop_assert_eq!(sign(&plain), sign(&kept));
        }
    }

    #[test]
    fn nothing_gives_nothing_and_nonsense_ends() {
        let options = PathOptions { sorted: true, depth: 5, suffixes: 9 };
        assert_eq!(signed(" ... !?", options), []);
        assert_eq!(paths(&[5 << 32, 1, 2]).count(), 0);
    }
}
