//! match: shared passages.

use arrow_array::BooleanArray;
use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::r#match::passages::{self, Located, WantedPassages, parts};

use crate::arrays::{batch_to_pyarrow, flags, lists, numbers32, texts, to_pyarrow};
use crate::error::finished;
use crate::options::{self, WordArguments};
use crate::run::run;

/// Finds the passages that documents share: all documents are pushed, then passages found, then documents
/// pushed again to locate the passages.
#[pyclass]
struct PassageFinder {
    finder: Option<passages::PassageFinder>,
    located: Option<Located>,
}

#[pymethods]
impl PassageFinder {
    #[new]
    fn new(words: WordArguments, size: i64, memory: usize) -> PyResult<Self> {
        let (words, size) = (words.try_into()?, options::count("min_words", size, 1)?);
        Ok(Self { finder: Some(passages::PassageFinder::new(words, size, memory)), located: None })
    }

    fn push(&mut self, py: Python<'_>, array: PyArray, threads: usize) -> PyResult<()> {
        let (texts, finder) = (texts(array)?, self.finder.as_mut().ok_or_else(finished)?);
        run(py, threads, |cancel| finder.push(&texts, cancel))
    }

    /// `ranks` has the rank of each document by id.
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
        let wanted = WantedPassages { ranks: numbers32(ranks)?.values().to_vec(), count, boilerplate };
        let finder = self.finder.take().ok_or_else(finished)?;
        self.located = Some(run(py, threads, |cancel| finder.find(&wanted, cancel))?);
        Ok(())
    }

    fn locate(&mut self, py: Python<'_>, array: PyArray, threads: usize) -> PyResult<()> {
        let (texts, located) = (texts(array)?, self.located.as_mut().ok_or_else(finished)?);
        run(py, threads, |cancel| located.push(&texts, cancel))
    }

    /// The next passages in order: text, words, boilerplate, places (document, start, end); None after the
    /// last.
    fn portion<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let located = self.located.as_mut().ok_or_else(finished)?;
        run(py, 1, |_| located.portion())?.map(|batch| batch_to_pyarrow(py, batch)).transpose()
    }
}

/// The shingles of each text (0 for those that do not count), and its number of words.
#[pyfunction]
fn passage_shingles<'py>(
    py: Python<'py>,
    array: PyArray,
    words: WordArguments,
    size: i64,
    threads: usize,
) -> PyResult<[Bound<'py, PyAny>; 2]> {
    let (texts, words, size) = (texts(array)?, words.try_into()?, options::count("min_words", size, 1)?);
    let (shingles, counts) = run(py, threads, |cancel| parts::shingles(&texts, words, size, cancel))?;
    Ok([to_pyarrow(py, shingles)?, to_pyarrow(py, counts)?])
}

/// The places of passages, one per row, from pieces of shared shingles: the document of each (by rank of id),
/// its first word and its shingles; and the number of words of each document.
#[pyfunction]
#[pyo3(signature = (documents, starts, shingles, words, *, size, count, boilerplate, memory, threads))]
#[allow(clippy::too_many_arguments)]
fn passage_places<'py>(
    py: Python<'py>,
    documents: PyArray,
    starts: PyArray,
    shingles: PyArray,
    words: PyArray,
    size: i64,
    count: i64,
    boilerplate: i64,
    memory: usize,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (documents, starts, words) = (numbers32(documents)?, numbers32(starts)?, numbers32(words)?);
    let (shingles, size) = (lists(shingles)?, options::count("min_words", size, 1)?);
    let (count, boilerplate) =
        (options::count("min_count", count, 2)?, options::count("boilerplate", boilerplate, 2)?);
    let ranks = (0..words.values().len() as u32).collect();
    let wanted = WantedPassages { ranks, count, boilerplate };
    let (documents, starts, words) = (documents.values(), starts.values(), words.values());
    let pieces = parts::SharedPieces { documents, starts, shingles: &shingles, words };
    let found = run(py, threads, |cancel| parts::passages(&pieces, size, &wanted, memory, cancel))?;
    batch_to_pyarrow(py, found)
}

/// Locates places in texts: `rows` has the text of each, and those of one text must be consecutive.
#[pyfunction]
fn passage_locate<'py>(
    py: Python<'py>,
    array: PyArray,
    words: WordArguments,
    rows: PyArray,
    firsts: PyArray,
    lengths: PyArray,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (texts, words) = (texts(array)?, words.try_into()?);
    let (rows, firsts, lengths) = (numbers32(rows)?, numbers32(firsts)?, numbers32(lengths)?);
    let places = [&rows, &firsts, &lengths];
    batch_to_pyarrow(py, run(py, threads, |cancel| parts::locate(&texts, words, places, cancel))?)
}

/// Rows of passages as `PassageFinder.portion` returns them, from located places.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn passage_told<'py>(
    py: Python<'py>,
    words: PyArray,
    counts: PyArray,
    boilerplate: PyArray,
    array: PyArray,
    documents: PyArray,
    starts: PyArray,
    ends: PyArray,
    marks: PyArray,
) -> PyResult<Bound<'py, PyAny>> {
    let (words, counts, texts) = (numbers32(words)?, numbers32(counts)?, texts(array)?);
    let boilerplate = BooleanArray::from(flags(boilerplate)?);
    let places = [numbers32(documents)?, numbers32(starts)?, numbers32(ends)?, numbers32(marks)?];
    let places = [&places[0], &places[1], &places[2], &places[3]];
    let told = run(py, 1, |_| parts::told_passages([&words, &counts], &boilerplate, &texts, places))?;
    batch_to_pyarrow(py, told)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(passage_shingles, module)?)?;
    module.add_function(wrap_pyfunction!(passage_places, module)?)?;
    module.add_function(wrap_pyfunction!(passage_locate, module)?)?;
    module.add_function(wrap_pyfunction!(passage_told, module)?)?;
    module.add_class::<PassageFinder>()
}
