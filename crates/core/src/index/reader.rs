//! An index as it is read: several parts, of which some documents were removed. Whoever asks reads only the blocks that the
//! answer stands in; threads may ask at the same time.

use std::path::PathBuf;

use arrow_array::builder::LargeStringBuilder;
use arrow_array::{LargeStringArray, UInt32Array};
use arrow_select::take::take;
use hashbrown::{HashMap, HashSet};

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::index::blocks::Written;
use crate::index::columns::{DocumentRoom, FixedRoom};
use crate::index::part::{
    DOCUMENTS, FEATURES, KEYED, KEYS, Keeping, MEMBERS, NAMES, Part, key_hash, name_hash,
};
use crate::index::postings::{self, Room};
use crate::index::removed::Removed;

pub struct Reader {
    pub(super) parts: Vec<Part>,
    /// Where the kinds and the documents of each part begin, and where the last ones end.
    pub(super) kind_starts: Vec<u32>,
    pub(super) row_starts: Vec<u32>,
    pub(super) removed: Removed,
}

impl Reader {
    /// Opens the files of an index, if they are what was written.
    pub fn open(parts: &[(PathBuf, Written)], removed: Option<&(PathBuf, Written)>) -> Result<Self> {
        let opened: Result<Vec<Part>> =
            parts.iter().map(|(path, written)| Part::open(path, written)).collect();
        let opened = opened?;
        let kind_starts = starts(opened.iter().map(|part| part.kinds))?;
        let row_starts = starts(opened.iter().map(|part| part.documents))?;
        let (rows, kinds) = (row_starts[opened.len()], kind_starts[opened.len()]);
        let removed = match removed {
            Some((path, written)) => Removed::read(path, written, rows, kinds)?,
            None => Removed::none(rows, kinds),
        };
        Ok(Self { parts: opened, kind_starts, row_starts, removed })
    }

    /// How many kinds of documents there are, also of those that were removed.
    pub fn kinds(&self) -> u32 {
        self.kind_starts[self.parts.len()]
    }

    /// How many documents there are, without those that were removed.
    pub fn documents(&self) -> usize {
        self.row_starts[self.parts.len()] as usize - self.removed.rows.count()
    }

    /// Whether signatures are looked up by feature.
    pub fn is_looked_up(&self) -> bool {
        self.parts.iter().all(|part| part.keeping != Keeping::Lists)
    }

    /// Whether 4-word shingles are kept beside the features.
    pub fn keeps_plain(&self) -> bool {
        self.parts.iter().any(|part| part.keeping != Keeping::Plain)
    }

    /// How many blocks of features there are.
    pub(crate) fn feature_blocks(&self) -> Result<usize> {
        self.parts.iter().map(|part| Ok(part.blocks.section(FEATURES)?.len())).sum()
    }

