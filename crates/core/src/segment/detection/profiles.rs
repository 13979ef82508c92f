//! The profiles of languages that share a script: their letters and their most frequent trigrams.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::families::Family;
use super::letters::script_number;
use super::trigrams::{PLACES, SPACE, Trigram, place_of, slot_of, trigram};

const SOURCE: &str = include_str!("profiles.txt");
/// More than twice the number of trigrams of all languages.
const SLOTS: usize = 1 << 14;
pub(super) const ASCII: usize = 128;
const NO_ALPHABET: &str = "-";

pub(super) static PROFILES: LazyLock<Profiles> = LazyLock::new(|| Profiles::read(SOURCE));

pub(super) struct Profiles {
    /// By script; within a script, languages with more speakers first.
    pub languages: Vec<LanguageProfile>,
    /// The number of each ASCII character. Digits, marks and the space carry no information.
    pub ascii: [u16; ASCII],
    families: Vec<Family>,
    /// All letters of alphabets and trigrams, in order.
    letters: Vec<char>,
    /// The number of each trigram of plain letters, by its index; 0 if no language has it.
    plain: Vec<u16>,
    /// An open-addressing table of the other trigrams and their numbers.
    slots: Vec<(Trigram, u16)>,
}

pub(super) struct LanguageProfile {
    pub code: &'static str,
    pub script: u8,
    /// The numbers of its letters; empty if the profile has no alphabet.
    pub letters: Vec<u16>,
}

impl Profiles {
    fn read(source: &'static str) -> Self {
        let lines = || source.lines().filter(|line| !line.starts_with('#')).map(fields);
        let letters: BTreeSet<char> =
            lines().flat_map(|[_, _, letters, trigrams]| letters.chars().chain(trigrams.chars())).collect();
        let letters = letters.into_iter().filter(|c| c.is_alphabetic() || !c.is_ascii()).collect();
        let mut new = Self {
            languages: Vec::new(),
            ascii: [SPACE; ASCII],
            families: Vec::new(),
            letters,
            plain: vec![0; PLACES],
            slots: vec![(0, 0); SLOTS],
        };
        for c in ('A'..='Z').chain('a'..='z') {
            new.ascii[c as usize] = new.number(c);
        }
        let mut ranked: Vec<(Trigram, usize, i16)> = Vec::new();
        for ([script, code, alphabet, trigrams], language) in lines().zip(0..) {
            let alphabet = if alphabet == NO_ALPHABET { "" } else { alphabet };
            let letters = alphabet.chars().map(|c| new.number(c)).collect();
            new.languages.push(LanguageProfile {
                code,
                script: script_number(script).unwrap_or_default(),
                letters,
            });
            let numbers: Vec<u16> = trigrams.chars().map(|c| new.number(c)).collect();
            let (threes, _) = numbers.as_chunks::<3>();
            ranked.extend(threes.iter().zip(0..).map(|(&three, rank)| (trigram(three), language, rank)));
        }
        new.number_trigrams(ranked);
        new
    }

    /// Numbers the trigrams from 1 on; those of a family are consecutive.
    fn number_trigrams(&mut self, mut ranked: Vec<(Trigram, usize, i16)>) {
        let scripts: Vec<u8> = self.languages.iter().map(|profile| profile.script).collect();
        ranked.sort_unstable_by_key(|row| (scripts[row.1], row.0));
        let mut number = 1;
        for rows in ranked.chunk_by(|a, b| scripts[a.1] == scripts[b.1]) {
            let mut family = Family::new(scripts[rows[0].1], &scripts, number);
            for same in rows.chunk_by(|a, b| a.0 == b.0) {
                self.set_number(same[0].0, number);
                family.add(same.iter().map(|row| (row.1, row.2)));
                number += 1;
            }
            self.families.push(family);
        }
    }

    fn set_number(&mut self, trigram: Trigram, number: u16) {
        match place_of(trigram) {
            Some(place) => self.plain[place] = number,
            None => {
                let slot = self.slot(trigram);
                self.slots[slot] = (trigram, number);
            }
        }
    }

    /// The slot of a trigram, or the free slot where it would be stored.
    fn slot(&self, trigram: Trigram) -> usize {
        let mut slot = slot_of(trigram, SLOTS);
        while self.slots[slot].1 > 0 && self.slots[slot].0 != trigram {
            slot = (slot + 1) % SLOTS;
        }
        slot
    }

    /// The number of a letter. The space has the first number; letters that are in no profile share the last
    /// one.
    pub(super) fn number(&self, c: char) -> u16 {
        match c {
            '_' => SPACE,
            _ => self.letters.binary_search(&c).unwrap_or(self.letters.len()) as u16 + 1,
        }
    }

    /// One more than the highest number of a letter.
    pub(super) fn numbers(&self) -> usize {
        self.letters.len() + 2
    }

    /// The languages of a script.
    pub(super) fn family(&self, script: u8) -> Option<&Family> {
        self.families.iter().find(|family| family.script == script)
    }

    /// The number of a trigram of plain letters, by its index.
    #[inline]
    pub(super) fn plain_number(&self, place: usize) -> u16 {
        self.plain[place]
    }

    /// The number of any other trigram.
    pub(super) fn other_number(&self, trigram: Trigram) -> u16 {
        self.slots[self.slot(trigram)].1
    }
}

/// Script, code, alphabet, trigrams.
fn fields(line: &str) -> [&str; 4] {
    let mut fields = line.split('\t');
    std::array::from_fn(|_| fields.next().unwrap_or_default())
}
