//! Combines features that are in exactly the same documents.
//!
//! A feature of only one document cannot match anything; most features are of this kind and are dropped. Of
//! the rest, those with the same documents (such as the shingles of one passage) become one weighted set. So
//! the cost of all later steps grows with the number of passages, not of words.

use std::sync::atomic::{AtomicU32, Ordering};

use hashbrown::HashTable;

use crate::error::Result;
use crate::r#match::features::{Bitmaps, FeatureTable, NONE, SharedFeatures};
use crate::r#match::shuffle::{Loaded, Shuffle};
use crate::r#match::sides::Sides;

/// A key of a set of documents: two sums over the documents, so equal sets have equal keys in all buckets.
pub(crate) type Key = [u64; 2];

/// Sets of documents that share features: for each its key, the number of features, and the documents in
/// order.
#[derive(Default)]
pub(crate) struct Sets {
    pub keys: Vec<Key>,
    pub weights: Vec<u32>,
    pub ends: Vec<u32>,
    pub documents: Vec<u32>,
}

impl Sets {
    /// Allocates buffers for `sets` sets with `documents` documents in all.
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

    /// Ends the set of the documents that were added since the last one.
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

/// Buffers that are reused for all buckets.
#[derive(Default)]
pub(crate) struct BucketBuffers {
    loaded: Loaded,
    table: FeatureTable,
    bitmaps: Bitmaps,
    /// For each repeated feature, its index in the table; `NONE` if the document had it before.
    places: Vec<u32>,
    /// The documents of `places`, with the end of each.
    owners: Vec<(u32, usize)>,
    last: Option<Outlook>,
}

/// Figures of one bucket, used as an estimate for the next one: hashes distribute features evenly.
#[derive(Clone, Copy)]
struct Outlook {
    features: usize,
    /// How many features occur once, in one document.
    alone: usize,
    /// How many got an entry in the table.
    placed: usize,
}

impl Outlook {
    /// Whether it pays to find features that occur once before the others get their entries.
    fn is_filtered(last: Option<Self>) -> bool {
        last.is_none_or(|last| 4 * last.alone > last.features)
    }

