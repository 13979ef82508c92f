//! An index of the positions of each run of `n` words.

use crate::cancel::Cancel;
use crate::error::Result;
use crate::sign::hash::hash_run;

/// Positions by the hash of the run that begins there.
pub(super) struct Grams {
    size: usize,
    /// Sorted by hash. A table over the top bits of the hash says where each bucket begins.
    places: Vec<(u64, u32)>,
    buckets: Vec<u32>,
    shift: u32,
}

impl Grams {
    pub fn new(words: &[u64], size: usize, cancel: &Cancel) -> Result<Self> {
        let hashes = || words.windows(size).map(hash_run);
        let bits = words.len().max(2).ilog2();
        let shift = 64 - bits;
        let bucket = |hash: u64| (hash >> shift) as usize;
        let mut buckets = vec![0; (1 << bits) + 1];
        hashes().for_each(|hash| buckets[bucket(hash) + 1] += 1);
        for bucket in 1..buckets.len() {
            buckets[bucket] += buckets[bucket - 1];
        }
        cancel.check()?;
        let mut next = buckets.clone();
        let mut places = vec![(0, 0); hashes().len()];
        for (hash, place) in hashes().zip(0..) {
            let next = &mut next[bucket(hash)];
            places[*next as usize] = (hash, place);
            *next += 1;
        }
        for bucket in buckets.windows(2) {
            cancel.check()?;
            places[bucket[0] as usize..bucket[1] as usize].sort_unstable();
        }
        Ok(Self { size, places, buckets, shift })
    }

    /// The positions, ascending, of runs with the same hash as the first words of `words`; the words may
    /// still differ.
    pub fn places(&self, words: &[u64]) -> &[(u64, u32)] {
        let hash = hash_run(&words[..self.size]);
        let bucket = (hash >> self.shift) as usize;
        let part = &self.places[self.buckets[bucket] as usize..self.buckets[bucket + 1] as usize];
        let start = part.iter().take_while(|place| place.0 < hash).count();
        let count = match part[start..].get(8) {
            // A repeated run may have thousands of positions: then the end is found by binary search.
            Some(far) if far.0 == hash => part[start..].partition_point(|place| place.0 <= hash),
            _ => part[start..].iter().take_while(|place| place.0 == hash).count(),
        };
        &part[start..start + count]
    }
}
