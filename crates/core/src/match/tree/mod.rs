//! The corpus tree of CoDet: a trie over the words of sentences; each node has the documents that visit it.
//!
//! Documents with the same paths share one *profile*: n copies of a text are n members of one visitor.

mod batch;
mod parts;
mod query;
mod runs;
mod slots;
mod stars;
mod stream;
mod sums;
#[cfg(test)]
mod testing;
mod view;
mod visits;
mod words;

use std::collections::VecDeque;

use hashbrown::HashTable;
use xxhash_rust::xxh3::xxh3_64;

use self::runs::{NodeRuns, ROOT};
use self::visits::{MOST_VISITORS, Visit};
use self::words::TreeWords;
use crate::error::{Error, Result};
use crate::sign::paths::paths;

pub use self::batch::TreeJoin;
pub use self::parts::{VisitedNode, shares, visited_nodes, wholes};
pub use self::query::Threshold;
pub use self::slots::TreeSlots;
pub use self::stars::{TreeStars, path_weights};
pub use self::stream::{CorpusTree, TreeMatch};
pub use self::sums::{containment, self_containment};
pub use self::view::{Node, TreeStats};

/// Nodes and their visitors.
#[derive(Default)]
pub(super) struct Tree {
    words: TreeWords,
    runs: NodeRuns,
    profiles: Vec<Profile>,
    free: Vec<u32>,
    /// By key of the list of paths.
    known: HashTable<u32>,
}

/// One document, or several with the same paths. Packed, because there is one per document and alignment of
/// the sum would leave a gap.
#[derive(Default)]
#[repr(Rust, packed(8))]
pub(super) struct Profile {
    key: u64,
    /// The containment of the document in itself, in units of 2^-32.
    whole: u128,
    /// The runs with which its paths end, in the order of the list.
    ends: Box<[u32]>,
    /// How often each path occurs; empty if each occurs once.
    counts: Box<[u32]>,
    /// The documents, in the order of adding.
    members: VecDeque<u32>,
}

/// Sizes are classified by powers of two.
fn class(whole: u128) -> u8 {
    whole.max(1).ilog2() as u8
}

impl Profile {
    fn ends(&self) -> impl Iterator<Item = (u32, u32)> {
        let counts = self.counts.iter().copied().chain(std::iter::repeat(1));
        self.ends.iter().copied().zip(counts)
    }
}

impl Tree {
    /// Adds a document with a list of paths, which must not be empty; returns its profile.
    fn insert(&mut self, list: &[u64], member: u32) -> Result<u32> {
        let key = key(list);
        if let Some(profile) = self.find(key, list) {
            self.profiles[profile as usize].members.push_back(member);
            return Ok(profile);
        }
        if !self.runs.has_room(list.len()) || self.profiles.len() as u32 >= MOST_VISITORS {
            return Err(Error::too_many_documents());
        }
        let (mut ends, mut counts, mut path) = (Vec::new(), Vec::new(), Vec::new());
        for found in paths(list) {
            path.clear();
            path.extend(found.steps.iter().map(|&[hash, idf]| self.words.intern(hash, idf)));
            ends.push(self.runs.insert(&path, &mut self.words));
            counts.push(found.count);
        }
        if counts.iter().all(|&count| count == 1) {
            counts.clear();
        }
        let (ends, counts) = (ends.into_boxed_slice(), counts.into_boxed_slice());
        let members = VecDeque::from([member]);
        let whole = self_containment(list);
        let profile = self.keep(Profile { key, whole, ends, counts, members });
        self.visit(profile);
        Ok(profile)
    }

    fn keep(&mut self, profile: Profile) -> u32 {
        let number = self.free.pop().unwrap_or(self.profiles.len() as u32);
        let key = profile.key;
        match self.profiles.get_mut(number as usize) {
            Some(place) => *place = profile,
            None => runs::push(&mut self.profiles, profile),
        }
        self.known.insert_unique(key, number, |&number| self.profiles[number as usize].key);
        number
    }

