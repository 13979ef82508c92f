//! Features that stand in the same documents, taken together.
//!
//! A feature that one document has alone can match nothing; most are such and are dropped. Of the rest, those with the
//! very same documents (the shingles of one passage) become one weighted set: what follows costs as much as there are
//! passages, not as there are words.

use std::sync::atomic::{AtomicU32, Ordering};

use hashbrown::HashTable;

use crate::error::Result;
use crate::r#match::shuffle::{Loaded, Shuffle};

/// A key for a set of documents: two sums over them, so that equal sets have equal keys in whatever bucket.
pub(crate) type Key = [u64; 2];

/// Sets of documents that share features: for each its key, the number of features, the documents in order.
#[derive(Default)]
pub(crate) struct Sets {
    pub keys: Vec<Key>,
    pub weights: Vec<u32>,
    pub ends: Vec<u32>,
    pub documents: Vec<u32>,
}

impl Sets {
    /// Room for so many sets and so many documents in all.
    pub(crate) fn with_room(sets: usize, documents: usize) -> Self {
        Self {
            keys: Vec::with_capacity(sets),
            weights: Vec::with_capacity(sets),
            ends: Vec::with_capacity(sets),
            documents: Vec::with_capacity(documents),
        }
    }

    pub(crate) fn push(&mut self, key: Key, weight: u32, documents: &[u32]) {
        self.documents.extend_from_slice(documents);
        self.close(key, weight);
    }

    /// Makes a set of the documents that were added since the last one.
    pub(crate) fn close(&mut self, key: Key, weight: u32) {
        self.keys.push(key);
        self.weights.push(weight);
        self.ends.push(self.documents.len() as u32);
    }

    pub(crate) fn bytes(&self) -> usize {
        24 * self.keys.len() + 4 * self.documents.len()
    }

    /// The documents of a set.
    pub(crate) fn members(&self, set: usize) -> &[u32] {
        let start = if set == 0 { 0 } else { self.ends[set - 1] };
        &self.documents[start as usize..self.ends[set] as usize]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key, u32, &[u32])> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let members =
            starts.zip(&self.ends).map(|(start, &end)| &self.documents[start as usize..end as usize]);
        self.keys
            .iter()
            .zip(&self.weights)
            .zip(members)
            .map(|((&key, &weight), members)| (key, weight, members))
    }
}

/// A feature that may stand in several documents.
#[derive(Clone, Copy)]
struct Shared {
    feature: u64,
    key: Key,
    first: u32,
    last: u32,
    count: u32,
    /// The set that it is the first of.
    set: u32,
}

const NONE: u32 = u32::MAX;

/// Room that is kept between buckets.
#[derive(Default)]
pub(crate) struct Room {
    loaded: Loaded,
    table: Table,
    bitmaps: Bitmaps,
    /// For each feature met again: its place in the table; `NONE` if the document had it before.
    places: Vec<u32>,
    /// The documents of `places`, with the end of each one's.
    owners: Vec<(u32, usize)>,
}

/// The sets of a bucket. Adds to `sizes` how many different features each document has. With `split`, only sets with
/// documents on both sides of it are of use.
pub(crate) fn bucket_sets(
    shuffle: &Shuffle,
    bucket: usize,
    split: Option<u32>,
    sizes: &[AtomicU32],
    room: &mut Room,
) -> Result<Sets> {
    let Room { loaded, table, bitmaps, places, owners } = room;
    let documents = shuffle.each(bucket, loaded)?;
    let repeated = bitmaps.fill(documents.clone().map(|(_, features)| features));
    table.clear(repeated);
    places.clear();
    owners.clear();
    for (document, features) in documents {
        let key = document_key(document);
        let mut own = 0;
        for &feature in features {
            if !bitmaps.is_repeated(feature) {
                own += 1;
                continue;
            }
            let place = table.place(feature);
            let new = table.shared[place as usize].add(document, key);
            own += u32::from(new);
            places.push(if new { place } else { NONE });
        }
        owners.push((document, places.len()));
        sizes[document as usize].fetch_add(own, Ordering::Relaxed);
    }
    let across = |entry: &Shared| split.is_none_or(|at| entry.first < at && entry.last >= at);
    let mut sets = group(&mut table.shared, |entry| entry.count > 1 && across(entry));
    fill(&mut sets, &table.shared, places, owners);
    Ok(sets)
}

/// Which features were met, and which of them again. A bit may stand for several features: some that were met once are
/// taken for repeated, none the other way.
#[derive(Default)]
struct Bitmaps {
    met: Vec<u64>,
    again: Vec<u64>,
    mask: u64,
}

