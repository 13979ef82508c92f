//! The documents with one signature, by hour. Nearly all signatures have one document, which takes sixteen bytes; n
//! identical documents are n entries here, and each is added, counted and dropped without a look at the others.

use std::collections::VecDeque;

pub(super) enum Members {
    One(i32, u32),
    Many(Box<Hours>),
}

/// Hours ascending, documents as they came.
pub(super) struct Hours(Vec<(i32, VecDeque<u32>)>);

impl Members {
    pub(super) fn add(&mut self, hour: i32, item: u32) {
        if let Members::One(first_hour, first) = *self {
            *self = Members::Many(Box::new(Hours(vec![(first_hour, VecDeque::from([first]))])));
        }
        let Members::Many(many) = self else { return };
        let hours = &mut many.0;
        match hours.binary_search_by_key(&hour, |(hour, _)| *hour) {
            Ok(place) => hours[place].1.push_back(item),
            Err(place) => hours.insert(place, (hour, VecDeque::from([item]))),
        }
    }

    /// Takes one out; tells whether it was the last.
    pub(super) fn remove(&mut self, hour: i32, item: u32) -> bool {
        let Members::Many(many) = self else { return true };
        let hours = &mut many.0;
        if let Ok(place) = hours.binary_search_by_key(&hour, |(hour, _)| *hour) {
            // Hours are dropped in the order in which their documents came, so it stands in front.
            let items = &mut hours[place].1;
            if let Some(at) = items.iter().position(|&other| other == item) {
                items.remove(at);
            }
            if items.is_empty() {
                hours.remove(place);
            }
        }
        hours.is_empty()
    }

    /// How many documents there are of hours that count.
    pub(super) fn count(&self, counts: impl Fn(i32) -> bool) -> usize {
        match self {
            Members::One(hour, _) => usize::from(counts(*hour)),
            Members::Many(hours) => {
                hours.0.iter().filter(|(hour, _)| counts(*hour)).map(|(_, items)| items.len()).sum()
            }
        }
    }

    /// The documents of hours that count, the earliest first.
    pub(super) fn of<'a>(&'a self, counts: impl Fn(i32) -> bool + 'a) -> Box<dyn Iterator<Item = u32> + 'a> {
        match self {
            Members::One(hour, item) => Box::new(Some(*item).filter(|_| counts(*hour)).into_iter()),
            Members::Many(hours) => {
                let hours = hours.0.iter().filter(move |(hour, _)| counts(*hour));
                Box::new(hours.flat_map(|(_, items)| items.iter().copied()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_by_hour_and_go() {
        let mut members = Members::One(5, 0);
        members.add(4, 1);
        members.add(5, 2);
        assert_eq!(members.of(|_| true).collect::<Vec<_>>(), [1, 0, 2]);
        assert_eq!((members.count(|hour| hour == 5), members.count(|_| true)), (2, 3));
        assert!(!members.remove(5, 0) && !members.remove(4, 1) && !members.remove(4, 1));
        assert_eq!(members.of(|hour| hour > 4).collect::<Vec<_>>(), [2]);
        assert!(members.remove(5, 2) && Members::One(1, 1).remove(1, 1));
    }
}
