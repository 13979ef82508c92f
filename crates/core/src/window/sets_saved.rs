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
        out.count(self.live as u64)?;
        for slot in self.slots.iter().filter(|slot| slot.live) {
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
        let mut sets: Vec<Vec<u32>> = Vec::new();
        for _ in 0..input.count()? {
            let size = input.small()?;
            let mut numbers = load_numbers(input, size, features.len())?;
            numbers.reverse();
            sets.push(numbers);
        }
        self.numbers = Numbers::of(features, sets.iter().flatten());
        self.orders = vec![(self.made, Order::of(self.numbers.counts()))];
        self.made += 1;
        for (slot, numbers) in (0..).zip(sets) {
            if numbers.is_empty() {
                return Err(input.damaged());
            }
            self.slots.push(Slot::default());
            self.enter(slot, &numbers);
        }
        self.since = 0;
        Ok(())
    }

    fn slots(&self) -> Vec<u32> {
        (0..self.slots.len() as u32).filter(|&slot| self.slots[slot as usize].live).collect()
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
