//! Which texts contain a letter as a whole, or a paragraph of it.

use hashbrown::HashMap;

use crate::cancel::Cancel;
use crate::cluster::bags::{Bags, END};
use crate::error::Result;
use crate::tasks::{each_task_within, even_tasks};

const TEXTS_A_TASK: usize = 256;
/// Fewer words than these are said by strangers, too.
const WHOLE: usize = 12;
/// Of the hash of a run of words.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// A text that contains a letter, by its place among those given: all of it, or one of its paragraphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Holds {
    pub text: u32,
    pub letter: u32,
    pub whole: bool,
}

/// A run of words, and the letters that it is all of or a paragraph of.
struct Pattern<'a> {
    words: &'a [u32],
    whole: Vec<u32>,
    paragraph: Vec<u32>,
}

/// Patterns whose first `window` words are looked up by their hash.
struct Searched {
    window: usize,
    patterns: HashMap<u64, Vec<usize>>,
}

/// Finds the texts that contain one of the letters, or a paragraph of at least `least` words that is in one letter
/// only. A letter counts as a whole from 12 words on (or `least`, if that is less), and in texts of which it makes up
/// half. Each letter contains itself.
pub fn holds(bags: &Bags, letters: &[u32], least: usize, cancel: &Cancel) -> Result<Vec<Holds>> {
    let sequences: Vec<(Vec<u32>, Vec<usize>)> =
        letters.iter().map(|&letter| words_and_ends(bags.tokens(letter))).collect();
    let mut patterns = patterns(&sequences, least);
    let searched = searched(&patterns, least);
    forget_shared(&mut patterns, &searched, &sequences);
    let tasks = even_tasks((0..bags.len()).map(|_| 1), TEXTS_A_TASK);
    let parts = each_task_within(tasks, Vec::new, |words: &mut Vec<u32>, task| {
        cancel.check()?;
        let mut found = Vec::new();
        for text in task {
            words.clear();
            words.extend(bags.tokens(text as u32).iter().filter(|&&token| token != END));
            each_found(words, &patterns, &searched, |pattern| {
                let enough =
                    pattern.words.len() >= least.min(WHOLE) || 2 * pattern.words.len() >= words.len();
                let whole = pattern.whole.iter().filter(|_| enough).map(|&letter| (letter, true));
                let part = pattern.paragraph.iter().map(|&letter| (letter, false));
                found.extend(whole.chain(part).map(|(letter, whole)| Holds {
                    text: text as u32,
                    letter,
                    whole,
                }));
            });
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    })?;
    Ok(parts.concat())
}

/// The words of a text, and where its paragraphs end among them.
fn words_and_ends(tokens: &[u32]) -> (Vec<u32>, Vec<usize>) {
    let (mut words, mut ends) = (Vec::with_capacity(tokens.len()), Vec::new());
    for &token in tokens {
        match token {
            END => ends.push(words.len()),
            word => words.push(word),
        }
    }
    (words, ends)
}

fn patterns(sequences: &[(Vec<u32>, Vec<usize>)], least: usize) -> Vec<Pattern<'_>> {
    let mut found: Vec<Pattern<'_>> = Vec::new();
    let mut places: HashMap<&[u32], usize> = HashMap::new();
    let mut place = |words| {
        *places.entry(words).or_insert_with(|| {
            found.push(Pattern { words, whole: Vec::new(), paragraph: Vec::new() });
            found.len() - 1
        })
    };
    let mut notes = Vec::new();
    for (letter, (words, ends)) in (0u32..).zip(sequences) {
        if !words.is_empty() {
            notes.push((place(words.as_slice()), letter, true));
        }
        let starts = std::iter::once(0).chain(ends.iter().copied());
        for (start, &end) in starts.zip(ends).filter(|(start, end)| *end - start >= least) {
            notes.push((place(&words[start..end]), letter, false));
        }
    }
    for (pattern, letter, whole) in notes {
        let list = if whole { &mut found[pattern].whole } else { &mut found[pattern].paragraph };
        list.push(letter);
    }
    found
}

