//! The hashes of samesame: XXH3 with fixed seeds, so that results agree between runs, machines and engines;
//! and SHA-1 to reproduce the figures of papers.

use sha1::{Digest, Sha1};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// Any odd constant works; this one is the golden ratio, as in many linear hashes.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// The hash function of features.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum HashBy {
    #[default]
    Xxh3,
    /// The first 64 of its 160 bits.
    Sha1,
}

impl HashBy {
    #[inline]
    pub fn hash(self, bytes: &[u8]) -> u64 {
        match self {
            HashBy::Xxh3 => xxh3_64(bytes),
            HashBy::Sha1 => hash_sha1(bytes).iter().take(8).fold(0, |sum, &b| sum << 8 | u64::from(b)),
        }
    }
}

pub fn hash_sha1(bytes: &[u8]) -> [u8; 20] {
    Sha1::digest(bytes).into()
}

#[inline]
pub fn hash_word(word: &str) -> u64 {
    xxh3_64(word.as_bytes())
}

const LOW: u64 = 0xA076_1D64_78BD_642F;
const HIGH: u64 = 0xE703_7ED1_A0B4_28DB;
/// Words of up to this many bytes are hashed in one step.
pub(crate) const SHORT: usize = 16;

/// The hash of a word in a shingle. Most words are short; they are hashed in one step, without a branch on
/// their length, which could not be predicted.
#[inline]
pub(crate) fn hash_token(word: &[u8]) -> u64 {
    if word.len() > SHORT {
        return xxh3_64(word);
    }
    let mut bytes = [0; SHORT];
    bytes[..word.len()].copy_from_slice(word);
    hash_short(u128::from_le_bytes(bytes))
}

/// The hash of up to 16 bytes, padded with zeros: both halves of a product, as in wyhash and foldhash. If one
/// factor were 0, the other would be lost; no text has the bytes for which that happens.
#[inline]
pub(crate) fn hash_short(word: u128) -> u64 {
    let (low, high) = (word as u64, (word >> 64) as u64);
    let product = u128::from(low ^ LOW) * u128::from(high ^ HIGH);
    (product >> 64) as u64 ^ product as u64
}

/// A fast key of a whole text. Equal keys are confirmed on the texts themselves.
#[inline]
pub fn hash_text(form: &[u8]) -> u128 {
    xxh3_128(form)
}

/// The key that identical texts share, for use without the texts: 128 bits of BLAKE3, so that nobody can
/// construct two texts with the same key. None for an empty form.
pub fn text_key(form: &[u8]) -> Option<u128> {
    let bytes = blake3::hash(form);
    let bits = || bytes.as_bytes().iter().take(16).fold(0, |sum, &b| sum << 8 | u128::from(b));
    (!form.is_empty()).then(bits)
}

/// The hash of a run of word hashes; it depends on the order of the words.
#[inline]
pub fn hash_run(words: &[u64]) -> u64 {
    mix(words.iter().fold(0, |sum: u64, &word| sum.wrapping_mul(FACTOR).wrapping_add(word)))
}

/// The factor of a word in the hash of a run after which `after` more words have followed.
pub(crate) fn run_factor(after: usize) -> u64 {
    (0..after).fold(1, |power: u64, _| power.wrapping_mul(FACTOR))
}

/// The `n`-th number of the sequence that a seed defines.
pub(crate) fn seeded(seed: u64, n: usize) -> u64 {
    mix(seed.wrapping_add((n as u64 + 1).wrapping_mul(FACTOR)))
}

/// Spreads a number over all 64 bits.
#[inline]
pub(crate) fn mix(mut h: u64) -> u64 {
    h ^= h >> 32;
    h = h.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    h ^= h >> 32;
    h = h.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    h ^ (h >> 32)
}