    /// Adds a new profile to the visitors of all nodes of its paths.
    fn visit(&mut self, profile: u32) {
        let class_of = |profile: u32| class(self.profiles[profile as usize].whole);
        for (run, count) in visited(&self.runs, &self.profiles[profile as usize]) {
            self.runs.visits.add(run, Visit { visitor: profile, count }, class_of);
        }
    }

    /// Removes a document. With the last document of a profile its visits are removed, and the nodes that
    /// have no other visitor.
    fn remove(&mut self, profile: u32, member: u32) {
        let members = &mut self.profiles[profile as usize].members;
        if let Some(place) = members.iter().position(|&other| other == member) {
            members.remove(place);
        }
        if !members.is_empty() {
            return;
        }
        let gone = std::mem::take(&mut self.profiles[profile as usize]);
        for (run, _) in visited(&self.runs, &gone) {
            if !self.runs.visits.remove(run, profile, class(gone.whole)) {
                self.runs.take_out(run, &mut self.words);
            }
        }
        if let Ok(entry) = self.known.find_entry(gone.key, |&other| other == profile) {
            entry.remove();
        }
        self.free.push(profile);
    }

    /// The profile with exactly these paths.
    fn find(&self, key: u64, list: &[u64]) -> Option<u32> {
        let same = |&profile: &u32| self.list(profile) == list;
        self.known.find(key, same).copied()
    }

    /// The paths of a profile as the list that it was made of.
    fn list(&self, profile: u32) -> Vec<u64> {
        let mut list = Vec::new();
        let mut chain = Vec::new();
        for (end, count) in self.profiles[profile as usize].ends() {
            self.chain(end, &mut chain);
            let words = || chain.iter().rev().flat_map(|&run| self.runs.words(run));
            list.push((words().count() as u64) << 32 | u64::from(count));
            list.extend(words().flat_map(|&word| self.words.step(word)));
        }
        list
    }

    /// A run and all runs above it.
    fn chain(&self, mut run: u32, chain: &mut Vec<u32>) {
        chain.clear();
        while run != ROOT {
            chain.push(run);
            run = self.runs.parent(run);
        }
    }

    /// The first of the documents with this profile.
    fn first(&self, profile: u32) -> u32 {
        self.profiles[profile as usize].members.front().copied().unwrap_or_default()
    }

    /// The same tree without the gaps of removed documents; `moved` is called with each old and new profile.
    fn compacted(&self, mut moved: impl FnMut(u32, u32)) -> Result<Self> {
        let mut new = Tree::default();
        for old in (0..self.profiles.len() as u32).filter(|&p| !self.profiles[p as usize].members.is_empty())
        {
            let list = self.list(old);
            let mut profile = old;
            for &member in &self.profiles[old as usize].members {
                profile = new.insert(&list, member)?;
            }
            moved(old, profile);
        }
        let used = self.runs.all().flat_map(|run| self.runs.words(run));
        used.for_each(|&word| new.words.spell(self.words.step(word)[0], self.words.text(word)));
        Ok(new)
    }

    /// Whether removed documents have left a third of the memory unused; then rebuilding costs no more than
    /// adding those documents did.
    fn has_gaps(&self) -> bool {
        let (runs, free) = self.runs.counts();
        free > runs / 2 + if cfg!(test) { 4 } else { 1024 }
    }

    fn bytes(&self) -> usize {
        let of_profile =
            |profile: &Profile| 4 * (profile.ends.len() + profile.counts.len() + profile.members.capacity());
        self.words.bytes()
            + self.runs.bytes()
            + self.profiles.iter().map(of_profile).sum::<usize>()
            + size_of::<Profile>() * self.profiles.capacity()
            + 4 * self.free.capacity()
            + self.known.allocation_size()
    }
}

/// The runs of a profile's paths, each once, and how often its paths visit them.
fn visited(runs: &NodeRuns, profile: &Profile) -> Vec<(u32, u32)> {
    let mut visits = Vec::with_capacity(2 * profile.ends.len());
    for (mut run, count) in profile.ends() {
        while run != ROOT {
            visits.push((run, count));
            run = runs.parent(run);
        }
    }
    visits.sort_unstable();
    visits.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    visits
}

fn key(list: &[u64]) -> u64 {
    xxh3_64(bytemuck::cast_slice(list))
}
