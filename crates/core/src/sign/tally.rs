//! A sum over the letters of a text: cheap, and equal for all texts with the same words.
//!
//! Most texts of a collection have no copy. Their sum shows this, and their normal form need not be computed.
//!
//! Why this is correct: the normal form decomposes, folds and composes. Seen decomposed, it only replaces
//! each character by its own image and reorders marks, so a sum over decomposed letters can be computed from
//! the text itself. Only characters count that belong to a word in every context. All variants of i count
//! zero, because Turkish folds them differently; so does the Greek iota, which is a combining mark until case
//! is folded.

use unicode_normalization::UnicodeNormalization;

use crate::characters::CharacterTable;
use crate::clean::images::segment_image;
use crate::segment::word_class::{Class, class_of};

static WEIGHTS: CharacterTable<u64> = CharacterTable::new(weight);
const BLOCK: usize = 64;
const WIDE_BLOCK: usize = 1024;
/// Characters below this have one or two bytes.
const SHORT: usize = 0x800;

/// Tallies many texts.
pub(crate) struct Tally {
    short: Box<[u64; SHORT]>,
}

impl Tally {
    pub(crate) fn new() -> Self {
        let weight = |code: usize| char::from_u32(code as u32).map_or(0, |c| WEIGHTS.get(c));
        Self { short: Box::new(std::array::from_fn(weight)) }
    }

    /// The sum over the letters of a text.
    pub(crate) fn of(&self, text: &str) -> u64 {
        let bytes = text.as_bytes();
        let (mut sum, mut at) = (0u64, 0);
        while at < bytes.len() {
            let mut end = boundary_before(text, at + BLOCK);
            let block = &bytes[at..end];
            sum = sum.wrapping_add(match block.iter().fold(0, |all, &b| all.max(b)) {
                0..0x80 => self.ascii(block),
                0x80..0xE0 => self.two_bytes(block),
                _ => {
                    end = boundary_before(text, at + if is_wide(block) { WIDE_BLOCK } else { BLOCK });
                    by_character(&text[at..end])
                }
            });
            at = end;
        }
        sum
    }

    #[inline]
    fn ascii(&self, block: &[u8]) -> u64 {
        block.iter().fold(0, |sum, &b| sum.wrapping_add(self.short[usize::from(b)]))
    }

    /// Without branches: in two-byte scripts they could not be predicted.
    #[inline]
    fn two_bytes(&self, block: &[u8]) -> u64 {
        let firsts = std::iter::once(&0).chain(block);
        firsts.zip(block).fold(0, |sum, (&first, &b)| {
            let pair = usize::from(first & 0x1F) << 6 | usize::from(b & 0x3F);
            let alone = if b < 0x80 { usize::from(b) } else { 0 };
            let code = if b & 0xC0 == 0x80 { pair } else { alone };
            sum.wrapping_add(self.short[code % SHORT])
        })
    }
}

/// Whether most of a block is beyond ASCII: then the next one probably is, too.
#[inline]
fn is_wide(block: &[u8]) -> bool {
    block.iter().map(|&b| usize::from(b >> 7)).sum::<usize>() > block.len() / 2
}

/// The last start of a character up to `end`, or the end of the text.
#[inline]
fn boundary_before(text: &str, end: usize) -> usize {
    if end >= text.len() {
        return text.len();
    }
    (end - 3..=end).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(end)
}

fn by_character(block: &str) -> u64 {
    block.chars().fold(0, |sum, c| sum.wrapping_add(WEIGHTS.get(c)))
}

fn weight(c: char) -> u64 {
    let normal = segment_image(c.encode_utf8(&mut [0; 4]), true, false);
    normal.nfkd().map(own_weight).fold(0, u64::wrapping_add)
}

/// The weight of a decomposed letter.
fn own_weight(c: char) -> u64 {
    use Class::{Complex, Digit, Hebrew, Letter, Other, Unspaced};
    let in_word = matches!(class_of(c), Letter | Hebrew | Digit | Unspaced | Complex | Other);
    match c {
        'i' | 'ı' | 'ι' => 0,
        _ if in_word && c.is_alphanumeric() => xxhash_rust::xxh3::xxh3_64(&u32::from(c).to_le_bytes()),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::language::{Language, LanguageChoice};
    use crate::sign::form::{SameBy, exact_form};
    use proptest::prelude::*;

    /// A text and its form have the same tally, whatever the form; so texts with the same form have the same
    /// tally.
    fn is_kept(text: &str) -> Result<(), TestCaseError> {
        let turkish = LanguageChoice::Fixed(Language::from_code("tr").unwrap());
        let tally = Tally::new();
        for by in [SameBy::Words, SameBy::Letters, SameBy::CasedLetters] {
            for language in [LanguageChoice::Any, turkish] {
                let mut form = Vec::new();
                exact_form(text, by, language, &mut String::new(), &mut form);
                let form = String::from_utf8(form).unwrap();
                prop_assert_eq!(tally.of(text), tally.of(&form), "{:?} {:?}", text, form);
            }
        }
        Ok(())
    }

    #[test]
    fn every_character_counts_what_its_form_counts() {
        for c in (0..0x11_0000).filter_map(char::from_u32) {
            is_kept(&format!("a{c}\u{301}b {c}")).unwrap();
        }
    }

    #[test]
    fn other_words_are_told_apart() {
        let tally = Tally::new();
        assert_ne!(tally.of("the ferry leaves at ten"), tally.of("the ferry leaves at nine"));
        assert_ne!(tally.of("今天早上"), tally.of("今天晚上"));
    }

    proptest! {
        #[test]
        fn texts_count_what_their_forms_count(text in any::<String>()) {
            is_kept(&text)?;
        }

        #[test]
        fn mixed_scripts_too(text in "[ -~]{0,70}[ a-zA-Zıİşé\u{301}\u{345}ßΣς我好のｶﾞ한ไ…’½ﬁ🙂\u{200d}]{0,150}[ -~é]{0,70}") {
            is_kept(&text)?;
            let naive = text.chars().map(weight).fold(0, u64::wrapping_add);
            prop_assert_eq!(Tally::new().of(&text), naive);
        }
    }
}