    /// Calls `f` with each of the wanted features, which ascend, and each kind that has it; those of a feature ascend.
    pub(crate) fn find(&self, wanted: &[u64], room: &mut Room, mut f: impl FnMut(u64, u32)) -> Result<()> {
        for (part, &start) in self.parts.iter().zip(&self.kind_starts) {
            postings::find(&part.blocks, FEATURES, wanted, room, |feature, kinds| {
                for &kind in kinds {
                    if kind >= part.kinds {
                        return Err(part.blocks.damaged());
                    }
                    if !self.removed.kinds.has(start + kind) {
                        f(feature, start + kind);
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// The kinds that have these keys, by key.
    pub(super) fn kinds_by_key(&self, keys: impl Iterator<Item = u128>) -> Result<HashMap<u128, u32>> {
        let asked: HashSet<u128> = keys.collect();
        let mut hashes: Vec<u64> = asked.iter().map(|&key| key_hash(key)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        let mut found = HashMap::new();
        for (part, &start) in self.parts.iter().zip(&self.kind_starts) {
            let mut keys = FixedRoom::default();
            postings::find(&part.blocks, KEYED, &hashes, &mut Room::default(), |_, kinds| {
                for &kind in kinds.iter().filter(|&&kind| !self.removed.kinds.has(start.saturating_add(kind)))
                {
                    let key = u128::from_be_bytes(keys.get(&part.blocks, KEYS, kind)?);
                    if asked.contains(&key) {
                        found.insert(key, start + kind);
                    }
                }
                Ok(())
            })?;
        }
        Ok(found)
    }

    /// The kinds that have some of these keys, in order.
    pub fn kinds_of(&self, keys: impl Iterator<Item = u128>) -> Result<Vec<u32>> {
        let mut kinds: Vec<u32> = self.kinds_by_key(keys)?.into_values().collect();
        kinds.sort_unstable();
        Ok(kinds)
    }

    /// For each id the document that has it.
    pub fn rows_of(&self, ids: &LargeStringArray) -> Result<UInt32Array> {
        let ids: Vec<&str> = ids.iter().flatten().collect();
        let mut asked: Vec<(u64, usize)> = ids.iter().enumerate().map(|(i, id)| (name_hash(id), i)).collect();
        asked.sort_unstable();
        let mut hashes: Vec<u64> = asked.iter().map(|&(hash, _)| hash).collect();
        hashes.dedup();
        let mut found = vec![None; ids.len()];
        for (part, &start) in self.parts.iter().zip(&self.row_starts) {
            let mut documents = DocumentRoom::default();
            postings::find(&part.blocks, NAMES, &hashes, &mut Room::default(), |hash, rows| {
                let here = asked.partition_point(|&(other, _)| other < hash);
                let same = asked[here..].iter().take_while(|&&(other, _)| other == hash);
                for &row in rows.iter().filter(|&&row| !self.removed.rows.has(start.saturating_add(row))) {
                    let (block, place) = documents.get(&part.blocks, DOCUMENTS, row)?;
                    same.clone()
                        .filter(|&&(_, i)| ids[i] == block.id(place))
                        .for_each(|&(_, i)| found[i] = Some(start + row));
                }
                Ok(())
            })?;
        }
        Ok(UInt32Array::from(found))
    }

    /// The documents of some kinds, which ascend: ids, and for each the place of its kind among those asked for.
    pub fn members(&self, kinds: &[u32]) -> Result<(LargeStringArray, UInt32Array)> {
        let mut found = self.member_rows(kinds)?;
        found.sort_unstable_by_key(|&(_, row)| row);
        let mut ids = LargeStringBuilder::new();
        let mut room = (usize::MAX, DocumentRoom::default());
        for &(_, row) in &found {
            let part = self.part_of(&self.row_starts, row)?;
            if room.0 != part {
                room = (part, DocumentRoom::default());
            }
            let (block, place) =
                room.1.get(&self.parts[part].blocks, DOCUMENTS, row - self.row_starts[part])?;
            ids.append_value(block.id(place));
        }
        let mut order: Vec<u32> = (0..found.len() as u32).collect();
        order.sort_by_key(|&i| found[i as usize].0);
        let places = order.iter().map(|&i| found[i as usize].0).collect();
        let ids = take(&ids.finish(), &UInt32Array::from(order), None)?;
        let ids = ids.as_any().downcast_ref::<LargeStringArray>().cloned();
        Ok((ids.ok_or_else(Error::too_many_documents)?, places))
    }

    pub(super) fn member_rows(&self, kinds: &[u32]) -> Result<Vec<(u32, u32)>> {
        let wanted: Vec<u64> = kinds.iter().map(|&kind| u64::from(kind)).collect();
        let mut found = Vec::new();
        for (part, &start) in self.parts.iter().zip(&self.row_starts) {
            postings::find(&part.blocks, MEMBERS, &wanted, &mut Room::default(), |kind, rows| {
                let place = wanted.partition_point(|&other| other < kind) as u32;
                for &row in rows {
                    if row >= part.documents {
                        return Err(part.blocks.damaged());
                    }
                    if !self.removed.rows.has(start + row) {
                        found.push((place, start + row));
                    }
                }
                Ok(())
            })?;
        }
        Ok(found)
    }

    /// The ids of all documents, in the order in which they came.
    pub fn ids(&self, cancel: &Cancel) -> Result<LargeStringArray> {
        let mut ids = LargeStringBuilder::new();
        for (part, &start) in self.parts.iter().zip(&self.row_starts) {
            let mut room = DocumentRoom::default();
            let mut row = start;
            for block in 0..part.blocks.section(DOCUMENTS)?.len() {
                cancel.check()?;
                let documents = room.load(&part.blocks, DOCUMENTS, block)?;
                for place in 0..documents.kinds.len() {
                    if !self.removed.rows.has(row) {
                        ids.append_value(documents.id(place));
                    }
                    row += 1;
                }
            }
        }
        Ok(ids.finish())
    }

    pub(super) fn part_of(&self, starts: &[u32], number: u32) -> Result<usize> {
        let part = starts.partition_point(|&start| start <= number).checked_sub(1);
        let part = part.filter(|&part| part < self.parts.len());
        part.ok_or_else(|| {
            Error::FormatError(format!("index: there is no number {number}; build the index anew"))
        })
    }

    /// Reads every block of every file: whether all of them are what was written.
    pub fn verify(&self, cancel: &Cancel) -> Result<()> {
        self.parts.iter().try_for_each(|part| part.blocks.verify(|| cancel.check()))
    }
}

fn starts(counts: impl Iterator<Item = u32>) -> Result<Vec<u32>> {
    let mut starts = vec![0u32];
    for count in counts {
        let last = starts[starts.len() - 1];
        starts.push(last.checked_add(count).ok_or_else(Error::too_many_documents)?);
    }
    Ok(starts)
}
