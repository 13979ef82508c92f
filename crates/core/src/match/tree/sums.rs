//! Containment of two lists of paths, computed without a tree.
//!
//! A node is a prefix that paths share. In sorted lists the paths of a node are consecutive, so one pass that
//! keeps the nodes of the last path open visits each node once.

use std::cmp::Ordering;

use super::runs::common;
use crate::sign::paths::{Path, paths};

/// A node that further paths may visit: the number of visits by each of the two documents.
#[derive(Clone, Copy, Default)]
struct OpenNode {
    left: u64,
    right: u64,
}

/// The containment similarity of two documents: for each node, the product of both numbers of visits, times
/// its depth and the idf of its word. In units of 2^-32.
pub fn containment(left: &[u64], right: &[u64]) -> u128 {
    let mut left = paths(left).peekable();
    let mut right = paths(right).peekable();
    let mut nodes = Nodes::default();
    loop {
        let order = match (left.peek(), right.peek()) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(left), Some(right)) => left.steps.cmp(right.steps),
        };
        let from_left = left.next_if(|_| order.is_le());
        let from_right = right.next_if(|_| order.is_ge());
        let count = |path: Option<Path<'_>>| path.map_or(0, |path| u64::from(path.count));
        let counts = OpenNode { left: count(from_left), right: count(from_right) };
        if let Some(path) = from_left.or(from_right) {
            nodes.take(path.steps, counts);
        }
    }
    nodes.close(0);
    nodes.sum
}

/// The containment similarity of a document with itself.
pub fn self_containment(list: &[u64]) -> u128 {
    let mut nodes = Nodes::default();
    for path in paths(list) {
        let count = u64::from(path.count);
        nodes.take(path.steps, OpenNode { left: count, right: count });
    }
    nodes.close(0);
    nodes.sum
}

#[derive(Default)]
struct Nodes<'a> {
    path: &'a [[u64; 2]],
    open: Vec<OpenNode>,
    sum: u128,
}

impl<'a> Nodes<'a> {
    fn take(&mut self, steps: &'a [[u64; 2]], counts: OpenNode) {
        self.close(common(self.path, steps));
        self.path = steps;
        self.open.resize(steps.len(), OpenNode::default());
        // A visit is counted at the end of its path; the nodes above get it when the nodes below are closed.
        if let Some(last) = self.open.last_mut() {
            last.left += counts.left;
            last.right += counts.right;
        }
    }

    /// Closes the nodes below `depth`.
    fn close(&mut self, depth: usize) {
        while self.open.len() > depth {
            let idf = self.path[self.open.len() - 1][1];
            let weight = self.open.len() as u128 * u128::from(idf);
            let closed = self.open.pop().unwrap_or_default();
            self.sum += u128::from(closed.left) * u128::from(closed.right) * weight;
            if let Some(above) = self.open.last_mut() {
                above.left += closed.left;
                above.right += closed.right;
            }
        }
    }
}
