//! The corpus tree of CoDet as the index of a window.

use super::saved::{In, Out, Saved};
use super::slots::{Index, Passing, Work};
use crate::error::Result;
use crate::r#match::tree::{Threshold, TreeSlots};

pub struct PathIndex(TreeSlots);

impl PathIndex {
    pub fn new(threshold: Threshold) -> Self {
        Self(TreeSlots::new(threshold))
    }
}

impl Index for PathIndex {
    type Asked = Vec<u64>;

    fn ask(&mut self, signature: Vec<u64>) -> Vec<u64> {
        signature
    }

    fn find(&mut self, asked: &Vec<u64>, found: &mut Vec<Passing>) {
        self.0.find(asked, |slot, scores, passes| found.push(Passing { slot, scores, passes }));
    }

    fn insert(&mut self, asked: Vec<u64>) -> Result<u32> {
        self.0.insert(&asked)
    }

    fn remove(&mut self, slot: u32) -> Result<()> {
        self.0.remove(slot);
        self.0.close_gaps()
    }

    fn settle(&mut self) -> Result<()> {
        self.0.close_gaps()
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn work(&self) -> Work {
        Work { entries: self.0.work(), ..Work::default() }
    }
}

impl Saved for PathIndex {
    fn save(&self, out: &mut Out) -> Result<()> {
        let slots = self.slots();
        out.count(slots.len() as u64)?;
        for slot in slots {
            let list = self.0.list(slot);
            out.count(list.len() as u64)?;
            list.iter().try_for_each(|word| out.bytes(&word.to_le_bytes()))?;
        }
        Ok(())
    }

    fn load(&mut self, input: &mut In<'_>) -> Result<()> {
        for _ in 0..input.count()? {
            let list = (0..input.count()?).map(|_| input.word()).collect::<Result<Vec<u64>>>()?;
            if list.is_empty() || !is_list(&list) {
                return Err(input.damaged());
            }
            self.0.insert(&list)?;
        }
        Ok(())
    }

    fn slots(&self) -> Vec<u32> {
        self.0.slots()
    }
}

/// Whether these are paths: each begins with how many words it has.
fn is_list(mut list: &[u64]) -> bool {
    while let [head, rest @ ..] = list {
        match rest.get(2 * (head >> 32) as usize..) {
            Some(after) if head >> 32 > 0 && *head as u32 > 0 => list = after,
            _ => return false,
        }
    }
    true
}
