//! Who has been seen: a repeated id is refused, naming both places.

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use xxhash_rust::xxh3::xxh3_128;

/// The place of a document: number of the file among the inputs, and line.
pub type Place = (u32, u64);

/// Remembers ids by their 128-bit hash, so that it takes the same memory for any id.
#[derive(Debug, Default)]
pub struct Ids {
    seen: HashMap<u128, Place>,
}

impl Ids {
    /// Takes in an id; gives the place where it already stood.
    pub fn admit(&mut self, id: &str, place: Place) -> Option<Place> {
        match self.seen.entry(xxh3_128(id.as_bytes())) {
            Entry::Occupied(entry) => Some(*entry.get()),
            Entry::Vacant(entry) => {
                entry.insert(place);
                None
            }
        }
    }
}
