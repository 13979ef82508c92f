//! Which texts are near a text: an index of words that finds all of them, without comparing all pairs.
//!
//! Let S be words of a that are not in b, u their share of a's words. Then
//! `KL(a‖b) ≥ (1 − u) ln(1 − u) + Σ_{w∈S} p_a(w) ln(p_a(w) (|b| + μ) / (μ p(w|C)))`, as the words in S have only what
//! smoothing gives them and the others at most all the rest (log sum inequality). So the rarest words of a are taken
//! until this is the limit even for the shortest b if none of them is in b: a text within the limit has one of these
//! (`Prefix`). While their lists are gone through, what each b has of them is summed up, which bounds the divergence
//! from below; few texts are left to be compared. The same is done the other way round, with the rarest words of each
//! b. Texts that share no word are never near.
//!
//! Texts that are held are near only those that share nearly all their words. For them the rarest words of a that make
//! up the rest are enough. Copies of letters are held, and are often most of a collection: n singletons then cost no
//! n times the number of copies.

use std::sync::Arc;

use arrow_array::{BooleanArray, Float64Array, UInt32Array};
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::cluster::bags::Bags;
use crate::cluster::distance::{Common, common, distance, share};
use crate::error::Result;
use crate::tasks::{each_task_within, even_tasks};

/// Texts that share more of their words than this are near whatever their distance.
pub const SAME_WORDS: f64 = 0.95;
/// For what sums of short floats lose.
const SLACK: f32 = 1e-3;
const ASKED_A_TASK: usize = 16;
/// So many places of lists are gone through for a question, if its prefix needs no more.
const PLACES: usize = 32 << 10;
/// How much more than the limit the prefix of a text in the index makes up, so that one hit seldom suffices.
const MARGIN: f64 = 1.5;
/// The least value of x ln x.
const LEAST: f64 = -0.367_879_441_171_442_4;

pub struct Nearby {
    bags: Arc<Bags>,
    mu: f64,
    limit: f64,
    /// Which texts are held.
    held: Vec<bool>,
    /// For each word the held texts that have it.
    held_texts: Lists<u32>,
    /// For each word the other texts that have it.
    texts: Lists<u32>,
    /// For each word the texts that have it in their prefix, with its part there; none of them is held.
    prefixes: Lists<(u32, Part)>,
    /// The whole prefix of each text.
    whole: Vec<Part>,
    /// The logarithm of the length of each text and μ.
    log_lengths: Vec<f32>,
}

/// What words are of a prefix: their share of the text's words, and what they add to the divergence from a text that has
/// none of them, but for the length of that text.
#[derive(Clone, Copy, Default)]
struct Part {
    share: f32,
    sum: f32,
}

/// Lists of values, one per word.
struct Lists<T> {
    starts: Vec<usize>,
    values: Vec<T>,
}

/// Texts near those asked about: which of these, the text near it, the distance, and whether the two share more
/// than `SAME_WORDS` of their words. In the order of the first two.
pub struct Near {
    pub asked: UInt32Array,
    pub text: UInt32Array,
    pub distance: Float64Array,
    pub same_words: BooleanArray,
}

/// Buffers of one thread: the texts that were met, and what each has of the question's prefix, and the question of its.
#[derive(Default)]
struct Asking {
    met: Vec<u32>,
    seen: Vec<bool>,
    own: Vec<Part>,
    theirs: Vec<Part>,
}

type Row = (u32, u32, f64, bool);

