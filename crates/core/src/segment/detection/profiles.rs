//! What is known of the languages that share a script: their letters and their most frequent trigrams.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::letters::script_number;
use super::trigrams::{SPACE, Trigram, slot_of, trigram};

const SOURCE: &str = include_str!("profiles.txt");
/// A language is known by so many trigrams.
pub(super) const RANKS: usize = 300;
/// More than twice the trigrams of all languages.
const SLOTS: usize = 1 << 14;
const NO_ALPHABET: &str = "-";

pub(super) static PROFILES: LazyLock<Profiles> = LazyLock::new(|| Profiles::read(SOURCE));

pub(super) struct Profiles {
    /// In each script, those that more people speak first.
    pub languages: Vec<Profile>,
    /// All letters of alphabets and trigrams, in order.
    letters: Vec<char>,
    /// An open table by trigram: the place of its first row, and how many it has.
    slots: Vec<(Trigram, u16, u16)>,
    /// A bit for each trigram that may be in the table. Small enough to stay at hand; most of what it lets through is.
    maybe: Vec<u64>,
    /// The languages of each trigram with the rank that it has there.
    rows: Vec<Row>,
}

pub(super) struct Profile {
    pub code: &'static str,
    pub script: u8,
    /// Its alphabet, by number; none where it is not told.
    pub letters: Vec<u16>,
}

#[derive(Clone, Copy)]
pub(super) struct Row {
    pub language: u8,
    pub rank: u16,
}

impl Profiles {
    fn read(source: &'static str) -> Self {
        let lines = || source.lines().filter(|line| !line.starts_with('#')).map(fields);
        let letters: BTreeSet<char> =
            lines().flat_map(|[_, _, letters, trigrams]| letters.chars().chain(trigrams.chars())).collect();
        let letters = letters.into_iter().filter(|c| c.is_alphabetic() || !c.is_ascii()).collect();
        let mut new = Self {
            languages: Vec::new(),
            letters,
            slots: vec![(0, 0, 0); SLOTS],
            maybe: vec![0; SLOTS / 16],
            rows: Vec::new(),
        };
        let mut ranked: Vec<(Trigram, u8, u16)> = Vec::new();
        for ([script, code, alphabet, trigrams], language) in lines().zip(0u8..) {
            let alphabet = if alphabet == NO_ALPHABET { "" } else { alphabet };
            let letters = alphabet.chars().map(|c| new.number(c)).collect();
            new.languages.push(Profile { code, script: script_number(script).unwrap_or_default(), letters });
            let numbers: Vec<u16> = trigrams.chars().map(|c| new.number(c)).collect();
            let (threes, _) = numbers.as_chunks::<3>();
            ranked.extend(threes.iter().zip(0..).map(|(&three, rank)| (trigram(three), language, rank)));
        }
        ranked.sort_unstable();
        ranked.chunk_by(|a, b| a.0 == b.0).for_each(|same| new.add(same));
        new
    }

    fn add(&mut self, same: &[(Trigram, u8, u16)]) {
        let trigram = same[0].0;
        let mut slot = slot_of(trigram, SLOTS);
        while self.slots[slot].2 > 0 {
            slot = (slot + 1) % SLOTS;
        }
        let bit = slot_of(trigram, 4 * SLOTS);
        self.maybe[bit / 64] |= 1 << (bit % 64);
        self.slots[slot] = (trigram, self.rows.len() as u16, same.len() as u16);
        self.rows.extend(same.iter().map(|&(_, language, rank)| Row { language, rank }));
    }

    /// The number of a letter; one that no profile has is the last of all, and the space is the first.
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

    /// Whether the alphabets of the languages of a script are told.
    pub(super) fn has_alphabets(&self, script: u8) -> bool {
        self.languages.iter().any(|profile| profile.script == script && !profile.letters.is_empty())
    }

    /// The languages that have a trigram among their most frequent ones.
    #[inline]
    pub(super) fn of(&self, trigram: Trigram) -> &[Row] {
        let bit = slot_of(trigram, 4 * SLOTS);
        if self.maybe[bit / 64] >> (bit % 64) & 1 == 0 {
            return &[];
        }
        let mut slot = slot_of(trigram, SLOTS);
        loop {
            let (found, start, count) = self.slots[slot];
            if found == trigram || count == 0 {
                return &self.rows[start as usize..start as usize + count as usize];
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    #[cfg(test)]
    pub(super) fn trigrams(&self) -> impl Iterator<Item = Trigram> {
        self.slots.iter().filter(|slot| slot.2 > 0).map(|slot| slot.0)
    }
}

/// Script, code, alphabet, trigrams.
fn fields(line: &str) -> [&str; 4] {
    let mut fields = line.split('\t');
    std::array::from_fn(|_| fields.next().unwrap_or_default())
}
