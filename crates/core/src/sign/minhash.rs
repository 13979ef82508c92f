//! MinHash: for each of many random orders of all features, the first feature of the document.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, FixedSizeListArray, LargeListArray, UInt32Array};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field};
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::sign::hash::{mix, seeded};

/// An order of all features: by the upper half of `factor * feature + summand`.
#[derive(Clone, Copy)]
struct Order {
    factor: u64,
    summand: u64,
}

impl Order {
    /// An odd factor maps different features to different numbers.
    fn new(seed: u64, at: usize) -> Self {
        Self { factor: seeded(seed, 2 * at) | 1, summand: seeded(seed, 2 * at + 1) }
    }

    /// The smallest value. Processing one order after the other is fastest, because factor, summand and
    /// minimum stay in registers. The upper half of the smallest number is the smallest upper half.
    #[inline]
    fn first(self, features: &[u64]) -> u32 {
        let value = |feature: u64| self.factor.wrapping_mul(feature).wrapping_add(self.summand);
        (features.iter().fold(u64::MAX, |least, &feature| least.min(value(feature))) >> 32) as u32
    }
}

/// For each list of features, the values of `permutations` orders; null for an empty list. The same seed
/// gives the same values on every machine.
pub fn minhash(
    features: &LargeListArray,
    permutations: usize,
    seed: u64,
    cancel: &Cancel,
) -> Result<FixedSizeListArray> {
    let width = i32::try_from(permutations).ok().filter(|&width| width > 0).ok_or_else(|| {
        Error::ParameterError(format!("permutations: expected at least 1, got {permutations}"))
    })?;
    let lists = FeatureLists::new(features)?;
    let orders: Vec<Order> = (0..permutations).map(|at| Order::new(seed, at)).collect();
    let mut signatures = vec![0; features.len() * permutations];
    let rows = signatures.par_chunks_exact_mut(permutations).enumerate();
    rows.try_for_each_init(Vec::new, |mixed, (i, row)| -> Result<()> {
        cancel.check()?;
        sign(lists.get(i), &orders, mixed, row);
        Ok(())
    })?;
    let nulls: NullBuffer = (0..features.len()).map(|i| !lists.get(i).is_empty()).collect::<Vec<_>>().into();
    let field = Arc::new(Field::new("value", DataType::UInt32, false));
    Ok(FixedSizeListArray::try_new(field, width, Arc::new(UInt32Array::from(signatures)), Some(nulls))?)
}

/// Lists of features; null counts as empty.
struct FeatureLists<'a> {
    lists: &'a LargeListArray,
    values: &'a [u64],
}

impl<'a> FeatureLists<'a> {
    fn new(lists: &'a LargeListArray) -> Result<Self> {
        let values = lists.values().as_primitive_opt::<UInt64Type>();
        match values.filter(|values| values.null_count() == 0) {
            Some(values) => Ok(Self { lists, values: values.values() }),
            None => Err(Error::ParameterError(format!(
                "features: expected lists of uint64 without nulls, got {}",
                lists.data_type()
            ))),
        }
    }

    fn get(&self, i: usize) -> &'a [u64] {
        let offsets = self.lists.value_offsets();
        let list = offsets[i] as usize..offsets[i + 1] as usize;
        if self.lists.is_valid(i) { &self.values[list] } else { &[] }
    }
}

/// Writes the values of all orders.
fn sign(features: &[u64], orders: &[Order], mixed: &mut Vec<u64>, row: &mut [u32]) {
    if features.is_empty() {
        return;
    }
    // A linear order keeps neighbouring numbers together, so features are mixed first.
    mixed.clear();
    mixed.extend(features.iter().map(|&feature| mix(feature)));
    row.iter_mut().zip(orders).for_each(|(value, order)| *value = order.first(mixed));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signatures(lists: &[Option<Vec<u64>>], permutations: usize) -> Result<FixedSizeListArray> {
        let rows = lists.iter().map(|list| list.as_ref().map(|list| list.iter().copied().map(Some)));
        let features = LargeListArray::from_iter_primitive::<UInt64Type, _, _>(rows);
        minhash(&features, permutations, 1, &Cancel::default())
    }

    #[test]
    fn sets_have_signatures_whatever_the_order_and_the_repeats() {
        let lists = [Some(vec![1, 2, 3]), Some(vec![]), None, Some(vec![3, 1, 2, 3, 1]), Some(vec![7])];
        let found = signatures(&lists, 16).unwrap();
        assert_eq!((found.value_length(), found.null_count()), (16, 2));
        assert!(found.is_null(1) && found.is_null(2));
        assert_eq!(&found.value(0), &found.value(3));
        assert_ne!(&found.value(0), &found.value(4));
    }

    #[test]
    fn equal_values_estimate_the_jaccard_similarity() {
        // Consecutive numbers, the worst case for a linear order: 600 of 1000 are shared.
        let lists = [Some((0..800).collect()), Some((200..1000).collect())];
        let found = signatures(&lists, 4096).unwrap();
        let values = found.values().as_primitive::<arrow_array::types::UInt32Type>().values();
        let equal = values[..4096].iter().zip(&values[4096..]).filter(|(a, b)| a == b).count();
        assert!((0.57..0.63).contains(&(equal as f64 / 4096.0)), "{equal}");
    }

    #[test]
    fn a_signature_of_nothing_is_refused_by_name() {
        let message = signatures(&[], 0).unwrap_err().to_string();
        assert_eq!(message, "permutations: expected at least 1, got 0");
    }
}
