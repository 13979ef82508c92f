//! The form of a whole text that is the same for exact copies.

use crate::clean::normal::{Form, Policy, normalise};
use crate::segment::language::{Language, LanguageChoice};
use crate::segment::spelled::{spell_text, spell_words};

/// What has to be equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SameBy {
    /// The words in their order; punctuation, case and white space do not count.
    #[default]
    Words,
    /// The letters and digits in their order; even the gaps between words do not count.
    Letters,
    /// The same, and their case.
    CasedLetters,
}

/// Writes the form of `text` that equal documents share; empty for a text without words. If languages are
/// detected, the form ends with the language, because words of two languages are not treated alike even if
/// they look alike.
pub fn exact_form(text: &str, by: SameBy, language: LanguageChoice, scratch: &mut String, out: &mut Vec<u8>) {
    let from = out.len();
    let found = language.of(text);
    let turkish = language.folds_turkic(found, text);
    let form = Form { turkish, ..Form::WORDS };
    scratch.clear();
    match by {
        SameBy::Words if turkish => {
            normalise(text, form, scratch);
            spell_words(scratch, out);
        }
        SameBy::Words => spell_text(text, scratch, out),
        SameBy::Letters | SameBy::CasedLetters => {
            let fold = by == SameBy::Letters;
            normalise(text, Form { fold, punctuation: Policy::Drop, space: Policy::Drop, ..form }, scratch);
            out.extend_from_slice(scratch.as_bytes());
        }
    }
    if language == LanguageChoice::Detect && out.len() > from {
        out.extend(found.map_or("", Language::code).bytes());
    }
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
