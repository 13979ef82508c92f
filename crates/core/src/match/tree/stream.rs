//! The corpus tree as a stream: documents with ids and times are added and removed, and matches are reported.

use std::collections::BTreeSet;

use hashbrown::HashTable;

use super::query::Threshold;
use super::runs::push;
use super::self_containment;
use super::slots::TreeSlots;
use crate::error::{Error, Result};
use crate::sign::hash::hash_word;

/// Documents by id, in a corpus tree.
pub struct CorpusTree {
    pub(super) slots: TreeSlots,
    /// By slot.
    pub(super) documents: Vec<Document>,
    ids: HashTable<u32>,
    /// Documents with a time, the oldest first.
    times: BTreeSet<(i64, u32)>,
    /// Tell matches with all documents of a profile, not only with the first.
    all_pairs: bool,
}

#[derive(Default)]
pub(super) struct Document {
    pub id: Box<str>,
    time: Option<i64>,
}

/// Another document, with the share of the new document in it, and its share in the new document.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeMatch {
    pub other: Box<str>,
    pub share: f64,
    pub other_share: f64,
}

impl CorpusTree {
    pub fn new(threshold: Threshold, all_pairs: bool) -> Self {
        Self {
            slots: TreeSlots::new(threshold),
            documents: Vec::new(),
            ids: HashTable::new(),
            times: BTreeSet::new(),
            all_pairs,
        }
    }

    /// Adds a document; returns those that contain it or that it contains, sorted by id. `words` has the
    /// spelling of the words of its paths.
    pub fn add<'w>(
        &mut self,
        id: &str,
        list: &[u64],
        time: Option<i64>,
        words: impl Iterator<Item = (u64, &'w str)>,
    ) -> Result<Vec<TreeMatch>> {
        if self.number(id).is_some() {
            return Err(Error::InputError(format!(
                "the id '{id}' is in the tree already; remove it first, or give the document another"
            )));
        }
        let matches = self.matches(list);
        let number = self.slots.insert(list)?;
        words.for_each(|(hash, text)| self.slots.tree.words.spell(hash, text));
        let document = Document { id: id.into(), time };
        match self.documents.get_mut(number as usize) {
            Some(place) => *place = document,
            None => push(&mut self.documents, document),
        }
        self.ids
            .insert_unique(hash_word(id), number, |&number| hash_word(&self.documents[number as usize].id));
        self.times.extend(time.map(|time| (time, number)));
        Ok(matches)
    }

    /// The documents that contain one with these paths, or that it contains, sorted by id.
    pub fn matches(&mut self, list: &[u64]) -> Vec<TreeMatch> {
        if list.is_empty() {
            return Vec::new();
        }
        let found = match self.slots.same(list) {
            // What its first copy matches was told when that one came.
            Some(profile) if !self.all_pairs => {
                let whole = self_containment(list);
                self.slots.shares(profile, whole, whole).into_iter().collect()
            }
            _ => self.slots.passing(list),
        };
        let most = if self.all_pairs { usize::MAX } else { 1 };
        let mut matches = Vec::new();
        for shares in found {
            matches.extend(self.slots.members(shares.profile).take(most).map(|member| TreeMatch {
                other: self.documents[member as usize].id.clone(),
                share: shares.share,
                other_share: shares.other_share,
            }));
        }
        matches.sort_unstable_by(|a, b| a.other.cmp(&b.other));
        matches
    }

    /// Removes a document: the tree is as if it had never been added.
    pub fn remove(&mut self, id: &str) -> Result<()> {
        let number =
            self.number(id).ok_or_else(|| Error::InputError(format!("the id '{id}' is not in the tree")))?;
        self.take_out(number);
        self.slots.close_gaps()
    }

    /// Removes all documents older than `before`; returns how many. Documents without a time stay.
    pub fn expire(&mut self, before: i64) -> Result<usize> {
        let mut count = 0;
        while let Some(&(time, number)) = self.times.first()
            && time < before
        {
            self.take_out(number);
            count += 1;
        }
        self.slots.close_gaps()?;
        Ok(count)
    }

    pub fn contains(&self, id: &str) -> bool {
        self.number(id).is_some()
    }

