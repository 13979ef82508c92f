//! Splits text into sentences, given as byte ranges, in one pass and in linear time.
//!
//! The scanner stops only at bytes that can begin a terminator or a line end; `sentence_rules` decides
//! about terminators and the second half of this file about line ends.
//!
//! A line end is one of three things. It is *hard* before or after a blank line, a list item, a heading
//! marked with `#`, a line drawn with punctuation, and where the depth of mail quotation changes. It is
//! *wrapped* when the writer's program put it there because the next word did not fit: then it is a
//! space. Otherwise it is *deliberate*: the next word would have fitted into the width of its paragraph,
//! or the paragraph is too narrow or too wide to be wrapped at all. A deliberate line end closes a
//! sentence unless the text goes on in lower case. The width is taken from the paragraph alone, so a
//! copied paragraph is split the same way wherever it is pasted.

use std::ops::Range;

use super::abbreviations::{Following, Start, is_newline, is_ordinal_noun, is_wide_letter};
use super::sentence_rules::{Site, Stop};

/// Widths, in columns, at which people and programs wrap running text.
const WRAP_WIDTHS: std::ops::RangeInclusive<usize> = 40..=120;
/// A line this part of the width short of the next word was ended on purpose; less is a ragged margin.
const RAGGED_PART: usize = 6;

/// `viii)` and `(viii)` are the longest item marks in use.
const LONGEST_ITEM_MARK: usize = 6;

/// The sentences of `text` in order: trimmed, never empty, together covering all but white space.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for_each_sentence(text, |range| found.push(range));
    found
}

/// Calls `f` with each sentence, as [`sentences`] would list them, without allocating.
pub fn for_each_sentence(text: &str, mut f: impl FnMut(Range<usize>)) {
    let mut scanner = Scanner::new(text);
    while let Some(range) = scanner.next_sentence() {
        f(range);
    }
}

struct Scanner<'a> {
    text: &'a str,
    /// Where the current sentence starts, where the scan is, and where the current line starts.
    start: usize,
    at: usize,
    line: usize,
    paragraph: Paragraph,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Self {
        let start = skip_space(text, 0);
        Scanner { text, start, at: 0, line: 0, paragraph: Paragraph::default() }
    }

    fn next_sentence(&mut self) -> Option<Range<usize>> {
        while let Some(at) = next_candidate(self.text, self.at) {
            let end = match Stop::read(self.text, self.start, at) {
                Some(stop) => self.end_at_stop(stop),
                None => self.end_at_other(at),
            };
            if let Some(sentence) = end.and_then(|end| self.cut(end)) {
                return Some(sentence);
            }
        }
        self.at = self.text.len();
        self.cut(self.text.len())
    }

    /// Closes the sentence at `end`; white space alone is none.
    fn cut(&mut self, end: usize) -> Option<Range<usize>> {
        let sentence = self.text.get(self.start..end)?.trim_end();
        let range = self.start..self.start + sentence.len();
        self.start = skip_space(self.text, end);
        (!range.is_empty()).then_some(range)
    }

    fn end_at_stop(&mut self, stop: Stop) -> Option<usize> {
        let mut next = skip_blanks(self.text, stop.end);
        self.at = next;
        if newline_length(self.text, next) > 0 {
            match self.cross_line_end(next) {
                LineEnd::Wrapped => next = self.at,
                LineEnd::Hard | LineEnd::Deliberate => return Some(stop.end),
            }
        }
        let site = Site { text: self.text, sentence: self.start, stop, next };
        site.ends_sentence().then_some(stop.end)
    }

    fn end_at_other(&mut self, at: usize) -> Option<usize> {
        let length = newline_length(self.text, at);
        if length == 0 {
            self.at = after_char(self.text, at);
            return None;
        }
        match self.cross_line_end(at) {
            LineEnd::Hard => Some(at),
            LineEnd::Deliberate if self.line_starts_anew() => Some(at),
            LineEnd::Deliberate | LineEnd::Wrapped => None,
        }
    }

    fn line_starts_anew(&self) -> bool {
        let start = Following::read(&self.text[self.at..]).start;
        !matches!(start, Start::Lower | Start::Continuation)
    }

    /// Says what the line end at `at` is, and moves the scan to the text of the next line that has any.
    fn cross_line_end(&mut self, at: usize) -> LineEnd {
        if !matches!(self.text.as_bytes()[at], b'\n' | b'\r') {
            self.at = after_char(self.text, at);
            self.line = self.at;
            return LineEnd::Hard;
        }
        let above = Line::new(self.text, self.line, at);
        let (below, skipped) = first_full_line(self.text, at);
        if at >= self.paragraph.end {
            self.paragraph = Paragraph::measure(self.text, self.line, above.depth);
        }
        (self.line, self.at) = (below.start, below.content);
        if skipped || above.depth != below.depth || above.stands_alone() || below.stands_alone() {
            return LineEnd::Hard;
        }
        let wrapped = !self.paragraph.has_room(&above, &below) && !above.announces(&below);
        match wrapped {
            _ if below.starts_item(wrapped) => LineEnd::Hard,
            true if !above.is_title() => LineEnd::Wrapped,
            _ => LineEnd::Deliberate,
        }
    }
}

