//! Ranks the trigrams of a text by frequency and compares the ranks with those of each language.

use std::cmp::Reverse;
use std::ops::Range;

use super::families::{Family, RANKS};
use super::profiles::Profiles;

/// The numbers of three letters in one integer, which sorts as the letters do.
pub(super) type Trigram = u32;

/// Bits of a letter's number.
const BITS: u32 = 9;
#[cfg(test)]
pub(super) const MOST_LETTERS: usize = 1 << BITS;
/// The number of the space between words; lower than that of any letter.
pub(super) const SPACE: u16 = 0;
/// How many trigrams of a text are ranked, at most.
const MOST: usize = 2 * RANKS;

pub(super) fn trigram([a, b, c]: [u16; 3]) -> Trigram {
    u32::from(a) << (2 * BITS) | u32::from(b) << BITS | u32::from(c)
}

/// The slot of a trigram: the highest bits of one multiplication, which spread best.
#[inline]
pub(super) fn slot_of(trigram: Trigram, size: usize) -> usize {
    (trigram.wrapping_mul(0x9E37_79B1) >> (u32::BITS - size.ilog2())) as usize
}

/// The space, the letters a to z and a few more have the lowest numbers, which need this many bits.
const PLAIN_BITS: u32 = 5;
const PLAIN: u32 = 1 << PLAIN_BITS;
pub(super) const PLACES: usize = 1 << (3 * PLAIN_BITS);
/// The bits of a trigram that are not set for plain letters.
const BEYOND: Trigram = !((PLAIN - 1) * (1 | 1 << BITS | 1 << (2 * BITS)));
const ALL: Trigram = (1 << (3 * BITS)) - 1;

/// The index of a trigram of plain letters. Trigrams with the same first two letters are neighbours.
#[inline]
pub(super) fn place_of(trigram: Trigram) -> Option<usize> {
    (trigram & BEYOND == 0).then(|| {
        let digit = |at: u32| trigram >> (at * (BITS - PLAIN_BITS)) & (PLAIN - 1) << (at * PLAIN_BITS);
        (digit(2) | digit(1) | digit(0)) as usize
    })
}

/// The index of the first plain trigram above one that is not plain.
fn place_above(trigram: Trigram) -> usize {
    let [a, b, _] = letters_of(trigram);
    match (a < PLAIN, b < PLAIN) {
        (false, _) => PLACES,
        (true, false) => ((a + 1) << (2 * PLAIN_BITS)) as usize,
        (true, true) => (((a << PLAIN_BITS | b) + 1) << PLAIN_BITS) as usize,
    }
}

fn letters_of(trigram: Trigram) -> [u32; 3] {
    [2, 1, 0].map(|at| trigram >> (at * BITS) & ((1 << BITS) - 1))
}

/// Whether a trigram counts: if its middle is a space, there must be a letter on both sides.
#[inline]
fn says_something(trigram: Trigram) -> bool {
    let [a, b, c] = letters_of(trigram).map(|letter| letter != u32::from(SPACE));
    b || a && c
}

/// The counts of one text.
pub(super) struct Trigrams {
    /// The largest possible number of trigrams.
    most: usize,
    /// The last three letters.
    last: Trigram,
    /// How often each plain trigram occurs, by index. Most texts have few others.
    plain: Vec<u16>,
    /// A bit per plain trigram that occurs, so that they can be listed in order without sorting.
    met: [u64; PLACES / 64],
    others: Others,
    entries: Vec<Entry>,
    /// For each count, how many entries have it.
    classes: Vec<i16>,
    /// The entries that the family's profiles have: their rank in the text and their number.
    ranked: Vec<(i16, u16)>,
}

/// A trigram of a text.
#[derive(Clone, Copy)]
struct Entry {
    place: u16,
    count: u16,
    /// Its number in the profiles.
    number: u16,
}

/// An open-addressing table of trigrams with other letters.
#[derive(Default)]
struct Others {
    /// An index into `counts` plus one; 0 for a free slot.
    slots: Vec<u16>,
    counts: Vec<(Trigram, u16)>,
}

impl Default for Trigrams {
    fn default() -> Self {
        let (plain, met, others) = (vec![0; PLACES], [0; _], Others::default());
        let (entries, classes, ranked) = Default::default();
        Self { most: 0, last: 0, plain, met, others, entries, classes, ranked }
    }
}

impl Trigrams {
    pub(super) fn clear(&mut self) {
        self.last = 0;
        for (bits, counts) in self.met.iter_mut().zip(self.plain.chunks_mut(64)) {
            if std::mem::take(bits) != 0 {
                counts.fill(0);
            }
        }
        self.others.slots.clear();
        self.others.counts.clear();
    }

