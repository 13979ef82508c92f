//! In how many sets each feature is: two bytes, as few features are in very many sets; those stand apart.

use hashbrown::HashMap;

const MANY: u16 = u16::MAX;

#[derive(Default)]
pub(super) struct Counts {
    /// By number.
    few: Vec<u16>,
    many: HashMap<u32, u32>,
}

impl Counts {
    pub(super) fn of(counts: impl Iterator<Item = u32>) -> Self {
        let mut made = Self::default();
        for (number, count) in (0..).zip(counts) {
            made.few.push(0);
            made.set(number, count);
        }
        made.few.shrink_to_fit();
        made
    }

    pub(super) fn get(&self, number: u32) -> u32 {
        match self.few[number as usize] {
            MANY => self.many.get(&number).copied().unwrap_or_default(),
            few => u32::from(few),
        }
    }

    /// By number.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = u32> {
        (0..self.few.len()).map(|number| self.get(number as u32))
    }

    /// One more.
    pub(super) fn add(&mut self, number: u32) {
        match &mut self.few[number as usize] {
            few if *few < MANY - 1 => *few += 1,
            _ => self.set(number, self.get(number) + 1),
        }
    }

    /// One fewer; gives how many are left.
    pub(super) fn subtract(&mut self, number: u32) -> u32 {
        let left = self.get(number) - 1;
        self.set(number, left);
        left
    }

    fn set(&mut self, number: u32, count: u32) {
        let few = &mut self.few[number as usize];
        let before = std::mem::replace(few, u16::try_from(count).unwrap_or(MANY));
        if *few == MANY {
            self.many.insert(number, count);
        } else if before == MANY {
            self.many.remove(&number);
        }
    }

    /// A new number, which nothing has.
    pub(super) fn push(&mut self) {
        super::numbers::push_tightly(&mut self.few, 0);
    }

    pub(super) fn bytes(&self) -> usize {
        2 * self.few.capacity() + self.many.allocation_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_any_size() {
        let given = [0, 1, 65_533, 65_534, 65_535, 65_536, u32::MAX - 9];
        let mut counts = Counts::of(given.into_iter());
        counts.push();
        assert_eq!(counts.iter().take(7).collect::<Vec<_>>(), given);
        for (number, before) in (0..8).zip(given.into_iter().chain([0])) {
            for more in 1..=4 {
                counts.add(number);
                assert_eq!(counts.get(number), before + more);
            }
            for fewer in (0..4).rev() {
                assert_eq!(counts.subtract(number), before + fewer);
            }
        }
        assert_eq!((counts.many.len(), counts.iter().len()), (3, 8));
    }
}
