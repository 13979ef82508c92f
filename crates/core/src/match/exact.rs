//! Documents with the same words: found by a cheap sum, grouped by a 128-bit key, confirmed on the texts.

use std::ops::Range;

use arrow_array::{Array, LargeStringArray, UInt32Array};
use hashbrown::HashTable;

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::r#match::store::{Store, TextSlot};
use crate::segment::language::LanguageChoice;
use crate::sign::form::{SameBy, exact_form};
use crate::sign::hash::hash_text;
use crate::sign::tally::Tally;
use crate::tasks::{each_task, even_tasks};

/// Groups documents as they come. Texts are kept for confirmation: in memory up to a limit, the others
/// spilled.
pub struct ExactGroups {
    tally: Tally,
    groups: Groups,
    /// The last batch with its tallies, which is not grouped yet, and the results of the batches before it.
    waiting: Option<(LargeStringArray, Vec<u64>)>,
    grouped: Vec<Option<u32>>,
}

/// Text per task: enough to be worth one, little enough that tasks can be distributed evenly.
const BYTES_A_TASK: usize = 128 << 10;

impl ExactGroups {
    pub fn new(by: SameBy, language: LanguageChoice, memory: usize) -> Self {
        let groups = Groups::new(by, language, memory);
        Self { tally: Tally::new(), groups, waiting: None, grouped: Vec::new() }
    }

    /// For each of the next texts, the number of the first document with the same words (its own if it is the
    /// first); null for a text without words. Documents are numbered as they come.
    pub fn push(&mut self, texts: &LargeStringArray, cancel: &Cancel) -> Result<UInt32Array> {
        let tallies = tallies(texts, &self.tally, cancel)?;
        Ok(UInt32Array::from(self.groups.add(texts, &tallies, cancel)?))
    }

    /// Adds texts whose result is not needed yet: a batch is grouped while the next one is tallied.
    pub fn defer(&mut self, texts: &LargeStringArray, cancel: &Cancel) -> Result<()> {
        let Self { tally, groups, waiting, grouped } = self;
        let (firsts, tallies) = rayon::join(
            || waiting.take().map_or(Ok(Vec::new()), |(texts, tallies)| groups.add(&texts, &tallies, cancel)),
            || tallies(texts, tally, cancel),
        );
        grouped.extend(firsts?);
        *waiting = Some((texts.clone(), tallies?));
        Ok(())
    }

    /// The results for all texts given to `defer`, as `push` would have returned them.
    pub fn finish(mut self, cancel: &Cancel) -> Result<UInt32Array> {
        if let Some((texts, tallies)) = self.waiting.take() {
            let firsts = self.groups.add(&texts, &tallies, cancel)?;
            self.grouped.extend(firsts);
        }
        Ok(UInt32Array::from(self.grouped))
    }
}

fn tallies(texts: &LargeStringArray, tally: &Tally, cancel: &Cancel) -> Result<Vec<u64>> {
    let work = |task: Range<usize>| {
        cancel.check()?;
        Ok(task.map(|i| tally.of(texts.value(i))).collect::<Vec<u64>>())
    };
    let lengths = (0..texts.len()).map(|i| texts.value_length(i) as usize);
    Ok(each_task(even_tasks(lengths, BYTES_A_TASK), work)?.concat())
}

/// The first document of each group.
struct Groups {
    by: SameBy,
    language: LanguageChoice,
    /// By tally: the first text with that tally.
    loners: HashTable<Loner>,
    /// By key of their form: texts that share their tally with another text.
    formed: HashTable<Formed>,
    store: Store,
    documents: u32,
    scratch: String,
}

struct Loner {
    tally: u64,
    document: u32,
    text: TextSlot,
    /// Whether its form was computed, because another text has the same tally.
    formed: bool,
}

struct Formed {
    key: u128,
    document: u32,
    form: TextSlot,
}

impl Groups {
    fn new(by: SameBy, language: LanguageChoice, memory: usize) -> Self {
        let (loners, formed) = (HashTable::new(), HashTable::new());
        let (store, scratch) = (Store::new(memory), String::new());
        Self { by, language, loners, formed, store, documents: 0, scratch }
    }

