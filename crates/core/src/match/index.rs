//! The sets that some documents share, in both directions: the documents of a set, and the sets of a
//! document.

use rayon::prelude::*;

use crate::r#match::sets::Sets;

pub(crate) struct Index {
    /// How many features each set stands for. Sets are numbered by the number of their documents, rarest
    /// first.
    pub weights: Vec<u32>,
    /// The documents of each set, sorted.
    pub holders: FlatLists,
    /// The sets of each document, rarest first.
    pub sets: FlatLists,
}

impl Index {
    pub(crate) fn of(parts: Vec<Sets>, documents: usize) -> Self {
        let (weights, holders) = by_rarity(parts);
        let sets = holders.turned(documents);
        Self { weights, holders, sets }
    }

    /// The number of features in the common sets of two lists.
    pub(crate) fn overlap(&self, mut left: &[u32], mut right: &[u32]) -> u32 {
        if let [first, ..] = left {
            right = &right[right.partition_point(|set| set < first)..];
        }
        let mut shared = 0;
        while let ([a, left_rest @ ..], [b, right_rest @ ..]) = (left, right) {
            if a == b {
                shared += self.weights[*a as usize];
            }
            (left, right) = (if a <= b { left_rest } else { left }, if b <= a { right_rest } else { right });
        }
        shared
    }
}

/// The weights and documents of the sets, those with fewest documents first.
fn by_rarity(parts: Vec<Sets>) -> (Vec<u32>, FlatLists) {
    let mut order: Vec<(u32, u64, u32, u32)> =
        Vec::with_capacity(parts.iter().map(|part| part.keys.len()).sum());
    for (number, part) in (0..).zip(&parts) {
        let lengths = (0..part.keys.len()).map(|set| part.members(set).len() as u32);
        let sets = lengths.zip(&part.keys).zip(0..);
        order.extend(sets.map(|((length, key), set)| (length, key[0], number, set)));
    }
    order.par_sort_unstable();
    let total = parts.iter().map(|part| part.documents.len()).sum();
    let mut lists =
        FlatLists { starts: Vec::with_capacity(order.len() + 1), values: Vec::with_capacity(total) };
    lists.starts.push(0);
    let mut weights = Vec::with_capacity(order.len());
    for &(_, _, number, set) in &order {
        let part = &parts[number as usize];
        lists.values.extend_from_slice(part.members(set as usize));
        lists.starts.push(lists.values.len());
        weights.push(part.weights[set as usize]);
    }
    (weights, lists)
}

/// Many lists in one array.
#[derive(Default)]
pub(crate) struct FlatLists {
    starts: Vec<usize>,
    values: Vec<u32>,
}

impl FlatLists {
    #[inline]
    pub(crate) fn get(&self, i: u32) -> &[u32] {
        &self.values[self.starts[i as usize]..self.starts[i as usize + 1]]
    }

    pub(crate) fn start(&self, i: u32) -> usize {
        self.starts[i as usize]
    }

    /// How many values there are in all lists.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// The inverse: for each value, the lists that have it, in order.
    fn turned(&self, count: usize) -> Self {
        let mut starts = vec![0; count + 1];
        self.values.iter().for_each(|&value| starts[value as usize + 1] += 1);
        (0..count).for_each(|i| starts[i + 1] += starts[i]);
        let mut next = starts.clone();
        let mut values = vec![0; self.values.len()];
        for list in 0..self.starts.len() - 1 {
            for &value in self.get(list as u32) {
                values[next[value as usize]] = list as u32;
                next[value as usize] += 1;
            }
        }
        Self { starts, values }
    }
}
