//! Writes the words of a text one after the other: the form in which whole texts are compared.
//!
//! This is the hottest loop of all: every byte of every document goes through it. Where a word ends cannot be
//! predicted, so the loops have no branch for it. In long ASCII text, 64 bytes are classified at a time, with
//! arithmetic that the compiler turns into vector instructions, and the bytes to keep are found with bit
//! masks.

use crate::clean::normal::{Form, normalise};
use crate::segment::stretches::{Stretch, for_each_stretch};
use crate::segment::unspaced::Unspaced;
use crate::segment::words::{class_at, take, word_end};

/// For each byte: its lower case if it is an ASCII letter or digit, a space if it ends a word, 0 if the word
/// rules decide.
const PLAIN: [u8; 256] = plain();
pub(crate) const BLOCK: usize = 64;
/// After a block that was cut short, this many parts are processed byte by byte, because characters beyond
/// ASCII rarely come alone.
const PATIENCE: u32 = 4;

/// Appends each word of `normal` and a space. Chinese and Japanese runs are not cut. ASCII is folded on the
/// way.
pub fn spell_words(normal: &str, out: &mut Vec<u8>) {
    let bytes = normal.as_bytes();
    let mut speller = Speller { bytes, at: 0, in_word: false, out };
    let mut patience = 0u32;
    while speller.at < bytes.len() {
        let start = speller.at;
        if patience == 0 && bytes.len() - start > BLOCK {
            speller.block();
            patience = if speller.at < start + BLOCK / 8 { PATIENCE } else { 0 };
        } else {
            speller.plain_part();
            patience = patience.saturating_sub(1);
        }
        if speller.at == start {
            speller.at = match speller.in_word {
                true => rest_of_word(normal, start, speller.out),
                false => marked_part(normal, start, speller.out),
            };
            speller.in_word = false;
        }
    }
    if speller.in_word {
        out.push(b' ');
    }
}

/// Appends each word of the normal form of `text` and a space. ASCII is folded on the way.
pub fn spell_text(text: &str, scratch: &mut String, out: &mut Vec<u8>) {
    for_each_stretch(text, |stretch| match stretch {
        Stretch::Ascii(part) => spell_words(&text[part], out),
        Stretch::Beyond(part) => {
            scratch.clear();
            normalise(&text[part], Form::WORDS, scratch);
            spell_words(scratch, out);
        }
    });
}

struct Speller<'a> {
    bytes: &'a [u8],
    at: usize,
    in_word: bool,
    out: &'a mut Vec<u8>,
}

impl Speller<'_> {
    /// Processes up to 63 bytes at once; the last byte of the block is only looked at. More bytes than a
    /// block must be left.
    fn block(&mut self) {
        let mut spelled = [b' '; 2 * BLOCK]; // twice, so that pieces of fixed length can be copied
        let (mut joins, marks) = classify(&self.bytes[self.at..self.at + BLOCK], &mut spelled);
        let mut length = BLOCK - 1;
        let mut rest = marks & low_bits(length);
        while rest != 0 {
            let place = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let before = if place == 0 { self.in_word } else { joins >> (place - 1) & 1 == 1 };
            match mark(self.bytes, self.at + place, before) {
                0 => {
                    length = place;
                    break;
                }
                b' ' => {}
                inside => {
                    joins |= 1 << place;
                    spelled[place] = inside;
                }
            }
        }
        // Of several spaces only the one after a word is kept.
        let surplus = !joins & !(joins << 1 | u64::from(self.in_word)) & low_bits(length);
        self.write(&spelled, length, surplus);
        if length > 0 {
            self.in_word = joins >> (length - 1) & 1 == 1;
        }
        self.at += length;
    }

    /// Writes the block without the surplus bytes.
    fn write(&mut self, spelled: &[u8; 2 * BLOCK], length: usize, mut surplus: u64) {
        let mut buffer = [0; 2 * BLOCK];
        let (mut from, mut written) = (0, 0);
        while surplus != 0 {
            let to = surplus.trailing_zeros() as usize;
            buffer[written..written + BLOCK].copy_from_slice(&spelled[from..from + BLOCK]);
            written += to - from;
            from = to + (surplus >> to).trailing_ones() as usize;
            surplus &= !low_bits(from);
        }
        buffer[written..written + BLOCK].copy_from_slice(&spelled[from..from + BLOCK]);
        self.out.extend_from_slice(&buffer[..written + length - from.min(length)]);
    }

    /// Processes ASCII byte by byte, a block at most, until the word rules are needed.
    fn plain_part(&mut self) {
        let mut buffer = [0; BLOCK];
        let mut length = 0;
        let mut before = usize::from(self.in_word);
        let end = self.bytes.len().min(self.at + BLOCK);
        for &b in &self.bytes[self.at..end] {
            let mut c = PLAIN[b as usize];
            if c == 0 {
                c = mark(self.bytes, self.at, before == 1);
                if c == 0 {
                    break;
                }
            }
            let joins = usize::from(c != b' ');
            buffer[length % BLOCK] = c; // the remainder changes nothing, but saves a bounds check
            length += joins | before;
            before = joins;
            self.at += 1;
        }
        self.out.extend_from_slice(&buffer[..length]);
        self.in_word = before == 1;
    }
}

