//! Marks that are typed in many ways and mean the same (apostrophes, quotation marks, dashes), and invisible
//! characters.
//!
//! Which variant a text has depends on keyboards and programs, not on what it says. In the normal form each
//! class is one ASCII character, so the word rules (UAX #29) treat all variants alike: an apostrophe joins
//! letters, a dash separates them. Lists of stop words are written with ASCII apostrophes and so apply to all
//! texts.
//!
//! Not changed: the grave accent `` ` ``, which quotes code and is no apostrophe in running text; the middle
//! dots, which are letters in Catalan; the prolonged sound mark of Japanese, a letter that looks like a dash.

use std::borrow::Cow;
use std::ops::Range;

use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;

use crate::characters::{CharacterTable, first_beyond_ascii};
use crate::clean::offsets::OffsetMap;

/// The class of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// None of these marks; the character stands for itself.
    Own,
    Apostrophe,
    Quote,
    Dash,
    /// Soft hyphens, zero-width spaces and joiners, direction marks, variation selectors: everything that
    /// Unicode calls default ignorable. Joiners separate the letters of Persian and Indic words and join
    /// emoji; writers often leave them out, and the words are the same without them. The zero-width space
    /// allows a line break, in Thai and Khmer between words; the dictionary finds these words without it.
    Invisible,
}

static MARKS: CharacterTable<Mark> = CharacterTable::new(class);

impl Mark {
    #[inline]
    pub(crate) fn of(c: char) -> Self {
        if c.is_ascii() { Mark::Own } else { MARKS.get(c) }
    }
}

fn class(c: char) -> Mark {
    match c {
        _ if CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c) => Mark::Invisible,
        _ if is_apostrophe(c) => Mark::Apostrophe,
        _ if is_quote(c) => Mark::Quote,
        _ if is_dash(c) => Mark::Dash,
        _ => Mark::Own,
    }
}

/// The character in plain type: an ASCII character for a mark, nothing for an invisible one, itself
/// otherwise.
pub(crate) fn plain(c: char) -> Option<char> {
    match Mark::of(c) {
        Mark::Own => Some(c),
        Mark::Apostrophe => Some('\''),
        Mark::Quote => Some('"'),
        Mark::Dash => Some('-'),
        Mark::Invisible => None,
    }
}

/// Single quotation marks, which programs make of a typed apostrophe, and other characters typed instead of
/// one.
#[rustfmt::skip]
fn is_apostrophe(c: char) -> bool {
    matches!(c,
        '\u{B4}' | '\u{384}' | '\u{1FFD}' // acute accent, tonos, oxia: typed where the apostrophe is hard to find on the keyboard
        | '\u{2B9}' // modifier prime: the soft sign of romanised Russian; the Greek numeral sign decomposes to it
        | '\u{2BB}'..='\u{2BF}' // okina, the Ukrainian and Breton apostrophe, ayin and hamza of romanised Arabic
        | '\u{55A}' | '\u{5F3}' // Armenian apostrophe, geresh: nearly always typed as '
        | '\u{1FBD}' | '\u{1FBF}' | '\u{1FFE}' // koronis, psili, dasia: elision in Greek
        | '\u{2018}'..='\u{201B}' // ‘ ’ ‚ ‛
        | '\u{2032}' | '\u{2035}' // primes: feet, minutes, and apostrophes of scanned texts
        | '\u{275B}' | '\u{275C}' | '\u{275F}' // ornaments
        | '\u{A78B}' | '\u{A78C}' // saltillo: a glottal stop, typed as ' in most texts
        | '\u{FF07}' // full width
    )
}

#[rustfmt::skip]
fn is_quote(c: char) -> bool {
    matches!(c,
        '«' | '»' | '‹' | '›'
        | '\u{2BA}' | '\u{2DD}' | '\u{2EE}' // modifier double prime and apostrophe, double acute accent
        | '\u{5F4}' // gershayim: nearly always typed as "
        | '\u{201C}'..='\u{201F}' // “ ” „ ‟
        | '\u{2033}' | '\u{2036}' // double primes
        | '\u{275D}' | '\u{275E}' | '\u{2760}' | '\u{276E}' | '\u{276F}' | '\u{2E42}' | '\u{1F676}'..='\u{1F678}' // ornaments
        | '\u{300C}'..='\u{300F}' | '\u{301D}'..='\u{301F}' // 「 」 『 』 〝 〞 〟
        | '\u{FE41}'..='\u{FE44}' | '\u{FF02}' | '\u{FF62}' | '\u{FF63}' // upright, full and half width
    )
}

/// Unicode's dash punctuation, and other characters that are minus signs or hyphens.
#[rustfmt::skip]
fn is_dash(c: char) -> bool {
    matches!(c,
        '\u{2D7}' | '\u{2043}' | '\u{207B}' | '\u{208B}' | '\u{2212}' | '\u{2796}' // minus signs, hyphen bullet
        | '\u{58A}' | '\u{5BE}' | '\u{1400}' | '\u{1806}' // Armenian, Hebrew (maqaf), Canadian, Mongolian
        | '\u{2010}'..='\u{2015}' // hyphens, figure, en and em dash, bar
        | '\u{2E17}' | '\u{2E1A}' | '\u{2E3A}' | '\u{2E3B}' | '\u{2E40}' | '\u{2E5D}'
        | '\u{301C}' | '\u{3030}' | '\u{30A0}' // wave dashes, katakana double hyphen
        | '\u{FE31}' | '\u{FE32}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}' // upright, small, full width
        | '\u{10D6E}' | '\u{10EAD}'
    )
}

