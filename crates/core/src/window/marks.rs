//! Marked numbers, a bit for each.

#[derive(Default)]
pub(super) struct Marks {
    bits: Vec<u64>,
}

impl Marks {
    /// Makes room for the numbers below this.
    pub(super) fn grow(&mut self, numbers: usize) {
        self.bits.resize(self.bits.len().max(numbers.div_ceil(64)), 0);
    }

    pub(super) fn has(&self, number: u32) -> bool {
        self.bits[number as usize / 64] >> (number % 64) & 1 != 0
    }

    /// Marks a number; tells whether it was not marked before.
    pub(super) fn set(&mut self, number: u32) -> bool {
        let word = &mut self.bits[number as usize / 64];
        let bit = 1 << (number % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Takes the marks of these numbers away. Others of the same words go too: all that are marked are to be given.
    pub(super) fn clear(&mut self, numbers: &[u32]) {
        numbers.iter().for_each(|&number| self.bits[number as usize / 64] = 0);
    }

    pub(super) fn bytes(&self) -> usize {
        8 * self.bits.capacity()
    }
}
