//! Windows of sentences, grouped by the classes of their forms: diagonals begin only within a group.

use hashbrown::HashSet;
use rayon::prelude::*;

use crate::r#match::diagonals::Sentences;
use crate::r#match::sentences::NONE;
use crate::sign::hash::hash_run;

/// A document, and the sentence that a window begins with.
type Place = (u32, u32);

/// Windows of one size, sorted: those with the same key side by side, and among them those with the same form before.
pub(super) struct Group {
    pub size: usize,
    /// Key, form of the good sentence before it (`NONE`: there is none), place; whether it is a whole document.
    windows: Vec<(u64, u32, Place, bool)>,
    /// Only whole documents have partners: those of documents with too few sentences for a longer window.
    whole: bool,
}

impl Group {
    pub(super) fn len(&self) -> usize {
        self.windows.len()
    }

    /// A window, and those that a diagonal may begin with together with it. Each two are told once.
    pub(super) fn partners(&self, at: usize) -> (Place, impl Iterator<Item = Place>) {
        let (key, before, place, is_whole) = self.windows[at];
        let (first, others) = if self.whole {
            (self.windows.partition_point(|window| window.0 < key), is_whole)
        } else {
            (at + 1, true)
        };
        let wanted = move |&(number, window): &(usize, &(u64, u32, Place, bool))| {
            let told = self.whole && window.3 && number <= at;
            !told && number != at && (self.whole || before == NONE || window.1 != before)
        };
        // Sorted by the form before: all with the same one are passed over at once.
        let first = if !self.whole && before != NONE {
            first + self.windows[first..].partition_point(|window| (window.0, window.1) <= (key, before))
        } else {
            first
        };
        let rest = if others { &self.windows[first..] } else { &[] };
        let rest = rest.iter().take_while(move |window| window.0 == key);
        (place, rest.enumerate().map(move |(i, window)| (first + i, window)).filter(wanted).map(|(_, w)| w.2))
    }
}

/// The windows of `least` sentences; and, for documents that have fewer, windows as long as they are.
pub(super) fn groups(sentences: &Sentences<'_>, least: usize) -> impl Iterator<Item = Group> {
    let short = (1..least).filter_map(move |size| {
        let whole: HashSet<u64> = documents(sentences)
            .filter(|(_, range)| range.len() == size)
            .filter_map(|(_, range)| key(sentences, range))
            .collect();
        (!whole.is_empty()).then(|| windows(sentences, size, Some(&whole)))
    });
    short.chain(std::iter::once_with(move || windows(sentences, least, None)))
}

fn documents(sentences: &Sentences<'_>) -> impl Iterator<Item = (u32, std::ops::Range<usize>)> {
    let ends = sentences.offsets.windows(2);
    ends.enumerate().map(|(document, ends)| (document as u32, ends[0] as usize..ends[1] as usize))
}

/// The key of a window; none if one of its sentences is like no other, or if none is good.
fn key(sentences: &Sentences<'_>, window: std::ops::Range<usize>) -> Option<u64> {
    if !sentences.good[window.clone()].iter().any(|&good| good) {
        return None;
    }
    let mut classes = Vec::with_capacity(window.len());
    for &form in &sentences.forms[window] {
        classes.push(u64::from(sentences.classes.class(form)));
    }
    (!classes.contains(&u64::from(NONE))).then(|| hash_run(&classes))
}

fn windows(sentences: &Sentences<'_>, size: usize, whole: Option<&HashSet<u64>>) -> Group {
    let of_document = |(document, range): (u32, std::ops::Range<usize>)| {
        let (start, count) = (range.start, range.len());
        let last = count.saturating_sub(size - 1);
        let window = move |at: usize| {
            let key = key(sentences, start + at..start + at + size)?;
            if whole.is_some_and(|whole| !whole.contains(&key)) {
                return None;
            }
            let before = (start + at).checked_sub(1).filter(|&before| at > 0 && sentences.good[before]);
            let before = before.map_or(NONE, |before| sentences.forms[before]);
            Some((key, before, (document, at as u32), count == size))
        };
        (0..last).filter_map(window).collect::<Vec<_>>()
    };
    let documents: Vec<_> = documents(sentences).collect();
    let mut windows: Vec<_> = documents.into_par_iter().flat_map_iter(of_document).collect();
    windows.par_sort_unstable();
    if whole.is_none() {
        windows = shared(windows);
    }
    Group { size, windows, whole: whole.is_some() }
}

/// Without the windows that have a key of their own.
fn shared(windows: Vec<(u64, u32, Place, bool)>) -> Vec<(u64, u32, Place, bool)> {
    let same = |a: usize, b: usize| windows.get(a).zip(windows.get(b)).is_some_and(|(a, b)| a.0 == b.0);
    (0..windows.len()).filter(|&i| same(i, i + 1) || (i > 0 && same(i - 1, i))).map(|i| windows[i]).collect()
}
