//! Partitions the features of many documents into buckets by hash: documents that share a feature have it in
//! the same bucket.
//!
//! Beyond a limit the buckets are spilled.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, BooleanArray, LargeListArray};

use crate::cancel::Cancel;
use crate::error::Result;
use crate::index::postings::Room;
use crate::index::reader::Reader;
use crate::r#match::against::{Against, numbered};
use crate::sign::hashed::{HashedPart, HashedTexts};
use crate::sign::shingles::shingle_hashes;
use crate::spill::Spill;
use crate::tasks::{each_task, each_task_within, even_tasks};

/// Features per task, unless one document has more.
const FEATURES_A_TASK: usize = 32 << 10;
/// Fewer features than so many per block of an index leave most of its blocks unread.
const FEW_A_BLOCK: u64 = 1;

pub(crate) struct Shuffle {
    bits: u32,
    /// The number of documents so far.
    documents: u32,
    parts: Vec<BucketedPart>,
    limit: usize,
    held: usize,
    spill: Spill,
    runs: Vec<SpilledRun>,
    /// The documents of an index, which come last.
    against: Option<Against>,
}

/// The features of some documents, sorted by bucket, and by document within a bucket.
struct BucketedPart {
    features: Vec<u64>,
    starts: Vec<usize>,
    /// The documents of the features: number and count.
    owners: Vec<Owner>,
    owner_starts: Vec<usize>,
}

type Owner = [u32; 2];

/// Parts that were merged and spilled: where the features and the owners of each bucket begin.
struct SpilledRun {
    starts: Vec<u64>,
    owner_starts: Vec<u64>,
}

impl Shuffle {
    /// At most `limit` bytes are held; there are `2^bits` buckets.
    pub(crate) fn new(limit: usize, bits: u32) -> Self {
        let (parts, runs) = (Vec::new(), Vec::new());
        Self { bits, documents: 0, parts, limit, held: 0, spill: Spill::default(), runs, against: None }
    }

    pub(crate) fn documents(&self) -> usize {
        self.documents as usize
    }

    pub(crate) fn buckets(&self) -> usize {
        1 << self.bits
    }

    /// Adds the features of the next documents.
    pub(crate) fn push(&mut self, lists: &LargeListArray, cancel: &Cancel) -> Result<()> {
        let values = lists.values().as_primitive::<UInt64Type>().values();
        let features =
            |i: usize| &values[lists.value_offsets()[i] as usize..lists.value_offsets()[i + 1] as usize];
        let (first, bits) = (self.number(lists.len())?, self.bits);
        let part = |task: Range<usize>| {
            cancel.check()?;
            Ok(BucketedPart::new(task.map(|i| (first + i as u32, features(i))), bits))
        };
        let lengths = (0..lists.len()).map(|i| lists.value_length(i) as usize);
        let parts: Vec<BucketedPart> = each_task(even_tasks(lengths, FEATURES_A_TASK), part)?;
        self.keep(parts, cancel)
    }

    /// Adds the word shingles of the texts in `rows`, in order, as `push` does with lists of them, but
    /// without making the lists. Returns which of the texts have any.
    pub(crate) fn push_hashed(
        &mut self,
        texts: &HashedTexts,
        rows: &[u32],
        size: usize,
        cancel: &Cancel,
    ) -> Result<BooleanArray> {
        let (first, bits) = (self.number(rows.len())?, self.bits);
        let before = |row: usize| rows.partition_point(|&other| (other as usize) < row);
        let work = |features: &mut Vec<u64>, part: &HashedPart| {
            cancel.check()?;
            features.clear();
            let mut owners = Vec::new();
            let places = before(part.rows().start)..before(part.rows().end);
            for (document, &row) in (first + places.start as u32..).zip(&rows[places]) {
                let before = features.len();
                features.extend(shingle_hashes(part.words(row as usize), size));
                owners.push([document, (features.len() - before) as u32]);
            }
            Ok((BucketedPart::new(slices(&owners, features), bits), owners))
        };
        let made: Vec<(BucketedPart, Vec<Owner>)> = each_task_within(texts.parts(), Vec::new, work)?;
        let (parts, owners): (Vec<BucketedPart>, Vec<Vec<Owner>>) = made.into_iter().unzip();
        self.keep(parts, cancel)?;
        Ok(owners.iter().flatten().map(|owner| Some(owner[1] > 0)).collect())
    }

