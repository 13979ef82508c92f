//! The normal form of single characters, from a table, and of segments, by the Unicode functions.

use std::iter::once;

use icu_casemap::CaseMapper;
use unicode_normalization::char::{canonical_combining_class, decompose_compatible};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::characters::CharacterTable;
use crate::clean::marks::{Mark, plain};

/// The table's entry for a character.
#[derive(Debug, Clone, Copy)]
pub(super) struct Image {
    /// Its normal form, if that is one character and nothing that combines follows.
    pub single: Option<char>,
    /// Whether it never combines with what is before it. Invisible characters count as combining: after they
    /// are removed, their neighbours may compose.
    pub starts: bool,
}

pub(super) fn image(c: char, fold: bool) -> Image {
    static FOLDED: CharacterTable<Image> = CharacterTable::new(|c| compute(c, true));
    static KEPT: CharacterTable<Image> = CharacterTable::new(|c| compute(c, false));
    if fold { FOLDED.get(c) } else { KEPT.get(c) }
}

fn compute(c: char, fold: bool) -> Image {
    let mut first = None;
    decompose_compatible(plain(c).unwrap_or(c), |d| first = first.or(Some(d)));
    let first = first.unwrap_or(c);
    let starts = canonical_combining_class(first) == 0
        && is_nfc_quick(once(first)) == IsNormalized::Yes
        && Mark::of(first) != Mark::Invisible;
    let normal = segment_image(c.encode_utf8(&mut [0; 4]), fold, false);
    let mut characters = normal.chars();
    let single = characters.next().filter(|_| characters.next().is_none());
    Image { single, starts }
}

/// Capital I or İ in any of its encodings. Turkish folds both in its own way.
pub(super) fn is_capital_i(c: char) -> bool {
    matches!(image(c, false).single, Some('I' | 'İ'))
}

/// Whether a character is a letter or a number, or becomes one when case is folded: the tables of folding may be newer
/// than those of the standard library, and a letter must be one in either case.
pub(crate) fn is_letter(c: char) -> bool {
    let folded = || segment_image(c.encode_utf8(&mut [0; 4]), true, false).chars().any(char::is_alphanumeric);
    c.is_alphanumeric() || (!c.is_ascii() && folded())
}

/// The normal form of one segment, by the Unicode functions: plain type, NFKC, case folding, and NFKC again,
/// because folding may undo it. Some characters become marks only when they are decomposed or folded, so
/// plain type is applied again, too.
pub(crate) fn segment_image(segment: &str, fold: bool, turkish: bool) -> String {
    let compatible: String = segment.chars().filter_map(plain).nfkc().filter_map(plain).collect();
    if !fold {
        return compatible.nfkc().collect();
    }
    let mapper = CaseMapper::new();
    let folded =
        if turkish { mapper.fold_turkic_string(&compatible) } else { mapper.fold_string(&compatible) };
    folded.nfkc().filter_map(plain).collect()
}
