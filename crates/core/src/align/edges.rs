//! From words to code points of the text: the marks that belong to a passage go with it.

use std::ops::Range;

use crate::align::words::Words;
use crate::align::{Block, Passage};
use crate::clean::offsets::CodePoints;

/// The passages of some blocks of words.
pub fn passages(blocks: &[Block], left: (&str, &Words), right: (&str, &Words)) -> Vec<Passage> {
    let mut points = (CodePoints::new(left.0), CodePoints::new(right.0));
    let passage = |block: &Block| Passage {
        left: points.0.range(widened(left.0, left.1, block.left.clone())),
        right: points.1.range(widened(right.0, right.1, block.right.clone())),
        identical: left.1.same(block.left.clone(), right.1, block.right.clone()),
    };
    blocks.iter().map(passage).collect()
}

/// The bytes of some words with what opens before the first and closes after the last.
fn widened(text: &str, words: &Words, range: Range<usize>) -> Range<usize> {
    let bytes = words.bytes(range.clone());
    let free = words.end_before(range.start).min(bytes.start);
    let before = text[free..bytes.start].chars().rev().take_while(|&c| opens(c));
    let start = bytes.start - before.map(char::len_utf8).sum::<usize>();
    let free = words.start_of(range.end).unwrap_or(text.len()).max(bytes.end);
    let after = text[bytes.end..free].chars().take_while(|&c| closes(c));
    start..bytes.end + after.map(char::len_utf8).sum::<usize>()
}

/// Quotes, brackets and signs that stand right before a word they belong to.
fn opens(c: char) -> bool {
    matches!(
        c,
        '"' | '\''
            | '('
            | '['
            | '{'
            | '<'
            | '“'
            | '‘'
            | '„'
            | '‚'
            | '«'
            | '‹'
            | '「'
            | '『'
            | '（'
            | '《'
            | '〈'
            | '【'
            | '［'
            | '¿'
            | '¡'
            | '$'
            | '€'
            | '£'
            | '#'
            | '@'
            | '&'
            | '*'
            | '_'
            | '/'
            | '~'
            | '-'
            | '+'
    )
}

/// All marks right behind a word, but for those that open something new.
fn closes(c: char) -> bool {
    !c.is_whitespace()
        && !matches!(
            c,
            '(' | '['
                | '{'
                | '<'
                | '“'
                | '„'
                | '‚'
                | '«'
                | '‹'
                | '「'
                | '『'
                | '（'
                | '《'
                | '〈'
                | '【'
                | '［'
                | '¿'
                | '¡'
        )
}
