//! The documents that rows are made of: their ids in order, their sides, their groups.

use arrow_array::{Array, LargeStringArray, UInt32Array};

use crate::error::{Error, Result};
use crate::r#match::pairs::{Pair, Relation};

/// All documents, by number.
pub struct Documents {
    pub names: LargeStringArray,
    /// The rank of each id among all that can be in a row; equal ids have the same rank.
    pub rank: UInt32Array,
    /// Documents from this number on are those of the other side.
    pub split: Option<u32>,
    /// The groups, if rows are made for all copies and not only for the first of each group.
    pub groups: Option<IdenticalGroups>,
}

/// Groups of identical documents, sorted by id within a group.
pub struct IdenticalGroups {
    pub members: UInt32Array,
    /// Where the group of each document begins in `members`, and how many members it has.
    pub starts: UInt32Array,
    pub lengths: UInt32Array,
}

impl Documents {
    /// Refuses numbers that are out of range, so that the code below can rely on them.
    pub(super) fn check(&self) -> Result<()> {
        let count = self.names.len();
        let whole = |groups: &IdenticalGroups| {
            let ends = groups.starts.values().iter().zip(groups.lengths.values());
            groups.starts.len() == count
                && groups.lengths.len() == count
                && groups.members.values().iter().all(|&member| (member as usize) < count)
                && ends
                    .into_iter()
                    .all(|(&start, &length)| start as usize + length as usize <= groups.members.len())
        };
        match self.rank.len() == count && self.groups.as_ref().is_none_or(whole) {
            true => Ok(()),
            false => Err(misfit()),
        }
    }

    pub(super) fn rank(&self, document: u32) -> u32 {
        self.rank.value(document as usize)
    }

    pub(super) fn is_other_side(&self, document: u32) -> bool {
        self.split.is_some_and(|at| document >= at)
    }

    /// A sort key: by id, and for equal ids the document of the first side comes first.
    pub(super) fn key(&self, document: u32) -> u64 {
        u64::from(self.rank(document)) << 1 | u64::from(self.is_other_side(document))
    }

    /// The entries of a pair: each stands for rows with one left document. If the match holds in both
    /// directions, the document with the smaller id becomes the left one.
    pub(super) fn entries(&self, pair: Pair, add: &mut Vec<Pair>) {
        let one_way = pair.relation == Relation::Contained;
        let Some(groups) = &self.groups else {
            let turned = !one_way && self.key(pair.left) > self.key(pair.right);
            return add.push(if turned { pair.turned() } else { pair });
        };
        let mut each = |pair: Pair| {
            let entries = groups.of(pair.left).iter().map(|&left| Pair { left, ..pair });
            add.extend(entries.filter(|entry| !self.rights(entry).is_empty()));
        };
        each(pair);
        if !one_way && pair.left != pair.right {
            each(pair.turned());
        }
    }

    /// The right documents of an entry.
    pub(super) fn rights<'a>(&'a self, entry: &'a Pair) -> &'a [u32] {
        let Some(groups) = &self.groups else { return std::slice::from_ref(&entry.right) };
        let all = groups.of(entry.right);
        if entry.relation == Relation::Contained {
            return all;
        }
        // In a row of two members the smaller id is the left one, so only members behind this one are listed.
        let key = self.key(entry.left);
        &all[all.partition_point(|&member| self.key(member) <= key)..]
    }
}

impl IdenticalGroups {
    fn of(&self, document: u32) -> &[u32] {
        let [start, length] =
            [&self.starts, &self.lengths].map(|column| column.value(document as usize) as usize);
        &self.members.values()[start..start + length]
    }
}

pub(super) fn misfit() -> Error {
    Error::ParameterError("rows: the numbers do not fit together".into())
}