impl Nearby {
    /// Texts are near below the limit, held ones only if they share nearly all words.
    pub fn new(bags: Arc<Bags>, mu: f64, limit: f64, held: Vec<bool>) -> Self {
        let count = bags.len() as u32;
        let with_words = |which: bool| {
            Lists::of(bags.vocabulary(), count, |text, out: &mut Vec<(u32, u32)>| {
                if held[text as usize] == which {
                    out.extend(bags.words_of(text).iter().map(|&word| (word, text)));
                }
            })
        };
        let (texts, held_texts) = (with_words(false), with_words(true));
        let made: Vec<Vec<(u32, Part)>> = (0..count)
            .into_par_iter()
            .map(|text| match held[text as usize] {
                true => Vec::new(),
                false => prefix(&bags, &texts, text, mu, MARGIN * limit, 0),
            })
            .collect();
        let in_all = |words: &Vec<(u32, Part)>| {
            words.iter().fold(Part::default(), |mut all, &(_, part)| {
                all.add(part);
                all
            })
        };
        let whole = made.iter().map(in_all).collect();
        let prefixes = Lists::of(bags.vocabulary(), count, |text, out: &mut Vec<(u32, (u32, Part))>| {
            out.extend(made[text as usize].iter().map(|&(word, part)| (word, (text, part))));
        });
        let log_lengths = (0..count).map(|text| (f64::from(bags.length(text)) + mu).ln() as f32).collect();
        Self { mu, limit, held, held_texts, texts, prefixes, whole, log_lengths, bags }
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
        let mut all = Part::default();
        for (word, part) in prefix(&self.bags, &self.texts, text, self.mu, self.limit, PLACES) {
            all.add(part);
            for &other in self.texts.of_word(word) {
                asking.meet(other);
                asking.own[other as usize].add(part);
            }
        }
        for &word in self.bags.words_of(text) {
            for &(other, part) in self.prefixes.of_word(word) {
                asking.meet(other);
                asking.theirs[other as usize].add(part);
            }
        }
        let length = self.log_lengths[text as usize];
        asking.keep(|other, own, theirs| {
            let (own, theirs) = (all.without(own), self.whole[other as usize].without(theirs));
            f64::from(own.share) < 1.0 - SAME_WORDS + f64::from(SLACK)
                || own.may_be_below(self.limit, self.log_lengths[other as usize])
                || theirs.may_be_below(self.limit, length)
        });
        self.meet_held(asking, text);
        asking.met.sort_unstable();
        for &other in asking.met.iter().filter(|&&other| other != text) {
            let common = common(&self.bags, text, other);
            let same_words = share(&self.bags, &common, text, other) > SAME_WORDS;
            if !same_words && (self.held[other as usize] || self.far(text, other, &common)) {
                continue;
            }
            let distance = distance(&self.bags, text, other, self.mu);
            if same_words || distance < self.limit {
                found.push((place, other, distance, same_words));
            }
        }
    }

    /// Adds the held texts of similar length that have one of the rarest words. Who has none of so many words cannot
    /// share nearly all.
    fn meet_held(&self, asking: &mut Asking, text: u32) {
        let (length, free) = (f64::from(self.bags.length(text)), asking.met.len());
        let mut words: Vec<(usize, u32, u32)> = self
            .bags
            .bag(text)
            .map(|(word, count)| (self.held_texts.of_word(word).len(), word, count))
            .collect();
        words.sort_unstable();
        let mut taken = 0;
        for (_, word, count) in words {
            if f64::from(taken) > (1.0 - SAME_WORDS) * length {
                break;
            }
            taken += count;
            let similar = |&&other: &&u32| {
                let theirs = f64::from(self.bags.length(other));
                theirs.min(length) > SAME_WORDS * theirs.max(length)
            };
            self.held_texts.of_word(word).iter().filter(similar).for_each(|&other| asking.meet(other));
        }
        let Asking { met, seen, .. } = asking;
        met[free..].iter().for_each(|&other| seen[other as usize] = false);
    }

    /// Whether two texts are too far from each other, judged by how many of their words the other has.
    fn far(&self, a: u32, b: u32, common: &Common) -> bool {
        let (left, right) = ((common.left, self.bags.length(a)), (common.right, self.bags.length(b)));
        let limit = self.limit + f64::from(SLACK);
        self.least(left, right) >= limit && self.least(right, left) >= limit
    }

    /// The least divergence of a text from another: how many of its words the other one has, of how many; and the same
    /// of the other one.
    fn least(&self, (own, length): (u32, u32), (theirs, other_length): (u32, u32)) -> f64 {
        let had = f64::from(own) / f64::from(length);
        let all = f64::from(other_length) + self.mu;
        let (had_there, lacking_there) = ((f64::from(theirs) + self.mu) / all, self.mu / all);
        times_log(had, had_there) + times_log(1.0 - had, lacking_there)
    }
}

impl Part {
    fn add(&mut self, other: Self) {
        self.share += other.share;
        self.sum += other.sum;
    }

    fn without(self, other: Self) -> Self {
        Self { share: self.share - other.share, sum: self.sum - other.sum }
    }

    /// Whether the divergence can be below the limit if the other text, of that length, has none of these words.
    fn may_be_below(self, limit: f64, log_length: f32) -> bool {
        let least = self.sum + self.share * log_length;
        let rest = f64::from(1.0 - self.share).clamp(0.0, 1.0);
        f64::from(least - SLACK) + LEAST < limit && f64::from(least - SLACK) + times_log(rest, 1.0) < limit
    }
}

impl Asking {
    fn begin(&mut self, texts: usize) {
        self.seen.resize(texts, false);
        self.own.resize(texts, Part::default());
        self.theirs.resize(texts, Part::default());
        self.met.clear();
    }

    #[inline]
    fn meet(&mut self, text: u32) {
        if !self.seen[text as usize] {
            self.seen[text as usize] = true;
            self.met.push(text);
        }
    }

