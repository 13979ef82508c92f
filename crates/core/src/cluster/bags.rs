//! Texts as sequences of word numbers and as bags of words, and how frequent each word is in the collection.

use arrow_array::Array;
use rayon::prelude::*;

use crate::cluster::counter::Occurrences;

/// Stands after each paragraph of a sequence.
pub const END: u32 = u32::MAX;

pub struct Bags {
    tokens: Vec<u32>,
    token_starts: Vec<usize>,
    /// The different words of each text in order, and how often each stands there.
    words: Vec<u32>,
    counts: Vec<u32>,
    starts: Vec<usize>,
    lengths: Vec<u32>,
    /// The share of each word among the words of the collection.
    background: Vec<f64>,
}

impl Bags {
    pub(super) fn new(
        tokens: Vec<u32>,
        token_starts: Vec<usize>,
        copies: &[u64],
        vocabulary: &[String],
        given: Option<&Occurrences>,
    ) -> Self {
        let counted: Vec<Vec<(u32, u32)>> =
            token_starts.par_windows(2).map(|ends| counted(&tokens[ends[0]..ends[1]])).collect();
        let sizes: usize = counted.iter().map(Vec::len).sum();
        let (mut words, mut counts) = (Vec::with_capacity(sizes), Vec::with_capacity(sizes));
        let (mut starts, mut lengths) = (vec![0], Vec::with_capacity(copies.len()));
        let mut occurrences = vec![0u64; vocabulary.len()];
        for (bag, &copies) in counted.iter().zip(copies) {
            for &(word, count) in bag {
                words.push(word);
                counts.push(count);
                occurrences[word as usize] += copies * u64::from(count);
            }
            lengths.push(bag.iter().map(|&(_, count)| count).sum());
            starts.push(words.len());
        }
        let background = given.map_or_else(|| shares(&occurrences), |given| known(vocabulary, given));
        Self { tokens, token_starts, words, counts, starts, lengths, background }
    }

    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// The words of a text in their order, with END after each paragraph.
    pub fn tokens(&self, text: u32) -> &[u32] {
        &self.tokens[self.token_starts[text as usize]..self.token_starts[text as usize + 1]]
    }

    /// The different words of a text in order, each with how often it stands there.
    pub fn bag(&self, text: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.words_of(text).iter().copied().zip(self.counts_of(text).iter().copied())
    }

    pub fn words_of(&self, text: u32) -> &[u32] {
        &self.words[self.starts[text as usize]..self.starts[text as usize + 1]]
    }

    pub fn counts_of(&self, text: u32) -> &[u32] {
        &self.counts[self.starts[text as usize]..self.starts[text as usize + 1]]
    }

    /// How many words a text has.
    pub fn length(&self, text: u32) -> u32 {
        self.lengths[text as usize]
    }

    /// How many paragraphs of at least `least` words a text has.
    pub fn paragraphs(&self, text: u32, least: usize) -> usize {
        self.tokens(text)
            .split(|&token| token == END)
            .filter(|paragraph| paragraph.len() >= least.max(1))
            .count()
    }

    /// How many different words all texts have.
    pub fn vocabulary(&self) -> usize {
        self.background.len()
    }

    /// All words of all texts, without their order.
    pub(super) fn tokens_in_all(&self) -> usize {
        self.tokens.len()
    }

    pub fn background(&self, word: u32) -> f64 {
        self.background[word as usize]
    }
}

fn counted(tokens: &[u32]) -> Vec<(u32, u32)> {
    let mut sorted: Vec<u32> = tokens.iter().copied().filter(|&token| token != END).collect();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)).collect()
}

fn shares(occurrences: &[u64]) -> Vec<f64> {
    let all = occurrences.iter().sum::<u64>() as f64;
    occurrences.iter().map(|&count| count as f64 / all).collect()
}

/// The shares that a reference collection gives. A word that it does not have counts as if it stood there once.
fn known(vocabulary: &[String], given: &Occurrences) -> Vec<f64> {
    let all = given.counts.values().iter().sum::<u64>().max(1) as f64;
    let mut at = 0;
    let share = |word: &String| {
        while at < given.words.len() && given.words.value(at) < word.as_str() {
            at += 1;
        }
        let same = at < given.words.len() && given.words.value(at) == word;
        (if same { given.counts.value(at).max(1) } else { 1 }) as f64 / all
    };
    vocabulary.iter().map(share).collect()
}
