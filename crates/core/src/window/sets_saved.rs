//! An index of sets in the file of a window: the features by number, and each set by its numbers.

use super::counts::Counts;
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
            // Gaps in seven bits a byte, as in the file.
            out.bytes(slot.set.packed())?;
        }
        Ok(())
    }

    fn load(&mut self, input: &mut In<'_>) -> Result<()> {
        let features = (0..input.count()?).map(|_| input.word()).collect::<Result<Vec<u64>>>()?;
        // Twice over the sets, as no order can be made before all are counted: unpacked together they would take more than
        // the whole window.
        let mut counts = vec![0; features.len()];
        for numbers in Sets::of(&mut input.clone(), features.len())? {
            numbers?.iter().for_each(|&number| counts[number as usize] += 1);
        }
        self.numbers = Numbers::of(features, Counts::of(counts.into_iter()));
        self.orders = vec![(self.made, Order::of(self.numbers.counts().iter()))];
        self.made += 1;
        for (slot, numbers) in (0..).zip(Sets::of(input, self.numbers.len())?) {
            self.slots.push(Slot::default());
            self.enter(slot, &numbers?);
        }
        self.since = 0;
        Ok(())
    }

    fn slots(&self) -> Vec<u32> {
        (0..self.slots.len() as u32).filter(|&slot| self.slots[slot as usize].live).collect()
    }
}

/// The sets of a file, one after the other, by their numbers, which ascend.
struct Sets<'a, 'b> {
    input: &'a mut In<'b>,
    left: u64,
    features: usize,
}

impl<'a, 'b> Sets<'a, 'b> {
    fn of(input: &'a mut In<'b>, features: usize) -> Result<Self> {
        let left = input.count()?;
        Ok(Self { input, left, features })
    }

    fn numbers(&mut self) -> Result<Vec<u32>> {
        let mut numbers: Vec<u32> = Vec::new();
        for _ in 0..self.input.small()? {
            let before = numbers.last().copied();
            let gap = self.input.small()?;
            match before.unwrap_or(u32::MAX).checked_sub(gap) {
                Some(number) if (number as usize) < self.features && before != Some(number) => {
                    numbers.push(number);
                }
                _ => return Err(self.input.damaged()),
            }
        }
        numbers.reverse();
        if numbers.is_empty() { Err(self.input.damaged()) } else { Ok(numbers) }
    }
}

impl Iterator for Sets<'_, '_> {
    type Item = Result<Vec<u32>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        Some(self.numbers())
    }
}
