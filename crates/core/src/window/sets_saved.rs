//! An index of sets in the file of a window: the features by number, and each set by its numbers.

use super::index::{SetIndex, Slot};
use super::numbers::Numbers;
use super::order::Order;
use super::saved::{In, Out, Saved};
use crate::error::Result;

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
