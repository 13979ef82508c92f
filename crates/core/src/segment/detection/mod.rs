//! The language of a text, told by its words: by their script, and where several languages write it, by their letters
//! and trigrams.
//!
//! The measure is that of `whatlang`, which the tests hold this against. There, a text is looked up in every language;
//! here, its trigrams are looked up once, in a table of all languages, and only as much of a text is read as it takes.

mod families;
mod letters;
mod memo;
mod profiles;
mod trigrams;

use std::cell::RefCell;

use memchr::memchr;

use self::families::Family;
use self::letters::Letters;
use self::profiles::{PROFILES, Profile};
use self::trigrams::Trigrams;
use crate::segment::spelled::spell_text;

/// So many bytes of words tell most languages; where they leave a doubt, so many more are asked. The beginning of a text
/// tells its language as well as the whole does, and costs the same for any length.
const SAMPLES: [usize; 2] = [512, 2048];

/// The code of the language of `text`, or `None` where it has none to tell.
pub(super) fn detect(text: &str) -> Option<&'static str> {
    // In a box: a library that is loaded late finds little room among what threads own.
    thread_local!(static ROOM: RefCell<Box<Room>> = RefCell::default());
    memo::remembered(text, |text| ROOM.with_borrow_mut(|room| room.detect(text)))
}

/// The codes of all languages that are told.
#[cfg(test)]
pub(super) fn codes() -> Vec<&'static str> {
    PROFILES.languages.iter().map(|profile| profile.code).chain(letters::only_languages()).collect()
}

/// Buffers that are kept between texts.
#[derive(Default)]
struct Room {
    words: Vec<u8>,
    scratch: String,
    numbers: Vec<u16>,
    counts: Counts,
}

/// What has been counted of the words so far.
#[derive(Default)]
struct Counts {
    letters: Letters,
    trigrams: Trigrams,
}

/// A language, and whether more words could hardly change it.
struct Guess {
    code: &'static str,
    sure: bool,
}

impl Room {
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

    /// Spells the words of `text` from `at` on until there are more bytes of them than `enough`; gives how far it came. Spaces,
    /// where parts are cut, are reached across by no word.
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

impl Counts {
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
        // Twice as much as whatlang asks for to call a guess reliable.
        let sure = score - second > second * (6.0 / ranked as f64 + 0.03);
        Some(Guess { code: PROFILES.languages[family.languages.start + best].code, sure })
    }

    /// What speaks for each language of a family, and how many trigrams were asked. Of a short text, the letters weigh more
    /// than the trigrams; where no alphabets are told, the letters speak for all alike.
    fn scores(&mut self, family: &Family) -> (Vec<f64>, usize) {
        let languages = &PROFILES.languages[family.languages.clone()];
        let (near, ranked) = self.trigrams.scores(&PROFILES, family);
        let spelled = languages.iter().any(|language| !language.letters.is_empty());
        let letters = if spelled { self.letters.total() } else { 1 };
        let weight = (2.0 / 3.0 - f64::from(letters) / 300.0).clamp(1.0 / 3.0, 2.0 / 3.0);
        let score = |(language, near): (&Profile, f64)| {
            let own = if spelled { self.letters.score(language) } else { 1.0 };
            own * weight + near * (1.0 - weight)
        };
        (languages.iter().zip(near).map(score).collect(), ranked)
    }
}

/// The one with most for it; of equal ones the one that more people speak, as the profiles are in that order.
fn first_of_highest(scores: &[f64]) -> Option<(usize, f64)> {
    let scored = scores.iter().copied().enumerate();
    let best = scored.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.filter(|row| row.1 > 0.0)
}

#[cfg(test)]
mod tests;
