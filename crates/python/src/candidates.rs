//! match: candidates by their signatures.

use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::r#match::bands::{self, Bands};
use samesame_core::r#match::hamming;

use crate::arrays::{downcast, to_pyarrow};
use crate::options;
use crate::run::run;

type Pair<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);
type Triple<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

#[pyfunction]
#[pyo3(signature = (signatures, *, bands, rows, threads))]
fn band_pairs(
    py: Python<'_>,
    signatures: PyArray,
    bands: i64,
    rows: i64,
    threads: usize,
) -> PyResult<Pair<'_>> {
    let signatures = downcast(signatures, "fixed-size lists of uint32")?;
    let bands = Bands { bands: options::count("bands", bands, 1)?, rows: options::count("rows", rows, 1)? };
    let (left, right) = run(py, threads, |cancel| bands::band_pairs(&signatures, bands, cancel))?;
    Ok((to_pyarrow(py, left)?, to_pyarrow(py, right)?))
}

#[pyfunction]
#[pyo3(signature = (signatures, *, distance, threads))]
fn hamming_pairs(py: Python<'_>, signatures: PyArray, distance: i64, threads: usize) -> PyResult<Triple<'_>> {
    let signatures = downcast(signatures, "fixed-size binary")?;
    let pairs = run(py, threads, |cancel| hamming::hamming_pairs(&signatures, distance, cancel))?;
    Ok((to_pyarrow(py, pairs.0)?, to_pyarrow(py, pairs.1)?, to_pyarrow(py, pairs.2)?))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(band_pairs, module)?)?;
    module.add_function(wrap_pyfunction!(hamming_pairs, module)?)
}
