//! A view of a tree: its nodes one by one, and its size.

use hashbrown::HashMap;

use super::runs::ROOT;
use super::stream::CorpusTree;
use super::visits::Visitors;
use crate::sign::rank::FINE;

/// A node with the ids of its visitors, one per visit.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The index of the parent in the list of nodes; none below the root.
    pub parent: Option<u32>,
    pub label: String,
    pub depth: u32,
    pub idf: f64,
    pub documents: Vec<String>,
}

/// How large a tree is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeStats {
    pub documents: usize,
    /// The number of different lists of paths.
    pub profiles: usize,
    pub nodes: usize,
    /// Entries in the visitor lists of all nodes.
    pub visits: u64,
    pub words: usize,
    /// Without the ids.
    pub bytes: usize,
    pub id_bytes: usize,
}

impl CorpusTree {
    pub fn stats(&self) -> TreeStats {
        let tree = &self.slots.tree;
        let mut chain = Vec::new();
        let mut visits = 0;
        for profile in &tree.profiles {
            for (end, count) in profile.ends() {
                tree.chain(end, &mut chain);
                let length: usize = chain.iter().map(|&run| tree.runs.words(run).len()).sum();
                visits += profile.members.len() as u64 * u64::from(count) * length as u64;
            }
        }
        let (bytes, id_bytes) = self.bytes();
        TreeStats {
            documents: self.len(),
            profiles: tree.known.len(),
            nodes: tree.runs.all().map(|run| tree.runs.words(run).len()).sum(),
            visits,
            words: tree.words.len(),
            bytes,
            id_bytes,
        }
    }

    /// All nodes, parents first. The children of a node are sorted by their first document and then by their
    /// words, so the list does not depend on the order in which documents were added.
    pub fn nodes(&self) -> Vec<Node> {
        let mut children: HashMap<u32, Vec<(Vec<String>, u32)>> = HashMap::new();
        for run in self.slots.tree.runs.all() {
            let parent = self.slots.tree.runs.parent(run);
            children.entry(parent).or_default().push((self.visitors(run), run));
        }
        let label = |run: u32| self.slots.tree.words.text(self.slots.tree.runs.words(run)[0]);
        for below in children.values_mut() {
            below.sort_by(|(a, x), (b, y)| (b.first(), label(*y)).cmp(&(a.first(), label(*x))));
        }
        let mut nodes = Vec::new();
        let mut open: Vec<(Option<u32>, Vec<String>, u32)> = Vec::new();
        let mut below = |parent: Option<u32>, run: u32, open: &mut Vec<_>| {
            let below = children.remove(&run).unwrap_or_default();
            open.extend(below.into_iter().map(|(documents, run)| (parent, documents, run)));
        };
        below(None, ROOT, &mut open);
        while let Some((mut parent, documents, run)) = open.pop() {
            for &word in self.slots.tree.runs.words(run) {
                let depth = parent.map_or(1, |parent| {
                    let parent: &Node = &nodes[parent as usize];
                    parent.depth + 1
                });
                let (label, idf) = (
                    self.slots.tree.words.text(word).to_owned(),
                    self.slots.tree.words.idf(word) as f64 / FINE,
                );
                nodes.push(Node { parent, label, depth, idf, documents: documents.clone() });
                parent = Some(nodes.len() as u32 - 1);
            }
            below(parent, run, &mut open);
        }
        nodes
    }

    /// The ids of a run's visitors, sorted, one per visit.
    fn visitors(&self, run: u32) -> Vec<String> {
        let mut ids = Vec::new();
        let mut add = |profile: u32, count: u32| {
            for &member in &self.slots.tree.profiles[profile as usize].members {
                let id = &self.documents[member as usize].id;
                ids.extend((0..count).map(|_| id.to_string()));
            }
        };
        match self.slots.tree.runs.visits.of(run) {
            Visitors::Nobody => {}
            Visitors::One(profile) => add(profile, 1),
            Visitors::Few(visits) => visits.iter().for_each(|visit| add(visit.visitor, visit.count)),
            Visitors::Many(long) => long.visits().for_each(|visit| add(visit.visitor, visit.count)),
        }
        ids.sort_unstable();
        ids
    }
}
