//! Fingerprints over words ranked by idf: I-Match and SimHash.

use arrow_array::{Array, FixedSizeBinaryArray, LargeStringArray, UInt64Array};
use arrow_buffer::NullBuffer;
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::segment::tokens::WordOptions;
use crate::sign::hash::{HashBy, hash_sha1};
use crate::sign::rank::{Ranked, Ranker, WordWeights};

impl WordWeights {
    /// I-Match: one hash of the words ranked `skip + 1` to `skip + take`, in alphabetical order. A text with
    /// fewer words has the hash of those it has; a text with none left has no hash.
    pub fn imatch(
        &self,
        texts: &LargeStringArray,
        options: WordOptions,
        (skip, take): (usize, usize),
        hash: HashBy,
        cancel: &Cancel,
    ) -> Result<UInt64Array> {
        let fingerprint = |ranker: &mut Ranker, text: &str| {
            ranker.read(text, self, skip.saturating_add(take));
            let mut words: Vec<&str> = ranker.after(skip).take(take).map(|(word, _)| word).collect();
            words.sort_unstable();
            (!words.is_empty()).then(|| hash.hash(words.join(" ").as_bytes()))
        };
        Ok(each(texts, options, cancel, fingerprint)?.into())
    }

    /// SimHash: the words after the first `skip` vote on each bit with their idf. A text with no words left
    /// has none.
    pub fn simhash(
        &self,
        texts: &LargeStringArray,
        options: WordOptions,
        skip: usize,
        bits: SimHashBits,
        cancel: &Cancel,
    ) -> Result<FixedSizeBinaryArray> {
        let width = bits.width();
        let hash = |ranker: &mut Ranker, text: &str| {
            ranker.read(text, self, skip);
            let mut votes = Votes::default();
            ranker
                .after(skip)
                .for_each(|(word, ranked)| votes.add(&bits.of(word, ranked)[..width], ranked.weight));
            votes.any.then(|| votes.result())
        };
        let hashes: Vec<Option<[u8; BYTES]>> = each(texts, options, cancel, hash)?;
        let nulls: NullBuffer = hashes.iter().map(Option::is_some).collect::<Vec<_>>().into();
        let bytes = hashes.iter().flat_map(|hash| hash.unwrap_or_default().into_iter().take(width));
        let bytes: Vec<u8> = bytes.collect();
        Ok(FixedSizeBinaryArray::try_new(width as i32, bytes.into(), Some(nulls))?)
    }
}

fn each<T: Send>(
    texts: &LargeStringArray,
    options: WordOptions,
    cancel: &Cancel,
    work: impl Fn(&mut Ranker, &str) -> T + Sync + Send,
) -> Result<Vec<T>> {
    let one = |ranker: &mut Ranker, i: usize| cancel.check().map(|()| work(ranker, texts.value(i)));
    (0..texts.len()).into_par_iter().map_init(|| Ranker::new(options), one).collect()
}

/// The longest hash, in bytes.
const BYTES: usize = 20;

/// The number of bits, and the hash they are taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SimHashBits {
    Of64(HashBy),
    /// All of SHA-1.
    Of160,
}

impl SimHashBits {
    pub fn new(bits: i64, hash: HashBy) -> Result<Self> {
        let refused = |text: String| Err(Error::ParameterError(text));
        match (bits, hash) {
            (64, _) => Ok(SimHashBits::Of64(hash)),
            (160, HashBy::Sha1) => Ok(SimHashBits::Of160),
            (160, HashBy::Xxh3) => refused("hash: expected 'sha1' for 160 bits, got 'xxh3'".into()),
            _ => refused(format!("bits: expected 64 or 160, got {bits}")),
        }
    }

    fn width(self) -> usize {
        if self == SimHashBits::Of160 { BYTES } else { 8 }
    }

    fn of(self, word: &str, ranked: &Ranked) -> [u8; BYTES] {
        match self {
            SimHashBits::Of64(HashBy::Xxh3) => {
                let mut bytes = [0; BYTES];
                bytes[..8].copy_from_slice(&ranked.hash.to_be_bytes());
                bytes
            }
            _ => hash_sha1(word.as_bytes()),
        }
    }
}

/// For each bit, the weight of the words that have it.
struct Votes {
    set: [i64; BYTES * 8],
    all: i64,
    any: bool,
}

impl Default for Votes {
    fn default() -> Self {
        Self { set: [0; BYTES * 8], all: 0, any: false }
    }
}

impl Votes {
    fn add(&mut self, hash: &[u8], weight: i64) {
        self.all += weight;
        self.any = true;
        for (bits, byte) in self.set.chunks_exact_mut(8).zip(hash) {
            for (at, votes) in bits.iter_mut().enumerate() {
                // A mask of all ones or all zeros instead of a branch, which could not be predicted.
                *votes += weight & -i64::from(byte >> (7 - at) & 1);
            }
        }
    }

    /// A bit is set if the words that have it outweigh the words that do not.
    fn result(&self) -> [u8; BYTES] {
        let bit = |&votes: &i64| u8::from(2 * votes > self.all);
        let mut bytes =
            self.set.chunks_exact(8).map(|bits| bits.iter().map(bit).fold(0, |sum, bit| sum << 1 | bit));
        std::array::from_fn(|_| bytes.next().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn votes(words: &[(&[u8], i64)]) -> [u8; BYTES] {
        let mut votes = Votes::default();
        words.iter().for_each(|(hash, weight)| votes.add(hash, *weight));
        votes.result()
    }

    #[test]
    fn a_bit_needs_more_weight_for_it_than_against_it() {
        assert_eq!(votes(&[(&[0b1010_0001], 3)])[..2], [0b1010_0001, 0]);
        assert_eq!(votes(&[(&[0b1100], 2), (&[0b1010], 3)])[0], 0b1010);
        assert_eq!(votes(&[(&[0b1100], 2), (&[0b1010], 2)])[0], 0b1000);
        // If more documents have the word than there are, its idf is negative and it votes for the opposite.
        assert_eq!(votes(&[(&[0b1111_0000], -1)])[0], 0b0000_1111);
    }

    #[test]
    fn texts_without_words_left_have_no_fingerprint() {
        let weights = WordWeights::new(LargeStringArray::from(vec!["a"]), vec![1].into(), 1).unwrap();
        let texts = LargeStringArray::from(vec!["", "one two", "one two three", "three ONE two"]);
        let (options, cancel) = (WordOptions::default(), Cancel::default());
        let found = weights.imatch(&texts, options, (2, 3), HashBy::Xxh3, &cancel).unwrap();
        let two = HashBy::Xxh3.hash(b"two");
        assert_eq!(found.iter().collect::<Vec<_>>(), [None, None, Some(two), Some(two)]);
        let bits = SimHashBits::new(64, HashBy::Xxh3).unwrap();
        let found = weights.simhash(&texts, options, 2, bits, &cancel).unwrap();
        let two = two.to_be_bytes();
        assert_eq!(found.iter().collect::<Vec<_>>(), [None, None, Some(&two[..]), Some(&two[..])]);
    }

    #[test]
    fn other_widths_are_refused_by_name() {
        let refused = |bits, hash| SimHashBits::new(bits, hash).unwrap_err().to_string();
        assert_eq!(refused(128, HashBy::Sha1), "bits: expected 64 or 160, got 128");
        assert_eq!(refused(160, HashBy::Xxh3), "hash: expected 'sha1' for 160 bits, got 'xxh3'");
    }
}
