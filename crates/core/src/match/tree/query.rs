//! Finds what a document shares with those in the tree.
//!
//! Short lists of visitors are counted. Long ones (sentences of boilerplate) come last, the shortest first.
//! By then it is bounded what can still be shared, so visitors that have not been met and are too large to
//! pass with that alone are skipped. The result is exact.

use super::Tree;
use super::class;
use super::runs::ROOT;
use super::visits::{Long, Visitors};
use crate::sign::paths::{Path, paths};

/// Sums are integers, but bounds are not: everything within rounding of the threshold is counted.
const SLACK: f64 = 1.0 + 1e-9;

/// The equivalency threshold level: a document is contained if more than this share of it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Threshold(pub f64);

/// Which documents are searched: those that contain the document, or also those that it contains. In a
/// collection each pair is met from both sides, so searching long lists for small documents can be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Containers,
    Both,
}

impl Threshold {
    /// The share of a document: both integers as floating-point numbers, divided.
    pub fn share(shared: u128, whole: u128) -> f64 {
        shared as f64 / whole as f64
    }

    pub fn passes(self, shared: u128, whole: u128) -> bool {
        Self::share(shared, whole) > self.0
    }

    /// Whether a document of at least `whole` could pass if it shared this much.
    fn can_pass(self, shared: f64, whole: u128) -> bool {
        shared * SLACK >= self.0 * whole as f64
    }
}

/// Buffers for the sums, reused for all documents.
#[derive(Default)]
pub(super) struct QueryBuffers {
    sums: Vec<u128>,
    met: Vec<u32>,
}

impl QueryBuffers {
    pub(super) fn bytes(&self) -> usize {
        16 * self.sums.capacity() + 4 * self.met.capacity()
    }

    fn add(&mut self, visitor: u32, share: u128) {
        let sum = &mut self.sums[visitor as usize];
        if *sum == 0 {
            self.met.push(visitor);
        }
        *sum += share;
    }
}

/// A run that the document shares, and what it adds to the similarity per visit.
struct SharedVisits<'a> {
    run: u32,
    visitors: &'a Long,
    gain: u128,
}

impl Tree {
    /// Calls `f` with every wanted profile that may pass, and with what it shares with a document with these
    /// paths; in any order.
    pub(super) fn shared(
        &self,
        list: &[u64],
        whole: u128,
        (threshold, wanted): (Threshold, Direction),
        buffers: &mut QueryBuffers,
        f: impl FnMut(u32, u128),
    ) {
        buffers.sums.resize(self.profiles.len(), 0);
        let mut long = Vec::new();
        for path in paths(list) {
            self.follow(path, buffers, &mut long);
        }
        self.tell(long, whole, (threshold, wanted), buffers, f);
    }

    /// The containers of a profile that is in the tree: its runs are known, and most of them have no other
    /// visitor. The profile itself is left out.
    pub(super) fn shared_by(
        &self,
        profile: u32,
        threshold: Threshold,
        buffers: &mut QueryBuffers,
        mut f: impl FnMut(u32, u128),
    ) {
        let whole = self.profiles[profile as usize].whole;
        let shared = self.shared_runs(profile);
        // Most documents share only first words, which is too little whoever the visitors are.
        let most = shared.iter().map(|&(run, gain)| gain as f64 * f64::from(self.runs.visits.most(run)));
        if !threshold.can_pass(most.sum(), whole) {
            return;
        }
        buffers.sums.resize(self.profiles.len(), 0);
        let mut long = Vec::new();
        shared.into_iter().for_each(|(run, gain)| self.add_visits(run, gain, buffers, &mut long));
        self.tell(long, whole, (threshold, Direction::Containers), buffers, |other, shared| {
            if other != profile {
                f(other, shared);
            }
        });
    }

    /// The runs of a profile that have other visitors, and what each adds to the similarity per visit.
    fn shared_runs(&self, profile: u32) -> Vec<(u32, u128)> {
        let (mut shared, mut chain) = (Vec::new(), Vec::new());
        for (end, count) in self.profiles[profile as usize].ends() {
            self.chain(end, &mut chain);
            let mut depth = 0;
            for &run in chain.iter().rev() {
                // Below a run with a single visitor there are no others.
                if matches!(self.runs.visits.of(run), Visitors::One(_)) {
                    break;
                }
                let words = self.runs.words(run);
                let gains =
                    (depth + 1..).zip(words).map(|(depth, &word)| depth * u128::from(self.words.idf(word)));
                shared.push((run, gains.sum::<u128>() * u128::from(count)));
                depth += words.len() as u128;
            }
        }
        shared
    }

