//! The nodes of a tree. Consecutive nodes with the same visitors are stored as one run.
//!
//! Most sentences share their first word or two with others and then continue alone; the nodes where they are
//! alone form one run. A path that leaves a run in its middle splits it.

use hashbrown::HashTable;

use super::visits::Visits;
use super::words::TreeWords;
use crate::sign::hash::mix;

pub(super) const ROOT: u32 = u32::MAX;
/// Longer paths are several runs.
const LONGEST: usize = u8::MAX as usize;

/// In `roots`: no run begins with the word.
const NO_RUN: u32 = u32::MAX;

/// The fields of a run are stored together, because growing the tree is bound by memory access and each
/// further place would be another cache miss.
#[derive(Clone, Copy)]
struct NodeRun {
    parent: u32,
    first_word: u32,
    /// Where its words begin.
    start: u32,
}

/// Runs by number.
#[derive(Default)]
pub(super) struct NodeRuns {
    runs: Vec<NodeRun>,
    /// 0 for a number that is free.
    lengths: Vec<u8>,
    pub(super) visits: Visits,
    /// The words of all runs.
    words: Vec<u32>,
    /// The places of removed runs' words, by length.
    spare: Vec<Vec<u32>>,
    free: Vec<u32>,
    /// Runs without a parent, by first word.
    roots: Vec<u32>,
    /// All other runs, by parent and first word.
    table: HashTable<u32>,
}

impl NodeRuns {
    /// The run below `parent` that begins with this word.
    #[inline]
    pub(super) fn child(&self, parent: u32, word: u32) -> Option<u32> {
        if parent == ROOT {
            return self.roots.get(word as usize).copied().filter(|&run| run != NO_RUN);
        }
        let same = |&run: &u32| {
            let run = &self.runs[run as usize];
            run.parent == parent && run.first_word == word
        };
        self.table.find(key(parent, word), same).copied()
    }

    #[inline]
    pub(super) fn words(&self, run: u32) -> &[u32] {
        let start = self.runs[run as usize].start as usize;
        &self.words[start..start + self.lengths[run as usize] as usize]
    }

    pub(super) fn parent(&self, run: u32) -> u32 {
        self.runs[run as usize].parent
    }

    /// Adds the missing nodes of a path; returns the run with which it ends. The caller must add a visit to
    /// each of its runs.
    pub(super) fn insert(&mut self, path: &[u32], words: &mut TreeWords) -> u32 {
        let (mut parent, mut at) = (ROOT, 0);
        while at < path.len() {
            let Some(run) = self.child(parent, path[at]) else {
                return self.append(parent, &path[at..], words);
            };
            let common = common(self.words(run), &path[at..]);
            parent = if common < self.words(run).len() { self.cut(run, common) } else { run };
            at += common;
        }
        parent
    }

    fn append(&mut self, mut parent: u32, path: &[u32], words: &mut TreeWords) -> u32 {
        words.use_again(path);
        for piece in path.chunks(LONGEST) {
            let start = self.place(piece);
            parent = self.make(parent, start, piece.len());
        }
        parent
    }

    /// Splits a run: its first words become a new run above it, with the same visits.
    fn cut(&mut self, run: u32, at: usize) -> u32 {
        self.unlink(run);
        let NodeRun { parent, start, .. } = self.runs[run as usize];
        let above = self.make(parent, start, at);
        self.visits.copy(run, above);
        let below = &mut self.runs[run as usize];
        below.parent = above;
        below.start += at as u32;
        below.first_word = self.words[below.start as usize];
        self.lengths[run as usize] -= at as u8;
        self.link(run);
        above
    }

    fn make(&mut self, parent: u32, start: u32, length: usize) -> u32 {
        let run = self.free.pop().unwrap_or(self.runs.len() as u32);
        let new = NodeRun { parent, first_word: self.words[start as usize], start };
        if run as usize == self.runs.len() {
            push(&mut self.runs, new);
            push(&mut self.lengths, length as u8);
        } else {
            (self.runs[run as usize], self.lengths[run as usize]) = (new, length as u8);
        }
        self.visits.make(run);
        self.link(run);
        run
    }

    /// A place for words: that of a removed run, or a new one.
    fn place(&mut self, piece: &[u32]) -> u32 {
        if let Some(start) = self.spare.get_mut(piece.len()).and_then(Vec::pop) {
            self.words[start as usize..start as usize + piece.len()].copy_from_slice(piece);
            return start;
        }
        let start = self.words.len() as u32;
        piece.iter().for_each(|&word| push(&mut self.words, word));
        start
    }

    /// Removes a run without visitors.
    pub(super) fn take_out(&mut self, run: u32, words: &mut TreeWords) {
        self.unlink(run);
        words.leave(self.words(run));
        let start = self.runs[run as usize].start;
        let length = std::mem::take(&mut self.lengths[run as usize]) as usize;
        if self.spare.len() <= length {
            self.spare.resize(length + 1, Vec::new());
        }
        self.spare[length].push(start);
        self.free.push(run);
    }

    fn link(&mut self, run: u32) {
        let Self { table, runs, roots, .. } = self;
        let NodeRun { parent, first_word, .. } = runs[run as usize];
        if parent != ROOT {
            let hash = |&run: &u32| key(runs[run as usize].parent, runs[run as usize].first_word);
            table.insert_unique(hash(&run), run, hash);
            return;
        }
        while roots.len() <= first_word as usize {
            push(roots, NO_RUN);
        }
        roots[first_word as usize] = run;
    }

    fn unlink(&mut self, run: u32) {
        let NodeRun { parent, first_word, .. } = self.runs[run as usize];
        if parent == ROOT {
            self.roots[first_word as usize] = NO_RUN;
        } else if let Ok(entry) = self.table.find_entry(key(parent, first_word), |&other| other == run) {
            entry.remove();
        }
    }

    /// All runs in use.
    pub(super) fn all(&self) -> impl Iterator<Item = u32> {
        (0..self.runs.len() as u32).filter(|&run| self.lengths[run as usize] > 0)
    }

    /// The number of runs in use, and of free numbers.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.runs.len() - self.free.len(), self.free.len())
    }

    /// Whether there is room for `words` more words.
    pub(super) fn has_room(&self, words: usize) -> bool {
        self.words.len() + words < ROOT as usize && self.runs.len() + words < ROOT as usize
    }

    pub(super) fn bytes(&self) -> usize {
        let spare: usize = self.spare.iter().map(|starts| starts.capacity() + 6).sum();
        size_of::<NodeRun>() * self.runs.capacity()
            + self.lengths.capacity()
            + 4 * (self.words.capacity() + self.roots.capacity() + spare + self.free.capacity())
            + self.table.allocation_size()
            + self.visits.bytes()
    }
}

fn key(parent: u32, word: u32) -> u64 {
    mix(u64::from(parent) << 32 | u64::from(word))
}

pub(super) fn common<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// Grows by a twelfth, because doubling could leave half of a column unused.
pub(super) fn push<T>(column: &mut Vec<T>, value: T) {
    if column.len() == column.capacity() {
        column.reserve_exact((column.len() / 12).max(64));
    }
    column.push(value);
}
