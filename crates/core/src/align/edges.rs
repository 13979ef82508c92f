//! From passages in words to passages in code points. Punctuation that belongs to a passage is included.

use std::ops::Range;

use crate::align::gaps::Gaps;
use crate::align::words::TextWords;
use crate::align::{Block, Passage};
use crate::cancel::Cancel;
use crate::clean::offsets::code_points;
use crate::error::Result;

/// Converts blocks of words to passages in code points.
pub fn passages(
    blocks: &[Block],
    left: (&str, &TextWords),
    right: (&str, &TextWords),
    cancel: &Cancel,
) -> Result<Vec<Passage>> {
    let places = |(text, words): (&str, &TextWords), side: fn(&Block) -> Range<usize>| {
        let mut margins = Margins::new(text, words);
        code_points(text, blocks.iter().map(|block| margins.widened(side(block))).collect())
    };
    let lefts = places(left, |block| block.left.clone());
    cancel.check()?;
    let rights = places(right, |block| block.right.clone());
    let passage = |((block, left_place), right_place): ((&Block, Range<usize>), Range<usize>)| {
        cancel.check()?;
        let identical = left.1.same(block.left.clone(), right.1, block.right.clone());
        Ok(Passage { left: left_place, right: right_place, identical })
    };
    blocks.iter().zip(lefts).zip(rights).map(passage).collect()
}

/// How far a passage extends beyond its first and last word, to include the marks attached to them.
pub(crate) struct Margins<'a> {
    text: &'a str,
    words: &'a TextWords,
    starts: Gaps<usize>,
    ends: Gaps<usize>,
}

impl<'a> Margins<'a> {
    pub(crate) fn new(text: &'a str, words: &'a TextWords) -> Self {
        Self { text, words, starts: Gaps::new(), ends: Gaps::new() }
    }

    /// The byte range of some words, with the marks that open before the first one and close after the last
    /// one.
    pub(crate) fn widened(&mut self, range: Range<usize>) -> Range<usize> {
        let bytes = self.words.bytes(range.clone());
        let free = self.words.end_before(range.start).min(bytes.start);
        let before = &self.text[free..bytes.start];
        let opening = || before.chars().rev().take_while(|&c| opens(c)).map(char::len_utf8).sum();
        let start = bytes.start - self.starts.ask(range.start, before.len(), opening);
        let free = self.words.start_of(range.end).unwrap_or(self.text.len()).max(bytes.end);
        let after = &self.text[bytes.end..free];
        let closing = || after.chars().take_while(|&c| closes(c)).map(char::len_utf8).sum();
        start..bytes.end + self.ends.ask(range.end, after.len(), closing)
    }
}

/// Marks that can only open.
const OPENING: &[char] =
    &['(', '[', '{', '<', '“', '„', '‚', '«', '‹', '「', '『', '（', '《', '〈', '【', '［', '¿', '¡'];
/// Marks that can also close or stand alone, but open if they are directly before a word.
const BEFORE: &[char] = &['"', '\'', '‘', '$', '€', '£', '#', '@', '&', '*', '_', '/', '~', '-', '+'];

/// Whether a mark directly before a word belongs to that word.
fn opens(c: char) -> bool {
    OPENING.contains(&c) || BEFORE.contains(&c)
}

/// Whether a mark directly behind a word belongs to that word: all do, except those that open something new.
fn closes(c: char) -> bool {
    !c.is_whitespace() && !OPENING.contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_gap_is_told_alike_to_all_that_end_there() {
        let text = format!("one {}two three{}four", "(".repeat(200), ")".repeat(200));
        let words = TextWords::new(&text).unwrap();
        let mut margins = Margins::new(&text, &words);
        let whole = 4..text.len() - 4;
        assert_eq!(margins.widened(1..3), whole);
        assert_eq!(margins.widened(1..3), whole);
        assert_eq!(margins.widened(2..3), text.find("three").unwrap()..whole.end);
        assert_eq!(margins.widened(1..2), 4..text.find(" three").unwrap());
    }

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
            let words = TextWords::new(text).unwrap();
            assert_eq!(&text[Margins::new(text, &words).widened(range)], expected, "{text}");
        }
    }

    #[test]
    fn bigrams_that_overlap_otherwise_are_not_the_same() {
        let (left, right) = (TextWords::new("我喜欢").unwrap(), TextWords::new("我喜 喜欢").unwrap());
        assert!(left.exact == right.exact && !left.same(0..2, &right, 0..2));
    }
}
