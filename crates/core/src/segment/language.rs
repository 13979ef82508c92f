//! Languages: the table of those we know, and detection per document.

use std::fmt;

use snowball_stemmers_rs::Algorithm;
use whatlang::Lang;

use crate::error::{Error, Result};
use crate::segment::spelled::spell_text;

/// A language by its ISO 639-1 code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Language(&'static str);

type Row = (&'static str, Option<Lang>, Option<Algorithm>);

/// Code, the detector's name for it, its Snowball stemmer.
#[rustfmt::skip]
const LANGUAGES: &[Row] = &[
    ("af", Some(Lang::Afr), None), ("ak", Some(Lang::Aka), None), ("am", Some(Lang::Amh), None),
    ("ar", Some(Lang::Ara), Some(Algorithm::Arabic)), ("az", Some(Lang::Aze), None), ("be", Some(Lang::Bel), None),
    ("bg", Some(Lang::Bul), None), ("bn", Some(Lang::Ben), None), ("ca", Some(Lang::Cat), Some(Algorithm::Catalan)),
    ("cs", Some(Lang::Ces), Some(Algorithm::Czech)), ("cy", Some(Lang::Cym), None),
    ("da", Some(Lang::Dan), Some(Algorithm::Danish)), ("de", Some(Lang::Deu), Some(Algorithm::German)),
    ("el", Some(Lang::Ell), Some(Algorithm::Greek)), ("en", Some(Lang::Eng), Some(Algorithm::English)),
    ("eo", Some(Lang::Epo), Some(Algorithm::Esperanto)), ("es", Some(Lang::Spa), Some(Algorithm::Spanish)),
    ("et", Some(Lang::Est), Some(Algorithm::Estonian)), ("eu", None, Some(Algorithm::Basque)),
    ("fa", Some(Lang::Pes), Some(Algorithm::Persian)), ("fi", Some(Lang::Fin), Some(Algorithm::Finnish)),
    ("fr", Some(Lang::Fra), Some(Algorithm::French)), ("ga", None, Some(Algorithm::Irish)),
    ("gu", Some(Lang::Guj), None), ("he", Some(Lang::Heb), None), ("hi", Some(Lang::Hin), Some(Algorithm::Hindi)),
    ("hr", Some(Lang::Hrv), None), ("hu", Some(Lang::Hun), Some(Algorithm::Hungarian)),
    ("hy", Some(Lang::Hye), Some(Algorithm::Armenian)), ("id", Some(Lang::Ind), Some(Algorithm::Indonesian)),
    ("it", Some(Lang::Ita), Some(Algorithm::Italian)), ("ja", Some(Lang::Jpn), None), ("jv", Some(Lang::Jav), None),
    ("ka", Some(Lang::Kat), None), ("km", Some(Lang::Khm), None), ("kn", Some(Lang::Kan), None),
    ("ko", Some(Lang::Kor), None), ("la", Some(Lang::Lat), None), ("lt", Some(Lang::Lit), Some(Algorithm::Lithuanian)),
    ("lv", Some(Lang::Lav), None), ("mk", Some(Lang::Mkd), None), ("ml", Some(Lang::Mal), None),
    ("mr", Some(Lang::Mar), None), ("my", Some(Lang::Mya), None), ("ne", Some(Lang::Nep), Some(Algorithm::Nepali)),
    ("nl", Some(Lang::Nld), Some(Algorithm::Dutch)), ("no", Some(Lang::Nob), Some(Algorithm::Norwegian)),
    ("or", Some(Lang::Ori), None), ("pa", Some(Lang::Pan), None), ("pl", Some(Lang::Pol), Some(Algorithm::Polish)),
    ("pt", Some(Lang::Por), Some(Algorithm::Portuguese)), ("ro", Some(Lang::Ron), Some(Algorithm::Romanian)),
    ("ru", Some(Lang::Rus), Some(Algorithm::Russian)), ("si", Some(Lang::Sin), None), ("sk", Some(Lang::Slk), None),
    ("sl", Some(Lang::Slv), None), ("sn", Some(Lang::Sna), None), ("sr", Some(Lang::Srp), Some(Algorithm::Serbian)),
    ("sv", Some(Lang::Swe), Some(Algorithm::Swedish)), ("ta", Some(Lang::Tam), Some(Algorithm::Tamil)),
    ("te", Some(Lang::Tel), None), ("th", Some(Lang::Tha), None), ("tk", Some(Lang::Tuk), None),
    ("tl", Some(Lang::Tgl), None), ("tr", Some(Lang::Tur), Some(Algorithm::Turkish)),
    ("uk", Some(Lang::Ukr), Some(Algorithm::Ukrainian)), ("ur", Some(Lang::Urd), None), ("uz", Some(Lang::Uzb), None),
    ("vi", Some(Lang::Vie), None), ("yi", Some(Lang::Yid), Some(Algorithm::Yiddish)), ("zh", Some(Lang::Cmn), None),
    ("zu", Some(Lang::Zul), None),
];

/// The beginning of a text tells its language as well as the whole does, and costs the same for any length.
const SAMPLE_BYTES: usize = 2048;

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

    /// The language of `text`, or `None` where it has none to tell. Its words decide, not how they are set: texts with
    /// the same words are of the same language.
    pub fn detect(text: &str) -> Option<Self> {
        let mut words = Vec::new();
        spell_text(text, &mut String::new(), &mut words);
        words.truncate(SAMPLE_BYTES);
        let found = whatlang::detect_lang(&String::from_utf8_lossy(&words))?;
        LANGUAGES.iter().find(|row| row.1 == Some(found)).map(|row| Language(row.0))
    }

    pub fn code(self) -> &'static str {
        self.0
    }

    pub fn is_turkic(self) -> bool {
        matches!(self.0, "tr" | "az")
    }

    pub(crate) fn stemmer(self) -> Option<Algorithm> {
        LANGUAGES.iter().find(|row| row.0 == self.0).and_then(|row| row.2)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Which language rules a text gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LanguageChoice {
    /// None: the rules that hold for all. Equal texts are always treated alike.
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_in_order_and_known_to_the_detector_once() {
        assert!(LANGUAGES.is_sorted_by_key(|row| row.0));
        for lang in Lang::all() {
            assert_eq!(LANGUAGES.iter().filter(|row| row.1 == Some(*lang)).count(), 1, "{lang:?}");
        }
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
