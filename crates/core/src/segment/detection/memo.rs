//! A cache of detected languages. A document is read several times (its words are counted, signed, measured);
//! its language is detected in the first of these passes.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use xxhash_rust::xxh3::xxh3_64;

use super::letters::only_languages;
use super::profiles::PROFILES;

/// How many texts are cached, in 8 MB, of which the system provides only the pages that are used. A new entry
/// replaces the one in its slot.
const SLOTS: usize = 1 << 20;
/// The lowest bits of a slot are the number of the language, the others are bits of the key. A free slot is
/// 0, which is no language's number.
const LANGUAGE: u64 = 0xFF;

static TEXTS: [AtomicU64; SLOTS] = [const { AtomicU64::new(0) }; SLOTS];
/// All possible results by number; the first one means that a text has no language.
static TOLD: LazyLock<Vec<Option<&'static str>>> = LazyLock::new(|| {
    let codes = PROFILES.languages.iter().map(|profile| profile.code).chain(only_languages());
    std::iter::once(None).chain(codes.map(Some)).collect()
});

/// The result of `detect` for a text, from the cache if it is there.
pub(super) fn remembered(
    text: &str,
    detect: impl FnOnce(&str) -> Option<&'static str>,
) -> Option<&'static str> {
    let key = xxh3_64(text.as_bytes());
    // The slot is chosen by other bits than those that it stores.
    let slot = &TEXTS[(key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 44) as usize % SLOTS];
    let held = slot.load(Ordering::Relaxed);
    if held & LANGUAGE > 0 && (held ^ key) & !LANGUAGE == 0 {
        return TOLD[(held & LANGUAGE) as usize - 1];
    }
    let found = detect(text);
    let number = TOLD.iter().position(|&told| told == found);
    slot.store(number.map_or(0, |number| key & !LANGUAGE | (number as u64 + 1)), Ordering::Relaxed);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn a_text_is_asked_for_once_and_keeps_its_answer() {
        let asked = Cell::new(0);
        let answers = [None, Some("en"), Some("tr"), Some("zh")];
        for round in 0..3 {
            for (number, answer) in answers.into_iter().enumerate() {
                let text = format!("a text that no other test has, number {number}");
                let detect = |_: &str| {
                    asked.set(asked.get() + 1);
                    answer
                };
                assert_eq!(remembered(&text, detect), answer);
                assert_eq!(asked.get(), if round == 0 { number + 1 } else { answers.len() });
            }
        }
    }

    #[test]
    fn newcomers_take_the_places_of_others_and_nobody_gets_the_answer_of_another() {
        let code = |number: usize| TOLD[number % TOLD.len()];
        for number in (0..2 * SLOTS).chain(0..1000) {
            assert_eq!(remembered(&number.to_string(), |_| code(number)), code(number));
        }
    }
}
