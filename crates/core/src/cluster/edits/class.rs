//! The edit class of a copy: the first that fits.

use std::ops::Range;

use hashbrown::HashMap;

use super::gaps::{Looked, look, stretches};
use super::joined::{Found, State, joined};
use super::letter::Letter;
use super::pieces::{PHRASE, pieces};
use super::reference::Reference;
use crate::cancel::Cancel;
use crate::error::Result;

/// What was done to a letter, in the order of precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    Exact,
    Repeated,
    BlockReordering,
    MinorChange,
    BlockAdded,
    BlockDeleted,
    MinorChangeBlockEdit,
    KeyBlock,
    BagOfWords,
}

/// Paragraphs added or taken out have fewer words than these.
const BLOCK: usize = 200;
/// Words in a row that stand for a paragraph where the reference is a single one.
const KEY: usize = 20;

/// The class, None if it is no copy, and the stretches of words that are not from the reference.
pub(super) fn edit_of(
    reference: &Reference,
    copy: &Letter,
    cancel: &Cancel,
) -> Result<(Option<Edit>, Vec<Range<usize>>)> {
    if reference.len() == 0 || copy.len() == 0 {
        let own = (copy.len() > 0).then_some(0..copy.len());
        return Ok((None, own.into_iter().collect()));
    }
    if reference.letter.words == copy.words {
        return Ok((Some(Edit::Exact), Vec::new()));
    }
    let found = joined(pieces(reference, copy, cancel)?, reference, copy);
    let looked = look(reference, copy, found);
    if let Some(edit) = Seen::of(&looked, reference).edit() {
        return Ok((Some(edit), looked.own));
    }
    let (common, from) = common_words(reference, copy);
    if common * 5 > reference.len().max(copy.len()) * 4 {
        return Ok((Some(Edit::BagOfWords), stretches(&from)));
    }
    Ok((None, looked.own))
}

/// How many words both have, in any order, and which words of the copy these are.
fn common_words(reference: &Reference, copy: &Letter) -> (usize, Vec<bool>) {
    let mut left: HashMap<u64, usize> = HashMap::new();
    reference.letter.words.iter().for_each(|&word| *left.entry(word).or_default() += 1);
    let from: Vec<bool> = copy
        .words
        .iter()
        .map(|word| match left.get_mut(word) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        })
        .collect();
    (from.iter().filter(|&&from| from).count(), from)
}

/// What the classes ask about.
struct Seen<'a> {
    /// Paragraphs that are there, whole, changed or cut, in the order of the copy.
    found: Vec<&'a (Found, State)>,
    paragraphs: usize,
    /// Words of paragraphs put in and taken out.
    added: usize,
    removed: usize,
    rewritten: bool,
    /// The paragraphs that are there are enough to call it a copy.
    key: bool,
}

impl<'a> Seen<'a> {
    fn of(looked: &'a Looked, reference: &Reference) -> Self {
        let found: Vec<_> = looked.found.iter().filter(|(_, state)| *state != State::Rewritten).collect();
        let mut there = vec![false; reference.paragraphs.len()];
        found.iter().for_each(|(one, _)| there[one.paragraph] = true);
        let absent = reference.paragraphs.iter().zip(&there).filter(|(_, there)| !**there);
        let enough = PHRASE.min(reference.len().div_ceil(2));
        let key = found.iter().any(|(one, state)| match state {
            // What is left of a single paragraph, if it stands there once: else its sentences were shuffled.
            State::Cut => reference.paragraphs.len() == 1 && found.len() == 1 && one.run() >= KEY,
            _ => one.kept() >= enough,
        });
        Self {
            added: looked.added + found.iter().map(|(one, _)| one.added).sum::<usize>(),
            removed: absent.map(|(range, _)| range.len()).sum::<usize>()
                + found.iter().map(|(one, _)| one.cut).sum::<usize>(),
            rewritten: found.len() < looked.found.len(),
            paragraphs: there.len(),
            found,
            key,
        }
    }

    fn edit(&self) -> Option<Edit> {
        let (all, only) = (self.in_order(), self.added == 0 && self.removed == 0 && !self.rewritten);
        let once = self.found.len() == self.paragraphs;
        match () {
            _ if self.every(&[State::Whole]) && all && once && only => Some(Edit::Exact),
            _ if self.copies() > 1 => Some(Edit::Repeated),
            _ if self.every(&[State::Whole]) && once && only => Some(Edit::BlockReordering),
            _ if self.every(&[State::Whole, State::Changed]) && all && once && only => {
                Some(Edit::MinorChange)
            }
            _ if self.is_longer() => Some(Edit::BlockAdded),
            _ if self.is_shorter() => Some(Edit::BlockDeleted),
            _ if self.key && self.found.iter().any(|one| one.1 == State::Changed) => {
                Some(Edit::MinorChangeBlockEdit)
            }
            _ if self.key => Some(Edit::KeyBlock),
            _ => None,
        }
    }

    fn every(&self, states: &[State]) -> bool {
        self.found.iter().all(|(_, state)| states.contains(state))
    }

    /// Whether all paragraphs are there in their order, perhaps with more between them.
    fn in_order(&self) -> bool {
        self.found.iter().fold(0, |next, (one, _)| next + usize::from(one.paragraph == next))
            == self.paragraphs
    }

    /// How often the whole reference is there, one after the other.
    fn copies(&self) -> usize {
        let whole = self.found.iter().filter(|(_, state)| *state == State::Whole);
        let next = |at: usize, one: &Found| at + usize::from(one.paragraph == at % self.paragraphs);
        whole.fold(0, |at, (one, _)| next(at, one)) / self.paragraphs
    }

    /// Everything is there, and less than 200 words of paragraphs more.
    fn is_longer(&self) -> bool {
        let mut next = 0;
        let again = self.found.iter().filter(|(one, _)| {
            let goes_on = one.paragraph == next;
            next += usize::from(goes_on);
            !goes_on
        });
        let again: usize = again.map(|(one, _)| one.kept()).sum();
        next == self.paragraphs
            && self.every(&[State::Whole])
            && !self.rewritten
            && self.removed == 0
            && self.added + again < BLOCK
    }

    /// Less than 200 words of paragraphs are missing, and nothing else was done.
    fn is_shorter(&self) -> bool {
        self.key
            && self.every(&[State::Whole, State::Cut])
            && self.found.is_sorted_by(|before, after| before.0.paragraph < after.0.paragraph)
            && !self.rewritten
            && self.added == 0
            && self.removed < BLOCK
    }
}