    /// Numbers the next documents; returns the number of the first.
    fn number(&mut self, count: usize) -> Result<u32> {
        let first = self.documents;
        self.documents = numbered(first, count)?;
        Ok(first)
    }

    fn keep(&mut self, parts: Vec<BucketedPart>, cancel: &Cancel) -> Result<()> {
        self.held += parts.iter().map(BucketedPart::bytes).sum::<usize>();
        self.parts.extend(parts);
        if self.held > self.limit { self.spill(cancel) } else { Ok(()) }
    }

    /// The features of each document in a bucket, documents in order. `buffer` is for spilled features.
    pub(crate) fn each<'a>(
        &'a self,
        bucket: usize,
        buffer: &'a mut Loaded,
    ) -> Result<impl Iterator<Item = (u32, &'a [u64])> + Clone> {
        buffer.clear();
        for run in &self.runs {
            self.load(run, bucket, buffer)?;
        }
        if let Some(against) = &self.against {
            self.want(bucket, buffer);
            let Loaded { wanted, room, others, shared, .. } = buffer;
            against.each(wanted, room, |document, feature| {
                others.push([document, 1]);
                shared.push(feature);
            })?;
        }
        let loaded = slices(&buffer.owners, &buffer.features);
        let held = self.parts.iter().flat_map(move |part| {
            let owners = &part.owners[part.owner_starts[bucket]..part.owner_starts[bucket + 1]];
            slices(owners, &part.features[part.starts[bucket]..part.starts[bucket + 1]])
        });
        // One by one, feature after feature: who has a feature comes in order, and nothing else is asked of `each`.
        Ok(loaded.chain(held).chain(slices(&buffer.others, &buffer.shared)))
    }

    /// Lists the features of a bucket that documents have, in order.
    fn want(&self, bucket: usize, buffer: &mut Loaded) {
        buffer.wanted.extend_from_slice(&buffer.features);
        for part in &self.parts {
            buffer.wanted.extend_from_slice(&part.features[part.starts[bucket]..part.starts[bucket + 1]]);
        }
        buffer.wanted.sort_unstable();
        buffer.wanted.dedup();
    }

    /// Puts the documents of an index behind those that came. Where few features came, only those that share any of them
    /// take part; else it would cost more to find these than to number all.
    pub(crate) fn ask(&mut self, reader: Arc<Reader>, cancel: &Cancel) -> Result<()> {
        let first = self.documents;
        let held: usize = self.parts.iter().map(|part| part.features.len()).sum();
        let few = (held as u64 + self.spill.end() / 8) < FEW_A_BLOCK * reader.feature_blocks()? as u64;
        let against = if few {
            let kinds = each_task_within(0..self.buckets(), Loaded::default, |buffer, bucket| {
                cancel.check()?;
                self.sharing(&reader, bucket, buffer)
            })?;
            Against::some(reader, first, kinds.into_iter().flatten())
        } else {
            Against::all(reader, first)
        };
        self.documents = numbered(first, against.count())?;
        self.against = Some(against);
        Ok(())
    }

    /// The kinds of documents of an index that share a feature of a bucket.
    fn sharing(&self, reader: &Reader, bucket: usize, buffer: &mut Loaded) -> Result<Vec<u32>> {
        buffer.clear();
        for run in &self.runs {
            self.load(run, bucket, buffer)?;
        }
        self.want(bucket, buffer);
        let mut kinds = Vec::new();
        reader.find(&buffer.wanted, &mut buffer.room, |_, kind| kinds.push(kind))?;
        kinds.sort_unstable();
        kinds.dedup();
        Ok(kinds)
    }

    pub(crate) fn against(&self) -> Option<&Against> {
        self.against.as_ref()
    }

    fn spill(&mut self, cancel: &Cancel) -> Result<()> {
        let buckets = self.buckets();
        let mut out = self.spill.writer()?;
        let mut run = SpilledRun { starts: vec![out.position()], owner_starts: Vec::new() };
        for bucket in 0..buckets {
            cancel.check()?;
            for part in &self.parts {
                out.append(&part.features[part.starts[bucket]..part.starts[bucket + 1]])?;
            }
            run.owner_starts.push(out.position());
            for part in &self.parts {
                out.append(&part.owners[part.owner_starts[bucket]..part.owner_starts[bucket + 1]])?;
            }
            run.starts.push(out.position());
        }
        out.finish()?;
        self.runs.push(run);
        self.parts.clear();
        self.held = 0;
        Ok(())
    }

    fn load(&self, run: &SpilledRun, bucket: usize, into: &mut Loaded) -> Result<()> {
        let (start, middle, end) = (run.starts[bucket], run.owner_starts[bucket], run.starts[bucket + 1]);
        let mut reader = self.spill.reader(start)?;
        reader.extend(&mut into.features, (middle - start) as usize / size_of::<u64>())?;
        Ok(reader.extend(&mut into.owners, (end - middle) as usize / size_of::<Owner>())?)
    }
}

