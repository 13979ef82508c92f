//! The index of sets against brute force, at every step.

use super::index::{Clip, SetIndex};
use crate::r#match::measure::{Measure, MeasureKind};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

const KINDS: [MeasureKind; 3] = [MeasureKind::Coverage, MeasureKind::Jaccard, MeasureKind::Max];

fn naive(here: &BTreeMap<u32, BTreeSet<u64>>, set: &BTreeSet<u64>, measure: Measure) -> Vec<(u32, u32)> {
    let size = set.len() as u32;
    let shared = |other: &BTreeSet<u64>| set.intersection(other).count() as u32;
    let passes = |other: &BTreeSet<u64>| {
        let (count, other) = (shared(other), other.len() as u32);
        measure.passes(count, size, other) || measure.passes(count, other, size)
    };
    here.iter().filter(|(_, other)| passes(other)).map(|(&slot, other)| (slot, shared(other))).collect()
}

/// Sets around a few bases, so that many are alike; some large enough for several hits.
fn sets() -> impl Strategy<Value = Vec<BTreeSet<u64>>> {
    let base = prop_oneof![1usize..12, 150usize..260];
    let made = (0u64..3, base, prop::collection::btree_set(0u64..400, 0..60));
    prop::collection::vec(made, 1..50).prop_map(|sets| {
        let one = |(base, length, changed): (u64, usize, BTreeSet<u64>)| {
            let base: BTreeSet<u64> = (0..length as u64).map(|i| i * (base + 1)).collect();
            let set: BTreeSet<u64> = base.symmetric_difference(&changed).copied().collect();
            if set.is_empty() { BTreeSet::from([7]) } else { set }
        };
        sets.into_iter().map(one).collect()
    })
}

proptest! {
    #[test]
    fn at_every_step_the_answer_is_that_of_brute_force(
        sets in sets(), steps in prop::collection::vec((0u8..4, 0usize..50), 50), kind in 0usize..3, threshold in 1u32..=20,
    ) {
        let measure = Measure { kind: KINDS[kind], threshold: f64::from(threshold) / 20.0 };
        let mut index = SetIndex::new(measure, None);
        let mut here = BTreeMap::new();
        for (set, &(what, place)) in sets.iter().zip(&steps) {
            let asked = index.ask(&set.iter().chain(set.first()).copied().collect::<Vec<u64>>());
            let mut found = Vec::new();
            index.find(&asked, |shared| found.push((shared.slot, shared.count)));
            found.sort_unstable();
            prop_assert_eq!(found, naive(&here, set, measure));
            let slot = index.insert(asked).unwrap();
            prop_assert!(here.insert(slot, set.clone()).is_none());
            if what == 0 {
                let slot = *here.keys().nth(place % here.len()).unwrap();
                index.remove(slot);
                here.remove(&slot);
            }
            if what == 1 && place < 5 {
                index.settle();
            }
            prop_assert_eq!(index.len(), here.len());
        }
        for (&slot, set) in &here {
            prop_assert_eq!(index.features(slot).into_iter().collect::<BTreeSet<u64>>(), set.clone());
        }
    }
}

fn numbered(of: u64) -> Vec<u64> {
    (0..200).map(|i| i * i % 997 + of * 1_000_003 % 7919 * u64::from(i % 5 == 0)).collect()
}

#[test]
fn a_stream_takes_no_more_room_however_long_it_is() {
    let mut index = SetIndex::new(Measure { kind: MeasureKind::Max, threshold: 0.8 }, None);
    let mut here = VecDeque::new();
    let mut largest = [0, 0];
    for at in 0..6000 {
        let asked = index.ask(&numbered(at));
        index.find(&asked, |_| ());
        here.push_back(index.insert(asked).unwrap());
        if here.len() > 300 {
            index.remove(here.pop_front().unwrap());
        }
        let half = &mut largest[usize::from(at >= 3000)];
        *half = index.bytes().max(*half);
    }
    assert!(largest[1] < largest[0] * 11 / 10, "{largest:?}");
    assert!(index.slots.len() < 600, "{}", index.slots.len());
    while let Some(slot) = here.pop_front() {
        index.remove(slot);
    }
    assert!(index.is_empty() && index.bytes() < 4096);
}

#[test]
fn what_leaves_gives_its_memory_back() {
    for kind in KINDS {
        let mut index = SetIndex::new(Measure { kind, threshold: 0.8 }, None);
        let feature = |at: u64, i: u64| if i.is_multiple_of(5) { i } else { at * 1000 + i };
        let sets: Vec<Vec<u64>> = (0..400).map(|at| (0..200).map(|i| feature(at, i)).collect()).collect();
        let slots: Vec<u32> = sets
            .iter()
            .map(|set| {
                let asked = index.ask(set);
                index.insert(asked).unwrap()
            })
            .collect();
        let full = index.bytes();
        slots[..300].iter().for_each(|&slot| index.remove(slot));
        index.settle();
        assert!(index.bytes() < full / 3, "{full} {}", index.bytes());
        for (set, &slot) in sets.iter().zip(&slots).skip(300) {
            let asked = index.ask(set);
            let mut found = Vec::new();
            index.find(&asked, |shared| found.push((shared.slot, shared.count)));
            assert_eq!(found, [(slot, 200)]);
        }
    }
}

#[test]
fn a_set_that_stays_keeps_no_order_alive() {
    for kind in KINDS {
        let measure = Measure { kind, threshold: 0.8 };
        let mut index = SetIndex::new(measure, None);
        let mut here = VecDeque::new();
        let mut stay = BTreeMap::new();
        for at in 0..3000 {
            let asked = index.ask(&numbered(at));
            let slot = index.insert(asked).unwrap();
            // One in a hundred never leaves, as if the same text came again every day.
            if at % 100 == 0 {
                stay.insert(slot, at);
            } else {
                here.push_back(slot);
            }
            if here.len() > 60 {
                index.remove(here.pop_front().unwrap());
            }
            assert!(index.orders.len() <= 5, "{} at {at}", index.orders.len());
        }
        for (&slot, &at) in &stay {
            let asked = index.ask(&numbered(at));
            let mut found = Vec::new();
            index.find(&asked, |shared| found.push(shared.slot));
            assert!(found.contains(&slot));
        }
    }
}

proptest! {
    #[test]
    fn clipping_may_lose_and_never_invents(sets in sets(), kind in 0usize..3, fewest in 0u32..4, share in 1u32..=8) {
        let measure = Measure { kind: KINDS[kind], threshold: 0.6 };
        let clip = Clip { fewest, share: f64::from(share) / 8.0 };
        let mut index = SetIndex::new(measure, Some(clip));
        let mut here = BTreeMap::new();
        for set in sets {
            let asked = index.ask(&set.iter().copied().collect::<Vec<u64>>());
            let mut found = Vec::new();
            index.find(&asked, |shared| found.push((shared.slot, shared.count)));
            found.sort_unstable();
            let all = naive(&here, &set, measure);
            prop_assert!(found.iter().all(|one| all.contains(one)));
            prop_assert!(fewest > 1 || share < 8 || found == all);
            here.insert(index.insert(asked).unwrap(), set);
        }
    }
}
