//! Sentence boundaries: a table of cases by language and rule, and what holds for any text at all.

use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;
use std::ops::Range;

use proptest::prelude::*;
use samesame_core::segment::sentences::{for_each_sentence, sentences};

const CASES: &str = include_str!("data/sentences.tsv");
const BOUNDARY: char = '‖';

fn cases() -> impl Iterator<Item = (&'static str, String)> {
    let rows = CASES.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| {
        let (name, marked) = line.rsplit_once('\t').expect("three columns");
        (name, unescape(marked))
    })
}

fn unescape(marked: &str) -> String {
    marked.replace('⏎', "\n").replace('␍', "\r").replace('⇥', "\t")
}

fn split(text: &str) -> Vec<&str> {
    sentences(text).into_iter().map(|range| &text[range]).collect()
}

/// White space, what is not seen, and quote markers with nothing to quote.
fn is_left_out(text: &str) -> bool {
    let unseen = CodePointSetData::new::<DefaultIgnorableCodePoint>();
    text.chars().all(|c| c.is_whitespace() || c == '>' || unseen.contains(c))
}

#[test]
fn every_case_of_the_table_is_split_as_marked() {
    let mut wrong = Vec::new();
    for (name, marked) in cases() {
        let pieces = marked.split(BOUNDARY).map(str::trim);
        let expected: Vec<&str> = pieces.filter(|piece| !is_left_out(piece)).collect();
        let text = marked.replace(BOUNDARY, "");
        let found = split(&text);
        if found != expected {
            wrong.push(format!("{name}\n  expected {expected:?}\n  found    {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_table_covers_the_languages() {
    let count = |language: &str| cases().filter(|(name, _)| name.starts_with(language)).count();
    assert!(count("en\t") >= 25);
    for language in ["tr\t", "de\t", "fr\t", "es\t", "zh\t", "ja\t"] {
        assert!(count(language) >= 8, "{language}");
    }
}

#[test]
fn both_forms_agree() {
    for (_, text) in cases() {
        let mut called = Vec::new();
        for_each_sentence(&text, |range| called.push(range));
        assert_eq!(called, sentences(&text));
    }
}

#[test]
fn blank_lines_have_no_sentences() {
    for text in ["", " ", "\n", "\r\n\t \u{2029}\u{3000}", ">", "> >\n\n>"] {
        assert_eq!(sentences(text), Vec::<Range<usize>>::new());
    }
}

/// Ranges are in order, trimmed and not empty, and only blank lines lie between them.
fn check_invariants(text: &str) {
    let mut reached = 0;
    for range in sentences(text) {
        let (gap, sentence) = (&text[reached..range.start], &text[range.clone()]);
        assert!(is_left_out(gap), "{gap:?} was left out");
        assert!(!sentence.is_empty());
        assert_eq!(sentence, sentence.trim());
        reached = range.end;
    }
    assert!(is_left_out(&text[reached..]));
}

/// Long enough that anything worse than linear would not come back: a square is 10¹² steps and more.
const LONG: usize = 1_000_000;
const VERY_LONG: usize = 5_000_000;

#[test]
fn very_long_repetition_stays_linear() {
    for unit in [".", "\"", "\n", " ", "A. "] {
        check_invariants(&unit.repeat(VERY_LONG / unit.len()));
    }
}

#[test]
fn hostile_repetition_stays_linear() {
    let units = [
        ".",
        "!",
        "\"",
        "'",
        "\n",
        "\r",
        " ",
        ">",
        "(",
        ")",
        "[",
        "-",
        "…",
        "。",
        "\u{2028}",
        "\u{85}",
        "a",
        "字",
        "\u{301}",
        ". ",
        ".\"",
        ".\"a",
        "。\"a",
        "\n>",
        "> \n",
        ">\na\n",
        "a\n",
        "a\u{2028}",
        "A.",
        "1.",
        "1. ",
        "Mr. ",
        ". .",
        "! [1",
        ".[1]",
        ".\n",
        "a.\nB",
        " \n",
        "- \n",
        "A. B\n",
        "» ",
        ". »",
        ";",
        "αβ;",
        "αβ; ",
        "#",
        " ###",
        " ### a",
        "\n>\u{2028}",
    ];
    for unit in units {
        check_invariants(&unit.repeat(LONG / unit.len()));
    }
}

#[test]
fn hostile_prefixes_stay_linear() {
    let half = LONG / 2;
    for prefix in ["(", "\"", " ", ">", "a", "字", "#", "-"] {
        for unit in ["1. ", "a. B", ".\"a ", "\n", "a\n", "。\"", "\u{2028}", "Mr.\nA "] {
            let text = prefix.repeat(half / prefix.len()) + &unit.repeat(half / unit.len());
            check_invariants(&text);
        }
    }
}

/// Text made of the pieces the rules look at, which random characters rarely form.
fn rule_like_text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "Mr", "etc", "U.S", "3", "IV", "a", "The", "he", "iPad", "é", "字", "と", "😀", ".", "...", "!", "?",
        "…", "。", "．", "」", "\"", "“", "»", "(", ")", "[1]", ",", " ", "  ", "\n", "\r\n", "\n\n", "> ",
        "- ", "1. ", "# ", " ### ", ";", "\n>\n", "Θα", "\t", "\u{A0}", "\u{2028}", "\u{301}", "\u{FEFF}",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_covered(text in any::<String>()) {
        check_invariants(&text);
    }

    #[test]
    fn any_rule_like_text_is_covered(text in rule_like_text()) {
        check_invariants(&text);
    }

    #[test]
    fn paragraphs_are_split_independently(first in rule_like_text(), second in rule_like_text()) {
        let joined = format!("{first}\n\n{second}");
        let mut apart = split(&first);
        apart.extend(split(&second));
        prop_assert_eq!(split(&joined), apart);
    }

    #[test]
    fn splitting_is_repeatable(text in rule_like_text()) {
        prop_assert_eq!(sentences(&text), sentences(&text));
    }
}
