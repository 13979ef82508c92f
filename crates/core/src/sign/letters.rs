//! The letters of a text: its normal form without punctuation and white space.

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};

use crate::characters::{CharacterTable, first_beyond_ascii};
use crate::clean::images::is_letter;
use crate::clean::normal::{Form, normalise};
use crate::segment::language::LanguageChoice;

#[derive(Clone, Copy)]
enum Role {
    Kept,
    Dropped,
    /// Whether a combining mark counts depends on its base; else it would combine with another letter.
    WithBase,
}

static PLACES: CharacterTable<Role> = CharacterTable::new(place);

fn place(c: char) -> Role {
    if c.is_whitespace() {
        Role::Dropped
    } else if GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c)) {
        Role::WithBase
    } else if is_letter(c) {
        Role::Kept
    } else {
        Role::Dropped
    }
}

/// Writes the letters of `text` to `out`; `fold` says whether case is folded. The result is that of a [`Form`]
/// that drops punctuation and white space, but this is much faster: the normal form that keeps everything has a
/// fast path for ASCII, and so has this function.
pub(crate) fn letters(
    text: &str,
    language: LanguageChoice,
    fold: bool,
    normal: &mut String,
    out: &mut Vec<u8>,
) {
    let turkish = fold && language.is_turkic_in(text);
    normal.clear();
    normalise(text, Form { fold, turkish, ..Form::WORDS }, normal);
    out.clear();
    let mut kept = true;
    let mut rest = &normal[..];
    while !rest.is_empty() {
        let plain = first_beyond_ascii(rest.as_bytes()).unwrap_or(rest.len());
        ascii(&rest.as_bytes()[..plain], out);
        kept = rest[..plain].bytes().last().map_or(kept, |last| last.is_ascii_alphanumeric());
        rest = &rest[plain..];
        let Some(c) = rest.chars().next() else { break };
        kept = match PLACES.get(c) {
            Role::Kept => true,
            Role::Dropped => false,
            Role::WithBase => kept,
        };
        let (character, after) = rest.split_at(c.len_utf8());
        if kept {
            out.extend_from_slice(character.as_bytes());
        }
        rest = after;
    }
}

/// Every byte is written, and overwritten by the next one if it does not count: a branch could not be
/// predicted.
fn ascii(bytes: &[u8], out: &mut Vec<u8>) {
    let mut at = out.len();
    out.resize(at + bytes.len(), 0);
    for &byte in bytes {
        out[at] = byte;
        at += usize::from(byte.is_ascii_alphanumeric());
    }
    out.truncate(at);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean::normal::Policy;
    use crate::segment::language::Language;
    use proptest::prelude::*;

    fn is_the_form(text: &str) -> Result<(), TestCaseError> {
        let folded = [(LanguageChoice::Any, true, false), (turkish(), true, true)];
        for (language, fold, turkish) in folded.into_iter().chain([(turkish(), false, false)]) {
            let (mut form, mut found) = (String::new(), b"left over".to_vec());
            let drop = Form { fold, punctuation: Policy::Drop, space: Policy::Drop, turkish };
            normalise(text, drop, &mut form);
            letters(text, language, fold, &mut String::from("left over"), &mut found);
            prop_assert_eq!(String::from_utf8(found).unwrap(), form);
        }
        Ok(())
    }

    fn turkish() -> LanguageChoice {
        LanguageChoice::Fixed(Language::from_code("tr").unwrap())
    }

    #[test]
    fn every_character_has_its_place() {
        for c in (0..0x11_0000).filter_map(char::from_u32) {
            is_the_form(&format!("a{c}\u{301}I {c}")).unwrap();
        }
    }

    proptest! {
        #[test]
        fn letters_are_what_the_form_keeps(text in any::<String>()) {
            is_the_form(&text)?;
        }

        #[test]
        fn of_mixed_scripts_too(text in "[ -~a-zıİIé\u{301}\u{345}ßς我好のｶﾞ한ไ็…’½㈠🙂\u{200d}]{0,60}") {
            is_the_form(&text)?;
        }
    }
}
