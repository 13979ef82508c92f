//! Sets, trees and known pairs give the same choice, and it agrees with the definition.

use arrow_array::LargeListArray;
use arrow_array::types::UInt64Type;
use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::{KnownPairs, Wishes};
use crate::cancel::Cancel;
use crate::r#match::join::SetJoin;
use crate::r#match::measure::{Measure, MeasureKind};
use crate::r#match::tree::{Threshold, TreeJoin};
use crate::sign::rank::FINE;

/// Documents that share passages, as sorted hashes of features.
fn documents() -> impl Strategy<Value = Vec<Vec<u64>>> {
    let passage = (0u64..3, 0u64..12, 1u64..16);
    let document = prop::collection::vec(passage, 0..4).prop_map(|passages| {
        let features = passages.into_iter().flat_map(|(text, start, length)| {
            (start..start + length).map(move |i| xxh3_64(&(100 * text + i).to_le_bytes()))
        });
        let mut features: Vec<u64> = features.collect();
        features.sort_unstable();
        features.dedup();
        features
    });
    prop::collection::vec(document, 1..14)
}

/// Whether the first document is covered by the second one.
fn covered(documents: &[Vec<u64>], threshold: f64, one: usize, other: usize) -> bool {
    let shared = documents[one].iter().filter(|feature| documents[other].contains(feature)).count();
    shared > 0 && shared as f64 / documents[one].len() as f64 > threshold
}

/// The definition, word for word.
fn naive(documents: &[Vec<u64>], threshold: f64, wishes: &Wishes<'_>) -> Vec<u32> {
    let covered = |one: usize, other: usize| covered(documents, threshold, one, other);
    let mut kept: Vec<usize> = (0..documents.len()).collect();
    let order: Vec<usize> = wishes.order.iter().map(|&document| document as usize).collect();
    let (there, here) = order.split_at(wishes.ahead);
    for &document in here {
        let near = there.iter().find(|&&other| covered(document, other) && covered(other, document));
        let cover = near.or_else(|| there.iter().find(|&&other| covered(document, other)));
        cover.into_iter().for_each(|&cover| kept[document] = cover);
    }
    let order: Vec<usize> = here.iter().copied().filter(|&document| kept[document] == document).collect();
    if !wishes.within {
        return kept.into_iter().map(|document| document as u32).collect();
    }
    let mut stays: Vec<usize> = Vec::new();
    for &document in &order {
        let near = |&&other: &&usize| covered(document, other) && covered(other, document);
        match stays.iter().find(near).filter(|_| !wishes.fixed[document]) {
            Some(&centre) => kept[document] = centre,
            None => stays.push(document),
        }
    }
    let went = kept.clone();
    let mut largest_first = stays;
    largest_first.sort_by_key(|&document| std::cmp::Reverse(documents[document].len()));
    let mut stays: Vec<usize> = Vec::new();
    for document in largest_first {
        let group: Vec<usize> = (0..documents.len()).filter(|&other| went[other] == document).collect();
        let holds_all = |&&other: &&usize| group.iter().all(|&member| covered(member, other));
        let cover = order.iter().filter(|&other| stays.contains(other)).find(holds_all);
        match cover.filter(|_| !wishes.fixed[document]) {
            Some(&cover) => group.iter().for_each(|&member| kept[member] = cover),
            None => stays.push(document),
        }
    }
    kept.into_iter().map(|document| document as u32).collect()
}

fn lists<'a>(lists: impl Iterator<Item = Vec<u64>> + 'a) -> LargeListArray {
    LargeListArray::from_iter_primitive::<UInt64Type, _, _>(
        lists.map(|list| Some(list.into_iter().map(Some).collect::<Vec<_>>())),
    )
}

fn by_sets(documents: &[Vec<u64>], threshold: f64, wishes: &Wishes<'_>) -> Vec<u32> {
    let mut join = SetJoin::new(1 << 20, 1000);
    join.push(&lists(documents.iter().cloned()), &Cancel::default()).unwrap();
    let measure = Measure { kind: MeasureKind::Coverage, threshold };
    join.stars(measure, wishes, &Cancel::default()).unwrap().kept.values().to_vec()
}

/// Each feature is a sentence of one word, and all words have the same weight.
fn by_tree(documents: &[Vec<u64>], threshold: f64, wishes: &Wishes<'_>) -> Vec<u32> {
    let sentence = |&feature: &u64| [1 << 32 | 1, feature, FINE as u64];
    let mut join = TreeJoin::new(0);
    let paths = documents.iter().map(|document| document.iter().flat_map(sentence).collect());
    join.push(&lists(paths), &Cancel::default()).unwrap();
    join.stars(Threshold(threshold), wishes, &Cancel::default()).unwrap().kept.values().to_vec()
}

fn by_pairs(documents: &[Vec<u64>], threshold: f64, wishes: &Wishes<'_>) -> (Vec<u32>, Vec<bool>) {
    let covered = |one, other| covered(documents, threshold, one, other);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let (mut left_passes, mut right_passes) = (Vec::new(), Vec::new());
    for one in 0..documents.len() {
        for other in (one + 1..documents.len()).filter(|&other| covered(one, other) || covered(other, one)) {
            left.push(one as u32);
            right.push(other as u32);
            left_passes.push(covered(one, other));
            right_passes.push(covered(other, one));
        }
    }
    let sizes: Vec<u64> = documents.iter().map(|document| document.len() as u64).collect();
    let pairs = KnownPairs {
        left: &left,
        right: &right,
        left_passes: &left_passes,
        right_passes: &right_passes,
        sizes: &sizes,
    };
    let stars = pairs.stars(wishes, &Cancel::default()).unwrap();
    (stars.kept.values().to_vec(), stars.mutual.values().iter().collect())
}

proptest! {
    #[test]
    fn all_choose_as_defined(
        documents in documents(),
        // With so few features no share is equal to one of these: sets pass at the threshold, trees only
        // above it.
        threshold in prop::sample::select(vec![0.30001, 0.50001, 0.80001, 0.99999]),
        order in Just((0u32..14).collect::<Vec<_>>()).prop_shuffle(),
        fixed in prop::collection::vec(prop::bool::weighted(0.15), 14),
        ahead in 0usize..8,
        within in prop::bool::weighted(0.8),
        numbered in any::<bool>(),
    ) {
        let known = |document: &u32| (*document as usize) < documents.len();
        let mut order: Vec<u32> = order.into_iter().filter(known).collect();
        let ahead = ahead.min(documents.len());
        if numbered {
            // Whoever goes ahead has the smallest numbers: then less is compared.
            order.sort_by_key(|&document| document as usize >= ahead);
        }
        order[ahead..].sort_by_key(|&document| !fixed[document as usize]);
        let wishes = Wishes { order: &order, fixed: &fixed[..documents.len()], ahead, within };
        let expected = naive(&documents, threshold, &wishes);
        prop_assert_eq!(&by_sets(&documents, threshold, &wishes), &expected);
        prop_assert_eq!(&by_tree(&documents, threshold, &wishes), &expected);
        let (kept, mutual) = by_pairs(&documents, threshold, &wishes);
        prop_assert_eq!(&kept, &expected);
        for (document, (&kept, &mutual)) in kept.iter().zip(&mutual).enumerate() {
            let kept = kept as usize;
            prop_assert_eq!(mutual, kept == document || covered(&documents, threshold, kept, document));
        }
    }
}
