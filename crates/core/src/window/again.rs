//! Documents that were judged before are put back as it was told of them then, without being compared again.

use super::clock::Moment;
use super::groups::Group;
use super::slots::Index;
use super::stream::{Item, NONE, Window, hour32};
use super::told::Arrival;
use crate::error::{Error, Result};

/// What was told of a document when it came.
pub struct Judged<'a> {
    pub moment: Moment,
    pub group: u64,
    /// Of its group: the id and the time of the first document, and how many have joined, then or since.
    pub origin: &'a str,
    pub origin_time: i64,
    pub joined: u64,
    pub held: bool,
}

impl<I: Index> Window<I> {
    /// Puts a document back. Documents come in the order in which they were judged; `arrival.time` and `arrival.now` are not
    /// looked at.
    pub fn put(&mut self, arrival: Arrival<'_>, judged: &Judged<'_>) -> Result<()> {
        self.clock.advance(judged.moment);
        self.drop_hours()?;
        if self.number(arrival.id).is_some() {
            return Err(Error::InputError(format!("the id '{}' is in the window already", arrival.id)));
        }
        // A document that was new gave its number to its group.
        self.sequence = (self.sequence + 1).max(judged.group);
        let hour = hour32(judged.moment.hour());
        let held = judged.held && self.clock.holds(i64::from(hour));
        self.rejoin(judged, held);
        if held {
            let known = arrival.key.and_then(|key| self.slot_of(key));
            let slot = match (arrival.key, known) {
                (None, _) => NONE,
                (Some(_), Some(slot)) => slot,
                (Some(_), None) => {
                    let asked = self.index.ask(arrival.signature);
                    self.index.insert(asked)?
                }
            };
            let (id, text, sequence) = (arrival.id.into(), arrival.text.into(), self.sequence);
            let item = Item { id, text, time: judged.moment.time, hour, slot, group: judged.group, sequence };
            self.keep(item, arrival.key.unwrap_or_default())?;
        }
        self.shorten()?;
        Ok(())
    }

    /// No group gets a number up to this one: they were given before.
    pub fn reserve(&mut self, number: u64) {
        self.sequence = self.sequence.max(number);
    }

    /// The record of the group as it was, as far as its documents are held. A document alone has none.
    fn rejoin(&mut self, judged: &Judged<'_>, held: bool) {
        if judged.joined < 2 {
            return;
        }
        let number = judged.group;
        if !self.groups.joined(number, judged.joined) {
            let first = self.group_of(judged.origin) == Some(number);
            if !first && !held {
                return;
            }
            let (origin, time) = (judged.origin.into(), judged.origin_time);
            self.groups.put(Group { number, origin, time, held: u32::from(first), joined: judged.joined });
        }
        if held {
            self.groups.hold(number);
        }
    }
}
