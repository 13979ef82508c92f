//! The letters of a text: whose script they are, and whose alphabet has them.

use icu_properties::CodePointMapData;
use icu_properties::props::Script;

use super::profiles::{ASCII, PROFILES, Profile, Profiles};
use super::trigrams::SPACE;
use crate::characters::{CharacterTable, first_beyond_ascii};

/// Scripts, and the only language that writes them, where we know but one. Those that several write are named in the
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
/// Japanese has Chinese characters among its own; a text with a larger share of its own is Japanese.
const JAPANESE_SHARE: f64 = 0.05;
const UNKNOWN: u8 = u8::MAX;

/// What a character says.
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

/// The languages that are known by their script.
pub(super) fn only_languages() -> impl Iterator<Item = &'static str> {
    // Two scripts are Japanese.
    SCRIPTS.iter().filter(|row| row.1 != "katakana").filter_map(|row| row.2)
}

/// The number of a script that the profiles name.
pub(super) fn script_number(name: &str) -> Option<u8> {
    SCRIPTS.iter().position(|row| row.1 == name).map(|place| place as u8)
}

/// Counts of one text.
#[derive(Default)]
pub(super) struct Letters {
    scripts: [u32; SCRIPTS.len()],
    /// By number; the first are the spaces.
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

    /// Takes in more words; gives their letters by number, with a space for what says nothing.
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

    /// The scripts of letters of ASCII need not be asked for one by one.
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

    /// The language of a script that only one writes.
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

    /// The letters that a language has, less those that it does not have, as a share of all.
    pub(super) fn score(&self, language: &Profile) -> f64 {
        let own: u32 = language.letters.iter().map(|&n| self.letters[n as usize]).sum();
        f64::from((2 * own).saturating_sub(self.total)) / f64::from(self.total)
    }
}
