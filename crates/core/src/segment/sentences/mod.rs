//! Splits text into sentences, given as byte ranges, in one pass and in linear time.
//!
//! The scanner stops only at bytes that can begin a terminator, a separator or a line end; `rules` decides
//! about terminators, `paragraphs` about line ends.

mod lines;
mod marks;
mod paragraphs;
mod rules;
mod shapes;
mod stops;
mod vocabulary;
mod word_lists;

use std::ops::Range;

use crate::clean::marks::PlainType;

use self::lines::{Line, first_full_line, newline_length};
use self::marks::is_newline;
use self::paragraphs::{LineEnd, Paragraph};
use self::rules::Site;
use self::shapes::{Following, Start};
use self::stops::Stop;

/// News agencies put this between the paragraphs of a text without line ends.
const SEPARATOR: &str = "###";

/// The sentences of `text` in order: trimmed and never empty. Together they cover everything except white
/// space, invisible characters, and lines of quote markers only.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for_each_sentence(text, |range| found.push(range));
    found
}

/// Calls `f` with each sentence, as [`sentences`] would list them.
pub fn for_each_sentence(text: &str, mut f: impl FnMut(Range<usize>)) {
    let plain = PlainType::of(text);
    for_each_plain_sentence(&plain.text, |range| f(plain.original(range)));
}

/// The same for a text in plain type, in which all apostrophes and all dashes are the same character. Nothing
/// is allocated.
pub(crate) fn for_each_plain_sentence(text: &str, mut f: impl FnMut(Range<usize>)) {
    let mut scanner = Scanner::new(text);
    while let Some(range) = scanner.next_sentence() {
        f(range);
    }
}

struct Scanner<'a> {
    text: &'a str,
    /// Where the current sentence starts, and the position of the scan.
    start: usize,
    at: usize,
    line: Line<'a>,
    paragraph: Paragraph,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Self {
        let (line, _) = first_full_line(text, 0);
        let start = skip_space(text, line.start);
        Scanner { text, start, at: line.content, line, paragraph: Paragraph::default() }
    }

    fn next_sentence(&mut self) -> Option<Range<usize>> {
        while let Some(at) = next_candidate(self.text, self.at) {
            if let Some(sentence) = self.end_at(at).and_then(|end| self.cut(end)) {
                return Some(sentence);
            }
        }
        self.at = self.text.len();
        self.cut(self.text.len())
    }

    /// Ends the sentence at `end`; `None` if it is only white space.
    fn cut(&mut self, end: usize) -> Option<Range<usize>> {
        let sentence = self.text.get(self.start..end).unwrap_or_default().trim_end();
        let range = self.start..self.start + sentence.len();
        self.start = skip_space(self.text, self.start.max(end).max(self.line.start));
        (!range.is_empty()).then_some(range)
    }

    /// Moves the scan past what is at `at`; returns the end of the sentence if it ends there.
    fn end_at(&mut self, at: usize) -> Option<usize> {
        if newline_length(self.text, at) > 0 {
            return self.end_at_line_end(at);
        }
        if let Some(stop) = Stop::read(self.text, self.start, at) {
            return self.end_at_stop(stop);
        }
        if self.is_separator(at) {
            return self.end_around_separator(at);
        }
        self.at = after_char(self.text, at);
        None
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

    fn end_at_line_end(&mut self, at: usize) -> Option<usize> {
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

    /// It must have spaces around it and be inside a line: at the start it would mark a heading, at the end
    /// close one.
    fn is_separator(&self, at: usize) -> bool {
        let Some(after) = self.text[at..].strip_prefix(SEPARATOR) else {
            return false;
        };
        let spaced = self.text[..at].ends_with(' ') && after.starts_with(' ');
        let next = after.trim_start_matches(' ').chars().next();
        spaced && at > self.line.content && !next.is_none_or(is_newline)
    }

    /// A separator is visited twice: first it ends the sentence before it, then it is a sentence itself.
    fn end_around_separator(&mut self, at: usize) -> Option<usize> {
        let ends_at = if self.start < at { at } else { at + SEPARATOR.len() };
        self.at = ends_at;
        Some(ends_at)
    }

    /// Classifies the line end at `at` and moves the scan to the text of the next line that has any.
    fn cross_line_end(&mut self, at: usize) -> LineEnd {
        if !matches!(self.text.as_bytes()[at], b'\n' | b'\r') {
            let next = after_char(self.text, at);
            self.begin(Line::new(self.text, next, next));
            return LineEnd::Hard;
        }
        let above = self.line_ending_at(at);
        let (below, skipped) = first_full_line(self.text, at + newline_length(self.text, at));
        self.begin(below);
        if skipped || above.text.is_empty() || above.depth != below.depth {
            return LineEnd::Hard;
        }
        if at >= self.paragraph.end {
            self.paragraph = Paragraph::measure(self.text, &above, &below);
        }
        self.paragraph.line_end(&above, &below)
    }

    fn begin(&mut self, line: Line<'a>) {
        self.at = line.content;
        self.line = line;
    }

    /// The line after a rare separator is not read ahead, because it may be long and there may be many.
    fn line_ending_at(&self, end: usize) -> Line<'a> {
        if self.line.end == end { self.line } else { Line::new(self.text, self.line.start, end) }
    }
}

/// Bytes that can begin a terminator, a separator or a line end, in any script.
const CANDIDATES: [bool; 256] = {
    let mut table = [false; 256];
    let leads = b".!?;#\n\r\xC2\xCD\xD6\xD8\xDB\xDC\xDF\xE0\xE1\xE2\xE3\xEA\xEF\xF0";
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
