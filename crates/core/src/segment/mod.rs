//! Sentences, words and languages, with positions in the text.

mod detection;
pub mod language;
pub mod lexicon;
pub mod located;
mod meaningful;
mod names;
pub mod sentences;
pub mod spelled;
pub mod stop_words;
mod stretches;
pub mod table;
pub mod tokens;
pub mod unspaced;
pub(crate) mod word_class;
pub mod words;
