//! The words of a normal form, by the Unicode word rules (UAX #29); scripts without spaces are cut further.
//!
//! Plain text is classified by a table over bytes, everything else by a table over characters. The reference
//! implementation of the rules is the oracle in the tests.

use std::ops::Range;

use crate::characters::CharacterTable;
use crate::segment::unspaced::{Unspaced, cut_unspaced};
use crate::segment::word_class::{Class, class_of};

static CLASSES: CharacterTable<Class> = CharacterTable::new(class_of);
const ASCII: [Class; 128] = ascii_classes();

/// Calls `f` with the byte range of each word of `text`, in order.
pub fn for_each_word(text: &str, unspaced: Unspaced, mut f: impl FnMut(Range<usize>)) {
    let mut at = 0;
    while let Some((start, class)) = next_start(text, at) {
        at = take(text, start, class, unspaced, &mut f);
    }
}

/// Processes the word, or the words of the unspaced run, at `start`; returns its end.
#[inline]
pub(crate) fn take(
    text: &str,
    start: usize,
    class: Class,
    unspaced: Unspaced,
    f: &mut impl FnMut(Range<usize>),
) -> usize {
    match class {
        Class::Unspaced | Class::Complex => {
            let end = run_end(text, start, class);
            // Bigrams of complex scripts would separate parts of a letter.
            let needs_dictionary = class == Class::Complex && unspaced == Unspaced::Bigrams;
            let way = if needs_dictionary { Unspaced::Segmenter } else { unspaced };
            cut_unspaced(text, start..end, way, f);
            end
        }
        Class::Other => {
            let end = skip_extend(text, start + width(text, start));
            f(start..end);
            end
        }
        _ => {
            let (end, wordy) = word_end(text, start + width(text, start), class);
            if wordy {
                f(start..end);
            }
            end
        }
    }
}

/// All words of `text` as byte ranges.
pub fn words(text: &str, unspaced: Unspaced) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    for_each_word(text, unspaced, |range| ranges.push(range));
    ranges
}

/// The next position at which a word may begin.
#[inline]
pub(crate) fn next_start(text: &str, mut at: usize) -> Option<(usize, Class)> {
    let bytes = text.as_bytes();
    while at < bytes.len() {
        let class = class_at(text, at);
        if class.begins() {
            return Some((at, class));
        }
        at += width(text, at);
    }
    None
}

/// The end of a word that has been read up to `at`, where the last character had class `last`; and whether it
/// has more than connectors.
#[inline]
pub(crate) fn word_end(text: &str, mut at: usize, mut last: Class) -> (usize, bool) {
    let bytes = text.as_bytes();
    let mut wordy = last.is_wordy();
    loop {
        while let Some(&b) = bytes.get(at)
            && b.is_ascii()
        {
            match ASCII[b as usize] {
                // Nearly every word ends here, at a space.
                Class::Break => return (at, wordy),
                class if class.joins() => last = class,
                _ => break,
            }
            wordy |= last.is_wordy();
            at += 1;
        }
        let next = skip_extend(text, at);
        let Some((end, class)) = continuation(text, next, last) else {
            return (next, wordy);
        };
        if class == Class::Closed {
            return (skip_extend(text, end), wordy);
        }
        last = class;
        wordy |= last.is_wordy();
        at = end;
    }
}

/// The character, or pair of a middle mark and the character behind it, that continues a word after `last`:
/// its end and its class.
fn continuation(text: &str, at: usize, last: Class) -> Option<(usize, Class)> {
    if at >= text.len() {
        return None;
    }
    let class = class_at(text, at);
    let end = at + width(text, at);
    if class.joins() {
        return Some((end, class));
    }
    if class == Class::Apostrophe && last == Class::Hebrew {
        let after = skip_extend(text, end);
        return Some(followed(text, after, Class::is_letter).unwrap_or((end, Class::Closed)));
    }
    let after = skip_extend(text, end);
    match class {
        Class::MidLetter | Class::MidBoth | Class::Apostrophe if last.is_letter() => {
            followed(text, after, Class::is_letter)
        }
        Class::MidNumber | Class::MidBoth | Class::Apostrophe if last.is_digit() => {
            followed(text, after, Class::is_digit)
        }
        Class::Quote if last == Class::Hebrew => followed(text, after, |class| class == Class::Hebrew),
        _ => None,
    }
}

