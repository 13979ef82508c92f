//! sign: shingles, keys and statistics.

use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::sign::{statistics, table};

use crate::arrays::{numbers64, texts, to_pyarrow};
use crate::error::finished;
use crate::options::{self, Words};
use crate::run::run;

#[pyfunction]
fn shingles(
    py: Python<'_>,
    array: PyArray,
    options: Words,
    size: usize,
    threads: usize,
) -> PyResult<Bound<'_, PyAny>> {
    let (texts, options) = (texts(array)?, options.try_into()?);
    to_pyarrow(py, run(py, threads, |cancel| table::shingle_table(&texts, options, size, cancel))?)
}

#[pyfunction]
fn exact_keys<'py>(
    py: Python<'py>,
    array: PyArray,
    same: &str,
    language: Option<&str>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (texts, same, language) = (texts(array)?, options::same_by(same)?, options::language(language)?);
    to_pyarrow(py, run(py, threads, |cancel| table::exact_keys(&texts, same, language, cancel))?)
}

/// Counts the documents that hold each word.
#[pyclass]
struct WordCounter(Option<statistics::WordCounter>);

#[pymethods]
impl WordCounter {
    #[new]
    fn new(options: Words) -> PyResult<Self> {
        Ok(Self(Some(statistics::WordCounter::new(options.try_into()?))))
    }

    fn push(&mut self, py: Python<'_>, array: PyArray, threads: usize) -> PyResult<()> {
        let (texts, counter) = (texts(array)?, self.0.as_mut().ok_or_else(finished)?);
        run(py, threads, |cancel| counter.push(&texts, cancel))
    }

    /// The number of documents, the words in order, their counts.
    fn finish<'py>(&mut self, py: Python<'py>) -> PyResult<(u64, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let counter = self.0.take().ok_or_else(finished)?;
        let (documents, words, counts) = run(py, 0, |_| Ok(counter.finish()))?;
        Ok((documents, to_pyarrow(py, words)?, to_pyarrow(py, counts)?))
    }
}

#[pyfunction]
fn fingerprint(preparation: &str, documents: u64, words: PyArray, counts: PyArray) -> PyResult<String> {
    let (words, counts) = (texts(words)?, numbers64(counts)?);
    Ok(format!("{:032x}", statistics::fingerprint(preparation, documents, &words, &counts)))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<WordCounter>()?;
    module.add_function(wrap_pyfunction!(shingles, module)?)?;
    module.add_function(wrap_pyfunction!(exact_keys, module)?)?;
    module.add_function(wrap_pyfunction!(fingerprint, module)?)
}