    fn tell(
        &self,
        long: Vec<SharedVisits<'_>>,
        whole: u128,
        wish: (Threshold, Direction),
        buffers: &mut QueryBuffers,
        mut f: impl FnMut(u32, u128),
    ) {
        if !long.is_empty() {
            self.count_long(long, whole, wish, buffers);
        }
        let QueryBuffers { sums, met } = buffers;
        met.drain(..).for_each(|profile| f(profile, std::mem::take(&mut sums[profile as usize])));
    }

    fn add_visits<'a>(
        &'a self,
        run: u32,
        gain: u128,
        buffers: &mut QueryBuffers,
        long: &mut Vec<SharedVisits<'a>>,
    ) {
        match self.runs.visits.of(run) {
            Visitors::Nobody => {}
            Visitors::One(visitor) => buffers.add(visitor, gain),
            Visitors::Few(visits) => {
                visits.iter().for_each(|visit| buffers.add(visit.visitor, gain * u128::from(visit.count)));
            }
            Visitors::Many(visitors) => long.push(SharedVisits { run, visitors, gain }),
        }
    }

    /// Follows a path as far as there are nodes.
    fn follow<'a>(&'a self, path: Path<'_>, buffers: &mut QueryBuffers, long: &mut Vec<SharedVisits<'a>>) {
        let (mut parent, mut at) = (ROOT, 0);
        let word_at = |at: usize| path.steps.get(at).and_then(|step: &[u64; 2]| self.words.find(step[0]));
        while let Some(run) = word_at(at).and_then(|word| self.runs.child(parent, word)) {
            let words = self.runs.words(run);
            let start = at;
            let mut gain = 0;
            while at - start < words.len() && (at == start || word_at(at) == Some(words[at - start])) {
                at += 1;
                gain += at as u128 * u128::from(path.steps[at - 1][1]);
            }
            self.add_visits(run, gain * u128::from(path.count), buffers, long);
            if at - start < words.len() {
                return;
            }
            parent = run;
        }
    }

    fn count_long(
        &self,
        mut long: Vec<SharedVisits<'_>>,
        whole: u128,
        (threshold, wanted): (Threshold, Direction),
        buffers: &mut QueryBuffers,
    ) {
        long.sort_unstable_by_key(|shared| (shared.visitors.len, shared.run));
        // Several paths may share the run; their gains are added.
        long.dedup_by(|next, kept| {
            let same = next.run == kept.run;
            kept.gain += if same { next.gain } else { 0 };
            same
        });
        let most = |shared: &SharedVisits<'_>| shared.gain as f64 * f64::from(shared.visitors.most);
        let mut rests: Vec<f64> = long.iter().map(most).collect();
        (0..rests.len().saturating_sub(1)).rev().for_each(|at| rests[at] += rests[at + 1]);
        for (SharedVisits { visitors, gain, .. }, rest) in long.into_iter().zip(rests) {
            let everybody = threshold.can_pass(rest, whole);
            for (class, members) in &visitors.classes {
                if everybody || wanted == Direction::Both && threshold.can_pass(rest, 1 << class) {
                    members
                        .iter()
                        .for_each(|(&visitor, &count)| buffers.add(visitor, gain * u128::from(count)));
                } else {
                    self.count_met(*class, members, gain, buffers);
                }
            }
        }
    }

    /// Counts only for visitors that were met already, in the cheaper of two ways.
    fn count_met(
        &self,
        of: u8,
        members: &hashbrown::HashMap<u32, u32>,
        gain: u128,
        buffers: &mut QueryBuffers,
    ) {
        if members.len() < 4 * buffers.met.len() {
            for (&visitor, &count) in members {
                let sum = &mut buffers.sums[visitor as usize];
                *sum += if *sum > 0 { gain * u128::from(count) } else { 0 };
            }
            return;
        }
        for &visitor in &buffers.met {
            if class(self.profiles[visitor as usize].whole) == of
                && let Some(&count) = members.get(&visitor)
            {
                buffers.sums[visitor as usize] += gain * u128::from(count);
            }
        }
    }
}
