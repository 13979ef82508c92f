//! An index of feature sets as they come and go, which tells exactly who shares enough with a set.
//!
//! Filters only spare work; whoever is left is counted. A set of n features that must share at least s of them with
//! another shares k of its n - s + k rarest (prefix filter with hits); sizes that do not fit cannot pass. Sets that left
//! are taken out of the lists little by little, so that no call has to wait.

use std::collections::VecDeque;

use super::numbers::Numbers;
use super::order::Order;
use super::saved::{In, Out, Saved};
use super::sets::PackedSet;
use super::stream::{Index, Passing};
use crate::error::{Error, Result};
use crate::r#match::measure::Measure;

/// More hits mean longer prefixes and fewer sets to count: one for so many features, and at most so many.
const FEATURES_A_HIT: u32 = 48;
const MOST_HITS: u32 = 48;
/// The first order is made of so many sets. The tests have few.
const FIRST_ORDER: usize = if cfg!(test) { 8 } else { 4096 };
/// What a call does for the sets that left: so many are unpacked, and one in so many of the lists is looked through.
const BURIED: usize = 4;
const LISTS: usize = 8;
/// So many features are counted between two looks at whether it can still be enough.
const STRIDE: usize = 64;

/// Sets by slot. A slot is given again only when no list names it.
pub struct SetIndex {
    measure: Measure,
    numbers: Numbers,
    /// By number: the sets that have it among their rarest.
    heads: Vec<Vec<u32>>,
    /// By number: the others; only where a small set may stand in a large one.
    tails: Vec<Vec<u32>>,
    orders: Vec<(u32, Order)>,
    made: u32,
    since: usize,
    slots: Vec<Slot>,
    live: usize,
    left: Left,
    room: Room,
    bytes: usize,
    /// How many entries of lists and features of sets have been looked at: what a query costs, without a clock.
    pub work: u64,
}

#[derive(Default)]
struct Slot {
    set: PackedSet,
    size: u32,
    order: u32,
    live: bool,
}

/// Slots on their way from the last document that had them to the next.
#[derive(Default)]
struct Left {
    /// Their features still count.
    buried_next: VecDeque<u32>,
    /// Lists may still name them: those of before the round of lists that is under way, and of since.
    before: Vec<u32>,
    since: Vec<u32>,
    free: Vec<u32>,
    /// Where the round is.
    cursor: usize,
}

/// Room that is kept between calls.
#[derive(Default)]
struct Room {
    hits: Vec<u8>,
    met: Vec<u32>,
    marks: Vec<bool>,
    probes: Vec<u32>,
}

/// A set as its numbers: those that are known, and the features that are new.
pub struct Asked {
    known: Vec<u32>,
    unknown: Vec<u64>,
}

