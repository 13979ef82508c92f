//! match: exact groups.

use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::r#match::exact;

use crate::arrays::{texts, to_pyarrow};
use crate::error::finished;
use crate::options;
use crate::run::run;

/// Groups documents with the same words as they come.
#[pyclass]
struct ExactGroups(Option<exact::ExactGroups>);

#[pymethods]
impl ExactGroups {
    #[new]
    fn new(same: &str, language: Option<&str>, memory: usize) -> PyResult<Self> {
        let (same, language) = (options::same_by(same)?, options::language(language)?);
        Ok(Self(Some(exact::ExactGroups::new(same, language, memory))))
    }

    fn push(&mut self, py: Python<'_>, array: PyArray, threads: usize) -> PyResult<()> {
        let (texts, groups) = (texts(array)?, self.0.as_mut().ok_or_else(finished)?);
        run(py, threads, |cancel| groups.push(&texts, cancel))
    }

    /// For each text the number of the first document with the same words; null for one without words.
    fn finish<'py>(&mut self, py: Python<'py>, threads: usize) -> PyResult<Bound<'py, PyAny>> {
        let groups = self.0.take().ok_or_else(finished)?;
        to_pyarrow(py, run(py, threads, |cancel| groups.finish(cancel))?)
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<ExactGroups>()
}
