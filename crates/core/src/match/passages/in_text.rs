//! Stretches of words in one text: their positions, and the marks around them.

use std::ops::Range;

use crate::clean::offsets::code_points;
use crate::error::{Error, Result};
use crate::segment::located::WordLocator;

/// Marks before and after a passage that belong to it if they are at all its places.
const OPENING: &[char] =
    &['"', '\'', '(', '[', '{', '«', '“', '„', '‘', '¿', '¡', '「', '『', '（', '【', '《'];
const CLOSING: &[char] = &[
    '.', '!', '?', '…', ',', ';', ':', '"', '\'', ')', ']', '}', '»', '”', '“', '’', '。', '！', '？', '，',
    '、', '；', '：', '」', '』', '）', '】', '》',
];

/// A located place: passage, number of the place, document, start and end in code points, and the marks
/// around it: two before and two behind, the nearest first, each as its number in the list of marks, counted
/// from 1.
pub(super) type Found = [u32; 6];

/// A stretch of words in a text: start and end in code points, the marks around it, and its text.
pub(super) struct PlaceInText<'a> {
    pub start: u32,
    pub end: u32,
    pub marks: u32,
    pub text: &'a str,
}

/// The places of stretches, each given by its first word and its number of words.
pub(super) fn located<'a>(
    locator: &mut WordLocator,
    text: &'a str,
    stretches: impl Iterator<Item = [u32; 2]>,
) -> Result<Vec<PlaceInText<'a>>> {
    let words = locator.words(text);
    let mut ranges = Vec::with_capacity(stretches.size_hint().0);
    for [first, length] in stretches {
        let last = first as usize + length as usize - 1;
        let (Some(start), Some(end)) = (words.get(first as usize), words.get(last)) else {
            return Err(Error::InputError("a text has changed since the first reading; start again".into()));
        };
        ranges.push(start.start..end.end);
    }
    let places = code_points(text, ranges.clone());
    let place = |(bytes, place): (Range<usize>, Range<usize>)| {
        let before = marks(text[..bytes.start].chars().rev(), OPENING);
        let after = marks(text[bytes.end..].chars(), CLOSING);
        let marks = u32::from_ne_bytes([before[0], before[1], after[0], after[1]]);
        PlaceInText { start: place.start as u32, end: place.end as u32, marks, text: &text[bytes] }
    };
    Ok(ranges.into_iter().zip(places).map(place).collect())
}

fn marks(mut characters: impl Iterator<Item = char>, known: &[char]) -> [u8; 2] {
    let mut mark = || {
        let c = characters.next()?;
        known.iter().position(|&other| other == c).map(|at| at as u8 + 1)
    };
    let first = mark().unwrap_or(0);
    [first, if first > 0 { mark().unwrap_or(0) } else { 0 }]
}

/// Adds the marks that are around all places of a passage.
pub(super) fn take_marks(text: &mut String, places: &mut [Found]) {
    let all = |n: usize| {
        let mark = places.first().map_or(0, |place| place[5].to_ne_bytes()[n]);
        if places.iter().all(|place| place[5].to_ne_bytes()[n] == mark) { mark } else { 0 }
    };
    let outer = |first: u8, n: usize| if first > 0 { all(n) } else { 0 };
    let (before, after) = (all(0), all(2));
    let marks = [before, outer(before, 1), after, outer(after, 3)];
    for &mark in marks[..2].iter().filter(|&&mark| mark > 0) {
        text.insert(0, OPENING[mark as usize - 1]);
        places.iter_mut().for_each(|place| place[3] -= 1);
    }
    for &mark in marks[2..].iter().filter(|&&mark| mark > 0) {
        text.push(CLOSING[mark as usize - 1]);
        places.iter_mut().for_each(|place| place[4] += 1);
    }
}
