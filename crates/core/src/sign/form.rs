//! The form of a whole text that exact copies share.

use memchr::{memchr, memrchr};

use crate::characters::first_beyond_ascii;
use crate::clean::normal::{Form, Policy, normalise};
use crate::segment::language::{Language, LanguageChoice};
use crate::segment::spelled::spell_words;

/// What must be the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SameBy {
    /// The words in their order; punctuation, case and white space do not count.
    #[default]
    Words,
    /// The letters and digits in their order; even the gaps between words do not count.
    Letters,
}

/// Writes the form of `text` that equal documents share. Empty for a text without words.
pub fn exact_form(text: &str, by: SameBy, language: LanguageChoice, scratch: &mut String, out: &mut Vec<u8>) {
    let turkish = language.of(text).is_some_and(Language::is_turkic);
    let form = Form { turkish, ..Form::WORDS };
    scratch.clear();
    match by {
        SameBy::Words if turkish => {
            normalise(text, form, scratch);
            spell_words(scratch, out);
        }
        SameBy::Words => spell_normal(text, scratch, out),
        SameBy::Letters => {
            normalise(text, Form { punctuation: Policy::Drop, space: Policy::Drop, ..form }, scratch);
            out.extend_from_slice(scratch.as_bytes());
        }
    }
}

/// A stretch beyond ASCII reaches on over gaps shorter than this.
const NEAR: usize = 64;

/// Spells the words of the text's normal form. Folding is all there is to the normal form of ASCII, and spelling folds;
/// so only stretches with characters beyond it are normalised. They are cut at spaces, which no word, no combination and
/// no rule reaches across.
fn spell_normal(text: &str, scratch: &mut String, out: &mut Vec<u8>) {
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
        spell_words(&text[at..start], out);
        scratch.clear();
        normalise(&text[start..end], Form::WORDS, scratch);
        spell_words(scratch, out);
        at = end;
    }
    spell_words(&text[at..], out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn spelling_in_stretches_changes_nothing(
            text in "([A-Za-z.,'-]{0,40}[ \n]?|[ aé\u{301}\u{a0}…我好İßא]{1,3}){0,20}"
        ) {
            let (mut whole, mut naive) = (String::new(), Vec::new());
            normalise(&text, Form::WORDS, &mut whole);
            spell_words(&whole, &mut naive);
            let mut form = Vec::new();
            exact_form(&text, SameBy::Words, LanguageChoice::Any, &mut String::new(), &mut form);
            prop_assert_eq!(form, naive);
        }
    }
}
