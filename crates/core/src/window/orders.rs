//! How the orders of an index change with what is rare: new ones are made as sets come, and the last sets of old ones move on.

use super::index::SetIndex;
use super::lookup::prefix;
use super::order::Order;

/// The first order is made of so many sets. The tests have few.
const FIRST_ORDER: usize = if cfg!(test) { 8 } else { 4096 };
/// Sets of all but so many orders move on to the newest. The tests have few orders.
const MOST_ORDERS: usize = if cfg!(test) { 1 } else { 3 };
/// What a call does for it: so many slots are looked at, and so many sets are moved.
const LOOKED_AT: usize = 64;
const MOVED: usize = 2;

impl SetIndex {
    /// A new order, once there are many more sets than the last one knew, or all it knew have left.
    pub(super) fn renew_order(&mut self) {
        let known = self.live - self.since.min(self.live);
        if self.since < FIRST_ORDER || self.since < (3 * known).min(self.live) {
            return;
        }
        self.since = 0;
        self.orders.retain(|(_, order)| order.sets > 0);
        self.orders.push((self.made, Order::of(self.numbers.counts().iter())));
        self.made += 1;
    }

    /// One set fewer is in an order, which goes with its last; the newest is for those that come.
    pub(super) fn leave_order(&mut self, order: u32) {
        let newest = self.orders.len() - 1;
        let Some(place) = self.orders.iter().position(|(other, _)| *other == order) else { return };
        self.orders[place].1.sets -= 1;
        if self.orders[place].1.sets == 0 && place < newest {
            self.orders.remove(place);
        }
    }

    /// Moves some sets of old orders to the newest. A text that comes again every day never leaves, and would keep its order
    /// as long as the window lives.
    pub(super) fn move_some(&mut self) {
        let Some(kept) = self.orders.len().checked_sub(MOST_ORDERS).filter(|&old| old > 0) else { return };
        let oldest = self.orders[kept].0;
        let mut moved = 0;
        for _ in 0..LOOKED_AT.min(self.slots.len()) {
            self.next_moved = (self.next_moved + 1) % self.slots.len();
            let slot = &self.slots[self.next_moved];
            if slot.live && slot.order < oldest {
                self.move_on(self.next_moved as u32);
                moved += 1;
            }
            if moved == MOVED {
                break;
            }
        }
    }

    /// Lists a set by its rarest features in the newest order instead of its own.
    fn move_on(&mut self, slot: u32) {
        let moving = &self.slots[slot as usize];
        let mut numbers: Vec<u32> = moving.set.numbers().collect();
        numbers.reverse();
        let (length, old) = (prefix(self.measure, moving.size) as usize, moving.order);
        let newest = self.orders.last().map_or(old, |(newest, _)| *newest);
        let (was, is) = (self.first_in(old, &numbers, length), self.first_in(newest, &numbers, length));
        let has_tails = !self.measure.is_mutual();
        for number in without(&is, &was) {
            self.heads.push(number, slot);
            if has_tails {
                self.tails.retain(number, |other| other != slot);
            }
        }
        for number in without(&was, &is) {
            self.heads.retain(number, |other| other != slot);
            if has_tails {
                self.tails.push(number, slot);
            }
        }
        self.slots[slot as usize].order = newest;
        self.orders.iter_mut().filter(|(order, _)| *order == newest).for_each(|(_, order)| order.sets += 1);
        self.leave_order(old);
    }

    /// The first of some numbers in an order, ascending.
    fn first_in(&self, order: u32, numbers: &[u32], length: usize) -> Vec<u32> {
        let mut first = Vec::with_capacity(length);
        let order = self.orders.iter().find(|(other, _)| *other == order);
        if let Some((_, order)) = order {
            order.first(numbers, length, |number| first.push(number));
        }
        first.sort_unstable();
        first
    }
}

/// The numbers that are not among others, which ascend.
fn without(numbers: &[u32], others: &[u32]) -> impl Iterator<Item = u32> {
    numbers.iter().copied().filter(|number| others.binary_search(number).is_err())
}
