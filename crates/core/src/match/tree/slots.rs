//! A corpus tree whose documents are known by slot: what a stream of documents, with or without a window, is built on. There
//! is one way out of it, `remove`, whoever decides what is too old.

use super::key;
use super::query::{Direction, QueryBuffers, Threshold};
use super::runs::push;
use super::{Tree, self_containment};
use crate::error::Result;

/// The profile of a document without words.
const NONE: u32 = u32::MAX;

/// Documents by slot, in a corpus tree.
pub struct TreeSlots {
    pub(super) tree: Tree,
    /// By slot.
    profiles: Vec<u32>,
    free: Vec<u32>,
    threshold: Threshold,
    room: QueryBuffers,
    work: u64,
}

/// Documents with the same paths that contain a newcomer or that it contains: its share in them, and theirs in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shares {
    pub profile: u32,
    pub share: f64,
    pub other_share: f64,
}

impl TreeSlots {
    pub fn new(threshold: Threshold) -> Self {
        let (profiles, free) = (Vec::new(), Vec::new());
        Self { tree: Tree::default(), profiles, free, threshold, room: QueryBuffers::default(), work: 0 }
    }

    /// The slot that the next document gets.
    pub(super) fn next(&self) -> u32 {
        self.free.last().copied().unwrap_or(self.profiles.len() as u32)
    }

    /// Adds a document; gives its slot.
    pub fn insert(&mut self, list: &[u64]) -> Result<u32> {
        let slot = self.next();
        let profile = if list.is_empty() { NONE } else { self.tree.insert(list, slot)? };
        self.free.pop();
        match self.profiles.get_mut(slot as usize) {
            Some(place) => *place = profile,
            None => push(&mut self.profiles, profile),
        }
        Ok(slot)
    }

    /// The slots of documents with words, ascending.
    pub fn slots(&self) -> Vec<u32> {
        (0..self.profiles.len() as u32).filter(|&slot| self.profiles[slot as usize] != NONE).collect()
    }

    /// Takes a document out: the tree is as if it had never come.
    pub fn remove(&mut self, slot: u32) {
        let profile = std::mem::replace(&mut self.profiles[slot as usize], NONE);
        if profile != NONE {
            self.tree.remove(profile, slot);
        }
        self.free.push(slot);
    }

    /// The profile with exactly these paths.
    pub(super) fn same(&self, list: &[u64]) -> Option<u32> {
        self.tree.find(key(list), list)
    }

    /// What of a document with these paths and of each profile is in the other, where either passes.
    pub(super) fn passing(&mut self, list: &[u64]) -> Vec<Shares> {
        let (whole, wish) = (self_containment(list), (self.threshold, Direction::Both));
        let mut found = Vec::new();
        self.tree.shared(list, whole, wish, &mut self.room, |profile, shared| found.push((profile, shared)));
        self.work += found.len() as u64;
        found.into_iter().filter_map(|(profile, shared)| self.shares(profile, shared, whole)).collect()
    }

    /// The shares of a document and a profile of which so much is the same, if either passes.
    pub(super) fn shares(&self, profile: u32, shared: u128, whole: u128) -> Option<Shares> {
        let other_whole = self.tree.profiles[profile as usize].whole;
        let passes = self.threshold.passes(shared, whole) || self.threshold.passes(shared, other_whole);
        let (share, other_share) = (Threshold::share(shared, whole), Threshold::share(shared, other_whole));
        passes.then_some(Shares { profile, share, other_share })
    }

    /// Calls `f` with each document that contains one with these paths or that it contains, with both shares and whether
    /// each passes.
    pub fn find(&mut self, list: &[u64], mut f: impl FnMut(u32, [f64; 2], [bool; 2])) {
        for Shares { profile, share, other_share } in self.passing(list) {
            let passes = [share > self.threshold.0, other_share > self.threshold.0];
            self.members(profile).for_each(|member| f(member, [share, other_share], passes));
        }
    }

    /// The documents of a profile, in the order in which they came.
    pub(super) fn members(&self, profile: u32) -> impl Iterator<Item = u32> {
        self.tree.profiles[profile as usize].members.iter().copied()
    }

    /// The paths of a document.
    pub fn list(&self, slot: u32) -> Vec<u64> {
        let profile = self.profiles[slot as usize];
        if profile == NONE { Vec::new() } else { self.tree.list(profile) }
    }

    /// Gives memory back once much of it is unused: the tree is built anew, without the gaps.
    pub fn close_gaps(&mut self) -> Result<()> {
        if !self.tree.has_gaps() {
            return Ok(());
        }
        let Self { tree: old, profiles, .. } = self;
        let tree = old.compacted(|from, to| {
            let members = old.profiles[from as usize].members.iter();
            members.for_each(|&member| profiles[member as usize] = to);
        })?;
        self.tree = tree;
        self.room = QueryBuffers::default();
        Ok(())
    }

    /// How many sums have been looked at.
    pub fn work(&self) -> u64 {
        self.work
    }

    pub fn bytes(&self) -> usize {
        self.tree.bytes() + self.room.bytes() + 4 * (self.free.capacity() + self.profiles.capacity())
    }
}
