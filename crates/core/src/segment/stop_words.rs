//! Stop words per language, from the lists of NLTK and Stopwords ISO (crate `stop-words`).

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use hashbrown::HashSet;

use crate::clean::normal::{Form, normalise};
use crate::segment::language::{Language, LanguageChoice};
use crate::segment::meaningful::MEANINGFUL;
use crate::segment::unspaced::Unspaced;
use crate::segment::words::for_each_word;

/// Function words that are missing in the lists of these languages.
const LACKING: &[(&str, &str)] = &[
    (
        "tr",
        "bir her şu böyle olan olarak sonra önce kadar göre ancak fakat ben sen onlar bunlar var yok değil",
    ),
    ("uk", "і й не в у на з із що до та як за це цей ця а по від про для його її їх він вона вони"),
];

pub type StopWords = Arc<HashSet<Box<str>>>;

/// The stop words of a language in normal form; empty if there is no list.
pub fn stop_words(language: Language) -> StopWords {
    static LISTS: LazyLock<Mutex<HashMap<Language, StopWords>>> = LazyLock::new(Mutex::default);
    let mut lists = LISTS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    lists.entry(language).or_insert_with(|| Arc::new(normal_list(language))).clone()
}

/// The stop words under a choice of language, the same for all texts. If languages are detected, these are
/// the words of all lists: a sentence alone is often taken for another language than its text, and must not
/// lose other words there. Words that carry meaning in one of the larger languages are kept (see
/// `meaningful`).
pub fn chosen_stop_words(choice: LanguageChoice) -> Option<StopWords> {
    static ALL: LazyLock<StopWords> = LazyLock::new(|| Arc::new(words_of_all_lists()));
    match choice {
        LanguageChoice::Any => None,
        LanguageChoice::Detect => Some(ALL.clone()),
        LanguageChoice::Fixed(language) => Some(stop_words(language)),
    }
}

fn words_of_all_lists() -> HashSet<Box<str>> {
    let mut words: HashSet<_> = Language::all().flat_map(normal_list).collect();
    for word in MEANINGFUL.iter().flat_map(|row| row.1.split(' ')) {
        words.remove(word);
    }
    words
}

/// List entries in the form that they have in a text: some lists use capitals or entries of two words.
fn normal_list(language: Language) -> HashSet<Box<str>> {
    let mut set = HashSet::new();
    let form = Form { turkish: language.is_turkic(), ..Form::WORDS };
    let listed =
        stop_words::lookup(language.code()).unwrap_or_default().iter().map(|entry| (*entry).to_owned());
    let lacking = LACKING.iter().filter(|row| row.0 == language.code()).flat_map(|row| row.1.split(' '));
    for entry in listed.chain(lacking.map(str::to_owned)).flat_map(spellings) {
        let mut normal = String::new();
        normalise(&entry, form, &mut normal);
        let mut ranges = Vec::new();
        for_each_word(&normal, Unspaced::Segmenter, |range| ranges.push(range));
        // The parts of an entry of several words are not all stop words. The Korean list contains digits.
        if let [range] = &ranges[..]
            && normal[range.clone()].chars().any(char::is_alphabetic)
        {
            set.insert(normal[range.clone()].into());
        }
    }
    set
}

/// Some lists write the Romanian comma below as a cedilla, as old keyboards did; texts have both.
fn spellings(entry: String) -> Vec<String> {
    let commas = entry.replace('ş', "ș").replace('ţ', "ț");
    if commas == entry { vec![entry] } else { vec![entry, commas] }
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
    fn detected_languages_share_the_words_of_all_lists() {
        let all = chosen_stop_words(LanguageChoice::Detect).unwrap();
        assert!(["the", "und", "bir", "çünkü", "и", "的"].iter().all(|&word| all.contains(word)));
        assert!(["ferry", "council", "vapur"].iter().all(|&word| !all.contains(word)));
    }

    #[test]
    fn numbers_are_no_stop_words() {
        let lists = Language::all().map(stop_words);
        let all = lists.chain(chosen_stop_words(LanguageChoice::Detect)).flat_map(|list| (*list).clone());
        assert_eq!(all.filter(|word| !word.contains(char::is_alphabetic)).collect::<Vec<_>>(), []);
    }

    #[test]
    fn what_means_something_in_one_language_stays_where_languages_are_detected() {
        let all = chosen_stop_words(LanguageChoice::Detect).unwrap();
        let english = stop_words(Language::from_code("en").unwrap());
        for &(code, words) in MEANINGFUL {
            let own = stop_words(Language::from_code(code).unwrap());
            for word in words.split(' ') {
                let listed = Language::all().any(|language| stop_words(language).contains(word));
                assert!(listed && !own.contains(word) && !english.contains(word), "{code}: {word}");
                assert!(!all.contains(word), "{code}: {word}");
            }
        }
    }

    #[test]
    fn entries_are_in_normal_form() {
        assert!(stop_words(Language::from_code("en").unwrap()).contains("don't"));
        assert!(stop_words(Language::from_code("tr").unwrap()).contains("çünkü"));
    }
}
