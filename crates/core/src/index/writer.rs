//! Writes a part of an index: documents as they come, then the features of all of them in order.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use arrow_array::{Array, FixedSizeBinaryArray, LargeListArray, LargeStringArray, UInt32Array};
use arrow_select::take::take;
use hashbrown::HashMap;
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::index::blocks::{BlocksWriter, Written};
use crate::index::columns::{DocumentsWriter, FixedWriter};
use crate::index::lists::ListsWriter;
use crate::index::part::{
    DOCUMENTS, FEATURES, KEYED, KEYS, Keeping, LISTS, MEMBERS, NAMES, NO_KIND, PLAIN, Part, SECTIONS, SIZES,
    key_hash, list, name_hash,
};
use crate::index::postings::PostingsWriter;
use crate::index::reader::Reader;
use crate::r#match::join::bucket_bits;
use crate::r#match::shuffle::{Loaded, Shuffle};
use crate::tasks::each_task_within;

/// Buckets that are sorted at a time.
const AT_ONCE: usize = 64;

pub struct PartWriter {
    out: BlocksWriter,
    keeping: Keeping,
    /// What is there already: kinds that it has are not kept again.
    before: Option<Arc<Reader>>,
    first_kind: u32,
    kinds: HashMap<u128, u32>,
    kind_count: u32,
    /// For each document its kind, and the hash of its id.
    kind_of: Vec<u32>,
    names: Vec<u64>,
    keys: Vec<u128>,
    documents: DocumentsWriter,
    plain: ListsWriter,
    lists: ListsWriter,
    sizes: Vec<u32>,
    shuffle: Shuffle,
}

impl PartWriter {
    /// `memory` bytes of features may be held; `features` is how many are expected, roughly.
    pub fn new(
        path: &Path,
        keeping: Keeping,
        before: Option<Arc<Reader>>,
        memory: usize,
        features: u64,
    ) -> Result<Self> {
        Ok(Self {
            out: BlocksWriter::create(path, SECTIONS)?,
            keeping,
            first_kind: before.as_ref().map_or(0, |reader| reader.kinds()),
            before,
            kinds: HashMap::new(),
            kind_count: 0,
            kind_of: Vec::new(),
            names: Vec::new(),
            keys: Vec::new(),
            documents: DocumentsWriter::new(DOCUMENTS),
            plain: ListsWriter::new(PLAIN),
            lists: ListsWriter::new(LISTS),
            sizes: Vec::new(),
            shuffle: Shuffle::new(memory / 16 * 11, bucket_bits(memory, features)),
        })
    }

    /// Takes in documents, none of which the index has: ids, keys (null without words), signatures, 4-word shingles.
    pub fn push(
        &mut self,
        ids: &LargeStringArray,
        keys: &FixedSizeBinaryArray,
        features: &LargeListArray,
        plain: &LargeListArray,
        cancel: &Cancel,
    ) -> Result<()> {
        let count = ids.len();
        if [keys.len(), features.len(), plain.len()] != [count; 3] || keys.value_length() != 16 {
            return Err(Error::ParameterError("index: the columns of a batch do not fit together".into()));
        }
        let keys: Vec<Option<u128>> =
            keys.iter().map(|key| key.and_then(|key| key.try_into().ok()).map(u128::from_be_bytes)).collect();
        let (kinds, new) = self.kinds_of(&keys)?;
        for (row, &kind) in kinds.iter().enumerate() {
            self.documents.push(ids.value(row), kind, &mut self.out)?;
            self.names.push(name_hash(ids.value(row)));
        }
        self.kind_of.extend(kinds);
        for &row in &new {
            cancel.check()?;
            self.keys.push(keys[row as usize].unwrap_or_default());
            if self.keeping != Keeping::Plain {
                self.plain.push(list(plain, row as usize), &mut self.out)?;
            }
            if self.keeping == Keeping::Lists {
                self.lists.push(list(features, row as usize), &mut self.out)?;
                self.sizes.push(list(features, row as usize).len() as u32);
            }
        }
        if self.keeping != Keeping::Lists && !new.is_empty() {
            let chosen = take(features, &UInt32Array::from(new), None)?;
            let chosen = chosen.as_any().downcast_ref::<LargeListArray>();
            self.shuffle.push(chosen.ok_or_else(Error::too_many_documents)?, cancel)?;
        }
        Ok(())
    }