    /// How many of `features` features will get an entry.
    fn places(last: Option<Self>, features: usize) -> usize {
        last.map_or(features / 4, |last| {
            (features as f64 * last.placed as f64 / last.features.max(1) as f64) as usize
        })
    }
}

/// The sets of a bucket. Adds the number of distinct features of each document to `sizes`. Only sets with documents
/// that `sides` compares are kept.
pub(crate) fn bucket_sets(
    shuffle: &Shuffle,
    bucket: usize,
    sides: Sides,
    sizes: &[AtomicU32],
    buffers: &mut BucketBuffers,
) -> Result<Sets> {
    let BucketBuffers { loaded, table, bitmaps, places, owners, last } = buffers;
    let documents = shuffle.each(bucket, loaded)?;
    let count = documents.clone().map(|(_, features)| features.len()).sum();
    let filtered = Outlook::is_filtered(*last);
    if filtered {
        bitmaps.fill(documents.clone().flat_map(|(_, features)| features), count);
    }
    table.clear(Outlook::places(*last, count));
    places.clear();
    owners.clear();
    let mut alone = 0;
    for (document, features) in documents {
        let key = document_key(document);
        let mut own = 0;
        for &feature in features {
            if filtered && !bitmaps.is_repeated(feature) {
                alone += 1;
                own += 1;
                continue;
            }
            let place = table.place(feature, document);
            let new = table.shared[place as usize].add(document, key);
            own += u32::from(new);
            places.push(if new { place } else { NONE });
        }
        owners.push((document, places.len()));
        sizes[document as usize].fetch_add(own, Ordering::Relaxed);
    }
    alone += table.shared.iter().filter(|entry| entry.count == 1).count();
    *last = Some(Outlook { features: count, alone, placed: table.shared.len() });
    Ok(grouped(table, places, owners, sides))
}

/// The sets of documents of all features. The documents of a set are taken from its first feature.
fn grouped(table: &FeatureTable, places: &[u32], owners: &[(u32, usize)], sides: Sides) -> Sets {
    let mut sets = Sets::default();
    let mut known: HashTable<u32> = HashTable::new();
    let start = |(entry, &first): (&SharedFeatures, &u32)| {
        if entry.count > 1 && sides.matter(first, entry.last) {
            start_of(entry, &mut sets, &mut known)
        } else {
            NONE
        }
    };
    let mut next: Vec<u32> = table.shared.iter().zip(&table.firsts).map(start).collect();
    sets.documents = vec![0; sets.ends.last().map_or(0, |&end| end as usize)];
    let mut at = 0;
    for &(document, end) in owners {
        for &place in places[at..end].iter().filter(|&&place| place != NONE) {
            let next = &mut next[place as usize];
            if *next != NONE {
                sets.documents[*next as usize] = document;
                *next += 1;
            }
        }
        at = end;
    }
    sets
}

/// Where the documents of a feature are written; `NONE` if another feature has the same documents.
fn start_of(entry: &SharedFeatures, sets: &mut Sets, known: &mut HashTable<u32>) -> u32 {
    if let Some(&set) = known.find(entry.key[0], |&set| sets.keys[set as usize] == entry.key) {
        sets.weights[set as usize] += 1;
        return NONE;
    }
    let (number, start) = (sets.keys.len() as u32, sets.ends.last().copied().unwrap_or(0));
    sets.keys.push(entry.key);
    sets.weights.push(1);
    sets.ends.push(start + entry.count);
    known.insert_unique(entry.key[0], number, |&set| sets.keys[set as usize][0]);
    start
}

fn document_key(document: u32) -> Key {
    let hash = xxhash_rust::xxh3::xxh3_128(&document.to_le_bytes());
    [hash as u64, (hash >> 64) as u64]
}

#[cfg(test)]
mod tests {
    use arrow_array::LargeListArray;
    use arrow_array::types::UInt64Type;
    use proptest::prelude::*;

    use super::*;
    use crate::cancel::Cancel;

    type Found = Vec<(Key, u32, Vec<u32>)>;

    /// The sets of a bucket, and the number of features of each document.
    fn sets(shuffle: &Shuffle, sides: Sides, last: Option<Outlook>) -> (Found, Vec<u32>) {
        let sizes: Vec<AtomicU32> = (0..shuffle.documents()).map(|_| AtomicU32::new(0)).collect();
        let mut buffers = BucketBuffers { last, ..BucketBuffers::default() };
        let sets = bucket_sets(shuffle, 0, sides, &sizes, &mut buffers).unwrap();
        let owned = |(key, weight, documents): (Key, u32, &[u32])| (key, weight, documents.to_vec());
        let mut found: Found = sets.iter().map(owned).collect();
        found.sort_unstable();
        (found, sizes.into_iter().map(AtomicU32::into_inner).collect())
    }

    proptest! {
        #[test]
        fn whether_it_is_filtered_and_how_large_the_table_begins_change_nothing(
            documents in prop::collection::vec(prop::collection::vec(0u64..60, 0..40), 1..12),
            split in prop::option::of(0u32..12),
            ahead in any::<bool>(),
            placed in 0usize..3,
        ) {
            let list = |list: &Vec<u64>| Some(list.iter().map(|n| Some(n << 20 | n)).collect::<Vec<_>>());
            let lists = LargeListArray::from_iter_primitive::<UInt64Type, _, _>(documents.iter().map(list));
            let mut shuffle = Shuffle::new(usize::MAX, 0);
            shuffle.push(&lists, &Cancel::default()).unwrap();
            let sides = Sides::of(split, ahead);
            let expected = sets(&shuffle, sides, None);
            for alone in [0, 1] {
                let last = Outlook { features: 1, alone, placed };
                prop_assert_eq!(&sets(&shuffle, sides, Some(last)), &expected);
            }
        }
    }
}
