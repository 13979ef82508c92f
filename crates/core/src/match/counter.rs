//! Counts what a document shares with others. A prefix filter selects candidates; exact counts decide.
//!
//! To share enough with a document, another one must have at least one of its rarest sets: the prefix is so
//! long that the sets behind it are not enough alone. Documents without any of these sets are never visited.

use crate::r#match::index::Index;

/// Buffers for the counts, reused for all documents.
pub(crate) struct Counter {
    shared: Vec<u32>,
    candidates: Vec<u32>,
}

impl Counter {
    pub(crate) fn new(documents: usize) -> Self {
        Self { shared: vec![0; documents], candidates: Vec::new() }
    }

    /// Calls `f` with each document that may share `least` features with a document, and with the number they
    /// share. `holders` returns the documents of a set in order; the document itself may be among them.
    /// `sets_of` returns the sets of a document.
    pub(crate) fn count<'a>(
        &mut self,
        index: &Index,
        document: u32,
        least: u32,
        holders: impl Fn(u32) -> &'a [u32],
        sets_of: impl Fn(u32) -> &'a [u32],
        mut f: impl FnMut(u32, u32),
    ) {
        let sets = index.sets.get(document);
        let mut rest: u32 = sets.iter().map(|&set| index.weights[set as usize]).sum();
        for (i, &set) in sets.iter().enumerate() {
            let weight = index.weights[set as usize];
            if rest >= least {
                self.admit(holders(set), weight);
            } else {
                self.drop_hopeless(least - rest);
                // The remaining sets have even more documents, so it is cheaper to read the sets of the few
                // candidates.
                if holders(set).len() >= 8 * self.candidates.len() {
                    for &candidate in &self.candidates {
                        self.shared[candidate as usize] += index.overlap(&sets[i..], sets_of(candidate));
                    }
                    break;
                }
                self.add(holders(set), weight);
            }
            rest -= weight;
        }
        for candidate in self.candidates.drain(..) {
            f(candidate, std::mem::take(&mut self.shared[candidate as usize]));
        }
    }

    fn admit(&mut self, holders: &[u32], weight: u32) {
        for &holder in holders {
            if self.shared[holder as usize] == 0 {
                self.candidates.push(holder);
            }
            self.shared[holder as usize] += weight;
        }
    }

    /// Drops candidates with fewer than `least`, which cannot reach the threshold any more.
    fn drop_hopeless(&mut self, least: u32) {
        let shared = &mut self.shared;
        self.candidates.retain(|&candidate| {
            let alive = shared[candidate as usize] >= least;
            if !alive {
                shared[candidate as usize] = 0;
            }
            alive
        });
    }

    /// Counts only for candidates.
    fn add(&mut self, holders: &[u32], weight: u32) {
        for &holder in holders {
            let shared = &mut self.shared[holder as usize];
            *shared += if *shared > 0 { weight } else { 0 };
        }
    }
}
