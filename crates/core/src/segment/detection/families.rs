//! The languages that share a script, and how similar the trigram ranks of a text are to those of each
//! language.

use std::ops::Range;

/// Trigrams per language in the profiles.
pub(super) const RANKS: usize = 300;
/// Languages that are compared at once.
const LANES: usize = 8;
/// The rank of a trigram that a language does not have.
const NONE: i16 = -1;
/// The sums of so many trigrams still fit into a lane.
const MOST_AT_ONCE: usize = 100;

type Lanes = [i16; LANES];

pub(super) struct Family {
    pub script: u8,
    /// The indices of its languages in the profiles.
    pub languages: Range<usize>,
    /// The number of its first trigram.
    first: u16,
    /// For each group of `LANES` languages, the ranks of all trigrams.
    ranks: Vec<Vec<Lanes>>,
}

impl Family {
    /// The family of all languages with this script.
    pub(super) fn new(script: u8, scripts: &[u8], first: u16) -> Self {
        let start = scripts.iter().position(|&own| own == script).unwrap_or(0);
        let count = scripts.iter().filter(|&&own| own == script).count();
        let ranks = vec![Vec::new(); count.div_ceil(LANES)];
        Self { script, languages: start..start + count, first, ranks }
    }

    /// Adds its next trigram: the languages that have it, and its ranks there.
    pub(super) fn add(&mut self, rows: impl Iterator<Item = (usize, i16)>) {
        self.ranks.iter_mut().for_each(|ranks| ranks.push([NONE; LANES]));
        let last = self.ranks[0].len() - 1;
        for (language, rank) in rows {
            let place = language - self.languages.start;
            self.ranks[place / LANES][last][place % LANES] = rank;
        }
    }

    /// The numbers of its trigrams.
    pub(super) fn numbers(&self) -> Range<u16> {
        self.first..self.first + self.ranks[0].len() as u16
    }

    /// The similarity to each language: each trigram adds `RANKS` minus the distance of its two ranks. The
    /// trigrams of a text are given by rank and number.
    pub(super) fn nearness(&self, ranked: &[(i16, u16)]) -> Vec<i32> {
        let mut near = vec![0; self.ranks.len() * LANES];
        for (ranks, near) in self.ranks.iter().zip(near.chunks_mut(LANES)) {
            for few in ranked.chunks(MOST_AT_ONCE) {
                let mut lanes = [0; LANES];
                for &(rank, number) in few {
                    lanes = add_near(lanes, rank, &ranks[usize::from(number - self.first)]);
                }
                near.iter_mut().zip(lanes).for_each(|(near, lane)| *near += i32::from(lane));
            }
        }
        near.truncate(self.languages.len());
        near
    }

    /// The rank of a trigram in a language.
    #[cfg(test)]
    pub(super) fn rank(&self, number: u16, language: usize) -> Option<i16> {
        let place = language - self.languages.start;
        let rank = self.ranks[place / LANES][usize::from(number - self.first)][place % LANES];
        (rank != NONE).then_some(rank)
    }
}

/// Adds the similarity of each lane to a rank. Without a branch, so that all lanes are computed by one vector
/// instruction.
#[inline]
fn add_near(sums: Lanes, rank: i16, ranks: &Lanes) -> Lanes {
    std::array::from_fn(|lane| {
        let near = RANKS as i16 - (rank - ranks[lane]).abs();
        sums[lane] + if ranks[lane] == NONE { 0 } else { near }
    })
}
