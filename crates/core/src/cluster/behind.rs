//! The letter behind a family whose exact copies are missing: the member that others contain, or that has most of the
//! passages they share.
//!
//! A text is a set of windows of `WINDOW` words. A window that more than `most` texts have is frequent. Texts at least
//! half of whose windows are frequent are taken in the order of a weight: for each frequent window how many other
//! texts have it, summed up, times the share of frequent windows. One is a letter if more than `most` texts have at
//! least four fifths of its windows. The windows of a letter count no more for those that follow.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hashbrown::HashSet;
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::cluster::bags::{Bags, END};
use crate::error::Result;
use crate::sign::hash::mix;

pub const WINDOW: usize = 6;
/// Beyond so many words one in `SAMPLED` windows is looked at, chosen by its hash.
const ALL_UP_TO: usize = 8 << 20;
const SAMPLED: u64 = 4;
/// So many times the windows of all texts are gone through at most.
const PATIENCE: usize = 200;

/// The letter behind a family, how many texts have most of it, and whether more than `most` have all of it, itself
/// among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Behind {
    pub text: u32,
    pub with: u32,
    pub contained: bool,
}

/// Frequent windows by number: those of each text, and the texts of each.
struct Windows {
    of_text: Vec<Vec<u32>>,
    /// How many windows each text has, frequent or not.
    in_all: Vec<u32>,
    texts: Vec<Vec<u32>>,
}

/// Finds letters. `known` are letters already, whose windows do not count; of texts with equal weights the one with
/// the smaller rank is the letter.
pub fn letters_behind(
    bags: &Bags,
    known: &[u32],
    ranks: &[u32],
    most: u32,
    cancel: &Cancel,
) -> Result<Vec<Behind>> {
    let windows = Windows::of(bags, known, most);
    let mut free = vec![true; windows.texts.len()];
    let everybody = (0..bags.len() as u32).into_par_iter();
    let weighed: Vec<_> = everybody.filter_map(|text| windows.entry(text, &free, ranks)).collect();
    let mut waiting = BinaryHeap::from(weighed);
    let mut patience = PATIENCE * windows.of_text.iter().map(Vec::len).sum::<usize>();
    let (mut found, mut counts) = (Vec::new(), vec![0u32; bags.len()]);
    while let Some(entry) = waiting.pop() {
        cancel.check()?;
        let text = entry.2;
        let now = windows.entry(text, &free, ranks);
        if now != Some(entry) {
            waiting.extend(now);
            continue;
        }
        let own: Vec<u32> = windows.free_of(text, &free).collect();
        let cost: usize = own.iter().map(|&window| windows.texts[window as usize].len()).sum();
        if cost > patience {
            break;
        }
        patience -= cost;
        let letter = windows.judged(text, &own, most, &mut counts);
        if letter.with > most {
            own.iter().for_each(|&window| free[window as usize] = false);
            found.push(letter);
        }
    }
    Ok(found)
}

/// Weight, rank, text; the largest weight first. Weights are never negative, so their bits are ordered as they are.
type Entry = (u64, Reverse<u32>, u32);

impl Windows {
    fn of(bags: &Bags, known: &[u32], most: u32) -> Self {
        let step = if bags.tokens_in_all() > ALL_UP_TO { SAMPLED } else { 1 };
        let hashes = |text| hashes_of(bags.tokens(text), step);
        let taken: HashSet<u64> = known.iter().flat_map(|&text| hashes(text)).collect();
        let everybody = (0..bags.len() as u32).into_par_iter();
        let in_all: Vec<u32> = everybody.clone().map(|text| hashes(text).len() as u32).collect();
        let mut pairs: Vec<(u64, u32)> = everybody
            .flat_map_iter(|text| hashes(text).into_iter().map(move |hash| (hash, text)))
            .filter(|(hash, _)| !taken.contains(hash))
            .collect();
        pairs.par_sort_unstable();
        let (mut of_text, mut texts) = (vec![Vec::new(); bags.len()], Vec::new());
        for same in pairs.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > most as usize) {
            let number = texts.len() as u32;
            same.iter().for_each(|&(_, text)| of_text[text as usize].push(number));
            texts.push(same.iter().map(|&(_, text)| text).collect());
        }
        Self { of_text, in_all, texts }
    }

    fn free_of<'a>(&'a self, text: u32, free: &'a [bool]) -> impl Iterator<Item = u32> + 'a {
        self.of_text[text as usize].iter().copied().filter(|&window| free[window as usize])
    }

    /// The place of a text in the order, if enough of its windows are frequent.
    fn entry(&self, text: u32, free: &[bool], ranks: &[u32]) -> Option<Entry> {
        let (mut count, mut sum) = (0u32, 0u64);
        for window in self.free_of(text, free) {
            count += 1;
            sum += self.texts[window as usize].len() as u64 - 1;
        }
        let all = self.in_all[text as usize];
        let weight = sum as f64 * f64::from(count) / f64::from(all.max(1));
        (count > 0 && 2 * count >= all).then(|| (weight.to_bits(), Reverse(ranks[text as usize]), text))
    }

    fn judged(&self, text: u32, own: &[u32], most: u32, counts: &mut [u32]) -> Behind {
        let (mut met, all) = (Vec::new(), self.in_all[text as usize]);
        for &window in own {
            for &other in &self.texts[window as usize] {
                if counts[other as usize] == 0 {
                    met.push(other);
                }
                counts[other as usize] += 1;
            }
        }
        let with = met.iter().filter(|&&other| 5 * counts[other as usize] >= 4 * all).count() as u32;
        let whole = met.iter().filter(|&&other| counts[other as usize] == all).count() as u32;
        met.iter().for_each(|&other| counts[other as usize] = 0);
        Behind { text, with, contained: whole > most }
    }
}

/// The different windows of a text.
fn hashes_of(tokens: &[u32], step: u64) -> Vec<u64> {
    let words: Vec<u32> = tokens.iter().copied().filter(|&token| token != END).collect();
    let hash = |window: &[u32]| window.iter().fold(0u64, |hash, &word| mix(hash ^ (u64::from(word) + 1)));
    let mut found: Vec<u64> = words.windows(WINDOW).map(hash).filter(|hash| hash % step == 0).collect();
    found.sort_unstable();
    found.dedup();
    found
}