    /// Leaves the texts that may be near, and forgets what was summed up.
    fn keep(&mut self, may_be_near: impl Fn(u32, Part, Part) -> bool) {
        let Self { met, seen, own, theirs } = self;
        met.retain(|&text| {
            let at = text as usize;
            seen[at] = false;
            may_be_near(text, std::mem::take(&mut own[at]), std::mem::take(&mut theirs[at]))
        });
    }
}

impl<T: Copy> Lists<T> {
    /// Lists of what `give` tells of each text: words, each with a value.
    fn of(vocabulary: usize, texts: u32, give: impl Fn(u32, &mut Vec<(u32, T)>)) -> Self {
        let (mut starts, mut given) = (vec![0; vocabulary + 1], Vec::new());
        let mut count = 0;
        for text in 0..texts {
            given.clear();
            give(text, &mut given);
            given.iter().for_each(|(word, _)| starts[*word as usize + 1] += 1);
            count += given.len();
        }
        for word in 0..vocabulary {
            starts[word + 1] += starts[word];
        }
        let mut ends = starts.clone();
        let mut values = Vec::with_capacity(count);
        for text in 0..texts {
            given.clear();
            give(text, &mut given);
            for &(word, value) in &given {
                if values.is_empty() {
                    values.resize(count, value);
                }
                values[ends[word as usize]] = value;
                ends[word as usize] += 1;
            }
        }
        Self { starts, values }
    }

    fn of_word(&self, word: u32) -> &[T] {
        &self.values[self.starts[word as usize]..self.starts[word as usize + 1]]
    }
}

/// The rarest words of a text of which every text within the limit has one, whatever its length, and every text that
/// shares more than `SAME_WORDS` of the words; then further ones while their lists have no more than so many places.
fn prefix(
    bags: &Bags,
    texts: &Lists<u32>,
    text: u32,
    mu: f64,
    limit: f64,
    places: usize,
) -> Vec<(u32, Part)> {
    let mut words: Vec<(usize, u32, u32)> =
        bags.bag(text).map(|(word, count)| (texts.of_word(word).len(), word, count)).collect();
    words.sort_unstable();
    let (mut taken, mut missed, mut rest) = (Vec::new(), 0.0, bags.length(text));
    let (mut gone_through, all) = (0, f64::from(rest));
    let mut enough = false;
    for (often, word, count) in words {
        gone_through += often;
        if enough && gone_through > places {
            break;
        }
        let own = f64::from(count) / all;
        let sum = own * (own / (mu * bags.background(word))).ln();
        taken.push((word, Part { share: own as f32, sum: sum as f32 }));
        rest -= count;
        // A text that shares a word has at least one.
        missed += sum + own * (1.0 + mu).ln();
        let left = f64::from(rest) / all;
        enough = enough || (missed + times_log(left, 1.0) >= limit + f64::from(SLACK) && left < SAME_WORDS);
    }
    taken
}

/// x ln(x / y); 0 for x = 0.
fn times_log(x: f64, y: f64) -> f64 {
    if x > 0.0 { x * (x / y).ln() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::distance::overlap;
    use crate::cluster::testing::bags;
    use proptest::prelude::*;

    fn by_comparing_all(bags: &Bags, text: u32, mu: f64, limit: f64, held: &[bool]) -> Vec<(u32, f64, bool)> {
        let others = (0..bags.len() as u32).filter(|&other| other != text);
        let shares_a_word = |other: &u32| common(bags, text, *other).both > 0;
        let measured =
            |other| (other, distance(bags, text, other, mu), overlap(bags, text, other) > SAME_WORDS);
        let near =
            |&(other, distance, same): &(u32, f64, bool)| same || (distance < limit && !held[other as usize]);
        others.filter(shares_a_word).map(measured).filter(near).collect()
    }

    proptest! {
        #[test]
        fn finds_what_comparing_all_finds(
            texts in prop::collection::vec("((a|b|c|d|e|f|g|h|ab|bc|cd|de|ef) ){0,30}", 1..20),
            limit in prop::sample::select(vec![0.05, 0.3, 0.8, 2.0]),
            mu in prop::sample::select(vec![0.5, 1.0, 10.0]),
            held in prop::collection::vec(prop::bool::weighted(0.4), 20),
        ) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let bags = Arc::new(bags(&texts));
            let held = &held[..texts.len()];
            let nearby = Nearby::new(Arc::clone(&bags), mu, limit, held.to_vec());
            let asked = UInt32Array::from_iter_values(0..texts.len() as u32);
            let near = nearby.ask(&asked, &Cancel::default()).unwrap();
            for text in 0..texts.len() as u32 {
                let rows = (0..near.asked.len()).filter(|&row| near.asked.value(row) == text);
                let found: Vec<_> = rows
                    .map(|row| (near.text.value(row), near.distance.value(row), near.same_words.value(row)))
                    .collect();
                prop_assert_eq!(found, by_comparing_all(&bags, text, mu, limit, held));
            }
        }
    }
}
