//! Groups that grow as documents arrive: the first is the origin, copies join it. A group keeps its number; it is forgotten
//! with its last document. A document alone is a group without a record here.

use hashbrown::HashMap;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub number: u64,
    /// The id and the time of the document that came first, also when it has left.
    pub origin: Box<str>,
    pub time: i64,
    /// How many of its documents the window holds.
    pub held: u32,
    /// How many have joined it, the origin among them.
    pub joined: u64,
}

#[derive(Default)]
pub(super) struct Groups {
    groups: HashMap<u64, Group>,
    bytes: usize,
}

impl Groups {
    /// A copy joins the group of a document, which was alone if there is no record yet.
    pub(super) fn join(&mut self, number: u64, alone: impl FnOnce() -> (Box<str>, i64)) -> &Group {
        let bytes = &mut self.bytes;
        let group = self.groups.entry(number).or_insert_with(|| {
            let (origin, time) = alone();
            *bytes += origin.len();
            Group { number, origin, time, held: 1, joined: 1 }
        });
        group.joined += 1;
        group
    }

    /// Notes how many have joined a group; tells whether there is a record of it.
    pub(super) fn joined(&mut self, number: u64, joined: u64) -> bool {
        let group = self.groups.get_mut(&number);
        group.map(|group| group.joined = joined).is_some()
    }

    /// A document of the group is held from now on.
    pub(super) fn hold(&mut self, number: u64) {
        if let Some(group) = self.groups.get_mut(&number) {
            group.held += 1;
        }
    }

    /// A document of the group has left.
    pub(super) fn leave(&mut self, number: u64) {
        let Some(group) = self.groups.get_mut(&number) else { return };
        group.held -= 1;
        if group.held == 0 {
            self.bytes -= group.origin.len();
            self.groups.remove(&number);
        }
    }

    pub(super) fn put(&mut self, group: Group) {
        self.bytes += group.origin.len();
        self.groups.insert(group.number, group);
    }

    /// All groups of several documents, the oldest first.
    pub(super) fn all(&self) -> Vec<Group> {
        let mut all: Vec<Group> = self.groups.values().cloned().collect();
        all.sort_unstable_by_key(|group| group.number);
        all
    }

    pub(super) fn bytes(&self) -> usize {
        self.groups.allocation_size() + self.bytes
    }
}
