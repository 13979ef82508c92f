//! The trigrams of a text by how often they occur, and how near that order is to each language's own.

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

/// Trigrams of the space and the letters a to z, which have the lowest numbers.
const PLAIN: u16 = 27;
const PLACES: usize = (PLAIN as usize).pow(3);

/// Counts of one text.
pub(super) struct Trigrams {
    /// The last two letters.
    last: [u16; 2],
    /// How often each plain trigram occurs: three digits of base 27. Most texts have few others.
    plain: Vec<u16>,
    /// A bit for each plain trigram that occurs, so that they are met in order without being sorted.
    met: [u64; PLACES.div_ceil(64)],
    others: Others,
    /// How often each trigram occurs, and itself, as one number; the most frequent first.
    ranked: Vec<u64>,
    scratch: Vec<u64>,
}

/// An open table of trigrams with other letters.
#[derive(Default)]
struct Others {
    /// Places in `counts` plus one, 0 where there is none.
    slots: Vec<u16>,
    counts: Vec<u64>,
}

const ONCE: u64 = 1 << (3 * BITS);

impl Default for Trigrams {
    fn default() -> Self {
        let (plain, met, others) = (vec![0; PLACES], [0; _], Others::default());
        Self { last: [SPACE; 2], plain, met, others, ranked: Vec::new(), scratch: Vec::new() }
    }
}

impl Trigrams {
    pub(super) fn clear(&mut self) {
        self.last = [SPACE; 2];
        for (bits, counts) in self.met.iter_mut().zip(self.plain.chunks_mut(64)) {
            if std::mem::take(bits) != 0 {
                counts.fill(0);
            }
        }
        self.others.slots.clear();
        self.others.counts.clear();
    }

    /// Takes in the next letters. A sample has at most `most` of them.
    pub(super) fn add(&mut self, letters: &[u16], most: usize) {
        // At most half of the table is ever taken.
        self.others.slots.resize((2 * most).next_power_of_two(), 0);
        let [mut a, mut b] = self.last;
        for &c in letters {
            if b != SPACE || a != SPACE && c != SPACE {
                if a.max(b).max(c) < PLAIN {
                    let place = (a * PLAIN + b) * PLAIN + c;
                    self.plain[place as usize] += 1;
                    self.met[place as usize / 64] |= 1 << (place % 64);
                } else {
                    self.others.add(trigram([a, b, c]));
                }
            }
            (a, b) = (b, c);
        }
        self.last = [a, b];
    }

    /// Puts the trigrams in order: by how often they occur, then by themselves, the highest first.
    pub(super) fn rank(&mut self) {
        let Self { plain, met, others, ranked, scratch, .. } = self;
        scratch.clear();
        for (block, &bits) in met.iter().enumerate().rev() {
            let mut bits = bits;
            while let Some(bit) = bits.checked_ilog2() {
                bits ^= 1 << bit;
                let place = (64 * block) as u16 + bit as u16;
                let letters = [place / PLAIN / PLAIN, place / PLAIN % PLAIN, place % PLAIN];
                scratch.push(u64::from(plain[place as usize]) * ONCE + u64::from(trigram(letters)));
            }
        }
        if !others.counts.is_empty() {
            scratch.extend(&others.counts);
            scratch.sort_unstable_by_key(|&count| std::cmp::Reverse(count % ONCE));
        }
        by_count(scratch, ranked);
        ranked.truncate(MOST);
    }

    /// How many are ranked.
    pub(super) fn len(&self) -> usize {
        self.ranked.len()
    }

    /// How near the ranks of the text are to those of each language: 1 for the same.
    pub(super) fn scores(&self, profiles: &Profiles) -> Vec<f64> {
        let mut near = vec![0i32; profiles.languages.len()];
        for (count, rank) in self.ranked.iter().zip(0i32..) {
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

/// Sorts by count, the highest first, and leaves those of equal counts as they are.
fn by_count(counts: &[u64], out: &mut Vec<u64>) {
    let highest = counts.iter().max().map_or(0, |count| count / ONCE) as usize;
    let mut starts = vec![0; highest + 2];
    let class = |count: u64| highest - (count / ONCE) as usize;
    counts.iter().for_each(|&count| starts[class(count) + 1] += 1);
    (0..=highest).for_each(|at| starts[at + 1] += starts[at]);
    out.clear();
    out.resize(counts.len(), 0);
    for &count in counts {
        let place = &mut starts[class(count)];
        out[*place] = count;
        *place += 1;
    }
}

impl Others {
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
}
