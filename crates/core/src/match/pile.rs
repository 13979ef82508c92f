//! Sets that are kept until all have been made: in memory up to a limit, the others spilled.
//!
//! They are kept in shares by their keys, so that equal sets are in the same share and shares can be
//! processed one by one.

use std::sync::{PoisonError, RwLock};

use crate::error::Result;
use crate::r#match::sets::{Key, Sets};
use crate::spill::Spill;
use crate::tasks::each_task;

/// Enough shares that one is small in relation to all.
const SHARES: usize = 64;

pub(crate) struct Pile {
    limit: usize,
    inner: RwLock<StoredSets>,
}

struct StoredSets {
    held: [Vec<Sets>; SHARES],
    bytes: usize,
    spill: Spill,
    written: [Vec<Written>; SHARES],
}

/// Sets in the spill: their position, how many there are, and the number of their documents in all.
#[derive(Clone, Copy, Default)]
struct Written {
    start: u64,
    sets: usize,
    documents: usize,
}

impl Pile {
    pub(crate) fn new(limit: usize) -> Self {
        let held = std::array::from_fn(|_| Vec::new());
        let written = std::array::from_fn(|_| Vec::new());
        Self { limit, inner: RwLock::new(StoredSets { held, bytes: 0, spill: Spill::default(), written }) }
    }

    /// Adds sets, each to the share of its key.
    pub(crate) fn put(&self, sets: &Sets) -> Result<()> {
        // The other half of a key is the hash in tables.
        let share = |key: Key| key[1] as usize % SHARES;
        let mut room = [[0; 2]; SHARES];
        for (key, _, documents) in sets.iter() {
            let [count, members] = &mut room[share(key)];
            (*count, *members) = (*count + 1, *members + documents.len());
        }
        let mut shares = room.map(|[count, members]| Sets::with_room(count, members));
        for (key, weight, documents) in sets.iter() {
            shares[share(key)].push(key, weight, documents);
        }
        self.keep(shares.into_iter().enumerate().collect())
    }

    fn keep(&self, shares: Vec<(usize, Sets)>) -> Result<()> {
        let bytes: usize = shares.iter().map(|(_, sets)| sets.bytes()).sum();
        let mut inner = self.inner.write().unwrap_or_else(PoisonError::into_inner);
        if inner.bytes + bytes > self.limit {
            return inner.write(&shares);
        }
        inner.bytes += bytes;
        shares.into_iter().for_each(|(share, sets)| inner.held[share].push(sets));
        Ok(())
    }

    /// Calls `f` with all sets, in any order and from all threads.
    pub(crate) fn each(&self, f: impl Fn(&Sets) -> Result<()> + Sync) -> Result<()> {
        each_task(0..SHARES, |share| self.share(share, &f)).map(drop)
    }

    /// Calls `f` with each share, from all threads.
    pub(crate) fn shares<T: Send>(&self, f: impl Fn(Share<'_>) -> Result<T> + Sync) -> Result<Vec<T>> {
        each_task(0..SHARES, |share| f(Share { pile: self, share }))
    }

    /// All sets, without copying those in memory.
    pub(crate) fn into_sets(self) -> Result<Vec<Sets>> {
        let mut inner = self.inner.into_inner().unwrap_or_else(PoisonError::into_inner);
        let held = std::mem::replace(&mut inner.held, std::array::from_fn(|_| Vec::new()));
        let written = inner.written.iter().flatten().map(|&written| inner.read(written));
        held.into_iter().flatten().map(Ok).chain(written).collect()
    }

    fn share(&self, share: usize, mut f: impl FnMut(&Sets) -> Result<()>) -> Result<()> {
        let inner = self.inner.read().unwrap_or_else(PoisonError::into_inner);
        inner.held[share].iter().try_for_each(&mut f)?;
        inner.written[share].iter().try_for_each(|&written| f(&inner.read(written)?))
    }
}

/// The sets whose keys fall into one share.
pub(crate) struct Share<'a> {
    pile: &'a Pile,
    share: usize,
}

impl Share<'_> {
    pub(crate) fn each(&self, f: impl FnMut(&Sets) -> Result<()>) -> Result<()> {
        self.pile.share(self.share, f)
    }

    /// Adds sets with keys of this share to another pile.
    pub(crate) fn put(&self, sets: Sets, pile: &Pile) -> Result<()> {
        pile.keep(vec![(self.share, sets)])
    }
}

impl StoredSets {
    fn write(&mut self, shares: &[(usize, Sets)]) -> Result<()> {
        let mut out = self.spill.writer()?;
        for (share, sets) in shares {
            let start = out.position();
            let written = Written { start, sets: sets.keys.len(), documents: sets.documents.len() };
            self.written[*share].push(written);
            out.append(&sets.keys)?;
            out.append(&sets.weights)?;
            out.append(&sets.ends)?;
            out.append(&sets.documents)?;
        }
        Ok(out.finish()?)
    }

    fn read(&self, written: Written) -> Result<Sets> {
        let mut reader = self.spill.reader(written.start)?;
        Ok(Sets {
            keys: reader.take(written.sets)?,
            weights: reader.take(written.sets)?,
            ends: reader.take(written.sets)?,
            documents: reader.take(written.documents)?,
        })
    }
}
