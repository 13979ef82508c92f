//! Cuts a text into stretches of ASCII and stretches with other characters.
//!
//! The normal form of ASCII is its lower case, so only the other stretches are normalised. They are cut at
//! spaces, across which no word, combination or rule extends.

use std::ops::Range;

use memchr::{memchr, memrchr};

use crate::characters::first_beyond_ascii;

/// ASCII gaps shorter than this are included in a stretch beyond ASCII.
const NEAR: usize = 64;

pub(super) enum Stretch {
    Ascii(Range<usize>),
    Beyond(Range<usize>),
}

/// All stretches in order; some may be empty.
#[inline]
pub(super) fn for_each_stretch(text: &str, mut f: impl FnMut(Stretch)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(first) = first_beyond_ascii(&bytes[at..]) {
        let first = at + first;
        let start = memrchr(b' ', &bytes[at..first]).map_or(at, |space| at + space);
        let mut end = first;
        loop {
            end = memchr(b' ', &bytes[end..]).map_or(bytes.len(), |space| end + space);
            match first_beyond_ascii(&bytes[end..]) {
                Some(next) if next < NEAR => end += next,
                _ => break,
            }
        }
        f(Stretch::Ascii(at..start));
        f(Stretch::Beyond(start..end));
        at = end;
    }
    f(Stretch::Ascii(at..bytes.len()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn stretches_are_the_text_and_know_what_they_hold(text in "([a-z ]{0,70}|[é我 ]{0,3}){0,9}") {
            let (mut at, mut spelled) = (0, String::new());
            for_each_stretch(&text, |stretch| {
                let (range, ascii) = match stretch {
                    Stretch::Ascii(range) => (range, true),
                    Stretch::Beyond(range) => (range, false),
                };
                assert_eq!((range.start, text[range.clone()].is_ascii()), (at, ascii));
                // A cut is before a space or at an end.
                assert!(ascii || range.start == 0 || text[range.clone()].starts_with(' '));
                assert!(text[range.end..].is_empty() || range.is_empty() || text[range.end..].starts_with(' '));
                at = range.end;
                spelled.push_str(&text[range]);
            });
            prop_assert_eq!(spelled, text);
        }
    }
}
