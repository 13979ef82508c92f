//! Runs of words of the reference, as they stand in a copy.

use std::cmp::Reverse;
use std::ops::Range;

use super::letter::{Break, Letter};
use super::reference::{Reference, SEED};
use crate::cancel::Cancel;
use crate::error::Result;

/// Equal words of one paragraph of the reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    pub paragraph: usize,
    pub here: Range<usize>,
    pub there: Range<usize>,
    pub whole: bool,
}

/// Fewer common words than these are a phrase that anybody may use, if they stand alone.
pub(super) const PHRASE: usize = 8;

/// The pieces in the order of the copy, read from its beginning: at each word the longest run, but none beyond the end
/// of its paragraph. Of equally long ones a whole paragraph, then the one nearest to where the last run would go on.
pub(super) fn pieces(reference: &Reference, copy: &Letter, cancel: &Cancel) -> Result<Vec<Piece>> {
    let (mut found, mut at, mut expected) = (Vec::new(), 0, 0);
    while at < copy.len() {
        cancel.check()?;
        let Some(piece) = longest(reference, copy, at, expected) else {
            at += 1;
            continue;
        };
        (at, expected) = (piece.there.end, piece.here.end);
        found.push(piece);
    }
    Ok(without_phrases(found))
}

fn longest(reference: &Reference, copy: &Letter, at: usize, expected: usize) -> Option<Piece> {
    let words = &copy.words[at..];
    let places = if words.len() < SEED { &[] } else { reference.places(words, expected) };
    // Short last paragraphs are at no place where a run begins.
    let next = (expected < reference.len()).then_some(expected as u32);
    let candidates = places.iter().map(|place| place.1).chain(next);
    let piece = candidates.map(|place| piece(reference, words, place as usize, at));
    let piece = piece.max_by_key(|piece| {
        (
            piece.here.len(),
            piece.whole,
            Reverse(piece.here.start.abs_diff(expected)),
            Reverse(piece.here.start),
        )
    })?;
    let alone = copy.breaks[at] >= Break::Sentence && copy.breaks[piece.there.end] >= Break::Sentence;
    let follows = at > 0 && piece.here.start == expected;
    (piece.here.len() >= SEED || (piece.whole && (alone || follows))).then_some(piece)
}

fn piece(reference: &Reference, words: &[u64], place: usize, at: usize) -> Piece {
    let paragraph = reference.paragraph_at(place);
    let rest = &reference.letter.words[place..paragraph.end];
    let length = rest.iter().zip(words).take_while(|(here, there)| here == there).count();
    Piece {
        paragraph: reference.owner[place] as usize,
        here: place..place + length,
        there: at..at + length,
        whole: length == paragraph.len(),
    }
}

/// Leaves out phrases: short pieces that are no whole paragraph and have no other piece of their paragraph beside them.
fn without_phrases(found: Vec<Piece>) -> Vec<Piece> {
    let mut kept: Vec<Piece> = Vec::new();
    for (number, piece) in found.iter().enumerate() {
        let goes_on = |before: &Piece, after: &Piece| {
            before.paragraph == after.paragraph && before.here.end <= after.here.start
        };
        let firm = piece.whole
            || piece.here.len() >= PHRASE
            || kept.last().is_some_and(|before| goes_on(before, piece))
            || found.get(number + 1).is_some_and(|after| goes_on(piece, after));
        if firm {
            kept.push(piece.clone());
        }
    }
    kept
}