impl Asked {
    fn size(&self) -> u32 {
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
            heads: Vec::new(),
            tails: Vec::new(),
            orders: vec![(0, Order::of(&[]))],
            made: 1,
            since: 0,
            slots: Vec::new(),
            live: 0,
            left: Left::default(),
            room: Room::default(),
            bytes: 0,
            work: 0,
        }
    }

    /// The features of a document, which may repeat, as a set.
    pub fn ask(&self, mut features: Vec<u64>) -> Asked {
        features.sort_unstable();
        features.dedup();
        let mut known = Vec::with_capacity(features.len());
        features.retain(|&feature| match self.numbers.find(feature) {
            Some(number) => {
                known.push(number);
                false
            }
            None => true,
        });
        known.sort_unstable();
        Asked { known, unknown: features }
    }

    /// All sets that pass with this one, or that this one passes with, in no order.
    pub fn find(&mut self, asked: &Asked, mut f: impl FnMut(Shared)) {
        let size = asked.size();
        self.hit(asked);
        let mut room = std::mem::take(&mut self.room);
        asked.known.iter().for_each(|&number| room.marks[number as usize] = true);
        let fewest = self.fewest_hits(size);
        for &slot in &room.met {
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
        room.met.clear();
        self.room = room;
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
        Ok(slot)
    }

    /// Lists a set whose features have been counted.
    fn enter(&mut self, slot: u32, numbers: &[u32]) {
        self.heads.resize_with(self.numbers.len(), Vec::new);
        let size = numbers.len() as u32;
        let Some((order, current)) = self.orders.last_mut() else { return };
        current.sets += 1;
        let (mut entries, heads) = (0, &mut self.heads);
        let length = prefix(self.measure, size) as usize;
        self.room.marks.resize(heads.len(), false);
        let marks = &mut self.room.marks;
        current.first(numbers, length, |number| {
            entries += push(&mut heads[number as usize], slot);
            marks[number as usize] = true;
        });
        if !self.measure.is_mutual() {
            self.tails.resize_with(heads.len(), Vec::new);
            let others = numbers.iter().filter(|&&number| !marks[number as usize]);
            entries += others.map(|&number| push(&mut self.tails[number as usize], slot)).sum::<usize>();
        }
        numbers.iter().for_each(|&number| marks[number as usize] = false);
        let set = PackedSet::new(numbers);
        self.bytes += 4 * entries + set.bytes();
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
        self.heads.iter_mut().chain(&mut self.tails).for_each(|list| {
            self.bytes -= 4 * list.capacity();
            list.shrink_to_fit();
            self.bytes += 4 * list.capacity();
        });
    }

    pub fn len(&self) -> usize {
        self.live
    }

    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// All memory that the sets take.
    pub fn bytes(&self) -> usize {
        let lists = (self.heads.capacity() + self.tails.capacity()) * size_of::<Vec<u32>>();
        let room = self.room.hits.capacity() + self.room.marks.capacity() + 4 * self.room.met.capacity();
        let orders: usize = self.orders.iter().map(|(_, order)| order.bytes()).sum();
        let slots = self.slots.capacity() * size_of::<Slot>();
        self.bytes + lists + room + orders + slots + self.numbers.bytes()
    }

    fn clear(&mut self) {
        let (measure, work, made) = (self.measure, self.work, self.made);
        *self = Self { work, made, ..Self::new(measure) };
    }

    fn slot(&mut self) -> Result<u32> {
        if let Some(slot) = self.left.free.pop() {
            return Ok(slot);
        }
        let slot = u32::try_from(self.slots.len()).map_err(|_| Error::too_many_documents())?;
        push(&mut self.slots, Slot::default());
        Ok(slot)
    }

    /// A new order, once there are many more sets than the last one knew, or all it knew have left.
    fn renew_order(&mut self) {
        let known = self.live - self.since.min(self.live);
        if self.since < FIRST_ORDER || self.since < (3 * known).min(self.live) {
            return;
        }
        self.since = 0;
        self.orders.retain(|(_, order)| order.sets > 0);
        self.orders.push((self.made, Order::of(self.numbers.counts())));
        self.made += 1;
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
            self.look_through(self.left.cursor);
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
        self.bytes -= gone.set.bytes();
        for number in gone.set.numbers() {
            if self.numbers.release(number) {
                // All that its lists name are gone.
                for lists in [&mut self.heads, &mut self.tails] {
                    let list = lists.get_mut(number as usize).map(std::mem::take).unwrap_or_default();
                    self.bytes -= 4 * list.capacity();
                }
            }
        }
        if let Some(place) = self.orders.iter().position(|(order, _)| *order == gone.order) {
            self.orders[place].1.sets -= 1;
        }
        // The newest order is for those that come.
        let newest = self.orders.len() - 1;
        let mut at = 0;
        self.orders.retain(|(_, order)| {
            at += 1;
            order.sets > 0 || at > newest
        });
        self.left.since.push(slot);
    }

    fn look_through(&mut self, number: usize) {
        for lists in [&mut self.heads, &mut self.tails] {
            let Some(list) = lists.get_mut(number) else { continue };
            let before = list.len();
            list.retain(|&slot| self.slots[slot as usize].live);
            if list.len() < before && list.len() < list.capacity() * 3 / 4 {
                self.bytes -= 4 * list.capacity();
                list.shrink_to_fit();
                self.bytes += 4 * list.capacity();
            }
        }
    }

    /// Counts in how many lists each set is met.
    fn hit(&mut self, asked: &Asked) {
        let size = asked.size();
        let Self { measure, room, heads, tails, orders, slots, work, .. } = self;
        room.hits.resize(slots.len(), 0);
        room.marks.resize(heads.len(), false);
        // Features that nobody has are the rarest, and in no list.
        let first = (prefix(*measure, size) as usize).saturating_sub(asked.unknown.len());
        room.probes.clear();
        let marks = &mut room.marks;
        for (_, order) in orders.iter() {
            order.first(&asked.known, first, |number| {
                if !std::mem::replace(&mut marks[number as usize], true) {
                    room.probes.push(number);
                }
            });
        }
        let mut met = std::mem::take(&mut room.met);
        let mut scan = |list: &[u32]| {
            *work += list.len() as u64;
            for &slot in list {
                let count = &mut room.hits[slot as usize];
                if *count == 0 {
                    met.push(slot);
                }
                *count = count.saturating_add(1);
            }
        };
        for &number in &room.probes {
            scan(&heads[number as usize]);
            if let Some(tail) = tails.get(number as usize) {
                scan(tail);
            }
        }
        if !measure.is_mutual() {
            let others = asked.known.iter().filter(|&&number| !marks[number as usize]);
            others.for_each(|&number| scan(&heads[number as usize]));
        }
        room.probes.iter().for_each(|&number| room.marks[number as usize] = false);
        room.met = met;
    }
}

