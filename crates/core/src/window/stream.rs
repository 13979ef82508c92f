//! A window: documents as they arrive, each compared with those of the hours around its own.

use std::collections::BTreeMap;

use hashbrown::HashTable;

use super::clock::{Clock, Moment};
use super::groups::Groups;
use super::members::Members;
use super::slots::{Index, Passing, Work};
use super::told::{Arrival, Met, Remember, Standing, Told};
use crate::error::{Error, Result};

/// The signature of a document without any feature.
pub(super) const NONE: u32 = u32::MAX;

pub(super) struct Item {
    pub id: Box<str>,
    pub text: Box<str>,
    pub time: i64,
    pub hour: i32,
    pub slot: u32,
    pub group: u64,
    pub sequence: u64,
}

pub(super) struct Profile {
    pub key: u128,
    pub members: Members,
}

pub struct Window<I> {
    pub(super) index: I,
    pub(super) clock: Clock,
    remember: Remember,
    /// How many matches are told.
    most: usize,
    /// In bytes; older hours go when more are held.
    pub(super) memory: Option<usize>,
    pub(super) items: Vec<Option<Item>>,
    pub(super) free: Vec<u32>,
    pub(super) ids: HashTable<u32>,
    /// By slot.
    pub(super) profiles: Vec<Option<Profile>>,
    pub(super) keys: HashTable<u32>,
    pub(super) hours: BTreeMap<i32, Vec<u32>>,
    pub(super) groups: Groups,
    /// How many documents have come.
    pub(super) sequence: u64,
    /// Of ids and texts.
    pub(super) text_bytes: usize,
    found: Vec<Passing>,
}

impl<I: Index> Window<I> {
    pub fn new(index: I, width: i64, remember: Remember, most: usize, memory: Option<usize>) -> Self {
        Self {
            index,
            clock: Clock::new(width),
            remember,
            most,
            memory,
            items: Vec::new(),
            free: Vec::new(),
            ids: HashTable::new(),
            profiles: Vec::new(),
            keys: HashTable::new(),
            hours: BTreeMap::new(),
            groups: Groups::default(),
            sequence: 0,
            text_bytes: 0,
            found: Vec::new(),
        }
    }

    /// Judges a document, and keeps it.
    pub fn add(&mut self, arrival: Arrival<'_>) -> Result<Told> {
        let moment = Moment::of(arrival.time, arrival.now);
        self.clock.advance(moment);
        self.drop_hours()?;
        if self.number(arrival.id).is_some() {
            return Err(Error::InputError(format!(
                "the id '{}' is in the window already; remove it first, or give the document another",
                arrival.id
            )));
        }
        let asked = self.index.ask(arrival.signature);
        let known = arrival.key.and_then(|key| self.slot_of(key));
        let (matches, total) = self.matches(arrival.key.map(|_| &asked), known, hour32(moment.hour()));
        self.sequence += 1;
        let group = matches.first().map_or(self.sequence, |met| met.group);
        let held = self.clock.holds(moment.hour()) && (self.remember == Remember::All || total == 0);
        let (origin, joined) = self.join(arrival.id, matches.first());
        if held {
            if total > 0 {
                self.groups.hold(group);
            }
            let slot = match (arrival.key, known) {
                (None, _) => NONE,
                (Some(_), Some(slot)) => slot,
                (Some(_), None) => self.index.insert(asked)?,
            };
            let (id, text, sequence) = (arrival.id.into(), arrival.text.into(), self.sequence);
            let item =
                Item { id, text, time: moment.time, hour: hour32(moment.hour()), slot, group, sequence };
            self.keep(item, arrival.key.unwrap_or_default())?;
        }
        let shortened = self.shorten()?;
        Ok(Told { moment, matches, total, group, origin, joined, held, shortened })
    }

    /// The best of what a document matches, and how many there are.
    fn matches(&mut self, asked: Option<&I::Asked>, known: Option<u32>, hour: i32) -> (Vec<Met>, usize) {
        let mut found = std::mem::take(&mut self.found);
        if let Some(asked) = asked {
            self.index.find(asked, &mut found);
            // Clipping may lose others, not those that are known to be the same.
            if let Some(slot) = known.filter(|&slot| found.iter().all(|passing| passing.slot != slot)) {
                found.push(Passing { slot, scores: [1.0; 2], passes: [true; 2] });
            }
        }
        let clock = self.clock;
        let counts =
            |other: i32| clock.compares(i64::from(hour), i64::from(other)) && clock.holds(i64::from(other));
        let mut total = 0;
        let mut ranked = Vec::new();
        for passing in found.drain(..) {
            let Some(profile) = &self.profiles[passing.slot as usize] else { continue };
            let count = profile.members.count(counts);
            total += count;
            if let Some(first) = profile.members.of(counts).next() {
                let first = self.items[first as usize].as_ref().map_or(0, |item| item.sequence);
                ranked.push((Standing::of(passing, known), passing, first));
            }
        }
        self.found = found;
        // Scores are not negative, so that their bits have their order.
        let best = |&(standing, passing, first): &(Standing, Passing, u64)| {
            (standing, passing.scores.map(|score| std::cmp::Reverse(score.to_bits())), first)
        };
        ranked.sort_unstable_by_key(best);
        let mut matches = Vec::new();
        for (standing, passing, _) in ranked {
            let Some(profile) = &self.profiles[passing.slot as usize] else { continue };
            let room = self.most - matches.len();
            let items =
                profile.members.of(counts).take(room).filter_map(|item| self.items[item as usize].as_ref());
            matches.extend(items.map(|item| Met {
                id: item.id.clone(),
                text: item.text.clone(),
                standing,
                scores: passing.scores,
                time: item.time,
                group: item.group,
            }));
            if matches.len() >= self.most {
                break;
            }
        }
        (matches, total)
    }

    /// The newcomer joins the group of its best match, or begins one; gives the origin and how many have joined.
    fn join(&mut self, id: &str, best: Option<&Met>) -> (Box<str>, u64) {
        let Some(best) = best else { return (id.into(), 1) };
        let group = self.groups.join(best.group, || (best.id.clone(), best.time));
        (group.origin.clone(), group.joined)
    }

    pub fn clock(&self) -> Clock {
        self.clock
    }

    pub fn work(&self) -> Work {
        self.index.work()
    }
}

/// Hours fit into 32 bits, as times in microseconds do into 64.
pub(super) fn hour32(hour: i64) -> i32 {
    hour.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}
