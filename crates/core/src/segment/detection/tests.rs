//! Compares scores and results with `whatlang`.

use proptest::prelude::*;
use whatlang::dev::{RawLangInfo, raw_detect};

use super::*;

/// The codes of `whatlang` for the languages, in the order of the profiles.
const CODES: &str = "spa eng por ind fra deu jav vie ita tur pol ron hrv nld uzb tgl hun aze ces zul swe aka sna afr \
    fin slk tuk dan nob cat lit slv epo lav est lat cym rus ukr srp bel bul mkd ara urd pes hin mar \
    nep heb yid";

fn naive(sample: &str) -> Option<Vec<(String, f64)>> {
    let RawLangInfo::MultiScript(found) = raw_detect(sample).lang_info? else { return None };
    Some(found.scores.into_iter().map(|(lang, score)| (lang.code().to_owned(), score)).collect())
}

fn counts(sample: &str) -> Evidence {
    let mut counts = Evidence::default();
    counts.clear();
    counts.add(sample, &mut Vec::new());
    counts
}

fn ours(sample: &str) -> Option<Vec<(String, f64)>> {
    let mut counts = counts(sample);
    let script = counts.letters.script().filter(|&script| counts.letters.only_language(script).is_none())?;
    let family = PROFILES.family(script)?;
    let codes = CODES.split(' ').skip(family.languages.start).map(str::to_owned);
    Some(codes.zip(counts.scores(family).0).collect())
}

/// The scores agree, and the language that is detected has the highest one.
fn agrees(sample: &str) -> Result<(), TestCaseError> {
    // All letters that are in no profile count as one letter here.
    let known = |&c: &char| usize::from(PROFILES.number(c)) + 1 < PROFILES.numbers() || c.is_ascii();
    let sample = &sample.chars().filter(known).collect::<String>();
    let (mut expected, mut found) = (naive(sample), ours(sample));
    expected.iter_mut().chain(&mut found).for_each(|scores| scores.sort_by(|a, b| a.0.cmp(&b.0)));
    prop_assert_eq!(expected.as_ref().map(Vec::len), found.as_ref().map(Vec::len));
    for (expected, found) in expected.iter().flatten().zip(found.iter().flatten()) {
        prop_assert_eq!(&expected.0, &found.0);
        prop_assert!((expected.1 - found.1).abs() < 1e-9, "{}: {} {}", expected.0, expected.1, found.1);
    }
    let highest = found.iter().flatten().fold(0.0, |most: f64, row| most.max(row.1));
    if let (Some(guess), Some(found)) = (counts(sample).guess(), found) {
        let place = PROFILES.languages.iter().position(|profile| profile.code == guess.code).unwrap();
        let code = CODES.split(' ').nth(place).unwrap();
        prop_assert!(found.iter().any(|row| row.0 == code && row.1 == highest));
    }
    Ok(())
}

proptest! {
    #[test]
    fn latin_is_scored_alike(sample in "([a-zçğıöşüéèñßäøåăâîłąęžčšơ]{1,9} ){1,60}") {
        agrees(&sample)?;
    }

    #[test]
    fn long_texts_are_scored_alike(sample in "([a-eé]{1,4} |[0-9_.']{1,3} ){200,700}") {
        prop_assume!(sample.len() < 2048);
        agrees(&sample)?;
    }

    #[test]
    fn other_scripts_are_scored_alike(sample in "(([а-яєіїґђјљњћќў]{1,7} ){1,40}|([ا-يپچگ]{1,7} ){1,40}|([א-ת]{1,7} ){1,40}|([ऄ-ह]{1,5} ){1,40})") {
        agrees(&sample)?;
    }

    #[test]
    fn the_words_decide_and_not_how_they_are_set(words in "([a-zéğ我я]{1,8} ){0,400}", mark in "[!?\n \t]{1,3}") {
        prop_assert_eq!(detect(&words), detect(&words.replace(' ', &format!(" {mark} "))));
        prop_assert_eq!(detect(&words), detect(&words.to_uppercase()));
    }
}

#[test]
fn every_profile_is_whole() {
    assert!(PROFILES.numbers() <= trigrams::MOST_LETTERS);
    for (language, profile) in PROFILES.languages.iter().enumerate() {
        let family = PROFILES.family(profile.script).unwrap();
        let all: std::collections::BTreeSet<i16> =
            family.numbers().filter_map(|number| family.rank(number, language)).collect();
        assert!(all.into_iter().eq(0..families::RANKS as i16), "{}", profile.code);
    }
}

#[test]
fn counts_go_on_where_they_stopped() {
    let text = "la ferry n'est pas partie é ce matin ";
    let (first, rest) = text.split_at(text.find("est").unwrap());
    let mut parts = counts(first);
    parts.add(rest, &mut Vec::new());
    let family = PROFILES.family(0).unwrap();
    assert_eq!(parts.scores(family), counts(text).scores(family));
}

#[test]
fn a_doubt_is_settled_by_more_words() {
    let doubtful = "bra ".repeat(200);
    let norwegian = "Fergen gikk ikke i morges fordi det var en kraftig storm på havet. ".repeat(30);
    assert_eq!(detect(&(doubtful + &norwegian)), Some("no"));
}
