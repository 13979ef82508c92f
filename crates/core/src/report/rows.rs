//! The rows of matches, sorted by ids, as record batches that are made when they are read.

use std::ops::Range;

use arrow_array::{Array, RecordBatch, UInt32Array};
use rayon::prelude::*;

use super::columns::{MatchRow, columns};
use super::documents::{Documents, misfit};
use super::parts::Parts;
use crate::cancel::Cancel;
use crate::error::Result;
use crate::r#match::pairs::{APART, Pair, Pairs, Relation};
use crate::tasks::even_tasks;

/// Rows that one thread makes at a time, roughly.
const ROWS_A_TASK: usize = 1 << 14;

/// What was found: pairs of signed documents and pairs of identical documents.
pub struct Found<'a> {
    pub pairs: Pairs,
    /// For each signed document: the first of its group, and the label of the group.
    pub firsts: &'a UInt32Array,
    pub labels: &'a UInt32Array,
    pub same: [&'a UInt32Array; 2],
}

/// Which rows are wanted, and how much memory they may take.
pub struct Asked<'a> {
    pub method: &'a str,
    pub relations: &'a [Relation],
    /// The relation that the method gives to identical documents.
    pub identical: Relation,
    pub memory: usize,
}

pub struct MatchRows {
    documents: Documents,
    method: String,
    parts: Parts,
    counts: [u64; Relation::ALL.len()],
    written: usize,
}

impl MatchRows {
    pub fn new(found: Found<'_>, documents: Documents, asked: &Asked<'_>, cancel: &Cancel) -> Result<Self> {
        documents.check()?;
        found.check(&documents)?;
        let before = found.pairs.written();
        let mut entries = entries(found, &documents, asked, cancel)?;
        let ranks = documents.rank.values().iter().max().map_or(0, |&rank| rank as usize) + 1;
        let (mut rows, mut counts) = (vec![0; ranks], [0; Relation::ALL.len()]);
        entries.each(|some| {
            cancel.check()?;
            for entry in some {
                let count = documents.rights(entry).len() as u64;
                rows[documents.rank(entry.left) as usize] += count;
                counts[entry.relation as usize] += count;
            }
            Ok(())
        })?;
        let parts = Parts::of(entries, &rows, &documents, asked.memory, cancel)?;
        let written = before + parts.written();
        Ok(Self { documents, method: asked.method.to_owned(), parts, counts, written })
    }

    /// The number of rows per relation.
    pub fn counts(&self) -> impl Iterator<Item = (Relation, u64)> {
        Relation::ALL.into_iter().zip(self.counts)
    }

    /// The number of parts in which the rows come: one if they fit into the memory.
    pub fn parts(&self) -> usize {
        self.parts.count()
    }

    /// How many pairs were spilled.
    pub fn written(&self) -> usize {
        self.written
    }

    /// The rows of a part, in order.
    pub fn batches(&self, part: usize, cancel: &Cancel) -> Result<Vec<RecordBatch>> {
        let entries = self.parts.get(part, &self.documents)?;
        let make = |task: Range<usize>| {
            cancel.check()?;
            self.batch(&entries[task])
        };
        self.tasks(&entries).into_par_iter().map(make).collect()
    }

    /// Ranges of entries for threads. Entries whose left documents have the same id stay in one range.
    fn tasks(&self, entries: &[Pair]) -> Vec<Range<usize>> {
        let names: Vec<&[Pair]> = entries.chunk_by(|one, other| self.same_name(one, other)).collect();
        let rows = |entries: &&[Pair]| entries.iter().map(|entry| self.documents.rights(entry).len()).sum();
        let mut end = 0;
        let mut entries_of = |names: &[&[Pair]]| {
            let start = end;
            end += names.iter().map(|entries| entries.len()).sum::<usize>();
            start..end
        };
        let tasks = even_tasks(names.iter().map(rows), ROWS_A_TASK);
        tasks.into_iter().map(|task| entries_of(&names[task])).collect()
    }