impl Bitmaps {
    /// Notes all features; gives how many may be repeated.
    fn fill<'a>(&mut self, lists: impl Iterator<Item = &'a [u64]> + Clone) -> usize {
        let total: usize = lists.clone().map(<[u64]>::len).sum();
        let bits = (total * 8).next_power_of_two().max(64);
        self.mask = bits as u64 - 1;
        for bitmap in [&mut self.met, &mut self.again] {
            bitmap.clear();
            bitmap.resize(bits / 64, 0);
        }
        let mut later = 0;
        for feature in lists.flatten() {
            let (word, bit) = ((feature & self.mask) as usize / 64, feature % 64);
            let met = self.met[word] >> bit & 1;
            later += met as usize;
            self.again[word] |= met << bit;
            self.met[word] |= 1 << bit;
        }
        // Each bit that was met again was also met a first time.
        later + self.again.iter().map(|word| word.count_ones() as usize).sum::<usize>()
    }

    #[inline]
    fn is_repeated(&self, feature: u64) -> bool {
        self.again[(feature & self.mask) as usize / 64] >> (feature % 64) & 1 == 1
    }
}

impl Shared {
    /// Takes in a document; false if it was there already. The features of a document come one after the other.
    #[inline]
    fn add(&mut self, document: u32, key: Key) -> bool {
        if self.count > 0 && self.last == document {
            return false;
        }
        if self.count == 0 {
            self.first = document;
        }
        self.last = document;
        self.count += 1;
        self.key = [self.key[0].wrapping_add(key[0]), self.key[1].wrapping_add(key[1])];
        true
    }
}

/// A hash table whose entries stay in the order in which they came.
#[derive(Default)]
struct Table {
    slots: Vec<u32>,
    shared: Vec<Shared>,
}

impl Table {
    /// Empties it and makes room for so many entries.
    fn clear(&mut self, most: usize) {
        self.slots.clear();
        self.slots.resize((most * 3 / 2).next_power_of_two().max(2), NONE);
        self.shared.clear();
    }

    /// The place of a feature, a new one if it has none.
    #[inline]
    fn place(&mut self, feature: u64) -> u32 {
        let mask = self.slots.len() - 1;
        // The highest bits chose the bucket, the lowest the bit above; these are free.
        let mut at = (feature >> 20) as usize & mask;
        loop {
            match self.slots[at] {
                NONE => {
                    self.slots[at] = self.shared.len() as u32;
                    self.shared.push(Shared { feature, key: [0; 2], first: 0, last: 0, count: 0, set: NONE });
                    return self.slots[at];
                }
                place if self.shared[place as usize].feature == feature => return place,
                _ => at = (at + 1) & mask,
            }
        }
    }
}

/// Gives each set of documents its number; the first feature with it will tell the documents.
fn group(shared: &mut [Shared], useful: impl Fn(&Shared) -> bool) -> Sets {
    let mut sets = Sets::default();
    let mut known: HashTable<u32> = HashTable::new();
    let mut end = 0;
    for entry in shared.iter_mut().filter(|entry| useful(entry)) {
        let found = known.find(entry.key[0], |&set| sets.keys[set as usize] == entry.key);
        if let Some(&set) = found {
            sets.weights[set as usize] += 1;
            continue;
        }
        entry.set = sets.keys.len() as u32;
        sets.keys.push(entry.key);
        sets.weights.push(1);
        end += entry.count;
        sets.ends.push(end);
        known.insert_unique(entry.key[0], entry.set, |&set| sets.keys[set as usize][0]);
    }
    sets
}

/// Writes the documents of each set.
fn fill(sets: &mut Sets, shared: &[Shared], places: &[u32], owners: &[(u32, usize)]) {
    sets.documents = vec![0; sets.ends.last().map_or(0, |&end| end as usize)];
    let mut next: Vec<u32> = std::iter::once(0).chain(sets.ends.iter().copied()).collect();
    let mut start = 0;
    for &(document, end) in owners {
        for &place in places[start..end].iter().filter(|&&place| place != NONE) {
            let set = shared[place as usize].set;
            if set != NONE {
                sets.documents[next[set as usize] as usize] = document;
                next[set as usize] += 1;
            }
        }
        start = end;
    }
}

fn document_key(document: u32) -> Key {
    let hash = xxhash_rust::xxh3::xxh3_128(&document.to_le_bytes());
    [hash as u64, (hash >> 64) as u64]
}