/// Quotation marks of which the open and the closed form differ.
fn has_direction(c: char) -> bool {
    let corners = matches!(c, '\u{300C}'..='\u{301F}' | '\u{FE41}'..='\u{FE44}' | '\u{FF62}' | '\u{FF63}');
    corners || matches!(c, '«' | '»' | '‹' | '›' | '\u{201C}'..='\u{201F}')
}

/// A text in the plain type that is cut into sentences, with a map to the original. Opening and closing
/// quotation marks are kept, because they show where a sentence ends.
pub(crate) struct PlainType<'a> {
    pub text: Cow<'a, str>,
    map: OffsetMap,
}

impl<'a> PlainType<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let mut map = OffsetMap::default();
        let text = replaced(text, |plain, original| map.piece(plain, original));
        Self { text, map }
    }

    /// The range of the original that a range of the plain text was made from.
    pub(crate) fn original(&self, plain: Range<usize>) -> Range<usize> {
        if let Cow::Borrowed(_) = self.text { plain } else { self.map.original(plain) }
    }
}

/// The same text without the map.
pub(crate) fn plain_text(text: &str) -> Cow<'_, str> {
    replaced(text, |_, _| ())
}

/// Replaces marks; calls `f` with the range of each in the result and in the text. A text without marks is
/// not copied.
fn replaced(text: &str, mut f: impl FnMut(Range<usize>, Range<usize>)) -> Cow<'_, str> {
    let (mut plain, mut copied) = (String::new(), 0);
    for_each_mark(text, |at, c, replacement| {
        plain.push_str(&text[copied..at]);
        let from = plain.len();
        plain.push_str(replacement);
        copied = at + c.len_utf8();
        f(from..plain.len(), at..copied);
    });
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    plain.push_str(&text[copied..]);
    Cow::Owned(plain)
}

/// Calls `f` with each mark that neither opens nor closes: its position, the mark, and its replacement.
fn for_each_mark(text: &str, mut f: impl FnMut(usize, char, &str)) {
    let mut at = 0;
    while let Some(first) = first_beyond_ascii(&text.as_bytes()[at..]) {
        at += first;
        let Some(c) = text[at..].chars().next() else { return };
        match Mark::of(c) {
            Mark::Own => {}
            Mark::Quote if has_direction(c) => {}
            Mark::Quote => f(at, c, "\""),
            Mark::Apostrophe => f(at, c, "'"),
            Mark::Dash => f(at, c, "-"),
            Mark::Invisible => f(at, c, ""),
        }
        at += c.len_utf8();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icu_properties::CodePointMapData;
    use icu_properties::props::GeneralCategory;
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;

    #[test]
    fn all_dashes_and_quotation_marks_of_unicode_are_known() {
        use GeneralCategory::{DashPunctuation, FinalPunctuation, InitialPunctuation};
        // Brackets in editions of old texts. Their category is that of quotation marks, but they quote
        // nothing.
        let editorial = |c: char| ('\u{2E00}'..='\u{2E21}').contains(&c);
        for c in (0x80..0x11_0000).filter_map(char::from_u32).filter(|&c| !editorial(c)) {
            match CodePointMapData::<GeneralCategory>::new().get(c) {
                DashPunctuation => assert_eq!(Mark::of(c), Mark::Dash, "{c:?}"),
                InitialPunctuation | FinalPunctuation => {
                    assert!(matches!(Mark::of(c), Mark::Apostrophe | Mark::Quote), "{c:?}");
                }
                _ => {}
            }
        }
    }

    #[test]
    fn what_is_canonically_the_same_is_the_same_mark() {
        for c in (0..0x11_0000).filter_map(char::from_u32).filter(|&c| Mark::of(c) != Mark::Own) {
            let mut image = std::iter::once(c).nfd().filter_map(plain);
            assert_eq!((image.next(), image.next()), (plain(c), None), "{c:?}");
        }
    }

    proptest! {
        #[test]
        fn plain_type_replaces_and_knows_the_way_back(text in "[a-c .’‐“ˮ\u{ad}\u{200b}é我]{0,12}") {
            let plain_type = PlainType::of(&text);
            let shown = |c: char| if has_direction(c) { Some(c) } else { plain(c) };
            let naive: String = text.chars().filter_map(shown).collect();
            prop_assert_eq!(&plain_type.text, &naive);
            prop_assert_eq!(plain_text(&text), naive);
            let mut seen = text.char_indices().filter(|&(_, c)| Mark::of(c) != Mark::Invisible);
            for (at, c) in plain_type.text.char_indices() {
                let (from, original) = seen.next().unwrap();
                prop_assert_eq!(plain_type.original(at..at + c.len_utf8()), from..from + original.len_utf8());
            }
        }
    }
}
