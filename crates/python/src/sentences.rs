//! sign and match: sentences, their forms, and the diagonals of like ones.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BooleanArray, LargeListArray, RecordBatch, UInt32Array};
use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::r#match::diagonals::{self, Diagonal, DiagonalOptions};
use samesame_core::r#match::pairs::Pair;
use samesame_core::r#match::seeds::{self, NOTHING_BEFORE, Seed, Window};
use samesame_core::r#match::sentences;
use samesame_core::r#match::sides::Sides;
use samesame_core::sign::sentence::{self, SentenceBy};

use crate::arrays::{batch_to_pyarrow, downcast, flags, numbers32, numbers64, texts, to_pyarrow};
use crate::error::{ParameterError, to_python};
use crate::options::{self, WordArguments};
use crate::run::run;
use crate::sign::WordWeights;

/// `signature` is "words" (one hash; with weights, only of words whose idf is in `range`), "spots" or a
/// number of words per shingle.
#[pyfunction]
#[pyo3(signature = (array, words, *, signature, weights, range, antecedents, chain, threads))]
#[allow(clippy::too_many_arguments)] // Python passes them by name
fn sentence_signatures<'py>(
    py: Python<'py>,
    array: PyArray,
    words: WordArguments,
    signature: &str,
    weights: Option<PyRef<'py, WordWeights>>,
    range: [f64; 2],
    antecedents: Vec<String>,
    chain: i64,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (texts, words, chain) = (texts(array)?, words.try_into()?, options::count("chain", chain, 1)?);
    let weights = weights.as_ref().map(|weights| (&weights.0, range));
    let by = match signature {
        "words" => SentenceBy::Words(weights),
        "spots" => SentenceBy::Spots { antecedents: &antecedents, chain },
        size => SentenceBy::Shingles(size.parse().map_err(|_| {
            ParameterError::new_err(format!("signature: expected 'words', 'spots' or a number, got '{size}'"))
        })?),
    };
    to_pyarrow(py, run(py, threads, |cancel| sentence::sentence_signatures(&texts, words, &by, cancel))?)
}

/// Numbers the forms of sentences: sentences with the same signatures have one form.
#[pyclass]
#[derive(Default)]
struct SentenceForms(sentences::SentenceForms);

#[pymethods]
impl SentenceForms {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn push<'py>(&mut self, py: Python<'py>, signed: PyArray) -> PyResult<Bound<'py, PyAny>> {
        let signed: LargeListArray = downcast(signed, "lists of signed sentences")?;
        to_pyarrow(py, run(py, 1, |_| self.0.push(&signed))?)
    }

    /// Pairs of different forms that are alike: left, right, shared signatures.
    fn pairs<'py>(
        &self,
        py: Python<'py>,
        tau: f64,
        memory: usize,
        threads: usize,
    ) -> PyResult<[Bound<'py, PyAny>; 3]> {
        options::measure("jaccard", tau)?;
        let pairs = run(py, threads, |cancel| self.0.pairs(tau, memory, cancel))?;
        let column = |of: fn(&Pair) -> u32| UInt32Array::from_iter_values(pairs.iter().map(of));
        Ok([
            to_pyarrow(py, column(|pair| pair.left))?,
            to_pyarrow(py, column(|pair| pair.right))?,
            to_pyarrow(py, column(|pair| pair.shared))?,
        ])
    }
}

/// The diagonals between documents: left, right, left_start, right_start, length, identical.
#[pyfunction]
#[pyo3(name = "diagonals", signature = (sentences, left, right, *, gamma, bridge, common, split, ahead = false, most, threads))]
#[allow(clippy::too_many_arguments)] // Python gives them by name.
fn find_diagonals(
    py: Python<'_>,
    sentences: PyArray,
    left: PyArray,
    right: PyArray,
    gamma: i64,
    bridge: i64,
    common: Option<i64>,
    split: Option<u32>,
    ahead: bool,
    most: Option<usize>,
    threads: usize,
) -> PyResult<Bound<'_, PyAny>> {
    let sentences: LargeListArray = downcast(sentences, "lists of sentences with forms")?;
    let (left, right) = (numbers32(left)?, numbers32(right)?);
    let common = common.map_or(Ok(usize::MAX), |common| options::count("common", common, 1))?;
    let (least, bridge) = (options::count("gamma", gamma, 1)?, options::count("bridge", bridge, 0)?);
    let most = most.unwrap_or(usize::MAX);
    let options = DiagonalOptions { least, bridge, common, sides: Sides::of(split, ahead), most };
    let found =
        run(py, threads, |cancel| diagonals::diagonals(&sentences, (&left, &right), options, cancel))?;
    batch_to_pyarrow(py, table(&found).map_err(to_python)?)
}