fn followed(text: &str, at: usize, wanted: impl Fn(Class) -> bool) -> Option<(usize, Class)> {
    let class = (at < text.len()).then(|| class_at(text, at))?;
    wanted(class).then(|| (at + width(text, at), class))
}

fn run_end(text: &str, start: usize, class: Class) -> usize {
    let mut at = start;
    while at < text.len() && matches!(class_at(text, at), c if c == class || c == Class::Extend) {
        at += width(text, at);
    }
    at
}

#[inline]
fn skip_extend(text: &str, mut at: usize) -> usize {
    while at < text.len() && !text.as_bytes()[at].is_ascii() && class_at(text, at) == Class::Extend {
        at += width(text, at);
    }
    at
}

/// The class of the character at `at`, which must be the start of a character inside `text`.
#[inline]
pub(crate) fn class_at(text: &str, at: usize) -> Class {
    let b = text.as_bytes()[at];
    if b.is_ascii() {
        return ASCII[b as usize];
    }
    text[at..].chars().next().map_or(Class::Break, |c| CLASSES.get(c))
}

#[inline]
fn width(text: &str, at: usize) -> usize {
    match text.as_bytes()[at] {
        0..0x80 => 1,
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    }
}

const fn ascii_classes() -> [Class; 128] {
    let mut classes = [Class::Break; 128];
    let mut b = 0;
    while b < 128 {
        classes[b] = match b as u8 {
            b'A'..=b'Z' | b'a'..=b'z' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b'_' => Class::Connector,
            b'.' => Class::MidBoth,
            b'\'' => Class::Apostrophe,
            b'"' => Class::Quote,
            b':' => Class::MidLetter,
            b',' | b';' => Class::MidNumber,
            _ => Class::Break,
        };
        b += 1;
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation;

    fn slices(text: &str) -> Vec<&str> {
        words(text, Unspaced::Bigrams).into_iter().map(|r| &text[r]).collect()
    }

    #[test]
    fn ascii_table_agrees_with_unicode() {
        (0u8..128).for_each(|b| assert_eq!(ASCII[b as usize], class_of(b as char), "{:?}", b as char));
    }

    #[test]
    fn english_and_numbers() {
        assert_eq!(
            slices("can't stop: 3.14, 1,000 e-mails at u.s. ___ a_b"),
            ["can't", "stop", "3.14", "1,000", "e", "mails", "at", "u.s", "a_b"]
        );
    }

    #[test]
    fn unspaced_runs_become_bigrams() {
        assert_eq!(slices("我喜欢 abc 好"), ["我喜", "喜欢", "abc", "好"]);
        assert_eq!(slices("カタカナ語"), ["カタ", "タカ", "カナ", "ナ語"]);
    }

    /// The segments of the reference implementation that have a word character; a mark after a space is none.
    fn reference(text: &str) -> Vec<&str> {
        let wordy = |c: char| c.is_alphanumeric() && class_of(c) != Class::Extend;
        text.split_word_bounds().filter(|s| s.contains(wordy)).collect()
    }

    /// Scripts that are cut further than by the rules, and joiners, which do not occur in a normal form.
    fn is_own(c: char) -> bool {
        c == '\u{200d}' || matches!(class_of(c), Class::Unspaced | Class::Complex)
    }

    proptest! {
        #[test]
        fn equals_the_reference(text in any::<String>()) {
            let text: String = text.chars().filter(|&c| !is_own(c)).collect();
            prop_assert_eq!(slices(&text), reference(&text));
        }

        #[test]
        fn equals_the_reference_where_rules_meet(
            text in "[a-zA-Z0-9_.,:;'\"’·\u{301}\u{ad}אבé\u{2b0}\u{2c2}٣٫・ ,🙂🇹🇷-]{0,24}"
        ) {
            let text: String = text.chars().filter(|&c| !is_own(c)).collect();
            prop_assert_eq!(slices(&text), reference(&text));
        }

        #[test]
        fn unspaced_words_cover_their_run(text in "[我喜欢北京大学のはカタナ々ー]{1,12}") {
            let count = text.chars().count();
            prop_assert_eq!(slices(&text).len(), count.max(2) - 1);
            prop_assert_eq!(words(&text, Unspaced::Segmenter).iter().map(Range::len).sum::<usize>(), text.len());
        }
    }
}
