//! An index as the second side of a join: of its documents only what they share with the first side is read.
//!
//! A feature that only one side has cannot match, so the join is the same as with all features; the sizes of the documents
//! are known to the index.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::index::marks::{Marks, Ranks};
use crate::index::postings::Room;
use crate::index::reader::Reader;

/// The kinds of documents of an index that take part.
pub(crate) struct Against {
    reader: Arc<Reader>,
    /// The number of the first of them in the join.
    first: u32,
    /// Those that share anything with the first side; None: it was not worth while to find out, and all do.
    sharing: Option<Ranks>,
}

impl Against {
    /// All kinds of an index.
    pub(crate) fn all(reader: Arc<Reader>, first: u32) -> Self {
        Self { reader, first, sharing: None }
    }

    /// Only some kinds of an index.
    pub(crate) fn some(reader: Arc<Reader>, first: u32, kinds: impl Iterator<Item = u32>) -> Self {
        let mut marks = Marks::new(reader.kinds() as usize);
        kinds.for_each(|kind| {
            marks.mark(kind);
        });
        Self { reader, first, sharing: Some(Ranks::of(marks)) }
    }

    pub(crate) fn count(&self) -> usize {
        self.sharing.as_ref().map_or(self.reader.kinds() as usize, |ranks| ranks.marked().count())
    }

    /// The kinds by their places.
    pub(crate) fn kinds(&self) -> Vec<u32> {
        match &self.sharing {
            Some(ranks) => ranks.marked().iter().collect(),
            None => (0..self.reader.kinds()).collect(),
        }
    }

    /// The sizes of the kinds, by their places.
    pub(crate) fn sizes(&self) -> Result<Vec<u32>> {
        self.reader.sizes(&self.kinds())
    }

    pub(crate) fn first(&self) -> u32 {
        self.first
    }

    /// Calls `f` with each of the wanted features, which ascend, and the number of each kind that has it.
    pub(crate) fn each(&self, wanted: &[u64], room: &mut Room, mut f: impl FnMut(u32, u64)) -> Result<()> {
        self.reader.find(wanted, room, |feature, kind| {
            let place = self.sharing.as_ref().map_or(Some(kind), |ranks| ranks.place(kind));
            if let Some(place) = place {
                f(self.first + place, feature);
            }
        })
    }
}

/// Numbers of a join are of 32 bits.
pub(crate) fn numbered(first: u32, count: usize) -> Result<u32> {
    u32::try_from(count).ok().and_then(|count| first.checked_add(count)).ok_or_else(Error::too_many_documents)
}