    fn add(
        &mut self,
        texts: &LargeStringArray,
        tallies: &[u64],
        cancel: &Cancel,
    ) -> Result<Vec<Option<u32>>> {
        self.store.begin(texts);
        let mut firsts = Vec::with_capacity(tallies.len());
        for (row, &tally) in tallies.iter().enumerate() {
            if row % 64 == 0 {
                cancel.check()?;
            }
            let document = self.documents;
            self.documents = document.checked_add(1).ok_or_else(Error::too_many_documents)?;
            firsts.push(self.first(texts.value(row), row, tally, document)?);
        }
        Ok(firsts)
    }

    fn first(&mut self, text: &str, row: usize, tally: u64, document: u32) -> Result<Option<u32>> {
        // A text without letters that count may have no words; only its form shows this.
        if tally == 0 {
            return self.first_formed(text, document);
        }
        let Some(loner) = self.loners.find_mut(tally, |loner| loner.tally == tally) else {
            let text = self.store.put_row(row, text)?;
            let loner = Loner { tally, document, text, formed: false };
            self.loners.insert_unique(tally, loner, |loner| loner.tally);
            return Ok(Some(document));
        };
        // Most copies are equal byte for byte.
        if self.store.equals(loner.text, text.as_bytes())? {
            return Ok(Some(loner.document));
        }
        if !loner.formed {
            loner.formed = true;
            let (document, slot) = (loner.document, loner.text);
            let bytes = self.store.get(slot)?.to_vec();
            self.first_formed(&String::from_utf8_lossy(&bytes), document)?;
        }
        self.first_formed(text, document)
    }

    /// The first document with the same form; this one if there is no other.
    fn first_formed(&mut self, text: &str, document: u32) -> Result<Option<u32>> {
        let mut form = Vec::with_capacity(text.len() + 1);
        exact_form(text, self.by, self.language, &mut self.scratch, &mut form);
        if form.is_empty() {
            return Ok(None);
        }
        self.first_of_key(&form, hash_text(&form), document).map(Some)
    }

    fn first_of_key(&mut self, form: &[u8], key: u128, document: u32) -> Result<u32> {
        let mut failure = None;
        let found = self.formed.find(key as u64, |known| {
            // Different texts with the same key stay separate.
            known.key == key
                && self.store.equals(known.form, form).unwrap_or_else(|error| {
                    failure = Some(error);
                    false
                })
        });
        match (failure, found) {
            (Some(error), _) => Err(error),
            (None, Some(known)) => Ok(known.document),
            (None, None) => {
                let form = self.store.put(form)?;
                let formed = Formed { key, document, form };
                self.formed.insert_unique(key as u64, formed, |known| known.key as u64);
                Ok(document)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(texts: &[&str], by: SameBy) -> Vec<Option<u32>> {
        let mut groups = ExactGroups::new(by, LanguageChoice::Any, 0);
        let array = LargeStringArray::from(texts.to_vec());
        let found: Vec<_> = groups.push(&array, &Cancel::default()).unwrap().iter().collect();
        assert_eq!(deferred(texts, by), found);
        found
    }

    fn deferred(texts: &[&str], by: SameBy) -> Vec<Option<u32>> {
        let mut groups = ExactGroups::new(by, LanguageChoice::Any, 0);
        for batch in texts.chunks(2) {
            groups.defer(&LargeStringArray::from(batch.to_vec()), &Cancel::default()).unwrap();
        }
        groups.finish(&Cancel::default()).unwrap().iter().collect()
    }

    #[test]
    fn same_words_or_same_letters() {
        let texts = ["Good morning, all!", "good MORNING all", "goodmorning all", "?!", "", "Good evening"];
        assert_eq!(groups(&texts, SameBy::Words), [Some(0), Some(0), Some(2), None, None, Some(5)]);
        assert_eq!(groups(&texts, SameBy::Letters), [Some(0), Some(0), Some(0), None, None, Some(5)]);
    }

    #[test]
    fn a_shared_tally_is_not_enough() {
        let texts = ["a big dog", "dog big a", "A big dog!", "i", "I", "!", "dog, big a"];
        let first = [Some(0), Some(1), Some(0), Some(3), Some(3), None, Some(1)];
        assert_eq!(groups(&texts, SameBy::Words), first);
    }

    #[test]
    fn a_shared_key_is_not_enough() {
        let mut groups = Groups::new(SameBy::Words, LanguageChoice::Any, 0);
        let found = [b"one ", b"two ", b"one ", b"two "].into_iter().zip(0..);
        let found: Vec<_> = found.map(|(form, i)| groups.first_of_key(form, 7, i).unwrap()).collect();
        assert_eq!(found, [0, 1, 0, 1]);
    }
}
