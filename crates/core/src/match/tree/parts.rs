//! The corpus tree over partitions: its nodes as rows that any partition can hold, and pairs verified from
//! two lists.
//!
//! A node is identified by a hash of the words down to it. Two nodes with the same hash look like one node
//! with the visitors of both; this adds candidates but loses none, because pairs are decided from the lists.

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Float64Array, LargeListArray, UInt32Array};
use rayon::prelude::*;

use super::query::Threshold;
use super::runs::common;
use super::{containment, self_containment};
use crate::cancel::Cancel;
use crate::error::Result;
use crate::sign::hash::mix;
use crate::sign::paths::paths;

/// A node that paths of a list visit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VisitedNode {
    pub list: u32,
    pub key: u64,
    /// How often they visit it.
    pub visits: u32,
    /// What this adds to the containment in a document that visits the node once. An estimate, because it is
    /// no integer.
    pub gain: f64,
}

/// The nodes of all lists, each once per list that visits it.
pub fn visited_nodes(lists: &LargeListArray, cancel: &Cancel) -> Result<Vec<VisitedNode>> {
    let mut nodes = Vec::new();
    for (number, list) in each(lists).enumerate() {
        cancel.check()?;
        each_node(list, |depth, idf, key, visits| {
            let gain = visits as f64 * depth as f64 * idf as f64;
            let visits = u32::try_from(visits).unwrap_or(u32::MAX);
            nodes.push(VisitedNode { list: number as u32, key, visits, gain });
        });
    }
    Ok(nodes)
}

/// The containment of each list in itself, as the divisor of shares.
pub fn wholes(lists: &LargeListArray) -> Float64Array {
    each(lists).map(|list| self_containment(list) as f64).collect()
}

/// The share of the left list of each pair in the right one, and the reverse.
pub fn shares(
    lists: &LargeListArray,
    left: &UInt32Array,
    right: &UInt32Array,
    cancel: &Cancel,
) -> Result<Vec<[f64; 2]>> {
    let lists: Vec<&[u64]> = each(lists).collect();
    let wholes: Vec<u128> = lists.par_iter().map(|list| self_containment(list)).collect();
    let of = |(&left, &right): (&u32, &u32)| {
        cancel.check()?;
        let (left, right) = (left as usize, right as usize);
        let shared = containment(lists[left], lists[right]);
        Ok([Threshold::share(shared, wholes[left]), Threshold::share(shared, wholes[right])])
    };
    left.values().par_iter().zip(right.values().par_iter()).map(of).collect()
}

fn each(lists: &LargeListArray) -> impl Iterator<Item = &[u64]> {
    let values = lists.values().as_primitive::<UInt64Type>().values();
    lists.value_offsets().windows(2).map(|range| &values[range[0] as usize..range[1] as usize])
}

/// Calls `f` with each node of a list: depth, idf of its word, key, visits.
fn each_node(list: &[u64], mut f: impl FnMut(usize, u64, u64, u64)) {
    // The nodes of the last path, with the hash of the words so far and the visits counted so far.
    let (mut open, mut last): (Vec<(u64, u64)>, &[[u64; 2]]) = (Vec::new(), &[]);
    let mut close = |open: &mut Vec<(u64, u64)>, last: &[[u64; 2]], depth: usize| {
        while open.len() > depth {
            let (hash, visits) = open.pop().unwrap_or_default();
            f(open.len() + 1, last[open.len()][1], hash, visits);
            if let Some(above) = open.last_mut() {
                above.1 += visits;
            }
        }
    };
    for path in paths(list) {
        close(&mut open, last, common(last, path.steps));
        last = path.steps;
        for step in &last[open.len()..] {
            let above = open.last().map_or(0, |node| node.0);
            open.push((mix(mix(above).wrapping_add(step[0]).wrapping_add(1)), 0));
        }
        if let Some(end) = open.last_mut() {
            end.1 += u64::from(path.count);
        }
    }
    close(&mut open, last, 0);
}

#[cfg(test)]
mod tests {
    use super::super::testing::lists;
    use super::*;
    use hashbrown::HashMap;
    use proptest::prelude::*;

    fn array(documents: &[Vec<u64>]) -> LargeListArray {
        let lists = documents.iter().map(|list| Some(list.iter().map(|&value| Some(value))));
        LargeListArray::from_iter_primitive::<UInt64Type, _, _>(lists)
    }

    proptest! {
        #[test]
        fn the_nodes_that_two_lists_share_sum_up_to_their_containment(documents in lists(12)) {
            let nodes = visited_nodes(&array(&documents), &Cancel::default()).unwrap();
            let mut by_key: HashMap<u64, Vec<VisitedNode>> = HashMap::new();
            nodes.iter().for_each(|node| by_key.entry(node.key).or_default().push(*node));
            let mut sums = HashMap::<(u32, u32), f64>::new();
            for visitors in by_key.values() {
                for (a, b) in visitors.iter().flat_map(|a| visitors.iter().map(move |b| (a, b))) {
                    *sums.entry((a.list, b.list)).or_default() += a.gain * f64::from(b.visits);
                }
            }
            for (a, left) in documents.iter().enumerate() {
                for (b, right) in documents.iter().enumerate() {
                    let expected = containment(left, right) as f64;
                    let found = sums.get(&(a as u32, b as u32)).copied().unwrap_or_default();
                    prop_assert!((found - expected).abs() <= expected * 1e-12, "{found} {expected}");
                }
            }
        }
    }
}
