//! The visitors of each run, and how often each visits it. Most runs have one visitor that comes once, which
//! costs four bytes.
//!
//! Lists of many visitors (sentences of boilerplate) are kept by the size of the visitors, so visitors that
//! are small enough to pass by this sentence alone are found without reading all others.

use hashbrown::HashMap;

use super::runs::push;

const NOBODY: u32 = u32::MAX;
/// A number with this bit set is the number of a list.
const LIST: u32 = 1 << 31;
/// The largest number of a visitor.
pub(super) const MOST_VISITORS: u32 = LIST - 1;
/// Longer lists are kept by size. Smaller in tests, which have few documents.
const SHORT: usize = if cfg!(test) { 4 } else { 64 };

/// A visitor, and how often it visits the run.
#[derive(Clone, Copy)]
pub(super) struct Visit {
    pub visitor: u32,
    pub count: u32,
}

#[derive(Default)]
pub(super) struct Visits {
    /// For each run, its only visitor or its list.
    heads: Vec<u32>,
    lists: Vec<List>,
    free: Vec<u32>,
}

#[derive(Clone)]
pub(super) enum List {
    Short(Vec<Visit>),
    Long(Long),
}

/// Visitors by class: in class c the self-containment is at least 2^c.
#[derive(Clone, Default)]
pub(super) struct Long {
    pub classes: Vec<(u8, HashMap<u32, u32>)>,
    pub len: usize,
    /// An upper bound of the visits by one visitor.
    pub most: u32,
}

pub(super) enum Visitors<'a> {
    Nobody,
    One(u32),
    Few(&'a [Visit]),
    Many(&'a Long),
}

impl Visits {
    /// Makes a run without visitors.
    pub(super) fn make(&mut self, run: u32) {
        match self.heads.get_mut(run as usize) {
            Some(head) => *head = NOBODY,
            None => push(&mut self.heads, NOBODY),
        }
    }

    pub(super) fn of(&self, run: u32) -> Visitors<'_> {
        match self.heads[run as usize] {
            NOBODY => Visitors::Nobody,
            head if head & LIST == 0 => Visitors::One(head),
            head => match &self.lists[(head & !LIST) as usize] {
                List::Short(visits) => Visitors::Few(visits),
                List::Long(long) => Visitors::Many(long),
            },
        }
    }

    /// An upper bound of the visits by one visitor of the run.
    pub(super) fn most(&self, run: u32) -> u32 {
        match self.of(run) {
            Visitors::Nobody => 0,
            Visitors::One(_) => 1,
            Visitors::Few(visits) => visits.iter().map(|visit| visit.count).max().unwrap_or(0),
            Visitors::Many(long) => long.most,
        }
    }

    pub(super) fn copy(&mut self, from: u32, to: u32) {
        let head = self.heads[from as usize];
        self.heads[to as usize] = match head & LIST {
            _ if head == NOBODY => NOBODY,
            0 => head,
            _ => {
                let list = self.lists[(head & !LIST) as usize].clone();
                self.keep(list)
            }
        };
    }

    /// Adds a visitor that the run does not have; `class` returns the class of any visitor.
    pub(super) fn add(&mut self, run: u32, visit: Visit, class: impl Fn(u32) -> u8) {
        let head = self.heads[run as usize];
        if head == NOBODY && visit.count == 1 {
            self.heads[run as usize] = visit.visitor;
            return;
        }
        if head == NOBODY || head & LIST == 0 {
            let first = (head != NOBODY).then_some(Visit { visitor: head, count: 1 });
            self.heads[run as usize] = self.keep(List::Short(first.into_iter().chain([visit]).collect()));
            return;
        }
        let list = &mut self.lists[(head & !LIST) as usize];
        match list {
            List::Short(visits) if visits.len() < SHORT => visits.push(visit),
            List::Short(visits) => {
                let mut long = Long::default();
                visits.iter().chain([&visit]).for_each(|&visit| long.add(visit, class(visit.visitor)));
                *list = List::Long(long);
            }
            List::Long(long) => long.add(visit, class(visit.visitor)),
        }
    }

    /// Removes a visitor of that class; returns whether the run has another one.
    pub(super) fn remove(&mut self, run: u32, visitor: u32, class: u8) -> bool {
        let head = self.heads[run as usize];
        if head == NOBODY || head & LIST == 0 {
            self.heads[run as usize] = if head == visitor { NOBODY } else { head };
            return self.heads[run as usize] != NOBODY;
        }
        let number = head & !LIST;
        let list = &mut self.lists[number as usize];
        list.remove(visitor, class);
        let head = match list {
            List::Short(visits) if visits.is_empty() => NOBODY,
            List::Short(visits) if visits.len() == 1 && visits[0].count == 1 => visits[0].visitor,
            _ => return true,
        };
        *list = List::Short(Vec::new());
        self.free.push(number);
        self.heads[run as usize] = head;
        head != NOBODY
    }

    fn keep(&mut self, list: List) -> u32 {
        let number = self.free.pop().unwrap_or(self.lists.len() as u32);
        match self.lists.get_mut(number as usize) {
            Some(place) => *place = list,
            None => push(&mut self.lists, list),
        }
        number | LIST
    }

    pub(super) fn bytes(&self) -> usize {
        let lists: usize = self.lists.iter().map(List::bytes).sum();
        lists + 4 * (self.heads.capacity() + self.free.capacity()) + size_of::<List>() * self.lists.capacity()
    }
}

impl List {
    fn remove(&mut self, visitor: u32, class: u8) {
        match self {
            List::Short(visits) => visits.retain(|visit| visit.visitor != visitor),
            List::Long(long) => {
                long.remove(visitor, class);
                if long.len <= SHORT / 2 {
                    *self = List::Short(long.visits().collect());
                }
            }
        }
    }

    fn bytes(&self) -> usize {
        match self {
            List::Short(visits) => size_of::<Visit>() * visits.capacity(),
            List::Long(long) => long.classes.iter().map(|(_, members)| 64 + members.allocation_size()).sum(),
        }
    }
}

impl Long {
    fn add(&mut self, visit: Visit, class: u8) {
        let place = match self.classes.binary_search_by_key(&class, |(class, _)| *class) {
            Ok(place) => place,
            Err(place) => {
                self.classes.insert(place, (class, HashMap::new()));
                place
            }
        };
        self.classes[place].1.insert(visit.visitor, visit.count);
        self.len += 1;
        self.most = self.most.max(visit.count);
    }

    fn remove(&mut self, visitor: u32, class: u8) {
        let Ok(place) = self.classes.binary_search_by_key(&class, |(class, _)| *class) else {
            return;
        };
        let members = &mut self.classes[place].1;
        if members.remove(&visitor).is_some() {
            self.len -= 1;
        }
        if members.is_empty() {
            self.classes.remove(place);
        } else if members.len() < members.capacity() / 4 {
            members.shrink_to_fit();
        }
    }

    pub(super) fn visits(&self) -> impl Iterator<Item = Visit> {
        let members = self.classes.iter().flat_map(|(_, members)| members);
        members.map(|(&visitor, &count)| Visit { visitor, count })
    }
}
