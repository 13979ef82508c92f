//! Finds where a run of terminators begins and ends, with everything that belongs to it.

use super::marks::{Strength, is_closer, is_either_way_quote, is_greek, is_newline, strength_of};
use super::shapes::REACH;

/// How far back an unclosed quotation mark is searched.
const QUOTE_REACH: usize = 256;

/// A run of terminators with the brackets and quotes that close after it: `."`, `?!`, `。」`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub(super) strength: Strength,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Stop {
    /// Reads the run that begins at `start`; `sentence` is where its sentence began.
    pub(super) fn read(text: &str, sentence: usize, start: usize) -> Option<Stop> {
        let first = text[start..].chars().next()?;
        let strength = strength_at(text, sentence, start, first)?;
        // Markdown writes the number of a heading as `4\.`, so that it does not become a list.
        let escaped = text[sentence.min(start)..start].ends_with('\\');
        let mut stop = Stop { strength, start: start - usize::from(escaped), end: start + first.len_utf8() };
        stop.extend(text, sentence);
        stop.end = after_spaced_guillemet(text, after_note_mark(text, stop.end));
        Some(stop)
    }

    fn extend(&mut self, text: &str, sentence: usize) {
        let mut closed = false;
        while let Some(c) = text[self.end..].chars().next() {
            match strength_at(text, sentence, self.end, c) {
                Some(more) => self.strength = self.strength.max(more).max(repeated(closed)),
                None if closes(text, sentence, self.end, c) => closed = true,
                None => break,
            }
            self.end += c.len_utf8();
        }
    }
}

fn strength_at(text: &str, sentence: usize, at: usize, c: char) -> Option<Strength> {
    match c {
        ';' => is_between_greek(text, sentence, at).then_some(Strength::Mark),
        _ => strength_of(c),
    }
}

/// In Greek a semicolon is a question mark. Two letters are required, because one may be a symbol: "angles α;
/// The".
fn is_between_greek(text: &str, sentence: usize, at: usize) -> bool {
    let behind = text[sentence.min(at)..at].chars().rev().take(REACH);
    let last_letters = behind.filter(|c| c.is_alphabetic()).take(2);
    let mut ahead = text[at..].chars().take(REACH).take_while(|&c| !is_newline(c));
    last_letters.filter(|&c| is_greek(c)).count() == 2
        && ahead.find(|c| c.is_alphabetic()).is_none_or(is_greek)
}

/// Two dots in a row are an ellipsis; a dot after a closing bracket certainly ends a sentence: `(etc.).`
fn repeated(closed: bool) -> Strength {
    if closed { Strength::Mark } else { Strength::Ellipsis }
}

fn closes(text: &str, sentence: usize, at: usize, c: char) -> bool {
    if is_closer(c) {
        return true;
    }
    if !is_either_way_quote(c) {
        return false;
    }
    let next = text[at + c.len_utf8()..].chars().next();
    !next.is_some_and(char::is_alphanumeric) || (c == '"' && has_open_quote(text, sentence, at))
}

fn has_open_quote(text: &str, sentence: usize, at: usize) -> bool {
    let behind = &text.as_bytes()[sentence.max(at.saturating_sub(QUOTE_REACH))..at];
    memchr::memchr_iter(b'"', behind).count() % 2 == 1
}

/// A note mark belongs to the sentence before it: `end.[12]`.
fn after_note_mark(text: &str, at: usize) -> usize {
    let Some(inside) = text[at..].strip_prefix('[') else {
        return at;
    };
    let digits = inside.bytes().take(4).take_while(u8::is_ascii_digit).count();
    let closed = digits > 0 && inside[digits..].starts_with(']');
    if closed { at + digits + 2 } else { at }
}

/// French puts a space before the closing guillemet: `Bonjour ! »`.
fn after_spaced_guillemet(text: &str, at: usize) -> usize {
    let mut chars = text[at..].chars();
    let (space, quote) = (chars.next(), chars.next());
    match (space, quote) {
        (Some(space @ (' ' | '\u{A0}' | '\u{202F}')), Some('»'))
            if !chars.next().is_some_and(char::is_alphanumeric) =>
        {
            at + space.len_utf8() + '»'.len_utf8()
        }
        _ => at,
    }
}
