//! report: the rows of a table of matches.

use arrow_array::{BooleanArray, Float64Array, Int64Array, LargeStringArray};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use pyo3_arrow::PyArray;
use samesame_core::report::copies::{Copies, expand};
use samesame_core::report::rows::{Documents, Found, Measures, sorted_rows};

use crate::arrays::{downcast, texts, to_pyarrow};
use crate::run::{run, run_here};

fn numbers(array: PyArray) -> PyResult<Int64Array> {
    downcast(array, "int64")
}

fn values(array: PyArray) -> PyResult<Float64Array> {
    downcast(array, "float64")
}

/// Pairs of all copies: for each the pair that it comes from, and its two documents.
#[pyfunction]
fn copy_pairs<'py>(
    py: Python<'py>,
    documents: PyArray,
    starts: [PyArray; 2],
    counts: [PyArray; 2],
) -> PyResult<[Bound<'py, PyAny>; 3]> {
    let documents = numbers(documents)?;
    let [left_starts, right_starts] = starts.map(numbers);
    let [left_counts, right_counts] = counts.map(numbers);
    let (left_starts, right_starts) = (left_starts?, right_starts?);
    let (left_counts, right_counts) = (left_counts?, right_counts?);
    let copies = |starts: &Int64Array, counts: &Int64Array| -> Vec<Copies> {
        starts.values().iter().zip(counts.values()).map(|(&start, &count)| Copies { start, count }).collect()
    };
    let pairs: Vec<(Copies, Copies)> =
        copies(&left_starts, &left_counts).into_iter().zip(copies(&right_starts, &right_counts)).collect();
    let found = run_here(py, || expand(documents.values(), &pairs))?;
    Ok([
        to_pyarrow(py, Int64Array::from(found.source))?,
        to_pyarrow(py, Int64Array::from(found.left))?,
        to_pyarrow(py, Int64Array::from(found.right))?,
    ])
}

/// Rows in the order of their ids: the columns of names, relation, method and five values; then the documents of each row,
/// where it stood before, and whether it was turned.
#[pyfunction]
#[pyo3(signature = (names, rank, found, relation, one_way, sides, relations, method, threads))]
#[allow(clippy::too_many_arguments)] // they are columns
fn match_rows<'py>(
    py: Python<'py>,
    names: PyArray,
    rank: PyArray,
    found: [PyArray; 3],
    relation: PyArray,
    one_way: PyArray,
    sides: [PyArray; 5],
    relations: PyArray,
    method: &str,
    threads: usize,
) -> PyResult<(Bound<'py, PyTuple>, [Bound<'py, PyAny>; 4])> {
    let (names, rank, relation): (LargeStringArray, _, _) =
        (texts(names)?, numbers(rank)?, numbers(relation)?);
    let one_way: BooleanArray = downcast(one_way, "bool")?;
    let relations = texts(relations)?;
    let found: Vec<Int64Array> = found.into_iter().map(numbers).collect::<PyResult<_>>()?;
    let sides: Vec<Float64Array> = sides.into_iter().map(values).collect::<PyResult<_>>()?;
    let rows = run(py, threads, |_| {
        let documents = Documents { names: &names, rank: rank.values() };
        let found = Found { left: found[0].values(), right: found[1].values(), source: found[2].values() };
        let value = |at: usize| &sides[at].values()[..];
        let both = [[value(0), value(1)], [value(2), value(3)]];
        let measures =
            Measures { relation: relation.values(), one_way: &one_way, sides: both, jaccard: value(4) };
        sorted_rows(&documents, &found, &measures, &relations, method)
    })?;
    let words = [rows.left_name, rows.right_name, rows.relation, rows.method];
    let mut columns = words.into_iter().map(|column| to_pyarrow(py, column)).collect::<PyResult<Vec<_>>>()?;
    for column in rows.values {
        columns.push(to_pyarrow(py, column)?);
    }
    let places = [to_pyarrow(py, rows.left)?, to_pyarrow(py, rows.right)?, to_pyarrow(py, rows.order)?];
    let [left, right, order] = places;
    Ok((PyTuple::new(py, columns)?, [left, right, order, to_pyarrow(py, rows.turned)?]))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(copy_pairs, module)?)?;
    module.add_function(wrap_pyfunction!(match_rows, module)?)
}
