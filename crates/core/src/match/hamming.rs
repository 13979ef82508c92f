//! Pairs of signatures that differ in few bits, without comparing all pairs.
//!
//! If signatures are cut into k + 2 blocks, two that differ in at most k bits agree in at least two blocks.
//! So for every two blocks the signatures are sorted by these, and only those that agree there are compared.

use arrow_array::{Array, FixedSizeBinaryArray};
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::r#match::pairs::{Pair, Pairs};
use crate::r#match::runs::pairs_of_runs;
use crate::r#match::sides::Sides;

/// Adds all pairs that differ in fewer than `distance` bits to `found`, the smaller number left; only pairs
/// that `sides` compares. Scores are the share of equal bits. Null is in no pair.
pub fn hamming_pairs(
    signatures: &FixedSizeBinaryArray,
    distance: i64,
    sides: Sides,
    found: &Pairs,
    cancel: &Cancel,
) -> Result<()> {
    let bits = signatures.value_length() as usize * 8;
    let Some(distance) = u32::try_from(distance).ok().filter(|&d| d > 0 && d as usize <= bits) else {
        return Err(Error::ParameterError(format!("distance: expected 1 to {bits}, got {distance}")));
    };
    if u32::try_from(signatures.len()).is_err() {
        return Err(Error::ParameterError("signatures: expected at most 4,294,967,295, got more".into()));
    }
    match bits {
        0..=64 => pairs::<1>(signatures, distance, sides, found, cancel),
        65..=192 => pairs::<3>(signatures, distance, sides, found, cancel),
        193..=512 => pairs::<8>(signatures, distance, sides, found, cancel),
        _ => Err(Error::ParameterError(format!("signatures: expected at most 512 bits, got {bits}"))),
    }
}

/// A signature as integers, padded with zeros.
type Bits<const L: usize> = [u64; L];

fn pairs<const L: usize>(
    signatures: &FixedSizeBinaryArray,
    distance: u32,
    sides: Sides,
    found: &Pairs,
    cancel: &Cancel,
) -> Result<()> {
    let bits = signatures.value_length() as usize * 8;
    let all: Vec<Bits<L>> = (0..signatures.len()).map(|i| numbers(signatures.value(i))).collect();
    let documents: Vec<u32> = (0..all.len() as u32).filter(|&i| signatures.is_valid(i as usize)).collect();
    let masks = masks::<L>(bits, distance as usize + 1);
    let mut keyed = Vec::new();
    cancel.begin(masks.len());
    for (at, mask) in masks.iter().enumerate() {
        cancel.check()?;
        cancel.advance(1);
        let key = |&document: &u32| (and(&all[document as usize], mask), document);
        documents.par_iter().map(key).collect_into_vec(&mut keyed);
        let judge = |left: u32, right: u32| {
            let differing = xor(&all[left as usize], &all[right as usize]);
            let count = ones(&differing);
            // Most pairs agree under several masks; they are added under the first one.
            let told = || masks[..at].iter().any(|earlier| ones(&and(&differing, earlier)) == 0);
            (count < distance && !told()).then(|| pair(left, right, count, bits))
        };
        pairs_of_runs(&mut keyed, sides, judge, found, cancel)?;
    }
    Ok(())
}

fn pair(left: u32, right: u32, differing: u32, bits: usize) -> Pair {
    let score = 1.0 - f64::from(differing) / bits as f64;
    Pair { left, right, left_score: score, right_score: score, ..Pair::default() }
}

fn numbers<const L: usize>(signature: &[u8]) -> Bits<L> {
    let mut numbers = [0; L];
    for (number, bytes) in numbers.iter_mut().zip(signature.chunks(8)) {
        *number = bytes.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte)) << (8 * (8 - bytes.len()));
    }
    numbers
}

/// A mask per two of `blocks` blocks. If so many small blocks would cost more than comparing all pairs: a
/// single empty mask, under which all agree.
fn masks<const L: usize>(bits: usize, blocks: usize) -> Vec<Bits<L>> {
    let tables = blocks * (blocks - 1) / 2;
    let share = 0.5f64.powf(2.0 * bits as f64 / blocks as f64);
    if tables as f64 * share >= 1.0 {
        return vec![[0; L]];
    }
    let block = |at: usize| range(at * bits / blocks, (at + 1) * bits / blocks);
    let second = |first: usize| (first + 1..blocks).map(move |second| or(&block(first), &block(second)));
    (0..blocks).flat_map(second).collect()
}

