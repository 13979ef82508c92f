//! What is between the paragraphs of the reference in a copy, and between the pieces of each: altered words, added
//! paragraphs, sentences put in or taken out.

use std::ops::Range;

use super::joined::{FEW, Found, State, TABLE};
use super::letter::{Break, Letter};
use super::reference::Reference;
use super::words::{Free, aligned, same_letters};

/// A copy that was looked at: what became of the paragraphs, in its order.
pub(super) struct Looked {
    pub found: Vec<(Found, State)>,
    /// Words of paragraphs that stand between those of the reference.
    pub added: usize,
    /// Stretches of words that are not from the reference.
    pub own: Vec<Range<usize>>,
}

pub(super) fn look(reference: &Reference, copy: &Letter, mut found: Vec<Found>) -> Looked {
    let mut gaps = Gaps { reference, copy, from: vec![false; copy.len()], added: 0 };
    for one in &mut found {
        gaps.inside(one);
    }
    for number in 0..=found.len() {
        let (before, after) = found.split_at_mut(number);
        gaps.between(before.last_mut(), after.first_mut());
    }
    found.iter_mut().for_each(|one| gaps.as_a_whole(one));
    let (added, from) = (gaps.added, gaps.from);
    let state = |mut one: Found| {
        let length = reference.paragraphs[one.paragraph].len();
        let state = one.settle(length, reference.paragraphs.len() == 1);
        (one, state)
    };
    Looked { added, own: stretches(&from), found: found.into_iter().map(state).collect() }
}

/// The stretches of words that are not from the reference.
pub(super) fn stretches(from: &[bool]) -> Vec<Range<usize>> {
    let mut at = 0;
    let parts = from.chunk_by(|before, after| before == after).map(|part| {
        at += part.len();
        (part[0], at - part.len()..at)
    });
    parts.filter(|(from, _)| !from).map(|(_, range)| range).collect()
}

struct Gaps<'a> {
    reference: &'a Reference<'a>,
    copy: &'a Letter<'a>,
    /// Which words of the copy are from the reference.
    from: Vec<bool>,
    added: usize,
}

