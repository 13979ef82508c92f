//! Detects the language of a text: by the script of its words, and if several languages share it, by letters
//! and trigrams.
//!
//! The measure is that of `whatlang`, which is the oracle in the tests. `whatlang` looks a text up in every
//! language; here its trigrams are looked up once, in a table of all languages, and only as much of the text
//! is read as is needed.

mod families;
mod letters;
mod memo;
mod profiles;
mod trigrams;

use std::cell::RefCell;

use memchr::memchr;

use self::families::Family;
use self::letters::Letters;
use self::profiles::{LanguageProfile, PROFILES};
use self::trigrams::Trigrams;
use crate::segment::spelled::spell_text;

/// Bytes of words that are read: the first sample suffices for most texts, and the second is read if the
/// result is uncertain. The beginning of a text shows its language as well as the whole does, so the cost
/// does not grow with the length.
const SAMPLES: [usize; 2] = [512, 2048];

/// The code of the language of `text`, or `None` if there is no evidence.
pub(super) fn detect(text: &str) -> Option<&'static str> {
    // Boxed, because a library that is loaded at run time has little space for thread-local data.
    thread_local!(static BUFFERS: RefCell<Box<DetectionBuffers>> = RefCell::default());
    memo::remembered(text, |text| BUFFERS.with_borrow_mut(|buffers| buffers.detect(text)))
}

/// The codes of all languages that can be detected.
#[cfg(test)]
pub(super) fn codes() -> Vec<&'static str> {
    PROFILES.languages.iter().map(|profile| profile.code).chain(letters::only_languages()).collect()
}

/// Buffers that are reused for all texts.
#[derive(Default)]
struct DetectionBuffers {
    words: Vec<u8>,
    scratch: String,
    numbers: Vec<u16>,
    counts: Evidence,
}

/// The counts of the words so far.
#[derive(Default)]
struct Evidence {
    letters: Letters,
    trigrams: Trigrams,
}

/// A language, and whether more words would hardly change the result.
struct Guess {
    code: &'static str,
    sure: bool,
}

impl DetectionBuffers {
    fn detect(&mut self, text: &str) -> Option<&'static str> {
        self.words.clear();
        self.counts.clear();
        let (mut read, mut counted) = (0, 0);
        let mut guess = None;
        for size in SAMPLES {
            read = self.spell(text, read, size);
            let end = sample_end(&self.words, size);
            let more = std::str::from_utf8(&self.words[counted..end]).unwrap_or_default();
            self.counts.add(more, &mut self.numbers);
            counted = end;
            guess = self.counts.guess();
            if counted == self.words.len() || guess.as_ref().is_some_and(|guess| guess.sure) {
                break;
            }
        }
        guess.map(|guess| guess.code)
    }

    /// Spells the words of `text` from `at` on until they have more than `enough` bytes; returns where it
    /// stopped. It cuts at spaces, which no word contains.
    fn spell(&mut self, text: &str, mut at: usize, enough: usize) -> usize {
        while at < text.len() && self.words.len() <= enough {
            let from = text.len().min(at + enough);
            let end = memchr(b' ', &text.as_bytes()[from..]).map_or(text.len(), |space| from + space);
            spell_text(&text[at..end], &mut self.scratch, &mut self.words);
            at = end;
        }
        at
    }
}

/// The end of the last whole character among the first `size` bytes.
fn sample_end(words: &[u8], size: usize) -> usize {
    let size = size.min(words.len());
    let begins = |&at: &usize| words.get(at).is_none_or(|byte| byte & 0xC0 != 0x80);
    (0..=size).rev().find(begins).unwrap_or(0)
}

impl Evidence {
    fn clear(&mut self) {
        self.letters.clear(&PROFILES);
        self.trigrams.clear();
    }

    fn add(&mut self, words: &str, numbers: &mut Vec<u16>) {
        self.letters.add(words, numbers);
        self.trigrams.add(numbers, SAMPLES[SAMPLES.len() - 1]);
    }

    fn guess(&mut self) -> Option<Guess> {
        let script = self.letters.script()?;
        if let Some(code) = self.letters.only_language(script) {
            return Some(Guess { code, sure: true });
        }
        let family = PROFILES.family(script)?;
        let (scores, ranked) = self.scores(family);
        let (best, score) = first_of_highest(&scores)?;
        let others = scores.iter().enumerate().filter(|&(place, _)| place != best);
        let second = others.fold(0.0, |most: f64, (_, &score)| most.max(score));
        // Twice the margin from which `whatlang` calls a result reliable.
        let sure = score - second > second * (6.0 / ranked as f64 + 0.03);
        Some(Guess { code: PROFILES.languages[family.languages.start + best].code, sure })
    }

    /// The scores of all languages of a family, and how many trigrams were counted. For a short text letters
    /// have more weight than trigrams; if the profiles have no alphabets, letters make no difference.
    fn scores(&mut self, family: &Family) -> (Vec<f64>, usize) {
        let languages = &PROFILES.languages[family.languages.clone()];
        let (near, ranked) = self.trigrams.scores(&PROFILES, family);
        let spelled = languages.iter().any(|language| !language.letters.is_empty());
        let letters = if spelled { self.letters.total() } else { 1 };
        let weight = (2.0 / 3.0 - f64::from(letters) / 300.0).clamp(1.0 / 3.0, 2.0 / 3.0);
        let score = |(language, near): (&LanguageProfile, f64)| {
            let own = if spelled { self.letters.score(language) } else { 1.0 };
            own * weight + near * (1.0 - weight)
        };
        (languages.iter().zip(near).map(score).collect(), ranked)
    }
}

/// The language with the highest score; of equal ones the one with more speakers, as the profiles are in that
/// order.
fn first_of_highest(scores: &[f64]) -> Option<(usize, f64)> {
    let scored = scores.iter().copied().enumerate();
    let best = scored.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.filter(|row| row.1 > 0.0)
}

#[cfg(test)]
mod tests;
