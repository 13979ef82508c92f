//! Documents with the same words: grouped by a 128-bit key, then confirmed on the normal form itself.

use std::ops::Range;

use arrow_array::{Array, LargeStringArray, UInt32Array};
use hashbrown::HashTable;
use memchr::{memchr, memrchr};
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::characters::first_beyond_ascii;
use crate::clean::normal::{Form, Policy, normalise};
use crate::error::{Error, Result};
use crate::r#match::store::{Slot, Store};
use crate::segment::language::{Language, LanguageChoice};
use crate::segment::spelled::spell_words;
use crate::sign::hash::hash_text;

/// What must be the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SameBy {
    /// The words in their order; punctuation, case and white space do not count.
    #[default]
    Words,
    /// The letters and digits in their order; even the gaps between words do not count.
    Letters,
}

/// Writes the form of `text` that equal documents share. Empty for a text without words.
pub fn exact_form(text: &str, by: SameBy, language: LanguageChoice, scratch: &mut String, out: &mut Vec<u8>) {
    let turkish = language.of(text).is_some_and(Language::is_turkic);
    let form = Form { turkish, ..Form::WORDS };
    scratch.clear();
    match by {
        SameBy::Words if turkish => {
            normalise(text, form, scratch);
            spell_words(scratch, out);
        }
        SameBy::Words => spell_normal(text, scratch, out),
        SameBy::Letters => {
            normalise(text, Form { punctuation: Policy::Drop, space: Policy::Drop, ..form }, scratch);
            out.extend_from_slice(scratch.as_bytes());
        }
    }
}

/// A stretch beyond ASCII reaches on over gaps shorter than this.
const NEAR: usize = 64;

/// Spells the words of the text's normal form. Folding is all there is to the normal form of ASCII, and spelling folds;
/// so only stretches with characters beyond it are normalised. They are cut at spaces, which no word, no combination and
/// no rule reaches across.
fn spell_normal(text: &str, scratch: &mut String, out: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(first) = first_beyond_ascii(&bytes[at..]) {
        let first = at + first;
        let start = memrchr(b' ', &bytes[at..first]).map_or(at, |space| at + space);
        let mut end = first;
        loop {
            end = memchr(b' ', &bytes[end..]).map_or(bytes.len(), |space| end + space);
            match first_beyond_ascii(&bytes[end..]) {
                Some(next) if next < NEAR => end += next,
                _ => break,
            }
        }
        spell_words(&text[at..start], out);
        scratch.clear();
        normalise(&text[start..end], Form::WORDS, scratch);
        spell_words(scratch, out);
        at = end;
    }
    spell_words(&text[at..], out);
}

/// Groups documents as they come. Texts are kept to confirm on: in memory up to a limit, then on disk.
pub struct ExactGroups {
    by: SameBy,
    language: LanguageChoice,
    groups: Firsts,
    /// The forms of the last batch: they are grouped while those of the next one are made.
    made: Vec<Forms>,
    /// Room for the next ones, kept between calls: fresh memory costs more than what is written to it.
    room: Vec<Forms>,
}

/// The forms of a few documents, one after the other.
#[derive(Default)]
struct Forms {
    text: Vec<u8>,
    ends: Vec<(usize, u128)>,
    scratch: String,
}

/// Enough text to be worth a task, little enough to share out evenly.
const BYTES_A_TASK: usize = 128 << 10;

impl ExactGroups {
    pub fn new(by: SameBy, language: LanguageChoice, memory: usize) -> Self {
        Self { by, language, groups: Firsts::new(memory), made: Vec::new(), room: Vec::new() }
    }

    /// Takes in the next texts.
    pub fn push(&mut self, texts: &LargeStringArray, cancel: &Cancel) -> Result<()> {
        let tasks = tasks(texts);
        let Self { by, language, groups, made, room } = self;
        room.resize_with(tasks.len().max(room.len()), Forms::default);
        room.iter_mut().for_each(Forms::clear);
        let work = |(forms, task): (&mut Forms, Range<usize>)| {
            cancel.check()?;
            task.for_each(|i| forms.add(texts.value(i), *by, *language));
            Ok(())
        };
        let (grouped, filled) = rayon::join(
            || groups.add(made, cancel),
            || room.par_iter_mut().zip(tasks).map(work).collect::<Result<()>>(),
        );
        std::mem::swap(made, room);
        grouped.and(filled)
    }

    /// For each text the number of the first document with the same words: its own, if it is the first; null for a
    /// text without words. Documents are numbered as they came.
    pub fn finish(mut self, cancel: &Cancel) -> Result<UInt32Array> {
        self.groups.add(&self.made, cancel)?;
        Ok(UInt32Array::from(self.groups.of_each))
    }
}

