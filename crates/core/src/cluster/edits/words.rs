//! Two runs of words, aligned word by word: the fewest words put in, taken out or replaced.

/// What aligning found: how many words differ, how many of the other words were used, and which of them are equal.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Aligned {
    pub distance: usize,
    pub start: usize,
    pub end: usize,
    /// Positions of equal words, in `here` and in `there`.
    pub equal: Vec<(usize, usize)>,
}

/// Which ends of `there` may be left over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Free {
    No,
    End,
    Both,
}

/// Aligns all of `here` with `there`, or with the stretch of it that differs least. Of several, one that uses more
/// words if only the end is free, else the first.
pub(super) fn aligned(here: &[u64], there: &[u64], free: Free) -> Aligned {
    let width = there.len() + 1;
    let mut cost: Vec<u32> = vec![0; (here.len() + 1) * width];
    for (column, cost) in cost[..width].iter_mut().enumerate() {
        *cost = if free == Free::Both { 0 } else { column as u32 };
    }
    for row in 1..=here.len() {
        let (above, below) = cost.split_at_mut(row * width);
        let (above, below) = (&above[(row - 1) * width..], &mut below[..width]);
        below[0] = row as u32;
        for column in 1..width {
            let replaced = above[column - 1] + u32::from(here[row - 1] != there[column - 1]);
            below[column] = replaced.min(above[column] + 1).min(below[column - 1] + 1);
        }
    }
    let last = &cost[here.len() * width..];
    let end = match free {
        Free::No => there.len(),
        Free::End => (0..width).rev().min_by_key(|&column| last[column]).unwrap_or_default(),
        Free::Both => (0..width).min_by_key(|&column| last[column]).unwrap_or_default(),
    };
    back(here, there, &cost, end, free)
}

/// The way back through the table: equal and replaced words first.
fn back(here: &[u64], there: &[u64], cost: &[u32], end: usize, free: Free) -> Aligned {
    let width = there.len() + 1;
    let at = |row: usize, column: usize| cost[row * width + column];
    let (mut row, mut column, mut equal) = (here.len(), end, Vec::new());
    while row > 0 || (column > 0 && free != Free::Both) {
        let same = row > 0 && column > 0 && here[row - 1] == there[column - 1];
        if row > 0 && column > 0 && at(row, column) == at(row - 1, column - 1) + u32::from(!same) {
            (row, column) = (row - 1, column - 1);
            if same {
                equal.push((row, column));
            }
        } else if row > 0 && at(row, column) == at(row - 1, column) + 1 {
            row -= 1;
        } else {
            column -= 1;
        }
    }
    equal.reverse();
    Aligned { distance: at(here.len(), end) as usize, start: column, end, equal }
}

/// How many words at the beginning of both have the same letters together, wherever their spaces are.
pub(super) fn same_letters(here: &[String], there: &[String]) -> (usize, usize) {
    let (mut best, mut next) = ((0, 0), (0, 0));
    let (mut left, mut right, mut alike) = (String::new(), String::new(), 0);
    loop {
        let shorter = left.len().min(right.len());
        if left.as_bytes()[alike..shorter] != right.as_bytes()[alike..shorter] {
            return best;
        }
        alike = shorter;
        if left.len() == right.len() {
            best = next;
        }
        // The shorter side takes its next word.
        let grown = if left.len() <= right.len() {
            here.get(next.0).map(|word| (left.push_str(word), next.0 += 1))
        } else {
            there.get(next.1).map(|word| (right.push_str(word), next.1 += 1))
        };
        if grown.is_none() {
            return best;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Straight from the definition.
    fn distance(here: &[u64], there: &[u64]) -> usize {
        match (here, there) {
            ([], rest) | (rest, []) => rest.len(),
            ([a, here @ ..], [b, there @ ..]) if a == b => distance(here, there),
            ([_, left @ ..], [_, right @ ..]) => {
                1 + distance(left, right).min(distance(left, there)).min(distance(here, right))
            }
        }
    }

    fn run() -> impl Strategy<Value = Vec<u64>> {
        prop::collection::vec(0u64..3, 0..6)
    }

    proptest! {
        #[test]
        fn aligned_with_the_fewest_differences(here in run(), there in run()) {
            let whole = aligned(&here, &there, Free::No);
            prop_assert_eq!(whole.distance, distance(&here, &there));
            prop_assert_eq!((whole.start, whole.end), (0, there.len()));
            let begun = aligned(&here, &there, Free::End);
            let least = (0..=there.len()).map(|end| distance(&here, &there[..end])).min();
            prop_assert_eq!(Some(begun.distance), least);
            prop_assert_eq!(begun.distance, distance(&here, &there[..begun.end]));
            let inner = aligned(&here, &there, Free::Both);
            let stretches = (0..=there.len()).flat_map(|a| (a..=there.len()).map(move |b| (a, b)));
            let least = stretches.map(|(a, b)| distance(&here, &there[a..b])).min();
            prop_assert_eq!(Some(inner.distance), least);
            prop_assert_eq!(inner.distance, distance(&here, &there[inner.start..inner.end]));
            prop_assert!(inner.equal.iter().all(|&(i, j)| here[i] == there[j]));
        }
    }

    #[test]
    fn letters_are_compared_whatever_the_spaces() {
        let words = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        let same = |a: &str, b: &str| same_letters(&words(a), &words(b));
        assert_eq!(same("pollution by", "pollut ion by"), (2, 3));
        assert_eq!(same("on line now", "online then"), (2, 1));
        assert_eq!(same("abc d", "ab d"), (0, 0));
        assert_eq!(same("a bc", "a b"), (1, 1));
        assert_eq!(same_letters(&[], &words("a")), (0, 0));
    }
}