    pub fn len(&self) -> usize {
        self.ids.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    fn number(&self, id: &str) -> Option<u32> {
        let same = |&number: &u32| *self.documents[number as usize].id == *id;
        self.ids.find(hash_word(id), same).copied()
    }

    fn take_out(&mut self, number: u32) {
        let document = std::mem::take(&mut self.documents[number as usize]);
        if let Ok(entry) = self.ids.find_entry(hash_word(&document.id), |&other| other == number) {
            entry.remove();
        }
        if let Some(time) = document.time {
            self.times.remove(&(time, number));
        }
        self.slots.remove(number);
    }

    /// Bytes of everything but the ids, and of the ids.
    pub(super) fn bytes(&self) -> (usize, usize) {
        let ids: usize = self.documents.iter().map(|document| document.id.len()).sum();
        let ids = ids + size_of::<Box<str>>() * self.documents.capacity() + self.ids.allocation_size();
        let records = (size_of::<Document>() - size_of::<Box<str>>()) * self.documents.capacity();
        // About a third of the buffers of a B-tree set is free.
        let times = 3 * size_of::<(i64, u32)>() / 2 * self.times.len();
        (self.slots.bytes() + records + times, ids)
    }
}

#[cfg(test)]
mod tests {
    use super::super::containment;
    use super::super::testing::lists;
    use super::*;
    use crate::sign::paths::paths;
    use proptest::prelude::*;

    fn naive(documents: &[(String, Vec<u64>)], list: &[u64], threshold: f64) -> Vec<TreeMatch> {
        let mut found = Vec::new();
        for (id, other) in documents.iter().filter(|(_, other)| !other.is_empty() && !list.is_empty()) {
            let shared = containment(list, other) as f64;
            let share = shared / self_containment(list) as f64;
            let other_share = shared / self_containment(other) as f64;
            if share > threshold || other_share > threshold {
                found.push(TreeMatch { other: id.as_str().into(), share, other_share });
            }
        }
        found.sort_by(|a, b| a.other.cmp(&b.other));
        found
    }

    fn spelled(list: &[u64]) -> Vec<(u64, String)> {
        paths(list).flat_map(|path| path.steps).map(|step| (step[0], step[0].to_string())).collect()
    }

    /// Everything observable of a tree except its memory.
    fn seen(tree: &CorpusTree) -> (Vec<super::super::Node>, usize, u64, usize, usize) {
        let stats = tree.stats();
        (tree.nodes(), stats.profiles, stats.visits, stats.words, stats.nodes)
    }

    proptest! {
        #[test]
        fn documents_come_and_go(documents in lists(40), steps in prop::collection::vec((any::<bool>(), 0usize..40), 0..40),
            threshold in 0.0..0.99) {
            let mut tree = CorpusTree::new(Threshold(threshold), true);
            let mut here: Vec<(String, Vec<u64>)> = Vec::new();
            for (number, list) in documents.iter().enumerate() {
                let id = number.to_string();
                let words = spelled(list);
                let words = words.iter().map(|(hash, text)| (*hash, text.as_str()));
                let found = tree.add(&id, list, Some(number as i64), words).unwrap();
                prop_assert_eq!(found, naive(&here, list, threshold));
                here.push((id, list.clone()));
                if let Some(&(true, place)) = steps.get(number) {
                    let (id, _) = here.remove(place % here.len());
                    tree.remove(&id).unwrap();
                    prop_assert!(!tree.contains(&id));
                }
            }
            let before = steps.first().map_or(0, |step| step.1);
            let old = here.len();
            here.retain(|(id, _)| id.parse::<usize>().unwrap() >= before);
            prop_assert_eq!(tree.expire(before as i64).unwrap(), old - here.len());
            let mut fresh = CorpusTree::new(Threshold(threshold), true);
            for (id, list) in here.iter().rev() {
                let words = spelled(list);
                let words = words.iter().map(|(hash, text)| (*hash, text.as_str()));
                fresh.add(id, list, None, words).unwrap();
            }
            prop_assert_eq!(seen(&tree), seen(&fresh));
            prop_assert_eq!(tree.len(), here.len());
        }
    }

    #[test]
    fn a_group_is_told_by_its_first_and_ids_are_unique() {
        let mut tree = CorpusTree::new(Threshold(0.5), false);
        let list = super::super::testing::list(vec![(vec![1, 2], 1)]);
        let mut add = |id: &str| tree.add(id, &list, None, std::iter::empty());
        assert!(add("b").unwrap().is_empty());
        for id in ["c", "a"] {
            assert_eq!(add(id).unwrap(), [TreeMatch { other: "b".into(), share: 1.0, other_share: 1.0 }]);
        }
        assert!(add("c").unwrap_err().to_string().starts_with("the id 'c' is in the tree already"));
        tree.remove("b").unwrap();
        assert_eq!(&*tree.matches(&list)[0].other, "c");
        assert_eq!(tree.remove("b").unwrap_err().to_string(), "the id 'b' is not in the tree");
    }
}