    /// The kind of each document, and the documents that are the first of a new one.
    fn kinds_of(&mut self, keys: &[Option<u128>]) -> Result<(Vec<u32>, Vec<u32>)> {
        let shared = self.keeping != Keeping::Lists;
        let before = match &self.before {
            Some(reader) if shared => reader.kinds_by_key(keys.iter().flatten().copied())?,
            _ => HashMap::new(),
        };
        let (mut kinds, mut new) = (Vec::with_capacity(keys.len()), Vec::new());
        for (row, key) in (0..).zip(keys) {
            let Some(key) = key else {
                kinds.push(NO_KIND);
                continue;
            };
            let known = if shared { self.kinds.get(key).or_else(|| before.get(key)).copied() } else { None };
            kinds.push(match known {
                Some(kind) => kind,
                None => {
                    new.push(row);
                    self.new_kind(*key)?
                }
            });
        }
        Ok((kinds, new))
    }

    fn new_kind(&mut self, key: u128) -> Result<u32> {
        let kind = self.first_kind.checked_add(self.kind_count).filter(|&kind| kind < NO_KIND);
        let kind = kind.ok_or_else(Error::too_many_documents)?;
        self.kind_count += 1;
        self.kinds.insert(key, kind);
        Ok(kind)
    }

    /// How many documents came.
    pub fn documents(&self) -> usize {
        self.kind_of.len()
    }

    /// Writes what could not be written before all documents were there.
    pub fn finish(mut self, cancel: &Cancel) -> Result<Written> {
        self.documents.flush(&mut self.out)?;
        self.plain.flush(&mut self.out)?;
        self.lists.flush(&mut self.out)?;
        self.write_features(cancel)?;
        let mut keys = FixedWriter::new(KEYS);
        let mut sizes = FixedWriter::new(SIZES);
        for (&key, &size) in self.keys.iter().zip(&self.sizes) {
            keys.push(key.to_be_bytes(), &mut self.out)?;
            sizes.push(size.to_le_bytes(), &mut self.out)?;
        }
        keys.flush(&mut self.out)?;
        sizes.flush(&mut self.out)?;
        self.write_lookups()?;
        let documents = u32::try_from(self.kind_of.len()).map_err(|_| Error::too_many_documents())?;
        self.out.finish(&Part::numbers(documents, self.kind_count, self.keeping))
    }

    fn write_features(&mut self, cancel: &Cancel) -> Result<()> {
        if self.keeping == Keeping::Lists {
            return Ok(());
        }
        let sizes: Vec<AtomicU32> = (0..self.kind_count).map(|_| AtomicU32::new(0)).collect();
        let mut postings = PostingsWriter::new(FEATURES);
        for start in (0..self.shuffle.buckets()).step_by(AT_ONCE) {
            let buckets = start..(start + AT_ONCE).min(self.shuffle.buckets());
            let shuffle = &self.shuffle;
            let sorted = each_task_within(buckets, Loaded::default, |room, bucket| {
                cancel.check()?;
                let mut entries: Vec<(u64, u32)> = Vec::new();
                for (kind, features) in shuffle.each(bucket, room)? {
                    entries.extend(features.iter().map(|&feature| (feature, kind)));
                }
                entries.sort_unstable();
                entries.dedup();
                for &(_, kind) in &entries {
                    sizes[kind as usize].fetch_add(1, Ordering::Relaxed);
                }
                Ok(entries)
            })?;
            for (feature, kind) in sorted.into_iter().flatten() {
                postings.push(feature, kind, &mut self.out)?;
            }
        }
        self.sizes = sizes.into_iter().map(AtomicU32::into_inner).collect();
        postings.flush(&mut self.out)
    }

    /// By key, by kind and by id.
    fn write_lookups(&mut self) -> Result<()> {
        let keyed = self.keys.iter().zip(0..).map(|(&key, kind)| (key_hash(key), kind)).collect();
        write_sorted(KEYED, keyed, &mut self.out)?;
        let members = self.kind_of.iter().zip(0..).map(|(&kind, row)| (u64::from(kind), row)).collect();
        write_sorted(MEMBERS, members, &mut self.out)?;
        let names = self.names.iter().zip(0..).map(|(&name, row)| (name, row)).collect();
        write_sorted(NAMES, names, &mut self.out)
    }
}

fn write_sorted(section: usize, mut entries: Vec<(u64, u32)>, out: &mut BlocksWriter) -> Result<()> {
    entries.par_sort_unstable();
    let mut postings = PostingsWriter::new(section);
    for (hash, number) in entries {
        postings.push(hash, number, out)?;
    }
    postings.flush(out)
}
