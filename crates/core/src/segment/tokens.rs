//! From text to the words that methods compare: normal form, words, stop words, stems.

use std::borrow::Cow;
use std::ops::Range;

use snowball_stemmers_rs::Stemmer;

use crate::clean::marks::plain_text;
use crate::clean::normal::{Form, normalise, normalise_mapped};
use crate::segment::language::{Language, LanguageChoice};
use crate::segment::sentences::for_each_plain_sentence;
use crate::segment::stop_words::{StopWords, chosen_stop_words};
use crate::segment::unspaced::Unspaced;
use crate::segment::words::for_each_word;

/// How a word is shortened to the part that its inflected forms share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Stem {
    #[default]
    None,
    /// The first five characters, the "F5" of the CoDet paper.
    First5,
    /// The language's Snowball stemmer; the word itself if there is none.
    Snowball,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct WordOptions {
    pub unspaced: Unspaced,
    pub language: LanguageChoice,
    /// Whether stop words are left out.
    pub stop: bool,
    pub stem: Stem,
}

/// Ends of sentences that are never part of a word, whatever follows.
const PARTING: [char; 5] = ['!', '?', '。', '！', '？'];

/// Cuts many texts into words, reusing its buffers.
pub struct Tokenizer {
    options: WordOptions,
    normal: String,
    stop: Option<StopWords>,
    rules: LanguageRules,
}

/// The rules for the language of a text.
#[derive(Default)]
struct LanguageRules {
    language: Option<Language>,
    stemmer: Option<Stemmer>,
}

impl Tokenizer {
    pub fn new(options: WordOptions) -> Self {
        let stop = if options.stop { chosen_stop_words(options.language) } else { None };
        Self { options, normal: String::new(), stop, rules: LanguageRules::default() }
    }

    /// Calls `f` with each word of `text`.
    pub fn for_each(&mut self, text: &str, mut f: impl FnMut(&str)) {
        let form = self.prepare(text);
        self.normal.clear();
        normalise(text, form, &mut self.normal);
        let normal = &self.normal;
        if self.is_plain() {
            return for_each_word(normal, self.options.unspaced, |range| f(&normal[range]));
        }
        for_each_word(normal, self.options.unspaced, |range| {
            if let Some(word) = self.word(&normal[range]) {
                f(&word);
            }
        });
    }

    /// Calls `f` with each word of each sentence of `text`, and with `None` after each sentence. Each
    /// sentence is cut into words separately, by the rules for the language of the whole text.
    pub fn for_each_by_sentence(&mut self, text: &str, mut f: impl FnMut(Option<&str>)) {
        self.for_each_raw_by_sentence(text, |tokenizer, word| match word {
            Some(word) => {
                if let Some(word) = tokenizer.word(word) {
                    f(Some(&word));
                }
            }
            None => f(None),
        });
    }

    /// Calls `f` with each word as it is in the normal form, and with the tokenizer, which can prepare it.
    pub(super) fn for_each_raw(&mut self, text: &str, mut f: impl FnMut(&Self, &str)) {
        let form = self.prepare(text);
        let mut normal = std::mem::take(&mut self.normal);
        normal.clear();
        normalise(text, form, &mut normal);
        for_each_word(&normal, self.options.unspaced, |range| f(self, &normal[range]));
        self.normal = normal;
    }

    /// The same per sentence, with `None` after each. Returns whether the words of the whole text are the
    /// same, that is, no word crosses from one sentence to the next.
    pub(super) fn for_each_raw_by_sentence(
        &mut self,
        text: &str,
        mut f: impl FnMut(&Self, Option<&str>),
    ) -> bool {
        let form = self.prepare(text);
        let mut normal = std::mem::take(&mut self.normal);
        let (mut apart, mut last) = (true, None);
        // Whether sentences touch is decided on the plain type, because invisible characters do not separate
        // words.
        let text = &plain_text(text);
        for_each_plain_sentence(text, |sentence| {
            apart &= last != Some(sentence.start) || text[..sentence.start].ends_with(PARTING);
            last = Some(sentence.end);
            normal.clear();
            normalise(&text[sentence], form, &mut normal);
            for_each_word(&normal, self.options.unspaced, |range| f(self, Some(&normal[range])));
            f(self, None);
        });
        self.normal = normal;
        apart
    }

