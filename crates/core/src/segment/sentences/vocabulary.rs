//! Looks words up in the lists. A list entry in lower case matches every case of the word; an entry with a
//! capital matches only as written, so that "Gen." is a title and "gen." is not.

use super::word_lists::{
    BEFORE_NUMBER, CLOSING, DATE_WORDS, IN_DATES, LABELS, NAME_PARTICLES, NEVER_LAST, ORDINAL_CUES,
    ORDINAL_NOUNS, STARTERS, TIMES, UNLESS_STARTER,
};

/// What an abbreviation implies for the full stop after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Abbreviation {
    NeverLast,
    BeforeNumber,
    InDates,
    Time,
    UnlessStarter,
    Closing,
}

const LISTS: [(&[&str], Abbreviation); 6] = [
    (NEVER_LAST, Abbreviation::NeverLast),
    (BEFORE_NUMBER, Abbreviation::BeforeNumber),
    (IN_DATES, Abbreviation::InDates),
    (TIMES, Abbreviation::Time),
    (UNLESS_STARTER, Abbreviation::UnlessStarter),
    (CLOSING, Abbreviation::Closing),
];

/// The length of the longest entry; longer words need no search.
const LONGEST_ABBREVIATION: usize = 6;
const LONGEST_WORD: usize = 24;

pub(super) fn abbreviation(token: &str) -> Option<Abbreviation> {
    if token.len() > LONGEST_ABBREVIATION || !SEEN[fingerprint(token.as_bytes())] {
        return None;
    }
    let mut buffer = [0; LONGEST_WORD];
    let lowered = lower(token, &mut buffer)?;
    LISTS
        .iter()
        .find(|(list, _)| holds(list, token) || (lowered != token && holds(list, lowered)))
        .map(|&(_, kind)| kind)
}

/// A cheap fingerprint of a word that ignores case.
const fn fingerprint(word: &[u8]) -> usize {
    if word.is_empty() {
        return 0;
    }
    let (first, last) = (word[0] as usize | 0x20, word[word.len() - 1] as usize | 0x20);
    (first * 61 + last * 7 + word.len()) % FINGERPRINTS
}

const FINGERPRINTS: usize = 4096;

/// The fingerprints of all abbreviations. For nearly every word this shows, without a search, that it is
/// none.
static SEEN: [bool; FINGERPRINTS] = {
    let mut seen = [false; FINGERPRINTS];
    let mut list = 0;
    while list < LISTS.len() {
        let mut word = 0;
        while word < LISTS[list].0.len() {
            seen[fingerprint(LISTS[list].0[word].as_bytes())] = true;
            word += 1;
        }
        list += 1;
    }
    seen
};

pub(super) fn is_starter(word: &str) -> bool {
    holds_lowered(STARTERS, word) && !is_acronym_like(word)
}

pub(super) fn is_name_particle(word: &str) -> bool {
    holds_lowered(NAME_PARTICLES, word)
}

pub(super) fn is_label(word: &str) -> bool {
    holds_lowered(LABELS, word)
}

pub(super) fn is_ordinal_noun(word: &str) -> bool {
    holds(ORDINAL_NOUNS, word)
}

pub(super) fn is_ordinal_cue(word: &str) -> bool {
    holds(ORDINAL_CUES, word)
}

pub(super) fn is_date_word(word: &str) -> bool {
    holds(DATE_WORDS, word)
}

/// "IT" and "US" are names while "It" and "Us" are words; from three letters on, capitals are only emphasis.
fn is_acronym_like(word: &str) -> bool {
    word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn holds(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

fn holds_lowered(list: &[&str], word: &str) -> bool {
    let mut buffer = [0; LONGEST_WORD];
    lower(word, &mut buffer).is_some_and(|lowered| holds(list, lowered))
}

/// Lower case without allocating; `None` when the word is longer than any listed one.
fn lower<'a>(word: &str, buffer: &'a mut [u8; LONGEST_WORD]) -> Option<&'a str> {
    let mut used = 0;
    for letter in word.chars().map(lower_letter) {
        let room = buffer.get_mut(used..used + letter.len_utf8())?;
        used += letter.encode_utf8(room).len();
    }
    std::str::from_utf8(&buffer[..used]).ok()
}

/// The Turkish dotted capital has a two-letter lower case in Unicode; here it is a plain i.
fn lower_letter(letter: char) -> char {
    match letter {
        'İ' => 'i',
        _ => letter.to_lowercase().next().unwrap_or(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_so_that_binary_search_works() {
        let vocabularies = [STARTERS, NAME_PARTICLES, ORDINAL_NOUNS, ORDINAL_CUES, DATE_WORDS, LABELS];
        for list in LISTS.iter().map(|row| row.0).chain(vocabularies) {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{list:?}");
        }
    }

    #[test]
    fn no_abbreviation_is_longer_than_the_search_limit() {
        let mut words = LISTS.iter().flat_map(|row| row.0);
        assert!(words.all(|word| word.len() <= LONGEST_ABBREVIATION));
    }

    #[test]
    fn lower_case_entries_match_every_case() {
        assert_eq!(abbreviation("FIG"), Some(Abbreviation::BeforeNumber));
        assert_eq!(abbreviation("gen"), None);
    }
}
