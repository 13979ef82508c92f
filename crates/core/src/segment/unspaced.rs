//! Words where no spaces are written: overlapping bigrams, or the dictionary segmenter of ICU4X.

use std::ops::Range;

use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};

/// How Chinese and Japanese runs are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Unspaced {
    /// Each two neighbouring characters are a word. Fast, and an edit disturbs only its surroundings.
    #[default]
    Bigrams,
    /// Dictionary words.
    Segmenter,
    /// Not at all: a run is one word. For comparing whole texts, where the cut does not matter.
    Whole,
}

/// Cuts `run`, a stretch of one such script, into words.
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
    // Only the borrowed data is made here: no allocation, so a segmenter per run is cheap.
    let segmenter: WordSegmenterBorrowed<'static> =
        WordSegmenter::new_dictionary(WordBreakInvariantOptions::default());
    let mut start = run.start;
    for end in segmenter.segment_str(&text[run.clone()]).map(|end| run.start + end) {
        if end > start {
            f(start..end);
            start = end;
        }
    }
}