    /// Adds letters. A text has at most `most` of them.
    pub(super) fn add(&mut self, letters: &[u16], most: usize) {
        self.most = most;
        // So at most half of the slots are used.
        self.others.slots.resize((2 * most).next_power_of_two(), 0);
        let Self { last, plain, met, others, .. } = self;
        for &letter in letters {
            *last = (*last << BITS | u32::from(letter)) & ALL;
            // Plain trigrams that do not count are counted all the same, which is cheaper than a test, and
            // are left out in the end.
            if let Some(place) = place_of(*last) {
                plain[place] += 1;
                met[place / 64] |= 1 << (place % 64);
            } else if says_something(*last) {
                others.add(*last);
            }
        }
    }

    /// How similar the ranks of the text are to those of each language of a family (1 for equal ranks), and
    /// how many trigrams are ranked.
    pub(super) fn scores(&mut self, profiles: &Profiles, family: &Family) -> (Vec<f64>, usize) {
        self.list(profiles);
        self.rank(&family.numbers());
        let ranked = self.entries.len().min(MOST);
        // Trigrams beyond the number that a language has in its profile do not lower the score.
        let free = RANKS as i32 * (ranked as i32 - RANKS as i32).max(0);
        let most = RANKS as i32 * ranked as i32;
        let share = |near: i32| f64::from(free + near.max(0)) / f64::from(most);
        (family.nearness(&self.ranked).into_iter().map(share).collect(), ranked)
    }

    /// Ranks the listed trigrams by count; of equal counts the highest comes first. Only those with numbers
    /// in `numbers` are kept.
    fn rank(&mut self, numbers: &Range<u16>) {
        let Self { entries, classes: ranks, ranked, .. } = self;
        let mut higher = 0;
        ranks.iter_mut().rev().for_each(|rank| higher += std::mem::replace(rank, higher));
        ranked.clear();
        ranked.resize(entries.len(), (0, 0));
        let mut found = 0;
        for entry in entries.iter() {
            let rank = &mut ranks[usize::from(entry.count)];
            ranked[found] = (*rank, entry.number);
            // Without a branch, because its outcome could not be predicted.
            found += usize::from((*rank as usize) < MOST && numbers.contains(&entry.number));
            *rank += 1;
        }
        ranked.truncate(found);
    }

    /// Lists the trigrams in descending order.
    fn list(&mut self, profiles: &Profiles) {
        let Self { plain, met, others, entries, classes, most, .. } = self;
        entries.clear();
        classes.clear();
        classes.resize(*most + 1, 0);
        let mut highest = 0;
        for (block, &bits) in met.iter().enumerate().rev() {
            let mut bits = bits & saying_something(block);
            while let Some(bit) = bits.checked_ilog2() {
                bits ^= 1 << bit;
                let place = 64 * block + bit as usize;
                let (count, number) = (plain[place], profiles.plain_number(place));
                entries.push(Entry { place: place as u16, count, number });
                classes[usize::from(count)] += 1;
                highest = highest.max(count);
            }
        }
        if !others.counts.is_empty() {
            let others = others.list(profiles);
            others.iter().for_each(|entry| classes[usize::from(entry.count)] += 1);
            highest = others.iter().map(|entry| entry.count).fold(highest, u16::max);
            merge(entries, &others);
        }
        classes.truncate(usize::from(highest) + 1);
    }
}

/// The bits of those trigrams in a block of plain ones that count.
fn saying_something(block: usize) -> u64 {
    match 64 * block / (PLAIN * PLAIN) as usize {
        // The trigrams with a space in the middle are the first few of each first letter.
        _ if !(64 * block).is_multiple_of((PLAIN * PLAIN) as usize) => u64::MAX,
        0 => u64::MAX << PLAIN,
        _ => u64::MAX << 1,
    }
}

impl Others {
    #[inline]
    fn add(&mut self, trigram: Trigram) {
        let Self { slots, counts } = self;
        let mut slot = slot_of(trigram, slots.len());
        while let Some(place) = slots[slot].checked_sub(1) {
            let (other, count) = &mut counts[usize::from(place)];
            if *other == trigram {
                *count += 1;
                return;
            }
            slot = (slot + 1) % slots.len();
        }
        counts.push((trigram, 1));
        slots[slot] = counts.len() as u16;
    }

    /// Lists them in descending order, each with the index of the plain trigram that it precedes.
    fn list(&self, profiles: &Profiles) -> Vec<Entry> {
        let mut counts = self.counts.clone();
        counts.sort_unstable_by_key(|&(trigram, _)| Reverse(trigram));
        let entry = |&(trigram, count)| {
            let place = place_above(trigram) as u16;
            Entry { place, count, number: profiles.other_number(trigram) }
        };
        counts.iter().map(entry).collect()
    }
}

/// Merges `more` into `entries`; both are in descending order.
fn merge(entries: &mut Vec<Entry>, more: &[Entry]) {
    let mut left = entries.len();
    entries.extend_from_slice(more);
    for (&next, before) in more.iter().rev().zip((0..more.len()).rev()) {
        // Starting with the lowest, each is placed behind those that are higher.
        let higher = entries[..left].partition_point(|entry| entry.place >= next.place);
        entries.copy_within(higher..left, higher + before + 1);
        entries[higher + before] = next;
        left = higher;
    }
}
