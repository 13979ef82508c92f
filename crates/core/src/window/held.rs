//! What a window holds: documents by number, id and hour, signatures by slot and key.

use super::groups::Group;
use super::members::Members;
use super::slots::Index;
use super::stream::{Item, NONE, Profile, Window};
use crate::error::{Error, Result};
use crate::sign::hash::hash_word;

impl<I: Index> Window<I> {
    /// Takes a document out, as if it had never come; what was told of others stays as it was.
    pub fn remove(&mut self, id: &str) -> Result<()> {
        let number = self
            .number(id)
            .ok_or_else(|| Error::InputError(format!("the id '{id}' is not in the window")))?;
        let hour = self.items[number as usize].as_ref().map_or(0, |item| item.hour);
        if let Some(items) = self.hours.get_mut(&hour) {
            items.retain(|&other| other != number);
            if items.is_empty() {
                self.hours.remove(&hour);
            }
        }
        self.take_out(number)
    }

    /// Drops the hours that are held no more, each whole.
    pub(super) fn drop_hours(&mut self) -> Result<()> {
        let old: Vec<i32> =
            self.hours.keys().copied().filter(|&hour| !self.clock.holds(i64::from(hour))).collect();
        for hour in old {
            for number in self.hours.remove(&hour).unwrap_or_default() {
                self.take_out(number)?;
            }
        }
        Ok(())
    }

    /// Drops the oldest hours while more memory is taken than may be; of a single hour, the older half. Gives how many.
    pub(super) fn shorten(&mut self) -> Result<usize> {
        let mut dropped = 0;
        while self.memory.is_some_and(|memory| self.bytes() > memory) && !self.hours.is_empty() {
            // What has left already may still take room.
            self.index.settle()?;
            if self.memory.is_some_and(|memory| self.bytes() <= memory) {
                break;
            }
            dropped += 1;
            if self.hours.len() > 1 {
                self.clock.floor = self.hours.keys().next().map(|&oldest| i64::from(oldest) + 1);
                self.drop_hours()?;
                continue;
            }
            let Some(items) = self.hours.values_mut().next() else { break };
            let newer = items.split_off(items.len().div_ceil(2));
            for number in std::mem::replace(items, newer) {
                self.take_out(number)?;
            }
            self.hours.retain(|_, items| !items.is_empty());
        }
        Ok(dropped)
    }

    /// Enters a document whose signature has its slot.
    pub(super) fn keep(&mut self, item: Item, key: u128) -> Result<()> {
        let number = match self.free.pop() {
            Some(number) => number,
            None => u32::try_from(self.items.len()).map_err(|_| Error::too_many_documents())?,
        };
        self.hours.entry(item.hour).or_default().push(number);
        self.text_bytes += item.id.len() + item.text.len();
        if item.slot != NONE {
            self.enter(&item, number, key);
        }
        let hash = hash_word(&item.id);
        if number as usize == self.items.len() {
            self.items.push(None);
        }
        self.items[number as usize] = Some(item);
        let items = &self.items;
        let id_hash = |&number: &u32| items[number as usize].as_ref().map_or(0, |item| hash_word(&item.id));
        self.ids.insert_unique(hash, number, id_hash);
        Ok(())
    }

    fn enter(&mut self, item: &Item, number: u32, key: u128) {
        let place = item.slot as usize;
        self.profiles.resize_with(self.profiles.len().max(place + 1), || None);
        match &mut self.profiles[place] {
            Some(profile) => profile.members.add(item.hour, number),
            empty => {
                *empty = Some(Profile { key, members: Members::One(item.hour, number) });
                let profiles = &self.profiles;
                let of =
                    |&slot: &u32| profiles[slot as usize].as_ref().map_or(0, |profile| profile.key as u64);
                self.keys.insert_unique(key as u64, item.slot, of);
            }
        }
    }

    fn take_out(&mut self, number: u32) -> Result<()> {
        let Some(item) = self.items[number as usize].take() else { return Ok(()) };
        if let Ok(entry) = self.ids.find_entry(hash_word(&item.id), |&other| other == number) {
            entry.remove();
        }
        self.free.push(number);
        self.text_bytes -= item.id.len() + item.text.len();
        self.groups.leave(item.group);
        let Some(place) = self.profiles.get_mut(item.slot as usize) else { return Ok(()) };
        if let Some(profile) = place
            && profile.members.remove(item.hour, number)
        {
            let key = profile.key as u64;
            *place = None;
            if let Ok(entry) = self.keys.find_entry(key, |&slot| slot == item.slot) {
                entry.remove();
            }
            self.index.remove(item.slot)?;
        }
        Ok(())
    }

    pub(super) fn number(&self, id: &str) -> Option<u32> {
        let same = |&number: &u32| self.items[number as usize].as_ref().is_some_and(|item| *item.id == *id);
        self.ids.find(hash_word(id), same).copied()
    }

    pub(super) fn slot_of(&self, key: u128) -> Option<u32> {
        let same =
            |&slot: &u32| self.profiles[slot as usize].as_ref().is_some_and(|profile| profile.key == key);
        self.keys.find(key as u64, same).copied()
    }

    pub fn contains(&self, id: &str) -> bool {
        self.number(id).is_some()
    }

    pub fn len(&self) -> usize {
        self.ids.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The groups of several documents, the oldest first.
    pub fn groups(&self) -> Vec<Group> {
        self.groups.all()
    }

    /// The held documents of a group with their times, as they came.
    pub fn members(&self, group: u64) -> Vec<(Box<str>, i64)> {
        let mut items: Vec<&Item> = self.items.iter().flatten().filter(|item| item.group == group).collect();
        items.sort_unstable_by_key(|item| item.sequence);
        items.into_iter().map(|item| (item.id.clone(), item.time)).collect()
    }

    /// The group of a document.
    pub fn group_of(&self, id: &str) -> Option<u64> {
        self.number(id).and_then(|number| self.items[number as usize].as_ref()).map(|item| item.group)
    }

    /// The hours that are held, and how many documents each has.
    pub fn hours(&self) -> Vec<(i64, usize)> {
        self.hours.iter().map(|(&hour, items)| (i64::from(hour), items.len())).collect()
    }

    /// All memory that the window takes.
    pub fn bytes(&self) -> usize {
        let tables = self.ids.allocation_size() + self.keys.allocation_size();
        let items =
            self.items.capacity() * size_of::<Option<Item>>() + 4 * self.free.capacity() + self.text_bytes;
        let profiles = self.profiles.capacity() * size_of::<Option<Profile>>();
        // Each document stands in the list of its hour, and perhaps in that of those like it.
        let lists = 2 * 6 * self.ids.len();
        self.index.bytes() + tables + items + profiles + lists + self.groups.bytes()
    }
}
