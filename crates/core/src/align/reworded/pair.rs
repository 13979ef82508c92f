//! Two texts under one numbering of their words, with the weight of each word inside the pair.

use super::{Rectangle, Tuning};
use crate::align::boundaries::Boundary;
use crate::align::words::StemmedWords;

/// One text of a pair.
pub(super) struct Side<'a> {
    pub text: &'a StemmedWords,
    /// The number of each word. Words that both texts have come first in the numbering.
    pub words: Vec<u32>,
    pub weights: Vec<f32>,
    /// What an interval gains if it begins or ends before each word.
    pub bonus: Vec<f32>,
}

pub(super) struct TextPair<'a> {
    pub left: Side<'a>,
    pub right: Side<'a>,
    /// Words that both texts have: their numbers in each text, and how rare they are.
    pub shared: Vec<SharedWords>,
    /// Distinct words of both texts together.
    pub distinct: usize,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct SharedWords {
    pub left: u32,
    pub right: u32,
    /// Occurrences in the left text times occurrences in the right text.
    pub meetings: u32,
    pub rarity: f32,
}

impl<'a> TextPair<'a> {
    pub fn new(left: &'a StemmedWords, right: &'a StemmedWords, tuning: &Tuning) -> Self {
        let shared = shared(left, right, tuning);
        let total = (left.len() + right.len()) as f32;
        let mut next = shared.len() as u32;
        let mut side = |text: &'a StemmedWords, own: fn(&SharedWords) -> u32| {
            let mut numbers = vec![u32::MAX; text.keys.len()];
            let mut weights = vec![0.0; text.keys.len()];
            for (number, word) in shared.iter().enumerate() {
                numbers[own(word) as usize] = number as u32;
                weights[own(word) as usize] = (word.rarity + tuning.floor) / (word.meetings as f32).sqrt();
            }
            for stem in 0..text.keys.len() {
                if numbers[stem] == u32::MAX {
                    numbers[stem] = next;
                    next += 1;
                    weights[stem] = rarity(text.count(stem as u32), total, tuning) + tuning.floor;
                }
            }
            Side {
                words: text.stems.iter().map(|&stem| numbers[stem as usize]).collect(),
                weights: text.stems.iter().map(|&stem| weights[stem as usize]).collect(),
                bonus: text.boundaries.iter().map(|&b| bonus(b, tuning)).collect(),
                text,
            }
        };
        let (left, right) = (side(left, |w| w.left), side(right, |w| w.right));
        Self { left, right, shared, distinct: next as usize }
    }

    /// The rectangle with `margin` more words around it.
    pub fn widened(&self, r: Rectangle, margin: usize) -> Rectangle {
        Rectangle {
            i0: r.i0.saturating_sub(margin),
            i1: (r.i1 + margin).min(self.left.words.len()),
            j0: r.j0.saturating_sub(margin),
            j1: (r.j1 + margin).min(self.right.words.len()),
        }
    }

    /// The entry of a word of the left text, if the right text has it, too.
    #[inline]
    pub fn in_right(&self, word: u32) -> Option<&SharedWords> {
        self.shared.get(word as usize)
    }
}

/// The words that both texts have. Both lists of keys are sorted, so one pass finds them.
fn shared(left: &StemmedWords, right: &StemmedWords, tuning: &Tuning) -> Vec<SharedWords> {
    let total = (left.len() + right.len()) as f32;
    let mut found = Vec::new();
    let (mut i, mut j) = (0, 0);
    while let (Some(a), Some(b)) = (left.keys.get(i), right.keys.get(j)) {
        if a == b {
            let counts = (left.count(i as u32), right.count(j as u32));
            let meetings = counts.0.saturating_mul(counts.1);
            let rarity = rarity(counts.0 + counts.1, total, tuning);
            found.push(SharedWords { left: i as u32, right: j as u32, meetings, rarity });
        }
        (i, j) = (i + usize::from(a <= b), j + usize::from(b <= a));
    }
    found
}

/// How rare a word is. It is measured inside the pair, because there is no collection to ask.
fn rarity(count: u32, total: f32, tuning: &Tuning) -> f32 {
    ((total + tuning.padding) / (tuning.rare * count as f32)).ln().max(0.02)
}

fn bonus(boundary: Boundary, tuning: &Tuning) -> f32 {
    match boundary {
        Boundary::None => 0.0,
        Boundary::Line => tuning.line,
        Boundary::Paragraph => tuning.paragraph,
        Boundary::Sentence => tuning.sentence,
    }
}
