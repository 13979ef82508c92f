//! The hashes of samesame: XXH3 with fixed seeds, so that results agree between runs, machines and engines.

use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// Any odd constant works; this one is the golden ratio, as in many linear hashes.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline]
pub fn hash_word(word: &str) -> u64 {
    xxh3_64(word.as_bytes())
}

/// The key of a whole text. 128 bits: no two texts of any collection meet by chance.
#[inline]
pub fn hash_text(form: &[u8]) -> u128 {
    xxh3_128(form)
}

/// One hash for a run of word hashes; the order of the words counts.
#[inline]
pub fn hash_run(words: &[u64]) -> u64 {
    mix(words.iter().fold(0, |sum: u64, &word| sum.wrapping_mul(FACTOR).wrapping_add(word)))
}

#[inline]
fn mix(mut h: u64) -> u64 {
    h ^= h >> 32;
    h = h.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    h ^= h >> 32;
    h = h.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    h ^ (h >> 32)
}
