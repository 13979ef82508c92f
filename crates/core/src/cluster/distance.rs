//! The distance between two texts: Dirichlet-smoothed Kullback-Leibler divergence, of both directions the smaller
//! one. Sums go over the words of a text in the order of their letters, so they are the same to the last digit.

use arrow_array::UInt32Array;

use crate::cancel::Cancel;
use crate::cluster::bags::Bags;
use crate::error::Result;
use crate::tasks::{each_task, even_tasks};

const PAIRS_A_TASK: usize = 1024;

/// `KL(a‖b) = Σ_w p_a(w) ln(p_a(w) / p_b(w))` over the words of a, with `p_a(w) = tf(w,a) / |a|` and
/// `p_b(w) = (tf(w,b) + μ p(w|C)) / (|b| + μ)`.
pub fn divergence(bags: &Bags, a: u32, b: u32, mu: f64) -> f64 {
    let (length_a, length_b) = (f64::from(bags.length(a)), f64::from(bags.length(b)));
    let (words, counts) = (bags.words_of(b), bags.counts_of(b));
    let (mut at, mut sum) = (0, 0.0);
    for (word, count) in bags.bag(a) {
        while at < words.len() && words[at] < word {
            at += 1;
        }
        let there = if at < words.len() && words[at] == word { f64::from(counts[at]) } else { 0.0 };
        let (own, other) =
            (f64::from(count) / length_a, (there + mu * bags.background(word)) / (length_b + mu));
        sum += own * (own / other).ln();
    }
    sum
}

/// The smaller of both divergences.
pub fn distance(bags: &Bags, a: u32, b: u32, mu: f64) -> f64 {
    divergence(bags, a, b, mu).min(divergence(bags, b, a, mu))
}

/// What two texts have in common: the size of the multiset intersection of their words, and how many words of
/// each are words of the other at all.
pub struct Common {
    pub both: u32,
    pub left: u32,
    pub right: u32,
}

pub fn common(bags: &Bags, a: u32, b: u32) -> Common {
    let (left, right) = (bags.words_of(a), bags.words_of(b));
    let (left_counts, right_counts) = (bags.counts_of(a), bags.counts_of(b));
    let (mut i, mut j) = (0, 0);
    let mut found = Common { both: 0, left: 0, right: 0 };
    while i < left.len() && j < right.len() {
        let (one, other) = (left[i], right[j]);
        if one == other {
            found.both += left_counts[i].min(right_counts[j]);
            found.left += left_counts[i];
            found.right += right_counts[j];
        }
        i += usize::from(one <= other);
        j += usize::from(other <= one);
    }
    found
}

/// The word overlap of two texts: their common words over the length of the longer one.
pub fn overlap(bags: &Bags, a: u32, b: u32) -> f64 {
    share(bags, &common(bags, a, b), a, b)
}

pub(super) fn share(bags: &Bags, common: &Common, a: u32, b: u32) -> f64 {
    f64::from(common.both) / f64::from(bags.length(a).max(bags.length(b)))
}

/// The distance and the word overlap of each pair.
pub fn of_pairs(
    bags: &Bags,
    left: &UInt32Array,
    right: &UInt32Array,
    mu: f64,
    cancel: &Cancel,
) -> Result<Vec<(f64, f64)>> {
    let tasks = even_tasks(left.values().iter().map(|_| 1), PAIRS_A_TASK);
    let parts = each_task(tasks, |task| {
        cancel.check()?;
        let pairs = task.map(|row| (left.value(row), right.value(row)));
        Ok(pairs.map(|(a, b)| (distance(bags, a, b, mu), overlap(bags, a, b))).collect::<Vec<_>>())
    })?;
    Ok(parts.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::testing::bags;

    /// Worked by hand. C: a 3, b 2, c 1 of 6 words. "a b a" has 3 words, "b a c" 3.
    /// KL(1‖2) = 2/3 ln((2/3) / ((1 + 1/2) / 4)) + 1/3 ln((1/3) / ((1 + 1/3) / 4)) = 2/3 ln(16/9) + 1/3 ln 1.
    /// KL(2‖1) = 1/3 ln((1/3) / ((2 + 1/2) / 4)) + 1/3 ln((1/3) / ((1 + 1/3) / 4)) + 1/3 ln((1/3) / ((1/6) / 4))
    ///         = 1/3 (ln(8/15) + ln 1 + ln 8).
    #[test]
    fn worked_by_hand() {
        let bags = bags(&["a b a", "b a c"]);
        let near =
            |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        near(divergence(&bags, 0, 1, 1.0), 2.0 / 3.0 * (16.0f64 / 9.0).ln());
        near(divergence(&bags, 1, 0, 1.0), (8.0f64 / 15.0 * 8.0).ln() / 3.0);
        near(distance(&bags, 0, 1, 1.0), 0.383_576_096_602_374_5);
        near(overlap(&bags, 0, 1), 2.0 / 3.0);
        // Against itself the smoothing shows: 2/3 ln((2/3) / (2.5/4)) + 1/3 ln((1/3) / ((4/3) / 4)).
        near(distance(&bags, 0, 0, 1.0), 2.0 / 3.0 * (16.0f64 / 15.0).ln());
    }
}
