//! Who stays and who goes: stars around documents that stay, each ray verified.
//!
//! First near copies, in the order of preference: a document goes if one that stays holds it and it holds that one.
//! Then, largest first, those that are contained in a larger one that stays. A document only goes if it is itself
//! covered by the one that stays in its place; one that others went for goes only if these are covered too. Only
//! those who stay are indexed, so n near copies cost n steps, not n².

use arrow_array::UInt32Array;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::r#match::counter::Counter;
use crate::r#match::index::Index;
use crate::r#match::join::SetJoin;
use crate::r#match::measure::Measure;

/// For each document the one that stays in its place (itself, if it stays), the features they share, and how many it
/// has.
pub struct Stars {
    pub kept: UInt32Array,
    pub shared: UInt32Array,
    pub sizes: UInt32Array,
}

/// What is asked for: documents in the order of preference, and which of them must stay.
pub struct Wishes<'a> {
    pub order: &'a [u32],
    pub fixed: &'a [bool],
}

impl SetJoin {
    pub fn stars(self, measure: Measure, wishes: &Wishes<'_>, cancel: &Cancel) -> Result<Stars> {
        let index = self.index(measure, None, cancel)?;
        let documents = index.sizes.len();
        let mut choice = Choice {
            index: &index,
            measure,
            wishes,
            kept: (0..documents as u32).collect(),
            shared: index.sizes.clone(),
            counter: Counter::new(documents),
        };
        choice.near(cancel)?;
        if !measure.is_mutual() {
            choice.contained(cancel)?;
        }
        let (kept, shared) = (UInt32Array::from(choice.kept), UInt32Array::from(choice.shared));
        Ok(Stars { kept, shared, sizes: UInt32Array::from(index.sizes) })
    }
}

struct Choice<'a> {
    index: &'a Index,
    measure: Measure,
    wishes: &'a Wishes<'a>,
    kept: Vec<u32>,
    shared: Vec<u32>,
    counter: Counter,
}

impl Choice<'_> {
    /// Lets near copies go for the first in the order of preference.
    fn near(&mut self, cancel: &Cancel) -> Result<()> {
        let mut staying = Staying::new(self.index);
        for &document in self.wishes.order {
            cancel.check()?;
            if !self.index.possible[document as usize] {
                continue;
            }
            let passes = |shared, size, other| {
                self.measure.passes(shared, size, other) && self.measure.passes(shared, other, size)
            };
            let covers = covers(&mut self.counter, &staying, document, self.measure, passes);
            match covers.first() {
                Some(&(_, centre, shared)) if !self.wishes.fixed[document as usize] => {
                    self.kept[document as usize] = centre;
                    self.shared[document as usize] = shared;
                }
                _ => staying.add(document),
            }
        }
        Ok(())
    }

    /// Lets those go that a larger one contains.
    fn contained(&mut self, cancel: &Cancel) -> Result<()> {
        let rays = self.rays();
        let mut ranks = vec![0; self.kept.len()];
        self.wishes.order.iter().zip(0u32..).for_each(|(&document, rank)| ranks[document as usize] = rank);
        let stays = |&document: &u32| self.kept[document as usize] == document;
        let mut order: Vec<u32> = self.wishes.order.iter().copied().filter(stays).collect();
        order.sort_by_key(|&document| std::cmp::Reverse(self.index.sizes[document as usize]));
        let mut staying = Staying::new(self.index);
        for document in order {
            cancel.check()?;
            let fixed = self.wishes.fixed[document as usize] || !self.index.possible[document as usize];
            let mut covers = match fixed {
                true => Vec::new(),
                false => {
                    let passes = |shared, size, other| self.measure.passes(shared, size, other);
                    covers(&mut self.counter, &staying, document, self.measure, passes)
                }
            };
            covers.sort_by_key(|&(_, cover, _)| ranks[cover as usize]);
            let rays = rays.get(document);
            match covers.into_iter().find(|&(_, cover, _)| self.holds_all(cover, rays)) {
                Some((_, cover, shared)) => self.move_to(cover, document, shared, rays),
                None => staying.add(document),
            }
        }
        Ok(())
    }

    /// The documents that went for each one.
    fn rays(&self) -> Rays {
        let mut gone: Vec<(u32, u32)> = (0u32..).zip(&self.kept).map(|(gone, &kept)| (kept, gone)).collect();
        gone.retain(|(kept, gone)| kept != gone);
        gone.sort_unstable();
        Rays(gone)
    }

    fn holds_all(&self, cover: u32, rays: &[(u32, u32)]) -> bool {
        rays.iter().all(|&(_, ray)| {
            let (size, other) = (self.index.sizes[ray as usize], self.index.sizes[cover as usize]);
            self.measure.passes(self.overlap(ray, cover), size, other)
        })
    }

    fn move_to(&mut self, cover: u32, document: u32, shared: u32, rays: &[(u32, u32)]) {
        self.kept[document as usize] = cover;
        self.shared[document as usize] = shared;
        for &(_, ray) in rays {
            self.kept[ray as usize] = cover;
            self.shared[ray as usize] = self.overlap(ray, cover);
        }
    }

    /// The features that two documents share; one of them must be able to pass.
    fn overlap(&self, left: u32, right: u32) -> u32 {
        let (mut left, mut right) = (self.index.sets.get(left), self.index.sets.get(right));
        let mut shared = 0;
        while let ([a, left_rest @ ..], [b, right_rest @ ..]) = (left, right) {
            if a == b {
                shared += self.index.weights[*a as usize];
            }
            (left, right) = (if a <= b { left_rest } else { left }, if b <= a { right_rest } else { right });
        }
        shared
    }
}

/// Pairs (kept, gone), sorted.
struct Rays(Vec<(u32, u32)>);

impl Rays {
    fn get(&self, kept: u32) -> &[(u32, u32)] {
        let start = self.0.partition_point(|&(k, _)| k < kept);
        let end = self.0.partition_point(|&(k, _)| k <= kept);
        &self.0[start..end]
    }
}

/// Those who stay with (number, document, shared) that pass, in the order in which they came to stay.
fn covers(
    counter: &mut Counter,
    staying: &Staying<'_>,
    document: u32,
    measure: Measure,
    passes: impl Fn(u32, u32, u32) -> bool,
) -> Vec<(u32, u32, u32)> {
    let index = staying.index;
    let size = index.sizes[document as usize];
    let mut covers = Vec::new();
    counter.count(
        index,
        document,
        measure.least(size),
        |set| staying.holders(set),
        |number, shared| {
            let other = staying.members[number as usize];
            if passes(shared, size, index.sizes[other as usize]) {
                covers.push((number, other, shared));
            }
        },
    );
    covers.sort_unstable();
    covers
}

/// An index of those who stay, numbered as they come.
struct Staying<'a> {
    index: &'a Index,
    members: Vec<u32>,
    filled: Vec<u32>,
    numbers: Vec<u32>,
}

impl<'a> Staying<'a> {
    fn new(index: &'a Index) -> Self {
        let (filled, numbers) = (vec![0; index.weights.len()], vec![0; index.holders.len()]);
        Self { index, members: Vec::new(), filled, numbers }
    }

    fn add(&mut self, document: u32) {
        for &set in self.index.sets.get(document) {
            let filled = &mut self.filled[set as usize];
            self.numbers[self.index.holders.start(set) + *filled as usize] = self.members.len() as u32;
            *filled += 1;
        }
        self.members.push(document);
    }

    fn holders(&self, set: u32) -> &[u32] {
        let start = self.index.holders.start(set);
        &self.numbers[start..start + self.filled[set as usize] as usize]
    }
}
