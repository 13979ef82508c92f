//! report: the rows of matches.

use std::io::Write;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use pyo3_arrow::{PyArray, PyRecordBatch};
use samesame_core::r#match::pairs::Relation;
use samesame_core::report::documents::{Documents, IdenticalGroups};
use samesame_core::report::{csv, lines, marked, rows};

use crate::arrays::{batch_to_pyarrow, numbers32, texts};
use crate::error::ParameterError;
use crate::pairs::Pairs;
use crate::run::run;

fn relation(name: &str) -> PyResult<Relation> {
    let found = Relation::ALL.into_iter().find(|relation| relation.name() == name);
    found.ok_or_else(|| ParameterError::new_err(format!("relation: '{name}' is not known")))
}

/// The rows of matches sorted by ids, made part by part.
#[pyclass]
struct MatchRows(rows::MatchRows);

#[pymethods]
impl MatchRows {
    /// `firsts` and `labels` are for signed documents, `same` are pairs of identical ones; `groups` has the
    /// members of all groups, and for each document the start and the length of its group.
    #[new]
    #[pyo3(signature = (pairs, *, firsts, labels, same, names, rank, split, groups, method, relations, identical, memory, threads))]
    #[allow(clippy::too_many_arguments)] // they are columns
    fn new(
        py: Python<'_>,
        mut pairs: PyRefMut<'_, Pairs>,
        firsts: PyArray,
        labels: PyArray,
        same: [PyArray; 2],
        names: PyArray,
        rank: PyArray,
        split: Option<u32>,
        groups: Option<[PyArray; 3]>,
        method: &str,
        relations: Vec<String>,
        identical: &str,
        memory: usize,
        threads: usize,
    ) -> PyResult<Self> {
        let [left, right] = same.map(numbers32);
        let (left, right, firsts, labels) = (left?, right?, numbers32(firsts)?, numbers32(labels)?);
        let groups = groups.map(groups_of).transpose()?;
        let documents = Documents { names: texts(names)?, rank: numbers32(rank)?, split, groups };
        let relations = relations.iter().map(|name| relation(name)).collect::<PyResult<Vec<_>>>()?;
        let asked = rows::Asked { method, relations: &relations, identical: relation(identical)?, memory };
        let pairs = pairs.take()?;
        let found = rows::Found { pairs, firsts: &firsts, labels: &labels, same: [&left, &right] };
        run(py, threads, |cancel| rows::MatchRows::new(found, documents, &asked, cancel)).map(Self)
    }

    /// The relations with their numbers of rows.
    #[getter]
    fn counts(&self) -> Vec<(&'static str, u64)> {
        self.0.counts().map(|(relation, count)| (relation.name(), count)).collect()
    }

    #[getter]
    fn parts(&self) -> usize {
        self.0.parts()
    }

    /// How many pairs were spilled.
    #[getter]
    fn written(&self) -> usize {
        self.0.written()
    }

    /// The rows of a part as record batches.
    fn batches<'py>(&self, py: Python<'py>, part: usize, threads: usize) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let batches = run(py, threads, |cancel| self.0.batches(part, cancel))?;
        batches.into_iter().map(|batch| batch_to_pyarrow(py, batch)).collect()
    }
}

fn groups_of(columns: [PyArray; 3]) -> PyResult<IdenticalGroups> {
    let [members, starts, lengths] = columns.map(numbers32);
    Ok(IdenticalGroups { members: members?, starts: starts?, lengths: lengths? })
}

/// Rows as JSON lines.
#[pyfunction]
fn row_lines(py: Python<'_>, batch: PyRecordBatch) -> PyResult<Bound<'_, PyBytes>> {
    let batch = batch.into_inner();
    joined(py, &run(py, 0, |_| lines::row_lines(&batch))?)
}

/// Records, which are JSON objects, one a line; with `marks`, the fields of its rows are added to them.
#[pyfunction]
#[pyo3(signature = (records, marks=None))]
fn record_lines(
    py: Python<'_>,
    records: PyArray,
    marks: Option<PyRecordBatch>,
) -> PyResult<Bound<'_, PyBytes>> {
    let (records, marks) = (texts(records)?, marks.map(PyRecordBatch::into_inner));
    let lines = run(py, 0, |_| match &marks {
        Some(marks) => marked::marked_lines(&records, marks),
        None => Ok(marked::record_lines(&records)),
    })?;
    Ok(PyBytes::new(py, &lines))
}

/// Rows as lines of CSV without a header.
#[pyfunction]
fn csv_lines(
    py: Python<'_>,
    batch: PyRecordBatch,
    delimiter: char,
    safe: bool,
) -> PyResult<Bound<'_, PyBytes>> {
    let batch = batch.into_inner();
    let unfit = |_| ParameterError::new_err(format!("delimiter: '{delimiter}' is no byte of ASCII"));
    let cells = csv::Cells { delimiter: u8::try_from(delimiter).map_err(unfit)?, safe };
    joined(py, &run(py, 0, |_| csv::csv_lines(&batch, cells))?)
}

fn joined<'py>(py: Python<'py>, parts: &[Vec<u8>]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, parts.iter().map(Vec::len).sum(), |mut all| {
        parts.iter().try_for_each(|part| Ok(all.write_all(part)?))
    })
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<MatchRows>()?;
    module.add_function(wrap_pyfunction!(row_lines, module)?)?;
    module.add_function(wrap_pyfunction!(record_lines, module)?)?;
    module.add_function(wrap_pyfunction!(csv_lines, module)?)
}