enum LineEnd {
    Hard,
    Wrapped,
    Deliberate,
}

/// Bytes that can begin a terminator or a line end, in any script.
const CANDIDATES: [bool; 256] = {
    let mut table = [false; 256];
    let leads = b".!?\n\r\xC2\xD6\xD8\xDB\xDC\xDF\xE0\xE1\xE2\xE3\xEA\xEF\xF0";
    let mut index = 0;
    while index < leads.len() {
        table[leads[index] as usize] = true;
        index += 1;
    }
    table
};

fn next_candidate(text: &str, from: usize) -> Option<usize> {
    let ahead = text.as_bytes().get(from..)?;
    let found = ahead.iter().position(|&byte| CANDIDATES[usize::from(byte)]);
    found.map(|offset| from + offset)
}

fn after_char(text: &str, at: usize) -> usize {
    at + text[at..].chars().next().map_or(0, char::len_utf8)
}

fn skip_space(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start().len()
}

fn skip_blanks(text: &str, at: usize) -> usize {
    let blank = |c: char| c.is_whitespace() && !is_newline(c);
    text.len() - text[at..].trim_start_matches(blank).len()
}

/// The length of the line end at `at`, or zero.
fn newline_length(text: &str, at: usize) -> usize {
    match text[at..].chars().next() {
        Some('\r') if text[at..].starts_with("\r\n") => 2,
        Some(c) if is_newline(c) => c.len_utf8(),
        _ => 0,
    }
}

/// One line: `> > text` has depth 2 and its content at `text`.
struct Line<'a> {
    start: usize,
    content: usize,
    end: usize,
    depth: usize,
    text: &'a str,
}

