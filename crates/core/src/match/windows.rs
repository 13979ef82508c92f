//! Windows of sentences, grouped by the classes of their forms: a diagonal begins with two windows of one
//! group.

use std::ops::Range;

use hashbrown::HashSet;
use rayon::prelude::*;

use crate::r#match::diagonals::Sentences;
use crate::r#match::sentences::NONE;
use crate::r#match::sides::Sides;
use crate::sign::hash::hash_run;

/// A document, and the first sentence of a window.
pub type SentencePlace = (u32, u32);

/// Sorted, so that windows with which a diagonal may begin are neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Window {
    pub key: u64,
    /// Whether the document is on the other side, if there are two.
    pub other_side: bool,
    /// The form of the good sentence before it, or `NONE`.
    pub before: u32,
    pub place: SentencePlace,
    /// Whether it is a whole document.
    pub whole: bool,
}

/// Windows of one size, sorted.
pub(super) struct Group {
    pub size: usize,
    windows: Vec<Window>,
    /// Only whole documents have partners: documents with too few sentences for a longer window.
    whole: bool,
    /// Only windows of different sides are partners.
    across: bool,
}

impl Group {
    /// Windows of one size that were made elsewhere. With `whole`, only whole documents have partners.
    pub(super) fn new(size: usize, mut windows: Vec<Window>, whole: bool, across: bool) -> Self {
        windows.par_sort_unstable();
        if !whole {
            windows = shared(windows);
        }
        Self { size, windows, whole, across }
    }

    pub(super) fn len(&self) -> usize {
        self.windows.len()
    }

    /// A window, and its partners: windows with which a diagonal may begin together with it. Each pair is
    /// listed once.
    pub(super) fn partners(&self, at: usize) -> (SentencePlace, impl Iterator<Item = SentencePlace>) {
        let own = self.windows[at];
        let [first, last] = if self.whole { self.of_whole(own) } else { self.of_window(at, own) };
        let told_here = move |&other: &usize| {
            let both = self.whole && self.windows[other].whole;
            other != at && !(both && if self.across { own.other_side } else { other < at })
        };
        (own.place, first.chain(last).filter(told_here).map(|other| self.windows[other].place))
    }

    fn of_whole(&self, own: Window) -> [Range<usize>; 2] {
        let partners = match (own.whole, self.across) {
            (false, _) => 0..0,
            (true, false) => self.range(own.key, false).start..self.range(own.key, true).end,
            (true, true) => self.range(own.key, !own.other_side),
        };
        [partners, 0..0]
    }

    /// If the same good sentence is before both windows, the diagonal has begun earlier: all such windows are
    /// skipped at once.
    fn of_window(&self, at: usize, own: Window) -> [Range<usize>; 2] {
        let all = match (self.across, own.other_side) {
            (false, _) => at + 1..self.range(own.key, false).end,
            (true, false) => self.range(own.key, true),
            (true, true) => 0..0,
        };
        if own.before == NONE {
            return [all, 0..0];
        }
        let windows = &self.windows[all.clone()];
        let same = windows.partition_point(|window| window.before < own.before);
        let later = windows.partition_point(|window| window.before <= own.before);
        [all.start..all.start + same, all.start + later..all.end]
    }

    /// The windows with a key, of one side.
    fn range(&self, key: u64, other_side: bool) -> Range<usize> {
        let wanted = (key, other_side);
        let start = self.windows.partition_point(|window| (window.key, window.other_side) < wanted);
        start..self.windows.partition_point(|window| (window.key, window.other_side) <= wanted)
    }
}

/// Documents from a number on; with `split`, only those before it and from it on are partners.
#[derive(Clone, Copy)]
struct Grouped {
    from: u32,
    split: Option<u32>,
}

/// The windows of `least` sentences; and, for documents that have fewer, windows as long as they are.
pub(super) fn groups(sentences: &Sentences<'_>, least: usize, sides: Sides) -> impl Iterator<Item = Group> {
    // Documents that go ahead are partners of all others, and these of one another: each in groups of its own.
    let (first, second) = match sides {
        Sides::One => (Grouped { from: 0, split: None }, None),
        Sides::Across(at) => (Grouped { from: 0, split: Some(at) }, None),
        Sides::Ahead(at) => (Grouped { from: 0, split: Some(at) }, Some(Grouped { from: at, split: None })),
    };
    std::iter::once(first).chain(second).flat_map(move |grouped| of_some(sentences, least, grouped))
}

fn of_some(sentences: &Sentences<'_>, least: usize, grouped: Grouped) -> impl Iterator<Item = Group> {
    let short = (1..least).filter_map(move |size| {
        let whole: HashSet<u64> = documents(sentences, grouped.from)
            .filter(|(_, range)| range.len() == size)
            .filter_map(|(_, range)| key(sentences, range))
            .collect();
        (!whole.is_empty()).then(|| windows(sentences, size, grouped, Some(&whole)))
    });
    short.chain(std::iter::once_with(move || windows(sentences, least, grouped, None)))
}

fn documents(sentences: &Sentences<'_>, from: u32) -> impl Iterator<Item = (u32, Range<usize>)> {
    let ends = sentences.offsets.windows(2).enumerate().skip(from as usize);
    ends.map(|(document, ends)| (document as u32, ends[0] as usize..ends[1] as usize))
}

/// The key of a window; none if one of its sentences is like no other, or if no sentence is good.
fn key(sentences: &Sentences<'_>, window: Range<usize>) -> Option<u64> {
    if !sentences.good[window.clone()].iter().any(|&good| good) {
        return None;
    }
    let mut classes = Vec::with_capacity(window.len());
    for &form in &sentences.forms[window] {
        classes.push(u64::from(sentences.classes.class(form)));
    }
    (!classes.contains(&u64::from(NONE))).then(|| hash_run(&classes))
}

fn windows(sentences: &Sentences<'_>, size: usize, grouped: Grouped, whole: Option<&HashSet<u64>>) -> Group {
    let of_document = |(document, range): (u32, Range<usize>)| {
        let (start, count) = (range.start, range.len());
        let last = count.saturating_sub(size - 1);
        let window = move |at: usize| {
            let key = key(sentences, start + at..start + at + size)?;
            if whole.is_some_and(|whole| !whole.contains(&key)) {
                return None;
            }
            let before = (start + at).checked_sub(1).filter(|&before| at > 0 && sentences.good[before]);
            let before = before.map_or(NONE, |before| sentences.forms[before]);
            let other_side = grouped.split.is_some_and(|split| document >= split);
            Some(Window { key, other_side, before, place: (document, at as u32), whole: count == size })
        };
        (0..last).filter_map(window).collect::<Vec<_>>()
    };
    let documents: Vec<_> = documents(sentences, grouped.from).collect();
    let windows = documents.into_par_iter().flat_map_iter(of_document).collect();
    Group::new(size, windows, whole.is_some(), grouped.split.is_some())
}

/// The windows that share their key with another one.
fn shared(windows: Vec<Window>) -> Vec<Window> {
    let same = |a: usize, b: usize| windows.get(a).zip(windows.get(b)).is_some_and(|(a, b)| a.key == b.key);
    (0..windows.len()).filter(|&i| same(i, i + 1) || (i > 0 && same(i - 1, i))).map(|i| windows[i]).collect()
}
