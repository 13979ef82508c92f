//! match: candidates from signatures.

use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::r#match::bands::{self, Bands};
use samesame_core::r#match::sides::Sides;
use samesame_core::r#match::{hamming, pairs};

use crate::arrays::downcast;
use crate::options;
use crate::pairs::Pairs;
use crate::run::run;

#[pyfunction]
#[pyo3(signature = (signatures, *, bands, rows, split, ahead = false, memory, threads))]
#[allow(clippy::too_many_arguments)] // Python gives them by name.
fn band_pairs(
    py: Python<'_>,
    signatures: PyArray,
    bands: i64,
    rows: i64,
    split: Option<u32>,
    ahead: bool,
    memory: usize,
    threads: usize,
) -> PyResult<Pairs> {
    let signatures = downcast(signatures, "fixed-size lists of uint32")?;
    let bands = Bands { bands: options::count("bands", bands, 1)?, rows: options::count("rows", rows, 1)? };
    let found = pairs::Pairs::within(memory);
    run(py, threads, |cancel| {
        bands::band_pairs(&signatures, bands, Sides::of(split, ahead), &found, cancel)
    })?;
    Ok(Pairs::new(found))
}

#[pyfunction]
#[pyo3(signature = (signatures, *, distance, split, ahead = false, memory, threads, most = None))]
#[allow(clippy::too_many_arguments)] // Python gives them by name.
fn hamming_pairs(
    py: Python<'_>,
    signatures: PyArray,
    distance: i64,
    split: Option<u32>,
    ahead: bool,
    memory: usize,
    threads: usize,
    most: Option<usize>,
) -> PyResult<Pairs> {
    let signatures = downcast(signatures, "fixed-size binary")?;
    let found = pairs::Pairs::within(memory).at_most(most.unwrap_or(usize::MAX));
    run(py, threads, |cancel| {
        hamming::hamming_pairs(&signatures, distance, Sides::of(split, ahead), &found, cancel)
    })?;
    Ok(Pairs::new(found))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(band_pairs, module)?)?;
    module.add_function(wrap_pyfunction!(hamming_pairs, module)?)
}