    fn same_name(&self, one: &Pair, other: &Pair) -> bool {
        self.documents.rank(one.left) == self.documents.rank(other.left)
    }

    fn batch(&self, entries: &[Pair]) -> Result<RecordBatch> {
        let mut rows: Vec<(u64, MatchRow<'_>)> = Vec::with_capacity(entries.len());
        for entries in entries.chunk_by(|one, other| self.same_name(one, other)) {
            let start = rows.len();
            for entry in entries {
                let side = u64::from(self.documents.is_other_side(entry.left));
                let rights = self.documents.rights(entry).iter();
                rows.extend(rights.map(|&right| {
                    (u64::from(self.documents.rank(right)) << 1 | side, MatchRow { entry, right })
                }));
            }
            rows[start..].sort_unstable_by_key(|&(key, _)| key);
        }
        columns(rows.into_iter().map(|(_, row)| row).collect(), &self.documents, &self.method)
    }
}

impl Found<'_> {
    /// Refuses numbers that are out of range.
    fn check(&self, documents: &Documents) -> Result<()> {
        let below =
            |numbers: &UInt32Array| numbers.values().iter().all(|&n| (n as usize) < documents.names.len());
        let [left, right] = self.same;
        let whole = below(self.firsts) && below(left) && below(right);
        match whole && self.firsts.len() == self.labels.len() && left.len() == right.len() {
            true => Ok(()),
            false => Err(misfit()),
        }
    }
}

/// The entries of the wanted pairs, with the numbers of their documents.
fn entries(found: Found<'_>, documents: &Documents, asked: &Asked<'_>, cancel: &Cancel) -> Result<Pairs> {
    let Found { mut pairs, firsts, labels, same } = found;
    let wanted = EntryMaker { documents, firsts: firsts.values(), labels: labels.values(), asked };
    let mut all = Vec::new();
    let entries = if documents.groups.is_some() {
        let entries = Pairs::within(asked.memory / 4);
        pairs.each(|some| {
            cancel.check()?;
            wanted.entries(some, &mut all)?;
            entries.add(&all)
        })?;
        entries
    } else {
        pairs.change(|some| {
            cancel.check()?;
            wanted.entries(some, &mut all)?;
            std::mem::swap(some, &mut all);
            Ok(())
        })?;
        pairs
    };
    wanted.add_identical(same, &entries)?;
    Ok(entries)
}

struct EntryMaker<'a> {
    documents: &'a Documents,
    firsts: &'a [u32],
    labels: &'a [u32],
    asked: &'a Asked<'a>,
}

impl EntryMaker<'_> {
    /// Replaces the content of `all` by the entries of some pairs of signed documents.
    fn entries(&self, pairs: &[Pair], all: &mut Vec<Pair>) -> Result<()> {
        let number = |numbers: &[u32], signed: u32| numbers.get(signed as usize).copied().ok_or_else(misfit);
        all.clear();
        for &pair in pairs.iter().filter(|pair| self.asked.relations.contains(&pair.relation)) {
            // With two sides, identical documents are among these pairs, too.
            if number(self.labels, pair.left)? != number(self.labels, pair.right)? {
                let (left, right) = (number(self.firsts, pair.left)?, number(self.firsts, pair.right)?);
                self.documents.entries(Pair { left, right, ..pair }, all);
            }
        }
        Ok(())
    }

    fn add_identical(&self, [left, right]: [&UInt32Array; 2], entries: &Pairs) -> Result<()> {
        let relation = self.asked.identical;
        let count = if self.asked.relations.contains(&relation) { left.len() } else { 0 };
        let mut all = Vec::new();
        for at in 0..count {
            self.documents.entries(identical(left.value(at), right.value(at), relation), &mut all);
            if all.len() >= APART || at + 1 == count {
                entries.add(&all)?;
                all.clear();
            }
        }
        Ok(())
    }
}

/// A pair of identical documents: each contains the other completely.
fn identical(left: u32, right: u32, relation: Relation) -> Pair {
    Pair { left, right, relation, shared: 1, left_size: 1, right_size: 1, left_score: 1.0, right_score: 1.0 }
}
