//! An index of feature sets as they come and go, which tells exactly who shares enough with a set.
//!
//! Filters only spare work; whoever is left is counted. A set of n features that must share at least s of them with
//! another shares k of its n - s + k rarest (prefix filter with hits); sizes that do not fit cannot pass.

use super::lists::Lists;
use super::numbers::Numbers;
use super::order::Order;
use super::sets::PackedSet;
use super::stream::{Index, Passing};
use super::upkeep::Left;
use crate::error::Result;
use crate::r#match::measure::Measure;

/// More hits mean longer prefixes and fewer sets to count: one for so many features, and at most so many.
const FEATURES_A_HIT: u32 = 48;
const MOST_HITS: u32 = 48;
/// So many features are counted between two looks at whether it can still be enough.
const STRIDE: usize = 64;

/// Sets by slot. A slot is given again only when no list names it.
pub struct SetIndex {
    pub(super) measure: Measure,
    pub(super) numbers: Numbers,
    /// By number: the sets that have it among their rarest.
    pub(super) heads: Lists,
    /// By number: the others; only where a small set may stand in a large one.
    pub(super) tails: Lists,
    pub(super) orders: Vec<(u32, Order)>,
    /// How many orders there have been, and how many sets have come since the last.
    pub(super) made: u32,
    pub(super) since: usize,
    pub(super) slots: Vec<Slot>,
    pub(super) live: usize,
    pub(super) left: Left,
    pub(super) room: Room,
    pub(super) set_bytes: usize,
    /// How many entries of lists and features of sets have been looked at: what a query costs, without a clock.
    pub(super) work: u64,
}

#[derive(Default)]
pub(super) struct Slot {
    pub set: PackedSet,
    pub size: u32,
    pub order: u32,
    pub live: bool,
}

/// Room that is kept between calls.
#[derive(Default)]
pub(super) struct Room {
    hits: Vec<u8>,
    met: Vec<u32>,
    /// By number.
    pub marks: Vec<bool>,
    probes: Vec<u32>,
}

/// A set as its numbers, which ascend, and the features that nobody has.
pub struct Asked {
    pub(super) known: Vec<u32>,
    pub(super) unknown: Vec<u64>,
}

impl Asked {
    pub(super) fn size(&self) -> u32 {
        (self.known.len() + self.unknown.len()) as u32
    }
}

/// A set that passes, with what is shared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shared {
    pub slot: u32,
    pub count: u32,
    pub size: u32,
}

impl SetIndex {
    pub fn new(measure: Measure) -> Self {
        Self {
            measure,
            numbers: Numbers::default(),
            heads: Lists::default(),
            tails: Lists::default(),
            orders: vec![(0, Order::of(&[]))],
            made: 1,
            since: 0,
            slots: Vec::new(),
            live: 0,
            left: Left::default(),
            room: Room::default(),
            set_bytes: 0,
            work: 0,
        }
    }

    /// The features of a document, which may repeat, as a set.
    pub fn ask(&mut self, features: &[u64]) -> Asked {
        let marks = &mut self.room.marks;
        marks.resize(self.numbers.len(), false);
        let (mut known, mut unknown) = (Vec::with_capacity(features.len()), Vec::new());
        for &feature in features {
            match self.numbers.find(feature) {
                // Each once.
                Some(number) if std::mem::replace(&mut marks[number as usize], true) => {}
                Some(number) => known.push(number),
                None => unknown.push(feature),
            }
        }
        known.iter().for_each(|&number| marks[number as usize] = false);
        known.sort_unstable();
        unknown.sort_unstable();
        unknown.dedup();
        Asked { known, unknown }
    }

    /// All sets that pass with this one, or that this one passes with, in no order.
    pub fn find(&mut self, asked: &Asked, mut f: impl FnMut(Shared)) {
        let size = asked.size();
        let mut room = std::mem::take(&mut self.room);
        let met = self.hit(asked, &mut room);
        asked.known.iter().for_each(|&number| room.marks[number as usize] = true);
        let fewest = self.fewest_hits(size);
        for &slot in &room.met[..met] {
            let hits = std::mem::take(&mut room.hits[slot as usize]);
            if u32::from(hits) < fewest {
                continue;
            }
            let other = &self.slots[slot as usize];
            let met_enough = u32::from(hits) >= self.hits_needed(size, other.size);
            if !(other.live && met_enough && self.can_pass(size, other.size)) {
                continue;
            }
            self.work += u64::from(other.size);
            if let Some(count) = self.count(other, size, &room.marks) {
                f(Shared { slot, count, size: other.size });
            }
        }
        asked.known.iter().for_each(|&number| room.marks[number as usize] = false);
        self.room = room;
    }

