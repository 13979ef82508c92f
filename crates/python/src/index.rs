//! index: the files of an index on disk.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::index::blocks::Written;
use samesame_core::index::{Keeping, reader, writer};

use crate::arrays::{binaries, lists, numbers32, texts, to_pyarrow};
use crate::error::{ParameterError, finished};
use crate::run::{run, run_here};

/// A file as a header names it: path, size, checksum.
type Named = (PathBuf, u64, String);
/// What was written: size and checksum.
type Sealed = (u64, String);

fn named((path, size, checksum): Named) -> PyResult<(PathBuf, Written)> {
    let wrong =
        |_| ParameterError::new_err(format!("checksum: expected 32 hexadecimal digits, got '{checksum}'"));
    let checksum = u128::from_str_radix(&checksum, 16).map_err(wrong)?;
    Ok((path, Written { size, checksum }))
}

fn sealed(written: &Written) -> Sealed {
    (written.size, format!("{:032x}", written.checksum))
}

/// An index as it is read. It does not change, and threads may ask it at the same time.
#[pyclass(frozen)]
pub struct IndexReader(pub Arc<reader::Reader>);

#[pymethods]
impl IndexReader {
    #[new]
    fn new(py: Python<'_>, parts: Vec<Named>, removed: Option<Named>) -> PyResult<Self> {
        let parts = parts.into_iter().map(named).collect::<PyResult<Vec<_>>>()?;
        let removed = removed.map(named).transpose()?;
        Ok(Self(Arc::new(run_here(py, || reader::Reader::open(&parts, removed.as_ref()))?)))
    }

    #[getter]
    fn kinds(&self) -> u32 {
        self.0.kinds()
    }

    #[getter]
    fn documents(&self) -> usize {
        self.0.documents()
    }

    /// Whether signatures are looked up by feature.
    #[getter]
    fn looked_up(&self) -> bool {
        self.0.is_looked_up()
    }

    /// Whether 4-word shingles are kept beside the features.
    #[getter]
    fn keeps_plain(&self) -> bool {
        self.0.keeps_plain()
    }

    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_pyarrow(py, run(py, 1, |cancel| self.0.ids(cancel))?)
    }

    fn rows_of<'py>(&self, py: Python<'py>, ids: PyArray) -> PyResult<Bound<'py, PyAny>> {
        let ids = texts(ids)?;
        to_pyarrow(py, run_here(py, || self.0.rows_of(&ids))?)
    }

    fn members<'py>(&self, py: Python<'py>, kinds: PyArray) -> PyResult<[Bound<'py, PyAny>; 2]> {
        let kinds = numbers32(kinds)?;
        let (ids, places) = run_here(py, || self.0.members(kinds.values()))?;
        Ok([to_pyarrow(py, ids)?, to_pyarrow(py, places)?])
    }

    fn keys<'py>(&self, py: Python<'py>, kinds: PyArray) -> PyResult<Bound<'py, PyAny>> {
        let kinds = numbers32(kinds)?;
        to_pyarrow(py, run_here(py, || self.0.keys(kinds.values()))?)
    }

    fn sizes<'py>(&self, py: Python<'py>, kinds: PyArray) -> PyResult<Bound<'py, PyAny>> {
        let kinds = numbers32(kinds)?;
        let sizes = run_here(py, || self.0.sizes(kinds.values()))?;
        to_pyarrow(py, arrow_array::UInt32Array::from(sizes))
    }

    fn plain<'py>(&self, py: Python<'py>, kinds: PyArray) -> PyResult<Bound<'py, PyAny>> {
        let kinds = numbers32(kinds)?;
        to_pyarrow(py, run_here(py, || self.0.plain(kinds.values()))?)
    }

    fn stretches(&self, py: Python<'_>, bytes: usize) -> PyResult<Vec<u32>> {
        run_here(py, || self.0.stretches(bytes))
    }

    fn signatures<'py>(&self, py: Python<'py>, start: u32, end: u32) -> PyResult<Bound<'py, PyAny>> {
        to_pyarrow(py, run(py, 1, |cancel| self.0.signatures(start, end, cancel))?)
    }

    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        run(py, 1, |cancel| self.0.verify(cancel))
    }

    /// Writes the list of removed documents with these among them, which ascend; tells how many they are.
    fn write_removed(&self, py: Python<'_>, path: PathBuf, rows: PyArray) -> PyResult<(Sealed, usize)> {
        let rows = numbers32(rows)?;
        let (written, count) = run_here(py, || self.0.write_removed(&path, rows.values()))?;
        Ok((sealed(&written), count))
    }

    /// Writes the parts from one on as one.
    fn merge(&self, py: Python<'_>, first: usize, path: PathBuf) -> PyResult<Sealed> {
        Ok(sealed(&run(py, 1, |cancel| self.0.merge(first, &path, cancel))?))
    }
}

/// Writes a part of an index.
#[pyclass]
struct IndexWriter(Option<writer::PartWriter>);

#[pymethods]
impl IndexWriter {
    #[new]
    #[pyo3(signature = (path, *, keeping, before, memory, features))]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        keeping: &str,
        before: Option<PyRef<'_, IndexReader>>,
        memory: usize,
        features: u64,
    ) -> PyResult<Self> {
        let keeping = match keeping {
            "plain" => Keeping::Plain,
            "sets" => Keeping::Sets,
            "lists" => Keeping::Lists,
            other => return Err(ParameterError::new_err(format!("keeping: '{other}' is not known"))),
        };
        let before = before.map(|reader| Arc::clone(&reader.0));
        let writer = run_here(py, || writer::PartWriter::new(&path, keeping, before, memory, features))?;
        Ok(Self(Some(writer)))
    }

    #[getter]
    fn documents(&self) -> usize {
        self.0.as_ref().map_or(0, writer::PartWriter::documents)
    }

    fn push(
        &mut self,
        py: Python<'_>,
        ids: PyArray,
        keys: PyArray,
        features: PyArray,
        plain: PyArray,
        threads: usize,
    ) -> PyResult<()> {
        let (ids, keys, features, plain) = (texts(ids)?, binaries(keys)?, lists(features)?, lists(plain)?);
        let writer = self.0.as_mut().ok_or_else(finished)?;
        run(py, threads, |cancel| writer.push(&ids, &keys, &features, &plain, cancel))
    }

    fn finish(&mut self, py: Python<'_>, threads: usize) -> PyResult<Sealed> {
        let writer = self.0.take().ok_or_else(finished)?;
        Ok(sealed(&run(py, threads, |cancel| writer.finish(cancel))?))
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<IndexReader>()?;
    module.add_class::<IndexWriter>()
}