impl Forms {
    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    fn add(&mut self, text: &str, by: SameBy, language: LanguageChoice) {
        let from = self.text.len();
        exact_form(text, by, language, &mut self.scratch, &mut self.text);
        let key = hash_text(&self.text[from..]);
        self.ends.push((self.text.len(), key));
    }
}

/// The first document of each group.
struct Firsts {
    table: HashTable<u32>,
    firsts: Vec<First>,
    store: Store,
    of_each: Vec<Option<u32>>,
}

struct First {
    key: u128,
    document: u32,
    slot: Slot,
}

impl Firsts {
    fn new(memory: usize) -> Self {
        Self { table: HashTable::new(), firsts: Vec::new(), store: Store::new(memory), of_each: Vec::new() }
    }

    fn add(&mut self, forms: &[Forms], cancel: &Cancel) -> Result<()> {
        for forms in forms {
            cancel.check()?;
            let mut start = 0;
            for &(end, key) in &forms.ends {
                let document = u32::try_from(self.of_each.len()).map_err(|_| too_many())?;
                let first = self.first(&forms.text[start..end], key, document)?;
                self.of_each.push(first);
                start = end;
            }
        }
        Ok(())
    }

    fn first(&mut self, form: &[u8], key: u128, document: u32) -> Result<Option<u32>> {
        if form.is_empty() {
            return Ok(None);
        }
        let Self { table, firsts, store, .. } = self;
        let mut failure = None;
        let same = |&entry: &u32| {
            let first = &firsts[entry as usize];
            // A key met twice by different texts: they stay apart.
            first.key == key
                && store.equals(first.slot, form).unwrap_or_else(|error| {
                    failure = Some(error);
                    false
                })
        };
        let found = table.find(key as u64, same).copied();
        if let Some(error) = failure {
            return Err(error);
        }
        if let Some(entry) = found {
            return Ok(Some(self.firsts[entry as usize].document));
        }
        let slot = self.store.put(form)?;
        let entry = self.firsts.len() as u32;
        self.firsts.push(First { key, document, slot });
        let firsts = &self.firsts;
        self.table.insert_unique(key as u64, entry, |&entry| firsts[entry as usize].key as u64);
        Ok(Some(document))
    }
}

/// Ranges of neighbouring documents with about the same amount of text.
fn tasks(texts: &LargeStringArray) -> Vec<Range<usize>> {
    let mut tasks = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for i in 0..texts.len() {
        bytes += texts.value_length(i) as usize;
        if bytes >= BYTES_A_TASK || i + 1 == texts.len() {
            tasks.push(start..i + 1);
            (start, bytes) = (i + 1, 0);
        }
    }
    tasks
}

fn too_many() -> Error {
    Error::InputError("more than 4,294,967,295 documents; split the collection".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn spelling_in_stretches_changes_nothing(
            text in "([A-Za-z.,'-]{0,40}[ \n]?|[ aé\u{301}\u{a0}…我好İßא]{1,3}){0,20}"
        ) {
            let (mut whole, mut naive) = (String::new(), Vec::new());
            normalise(&text, Form::WORDS, &mut whole);
            spell_words(&whole, &mut naive);
            let mut form = Vec::new();
            exact_form(&text, SameBy::Words, LanguageChoice::Any, &mut String::new(), &mut form);
            prop_assert_eq!(form, naive);
        }
    }

    fn groups(texts: &[&str], by: SameBy) -> Vec<Option<u32>> {
        let mut groups = ExactGroups::new(by, LanguageChoice::Any, 0);
        let array = LargeStringArray::from(texts.to_vec());
        groups.push(&array, &Cancel::default()).unwrap();
        groups.finish(&Cancel::default()).unwrap().iter().collect()
    }

    #[test]
    fn same_words_or_same_letters() {
        let texts = ["Good morning, all!", "good MORNING all", "goodmorning all", "?!", "", "Good evening"];
        assert_eq!(groups(&texts, SameBy::Words), [Some(0), Some(0), Some(2), None, None, Some(5)]);
        assert_eq!(groups(&texts, SameBy::Letters), [Some(0), Some(0), Some(0), None, None, Some(5)]);
    }

    #[test]
    fn a_shared_key_is_not_enough() {
        let mut firsts = Firsts::new(0);
        let found = [b"one ", b"two ", b"one ", b"two "].into_iter().zip(0..);
        let found: Vec<_> = found.map(|(form, i)| firsts.first(form, 7, i).unwrap()).collect();
        assert_eq!(found, [Some(0), Some(1), Some(0), Some(1)]);
    }
}
