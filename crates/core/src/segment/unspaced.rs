//! Words of scripts without spaces: overlapping bigrams, or the dictionary segmenter of ICU4X.

use std::ops::Range;

use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};

/// How Chinese and Japanese runs are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Unspaced {
    /// Each two neighbouring characters are a word. Fast, and an edit changes only the words around it.
    #[default]
    Bigrams,
    /// Dictionary words.
    Segmenter,
    /// Not at all: a run is one word. For comparing whole texts, for which the cut does not matter.
    Whole,
}

/// Cuts `run`, a run of characters of one such script, into words.
pub(crate) fn cut_unspaced(text: &str, run: Range<usize>, way: Unspaced, f: &mut impl FnMut(Range<usize>)) {
    match way {
        Unspaced::Bigrams => bigrams(text, run, f),
        Unspaced::Segmenter => dictionary_words(text, run, f),
        Unspaced::Whole => f(run),
    }
}

fn bigrams(text: &str, run: Range<usize>, f: &mut impl FnMut(Range<usize>)) {
    let mut starts = text[run.clone()].char_indices().map(|(i, _)| run.start + i);
    let Some(mut first) = starts.next() else { return };
    let Some(mut second) = starts.next() else { return f(run) };
    for third in starts {
        f(first..third);
        (first, second) = (second, third);
    }
    f(first..run.end);
    debug_assert!(second < run.end);
}

fn dictionary_words(text: &str, run: Range<usize>, f: &mut impl FnMut(Range<usize>)) {
    // This only borrows data and allocates nothing, so a segmenter per run is cheap.
    let segmenter: WordSegmenterBorrowed<'static> =
        WordSegmenter::new_dictionary(WordBreakInvariantOptions::default());
    let run_text = &text[run.clone()];
    let (composed, pairs) = compose_am(run_text);
    let mut start = run.start;
    let mut pairs = pairs.into_iter().peekable();
    let mut longer = 0;
    for end in segmenter.segment_str(composed.as_deref().unwrap_or(run_text)) {
        while pairs.next_if(|&pair| pair < end).is_some() {
            longer += AM_PART.len();
        }
        let end = run.start + end + longer;
        if end > start {
            f(start..end);
            start = end;
        }
    }
}

/// NFKC writes the Thai and Lao vowel "am" as two characters, which are not in the dictionaries.
const AM: [(&str, &str); 2] = [("\u{E4D}\u{E32}", "\u{E33}"), ("\u{ECD}\u{EB2}", "\u{EB3}")];
/// The first of the two, which is not in the composed text.
const AM_PART: &str = "\u{E4D}";

/// The text with "am" as one character, and the positions of these; `None` if there is none.
fn compose_am(text: &str) -> (Option<String>, Vec<usize>) {
    let Some((split, whole)) = AM.into_iter().find(|(split, _)| text.contains(split)) else {
        return (None, Vec::new());
    };
    let composed = text.replace(split, whole);
    let places = composed.match_indices(whole).map(|(at, _)| at).collect();
    (Some(composed), places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thai_and_lao_words_with_am_stay_whole() {
        for word in ["น้\u{E4D}า", "ค\u{E4D}า", "ນ້\u{ECD}າ"] {
            let mut ranges = Vec::new();
            dictionary_words(word, 0..word.len(), &mut |range| ranges.push(range));
            assert_eq!(ranges, vec![Range { start: 0, end: word.len() }], "{word}");
        }
    }
}
