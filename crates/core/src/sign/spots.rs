//! SpotSigs (Theobald, Siddharth and Paepcke 2008): chains of content words at the places where common words
//! occur.

use std::ops::Range;

use arrow_array::{LargeListArray, LargeStringArray};
use hashbrown::HashSet;

use crate::cancel::Cancel;
use crate::clean::normal::{Form, normalise};
use crate::error::Result;
use crate::segment::language::Language;
use crate::segment::stop_words::{StopWords, stop_words};
use crate::segment::tokens::{Tokenizer, WordOptions};
use crate::sign::hash::HashBy;
use crate::sign::lists::lists;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SpotOptions {
    pub words: WordOptions,
    /// The words at which spots begin.
    pub antecedents: Vec<String>,
    /// Which content words after the antecedent are in the chain: every `distance`-th.
    pub distance: usize,
    /// Content words per chain.
    pub chain: usize,
    /// Texts with fewer signatures have none.
    pub minimum: usize,
    pub hash: HashBy,
}

/// The hashed signatures `antecedent:distance:word:word` of each text, in order, repeats included. For a text
/// without a language, the stop words are English.
pub fn spot_table(
    texts: &LargeStringArray,
    options: &SpotOptions,
    cancel: &Cancel,
) -> Result<LargeListArray> {
    let english = stop_words(Language::from_code("en")?);
    let antecedents: HashSet<String> = options.antecedents.iter().map(|word| normal(word)).collect();
    let make = || Spotter::new(options);
    let add = |spotter: &mut Spotter, text: &str, out: &mut Vec<u64>| {
        spotter.read(text, &antecedents, &english);
        spotter.add(options, out);
    };
    lists("spot", texts, make, add, cancel)
}

fn normal(word: &str) -> String {
    let mut out = String::new();
    normalise(word, Form::WORDS, &mut out);
    out
}

/// Finds the spots of many texts, reusing its buffers.
struct Spotter {
    tokenizer: Tokenizer,
    /// All content words and antecedents, one after the other.
    text: String,
    content: Vec<Range<usize>>,
    /// Each antecedent, and the number of content words up to it, including itself.
    spots: Vec<(Range<usize>, usize)>,
    signature: Vec<u8>,
}

impl Spotter {
    fn new(options: &SpotOptions) -> Self {
        let tokenizer = Tokenizer::new(WordOptions { stop: true, ..options.words });
        let (content, spots) = (Vec::new(), Vec::new());
        Self { tokenizer, text: String::new(), content, spots, signature: Vec::new() }
    }

    /// Collects the content words and antecedents of `text`.
    fn read(&mut self, text: &str, antecedents: &HashSet<String>, english: &StopWords) {
        let Self { tokenizer, text: words, content, spots, .. } = self;
        words.clear();
        content.clear();
        spots.clear();
        let mut note = |word: &str| {
            words.push_str(word);
            words.len() - word.len()..words.len()
        };
        tokenizer.for_each_marked(text, english, |word, compared| {
            if let Some(compared) = compared {
                content.push(note(compared));
            }
            if antecedents.contains(word) {
                spots.push((note(word), content.len()));
            }
        });
    }

    /// Appends the hashes of the signatures, unless they are too few.
    fn add(&mut self, options: &SpotOptions, out: &mut Vec<u64>) {
        let before = out.len();
        let distance = options.distance.max(1);
        let reach = distance.saturating_mul(options.chain);
        let step = format!(":{distance}");
        for (antecedent, at) in &self.spots {
            let following = &self.content[*at..];
            if following.len() < reach {
                // The spots behind this one have even fewer words after them.
                break;
            }
            self.signature.clear();
            self.signature.extend_from_slice(self.text[antecedent.clone()].as_bytes());
            self.signature.extend_from_slice(step.as_bytes());
            for word in following[..reach].iter().skip(distance - 1).step_by(distance) {
                self.signature.push(b':');
                self.signature.extend_from_slice(self.text[word.clone()].as_bytes());
            }
            out.push(options.hash.hash(&self.signature));
        }
        if out.len() - before < options.minimum {
            out.truncate(before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spots(text: &str, options: &SpotOptions) -> Vec<u64> {
        let texts = LargeStringArray::from(vec!["the first text has words of its own", text]);
        let table = spot_table(&texts, options, &Cancel::default()).unwrap();
        let list = table.value(1);
        list.as_any().downcast_ref::<arrow_array::UInt64Array>().unwrap().values().to_vec()
    }

    fn options(distance: usize, chain: usize) -> SpotOptions {
        let antecedents = ["The", "is", "said"].map(str::to_owned).to_vec();
        SpotOptions { antecedents, distance, chain, ..SpotOptions::default() }
    }

    fn hashes(signatures: &[&str]) -> Vec<u64> {
        signatures.iter().map(|text| HashBy::Xxh3.hash(text.as_bytes())).collect()
    }

    const TEXT: &str = "The ferry is said to be leaving the harbour at nine";

    #[test]
    fn chains_step_over_stop_words() {
        let expected =
            ["the:1:ferry:said", "is:1:said:leaving", "said:1:leaving:harbour", "the:1:harbour:nine"];
        assert_eq!(spots(TEXT, &options(1, 2)), hashes(&expected));
        let expected = ["the:2:said", "is:2:leaving", "said:2:harbour", "the:2:nine"];
        assert_eq!(spots(TEXT, &options(2, 1)), hashes(&expected));
        assert_eq!(spots(TEXT, &options(2, 2)), hashes(&["the:2:said:harbour", "is:2:leaving:nine"]));
        assert!(spots(TEXT, &options(usize::MAX, 2)).is_empty());
    }

    #[test]
    fn texts_with_too_few_signatures_have_none() {
        for (minimum, count) in [(0, 4), (4, 4), (5, 0)] {
            assert_eq!(spots(TEXT, &SpotOptions { minimum, ..options(1, 2) }).len(), count);
        }
    }
}