/// Writes lower-case letters and digits to `spelled`, and spaces for the rest. Returns bit masks: bytes that
/// belong to words, and bytes that the word rules decide about.
#[inline]
fn classify(block: &[u8], spelled: &mut [u8; 2 * BLOCK]) -> (u64, u64) {
    let mut codes = [0; BLOCK];
    for ((code, out), &b) in codes.iter_mut().zip(spelled.iter_mut()).zip(block) {
        let joins = u8::from((b | 0x20).wrapping_sub(b'a') < 26) | u8::from(b.wrapping_sub(b'0') < 10);
        let marks = u8::from(b >= 0x80)
            | u8::from(b == b'_')
            | u8::from(b == b'.')
            | u8::from(b == b',')
            | u8::from(b == b'\'')
            | u8::from(b == b':')
            | u8::from(b == b';');
        *out = if joins == 1 { b | 0x20 } else { b' ' };
        *code = joins | marks << 1;
    }
    (gather(&codes, 0), gather(&codes, 1))
}

/// Gathers one bit of each byte in a word.
#[inline]
pub(crate) fn gather(codes: &[u8; BLOCK], bit: u32) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const GATHER: u64 = 0x0102_0408_1020_4080; // brings the lowest bits of eight bytes together in the highest byte
    let eights = codes.as_chunks::<8>().0;
    eights.iter().enumerate().fold(0, |bits, (i, eight)| {
        let ones = u64::from_le_bytes(*eight) >> bit & ONES;
        bits | (ones.wrapping_mul(GATHER) >> 56) << (8 * i)
    })
}

#[inline]
fn low_bits(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// A mark in ASCII text: itself if it is inside a word, otherwise a space; 0 if only the full rules can
/// decide.
#[inline]
fn mark(bytes: &[u8], at: usize, in_word: bool) -> u8 {
    let b = bytes[at];
    let next = bytes.get(at + 1).copied().unwrap_or(b' ');
    if b == b'_' && in_word {
        return b; // it joins whatever follows
    }
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

/// Inside a word, at a mark or a character beyond ASCII: appends what still belongs to the word.
fn rest_of_word(text: &str, at: usize, out: &mut Vec<u8>) -> usize {
    let last = class_at(text, at - 1); // a plain byte
    let (end, _) = word_end(text, at, last);
    push_folded(&text[at..end], out);
    out.push(b' ');
    end
}

/// Outside of words: appends the word or run that begins here, or skips a character that begins none.
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
            b'_' | b'.' | b'\'' | b':' | b',' | b';' => 0,
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
            // A double quote is inside words only in Hebrew, which is not plain.
            let plain = matches!(class, Class::Letter | Class::Digit | Class::Break | Class::Quote);
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
