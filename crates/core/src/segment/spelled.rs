//! The words of a text spelled out one after the other: what whole texts are compared by.
//!
//! This is the hottest loop of all: every byte of every document passes here. A word ends at no predictable byte,
//! so the plain part knows no branch for it; only marks and characters beyond ASCII leave the loop.

use crate::segment::unspaced::Unspaced;
use crate::segment::words::{class_at, take, word_end};

/// For a byte: its lower case if it is an ASCII letter or digit, a space if it ends a word, 0 if the rules decide.
const PLAIN: [u8; 256] = plain();
const BLOCK: usize = 256;
type Buffer = [u8; 2 * BLOCK];

/// Appends each word of `normal` and a space. Chinese and Japanese runs stay whole. ASCII is folded on the way.
pub fn spell_words(normal: &str, out: &mut Vec<u8>) {
    let bytes = normal.as_bytes();
    let mut buffer = [0; 2 * BLOCK];
    let mut at = 0;
    let mut in_word = false;
    while at < bytes.len() {
        let end = plain_part(bytes, at, &mut in_word, &mut buffer, out);
        let stuck = end == at;
        at = end;
        if stuck {
            at = if in_word { rest_of_word(normal, at, out) } else { marked_part(normal, at, out) };
            in_word = false;
        }
    }
    if in_word {
        out.push(b' ');
    }
}

/// Takes ASCII, a block at most, until the rules must look further; says whether it stopped inside a word.
fn plain_part(
    bytes: &[u8],
    start: usize,
    in_word: &mut bool,
    buffer: &mut Buffer,
    out: &mut Vec<u8>,
) -> usize {
    let mut length = 0;
    let mut before = usize::from(*in_word);
    let mut at = start;
    for &b in &bytes[start..bytes.len().min(start + BLOCK)] {
        let mut c = PLAIN[b as usize];
        if c == 0 {
            c = mark(bytes, at, before == 1);
            if c == 0 {
                break;
            }
        }
        let joins = usize::from(c != b' ');
        buffer[length % (2 * BLOCK)] = c; // the remainder changes nothing, but spares a check
        length += joins | before; // of several spaces only the one after a word counts
        before = joins;
        at += 1;
    }
    out.extend_from_slice(&buffer[..length]);
    *in_word = before == 1;
    at
}

/// A mark among ASCII: itself where it stands inside a word, else a space. 0 where only the full rules can tell.
#[inline]
fn mark(bytes: &[u8], at: usize, in_word: bool) -> u8 {
    let b = bytes[at];
    let next = bytes.get(at + 1).copied().unwrap_or(b' ');
    if !b.is_ascii() || !next.is_ascii() || b == b'_' {
        return 0;
    }
    let between = |kind: fn(&u8) -> bool| in_word && kind(&bytes[at - 1]) && kind(&next);
    let inside = match b {
        b'.' | b'\'' => between(u8::is_ascii_alphabetic) || between(u8::is_ascii_digit),
        b':' => between(u8::is_ascii_alphabetic),
        b',' | b';' => between(u8::is_ascii_digit),
        _ => false,
    };
    if inside { b } else { b' ' }
}

/// A word has come to a mark or a character beyond ASCII: takes what still belongs to it.
fn rest_of_word(text: &str, at: usize, out: &mut Vec<u8>) -> usize {
    let last = class_at(text, at - 1); // a plain byte
    let (end, _) = word_end(text, at, last);
    push_folded(&text[at..end], out);
    out.push(b' ');
    end
}

/// Outside a word: takes the word or run that begins here, or passes over a character that begins none.
fn marked_part(text: &str, at: usize, out: &mut Vec<u8>) -> usize {
    let class = class_at(text, at);
    if !class.begins() {
        return at + text[at..].chars().next().map_or(1, char::len_utf8);
    }
    take(text, at, class, Unspaced::Whole, &mut |range| {
        push_folded(&text[range], out);
        out.push(b' ');
    })
}

fn push_folded(part: &str, out: &mut Vec<u8>) {
    let from = out.len();
    out.extend_from_slice(part.as_bytes());
    out[from..].make_ascii_lowercase();
}

const fn plain() -> [u8; 256] {
    let mut table = [0; 256];
    let mut b = 0;
    while b < 128 {
        let byte = b as u8;
        table[b] = match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => byte.to_ascii_lowercase(),
            b'_' | b'.' | b'\'' | b'"' | b':' | b',' | b';' => 0,
            _ => b' ',
        };
        b += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::word_class::Class;
    use crate::segment::words::words;
    use proptest::prelude::*;

    /// Straight from the definition: the words, each with a space behind it.
    fn naive(text: &str) -> String {
        words(text, Unspaced::Whole).into_iter().map(|range| format!("{} ", &text[range])).collect()
    }

    fn spelled(text: &str) -> String {
        let mut out = Vec::new();
        spell_words(text, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn plain_bytes_are_those_that_need_no_rule() {
        for b in 0..128u8 {
            let class = class_at(std::str::from_utf8(&[b]).unwrap(), 0);
            let plain = matches!(class, Class::Letter | Class::Digit | Class::Break);
            assert_eq!(PLAIN[b as usize] != 0, plain, "{:?}", b as char);
        }
    }

    proptest! {
        #[test]
        fn equals_the_words(text in any::<String>()) {
            let text = text.to_ascii_lowercase();
            prop_assert_eq!(spelled(&text), naive(&text));
        }

        #[test]
        fn equals_the_words_where_rules_meet(text in "[a-c0-2_.,:;'\"’·é我好のאב\u{301}ไ🙂 \n-]{0,700}") {
            prop_assert_eq!(spelled(&text), naive(&text));
        }
    }
}
