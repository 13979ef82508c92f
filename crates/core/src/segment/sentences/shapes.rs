//! The shapes of the words before and after a full stop.

use super::marks::{is_continuation, is_newline, strength_of};
use super::vocabulary::is_starter;

/// The longest token or word that is examined, and the largest number of symbols that are skipped before one.
pub(super) const REACH: usize = 24;

/// The shape of the token before a full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Word,
    Number,
    Roman,
    Initial,
    SmallLetter,
    Acronym,
}

impl Shape {
    pub(super) fn of(token: &str) -> Shape {
        let last_part = token.rsplit(['-', '\'']).next().unwrap_or(token);
        match single_char(last_part) {
            Some(only) if only.is_uppercase() => Shape::Initial,
            Some(only) if only.is_lowercase() && last_part == token => Shape::SmallLetter,
            _ if is_number(token) => Shape::Number,
            _ if is_roman(token) => Shape::Roman,
            _ if is_dotted_letters(last_part) => Shape::Acronym,
            _ => Shape::Word,
        }
    }
}

fn single_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

fn is_number(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

pub(super) fn is_roman(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| b"IVXLC".contains(&byte))
}

/// "U.S", "T.C", "Ph.D": parts of one or two letters.
fn is_dotted_letters(token: &str) -> bool {
    let is_short =
        |part: &str| part.chars().all(char::is_alphabetic) && matches!(part.chars().count(), 1 | 2);
    token.contains('.') && token.split('.').all(is_short)
}

/// How the text after a stop begins, behind quotes, brackets and dashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// Only symbols up to the end of the line.
    Nothing,
    Continuation,
    Lower,
    Upper,
    Digit,
    Other,
}

/// The first word after a stop, and what follows directly after it.
pub(super) struct Following<'a> {
    pub(super) start: Start,
    pub(super) word: &'a str,
    rest: &'a str,
}

impl<'a> Following<'a> {
    pub(super) fn read(ahead: &'a str) -> Following<'a> {
        let mut symbols = ahead.char_indices().take(REACH);
        let found = symbols.find(|(_, c)| c.is_alphanumeric() || is_newline(*c));
        let (at, start) = match found {
            _ if ahead.starts_with(|c| is_continuation(c) || strength_of(c).is_some()) => {
                (0, Start::Continuation)
            }
            Some((at, c)) => (at, start_with(c)),
            None if ahead.chars().nth(REACH).is_none() => (ahead.len(), Start::Nothing),
            None => (0, Start::Other),
        };
        let word = first_word(&ahead[at..]);
        Following { start, word, rest: &ahead[at + word.len()..] }
    }

    /// A known first word of sentences, and not the initial of a name ("A. Smith", "O'Brien").
    pub(super) fn starts_sentence(&self) -> bool {
        let mut rest = self.rest.chars();
        match rest.next() {
            Some('.') => false,
            Some('\'') if self.word.len() == 1 => rest.next().is_some_and(char::is_lowercase),
            _ => is_starter(self.word),
        }
    }

    pub(super) fn is_initial(&self) -> bool {
        single_char(self.word).is_some_and(char::is_uppercase) && self.rest.starts_with('.')
    }

    /// What "No." and "Art." number: "5", "II", "B12".
    pub(super) fn is_numbered(&self) -> bool {
        (is_roman(self.word) && !self.starts_sentence()) || self.word.chars().any(char::is_numeric)
    }

    /// Days and months are often numbers with a dot of their own: "3. 10. 1990".
    pub(super) fn is_dotted_number(&self) -> bool {
        is_number(self.word) && self.rest.starts_with('.')
    }

    /// Words such as iPhone and eBay keep their small letter at the start of a sentence.
    pub(super) fn is_mixed_case(&self) -> bool {
        self.word.chars().any(char::is_uppercase) && self.word.chars().all(char::is_alphabetic)
    }

    pub(super) fn is_time_zone(&self) -> bool {
        (2..=4).contains(&self.word.len()) && self.word.bytes().all(|byte| byte.is_ascii_uppercase())
    }
}

fn start_with(c: char) -> Start {
    match c {
        _ if is_newline(c) => Start::Nothing,
        _ if c.is_lowercase() => Start::Lower,
        _ if c.is_uppercase() => Start::Upper,
        _ if c.is_numeric() => Start::Digit,
        _ => Start::Other,
    }
}

fn first_word(text: &str) -> &str {
    let mut chars = text.char_indices().take(REACH + 1);
    let end = chars.find(|(_, c)| !c.is_alphanumeric());
    &text[..end.map_or_else(|| longest_prefix(text), |(at, _)| at)]
}

fn longest_prefix(text: &str) -> usize {
    text.char_indices().nth(REACH).map_or(text.len(), |(at, _)| at)
}

/// The run of matching characters at the end of `text`; empty if it is too long to be in any list.
pub(super) fn last_run(text: &str, belongs: impl Fn(char) -> bool) -> &str {
    let mut chars = text.char_indices().rev();
    let mut start = text.len();
    for _ in 0..=REACH {
        match chars.next() {
            Some((at, c)) if belongs(c) => start = at,
            _ => return &text[start..],
        }
    }
    &text[text.len()..]
}
