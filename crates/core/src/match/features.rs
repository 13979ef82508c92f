//! The features of a bucket: which of them occur repeatedly, and the documents of each.

use crate::r#match::sets::Key;

/// A feature that may be in several documents. Two of them fill a cache line.
#[derive(Clone, Copy)]
pub(super) struct SharedFeatures {
    pub feature: u64,
    pub key: Key,
    pub last: u32,
    pub count: u32,
}

/// No place.
pub(super) const NONE: u32 = u32::MAX;

/// Which features occurred, and which of them repeatedly. Several features may share a bit, so some single
/// features are taken for repeated ones, but never the reverse.
#[derive(Default)]
pub(super) struct Bitmaps {
    met: Vec<u64>,
    again: Vec<u64>,
    mask: u64,
}

impl Bitmaps {
    /// Marks `count` features.
    pub fn fill<'a>(&mut self, features: impl Iterator<Item = &'a u64>, count: usize) {
        let bits = (count * 8).next_power_of_two().max(64);
        self.mask = bits as u64 - 1;
        for bitmap in [&mut self.met, &mut self.again] {
            bitmap.clear();
            bitmap.resize(bits / 64, 0);
        }
        for feature in features {
            let (word, bit) = ((feature & self.mask) as usize / 64, feature % 64);
            self.again[word] |= (self.met[word] >> bit & 1) << bit;
            self.met[word] |= 1 << bit;
        }
    }

    #[inline]
    pub fn is_repeated(&self, feature: u64) -> bool {
        self.again[(feature & self.mask) as usize / 64] >> (feature % 64) & 1 == 1
    }
}

impl SharedFeatures {
    /// Adds a document; false if it was there already. The features of one document are consecutive.
    #[inline]
    pub fn add(&mut self, document: u32, key: Key) -> bool {
        let new = self.count == 0 || self.last != document;
        if new {
            self.last = document;
            self.count += 1;
            self.key = [self.key[0].wrapping_add(key[0]), self.key[1].wrapping_add(key[1])];
        }
        new
    }
}

/// A hash table whose entries stay in the order of insertion.
#[derive(Default)]
pub(super) struct FeatureTable {
    slots: Vec<u32>,
    pub shared: Vec<SharedFeatures>,
    /// The first document that has each feature.
    pub firsts: Vec<u32>,
}

impl FeatureTable {
    /// Clears the table and allocates room for `entries` entries.
    pub fn clear(&mut self, entries: usize) {
        self.slots.clear();
        self.slots.resize((entries * 3 / 2).next_power_of_two().max(4), NONE);
        self.shared.clear();
        self.firsts.clear();
    }

    /// The index of a feature, which is added if it is new.
    #[inline]
    pub fn place(&mut self, feature: u64, document: u32) -> u32 {
        let mut at = self.slot(feature);
        loop {
            match self.slots[at] {
                NONE => return self.add(at, feature, document),
                place if self.shared[place as usize].feature == feature => return place,
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
    }

    #[inline]
    fn slot(&self, feature: u64) -> usize {
        // The highest bits chose the bucket, the lowest the bit in the bitmap; these are independent of both.
        (feature >> 20) as usize & (self.slots.len() - 1)
    }

    fn add(&mut self, slot: usize, feature: u64, document: u32) -> u32 {
        let place = self.shared.len() as u32;
        self.slots[slot] = place;
        self.shared.push(SharedFeatures { feature, key: [0; 2], last: 0, count: 0 });
        self.firsts.push(document);
        if self.shared.len() > self.slots.len() / 4 * 3 {
            self.grow();
        }
        place
    }

    #[cold]
    fn grow(&mut self) {
        let size = 2 * self.slots.len();
        self.slots.clear();
        self.slots.resize(size, NONE);
        for (place, entry) in (0..).zip(&self.shared) {
            let mut at = self.slot(entry.feature);
            while self.slots[at] != NONE {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = place;
        }
    }
}
