//! Decides whether a line end is a sentence boundary.
//!
//! A line end is *hard* before or after a blank line, a list item, a heading marked with `#` or a line drawn
//! with punctuation, and where the depth of mail quotation changes. It is *wrapped* if the writer's program
//! put it there because the next word did not fit; then it counts as a space. Otherwise it is *deliberate*:
//! the next word would have fitted into the width of the paragraph, or the paragraph is too narrow or too
//! wide to be wrapped at all. A deliberate line end ends a sentence unless the text continues in lower case.
//! The width is measured in the paragraph alone, so a copied paragraph is split in the same way wherever it
//! is pasted.

use super::lines::{Line, newline_length};
use super::marks::is_wide_letter;

/// Widths, in columns, at which people and programs wrap running text.
const WRAP_WIDTHS: std::ops::RangeInclusive<usize> = 40..=120;
/// If the next word would have fitted with a sixth of the width to spare, the line was ended on purpose; less
/// is a ragged margin.
const RAGGED_PART: usize = 6;

pub(super) enum LineEnd {
    Hard,
    Wrapped,
    Deliberate,
}

/// The lines around a line end, up to a blank line or a change of quotation depth.
#[derive(Default)]
pub(super) struct Paragraph {
    pub(super) end: usize,
    /// The widest line, if most lines have a width that people wrap at.
    width: Option<usize>,
}

impl Paragraph {
    /// Measures the paragraph that begins with the two given lines.
    pub(super) fn measure(text: &str, first: &Line, second: &Line) -> Self {
        let mut widths = Widths::default();
        widths.add(first);
        let mut line = *second;
        let mut end = first.end;
        while !line.text.is_empty() && line.depth == first.depth {
            widths.add(&line);
            end = line.end;
            line = line.below(text);
        }
        Paragraph { end: end + newline_length(text, end), width: widths.wrapped_at() }
    }

    pub(super) fn line_end(&self, above: &Line, below: &Line) -> LineEnd {
        if above.stands_alone() || below.stands_alone() {
            return LineEnd::Hard;
        }
        let wrapped = !self.has_room(above, below) && !above.announces(below);
        match wrapped {
            _ if below.starts_item(wrapped) => LineEnd::Hard,
            true if !above.is_title() => LineEnd::Wrapped,
            _ => LineEnd::Deliberate,
        }
    }

    /// Whether the first word of `below` would have fitted into the line above it.
    fn has_room(&self, above: &Line, below: &Line) -> bool {
        self.width.is_none_or(|width| {
            let needed = columns(above.text) + 1 + columns(first_unit(below.text));
            needed + width / RAGGED_PART <= width
        })
    }
}

#[derive(Default)]
struct Widths {
    widest: usize,
    narrow: usize,
    wide: usize,
}

impl Widths {
    fn add(&mut self, line: &Line) {
        let width = columns(line.text);
        if width > *WRAP_WIDTHS.end() {
            self.wide += 1;
            return;
        }
        self.narrow += 1;
        self.widest = self.widest.max(width);
    }

    fn wrapped_at(&self) -> Option<usize> {
        let wraps = self.narrow > self.wide && WRAP_WIDTHS.contains(&self.widest);
        wraps.then_some(self.widest)
    }
}

/// The unit that a wrapping program moves: a word, or a single character in scripts without spaces.
fn first_unit(line: &str) -> &str {
    let end = line.bytes().position(|byte| byte.is_ascii_whitespace());
    let word = &line[..end.unwrap_or(line.len())];
    match word.chars().next() {
        Some(c) if is_wide_letter(c) => &word[..c.len_utf8()],
        _ => word,
    }
}

/// Approximate columns on a terminal: two for scripts with wide letters. Counting stops when the line is too
/// wide to be wrapped.
fn columns(text: &str) -> usize {
    if text.len() > 4 * WRAP_WIDTHS.end() || text.is_ascii() {
        return text.len();
    }
    let leads = text.bytes().filter(|byte| byte & 0xC0 != 0x80);
    leads.map(|lead| 1 + usize::from(matches!(lead, 0xE3..=0xED | 0xEF..))).sum()
}
