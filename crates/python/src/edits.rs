//! edits: what was done to the members of clusters.

use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::cluster::edits::table::{self, Texts};

use crate::arrays::{downcast, numbers32, texts, to_pyarrow};
use crate::run::run;

/// `references` and `members` are texts and the ranges of their main texts.
#[pyfunction]
fn edits<'py>(
    py: Python<'py>,
    references: (PyArray, PyArray),
    which: PyArray,
    members: (PyArray, PyArray),
    threads: usize,
) -> PyResult<[Bound<'py, PyAny>; 2]> {
    let side = |(array, ranges)| -> PyResult<Texts> {
        Ok(Texts { texts: texts(array)?, ranges: downcast(ranges, "lists of start and end")? })
    };
    let (references, which, members) = (side(references)?, numbers32(which)?, side(members)?);
    let (edit, unique) = run(py, threads, |cancel| table::edits(&references, &which, &members, cancel))?;
    Ok([to_pyarrow(py, edit)?, to_pyarrow(py, unique)?])
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(edits, module)?)
}
