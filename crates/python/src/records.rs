//! read: records with all their fields: rows of CSV copied, JSON as columns.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::read::known::Kept;
use samesame_core::read::{columns, copy_rows as copying, shapes as found};

use crate::arrays::{batch_to_pyarrow, numbers64, texts};
use crate::options;
use crate::run::run;

/// Adds the rows of a CSV file that begin on the lines `kept` (ascending) to another file, with the header or without. An
/// error if their ids are others now.
#[pyfunction]
#[pyo3(signature = (path, kept, ids, *, name, id_field, longest, delimiter, encoding, header, out, shown))]
#[allow(clippy::too_many_arguments)] // Python gives them by name.
fn copy_rows(
    py: Python<'_>,
    path: PathBuf,
    kept: PyArray,
    ids: PyArray,
    name: &str,
    id_field: &str,
    longest: usize,
    delimiter: char,
    encoding: &str,
    header: bool,
    out: PathBuf,
    shown: &str,
) -> PyResult<()> {
    let (lines, ids) = (numbers64(kept)?, numbers64(ids)?);
    let kept = Kept {
        lines: lines.values(),
        ids: ids.values(),
        name,
        id_field,
        encoding: options::encoding(encoding)?,
        longest,
    };
    let layout = copying::Layout { delimiter: delimiter as u8, header };
    run(py, 1, |cancel| copying::copy_file(&path, &kept, layout, &out, shown, cancel))
}

/// The names of the columns of a CSV file, each once; `None` where there is no header.
#[pyfunction]
fn csv_names(
    py: Python<'_>,
    path: PathBuf,
    delimiter: char,
    encoding: &str,
    longest: usize,
) -> PyResult<Option<Vec<String>>> {
    let encoding = options::encoding(encoding)?;
    let head = run(py, 1, |_| copying::header_of(&path, delimiter as u8, encoding, longest))?;
    Ok(head.map(|head| head.unique_names()))
}

/// What the fields of JSON records hold, and the records as columns of that.
#[pyclass]
#[derive(Default)]
struct Shapes(found::Shapes);

#[pymethods]
impl Shapes {
    /// With `names`, all of these are text.
    #[new]
    #[pyo3(signature = (names=None))]
    fn new(names: Option<Vec<String>>) -> Self {
        Self(names.map_or_else(found::Shapes::default, found::Shapes::of_texts))
    }

    /// Takes in the fields of records.
    fn add(&mut self, py: Python<'_>, records: PyArray, threads: usize) -> PyResult<()> {
        let records = texts(records)?;
        self.0.merge(run(py, threads, |_| columns::shapes_of(&records))?);
        Ok(())
    }

    /// The records as a batch with a column for each field that was taken in.
    fn columns<'py>(&self, py: Python<'py>, records: PyArray, threads: usize) -> PyResult<Bound<'py, PyAny>> {
        let records = texts(records)?;
        let batch = run(py, threads, |_| columns::columns(&records, &self.0))?;
        batch_to_pyarrow(py, batch)
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Shapes>()?;
    module.add_function(wrap_pyfunction!(csv_names, module)?)?;
    module.add_function(wrap_pyfunction!(copy_rows, module)?)
}
