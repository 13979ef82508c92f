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

/// Marks that only open something.
const OPENING: &[char] =
    &['(', '[', '{', '<', '“', '„', '‚', '«', '‹', '「', '『', '（', '《', '〈', '【', '［', '¿', '¡'];
/// Quotes that also close, and signs, where they stand right before a word.
const BEFORE: &[char] = &['"', '\'', '‘', '$', '€', '£', '#', '@', '&', '*', '_', '/', '~', '-', '+'];

/// Quotes, brackets and signs that stand right before a word they belong to.
fn opens(c: char) -> bool {
    OPENING.contains(&c) || BEFORE.contains(&c)
}

/// All marks right behind a word, but for those that open something new.
fn closes(c: char) -> bool {
    !c.is_whitespace() && !OPENING.contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_with_their_words() {
        let cases = [
            ("He said: \"Come here!\" (and left)", 2..4, "\"Come here!\""),
            ("a (b c) d", 1..3, "(b c)"),
            ("> quoted words", 0..2, "quoted words"),
            ("one, two; three", 0..2, "one, two;"),
            ("他说：“我喜欢茶。”她走了", 1..4, "“我喜欢茶。”"),
            ("costs $5.00. Next", 1..2, "$5.00."),
            ("e\u{301}te\u{301} fini", 0..1, "e\u{301}te\u{301}"),
        ];
        for (text, range, expected) in cases {
            let words = Words::new(text).unwrap();
            assert_eq!(&text[widened(text, &words, range)], expected, "{text}");
        }
    }

    #[test]
    fn bigrams_that_overlap_otherwise_are_not_the_same() {
        let (left, right) = (Words::new("我喜欢").unwrap(), Words::new("我喜 喜欢").unwrap());
        assert!(left.exact == right.exact && !left.same(0..2, &right, 0..2));
    }
}
