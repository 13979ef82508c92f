//! Which texts are near a text: an index of words that finds all of them, without comparing all pairs.
//!
//! Let S be some words of a, and none of them in b. Then with r the share of a's words that are not in S,
//! `KL(a‖b) ≥ r ln r + Σ_{w∈S} p_a(w) ln(p_a(w) (|b| + μ) / (μ p(w|C)))`, as the words in S have only what smoothing
//! gives them and the others at most all the rest (log sum inequality). So a text within the limit has one of the
//! words of the shortest such S, rarest first, for which this is the limit (`prefix`), or the same is true the other
//! way round. Texts that share no word are never near.

use std::sync::Arc;

use arrow_array::{BooleanArray, Float64Array, UInt32Array};

use crate::cancel::Cancel;
use crate::cluster::bags::Bags;
use crate::cluster::distance::{Common, common, distance, share};
use crate::error::Result;
use crate::tasks::{each_task_within, even_tasks};

/// Texts that share more of their words than this are near whatever their distance.
pub const SAME_WORDS: f64 = 0.95;
/// For what adding floats in another order can change.
const SLACK: f64 = 1e-9;
const ASKED_A_TASK: usize = 16;

pub struct Nearby {
    bags: Arc<Bags>,
    mu: f64,
    limit: f64,
    /// For each word the texts that have it, and those that have it in their prefix.
    texts: Postings,
    prefixes: Postings,
}

/// Lists of numbers, one per word.
struct Postings {
    starts: Vec<usize>,
    texts: Vec<u32>,
}

/// Texts near those asked about: which of these, the text near it, the distance, and whether the two share more
/// than `SAME_WORDS` of their words. In the order of the first two.
pub struct Near {
    pub asked: UInt32Array,
    pub text: UInt32Array,
    pub distance: Float64Array,
    pub same_words: BooleanArray,
}

/// Buffers of one thread.
#[derive(Default)]
struct Asking {
    /// For each text, whether it was met for the question with this number.
    met: Vec<u32>,
    question: u32,
    candidates: Vec<u32>,
}

type Row = (u32, u32, f64, bool);

impl Nearby {
    /// Texts are near below the limit.
    pub fn new(bags: Arc<Bags>, mu: f64, limit: f64) -> Self {
        let everybody = 0..bags.len() as u32;
        let texts = Postings::of(bags.vocabulary(), everybody.clone(), |text| bags.words_of(text).to_vec());
        let prefix = |text| prefix(&bags, &texts, text, mu, limit);
        let prefixes = Postings::of(bags.vocabulary(), everybody, prefix);
        Self { mu, limit, texts, prefixes, bags }
    }

    /// The texts near each of some texts; none is near itself.
    pub fn ask(&self, asked: &UInt32Array, cancel: &Cancel) -> Result<Near> {
        let tasks = even_tasks(asked.values().iter().map(|_| 1), ASKED_A_TASK);
        let parts: Vec<Vec<Row>> = each_task_within(tasks, Asking::default, |asking, task| {
            let mut found = Vec::new();
            for place in task {
                cancel.check()?;
                self.near(asking, place as u32, asked.value(place), &mut found);
            }
            Ok(found)
        })?;
        let rows = || parts.iter().flatten();
        Ok(Near {
            asked: rows().map(|row| row.0).collect::<Vec<_>>().into(),
            text: rows().map(|row| row.1).collect::<Vec<_>>().into(),
            distance: rows().map(|row| row.2).collect::<Vec<_>>().into(),
            same_words: rows().map(|row| row.3).collect::<Vec<_>>().into(),
        })
    }

    fn near(&self, asking: &mut Asking, place: u32, text: u32, found: &mut Vec<Row>) {
        asking.begin(self.bags.len());
        for word in prefix(&self.bags, &self.texts, text, self.mu, self.limit) {
            asking.meet(self.texts.of_word(word));
        }
        for &word in self.bags.words_of(text) {
            asking.meet(self.prefixes.of_word(word));
        }
        asking.candidates.sort_unstable();
        for &other in asking.candidates.iter().filter(|&&other| other != text) {
            let common = common(&self.bags, text, other);
            let same_words = share(&self.bags, &common, text, other) > SAME_WORDS;
            if !same_words && self.far(text, other, &common) {
                continue;
            }
            let distance = distance(&self.bags, text, other, self.mu);
            if same_words || distance < self.limit {
                found.push((place, other, distance, same_words));
            }
        }
    }

    /// Whether two texts are too far from each other, judged by how many of their words the other has.
    fn far(&self, a: u32, b: u32, common: &Common) -> bool {
        let (long, short) = (f64::from(self.bags.length(a)), f64::from(self.bags.length(b)));
        self.least(1.0 - f64::from(common.left) / long, short) >= self.limit + SLACK
            && self.least(1.0 - f64::from(common.right) / short, long) >= self.limit + SLACK
    }