impl Index for SetIndex {
    type Asked = Asked;

    fn ask(&self, signature: Vec<u64>) -> Asked {
        SetIndex::ask(self, signature)
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

impl Saved for SetIndex {
    fn save(&self, out: &mut Out) -> Result<()> {
        out.count(self.numbers.len() as u64)?;
        let features = (0..self.numbers.len() as u32).map(|number| self.numbers.feature(number));
        features.into_iter().try_for_each(|feature| out.bytes(&feature.to_le_bytes()))?;
        let live = || (0..).zip(&self.slots).filter(|(_, slot)| slot.live);
        out.count(live().count() as u64)?;
        for (number, slot) in live() {
            out.count(number)?;
            out.count(u64::from(slot.size))?;
            let mut before = u64::from(u32::MAX);
            for number in slot.set.numbers().map(u64::from) {
                out.count(before - number)?;
                before = number;
            }
        }
        Ok(())
    }

    fn load(&mut self, input: &mut In<'_>) -> Result<()> {
        let features = (0..input.count()?).map(|_| input.word()).collect::<Result<Vec<u64>>>()?;
        let mut sets: Vec<(u32, Vec<u32>)> = Vec::new();
        for _ in 0..input.count()? {
            let (slot, size) = (input.small()?, input.small()?);
            let mut numbers = load_numbers(input, size, features.len())?;
            numbers.reverse();
            sets.push((slot, numbers));
        }
        self.numbers = Numbers::of(features, sets.iter().flat_map(|(_, numbers)| numbers));
        self.orders = vec![(self.made, Order::of(self.numbers.counts()))];
        self.made += 1;
        for (slot, numbers) in sets {
            // They were written in this order.
            if numbers.is_empty() || (slot as usize) < self.slots.len() {
                return Err(input.damaged());
            }
            self.left.free.extend(self.slots.len() as u32..slot);
            self.slots.resize_with(slot as usize + 1, Slot::default);
            self.enter(slot, &numbers);
        }
        self.since = 0;
        Ok(())
    }

    fn has(&self, slot: u32) -> bool {
        self.slots.get(slot as usize).is_some_and(|slot| slot.live)
    }
}

/// The numbers of a set, descending.
fn load_numbers(input: &mut In<'_>, size: u32, features: usize) -> Result<Vec<u32>> {
    let mut numbers: Vec<u32> = Vec::new();
    for _ in 0..size {
        let before = numbers.last().copied();
        let gap = input.small()?;
        match before.unwrap_or(u32::MAX).checked_sub(gap) {
            Some(number) if (number as usize) < features && before != Some(number) => numbers.push(number),
            _ => return Err(input.damaged()),
        }
    }
    Ok(numbers)
}

/// How many of the rarest features of a set are looked up, and listed so that they can be.
fn prefix(measure: Measure, size: u32) -> u32 {
    size.min(size - measure.least(size) + hits(size))
}

fn hits(size: u32) -> u32 {
    (size / FEATURES_A_HIT).clamp(1, MOST_HITS)
}

/// Appends with little room to spare, as there are many lists; gives by how much the list has grown.
fn push<T>(list: &mut Vec<T>, value: T) -> usize {
    let before = list.capacity();
    if list.len() == before {
        list.reserve_exact((before / 4).max(2));
    }
    list.push(value);
    list.capacity() - before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::r#match::measure::MeasureKind;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    const KINDS: [MeasureKind; 3] = [MeasureKind::Coverage, MeasureKind::Jaccard, MeasureKind::Max];

    fn naive(here: &BTreeMap<u32, BTreeSet<u64>>, set: &BTreeSet<u64>, measure: Measure) -> Vec<(u32, u32)> {
        let size = set.len() as u32;
        let shared = |other: &BTreeSet<u64>| set.intersection(other).count() as u32;
        let passes = |other: &BTreeSet<u64>| {
            let (count, other) = (shared(other), other.len() as u32);
            measure.passes(count, size, other) || measure.passes(count, other, size)
        };
        here.iter().filter(|(_, other)| passes(other)).map(|(&slot, other)| (slot, shared(other))).collect()
    }

    /// Sets around a few bases, so that many are alike; some large enough for several hits.
    fn sets() -> impl Strategy<Value = Vec<BTreeSet<u64>>> {
        let base = prop_oneof![1usize..12, 150usize..260];
        let made = (0u64..3, base, prop::collection::btree_set(0u64..400, 0..60));
        prop::collection::vec(made, 1..50).prop_map(|sets| {
            let one = |(base, length, changed): (u64, usize, BTreeSet<u64>)| {
                let base: BTreeSet<u64> = (0..length as u64).map(|i| i * (base + 1)).collect();
                let set: BTreeSet<u64> = base.symmetric_difference(&changed).copied().collect();
                if set.is_empty() { BTreeSet::from([7]) } else { set }
            };
            sets.into_iter().map(one).collect()
        })
    }

    proptest! {
        #[test]
        fn at_every_step_the_answer_is_that_of_brute_force(
            sets in sets(), steps in prop::collection::vec((0u8..4, 0usize..50), 50), kind in 0usize..3, threshold in 1u32..=20,
        ) {
            let measure = Measure { kind: KINDS[kind], threshold: f64::from(threshold) / 20.0 };
            let mut index = SetIndex::new(measure);
            let mut here = BTreeMap::new();
            for (set, &(what, place)) in sets.iter().zip(&steps) {
                let asked = index.ask(set.iter().chain(set.first()).copied().collect());
                let mut found = Vec::new();
                index.find(&asked, |shared| found.push((shared.slot, shared.count)));
                found.sort_unstable();
                prop_assert_eq!(found, naive(&here, set, measure));
                let slot = index.insert(asked).unwrap();
                prop_assert!(here.insert(slot, set.clone()).is_none());
                if what == 0 {
                    let slot = *here.keys().nth(place % here.len()).unwrap();
                    index.remove(slot);
                    here.remove(&slot);
                }
                if what == 1 && place < 5 {
                    index.settle();
                }
                prop_assert_eq!(index.len(), here.len());
            }
            for (&slot, set) in &here {
                prop_assert_eq!(index.features(slot).into_iter().collect::<BTreeSet<u64>>(), set.clone());
            }
        }
    }

    fn numbered(of: u64) -> Vec<u64> {
        (0..200).map(|i| i * i % 997 + of * 1_000_003 % 7919 * u64::from(i % 5 == 0)).collect()
    }

    #[test]
    fn a_stream_takes_no_more_room_however_long_it_is() {
        let mut index = SetIndex::new(Measure { kind: MeasureKind::Max, threshold: 0.8 });
        let mut here = VecDeque::new();
        let mut largest = [0, 0];
        for at in 0..6000 {
            let asked = index.ask(numbered(at));
            index.find(&asked, |_| ());
            here.push_back(index.insert(asked).unwrap());
            if here.len() > 300 {
                index.remove(here.pop_front().unwrap());
            }
            let half = &mut largest[usize::from(at >= 3000)];
            *half = index.bytes().max(*half);
        }
        assert!(largest[1] < largest[0] * 11 / 10, "{largest:?}");
        assert!(index.slots.len() < 600, "{}", index.slots.len());
        while let Some(slot) = here.pop_front() {
            index.remove(slot);
        }
        assert!(index.is_empty() && index.bytes < 64 && index.bytes() < 4096);
    }
}
