//! An index of feature sets as they come and go, which tells exactly who shares enough with a set. Filters only spare work
//! (`lookup`); whoever is left is counted here.

use super::lists::Lists;
use super::marks::Marks;
use super::numbers::Numbers;
use super::order::Order;
use super::sets::PackedSet;
use super::slots::{Index, Passing, Work};
use super::upkeep::Left;
use crate::error::Result;
use crate::r#match::measure::Measure;

/// So many features are counted between two looks at whether it can still be enough.
const STRIDE: usize = 64;

/// Features that are not looked up: the answer is still verified, but a set that shares too little else is lost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clip {
    /// Those that fewer sets hold.
    pub fewest: u32,
    /// Those that a larger share of the sets holds.
    pub share: f64,
}

/// Sets by slot. A slot is given again only when no list names it.
pub struct SetIndex {
    pub(super) measure: Measure,
    pub(super) clip: Option<Clip>,
    pub(super) numbers: Numbers,
    /// By number: the sets that have it among their rarest.
    pub(super) heads: Lists,
    /// By number: the others; only where a small set may stand in a large one.
    pub(super) tails: Lists,
    pub(super) orders: Vec<(u32, Order)>,
    /// How many orders there have been, and how many sets have come since the last.
    pub(super) made: u32,
    pub(super) since: usize,
    /// The next slot that is looked at for whether its order is old.
    pub(super) next_moved: usize,
    pub(super) slots: Vec<Slot>,
    pub(super) live: usize,
    pub(super) left: Left,
    pub(super) room: Room,
    pub(super) set_bytes: usize,
    pub(super) work: Work,
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
    pub hits: Vec<u8>,
    pub met: Vec<u32>,
    pub marks: Marks,
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
    pub fn new(measure: Measure, clip: Option<Clip>) -> Self {
        Self {
            measure,
            clip,
            numbers: Numbers::default(),
            heads: Lists::default(),
            tails: Lists::default(),
            orders: vec![(0, Order::of(std::iter::empty()))],
            made: 1,
            since: 0,
            next_moved: 0,
            slots: Vec::new(),
            live: 0,
            left: Left::default(),
            room: Room::default(),
            set_bytes: 0,
            work: Work::default(),
        }
    }

    /// The features of a document, which may repeat, as a set.
    pub fn ask(&mut self, features: &[u64]) -> Asked {
        // All are looked up before anything depends on one: the processor then waits for many of them at once.
        let numbers: Vec<Option<u32>> = features.iter().map(|&feature| self.numbers.find(feature)).collect();
        let mut known: Vec<u32> = numbers.iter().flatten().copied().collect();
        let mut unknown: Vec<u64> = Vec::with_capacity(features.len() - known.len());
        unknown.extend(
            features.iter().zip(&numbers).filter(|(_, number)| number.is_none()).map(|(feature, _)| feature),
        );
        known.sort_unstable();
        known.dedup();
        unknown.sort_unstable();
        unknown.dedup();
        Asked { known, unknown }
    }

    /// All sets that pass with this one, or that this one passes with, in no order.
    pub fn find(&mut self, asked: &Asked, mut f: impl FnMut(Shared)) {
        let size = asked.size();
        let mut room = std::mem::take(&mut self.room);
        let (met, fewest, clipped) = self.hit(asked, &mut room);
        for &number in &asked.known {
            room.marks.set(number);
        }
        for &slot in &room.met[..met] {
            let hits = std::mem::take(&mut room.hits[slot as usize]);
            // Before the set itself is looked at, which stands elsewhere in memory.
            if hits < fewest {
                continue;
            }
            let other = &self.slots[slot as usize];
            let met_enough = u32::from(hits) >= self.hits_needed(size, other.size, clipped);
            if !(other.live && met_enough && self.can_pass(size, other.size)) {
                continue;
            }
            self.work.compared += 1;
            self.work.features += u64::from(other.size);
            if let Some(count) = self.count(other, size, &room.marks) {
                f(Shared { slot, count, size: other.size });
            }
        }
        room.marks.clear(&asked.known);
        self.room = room;
    }

    /// Whether either could pass if the smaller set were all in the larger.
    fn can_pass(&self, size: u32, other: u32) -> bool {
        let most = size.min(other);
        self.measure.passes(most, size, other) || self.measure.passes(most, other, size)
    }

    /// What is shared with the marked features, if it is enough for either.
    fn count(&self, other: &Slot, size: u32, marks: &Marks) -> Option<u32> {
        let enough = |count: u32| {
            let count = count.min(size);
            self.measure.passes(count, size, other.size) || self.measure.passes(count, other.size, size)
        };
        let (mut count, mut rest, mut steps) = (0, other.size, 0);
        for number in other.set.numbers() {
            count += u32::from(marks.has(number));
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
        let room = self.room.hits.capacity() + self.room.marks.bytes() + 4 * self.room.met.capacity();
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

    fn work(&self) -> Work {
        self.work
    }
}