    /// The least divergence of a text from one of that length that lacks this share of its words.
    fn least(&self, lacking: f64, length: f64) -> f64 {
        let smoothed = self.mu / (length + self.mu);
        if lacking <= smoothed {
            return 0.0;
        }
        lacking * (lacking / smoothed).ln() + times_log(1.0 - lacking)
            - (1.0 - lacking) * (1.0 - smoothed).ln()
    }
}

impl Asking {
    fn begin(&mut self, texts: usize) {
        self.candidates.clear();
        self.question += 1;
        self.met.resize(texts, 0);
    }

    fn meet(&mut self, texts: &[u32]) {
        for &text in texts {
            if self.met[text as usize] != self.question {
                self.met[text as usize] = self.question;
                self.candidates.push(text);
            }
        }
    }
}

impl Postings {
    fn of(
        vocabulary: usize,
        texts: impl Iterator<Item = u32> + Clone,
        words: impl Fn(u32) -> Vec<u32>,
    ) -> Self {
        let mut starts = vec![0; vocabulary + 1];
        for text in texts.clone() {
            words(text).iter().for_each(|&word| starts[word as usize + 1] += 1);
        }
        for word in 0..vocabulary {
            starts[word + 1] += starts[word];
        }
        let (mut ends, mut list) = (starts.clone(), vec![0; starts[vocabulary]]);
        for text in texts {
            for word in words(text) {
                list[ends[word as usize]] = text;
                ends[word as usize] += 1;
            }
        }
        Self { starts, texts: list }
    }

    fn of_word(&self, word: u32) -> &[u32] {
        &self.texts[self.starts[word as usize]..self.starts[word as usize + 1]]
    }
}

/// The fewest words of a text, rarest first, of which every text within the limit has one, whatever its length; and
/// every text that shares more than `SAME_WORDS` of the words.
fn prefix(bags: &Bags, texts: &Postings, text: u32, mu: f64, limit: f64) -> Vec<u32> {
    let mut words: Vec<(usize, u32, u32)> =
        bags.bag(text).map(|(word, count)| (texts.of_word(word).len(), word, count)).collect();
    words.sort_unstable();
    let (mut taken, mut missed, mut rest) = (Vec::new(), 0.0, bags.length(text));
    let all = f64::from(rest);
    for (_, word, count) in words {
        taken.push(word);
        rest -= count;
        let own = f64::from(count) / all;
        // A text that shares a word has at least one.
        missed += own * (own * (1.0 + mu) / (mu * bags.background(word))).ln();
        let left = f64::from(rest) / all;
        if missed + times_log(left) >= limit + SLACK && left < SAME_WORDS {
            break;
        }
    }
    taken
}

fn times_log(share: f64) -> f64 {
    if share > 0.0 { share * share.ln() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::distance::overlap;
    use crate::cluster::testing::bags;
    use proptest::prelude::*;

    fn by_comparing_all(bags: &Bags, text: u32, mu: f64, limit: f64) -> Vec<(u32, f64, bool)> {
        let others = (0..bags.len() as u32).filter(|&other| other != text);
        let shares_a_word = |other: &u32| common(bags, text, *other).both > 0;
        let measured =
            |other| (other, distance(bags, text, other, mu), overlap(bags, text, other) > SAME_WORDS);
        let near = |&(_, distance, same): &(u32, f64, bool)| same || distance < limit;
        others.filter(shares_a_word).map(measured).filter(near).collect()
    }

    proptest! {
        #[test]
        fn finds_what_comparing_all_finds(
            texts in prop::collection::vec("((a|b|c|d|e|f|g|h|ab|bc|cd|de|ef) ){0,30}", 1..20),
            limit in prop::sample::select(vec![0.05, 0.3, 0.8, 2.0]),
            mu in prop::sample::select(vec![0.5, 1.0, 10.0]),
        ) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let bags = Arc::new(bags(&texts));
            let nearby = Nearby::new(Arc::clone(&bags), mu, limit);
            let asked = UInt32Array::from_iter_values(0..texts.len() as u32);
            let near = nearby.ask(&asked, &Cancel::default()).unwrap();
            for text in 0..texts.len() as u32 {
                let rows = (0..near.asked.len()).filter(|&row| near.asked.value(row) == text);
                let found: Vec<_> = rows
                    .map(|row| (near.text.value(row), near.distance.value(row), near.same_words.value(row)))
                    .collect();
                prop_assert_eq!(found, by_comparing_all(&bags, text, mu, limit));
            }
        }
    }
}
