//! The paragraphs of the reference as they stand in a copy.

use std::ops::Range;

use super::letter::{Break, Letter};
use super::pieces::{PHRASE, Piece};
use super::reference::Reference;
use super::words::{Free, aligned};

/// Fewer altered words than these are a minor change, whatever the length of the paragraph; or less than a twentieth of
/// it, but never more than `MOST`, so that aligning stays linear.
pub(super) const FEW: usize = 15;
const SHARE: usize = 20;
const MOST: usize = 250;
/// A table of this many pairs of words is filled; what would need a larger one differs in all its words.
pub(super) const TABLE: usize = 1 << 18;
/// So many pairs of words are compared to find the short paragraphs of one copy.
const TABLES: usize = 1 << 22;
/// A longer paragraph with a minor change has common runs, so that it was found by them.
const SHORT: usize = 4 * FEW;

/// What became of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Whole,
    Changed,
    /// Sentences were taken out, but nothing else was done.
    Cut,
    /// Too much of it is different.
    Rewritten,
}

/// A paragraph of the reference as it stands in the copy.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub paragraph: usize,
    /// From the first to the last word of the paragraph, in the reference and in the copy.
    pub here: Range<usize>,
    pub there: Range<usize>,
    pub pieces: Vec<Piece>,
    /// Words altered; whole sentences put in and taken out, as numbers of words.
    pub altered: usize,
    pub added: usize,
    pub cut: usize,
}

impl Found {
    fn of(piece: Piece) -> Self {
        let (paragraph, here, there) = (piece.paragraph, piece.here.clone(), piece.there.clone());
        Self { paragraph, here, there, pieces: vec![piece], altered: 0, added: 0, cut: 0 }
    }

    fn push(&mut self, piece: Piece) {
        (self.here.end, self.there.end) = (piece.here.end, piece.there.end);
        match self.pieces.last_mut() {
            Some(last) if (last.here.end, last.there.end) == (piece.here.start, piece.there.start) => {
                (last.here.end, last.there.end) = (piece.here.end, piece.there.end);
            }
            _ => self.pieces.push(piece),
        }
    }

    fn of_all(mut pieces: impl Iterator<Item = Piece>) -> Option<Self> {
        let first = Self::of(pieces.next()?);
        Some(pieces.fold(first, |mut found, piece| {
            found.push(piece);
            found
        }))
    }

    pub fn kept(&self) -> usize {
        self.pieces.iter().map(|piece| piece.here.len()).sum()
    }

    /// The longest run of words that stayed.
    pub fn run(&self) -> usize {
        self.pieces.iter().map(|piece| piece.here.len()).max().unwrap_or_default()
    }

    /// What became of a paragraph of `length` words; sentences put in or taken out are part of a change if it stays
    /// minor. Only of a `single` paragraph, a letter without blank lines, may sentences be taken out.
    pub fn settle(&mut self, length: usize, single: bool) -> State {
        let size = length.max(self.there.len());
        let whole = self.altered + self.added + self.cut;
        if whole > 0 && minor(whole, length, size) {
            (self.altered, self.added, self.cut) = (whole, 0, 0);
        }
        match (self.altered, self.cut) {
            (0, 0) => State::Whole,
            (0, _) if single => State::Cut,
            (altered, 0) if minor(altered, length, size) => State::Changed,
            (altered, _) if single && minor(altered, length, size) && self.kept() * 2 >= length => {
                State::Changed
            }
            _ => State::Rewritten,
        }
    }
}

/// Fewer than 15 words or less than 5 %, and at least half of the words stay.
fn minor(altered: usize, length: usize, size: usize) -> bool {
    (altered < FEW || (altered * SHARE < length && altered <= MOST)) && altered * 2 <= size
}

/// Joins pieces to paragraphs, in the order of the copy.
pub(super) fn joined(pieces: Vec<Piece>, reference: &Reference, copy: &Letter) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for piece in pieces {
        match found.last_mut() {
            Some(last) if last.paragraph == piece.paragraph && last.here.end <= piece.here.start => {
                last.push(piece);
            }
            _ => found.push(Found::of(piece)),
        }
    }
    found.retain(|one| {
        let (kept, length) = (one.kept(), reference.paragraphs[one.paragraph].len());
        kept >= PHRASE || kept * 2 >= length
    });
    with_short(found, reference, copy)
}

/// Adds short paragraphs that have no common run because too many of their words are altered, where they are expected:
/// between the paragraphs before and after them.
fn with_short(found: Vec<Found>, reference: &Reference, copy: &Letter) -> Vec<Found> {
    let (mut all, mut next, mut at, mut left) = (Vec::new(), 0, 0, TABLES);
    let ends = found.iter().map(|one| (one.paragraph, one.there.start)).collect::<Vec<_>>();
    let ends = ends.into_iter().chain([(reference.paragraphs.len(), copy.len())]);
    let mut found = found.into_iter();
    for (until, end) in ends {
        for paragraph in next..until {
            let size = reference.paragraphs[paragraph].len() * (end - at);
            if size > TABLE.min(left) {
                continue;
            }
            left -= size;
            if let Some(short) = short(paragraph, at..end, reference, copy) {
                at = short.there.end;
                all.push(short);
            }
        }
        if let Some(one) = found.next() {
            (next, at) = (one.paragraph + 1, one.there.end);
            all.push(one);
        }
    }
    all
}

fn short(paragraph: usize, space: Range<usize>, reference: &Reference, copy: &Letter) -> Option<Found> {
    let here = reference.paragraphs[paragraph].clone();
    if here.len() >= SHORT || space.is_empty() {
        return None;
    }
    let best = aligned(&reference.letter.words[here.clone()], &copy.words[space.clone()], Free::Both);
    let there = space.start + best.start..space.start + best.end;
    let alone = copy.breaks[there.start] >= Break::Sentence && copy.breaks[there.end] >= Break::Sentence;
    let certain =
        if here.len() < PHRASE { best.distance == 0 && alone } else { best.equal.len() * 2 >= here.len() };
    if there.is_empty() || !certain || !minor(best.distance, here.len(), here.len().max(there.len())) {
        return None;
    }
    Found::of_all(best.equal.iter().map(|&(i, j)| {
        let (i, j) = (here.start + i, space.start + j);
        Piece { paragraph, here: i..i + 1, there: j..j + 1, whole: false }
    }))
}