impl Gaps<'_> {
    /// Between the pieces of one paragraph.
    fn inside(&mut self, one: &mut Found) {
        for piece in &one.pieces {
            self.from[piece.there.clone()].fill(true);
        }
        let gaps: Vec<(Range<usize>, Range<usize>)> = one
            .pieces
            .windows(2)
            .map(|pair| (pair[0].here.end..pair[1].here.start, pair[0].there.end..pair[1].there.start))
            .collect();
        for (here, there) in gaps {
            let (here, there) = self.without_spaces(here, there);
            if here.is_empty() && self.is_between(&there, Break::Block) {
                self.added += there.len();
            } else if here.is_empty() && there.len() >= FEW && self.is_between(&there, Break::Sentence) {
                one.added += there.len();
            } else if there.is_empty() && self.is_cut(&here) {
                one.cut += here.len();
            } else {
                one.altered += self.altered(here, there, Free::No).0;
            }
        }
    }

    fn is_between(&self, there: &Range<usize>, least: Break) -> bool {
        !there.is_empty() && self.copy.breaks[there.start].min(self.copy.breaks[there.end]) >= least
    }

    /// Whether words of the reference are sentences that may have been taken out as a block.
    fn is_cut(&self, here: &Range<usize>) -> bool {
        let breaks = &self.reference.letter.breaks;
        here.len() >= FEW && breaks[here.start].min(breaks[here.end]) >= Break::Sentence
    }

    /// What is left of both sides without words at either end that differ in their spaces alone.
    fn without_spaces(&mut self, here: Range<usize>, there: Range<usize>) -> (Range<usize>, Range<usize>) {
        let (here, there) = self.without_spaces_at_start(here, there);
        self.without_spaces_at_end(here, there)
    }

    fn without_spaces_at_start(
        &mut self,
        here: Range<usize>,
        there: Range<usize>,
    ) -> (Range<usize>, Range<usize>) {
        let (i, j) = self.same_spelled(&here, &there, false);
        self.from[there.start..there.start + j].fill(true);
        (here.start + i..here.end, there.start + j..there.end)
    }

    fn without_spaces_at_end(
        &mut self,
        here: Range<usize>,
        there: Range<usize>,
    ) -> (Range<usize>, Range<usize>) {
        let (i, j) = self.same_spelled(&here, &there, true);
        self.from[there.end - j..there.end].fill(true);
        (here.start..here.end - i, there.start..there.end - j)
    }

    fn same_spelled(&self, here: &Range<usize>, there: &Range<usize>, backwards: bool) -> (usize, usize) {
        if here.is_empty() || there.is_empty() {
            return (0, 0);
        }
        let (mut left, mut right) =
            (self.reference.letter.spelled(here.clone()), self.copy.spelled(there.clone()));
        if backwards {
            for words in [&mut left, &mut right] {
                words.reverse();
                words.iter_mut().for_each(|word| *word = word.chars().rev().collect());
            }
        }
        same_letters(&left, &right)
    }

    /// Aligns a paragraph again, all of it at once: pieces may have been joined to more differences than there must be.
    fn as_a_whole(&mut self, one: &mut Found) {
        let here = self.reference.paragraphs[one.paragraph].clone();
        let fits = here.len() * one.there.len() <= TABLE;
        if !fits || one.altered < 2 || one.altered > 4 * FEW || one.added > 0 || one.cut > 0 {
            return;
        }
        let words = &self.copy.words[one.there.clone()];
        let best = aligned(&self.reference.letter.words[here], words, Free::No);
        if best.distance < one.altered {
            one.altered = best.distance;
            self.from[one.there.clone()].fill(false);
            best.equal.iter().for_each(|pair| self.from[one.there.start + pair.1] = true);
        }
    }

    /// How many words differ, and how many words of the copy were used.
    fn altered(&mut self, here: Range<usize>, there: Range<usize>, free: Free) -> (usize, usize) {
        if here.is_empty() || there.is_empty() || here.len() * there.len() > TABLE {
            let used = if free == Free::No { there.len() } else { 0 };
            return (here.len().max(used), used);
        }
        let size = here.len();
        let best = aligned(&self.reference.letter.words[here], &self.copy.words[there.clone()], free);
        self.keep(there.start, best.equal.iter().map(|pair| pair.1), size.min(best.end));
        (best.distance, best.end)
    }

    /// Some equal words inside other text say nothing; at least half of the shorter side must be equal.
    fn keep(&mut self, start: usize, equal: impl ExactSizeIterator<Item = usize>, shorter: usize) {
        if equal.len() * 2 >= shorter {
            equal.for_each(|at| self.from[start + at] = true);
        }
    }

    /// From one paragraph to the next, or from the beginning, or to the end.
    fn between(&mut self, mut before: Option<&mut Found>, mut after: Option<&mut Found>) {
        let mut start = before.as_ref().map_or(0, |one| one.there.end);
        let mut end = after.as_ref().map_or(self.copy.len(), |one| one.there.start);
        if let Some(one) = before.as_deref_mut() {
            start = self.tail(one, end);
        }
        if let Some(one) = after.as_deref_mut() {
            end = self.head(one, start);
        }
        let mut at = start;
        while at < end {
            let next = (at + 1..end).find(|&word| self.copy.breaks[word] == Break::Block).unwrap_or(end);
            let joins = |word: usize| self.copy.breaks[word] != Break::Block;
            let left = before.as_deref_mut().filter(|_| at == start && joins(at));
            let right = after.as_deref_mut().filter(|_| next == end && joins(next));
            match left.or(right).filter(|_| next - at < FEW) {
                Some(one) => {
                    one.altered += next - at;
                    one.there = one.there.start.min(at)..one.there.end.max(next);
                }
                None => self.added += next - at,
            }
            at = next;
        }
    }

    /// Looks for the end of a paragraph in the words behind it, up to a blank line; returns where they begin.
    fn tail(&mut self, one: &mut Found, limit: usize) -> usize {
        let here = one.here.end..self.reference.paragraphs[one.paragraph].end;
        let start = one.there.end;
        let end = (start..limit).find(|&word| self.copy.breaks[word] == Break::Block).unwrap_or(limit);
        let (here, there) = self.without_spaces_at_start(here, start..end);
        one.there.end = there.start;
        let near = there.start..there.end.min(there.start + here.len() + FEW);
        let (altered, used) = self.altered(here.clone(), near, Free::End);
        if self.is_cut(&here) && altered >= here.len() {
            one.cut += here.len();
            return one.there.end;
        }
        one.altered += altered;
        one.there.end += used;
        one.there.end
    }

    /// Looks for the beginning of a paragraph in the words before it, down to a blank line; returns where they end.
    fn head(&mut self, one: &mut Found, limit: usize) -> usize {
        let here = self.reference.paragraphs[one.paragraph].start..one.here.start;
        let end = one.there.start;
        let blank = (limit + 1..=end).rev().find(|&word| self.copy.breaks[word] == Break::Block);
        let (here, there) = self.without_spaces_at_end(here, blank.unwrap_or(limit)..end);
        one.there.start = there.end;
        let near = there.start.max(there.end.saturating_sub(here.len() + FEW))..there.end;
        let (altered, used) = self.altered_before(here.clone(), near);
        if self.is_cut(&here) && altered >= here.len() {
            one.cut += here.len();
            return one.there.start;
        }
        one.altered += altered;
        one.there.start -= used;
        one.there.start
    }

    /// As `altered`, with the beginning of the copy's words free.
    fn altered_before(&mut self, here: Range<usize>, there: Range<usize>) -> (usize, usize) {
        if here.is_empty() || there.is_empty() || here.len() * there.len() > TABLE {
            return (here.len(), 0);
        }
        let turned = |words: &[u64]| words.iter().rev().copied().collect::<Vec<u64>>();
        let (left, right) =
            (turned(&self.reference.letter.words[here]), turned(&self.copy.words[there.clone()]));
        let best = aligned(&left, &right, Free::End);
        let equal: Vec<usize> = best.equal.iter().map(|pair| right.len() - 1 - pair.1).collect();
        self.keep(there.start, equal.into_iter(), left.len().min(best.end));
        (best.distance, best.end)
    }
}
