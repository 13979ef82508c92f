//! Work shared out evenly.

use std::ops::Range;

/// Ranges of neighbours whose lengths add up to about `target`.
pub fn even_tasks(lengths: impl ExactSizeIterator<Item = usize>, target: usize) -> Vec<Range<usize>> {
    let mut tasks = Vec::new();
    let (mut start, mut sum, count) = (0, 0, lengths.len());
    for (i, length) in lengths.enumerate() {
        sum += length;
        if sum >= target || i + 1 == count {
            tasks.push(start..i + 1);
            (start, sum) = (i + 1, 0);
        }
    }
    tasks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_in_one_task() {
        assert_eq!(even_tasks([3, 3, 9, 0, 1].into_iter(), 5), [0..2, 2..3, 3..5]);
        assert_eq!(even_tasks(std::iter::empty(), 5), []);
    }
}
