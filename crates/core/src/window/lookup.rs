//! Which sets of an index are worth counting. A set of n features that must share at least s of them with another shares k of
//! its n - s + k rarest (prefix filter with hits).

use super::index::{Asked, Room, SetIndex};
use crate::r#match::measure::Measure;

/// More hits mean longer prefixes and fewer sets to count: one for so many features, and at most so many.
const FEATURES_A_HIT: u32 = 48;
const MOST_HITS: u32 = 48;
impl SetIndex {
    /// Counts in how many lists each set is met; gives how many sets are, and how many features were clipped.
    pub(super) fn hit(&mut self, asked: &Asked, room: &mut Room) -> (usize, u32) {
        room.hits.resize(self.slots.len(), 0);
        room.met.resize(room.met.len().max(self.slots.len() + 1), 0);
        room.marks.resize(self.numbers.len(), false);
        let (lists, clipped) = self.lists(asked, &mut room.marks);
        let entries = lists.iter().map(|list| list.len() as u64).sum::<u64>();
        let met = scan(&lists, &mut room.hits, &mut room.met);
        self.work += entries;
        (met, clipped)
    }

    /// The lists in which a set that passes is met often enough, and how many features were clipped.
    fn lists(&self, asked: &Asked, marks: &mut [bool]) -> (Vec<&[u32]>, u32) {
        // Features that nobody has are the rarest, and in no list.
        let first = (prefix(self.measure, asked.size()) as usize).saturating_sub(asked.unknown.len());
        let (mut rare, mut others) = (Vec::with_capacity(2 * first), Vec::new());
        for (_, order) in &self.orders {
            order.first(&asked.known, first, |number| {
                if !std::mem::replace(&mut marks[number as usize], true) {
                    rare.push(number);
                }
            });
        }
        if !self.measure.is_mutual() {
            others.extend(asked.known.iter().copied().filter(|&number| !marks[number as usize]));
        }
        rare.iter().for_each(|&number| marks[number as usize] = false);
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
            let count = self.numbers.counts()[number as usize];
            count >= clip.fewest && f64::from(count) <= clip.share * self.live as f64
        })
    }

    pub(super) fn hits_needed(&self, size: u32, other: u32) -> u32 {
        // The smaller set has the smaller share and the fewer hits.
        let smaller = size.min(other);
        hits(smaller).min(self.measure.least(smaller)).max(1)
    }

    /// No set passes with fewer: looked at before anything is asked of the set itself, which stands elsewhere in memory.
    pub(super) fn fewest_hits(&self, size: u32) -> u32 {
        if self.measure.is_mutual() { self.hits_needed(size, self.measure.least(size)) } else { 1 }
    }
}

/// Counts how often each slot is in the lists, and writes down those that are; gives how many.
fn scan(lists: &[&[u32]], hits: &mut [u8], met: &mut [u32]) -> usize {
    // All lists are touched before the first is read: the processor then waits for many of them at once.
    std::hint::black_box(lists.iter().filter_map(|list| list.first()).fold(0, |sum, slot| sum ^ slot));
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

/// How many of the rarest features of a set are looked up, and listed so that they can be.
pub(super) fn prefix(measure: Measure, size: u32) -> u32 {
    size.min(size - measure.least(size) + hits(size))
}

fn hits(size: u32) -> u32 {
    (size / FEATURES_A_HIT).clamp(1, MOST_HITS)
}
