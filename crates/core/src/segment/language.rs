//! Languages: a table of those with rules, and detection per document.

use std::fmt;

use snowball_stemmers_rs::Algorithm;

use crate::error::{Error, Result};
use crate::segment::detection;

/// A language by its ISO 639-1 code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Language(&'static str);

type Row = (&'static str, Option<Algorithm>);

/// Code and Snowball stemmer.
#[rustfmt::skip]
const LANGUAGES: &[Row] = &[
    ("af", None), ("ak", None), ("am", None), ("ar", Some(Algorithm::Arabic)), ("az", None), ("be", None),
    ("bg", None), ("bn", None), ("ca", Some(Algorithm::Catalan)), ("cs", Some(Algorithm::Czech)), ("cy", None),
    ("da", Some(Algorithm::Danish)), ("de", Some(Algorithm::German)), ("el", Some(Algorithm::Greek)),
    ("en", Some(Algorithm::English)), ("eo", Some(Algorithm::Esperanto)), ("es", Some(Algorithm::Spanish)),
    ("et", Some(Algorithm::Estonian)), ("eu", Some(Algorithm::Basque)), ("fa", Some(Algorithm::Persian)),
    ("fi", Some(Algorithm::Finnish)), ("fr", Some(Algorithm::French)), ("ga", Some(Algorithm::Irish)), ("gu", None),
    ("he", None), ("hi", Some(Algorithm::Hindi)), ("hr", None), ("hu", Some(Algorithm::Hungarian)),
    ("hy", Some(Algorithm::Armenian)), ("id", Some(Algorithm::Indonesian)), ("it", Some(Algorithm::Italian)),
    ("ja", None), ("jv", None), ("ka", None), ("km", None), ("kn", None), ("ko", None), ("la", None),
    ("lt", Some(Algorithm::Lithuanian)), ("lv", None), ("mk", None), ("ml", None), ("mr", None), ("my", None),
    ("ne", Some(Algorithm::Nepali)), ("nl", Some(Algorithm::Dutch)), ("no", Some(Algorithm::Norwegian)), ("or", None),
    ("pa", None), ("pl", Some(Algorithm::Polish)), ("pt", Some(Algorithm::Portuguese)),
    ("ro", Some(Algorithm::Romanian)), ("ru", Some(Algorithm::Russian)), ("si", None), ("sk", None), ("sl", None),
    ("sn", None), ("sr", Some(Algorithm::Serbian)), ("sv", Some(Algorithm::Swedish)), ("ta", Some(Algorithm::Tamil)),
    ("te", None), ("th", None), ("tk", None), ("tl", None), ("tr", Some(Algorithm::Turkish)),
    ("uk", Some(Algorithm::Ukrainian)), ("ur", None), ("uz", None), ("vi", None), ("yi", Some(Algorithm::Yiddish)),
    ("zh", None), ("zu", None),
];

impl Language {
    pub fn from_code(code: &str) -> Result<Self> {
        let row = LANGUAGES.iter().find(|row| row.0 == code);
        row.map(|row| Language(row.0)).ok_or_else(|| {
            let known: Vec<_> = LANGUAGES.iter().map(|row| row.0).collect();
            Error::ParameterError(format!(
                "language: '{code}' is not known; give one of {}, or 'auto' to detect it per document",
                known.join(" ")
            ))
        })
    }

    /// The language of `text`, or `None` if there is no evidence. Only the words decide: texts with the same
    /// words have the same language.
    pub fn detect(text: &str) -> Option<Self> {
        detection::detect(text).map(Language)
    }

    pub(crate) fn all() -> impl Iterator<Item = Self> {
        LANGUAGES.iter().map(|row| Language(row.0))
    }

    pub fn code(self) -> &'static str {
        self.0
    }

    pub fn is_turkic(self) -> bool {
        matches!(self.0, "tr" | "az")
    }

    pub(crate) fn stemmer(self) -> Option<Algorithm> {
        LANGUAGES.iter().find(|row| row.0 == self.0).and_then(|row| row.1)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Which language rules are applied to a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LanguageChoice {
    /// Only rules that hold for all languages. Equal texts are always treated alike.
    #[default]
    Any,
    Detect,
    Fixed(Language),
}

impl LanguageChoice {
    pub fn of(self, text: &str) -> Option<Language> {
        match self {
            LanguageChoice::Any => None,
            LanguageChoice::Detect => Language::detect(text),
            LanguageChoice::Fixed(language) => Some(language),
        }
    }

    /// Whether capital I folds to ı in `text`.
    pub fn is_turkic_in(self, text: &str) -> bool {
        self.folds_turkic(self.of(text), text)
    }

    /// Whether capital I folds to ı in `text`, whose language was found by [`LanguageChoice::of`].
    pub fn folds_turkic(self, language: Option<Language>, text: &str) -> bool {
        language.is_some_and(Language::is_turkic) && (self != LanguageChoice::Detect || shows_turkic(text))
    }
}

/// Whether a text has a letter, or a combining mark, that only Turkic languages use. A sentence without any
/// may be cut out of a text in another language, where I folds to i; hardly any Turkish sentence lacks all of
/// them.
fn shows_turkic(text: &str) -> bool {
    text.contains(['ı', 'İ', 'ğ', 'Ğ', 'ş', 'Ş', 'ə', 'Ə', '\u{306}', '\u{307}', '\u{327}'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_in_order_and_what_is_detected_is_known() {
        assert!(LANGUAGES.is_sorted_by_key(|row| row.0));
        for code in detection::codes() {
            assert_eq!(LANGUAGES.iter().filter(|row| row.0 == code).count(), 1, "{code}");
        }
    }

    #[test]
    fn turkic_folding_needs_a_turkic_letter_where_languages_are_detected() {
        let turkish = Language::from_code("tr").ok();
        let (detect, fixed) = (LanguageChoice::Detect, LanguageChoice::Fixed(turkish.unwrap()));
        assert!(
            detect.folds_turkic(turkish, "IRMAK kıyısı") && !detect.folds_turkic(turkish, "I am INSTALLED")
        );
        assert!(fixed.folds_turkic(turkish, "IRMAK") && !detect.folds_turkic(None, "kıyısı"));
        assert!(!detect.folds_turkic(Language::from_code("en").ok(), "kıyısı"));
    }

    #[test]
    fn detects_and_refuses() {
        let turkish = "Belediye meclisi dün akşam toplanarak yeni otobüs hatlarını görüştü.";
        assert_eq!(Language::detect(turkish).map(Language::code), Some("tr"));
        assert_eq!(Language::detect("市议会昨晚讨论了新的公交线路。").map(Language::code), Some("zh"));
        assert_eq!(Language::detect("?! 123"), None);
        assert!(Language::from_code("xx").is_err());
    }
}
