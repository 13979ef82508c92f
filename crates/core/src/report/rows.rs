//! The rows of a table of matches: in the order of their ids, with what was measured of each.

use arrow_array::builder::LargeStringBuilder;
use arrow_array::{Array, BooleanArray, Float64Array, Int64Array, LargeStringArray};
use rayon::prelude::*;

use crate::error::{Error, Result};

/// Rows as they come: two documents, and the pair whose measures are theirs.
pub struct Found<'a> {
    pub left: &'a [i64],
    pub right: &'a [i64],
    pub source: &'a [i64],
}

/// What was measured of each pair.
pub struct Measures<'a> {
    /// By number among the names of relations.
    pub relation: &'a [i64],
    /// Whether only the left one passes, so that it must stay left.
    pub one_way: &'a BooleanArray,
    /// The value of the left one and that of the right one.
    pub sides: [[&'a [f64]; 2]; 2],
    pub jaccard: &'a [f64],
}

/// The documents: their names, and the place of each among all names.
pub struct Documents<'a> {
    pub names: &'a LargeStringArray,
    pub rank: &'a [i64],
}

/// Rows in order.
pub struct Rows {
    pub left: Int64Array,
    pub right: Int64Array,
    /// Where each row stood before.
    pub order: Int64Array,
    /// Whether its two documents have changed sides.
    pub turned: BooleanArray,
    pub left_name: LargeStringArray,
    pub right_name: LargeStringArray,
    pub relation: LargeStringArray,
    pub method: LargeStringArray,
    pub values: Vec<Float64Array>,
}

/// One row, by the ranks of its documents. Where both pass, the first of the alphabet comes left.
#[derive(Clone, Copy, Default)]
struct Row {
    left_rank: u32,
    right_rank: u32,
    turned: bool,
}

/// Puts rows in the order of their ids.
pub fn sorted_rows(
    documents: &Documents<'_>,
    found: &Found<'_>,
    measures: &Measures<'_>,
    relations: &LargeStringArray,
    method: &str,
) -> Result<Rows> {
    check(documents, found, measures, relations)?;
    let count = found.left.len();
    let row = |at: usize| {
        let [left, right] = [found.left, found.right].map(|side| documents.rank[side[at] as usize] as u32);
        let turned = left > right && !measures.one_way.value(found.source[at] as usize);
        let [left_rank, right_rank] = if turned { [right, left] } else { [left, right] };
        Row { left_rank, right_rank, turned }
    };
    let rows: Vec<Row> = (0..count).into_par_iter().map(row).collect();
    let ranks = documents.rank.iter().max().map_or(0, |&rank| rank as usize) + 1;
    // Sorted by the right side and then, without changing the order of equal ones, by the left.
    let order = by_rank(0..count as u32, ranks, |row| rows[row as usize].right_rank);
    let order = by_rank(order.into_iter(), ranks, |row| rows[row as usize].left_rank);
    Ok(columns(&order, &rows, documents, found, measures, relations, method))
}

/// Numbers that lead nowhere are refused here, so that all that follows can trust them.
fn check(
    documents: &Documents<'_>,
    found: &Found<'_>,
    measures: &Measures<'_>,
    relations: &LargeStringArray,
) -> Result<()> {
    let below =
        |numbers: &[i64], end: usize| numbers.iter().all(|&n| usize::try_from(n).is_ok_and(|n| n < end));
    let (pairs, names) = (measures.relation.len(), documents.rank.len());
    let lengths = measures.sides.iter().flatten().map(|side| side.len()).chain([measures.jaccard.len()]);
    let whole = found.left.len() == found.right.len()
        && found.left.len() == found.source.len()
        && u32::try_from(found.left.len()).is_ok()
        && documents.names.len() == names
        && measures.one_way.len() == pairs
        && lengths.into_iter().all(|length| length == pairs)
        && below(found.left, names)
        && below(found.right, names)
        && below(found.source, pairs)
        && below(documents.rank, names + 1)
        && below(measures.relation, relations.len());
    if whole { Ok(()) } else { Err(Error::ParameterError("rows: the numbers do not fit together".into())) }
}

/// The rows in the order of their ranks; equal ones stay as they are.
fn by_rank(rows: impl Iterator<Item = u32> + Clone, ranks: usize, rank: impl Fn(u32) -> u32) -> Vec<u32> {
    let mut starts = vec![0u32; ranks + 1];
    rows.clone().for_each(|row| starts[rank(row) as usize + 1] += 1);
    (0..ranks).for_each(|rank| starts[rank + 1] += starts[rank]);
    let mut order = vec![0; starts[ranks] as usize];
    for row in rows {
        let place = &mut starts[rank(row) as usize];
        order[*place as usize] = row;
        *place += 1;
    }
    order
}

fn columns(
    order: &[u32],
    rows: &[Row],
    documents: &Documents<'_>,
    found: &Found<'_>,
    measures: &Measures<'_>,
    relations: &LargeStringArray,
    method: &str,
) -> Rows {
    let turned: Vec<bool> = order.par_iter().map(|&row| rows[row as usize].turned).collect();
    let side = |left: bool| -> Vec<i64> {
        let document = |(&row, &turned): (&u32, &bool)| {
            let side = if left != turned { found.left } else { found.right };
            side[row as usize]
        };
        order.iter().zip(&turned).map(document).collect()
    };
    let (left, right) = rayon::join(|| side(true), || side(false));
    let source: Vec<u32> = order.par_iter().map(|&row| found.source[row as usize] as u32).collect();
    let names =
        |documents_: &[i64]| taken(documents.names, documents_.iter().map(|&document| document as usize));
    let (left_name, right_name) = rayon::join(|| names(&left), || names(&right));
    let (relation, method) = rayon::join(
        || taken(relations, source.iter().map(|&pair| measures.relation[pair as usize] as usize)),
        || taken(&LargeStringArray::from(vec![method]), std::iter::repeat_n(0, order.len())),
    );
    let values = |both: [&[f64]; 2]| {
        let value = |(&pair, &turned): (&u32, &bool)| both[usize::from(turned)][pair as usize];
        Float64Array::from_iter_values(source.iter().zip(&turned).map(value))
    };
    let [[left_score, right_score], [left_coverage, right_coverage]] = measures.sides;
    let wanted = [
        [left_score, right_score],
        [right_score, left_score],
        [left_coverage, right_coverage],
        [right_coverage, left_coverage],
        [measures.jaccard; 2],
    ];
    Rows {
        left: Int64Array::from(left),
        right: Int64Array::from(right),
        order: Int64Array::from_iter_values(order.iter().map(|&row| i64::from(row))),
        left_name,
        right_name,
        relation,
        method,
        values: wanted.into_par_iter().map(values).collect(),
        turned: BooleanArray::from(turned),
    }
}

/// Some of the names, in the order of their places.
fn taken(names: &LargeStringArray, places: impl ExactSizeIterator<Item = usize> + Clone) -> LargeStringArray {
    let bytes = places.clone().map(|place| names.value(place).len()).sum();
    let mut taken = LargeStringBuilder::with_capacity(places.len(), bytes);
    places.for_each(|place| taken.append_value(names.value(place)));
    taken.finish()
}
