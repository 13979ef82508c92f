//! segment: words, sentences and languages of many texts.

use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::segment::language::Language;
use samesame_core::segment::table;

use crate::arrays::{texts, to_pyarrow};
use crate::error::to_python;
use crate::options::WordArguments;
use crate::run::run;

#[pyfunction]
fn words(
    py: Python<'_>,
    array: PyArray,
    options: WordArguments,
    threads: usize,
) -> PyResult<Bound<'_, PyAny>> {
    let (texts, options) = (texts(array)?, options.try_into()?);
    to_pyarrow(py, run(py, threads, |cancel| table::word_table(&texts, options, cancel))?)
}

#[pyfunction]
fn word_counts(
    py: Python<'_>,
    array: PyArray,
    options: WordArguments,
    by_sentence: bool,
    threads: usize,
) -> PyResult<Bound<'_, PyAny>> {
    let (texts, options) = (texts(array)?, options.try_into()?);
    to_pyarrow(py, run(py, threads, |cancel| table::word_counts(&texts, options, by_sentence, cancel))?)
}

#[pyfunction]
fn sentences(py: Python<'_>, array: PyArray, threads: usize) -> PyResult<Bound<'_, PyAny>> {
    let texts = texts(array)?;
    to_pyarrow(py, run(py, threads, |cancel| table::sentence_table(&texts, cancel))?)
}

#[pyfunction]
fn languages(py: Python<'_>, array: PyArray, threads: usize) -> PyResult<Bound<'_, PyAny>> {
    let texts = texts(array)?;
    to_pyarrow(py, run(py, threads, |cancel| table::language_table(&texts, cancel))?)
}

#[pyfunction]
fn stop_words(language: &str) -> PyResult<Vec<String>> {
    let language = Language::from_code(language).map_err(to_python)?;
    let list = samesame_core::segment::stop_words::stop_words(language);
    Ok(list.iter().map(ToString::to_string).collect())
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(words, module)?)?;
    module.add_function(wrap_pyfunction!(word_counts, module)?)?;
    module.add_function(wrap_pyfunction!(sentences, module)?)?;
    module.add_function(wrap_pyfunction!(stop_words, module)?)?;
    module.add_function(wrap_pyfunction!(languages, module)?)
}
