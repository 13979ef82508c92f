//! A bit for each of many numbers, and the place of each marked one among the marked.

/// Which numbers are marked.
#[derive(Default, Clone)]
pub(crate) struct Marks {
    words: Vec<u64>,
}

impl Marks {
    pub(crate) fn new(count: usize) -> Self {
        Self { words: vec![0; count.div_ceil(64)] }
    }

    /// False if there is no such number.
    pub(crate) fn mark(&mut self, number: u32) -> bool {
        let word = self.words.get_mut(number as usize / 64);
        word.map(|word| *word |= 1 << (number % 64)).is_some()
    }

    #[inline]
    pub(crate) fn has(&self, number: u32) -> bool {
        self.words.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    pub(crate) fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        let bits = |(number, &word): (u32, &u64)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * number + bit)
        };
        (0..).zip(&self.words).filter(|(_, word)| **word != 0).flat_map(bits)
    }
}

/// The place of each marked number among the marked ones.
pub(crate) struct Ranks {
    marks: Marks,
    /// How many are marked before each word.
    before: Vec<u32>,
}

impl Ranks {
    pub(crate) fn of(marks: Marks) -> Self {
        let mut count = 0;
        let before = |word: &u64| {
            count += word.count_ones();
            count - word.count_ones()
        };
        let before = marks.words.iter().map(before).collect();
        Self { marks, before }
    }

    #[inline]
    pub(crate) fn place(&self, number: u32) -> Option<u32> {
        if !self.marks.has(number) {
            return None;
        }
        let word = number as usize / 64;
        let below = self.marks.words[word] & ((1 << (number % 64)) - 1);
        Some(self.before[word] + below.count_ones())
    }

    pub(crate) fn marked(&self) -> &Marks {
        &self.marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_the_marked() {
        let chosen = [0, 3, 63, 64, 127, 128, 200];
        let mut marks = Marks::new(201);
        assert!(chosen.iter().all(|&number| marks.mark(number)) && !marks.mark(300));
        assert_eq!((marks.iter().collect::<Vec<_>>(), marks.count()), (chosen.to_vec(), 7));
        let ranks = Ranks::of(marks);
        let places: Vec<u32> = (0..300).filter_map(|number| ranks.place(number)).collect();
        assert_eq!(places, (0..7).collect::<Vec<_>>());
        assert_eq!((ranks.place(64), ranks.place(65)), (Some(3), None));
    }
}