    /// Calls `f` with each word and its byte range in `text`.
    pub fn for_each_located(&mut self, text: &str, mut f: impl FnMut(&str, Range<usize>)) {
        let form = self.prepare(text);
        let (normal, map) = normalise_mapped(text, form);
        for_each_word(&normal, self.options.unspaced, |range| {
            if let Some(word) = self.word(&normal[range.clone()]) {
                f(&word, map.original(range));
            }
        });
    }

    /// Calls `f` with each word of the normal form and with its prepared form, which a stop word does not
    /// have. `otherwise` are the stop words if no language is chosen.
    pub fn for_each_marked(
        &mut self,
        text: &str,
        otherwise: &StopWords,
        mut f: impl FnMut(&str, Option<&str>),
    ) {
        let form = self.prepare(text);
        self.normal.clear();
        normalise(text, form, &mut self.normal);
        let normal = &self.normal;
        let stopped = |word: &str| self.stop.is_none() && otherwise.contains(word);
        for_each_word(normal, self.options.unspaced, |range| {
            let word = &normal[range];
            let compared = if stopped(word) { None } else { self.word(word) };
            f(word, compared.as_deref());
        });
    }

    pub(super) fn options(&self) -> WordOptions {
        self.options
    }

    /// The language of the text that was read last.
    pub(super) fn language(&self) -> Option<Language> {
        self.rules.language
    }

    fn is_plain(&self) -> bool {
        self.stop.is_none() && self.options.stem == Stem::None
    }

    fn prepare(&mut self, text: &str) -> Form {
        let language = self.options.language.of(text);
        if language != self.rules.language {
            self.rules = LanguageRules {
                language,
                stemmer: language
                    .filter(|_| self.options.stem == Stem::Snowball)
                    .and_then(Language::stemmer)
                    .map(Stemmer::create),
            };
        }
        Form { turkish: self.options.language.folds_turkic(language, text), ..Form::WORDS }
    }

    /// The prepared form of a word; none for a stop word.
    pub(super) fn word<'a>(&self, word: &'a str) -> Option<Cow<'a, str>> {
        if self.stop.as_ref().is_some_and(|stop| stop.contains(word)) {
            return None;
        }
        Some(match (self.options.stem, &self.rules.stemmer) {
            (Stem::First5, _) => first(word, 5).into(),
            // The stemmer would leave nothing of a word that is only an affix.
            (Stem::Snowball, Some(stemmer)) => {
                Some(stemmer.stem(word)).filter(|stem| !stem.is_empty()).unwrap_or(word.into())
            }
            _ => word.into(),
        })
    }
}

fn first(word: &str, count: usize) -> &str {
    word.char_indices().nth(count).map_or(word, |(end, _)| &word[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, options: WordOptions) -> Vec<String> {
        let mut tokenizer = Tokenizer::new(options);
        let mut plain = Vec::new();
        tokenizer.for_each(text, |word| plain.push(word.to_owned()));
        let mut located = Vec::new();
        tokenizer.for_each_located(text, |word, _| located.push(word.to_owned()));
        assert_eq!(plain, located);
        plain
    }

    fn in_language(code: &str, stem: Stem) -> WordOptions {
        let language = LanguageChoice::Fixed(Language::from_code(code).unwrap());
        WordOptions { language, stop: true, stem, ..WordOptions::default() }
    }

    #[test]
    fn stop_words_and_stems() {
        let text = "The ministers were discussing the new bus lines";
        assert_eq!(
            words(text, in_language("en", Stem::None)),
            ["ministers", "discussing", "new", "bus", "lines"]
        );
        assert_eq!(words(text, in_language("en", Stem::First5)), ["minis", "discu", "new", "bus", "lines"]);
        assert_eq!(
            words(text, in_language("en", Stem::Snowball)),
            ["minist", "discuss", "new", "bus", "line"]
        );
    }

    #[test]
    fn a_word_of_which_no_stem_is_left_stays_as_it_is() {
        let marks = words("\u{FE7D} كتاب", in_language("ar", Stem::Snowball));
        assert!(!marks.is_empty() && marks.iter().all(|word| !word.is_empty()), "{marks:?}");
    }

    #[test]
    fn turkish_capitals_meet_their_small_letters() {
        assert_eq!(words("IŞIK İLE ışık", in_language("tr", Stem::None)), ["ışık", "ışık"]);
    }
}
