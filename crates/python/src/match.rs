//! match: exact groups.

use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::r#match::exact;

use crate::arrays::{texts, to_pyarrow};
use crate::options;
use crate::run::run;

/// Groups documents with the same words as they come.
#[pyclass]
struct ExactGroups(exact::ExactGroups);

#[pymethods]
impl ExactGroups {
    #[new]
    fn new(same: &str, language: Option<&str>, memory: usize) -> PyResult<Self> {
        let (same, language) = (options::same_by(same)?, options::language(language)?);
        Ok(Self(exact::ExactGroups::new(same, language, memory)))
    }

    /// For each text the number of the first document with the same words; null for one without words.
    fn push<'py>(&mut self, py: Python<'py>, array: PyArray, threads: usize) -> PyResult<Bound<'py, PyAny>> {
        let (texts, groups) = (texts(array)?, &mut self.0);
        to_pyarrow(py, run(py, threads, |cancel| groups.push(&texts, cancel))?)
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<ExactGroups>()
}