/// The pairs of windows of one size with which diagonals may begin: left, left_at, right, right_at. `before`
/// is null if no good sentence is before the window.
#[pyfunction]
#[pyo3(signature = (key, other_side, before, document, at, whole, *, short, across, most, threads))]
#[allow(clippy::too_many_arguments)] // Python passes them by name
fn window_seeds<'py>(
    py: Python<'py>,
    key: PyArray,
    other_side: PyArray,
    before: PyArray,
    document: PyArray,
    at: PyArray,
    whole: PyArray,
    short: bool,
    across: bool,
    most: usize,
    threads: usize,
) -> PyResult<[Bound<'py, PyAny>; 4]> {
    let (key, before) = (numbers64(key)?, numbers32(before)?);
    let (document, at) = (numbers32(document)?, numbers32(at)?);
    let (other_side, whole) = (flags(other_side)?, flags(whole)?);
    let window = |row: usize| Window {
        key: key.value(row),
        other_side: other_side[row],
        before: if before.is_null(row) { NOTHING_BEFORE } else { before.value(row) },
        place: (document.value(row), at.value(row)),
        whole: whole[row],
    };
    let windows = (0..key.len()).map(window).collect();
    let found = run(py, threads, |cancel| seeds::seeds(windows, (short, across), most, cancel))?;
    let column = |of: fn(&Seed) -> u32| to_pyarrow(py, UInt32Array::from_iter_values(found.iter().map(of)));
    Ok([
        column(|(left, _)| left.0)?,
        column(|(left, _)| left.1)?,
        column(|(_, right)| right.0)?,
        column(|(_, right)| right.1)?,
    ])
}

/// The diagonals that begin with some of these pairs of windows, as `diagonals` returns them.
#[pyfunction]
#[pyo3(signature = (sentences, like, seeds, size, *, bridge, most, frequent, threads))]
#[allow(clippy::too_many_arguments)] // Python passes them by name
fn seeded_diagonals(
    py: Python<'_>,
    sentences: PyArray,
    like: [PyArray; 2],
    seeds: [PyArray; 4],
    size: PyArray,
    bridge: i64,
    most: usize,
    frequent: usize,
    threads: usize,
) -> PyResult<Bound<'_, PyAny>> {
    let sentences: LargeListArray = downcast(sentences, "lists of sentences with forms")?;
    let [left, right] = like;
    let like = (numbers32(left)?, numbers32(right)?);
    let [left, left_at, right, right_at] = seeds;
    let columns = [numbers32(left)?, numbers32(left_at)?, numbers32(right)?, numbers32(right_at)?];
    let size = numbers32(size)?;
    let at = |column: usize, row: usize| columns[column].value(row);
    let seeds: Vec<Seed> = (0..size.len()).map(|i| ((at(0, i), at(1, i)), (at(2, i), at(3, i)))).collect();
    let (bridge, seeds) = (options::count("bridge", bridge, 0)?, (seeds.as_slice(), &**size.values()));
    let found = run(py, threads, |cancel| {
        seeds::seeded_diagonals(&sentences, (&like.0, &like.1), seeds, bridge, (most, frequent), cancel)
    })?;
    batch_to_pyarrow(py, table(&found).map_err(to_python)?)
}

fn table(found: &[Diagonal]) -> samesame_core::error::Result<RecordBatch> {
    let numbers = |value: fn(&Diagonal) -> u32| -> ArrayRef {
        Arc::new(UInt32Array::from_iter_values(found.iter().map(value)))
    };
    let identical: BooleanArray = found.iter().map(|diagonal| Some(diagonal.identical)).collect();
    let columns: [(&str, ArrayRef); 6] = [
        ("left", numbers(|diagonal| diagonal.left)),
        ("right", numbers(|diagonal| diagonal.right)),
        ("left_start", numbers(|diagonal| diagonal.left_start)),
        ("right_start", numbers(|diagonal| diagonal.right_start)),
        ("length", numbers(|diagonal| diagonal.length)),
        ("identical", Arc::new(identical)),
    ];
    Ok(RecordBatch::try_from_iter(columns)?)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<SentenceForms>()?;
    module.add("FEW_WORDS", diagonals::FEW_WORDS)?;
    module.add_function(wrap_pyfunction!(find_diagonals, module)?)?;
    module.add_function(wrap_pyfunction!(window_seeds, module)?)?;
    module.add_function(wrap_pyfunction!(seeded_diagonals, module)?)?;
    module.add_function(wrap_pyfunction!(sentence_signatures, module)?)
}