fn searched(patterns: &[Pattern<'_>], least: usize) -> Vec<Searched> {
    let mut found: Vec<Searched> = Vec::new();
    for (number, pattern) in patterns.iter().enumerate() {
        let window = pattern.words.len().min(least.max(1));
        let at = found.iter().position(|one| one.window == window).unwrap_or_else(|| {
            found.push(Searched { window, patterns: HashMap::new() });
            found.len() - 1
        });
        let hash = pattern.words[..window].iter().fold(0, |hash, &word| rolled(hash, word));
        found[at].patterns.entry(hash).or_default().push(number);
    }
    found
}

/// Paragraphs that stand in several letters tell nothing.
fn forget_shared(patterns: &mut [Pattern<'_>], searched: &[Searched], sequences: &[(Vec<u32>, Vec<usize>)]) {
    let mut letters_with: Vec<Vec<u32>> = vec![Vec::new(); patterns.len()];
    for (letter, (words, _)) in (0u32..).zip(sequences) {
        each_place(words, patterns, searched, |number| letters_with[number].push(letter));
    }
    for (pattern, mut letters) in patterns.iter_mut().zip(letters_with) {
        letters.dedup();
        if letters.len() > 1 {
            pattern.paragraph.clear();
        }
        pattern.paragraph.dedup();
    }
}

fn each_found(
    words: &[u32],
    patterns: &[Pattern<'_>],
    searched: &[Searched],
    mut found: impl FnMut(&Pattern<'_>),
) {
    each_place(words, patterns, searched, |number| found(&patterns[number]));
}

/// Calls `found` for each place of each pattern in a text.
fn each_place(words: &[u32], patterns: &[Pattern<'_>], searched: &[Searched], mut found: impl FnMut(usize)) {
    for Searched { window, patterns: by_hash } in searched {
        // What a word weighs when it leaves the window.
        let out = (1..*window).fold(1u64, |power, _| power.wrapping_mul(BASE));
        let mut hash = 0u64;
        for (end, &word) in words.iter().enumerate() {
            if end >= *window {
                hash = hash.wrapping_sub(mixed(words[end - window]).wrapping_mul(out));
            }
            hash = rolled(hash, word);
            if end + 1 < *window {
                continue;
            }
            let start = end + 1 - window;
            let here = by_hash.get(&hash).into_iter().flatten();
            here.filter(|&&number| words[start..].starts_with(patterns[number].words))
                .for_each(|&number| found(number));
        }
    }
}

fn rolled(hash: u64, word: u32) -> u64 {
    hash.wrapping_mul(BASE).wrapping_add(mixed(word))
}

fn mixed(word: u32) -> u64 {
    (u64::from(word) + 1).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(29)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::testing::bags;
    use proptest::prelude::*;

    fn naive(bags: &Bags, letters: &[u32], least: usize) -> Vec<Holds> {
        let words = |text: u32| words_and_ends(bags.tokens(text)).0;
        let inside = |part: &[u32], text: u32| {
            !part.is_empty() && words(text).windows(part.len()).any(|window| window == part)
        };
        let mut found = Vec::new();
        for text in 0..bags.len() as u32 {
            for (place, &letter) in letters.iter().enumerate() {
                let all = words(letter);
                let enough = all.len() >= least.min(WHOLE) || 2 * all.len() >= words(text).len();
                let of_one = |part: &[u32]| letters.iter().filter(|&&other| inside(part, other)).count() == 1;
                let parts = bags.tokens(letter).split(|&token| token == END);
                let mut parts = parts.filter(|part| part.len() >= least);
                let row = |whole| Holds { text, letter: place as u32, whole };
                if parts.any(|part| of_one(part) && inside(part, text)) {
                    found.push(row(false));
                }
                if enough && inside(&all, text) {
                    found.push(row(true));
                }
            }
        }
        found
    }

    proptest! {
        #[test]
        fn finds_what_looking_everywhere_finds(
            texts in prop::collection::vec("((a|b|c|d) |\n\n){0,25}", 1..12),
            chosen in prop::collection::btree_set(0u32..12, 0..5),
            least in 1usize..6,
        ) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let bags = bags(&texts);
            let letters: Vec<u32> = chosen.into_iter().filter(|&one| (one as usize) < texts.len()).collect();
            let found = holds(&bags, &letters, least, &Cancel::default()).unwrap();
            prop_assert_eq!(found, naive(&bags, &letters, least));
        }
    }
}
