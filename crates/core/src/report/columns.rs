//! Rows of matches as Arrow columns.

use std::sync::Arc;

use arrow_array::builder::LargeStringBuilder;
use arrow_array::{ArrayRef, Float64Array, LargeStringArray, RecordBatch, UInt32Array};

use super::documents::Documents;
use crate::error::Result;
use crate::r#match::measure::{jaccard, share};
use crate::r#match::pairs::{Pair, Relation};

/// The names of the two sides of `find --against`.
const SIDES: [&str; 2] = ["in", "against"];

/// An entry with one of its right documents.
#[derive(Clone, Copy)]
pub(super) struct MatchRow<'a> {
    pub entry: &'a Pair,
    pub right: u32,
}

/// The columns of some rows: ids, sides if there are two, what was found; and the document numbers of both
/// sides.
pub(super) fn columns(rows: Vec<MatchRow<'_>>, documents: &Documents, method: &str) -> Result<RecordBatch> {
    let (left, right) = (|row: &MatchRow<'_>| row.entry.left, |row: &MatchRow<'_>| row.right);
    let named =
        |of: fn(&MatchRow<'_>) -> u32| taken(&documents.names, rows.iter().map(|row| of(row) as usize));
    let side = |of: fn(&MatchRow<'_>) -> u32| {
        taken(&words(&SIDES), rows.iter().map(|row| usize::from(documents.is_other_side(of(row)))))
    };
    let relations = words(&Relation::ALL.map(Relation::name));
    let values = |of: fn(&Pair) -> f64| -> ArrayRef {
        Arc::new(Float64Array::from_iter_values(rows.iter().map(|row| of(row.entry))))
    };
    let numbers = |of: fn(&MatchRow<'_>) -> u32| -> ArrayRef {
        Arc::new(UInt32Array::from_iter_values(rows.iter().map(of)))
    };
    let mut all = vec![("left", named(left)), ("right", named(right))];
    if documents.split.is_some() {
        all.extend([("left_side", side(left)), ("right_side", side(right))]);
    }
    all.extend([
        ("relation", taken(&relations, rows.iter().map(|row| row.entry.relation as usize))),
        ("method", taken(&words(&[method]), rows.iter().map(|_| 0))),
        ("left_score", values(|pair| pair.left_score)),
        ("right_score", values(|pair| pair.right_score)),
        ("left_coverage", values(|pair| share(pair.shared, pair.left_size))),
        ("right_coverage", values(|pair| share(pair.shared, pair.right_size))),
        ("jaccard", values(|pair| jaccard(pair.shared, pair.left_size, pair.right_size))),
        ("left_number", numbers(left)),
        ("right_number", numbers(right)),
    ]);
    Ok(RecordBatch::try_from_iter(all)?)
}

fn words(words: &[&str]) -> LargeStringArray {
    LargeStringArray::from(words.to_vec())
}

/// The names at some positions, in that order.
fn taken(names: &LargeStringArray, places: impl ExactSizeIterator<Item = usize> + Clone) -> ArrayRef {
    let bytes = places.clone().map(|place| names.value(place).len()).sum();
    let mut taken = LargeStringBuilder::with_capacity(places.len(), bytes);
    places.for_each(|place| taken.append_value(names.value(place)));
    Arc::new(taken.finish())
}
