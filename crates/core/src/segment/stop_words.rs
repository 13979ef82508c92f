//! Stop words per language, from the lists of NLTK and Stopwords ISO (crate `stop-words`).

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use hashbrown::HashSet;

use crate::clean::normal::{Form, normalise};
use crate::segment::language::Language;
use crate::segment::unspaced::Unspaced;
use crate::segment::words::for_each_word;

pub type StopWords = Arc<HashSet<Box<str>>>;

/// The stop words of a language in normal form. Empty where there is no list.
pub fn stop_words(language: Language) -> StopWords {
    static LISTS: LazyLock<Mutex<HashMap<Language, StopWords>>> = LazyLock::new(Mutex::default);
    let mut lists = LISTS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    lists.entry(language).or_insert_with(|| Arc::new(normal_list(language))).clone()
}

/// List entries in the form that they have in a text: some are written with capitals or as two words.
fn normal_list(language: Language) -> HashSet<Box<str>> {
    let mut set = HashSet::new();
    let form = Form { turkish: language.is_turkic(), ..Form::WORDS };
    for entry in stop_words::lookup(language.code()).unwrap_or_default() {
        let mut normal = String::new();
        normalise(entry, form, &mut normal);
        let mut ranges = Vec::new();
        for_each_word(&normal, Unspaced::Segmenter, |range| ranges.push(range));
        // An entry of several words would make stop words of parts that are none.
        if let [range] = &ranges[..] {
            set.insert(normal[range.clone()].into());
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_least_twenty_languages_have_a_list() {
        let codes = "ar bg ca cs da de el en es fi fr hu id it ja nl no pl pt ro ru sv tr uk zh";
        for code in codes.split(' ') {
            let list = stop_words(Language::from_code(code).unwrap());
            assert!(list.len() > 40, "{code}: {}", list.len());
        }
    }

    #[test]
    fn entries_are_in_normal_form() {
        assert!(stop_words(Language::from_code("en").unwrap()).contains("don't"));
        assert!(stop_words(Language::from_code("tr").unwrap()).contains("çünkü"));
    }
}
