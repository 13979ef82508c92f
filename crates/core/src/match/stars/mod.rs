//! Chooses which documents stay and which go: stars around documents that stay, each ray verified.
//!
//! If there is another collection (documents that go *ahead*), the documents that one of it covers are removed
//! first. Its own documents all stay and are not compared with one another.
//!
//! Then near copies are removed, in the order of preference: a document goes if it and one that stays cover
//! each other. Then, largest first, documents that are contained in a larger one that stays. A document goes
//! only if the one that stays in its place covers it; one for which others went goes only if these are
//! covered, too. Only documents that stay are compared with, so n near copies cost n steps, not n².
//!
//! Who covers whom is decided by a join of feature sets (`sets`), a corpus tree (`tree::stars`) or known
//! pairs (`known`).

mod ahead;
mod choice;
mod known;
mod sets;
#[cfg(test)]
mod tests;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::r#match::sides::Sides;

pub(crate) use self::choice::choose;
pub use self::known::{KnownPairs, PairStars};
pub use self::sets::SetStars;

/// The documents in the order of preference, and those of them that must stay. The latter are preferred to
/// all others.
#[derive(Clone, Copy)]
pub struct Wishes<'a> {
    pub order: &'a [u32],
    pub fixed: &'a [bool],
    /// The first `ahead` of the order are of another collection: they stay, and documents that they cover go,
    /// even those that must stay.
    pub ahead: usize,
    /// Whether the others go for one another, too.
    pub within: bool,
}

impl Wishes<'_> {
    /// What is compared, where those that go ahead have the smallest numbers; else all is.
    pub(crate) fn sides(&self) -> Sides {
        let at = self.ahead as u32;
        match self.order[..self.ahead].iter().all(|&document| document < at) {
            _ if at == 0 => Sides::One,
            true => Sides::of(Some(at), self.within),
            false => Sides::One,
        }
    }
}

/// For each document, the one that stays in its place (itself if it stays), and the note of the two.
pub(crate) struct Chosen<N> {
    pub kept: Vec<u32>,
    pub notes: Vec<N>,
}

/// Which covers are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Only documents that the document covers, too.
    Near,
    Contained,
}

/// Who covers whom in a collection. There may be more documents than can be compared at once; then they come
/// in blocks.
pub(crate) trait Covers {
    /// What is recorded of a document and the one that covers it.
    type Note: Copy;
    type Staying<'a>: Staying<Note = Self::Note>
    where
        Self: 'a;

    fn documents(&self) -> usize;

    /// The note of a document that stays.
    fn note(&self, document: u32) -> Self::Note;

    /// Larger documents are decided before those that they may contain.
    fn size(&self, document: u32) -> u128;

    /// Whether any document could cover this one.
    fn can_go(&self, document: u32) -> bool;

    /// Whether the document could cover another one, or go.
    fn takes_part(&self, document: u32) -> bool;

    /// Whether a document also covers the one that covers it; `note` is of the two.
    fn is_mutual(&self, document: u32, cover: u32, note: Self::Note) -> bool;

    /// Whether coverage can hold in one direction only. If it cannot, no document is left to be contained.
    fn one_way(&self) -> bool;

    /// The documents in blocks of which two can be compared, with the rays of the second one.
    fn blocks(&self, documents: Vec<u32>, _rays: &Rays) -> Vec<Vec<u32>> {
        vec![documents]
    }

    /// The documents of an earlier block that stay, to be searched by the documents of another block and
    /// their rays. Without earlier documents the block is compared with itself, and none stays yet.
    fn staying(
        &self,
        earlier: &[u32],
        block: &[u32],
        rays: &Rays,
        cancel: &Cancel,
    ) -> Result<Self::Staying<'_>>;
}

/// Documents that stay.
pub(crate) trait Staying {
    type Note: Copy;

    fn add(&mut self, document: u32) -> Result<()>;

    /// The documents that stay and cover a document, in any order. Of several that cover exactly the same
    /// documents, the first is enough.
    fn covers(&mut self, document: u32, way: Way) -> Vec<(u32, Self::Note)>;

    /// The note of a cover and a ray, if the cover covers the ray.
    fn held(&self, cover: u32, ray: u32) -> Option<Self::Note>;
}

/// The documents that went for each one: pairs (kept, gone), sorted.
#[derive(Default)]
pub(crate) struct Rays(Vec<(u32, u32)>);

impl Rays {
    fn of(kept: &[u32]) -> Self {
        let mut gone: Vec<(u32, u32)> = kept.iter().copied().zip(0u32..).collect();
        gone.retain(|(kept, gone)| kept != gone);
        gone.sort_unstable();
        Self(gone)
    }

    pub(crate) fn get(&self, kept: u32) -> impl Iterator<Item = u32> {
        let start = self.0.partition_point(|&(k, _)| k < kept);
        let end = self.0.partition_point(|&(k, _)| k <= kept);
        self.0[start..end].iter().map(|&(_, gone)| gone)
    }
}
