//! Checks what is wrong with a JSON value beyond its grammar, without building the value. Whether a record is
//! accepted must not depend on whether its other fields are kept, and Python must be able to read the kept
//! ones.

use std::fmt;

use memchr::{memchr, memchr2};

/// Recursive parsers need stack in proportion to the depth.
const MAX_DEPTH: usize = 128;
/// Python refuses integers of more than 4,300 digits.
const MAX_DIGITS: usize = 1_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    LoneSurrogate,
    TooDeep,
    LongNumber,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::LoneSurrogate => f.write_str("has a \\u escape that is half of a pair (a lone surrogate)"),
            Flaw::TooDeep => write!(f, "is nested deeper than {MAX_DEPTH} levels"),
            Flaw::LongNumber => write!(f, "has a number of more than {MAX_DIGITS} digits"),
        }
    }
}

/// Checks a value that is known to be valid JSON.
pub fn check(raw: &str) -> Result<(), Flaw> {
    let bytes = raw.as_bytes();
    match bytes.first() {
        Some(b'"') => check_escapes(bytes),
        Some(b'[' | b'{') => check_marks(bytes).and_then(|()| check_escapes(bytes)),
        _ => check_marks(bytes),
    }
}

/// Checks depth and digits outside of strings.
fn check_marks(bytes: &[u8]) -> Result<(), Flaw> {
    let (mut at, mut depth, mut digits) = (0, 0, 0);
    while at < bytes.len() {
        digits = if bytes[at].is_ascii_digit() { digits + 1 } else { 0 };
        match bytes[at] {
            b'"' => at += string_length(&bytes[at + 1..]),
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(Flaw::TooDeep);
        }
        if digits > MAX_DIGITS {
            return Err(Flaw::LongNumber);
        }
        at += 1;
    }
    Ok(())
}

/// The length of a string behind its opening quotation mark, including the closing one.
fn string_length(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(mark) = memchr2(b'"', b'\\', &bytes[at..]) {
        at += mark + 1;
        if bytes[at - 1] == b'"' {
            return at;
        }
        at += 1;
    }
    bytes.len()
}

/// Backslashes occur in strings only, so the whole value can be searched at once.
fn check_escapes(bytes: &[u8]) -> Result<(), Flaw> {
    let mut at = 0;
    while let Some(mark) = memchr(b'\\', &bytes[at..]) {
        at += mark;
        at += match code_unit(&bytes[at..]) {
            None => 2,
            Some(0xD800..0xDC00) => match code_unit(&bytes[at + 6..]) {
                Some(0xDC00..0xE000) => 12,
                _ => return Err(Flaw::LoneSurrogate),
            },
            Some(0xDC00..0xE000) => return Err(Flaw::LoneSurrogate),
            Some(_) => 6,
        };
    }
    Ok(())
}

/// The value of the `\u` escape at the beginning of the bytes.
fn code_unit(bytes: &[u8]) -> Option<u32> {
    let digits = bytes.strip_prefix(b"\\u")?.get(..4)?;
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;
    use serde_json::value::RawValue;

    #[test]
    fn depth_and_digits_have_limits() {
        let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert_eq!(check(&deep(MAX_DEPTH)), Ok(()));
        assert_eq!(check(&deep(MAX_DEPTH + 1)), Err(Flaw::TooDeep));
        assert_eq!(check(&format!("\"{}\"", deep(1000))), Ok(()));
        assert_eq!(check(&"[],".repeat(1000)), Ok(()));
        assert_eq!(check(&"9".repeat(MAX_DIGITS)), Ok(()));
        assert_eq!(check(&format!("[1,{}]", "9".repeat(MAX_DIGITS + 1))), Err(Flaw::LongNumber));
    }

    proptest! {
        /// Escapes are judged in the same way as by the parser that builds values.
        #[test]
        fn escapes_are_good_if_a_parser_takes_them(
            parts in prop::collection::vec(prop::sample::select(vec![
                "\\ud800", "\\uDC00", "\\uDbFf", "\\udfff", "\\u0041", "\\\\", "\\\"", "u", "d800", "\\n", "a", "\\ue000", "é",
            ]), 0..6),
            nested in any::<bool>(),
        ) {
            let text = parts.concat();
            let raw = if nested { format!("{{\"{text}\": [\"{text}\"]}}") } else { format!("\"{text}\"") };
            prop_assume!(serde_json::from_str::<&RawValue>(&raw).is_ok());
            prop_assert_eq!(check(&raw).is_ok(), serde_json::from_str::<Value>(&raw).is_ok());
        }
    }
}
