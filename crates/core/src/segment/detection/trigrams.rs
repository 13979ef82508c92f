//! The trigrams of a text by how often they occur, and how near that order is to each language's own.

use super::letters::number;
use super::profiles::{Profiles, RANKS};

/// Three letters by number, in one that sorts as they do.
pub(super) type Trigram = u32;

/// A letter's number has so many bits.
const BITS: u32 = 9;
#[cfg(test)]
pub(super) const MOST_LETTERS: usize = 1 << BITS;
/// The number of the space around words, which is below that of any letter.
pub(super) const SPACE: u16 = 0;
/// So many of a text's own trigrams are ranked.
const MOST: usize = 2 * RANKS;

pub(super) fn trigram([a, b, c]: [u16; 3]) -> Trigram {
    u32::from(a) << (2 * BITS) | u32::from(b) << BITS | u32::from(c)
}

/// Numbers of a few trigrams are spread evenly by one multiplication, whose highest bits are the best.
#[inline]
pub(super) fn slot_of(trigram: Trigram, size: usize) -> usize {
    (trigram.wrapping_mul(0x9E37_79B1) >> (u32::BITS - size.ilog2())) as usize
}

/// Counts of one text.
#[derive(Default)]
pub(super) struct Trigrams {
    /// An open table: places in `counts` plus one, 0 where there is none.
    slots: Vec<u16>,
    /// How often each trigram occurs, and itself, as one number; the most frequent first once they are ranked.
    counts: Vec<u64>,
}

const ONCE: u64 = 1 << (3 * BITS);

impl Trigrams {
    pub(super) fn count(&mut self, words: &str) {
        // At most half of the table is ever taken.
        let size = (2 * words.len() + 2).next_power_of_two();
        self.slots.clear();
        self.slots.resize(size, 0);
        self.counts.clear();
        let (mut a, mut b) = (SPACE, None);
        for c in words.chars().map(number).chain([SPACE]) {
            if let Some(b) = b.replace(c) {
                if b != SPACE || a != SPACE && c != SPACE {
                    self.add(trigram([a, b, c]));
                }
                a = b;
            }
        }
        self.counts.sort_unstable_by_key(|&count| std::cmp::Reverse(count));
        self.counts.truncate(MOST);
    }

    #[inline]
    fn add(&mut self, trigram: Trigram) {
        let Self { slots, counts } = self;
        let mut slot = slot_of(trigram, slots.len());
        while let Some(place) = slots[slot].checked_sub(1) {
            let count = &mut counts[place as usize];
            if *count % ONCE == u64::from(trigram) {
                *count += ONCE;
                return;
            }
            slot = (slot + 1) % slots.len();
        }
        counts.push(ONCE + u64::from(trigram));
        slots[slot] = counts.len() as u16;
    }

    /// How many are ranked.
    pub(super) fn len(&self) -> usize {
        self.counts.len()
    }

    /// How near the ranks of the text are to those of each language: 1 for the same.
    pub(super) fn scores(&self, profiles: &Profiles) -> Vec<f64> {
        let mut near = vec![0i32; profiles.languages.len()];
        for (count, rank) in self.counts.iter().zip(0i32..) {
            for row in profiles.of((count % ONCE) as Trigram) {
                near[row.language as usize] += RANKS as i32 - (rank - i32::from(row.rank)).abs();
            }
        }
        // A text that has more trigrams than a language is known by cannot be blamed for the rest.
        let free = RANKS as i32 * (self.len() as i32 - RANKS as i32).max(0);
        let most = RANKS as i32 * self.len() as i32;
        near.into_iter().map(|near| f64::from(free + near.max(0)) / f64::from(most)).collect()
    }
}
