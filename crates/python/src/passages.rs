//! match: shared passages.

use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::r#match::passages::{self, Located, Wanted};

use crate::arrays::{batch_to_pyarrow, numbers32, texts};
use crate::error::finished;
use crate::options::{self, Words};
use crate::run::run;

/// Finds the passages that documents share: all are pushed, then found, then pushed again to be located.
#[pyclass]
struct PassageFinder {
    finder: Option<passages::PassageFinder>,
    located: Option<Located>,
}

#[pymethods]
impl PassageFinder {
    #[new]
    fn new(words: Words, size: i64, memory: usize) -> PyResult<Self> {
        let (words, size) = (words.try_into()?, options::count("min_words", size, 1)?);
        Ok(Self { finder: Some(passages::PassageFinder::new(words, size, memory)), located: None })
    }

    fn push(&mut self, py: Python<'_>, array: PyArray, threads: usize) -> PyResult<()> {
        let (texts, finder) = (texts(array)?, self.finder.as_mut().ok_or_else(finished)?);
        run(py, threads, |cancel| finder.push(&texts, cancel))
    }

    /// `ranks` tells for each document its place in the order of the ids.
    #[pyo3(signature = (ranks, *, count, boilerplate, threads))]
    fn find(
        &mut self,
        py: Python<'_>,
        ranks: PyArray,
        count: i64,
        boilerplate: i64,
        threads: usize,
    ) -> PyResult<()> {
        let (count, boilerplate) =
            (options::count("min_count", count, 2)?, options::count("boilerplate", boilerplate, 2)?);
        let wanted = Wanted { ranks: numbers32(ranks)?.values().to_vec(), count, boilerplate };
        let finder = self.finder.take().ok_or_else(finished)?;
        self.located = Some(run(py, threads, |cancel| finder.find(&wanted, cancel))?);
        Ok(())
    }

    fn locate(&mut self, py: Python<'_>, array: PyArray, threads: usize) -> PyResult<()> {
        let (texts, located) = (texts(array)?, self.located.as_mut().ok_or_else(finished)?);
        run(py, threads, |cancel| located.push(&texts, cancel))
    }

    /// The next passages in their order: text, words, boilerplate, places (document, start, end); None after the last.
    fn portion<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let located = self.located.as_mut().ok_or_else(finished)?;
        run(py, 1, |_| located.portion())?.map(|batch| batch_to_pyarrow(py, batch)).transpose()
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PassageFinder>()
}
