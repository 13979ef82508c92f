//! Counts the letters of a text by script, and by the alphabets that contain them.

use icu_properties::CodePointMapData;
use icu_properties::props::Script;

use super::profiles::{ASCII, LanguageProfile, PROFILES, Profiles};
use super::trigrams::SPACE;
use crate::characters::{CharacterTable, first_beyond_ascii};

/// Scripts, with their language if we know only one that uses them. Languages that share a script are in the
/// profiles.
const SCRIPTS: [(Script, &str, Option<&str>); 25] = [
    (Script::Latin, "latin", None),
    (Script::Cyrillic, "cyrillic", None),
    (Script::Arabic, "arabic", None),
    (Script::Devanagari, "devanagari", None),
    (Script::Hebrew, "hebrew", None),
    (Script::Han, "han", Some("zh")),
    (Script::Hiragana, "hiragana", Some("ja")),
    (Script::Katakana, "katakana", Some("ja")),
    (Script::Ethiopic, "ethiopic", Some("am")),
    (Script::Georgian, "georgian", Some("ka")),
    (Script::Bengali, "bengali", Some("bn")),
    (Script::Hangul, "hangul", Some("ko")),
    (Script::Greek, "greek", Some("el")),
    (Script::Kannada, "kannada", Some("kn")),
    (Script::Tamil, "tamil", Some("ta")),
    (Script::Thai, "thai", Some("th")),
    (Script::Gujarati, "gujarati", Some("gu")),
    (Script::Gurmukhi, "gurmukhi", Some("pa")),
    (Script::Telugu, "telugu", Some("te")),
    (Script::Malayalam, "malayalam", Some("ml")),
    (Script::Oriya, "oriya", Some("or")),
    (Script::Myanmar, "myanmar", Some("my")),
    (Script::Sinhala, "sinhala", Some("si")),
    (Script::Khmer, "khmer", Some("km")),
    (Script::Armenian, "armenian", Some("hy")),
];
const LATIN: usize = 0;
const HAN: u8 = 5;
const KANA: std::ops::Range<usize> = 6..8;
/// Japanese texts also have Chinese characters; a text with more than this share of Japanese characters is
/// Japanese.
const JAPANESE_SHARE: f64 = 0.05;
const UNKNOWN: u8 = u8::MAX;

/// What is known of a character.
#[derive(Clone, Copy)]
struct Letter {
    script: u8,
    /// Its number among the letters of the profiles.
    number: u16,
}

static TABLE: CharacterTable<Letter> = CharacterTable::new(letter);

fn letter(c: char) -> Letter {
    let own = CodePointMapData::<Script>::new().get(c);
    let script = SCRIPTS.iter().position(|row| row.0 == own).map_or(UNKNOWN, |place| place as u8);
    Letter { script, number: PROFILES.number(c) }
}

/// The languages that are identified by their script.
pub(super) fn only_languages() -> impl Iterator<Item = &'static str> {
    // Japanese has two scripts of its own; it is listed once.
    SCRIPTS.iter().filter(|row| row.1 != "katakana").filter_map(|row| row.2)
}

/// The number of a script by its name in the profiles.
pub(super) fn script_number(name: &str) -> Option<u8> {
    SCRIPTS.iter().position(|row| row.1 == name).map(|place| place as u8)
}

/// The counts of one text.
#[derive(Default)]
pub(super) struct Letters {
    scripts: [u32; SCRIPTS.len()],
    /// By number; the first one is the space.
    letters: Vec<u32>,
    total: u32,
}

impl Letters {
    pub(super) fn clear(&mut self, profiles: &Profiles) {
        self.scripts.fill(0);
        self.letters.clear();
        self.letters.resize(profiles.numbers(), 0);
        self.total = 0;
    }

    /// Adds words; appends their letters by number, with a space for each character that carries no
    /// information.
    pub(super) fn add(&mut self, mut words: &str, out: &mut Vec<u16>) {
        out.clear();
        while !words.is_empty() {
            let (plain, rest) = words.split_at(first_beyond_ascii(words.as_bytes()).unwrap_or(words.len()));
            self.add_plain(plain, out);
            let (beyond, rest) = rest.split_at(rest.bytes().position(|b| b.is_ascii()).unwrap_or(rest.len()));
            out.extend(beyond.chars().map(|c| self.add_letter(c)));
            words = rest;
        }
    }

    /// ASCII letters have one script, so it is not looked up for each.
    fn add_plain(&mut self, words: &str, out: &mut Vec<u16>) {
        let before = self.letters[usize::from(SPACE)];
        out.extend(words.bytes().map(|byte| {
            let number = PROFILES.ascii[usize::from(byte) % ASCII];
            self.letters[usize::from(number)] += 1;
            number
        }));
        let silent = self.letters[usize::from(SPACE)] - before;
        self.scripts[LATIN] += words.len() as u32 - silent;
        self.total += words.len() as u32 - silent;
    }

    fn add_letter(&mut self, c: char) -> u16 {
        let Letter { script, number } = TABLE.get(c);
        self.total += 1;
        self.letters[usize::from(number)] += 1;
        if let Some(count) = self.scripts.get_mut(usize::from(script)) {
            *count += 1;
        }
        number
    }

    /// The script of most letters.
    pub(super) fn script(&self) -> Option<u8> {
        let most = *self.scripts.iter().max()?;
        let place = self.scripts.iter().position(|&count| count == most && most > 0)?;
        Some(place as u8)
    }

    /// The language of a script that only one language uses.
    pub(super) fn only_language(&self, script: u8) -> Option<&'static str> {
        if script == HAN {
            let kana: u32 = self.scripts[KANA].iter().sum();
            let share = f64::from(kana) / f64::from(kana + self.scripts[HAN as usize]);
            return Some(if share > JAPANESE_SHARE { "ja" } else { "zh" });
        }
        SCRIPTS[script as usize].2
    }

    pub(super) fn total(&self) -> u32 {
        self.total
    }

    /// The share of letters that are in the language's alphabet, minus the share of those that are not.
    pub(super) fn score(&self, language: &LanguageProfile) -> f64 {
        let own: u32 = language.letters.iter().map(|&n| self.letters[n as usize]).sum();
        f64::from((2 * own).saturating_sub(self.total)) / f64::from(self.total)
    }
}