/// What was read back from the spill.
#[derive(Default)]
pub(crate) struct Loaded {
    features: Vec<u64>,
    owners: Vec<Owner>,
    /// The features that an index is asked for, and what it answers.
    wanted: Vec<u64>,
    others: Vec<Owner>,
    shared: Vec<u64>,
    room: Room,
}

impl Loaded {
    fn clear(&mut self) {
        self.features.clear();
        self.owners.clear();
        self.wanted.clear();
        self.others.clear();
        self.shared.clear();
    }
}

fn slices<'a>(owners: &'a [Owner], features: &'a [u64]) -> impl Iterator<Item = (u32, &'a [u64])> + Clone {
    owners.iter().scan(0, move |at, &[document, count]| {
        let start = *at;
        *at += count as usize;
        Some((document, &features[start..*at]))
    })
}

impl BucketedPart {
    fn new<'a>(documents: impl Iterator<Item = (u32, &'a [u64])> + Clone, bits: u32) -> Self {
        let bucket = |feature: u64| if bits == 0 { 0 } else { (feature >> (64 - bits)) as usize };
        let (mut starts, mut owner_starts) = (vec![0; (1 << bits) + 1], vec![0; (1 << bits) + 1]);
        let mut last = vec![u32::MAX; 1 << bits];
        for (document, features) in documents.clone() {
            for &feature in features {
                let b = bucket(feature);
                starts[b + 1] += 1;
                owner_starts[b + 1] += usize::from(last[b] != document);
                last[b] = document;
            }
        }
        for b in 0..1 << bits {
            starts[b + 1] += starts[b];
            owner_starts[b + 1] += owner_starts[b];
        }
        let mut features_out = vec![0; starts[1 << bits]];
        let mut owners = vec![[0; 2]; owner_starts[1 << bits]];
        let (mut next, mut next_owner) = (starts.clone(), owner_starts.clone());
        last.fill(u32::MAX);
        for (document, features) in documents {
            for &feature in features {
                let b = bucket(feature);
                features_out[next[b]] = feature;
                next[b] += 1;
                if last[b] != document {
                    last[b] = document;
                    owners[next_owner[b]] = [document, 0];
                    next_owner[b] += 1;
                }
                owners[next_owner[b] - 1][1] += 1;
            }
        }
        Self { features: features_out, starts, owners, owner_starts }
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.features[..]) + size_of_val(&self.owners[..]) + 16 * self.starts.len()
    }
}
