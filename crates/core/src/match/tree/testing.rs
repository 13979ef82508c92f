//! Documents for tests: few different words, so that many prefixes are shared.

use proptest::prelude::*;

use crate::sign::rank::FINE;

/// Up to `most` lists of paths, some of them equal, some with boilerplate.
pub(super) fn lists(most: usize) -> impl Strategy<Value = Vec<Vec<u64>>> {
    let sentence = prop::collection::vec(0u64..4, 1..6);
    let document = prop::collection::vec((sentence, 1u32..4), 0..5);
    prop::collection::vec(document, 0..most).prop_map(|documents| documents.into_iter().map(list).collect())
}

/// The list of sentences with their counts.
pub(super) fn list(mut sentences: Vec<(Vec<u64>, u32)>) -> Vec<u64> {
    let step = |&word: &u64| [word.wrapping_mul(0x9E37_79B9_7F4A_7C15), (word + 1) * FINE as u64];
    sentences.sort_by_key(|(words, _)| words.iter().map(step).collect::<Vec<_>>());
    sentences.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    let numbers = |(words, count): &(Vec<u64>, u32)| {
        let head = (words.len() as u64) << 32 | u64::from(*count);
        std::iter::once(head).chain(words.iter().flat_map(step)).collect::<Vec<_>>()
    };
    sentences.iter().flat_map(numbers).collect()
}
