//! Options as Python passes them: words, converted to the core's types.

use pyo3::prelude::*;
use samesame_core::clean::html::HtmlClean;
use samesame_core::clean::normal::{Form, Policy};
use samesame_core::error::{Error, Result};
use samesame_core::r#match::measure::{Measure, MeasureKind};
use samesame_core::read::encoding::Encoding;
use samesame_core::segment::language::{Language, LanguageChoice};
use samesame_core::segment::tokens::{Stem, WordOptions};
use samesame_core::segment::unspaced::Unspaced;
use samesame_core::sign::features::{Select, Unit};
use samesame_core::sign::form::SameBy;
use samesame_core::sign::hash::HashBy;

use crate::error::to_python;

pub fn choose<T: Copy>(name: &str, value: &str, choices: &[(&str, T)]) -> PyResult<T> {
    let found = choices.iter().find(|(word, _)| *word == value);
    found.map(|(_, choice)| *choice).ok_or_else(|| {
        let words: Vec<_> = choices.iter().map(|(word, _)| format!("'{word}'")).collect();
        to_python(Error::ParameterError(format!("{name}: expected {}, got '{value}'", words.join(" or "))))
    })
}

pub fn html_clean(value: &str) -> PyResult<HtmlClean> {
    let choices = [("none", HtmlClean::None), ("tags", HtmlClean::Tags), ("article", HtmlClean::Article)];
    choose("clean", value, &choices)
}

pub fn encoding(value: &str) -> PyResult<Encoding> {
    Encoding::named(value).ok_or_else(|| {
        let message = format!("encoding: expected a name such as utf-8, latin-1 or utf-16, got '{value}'");
        to_python(Error::ParameterError(message))
    })
}

/// What stands between the cells of CSV.
pub fn delimiter(value: char) -> PyResult<u8> {
    let is_one = value.is_ascii() && !matches!(value, '"' | '\n' | '\r' | '\0');
    is_one.then_some(value as u8).ok_or_else(|| {
        let message =
            format!("delimiter: expected one ASCII character, no quotation mark or line end, got {value:?}");
        to_python(Error::ParameterError(message))
    })
}

pub fn same_by(value: &str) -> PyResult<SameBy> {
    let ways =
        [("words", SameBy::Words), ("letters", SameBy::Letters), ("cased letters", SameBy::CasedLetters)];
    choose("same", value, &ways)
}

pub fn measure(value: &str, threshold: f64) -> PyResult<Measure> {
    let kinds =
        [("coverage", MeasureKind::Coverage), ("jaccard", MeasureKind::Jaccard), ("max", MeasureKind::Max)];
    if !(threshold > 0.0 && threshold <= 1.0) {
        let message = format!("threshold: expected a number above 0 and up to 1, got {threshold}");
        return Err(to_python(Error::ParameterError(message)));
    }
    Ok(Measure { kind: choose("measure", value, &kinds)?, threshold })
}

pub fn hash(value: &str) -> PyResult<HashBy> {
    choose("hash", value, &[("xxh3", HashBy::Xxh3), ("sha1", HashBy::Sha1)])
}

pub fn unit(value: &str) -> PyResult<Unit> {
    let units =
        [("word", Unit::Word), ("character", Unit::Character), ("cased character", Unit::CasedCharacter)];
    choose("unit", value, &units)
}

/// Which shingles are used; if all are, the step has no meaning.
pub fn select(value: &str, step: i64) -> PyResult<Select> {
    let ways = [("all", Select::All), ("stride", Select::Stride(1)), ("mod", Select::Mod(1))];
    Ok(match choose("select", value, &ways)? {
        Select::All => Select::All,
        Select::Stride(_) => Select::Stride(count("step", step, 1)?),
        Select::Mod(_) => Select::Mod(count("step", step, 1)?),
    })
}

/// A number that must be at least `least`.
pub fn count(name: &str, value: i64, least: usize) -> PyResult<usize> {
    usize::try_from(value).ok().filter(|&value| value >= least).ok_or_else(|| {
        to_python(Error::ParameterError(format!("{name}: expected at least {least}, got {value}")))
    })
}

pub fn language(value: Option<&str>) -> PyResult<LanguageChoice> {
    language_choice(value).map_err(to_python)
}

fn language_choice(value: Option<&str>) -> Result<LanguageChoice> {
    Ok(match value {
        None => LanguageChoice::Any,
        Some("auto") => LanguageChoice::Detect,
        Some(code) => LanguageChoice::Fixed(Language::from_code(code)?),
    })
}

/// The word options: a tuple made by `samesame.segment`.
#[derive(FromPyObject)]
pub struct WordArguments(String, Option<String>, bool, String);

impl TryFrom<WordArguments> for WordOptions {
    type Error = PyErr;

    fn try_from(WordArguments(unspaced, code, stop, stem): WordArguments) -> PyResult<Self> {
        let ways = [("bigrams", Unspaced::Bigrams), ("segmenter", Unspaced::Segmenter)];
        let stems = [("none", Stem::None), ("first5", Stem::First5), ("snowball", Stem::Snowball)];
        Ok(WordOptions {
            unspaced: choose("unspaced", &unspaced, &ways)?,
            language: language(code.as_deref())?,
            stop,
            stem: choose("stem", &stem, &stems)?,
        })
    }
}

fn policy(name: &str, value: &str) -> PyResult<Policy> {
    choose(name, value, &[("keep", Policy::Keep), ("collapse", Policy::Collapse), ("drop", Policy::Drop)])
}

/// The form except its language: fold, punctuation, space.
#[derive(FromPyObject)]
pub struct FormArguments(bool, String, String);

impl FormArguments {
    pub fn form(self, turkish: bool) -> PyResult<Form> {
        let FormArguments(fold, punctuation, space) = self;
        let punctuation = policy("punctuation", &punctuation)?;
        Ok(Form { fold, turkish, punctuation, space: policy("space", &space)? })
    }
}
