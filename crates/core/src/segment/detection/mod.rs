//! The language of a text, told by its words: by their script, and where several languages write it, by their letters
//! and trigrams.
//!
//! The measure is that of `whatlang`, which the tests hold this against. There, a text is looked up in every language;
//! here, its trigrams are looked up once, in a table of all languages, and only as much of a text is read as it takes.

mod letters;
mod profiles;
mod trigrams;

use std::cell::RefCell;

use memchr::memchr;

use self::letters::Letters;
use self::profiles::{PROFILES, Profiles};
use self::trigrams::Trigrams;
use crate::segment::spelled::spell_text;

/// So many bytes of words tell most languages; where they leave a doubt, so many more are asked. The beginning of a text
/// tells its language as well as the whole does, and costs the same for any length.
const SAMPLES: [usize; 2] = [512, 2048];

/// The code of the language of `text`, or `None` where it has none to tell.
pub(super) fn detect(text: &str) -> Option<&'static str> {
    thread_local!(static ROOM: RefCell<Room> = RefCell::default());
    ROOM.with_borrow_mut(|room| room.detect(text))
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
        let mut read = 0;
        let mut guess = None;
        for size in SAMPLES {
            read = self.spell(text, read, size);
            let sample = beginning(&self.words, size);
            guess = guess_of(sample, &mut self.letters, &mut self.trigrams);
            if self.words.len() <= size || guess.as_ref().is_some_and(|guess| guess.sure) {
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

/// The first `size` bytes, but for a character that is cut.
fn beginning(words: &[u8], size: usize) -> &str {
    let part = &words[..size.min(words.len())];
    match std::str::from_utf8(part) {
        Ok(part) => part,
        Err(cut) => std::str::from_utf8(&part[..cut.valid_up_to()]).unwrap_or_default(),
    }
}

fn guess_of(words: &str, letters: &mut Letters, trigrams: &mut Trigrams) -> Option<Guess> {
    let profiles = &*PROFILES;
    letters.count(words, profiles);
    let script = letters.script()?;
    if let Some(code) = letters.only_language(script) {
        return Some(Guess { code, sure: true });
    }
    trigrams.count(words);
    let scores = scores(script, letters, trigrams, profiles);
    let (best, score) = first_of_highest(&scores)?;
    let second = scores.iter().filter(|row| row.0 != best).fold(0.0, |most: f64, row| most.max(row.1));
    let sure = score - second > second * (6.0 / trigrams.len() as f64 + 0.03);
    Some(Guess { code: profiles.languages[best].code, sure })
}

/// What speaks for each language of a script. Of a short text, the letters weigh more than the trigrams.
fn scores(script: u8, letters: &Letters, trigrams: &mut Trigrams, profiles: &Profiles) -> Vec<(usize, f64)> {
    let letter_weight = (2.0 / 3.0 - letters.weighed() as f64 / 300.0).clamp(1.0 / 3.0, 2.0 / 3.0);
    let near = trigrams.scores(profiles);
    let score = |language: usize| {
        letters.score(language, profiles) * letter_weight + near[language] * (1.0 - letter_weight)
    };
    let written = |&language: &usize| profiles.languages[language].script == script;
    (0..profiles.languages.len()).filter(written).map(|language| (language, score(language))).collect()
}

/// The one with most for it; of equal ones the one that more people speak, as the profiles are in that order.
fn first_of_highest(scores: &[(usize, f64)]) -> Option<(usize, f64)> {
    let best = scores.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.filter(|row| row.1 > 0.0)
}

#[cfg(test)]
mod tests;