impl<'a> Line<'a> {
    fn new(text: &'a str, start: usize, end: usize) -> Self {
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
    fn read(text: &'a str, start: usize) -> Self {
        let ahead = &text.as_bytes()[start..];
        let length = memchr::memchr2(b'\n', b'\r', ahead).unwrap_or(ahead.len());
        Line::new(text, start, start + length)
    }

    /// A Markdown heading, or a line drawn with punctuation such as `-----` and the signature mark `--`.
    fn stands_alone(&self) -> bool {
        let after_marks = self.text.trim_start_matches('#');
        let marked = after_marks.len() < self.text.len() && after_marks.starts_with(' ');
        let drawn = self.text.len() > 1 && self.text.bytes().all(|byte| b"-=_*~+#".contains(&byte));
        marked || drawn
    }

    /// `- x`, `• x`, `1. x`, `1) x`, `(1) x`, `a) x`; a wrapped line may also begin with an ordinal or an
    /// abbreviation.
    fn starts_item(&self, wrapped: bool) -> bool {
        let mut bytes = self.text.bytes().take(LONGEST_ITEM_MARK + 1);
        let Some(length) = bytes.position(|byte| byte.is_ascii_whitespace()) else {
            return false;
        };
        let (mark, rest) = self.text.split_at(length);
        if let Some(number) = mark.strip_suffix('.') {
            let following = Following::read(rest);
            let ordinal = following.start == Start::Lower || is_ordinal_noun(following.word);
            return match wrapped {
                true => is_item_number(number) && !ordinal,
                false => is_item_label(number),
            };
        }
        matches!(mark, "-" | "*" | "•" | "·" | "‣" | "◦" | "▪" | "●" | "○" | "■" | "–" | "—" | "+" | "o")
            || mark.strip_suffix(')').is_some_and(is_item_label)
    }

    /// A colon, a deeper indent or a further `Name: value` pair: what follows does not continue this line.
    fn announces(&self, below: &Line) -> bool {
        let indented = below.content - below.start > self.content - self.start + 1;
        self.text.ends_with(':')
            || (self.is_field() && below.is_field())
            || (indented && !self.starts_item(true))
    }

    fn is_field(&self) -> bool {
        let name = self.text.split(char::is_whitespace).next().and_then(|word| word.strip_suffix(':'));
        name.is_some_and(|name| name.starts_with(char::is_uppercase))
    }

    /// Every longer word has a capital: a heading, however long.
    fn is_title(&self) -> bool {
        let mut words = self.text.split_whitespace().filter(|word| word.len() > 3);
        let capital = |word: &str| !word.starts_with(|c: char| c.is_lowercase() || c.is_numeric());
        words.by_ref().take(2).filter(|word| capital(word)).count() == 2 && words.all(capital)
    }
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

/// The first line below `at` with more than white space and quote markers, and whether any was skipped.
fn first_full_line(text: &str, at: usize) -> (Line<'_>, bool) {
    let mut line = Line::read(text, at + newline_length(text, at));
    let mut skipped = false;
    while line.text.is_empty() && line.end < text.len() {
        skipped = true;
        line = Line::read(text, line.end + newline_length(text, line.end));
    }
    (line, skipped)
}

/// The lines around a line end, up to a blank line or a change of quotation depth.
#[derive(Default)]
struct Paragraph {
    end: usize,
    /// The widest line, if most lines have a width that people wrap at.
    width: Option<usize>,
}

impl Paragraph {
    fn measure(text: &str, start: usize, depth: usize) -> Self {
        let (mut end, mut widest, mut narrow, mut wide) = (start, 0, 0, 0);
        loop {
            let line = Line::read(text, end);
            if line.text.is_empty() || line.depth != depth {
                break;
            }
            match columns(line.text) {
                width if width > *WRAP_WIDTHS.end() => wide += 1,
                width => (narrow, widest) = (narrow + 1, widest.max(width)),
            }
            end = line.end + newline_length(text, line.end);
        }
        let wraps = narrow > wide && WRAP_WIDTHS.contains(&widest);
        Paragraph { end, width: wraps.then_some(widest) }
    }

    /// Whether the first word of `below` would have fitted on the line above it.
    fn has_room(&self, above: &Line, below: &Line) -> bool {
        let needed = columns(above.text) + 1 + columns(first_unit(below.text));
        self.width.is_none_or(|width| needed + width / RAGGED_PART <= width)
    }
}

/// What a wrapping program moves as one: a word, or a single character where words are not spaced.
fn first_unit(line: &str) -> &str {
    let end = line.bytes().position(|byte| byte.is_ascii_whitespace());
    let word = &line[..end.unwrap_or(line.len())];
    match word.chars().next() {
        Some(c) if is_wide_letter(c) => &word[..c.len_utf8()],
        _ => word,
    }
}

/// Columns on a terminal, closely enough: two for the scripts whose letters are wide. A line that is too
/// wide to be wrapped whatever its letters are is not counted.
fn columns(text: &str) -> usize {
    if text.len() > 4 * WRAP_WIDTHS.end() || text.is_ascii() {
        return text.len();
    }
    let leads = text.bytes().filter(|byte| byte & 0xC0 != 0x80);
    leads.map(|lead| 1 + usize::from(matches!(lead, 0xE3..=0xED | 0xEF..))).sum()
}
