//! Who stays and who goes, by containment. As in `match::stars`: first near copies, in the order of preference, then,
//! largest first, what a larger one contains; only those who stay are in the tree that is asked.

use arrow_array::{BooleanArray, UInt32Array};

use super::batch::{NONE, TreeJoin};
use super::query::{Room, Threshold, Wanted};
use super::{Tree, containment};
use crate::cancel::Cancel;
use crate::error::Result;
use crate::r#match::stars::Wishes;

/// For each document the one that stays in its place, and whether that one would pass, too.
pub struct TreeStars {
    pub kept: UInt32Array,
    pub mutual: BooleanArray,
}

impl TreeJoin {
    pub fn stars(&self, threshold: Threshold, wishes: &Wishes<'_>, cancel: &Cancel) -> Result<TreeStars> {
        let mut ranks = vec![0; self.profiles.len()];
        wishes.order.iter().zip(0u32..).for_each(|(&document, rank)| ranks[document as usize] = rank);
        let kept = (0..self.profiles.len() as u32).collect();
        let mut choice = Choice { join: self, threshold, wishes, ranks, kept };
        choice.near(cancel)?;
        choice.contained(cancel)?;
        let pairs = (0u32..).zip(choice.kept.iter().copied());
        let mutual = |(gone, kept): (u32, u32)| {
            gone == kept || threshold.passes(choice.shared(gone, kept), self.whole(kept))
        };
        let mutual: Vec<bool> = pairs.map(mutual).collect();
        Ok(TreeStars { kept: UInt32Array::from(choice.kept), mutual: BooleanArray::from(mutual) })
    }
}

struct Choice<'a> {
    join: &'a TreeJoin,
    threshold: Threshold,
    wishes: &'a Wishes<'a>,
    ranks: Vec<u32>,
    kept: Vec<u32>,
}

impl Choice<'_> {
    fn near(&mut self, cancel: &Cancel) -> Result<()> {
        let mut staying = Staying::default();
        for &document in self.wishes.order {
            cancel.check()?;
            if self.join.profiles[document as usize] == NONE {
                continue;
            }
            let list = self.join.list(document);
            let whole = self.join.whole(document);
            let mut centre = None;
            if !self.wishes.fixed[document as usize] {
                let passes = |other: u32, shared: u128| {
                    self.threshold.passes(shared, whole)
                        && self.threshold.passes(shared, self.join.whole(other))
                };
                let found = staying.covers(&list, whole, self.threshold, passes);
                centre = found.into_iter().min_by_key(|&other| self.ranks[other as usize]);
            }
            match centre {
                Some(centre) => self.kept[document as usize] = centre,
                None => staying.add(&list, document)?,
            }
        }
        Ok(())
    }

    fn contained(&mut self, cancel: &Cancel) -> Result<()> {
        let rays = self.rays();
        let stays = |&document: &u32| {
            self.kept[document as usize] == document && self.join.profiles[document as usize] != NONE
        };
        let mut order: Vec<u32> = self.wishes.order.iter().copied().filter(stays).collect();
        order.sort_by_key(|&document| std::cmp::Reverse(self.join.whole(document)));
        let mut staying = Staying::default();
        for document in order {
            cancel.check()?;
            let (list, whole) = (self.join.list(document), self.join.whole(document));
            let mut covers = Vec::new();
            if !self.wishes.fixed[document as usize] {
                let passes = |_: u32, shared: u128| self.threshold.passes(shared, whole);
                covers = staying.covers(&list, whole, self.threshold, passes);
            }
            covers.sort_unstable_by_key(|&cover| self.ranks[cover as usize]);
            let rays = rays_of(&rays, document);
            let holds_all = |&cover: &u32| rays.iter().all(|&(_, ray)| self.covers(cover, ray));
            match covers.into_iter().find(holds_all) {
                Some(cover) => {
                    let moving = rays.iter().map(|&(_, ray)| ray).chain([document]);
                    moving.for_each(|moving| self.kept[moving as usize] = cover);
                }
                None => staying.add(&list, document)?,
            }
        }
        Ok(())
    }

    /// The documents that went for each one: (kept, gone), in order.
    fn rays(&self) -> Vec<(u32, u32)> {
        let mut gone: Vec<(u32, u32)> = self.kept.iter().copied().zip(0u32..).collect();
        gone.retain(|(kept, gone)| kept != gone);
        gone.sort_unstable();
        gone
    }

    fn covers(&self, cover: u32, document: u32) -> bool {
        self.threshold.passes(self.shared(document, cover), self.join.whole(document))
    }

    fn shared(&self, left: u32, right: u32) -> u128 {
        containment(&self.join.list(left), &self.join.list(right))
    }
}

fn rays_of(rays: &[(u32, u32)], document: u32) -> &[(u32, u32)] {
    let start = rays.partition_point(|ray| ray.0 < document);
    let end = rays.partition_point(|ray| ray.0 <= document);
    &rays[start..end]
}

/// A tree of those who stay.
#[derive(Default)]
struct Staying {
    tree: Tree,
    room: Room,
}

impl Staying {
    fn add(&mut self, list: &[u64], document: u32) -> Result<()> {
        self.tree.insert(list, document).map(drop)
    }

    /// Those who stay and contain the document, in no order. Of several with the same paths the first is as good as any.
    fn covers(
        &mut self,
        list: &[u64],
        whole: u128,
        threshold: Threshold,
        passes: impl Fn(u32, u128) -> bool,
    ) -> Vec<u32> {
        let mut found = Vec::new();
        let wish = (threshold, Wanted::Containers);
        self.tree.shared(list, whole, wish, &mut self.room, |profile, shared| {
            let first = self.tree.first(profile);
            if passes(first, shared) {
                found.push(first);
            }
        });
        found
    }
}