/// The bits from `start` to `end`, counted from the first bit of the signature.
fn range<const L: usize>(start: usize, end: usize) -> Bits<L> {
    let mut bits = [0; L];
    (start..end).for_each(|at| bits[at / 64] |= 1 << (63 - at % 64));
    bits
}

fn ones<const L: usize>(a: &Bits<L>) -> u32 {
    a.iter().map(|bits| bits.count_ones()).sum()
}

fn and<const L: usize>(a: &Bits<L>, b: &Bits<L>) -> Bits<L> {
    std::array::from_fn(|at| a[at] & b[at])
}

fn or<const L: usize>(a: &Bits<L>, b: &Bits<L>) -> Bits<L> {
    std::array::from_fn(|at| a[at] | b[at])
}

fn xor<const L: usize>(a: &Bits<L>, b: &Bits<L>) -> Bits<L> {
    std::array::from_fn(|at| a[at] ^ b[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(signatures: &[Option<&[u8]>], width: i32, distance: i64) -> Result<Vec<(u32, u32, u32)>> {
        let array =
            FixedSizeBinaryArray::try_from_sparse_iter_with_size(signatures.iter().copied(), width).unwrap();
        let found = Pairs::within(1 << 20);
        hamming_pairs(&array, distance, Sides::One, &found, &Cancel::default())?;
        let bits = f64::from(width * 8);
        let differing = |pair: &Pair| ((1.0 - pair.left_score) * bits).round() as u32;
        let found = found.into_vec()?;
        let mut pairs: Vec<_> = found.iter().map(|pair| (pair.left, pair.right, differing(pair))).collect();
        pairs.sort_unstable();
        Ok(pairs)
    }

    #[test]
    fn fewer_bits_than_the_distance() {
        let signatures: [Option<&[u8]>; 4] =
            [Some(&[0; 8]), None, Some(&[0, 0, 0, 3, 0, 0, 0, 0]), Some(&[0; 8])];
        assert_eq!(found(&signatures, 8, 1).unwrap(), [(0, 3, 0)]);
        assert_eq!(found(&signatures, 8, 2).unwrap(), [(0, 3, 0)]);
        assert_eq!(found(&signatures, 8, 3).unwrap(), [(0, 2, 2), (0, 3, 0), (2, 3, 2)]);
    }

    #[test]
    fn all_pairs_are_found_at_every_distance() {
        // Each bit is flipped once: a mask that lacks a bit would lose its pairs.
        for width in [1, 8, 20, 64] {
            let zeros = vec![0u8; width];
            let flip = |at: usize| {
                let mut bytes = zeros.clone();
                bytes[at / 8] ^= 128 >> (at % 8);
                bytes
            };
            let flipped: Vec<Vec<u8>> = (0..width * 8).map(flip).collect();
            let signatures: Vec<Option<&[u8]>> =
                std::iter::once(&zeros).chain(&flipped).map(|bytes| Some(&bytes[..])).collect();
            let count = |distance| found(&signatures, width as i32, distance).unwrap().len();
            let bits = width * 8;
            assert_eq!((count(1), count(2)), (0, bits));
            assert_eq!([3, 4, 8].map(count), [bits * (bits + 1) / 2; 3]);
            assert_eq!(count(bits as i64), bits * (bits + 1) / 2);
        }
    }

    #[test]
    fn masks_cover_each_two_blocks_and_give_up_when_all_pairs_are_cheaper() {
        let of64 = masks::<1>(64, 4);
        assert_eq!(of64.len(), 6);
        assert_eq!((of64[0], of64[5]), ([0xFFFF_FFFF_0000_0000], [0x0000_0000_FFFF_FFFF]));
        assert_eq!(masks::<1>(64, 40), [[0]]);
    }

    #[test]
    fn distances_out_of_range_are_refused_by_name() {
        for distance in [-1, 0, 65, i64::MAX] {
            let message = found(&[], 8, distance).unwrap_err().to_string();
            assert_eq!(message, format!("distance: expected 1 to 64, got {distance}"));
        }
    }
}