    /// Counts in how many lists each set is met; gives how many sets are.
    fn hit(&mut self, asked: &Asked, room: &mut Room) -> usize {
        let Room { hits, met, marks, probes } = room;
        hits.resize(self.slots.len(), 0);
        met.resize(met.len().max(self.slots.len() + 1), 0);
        let mut count = 0;
        marks.resize(self.numbers.len(), false);
        let mut scan = |list: &[u32]| {
            self.work += list.len() as u64;
            // Every slot is written, and the next one over it if it was met before: no processor could guess which was.
            for &slot in list {
                let hits = &mut hits[slot as usize];
                met[count] = slot;
                count += usize::from(*hits == 0);
                *hits = hits.saturating_add(1);
            }
        };
        // Features that nobody has are the rarest, and in no list.
        let first = (prefix(self.measure, asked.size()) as usize).saturating_sub(asked.unknown.len());
        for (_, order) in &self.orders {
            order.first(&asked.known, first, |number| {
                if !std::mem::replace(&mut marks[number as usize], true) {
                    probes.push(number);
                }
            });
        }
        let mut lists: Vec<&[u32]> = Vec::with_capacity(2 * asked.known.len());
        lists.extend(probes.iter().map(|&number| self.heads.of(number)));
        if !self.measure.is_mutual() {
            lists.extend(probes.iter().map(|&number| self.tails.of(number)));
            let others = asked.known.iter().filter(|&&number| !marks[number as usize]);
            lists.extend(others.map(|&number| self.heads.of(number)));
        }
        // All are touched before the first is read: the processor then waits for many of them at once.
        std::hint::black_box(lists.iter().filter_map(|list| list.first()).fold(0, |sum, slot| sum ^ slot));
        lists.into_iter().for_each(&mut scan);
        probes.drain(..).for_each(|number| marks[number as usize] = false);
        count
    }

    fn hits_needed(&self, size: u32, other: u32) -> u32 {
        // The smaller set has the smaller share and the fewer hits.
        let smaller = size.min(other);
        hits(smaller).min(self.measure.least(smaller)).max(1)
    }

    /// No set passes with fewer: looked at before anything is asked of the set itself, which stands elsewhere in memory.
    fn fewest_hits(&self, size: u32) -> u32 {
        if self.measure.is_mutual() { self.hits_needed(size, self.measure.least(size)) } else { 1 }
    }

    /// Whether either could pass if the smaller set were all in the larger.
    fn can_pass(&self, size: u32, other: u32) -> bool {
        let most = size.min(other);
        self.measure.passes(most, size, other) || self.measure.passes(most, other, size)
    }

    /// What is shared with the marked features, if it is enough for either.
    fn count(&self, other: &Slot, size: u32, marks: &[bool]) -> Option<u32> {
        let enough = |count: u32| {
            let count = count.min(size);
            self.measure.passes(count, size, other.size) || self.measure.passes(count, other.size, size)
        };
        let (mut count, mut rest, mut steps) = (0, other.size, 0);
        for number in other.set.numbers() {
            count += u32::from(marks[number as usize]);
            rest -= 1;
            steps += 1;
            if steps == STRIDE {
                steps = 0;
                if !enough(count + rest) {
                    return None;
                }
            }
        }
        enough(count).then_some(count)
    }

    pub fn len(&self) -> usize {
        self.live
    }

    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// All memory that the sets take.
    pub fn bytes(&self) -> usize {
        let room = self.room.hits.capacity() + self.room.marks.capacity() + 4 * self.room.met.capacity();
        let orders: usize = self.orders.iter().map(|(_, order)| order.bytes()).sum();
        let slots = self.slots.capacity() * size_of::<Slot>();
        self.set_bytes
            + self.heads.bytes()
            + self.tails.bytes()
            + room
            + orders
            + slots
            + self.numbers.bytes()
    }
}

impl Index for SetIndex {
    type Asked = Asked;

    fn ask(&mut self, signature: Vec<u64>) -> Asked {
        SetIndex::ask(self, &signature)
    }

    fn find(&mut self, asked: &Asked, found: &mut Vec<Passing>) {
        let (measure, size) = (self.measure, asked.size());
        SetIndex::find(self, asked, |Shared { slot, count, size: other }| {
            let passes = [measure.passes(count, size, other), measure.passes(count, other, size)];
            found.push(Passing { slot, scores: measure.scores(count, size, other), passes });
        });
    }

    fn insert(&mut self, asked: Asked) -> Result<u32> {
        SetIndex::insert(self, asked)
    }

    fn remove(&mut self, slot: u32) -> Result<()> {
        SetIndex::remove(self, slot);
        Ok(())
    }

    fn settle(&mut self) -> Result<()> {
        SetIndex::settle(self);
        Ok(())
    }

    fn bytes(&self) -> usize {
        SetIndex::bytes(self)
    }

    fn work(&self) -> u64 {
        self.work
    }
}

/// How many of the rarest features of a set are looked up, and listed so that they can be.
pub(super) fn prefix(measure: Measure, size: u32) -> u32 {
    size.min(size - measure.least(size) + hits(size))
}

fn hits(size: u32) -> u32 {
    (size / FEATURES_A_HIT).clamp(1, MOST_HITS)
}
