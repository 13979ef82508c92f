//! One line of text: its quotation depth, and whether it is a list item, a heading or a field.

use super::marks::is_newline;
use super::shapes::{Following, Start};
use super::vocabulary::is_ordinal_noun;

/// `viii)` and `(viii)` are the longest item marks in use.
const LONGEST_ITEM_MARK: usize = 6;

const BULLETS: [&str; 12] = ["-", "*", "•", "·", "‣", "◦", "▪", "●", "○", "■", "+", "o"];

/// `> > text` has depth 2 and its content at `text`.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) start: usize,
    pub(super) content: usize,
    pub(super) end: usize,
    pub(super) depth: usize,
    pub(super) text: &'a str,
}

impl<'a> Line<'a> {
    pub(super) fn new(text: &'a str, start: usize, end: usize) -> Self {
        let (mut content, mut depth) = (start, 0);
        for &byte in &text.as_bytes()[start..end] {
            match byte {
                b'>' => depth += 1,
                b' ' | b'\t' => {}
                _ => break,
            }
            content += 1;
        }
        Line { start, content, end, depth, text: text[content..end].trim() }
    }

    /// The line that begins at `start` and ends at the next line feed or carriage return.
    pub(super) fn read(text: &'a str, start: usize) -> Self {
        let ahead = &text.as_bytes()[start..];
        let length = memchr::memchr2(b'\n', b'\r', ahead).unwrap_or(ahead.len());
        Line::new(text, start, start + length)
    }

    pub(super) fn below(&self, text: &'a str) -> Self {
        Line::read(text, self.end + newline_length(text, self.end))
    }

    /// A Markdown heading, or a line drawn with punctuation such as `-----` and the signature mark `--`.
    pub(super) fn stands_alone(&self) -> bool {
        let after_marks = self.text.trim_start_matches('#');
        let marked = after_marks.len() < self.text.len() && after_marks.starts_with(' ');
        let drawn = self.text.len() > 1 && self.text.bytes().all(|byte| b"-=_*~+#".contains(&byte));
        marked || drawn
    }

    /// `- x`, `• x`, `1. x`, `1) x`, `(1) x`, `a) x`
    pub(super) fn starts_item(&self, wrapped: bool) -> bool {
        let mut bytes = self.text.bytes().take(LONGEST_ITEM_MARK + 1);
        let Some(length) = bytes.position(|byte| byte.is_ascii_whitespace()) else {
            return false;
        };
        let (mark, rest) = self.text.split_at(length);
        match mark.strip_suffix('.') {
            Some(number) if wrapped => is_item_number(number) && !continues_ordinal(rest),
            Some(label) => is_item_label(label),
            None => BULLETS.contains(&mark) || mark.strip_suffix(')').is_some_and(is_item_label),
        }
    }

    /// A colon, a deeper indent or another `Name: value` pair: the next line does not continue this one.
    pub(super) fn announces(&self, below: &Line) -> bool {
        let indented = below.content - below.start > self.content - self.start + 1;
        self.text.ends_with(':')
            || (self.is_field() && below.is_field())
            || (indented && !self.starts_item(true))
    }

    fn is_field(&self) -> bool {
        let mut words = self.text.split(char::is_whitespace);
        self.text.starts_with(char::is_uppercase) && words.next().is_some_and(|word| word.ends_with(':'))
    }

    /// Whether every longer word has a capital: then it is a heading, however long.
    pub(super) fn is_title(&self) -> bool {
        let mut longer = 0;
        let words = self.text.split_whitespace().filter(|word| word.len() > 3);
        words.inspect(|_| longer += 1).all(starts_like_a_name) && longer > 1
    }
}

fn starts_like_a_name(word: &str) -> bool {
    !word.starts_with(|c: char| c.is_lowercase() || c.is_numeric())
}

/// The first line from `start` on with more than white space and quote markers, and whether any line was
/// skipped; an empty line at the end of the text if there is none.
pub(super) fn first_full_line(text: &str, start: usize) -> (Line<'_>, bool) {
    let mut line = Line::read(text, start);
    while line.text.is_empty() && line.end < text.len() {
        line = line.below(text);
    }
    if line.text.is_empty() {
        return (Line::new(text, text.len(), text.len()), true);
    }
    (line, line.start > start)
}

/// The length of the line end at `at`, or zero.
#[inline]
pub(super) fn newline_length(text: &str, at: usize) -> usize {
    match text.as_bytes()[at..] {
        [b'\r', b'\n', ..] => 2,
        [byte, ..] if byte.is_ascii() => usize::from(matches!(byte, b'\n' | b'\r')),
        _ => text[at..].chars().next().filter(|&c| is_newline(c)).map_or(0, char::len_utf8),
    }
}

/// A line may have been wrapped inside a date or before an ordinal: `3. Mai`.
fn continues_ordinal(rest: &str) -> bool {
    let following = Following::read(rest);
    following.start == Start::Lower || is_ordinal_noun(following.word)
}

fn is_item_number(number: &str) -> bool {
    matches!(number.len(), 1 | 2) && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_item_label(label: &str) -> bool {
    let label = label.strip_prefix('(').unwrap_or(label);
    let roman = label.len() <= 5 && label.bytes().all(|byte| b"ivx".contains(&byte));
    let letter = label.len() == 1 && label.as_bytes()[0].is_ascii_alphabetic();
    !label.is_empty() && (roman || letter || is_item_number(label))
}
