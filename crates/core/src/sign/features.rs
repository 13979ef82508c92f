//! Hashed shingles of words or characters, all or some of them: the features of FFP, DSC, MinHash and DDD.

use arrow_array::{LargeListArray, LargeStringArray};

use crate::cancel::Cancel;
use crate::error::Result;
use crate::segment::language::LanguageChoice;
use crate::segment::tokens::{Tokenizer, WordOptions};
use crate::sign::hash::{HashBy, hash_run};
use crate::sign::letters::letters;
use crate::sign::lists::lists;
use crate::sign::shingles::Shingler;

/// The units that a shingle consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Unit {
    #[default]
    Word,
    /// Code points of the normal form without punctuation and white space.
    Character,
    /// The same without folding case.
    CasedCharacter,
}

/// Which shingles are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Select {
    #[default]
    All,
    /// Every n-th, by position.
    Stride(usize),
    /// Those with a hash of 0 modulo n.
    Mod(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FeatureOptions {
    pub words: WordOptions,
    pub unit: Unit,
    pub size: usize,
    pub select: Select,
    pub hash: HashBy,
}

/// The hashed shingles of each text, in order, repeats included. A text with fewer units than a shingle has
/// one shingle of all its units; a text without units has none.
pub fn feature_table(
    texts: &LargeStringArray,
    options: FeatureOptions,
    cancel: &Cancel,
) -> Result<LargeListArray> {
    let FeatureOptions { words, unit, size, select, hash } = options;
    if unit == Unit::Word && hash == HashBy::Xxh3 {
        let add = |shingler: &mut Shingler, text: &str, out: &mut Vec<u64>| {
            select.add(shingler.runs(text), hash_run, out);
        };
        return lists("shingle", texts, || Shingler::new(words, size), add, cancel);
    }
    let make = || Units::of(unit, words);
    let add = |units: &mut Units, text: &str, out: &mut Vec<u64>| {
        units.read(text);
        select.add(units.runs(size.max(1)), |run| hash.hash(run), out);
    };
    lists("shingle", texts, make, add, cancel)
}

/// The hashed shingles of one text, as the table has them.
pub fn features_of(text: &str, options: FeatureOptions) -> Vec<u64> {
    let FeatureOptions { words, unit, size, select, hash } = options;
    let mut out = Vec::new();
    if unit == Unit::Word && hash == HashBy::Xxh3 {
        select.add(Shingler::new(words, size).runs(text), hash_run, &mut out);
    } else {
        let mut units = Units::of(unit, words);
        units.read(text);
        select.add(units.runs(size.max(1)), |run| hash.hash(run), &mut out);
    }
    out
}

impl Select {
    /// Appends the hashes of the selected runs. Runs that a stride skips are not hashed.
    fn add<T>(self, runs: impl Iterator<Item = T>, hash: impl Fn(T) -> u64, out: &mut Vec<u64>) {
        match self {
            Select::All => out.extend(runs.map(hash)),
            Select::Stride(step) => out.extend(runs.step_by(step.max(1)).map(hash)),
            Select::Mod(step) => {
                let step = step.max(1) as u64;
                out.extend(runs.map(hash).filter(|hash| hash % step == 0));
            }
        }
    }
}

/// The units of one text in one buffer, so that each run of units is a slice. Buffers are reused for all
/// texts.
struct Units {
    from: From,
    units: Vec<u8>,
    /// The start of each unit, and the start that one more unit would have.
    starts: Vec<usize>,
}

/// The source of units, with its buffers.
enum From {
    Words(Tokenizer),
    Letters { language: LanguageChoice, fold: bool, normal: String },
}

impl Units {
    fn of(unit: Unit, words: WordOptions) -> Self {
        match unit {
            Unit::Word => Self::words(words),
            Unit::Character => Self::characters(words.language, true),
            Unit::CasedCharacter => Self::characters(words.language, false),
        }
    }

    fn words(options: WordOptions) -> Self {
        Self { from: From::Words(Tokenizer::new(options)), units: Vec::new(), starts: Vec::new() }
    }

    fn characters(language: LanguageChoice, fold: bool) -> Self {
        let from = From::Letters { language, fold, normal: String::new() };
        Self { from, units: Vec::new(), starts: Vec::new() }
    }

    /// Reads the units of `text`: characters without separators, words with one space between them.
    fn read(&mut self, text: &str) {
        let Self { from, units, starts } = self;
        units.clear();
        starts.clear();
        match from {
            From::Words(tokenizer) => tokenizer.for_each(text, |word| {
                starts.push(units.len());
                units.extend_from_slice(word.as_bytes());
                units.push(b' ');
            }),
            From::Letters { language, fold, normal } => {
                letters(text, *language, *fold, normal, units);
                let begins = |&at: &usize| units[at] & 0b1100_0000 != 0b1000_0000;
                starts.extend((0..units.len()).filter(begins));
            }
        }
        starts.push(units.len());
    }

    /// The runs of `size` units; one run of all units if there are fewer.
    fn runs(&self, size: usize) -> impl Iterator<Item = &[u8]> {
        let gap = usize::from(matches!(self.from, From::Words(_)));
        let size = size.min((self.starts.len() - 1).max(1));
        self.starts.windows(size + 1).map(move |run| &self.units[run[0]..run[size] - gap])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(mut units: Units, text: &str, size: usize) -> Vec<String> {
        units.read("something before");
        units.read(text);
        units.runs(size).map(|run| String::from_utf8(run.to_vec()).unwrap()).collect()
    }

    fn features(text: &str, options: FeatureOptions) -> Vec<u64> {
        let texts = LargeStringArray::from(vec![text]);
        let table = feature_table(&texts, options, &Cancel::default()).unwrap();
        table.values().as_any().downcast_ref::<arrow_array::UInt64Array>().unwrap().values().to_vec()
    }

    #[test]
    fn runs_of_characters_and_of_words() {
        let characters = || Units::characters(LanguageChoice::Any, true);
        assert_eq!(runs(characters(), "Ab, ç北!", 2), ["ab", "bç", "ç北"]);
        assert_eq!(runs(characters(), "Ab, ç北!", 4), ["abç北"]);
        assert_eq!(runs(characters(), "Ab, ç北!", 5), ["abç北"]);
        assert!(runs(characters(), " ?! ", 2).is_empty());
        assert_eq!(runs(Units::characters(LanguageChoice::Any, false), "Ab, Ç北!", 2), ["Ab", "bÇ", "Ç北"]);
        let words = || Units::words(WordOptions::default());
        assert_eq!(runs(words(), "One, two THREE.", 2), ["one two", "two three"]);
        assert_eq!(runs(words(), "One, two THREE.", 9), ["one two three"]);
        assert!(runs(words(), "", 1).is_empty());
    }

    #[test]
    fn a_sample_is_taken_by_place_or_by_hash() {
        for (unit, hash) in
            [(Unit::Word, HashBy::Xxh3), (Unit::Word, HashBy::Sha1), (Unit::Character, HashBy::Xxh3)]
        {
            let all = FeatureOptions { unit, hash, size: 2, ..FeatureOptions::default() };
            let text = "a b c d e f g h i j k l m n o p q r s t u v w x y z";
            let every = features(text, all);
            let third: Vec<_> = every.iter().copied().step_by(3).collect();
            assert_eq!(features(text, FeatureOptions { select: Select::Stride(3), ..all }), third);
            let zero: Vec<_> = every.iter().copied().filter(|hash| hash % 3 == 0).collect();
            assert_eq!(features(text, FeatureOptions { select: Select::Mod(3), ..all }), zero);
            assert!(every.len() == 25 && !zero.is_empty() && zero.len() < 25);
        }
    }

    #[test]
    fn sha1_is_that_of_the_standard() {
        let options = FeatureOptions { size: 1, hash: HashBy::Sha1, ..FeatureOptions::default() };
        assert_eq!(features("abc", options), [0xA999_3E36_4706_816A]);
    }
}
