//! How sets enter an index and leave it. Those that left are taken out of the lists little by little, so that no call has
//! to wait.

use std::collections::VecDeque;

use super::index::{Asked, SetIndex, Slot};
use super::lists::MOST_SLOTS;
use super::lookup::prefix;
use super::sets::PackedSet;
use crate::error::{Error, Result};

/// What a call does for the sets that left: so many are unpacked, and one in so many of the lists is looked through.
const BURIED: usize = 4;
const LISTS: usize = 8;

/// Slots on their way from the last document that had them to the next.
#[derive(Default)]
pub(super) struct Left {
    /// Their features still count.
    buried_next: VecDeque<u32>,
    /// Lists may still name them: those of before the round of lists that is under way, and of since.
    before: Vec<u32>,
    since: Vec<u32>,
    pub free: Vec<u32>,
    /// Where the round is.
    cursor: usize,
}

impl Left {
    /// Lists have other numbers now: the round of them begins again.
    pub(super) fn begin_again(&mut self) {
        self.cursor = 0;
    }
}

impl SetIndex {
    /// Adds a set, which must not be empty; gives its slot.
    pub fn insert(&mut self, asked: Asked) -> Result<u32> {
        self.renew_order();
        let Asked { mut known, unknown } = asked;
        let slot = self.slot()?;
        known.iter().for_each(|&number| self.numbers.count(number));
        known.extend(unknown.into_iter().map(|feature| self.numbers.take(feature)));
        known.sort_unstable();
        self.enter(slot, &known);
        // Not before: a number that was asked for might be given to another feature.
        self.tidy(false);
        self.move_some();
        Ok(slot)
    }

    /// Lists a set whose features have been counted.
    pub(super) fn enter(&mut self, slot: u32, numbers: &[u32]) {
        let Self { heads, tails, room, .. } = self;
        let (size, marks) = (numbers.len() as u32, &mut room.marks);
        heads.grow(self.numbers.len());
        marks.grow(self.numbers.len());
        let Some((order, current)) = self.orders.last_mut() else { return };
        current.sets += 1;
        current.first(numbers, prefix(self.measure, size) as usize, |number| {
            heads.push(number, slot);
            marks.set(number);
        });
        if !self.measure.is_mutual() {
            tails.grow(self.numbers.len());
            let others = numbers.iter().filter(|&&number| !marks.has(number));
            others.for_each(|&number| tails.push(number, slot));
        }
        marks.clear(numbers);
        let set = PackedSet::new(numbers);
        self.set_bytes += set.bytes();
        self.slots[slot as usize] = Slot { set, size, order: *order, live: true };
        self.live += 1;
        self.since += 1;
    }

    /// Takes a set out. It is found no more; what it leaves behind goes little by little.
    pub fn remove(&mut self, slot: u32) {
        let gone = &mut self.slots[slot as usize];
        if std::mem::take(&mut gone.live) {
            self.live -= 1;
            self.left.buried_next.push_back(slot);
        }
        if self.live == 0 {
            self.clear();
        }
    }

    /// The features of a set, in no order.
    pub fn features(&self, slot: u32) -> Vec<u64> {
        self.slots[slot as usize].set.numbers().map(|number| self.numbers.feature(number)).collect()
    }

    /// Takes all out of the lists that left, at once: for whoever needs the memory now.
    pub fn settle(&mut self) {
        while !(self.left.buried_next.is_empty() && self.left.before.is_empty() && self.left.since.is_empty())
        {
            self.tidy(true);
        }
        self.compact();
    }

    fn clear(&mut self) {
        let (measure, clip, work, made) = (self.measure, self.clip, self.work, self.made);
        *self = Self { work, made, ..Self::new(measure, clip) };
    }

    fn slot(&mut self) -> Result<u32> {
        if let Some(slot) = self.left.free.pop() {
            return Ok(slot);
        }
        let slot = self.slots.len() as u32;
        if slot >= MOST_SLOTS {
            return Err(Error::too_many_documents());
        }
        self.slots.push(Slot::default());
        Ok(slot)
    }

    /// Does a part of what the sets that left have left behind, or all of it.
    fn tidy(&mut self, all: bool) {
        let buried = if all { usize::MAX } else { BURIED };
        for _ in 0..buried.min(self.left.buried_next.len()) {
            let Some(slot) = self.left.buried_next.pop_front() else { break };
            self.bury(slot);
        }
        let rest = self.heads.len() - self.left.cursor.min(self.heads.len());
        let idle = self.left.before.is_empty() && self.left.since.is_empty();
        let lists =
            if all { rest } else { (LISTS * self.heads.len()).div_ceil(self.live.max(LISTS)).min(rest) };
        if idle {
            return;
        }
        for _ in 0..lists {
            let number = self.left.cursor as u32;
            let live = |slot: u32| self.slots[slot as usize].live;
            self.heads.retain(number, live);
            if self.tails.len() > self.left.cursor {
                self.tails.retain(number, live);
            }
            self.left.cursor += 1;
        }
        if self.left.cursor >= self.heads.len() {
            self.left.cursor = 0;
            // Whoever left before the round began is in no list now.
            let done = std::mem::replace(&mut self.left.before, std::mem::take(&mut self.left.since));
            self.left.free.extend(done);
        }
    }

    /// Forgets what a set held.
    fn bury(&mut self, slot: u32) {
        let gone = std::mem::take(&mut self.slots[slot as usize]);
        self.set_bytes -= gone.set.bytes();
        for number in gone.set.numbers() {
            if self.numbers.release(number) {
                // All that its lists name are gone.
                self.heads.clear(number);
                self.tails.clear(number);
            }
        }
        self.leave_order(gone.order);
        self.left.since.push(slot);
    }
}
