//! A diagonal of a dot matrix: where two documents have like sentences, and the runs of these.

use crate::r#match::diagonals::Sentences;

/// One diagonal of the dot matrix of two documents, indexed by the sentences of the left one.
pub(super) struct Matrix<'a> {
    sentences: &'a Sentences<'a>,
    left: usize,
    right: usize,
    /// The number of the left sentence minus that of the right one.
    pub shift: i64,
    from: usize,
    to: usize,
}

impl<'a> Matrix<'a> {
    pub fn new(sentences: &'a Sentences<'a>, left: u32, right: u32, shift: i64) -> Self {
        let ((left, left_count), (right, right_count)) =
            (sentences.document(left), sentences.document(right));
        let to = (left_count as i64).min(right_count as i64 + shift).max(0) as usize;
        Self { sentences, left, right, shift, from: shift.max(0) as usize, to }
    }

    fn places(&self, at: usize) -> (usize, usize) {
        (self.left + at, (self.right as i64 + at as i64 - self.shift) as usize)
    }

    fn is_dot(&self, at: usize) -> bool {
        let (left, right) = self.places(at);
        let forms = &self.sentences.forms;
        self.sentences.classes.are_alike(forms[left], forms[right])
    }

    fn is_good(&self, at: usize) -> bool {
        let (left, right) = self.places(at);
        self.sentences.good[left] && self.sentences.good[right]
    }

    /// Whether the words of both sentences are the same.
    pub fn is_identical(&self, at: usize) -> bool {
        let (left, right) = self.places(at);
        self.sentences.keys[left] == self.sentences.keys[right]
    }

    /// Whether there are `size` dots from here on, at least one of them a good sentence.
    fn is_seed(&self, at: usize, size: usize) -> bool {
        let end = at + size;
        end <= self.to && (at..end).all(|at| self.is_dot(at)) && (at..end).any(|at| self.is_good(at))
    }

    /// The whole run with its continuations on both sides across small gaps, if this window is its first
    /// seed.
    pub fn chain(&self, at: usize, size: usize, bridge: usize) -> Option<(usize, usize)> {
        if !self.is_seed(at, size) {
            return None;
        }
        let mut start = at;
        while start > self.from && self.is_dot(start - 1) {
            start -= 1;
            if self.is_seed(start, size) {
                return None; // found from the earlier seed
            }
        }
        while let Some(earlier) = self.dot_before(start, bridge) {
            let mut first = earlier;
            while first > self.from && self.is_dot(first - 1) {
                first -= 1;
            }
            if (first..=earlier).any(|at| self.is_seed(at, size)) {
                return None;
            }
            start = first;
        }
        let mut end = at + size;
        loop {
            while end < self.to && self.is_dot(end) {
                end += 1;
            }
            let reach = self.to.min(end + bridge + 1);
            match (end..reach).find(|&at| self.is_dot(at)) {
                Some(later) => end = later,
                None => return Some((start, end)),
            }
        }
    }

    /// The nearest dot before a run, across at most `bridge` missing ones.
    fn dot_before(&self, start: usize, bridge: usize) -> Option<usize> {
        let least = self.from.max(start.saturating_sub(bridge + 1));
        (least..start).rev().find(|&at| self.is_dot(at))
    }
}
