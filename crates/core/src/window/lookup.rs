//! Which sets of an index are worth counting. A set of n features that must share at least s of them with another shares k of
//! its n - s + k rarest (prefix filter with hits).

use super::index::{Asked, Room, SetIndex};
use super::marks::Marks;
use crate::r#match::measure::Measure;

/// More hits mean longer prefixes and fewer sets to count: one for so many features, and at most so many.
const FEATURES_A_HIT: u32 = 48;
const MOST_HITS: u32 = 48;
/// Slots that are looked at together once all lists are counted.
const STRETCH: usize = 64;

impl SetIndex {
    /// Finds the sets that may be met often enough in the lists, with how often; gives how many there are, how often none
    /// is met that passes, and how many features were clipped.
    pub(super) fn hit(&mut self, asked: &Asked, room: &mut Room) -> (usize, u8, u32) {
        let Room { hits, met, marks } = room;
        hits.resize(self.slots.len(), 0);
        met.resize(met.len().max(hits.len() + 1), 0);
        marks.grow(self.numbers.len());
        let (lists, clipped) = self.lists(asked, marks);
        let entries = lists.iter().map(|list| list.len()).sum::<usize>();
        let fewest = self.fewest_hits(asked.size(), clipped);
        let count = if fewest > 1 && entries > hits.len() / 16 {
            count_all(&lists, hits);
            collect(hits, fewest, met)
        } else {
            scan(&lists, hits, met)
        };
        self.work.entries += entries as u64;
        (count, fewest, clipped)
    }

    /// The lists in which a set that passes is met often enough, and how many features were clipped.
    fn lists(&self, asked: &Asked, marks: &mut Marks) -> (Vec<&[u32]>, u32) {
        // Features that nobody has are the rarest, and in no list.
        let first = (prefix(self.measure, asked.size()) as usize).saturating_sub(asked.unknown.len());
        let (mut rare, mut others) = (Vec::with_capacity(2 * first), Vec::new());
        for (_, order) in &self.orders {
            order.first(&asked.known, first, |number| {
                if marks.set(number) {
                    rare.push(number);
                }
            });
        }
        if !self.measure.is_mutual() {
            others.extend(asked.known.iter().copied().filter(|&number| !marks.has(number)));
        }
        marks.clear(&rare);
        let all = rare.len() + others.len();
        rare.retain(|&number| self.looks_up(number));
        others.retain(|&number| self.looks_up(number));
        let clipped = (all - rare.len() - others.len()) as u32;
        let mut lists: Vec<&[u32]> = Vec::with_capacity(2 * rare.len() + others.len());
        lists.extend(rare.iter().chain(&others).map(|&number| self.heads.of(number)));
        if !self.measure.is_mutual() {
            lists.extend(rare.iter().map(|&number| self.tails.of(number)));
        }
        (lists, clipped)
    }

    fn looks_up(&self, number: u32) -> bool {
        self.clip.is_none_or(|clip| {
            let count = self.numbers.counts().get(number);
            count >= clip.fewest && f64::from(count) <= clip.share * self.live as f64
        })
    }

    /// In how many lists a set of the other size is met if it passes; what was clipped may be among them.
    pub(super) fn hits_needed(&self, size: u32, other: u32, clipped: u32) -> u32 {
        // The smaller set has the smaller share and the fewer hits.
        let smaller = size.min(other);
        hits(smaller).min(self.measure.least(smaller)).saturating_sub(clipped).max(1)
    }

    /// No set passes with fewer: looked at before anything is asked of the set itself, which stands elsewhere in memory.
    fn fewest_hits(&self, size: u32, clipped: u32) -> u8 {
        let smallest = if self.measure.is_mutual() { self.measure.least(size) } else { 1 };
        // At most `MOST_HITS`.
        self.hits_needed(size, smallest, clipped) as u8
    }
}

/// Where few are met: counts how often each slot is in the lists, and writes down those that are; gives
/// how many.
fn scan(lists: &[&[u32]], hits: &mut [u8], met: &mut [u32]) -> usize {
    touch(lists);
    let mut count = 0;
    // Every slot is written, and the next one over it if it was met before: no processor could guess which was.
    for &slot in lists.iter().copied().flatten() {
        let hits = &mut hits[slot as usize];
        met[count] = slot;
        count += usize::from(*hits == 0);
        *hits = hits.saturating_add(1);
    }
    count
}

/// Where most are met: counts only.
fn count_all(lists: &[&[u32]], hits: &mut [u8]) {
    touch(lists);
    for &slot in lists.iter().copied().flatten() {
        let hits = &mut hits[slot as usize];
        *hits = hits.saturating_add(1);
    }
}

/// Writes down the slots that were met often enough, and forgets the hits of all others; gives how many.
fn collect(hits: &mut [u8], fewest: u8, met: &mut [u32]) -> usize {
    let mut count = 0;
    for (stretch, hits) in hits.chunks_mut(STRETCH).enumerate() {
        if hits.iter().fold(0, |most, &hits| most.max(hits)) >= fewest {
            for (at, hits) in hits.iter_mut().enumerate() {
                if *hits >= fewest {
                    met[count] = (stretch * STRETCH + at) as u32;
                    count += 1;
                } else {
                    *hits = 0;
                }
            }
        } else {
            hits.fill(0);
        }
    }
    count
}

/// All lists are touched before the first is read: the processor then waits for many of them at once.
fn touch(lists: &[&[u32]]) {
    std::hint::black_box(lists.iter().filter_map(|list| list.first()).fold(0, |sum, slot| sum ^ slot));
}

/// How many of the rarest features of a set are looked up, and listed so that they can be.
pub(super) fn prefix(measure: Measure, size: u32) -> u32 {
    size.min(size - measure.least(size) + hits(size))
}

fn hits(size: u32) -> u32 {
    (size / FEATURES_A_HIT).clamp(1, MOST_HITS)
}
