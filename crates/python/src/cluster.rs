//! cluster: bags of words, who is near whom, who contains what.

use std::sync::Arc;

use arrow_array::{BooleanArray, Float64Array, UInt32Array};
use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::cluster::counter::{BagCounter as Counter, Occurrences};
use samesame_core::cluster::{bags, behind, contained, distance, nearby};

use crate::arrays::{flags, numbers32, numbers64, texts, to_pyarrow};
use crate::error::finished;
use crate::options::WordArguments;
use crate::run::run;

type Columns<'py> = Vec<Bound<'py, PyAny>>;

/// Texts as they become bags of words.
#[pyclass]
struct BagCounter(Option<Counter>);

#[pymethods]
impl BagCounter {
    #[new]
    fn new(words: WordArguments) -> PyResult<Self> {
        Ok(Self(Some(Counter::new(words.try_into()?))))
    }

    fn push(&mut self, py: Python<'_>, array: PyArray, threads: usize) -> PyResult<()> {
        let (texts, counter) = (texts(array)?, self.0.as_mut().ok_or_else(finished)?);
        run(py, threads, |cancel| counter.push(&texts, cancel))
    }

    /// Keys that texts share if they have the same words in the same paragraphs.
    fn layouts<'py>(&self, py: Python<'py>, array: PyArray, threads: usize) -> PyResult<Bound<'py, PyAny>> {
        let (texts, counter) = (texts(array)?, self.0.as_ref().ok_or_else(finished)?);
        to_pyarrow(py, run(py, threads, |cancel| counter.layouts(&texts, cancel))?)
    }

    /// The bags. `given` are the words of a reference collection and how often each stands there.
    fn finish(
        &mut self,
        py: Python<'_>,
        copies: PyArray,
        given: Option<(PyArray, PyArray)>,
        threads: usize,
    ) -> PyResult<Bags> {
        let (counter, copies) = (self.0.take().ok_or_else(finished)?, numbers64(copies)?);
        let given = given.map(|(words, counts)| {
            PyResult::Ok(Occurrences { words: texts(words)?, counts: numbers64(counts)? })
        });
        let given = given.transpose()?;
        let bags = run(py, threads, |_| counter.finish(copies.values(), given.as_ref()))?;
        Ok(Bags(Arc::new(bags)))
    }
}

/// Texts as bags of words, known by their numbers.
#[pyclass(frozen)]
struct Bags(Arc<bags::Bags>);

#[pymethods]
impl Bags {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// How many words each text has.
    fn lengths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_pyarrow(
            py,
            UInt32Array::from_iter_values((0..self.0.len() as u32).map(|text| self.0.length(text))),
        )
    }

    /// How many paragraphs of at least `least` words each text has.
    fn paragraphs<'py>(&self, py: Python<'py>, least: usize) -> PyResult<Bound<'py, PyAny>> {
        let count = |text| self.0.paragraphs(text, least) as u32;
        to_pyarrow(py, UInt32Array::from_iter_values((0..self.0.len() as u32).map(count)))
    }

    /// The distance of each pair, and the word overlap.
    fn distances<'py>(
        &self,
        py: Python<'py>,
        left: PyArray,
        right: PyArray,
        mu: f64,
        threads: usize,
    ) -> PyResult<Columns<'py>> {
        let (left, right) = (numbers32(left)?, numbers32(right)?);
        let rows = run(py, threads, |cancel| distance::of_pairs(&self.0, &left, &right, mu, cancel))?;
        let (distances, overlaps): (Vec<f64>, Vec<f64>) = rows.into_iter().unzip();
        Ok(vec![
            to_pyarrow(py, Float64Array::from(distances))?,
            to_pyarrow(py, Float64Array::from(overlaps))?,
        ])
    }

    /// Which texts contain which of the letters: text, letter by its place among them, and whether all of it.
    fn holds<'py>(
        &self,
        py: Python<'py>,
        letters: PyArray,
        least: usize,
        threads: usize,
    ) -> PyResult<Columns<'py>> {
        let letters = numbers32(letters)?;
        let rows = run(py, threads, |cancel| contained::holds(&self.0, letters.values(), least, cancel))?;
        Ok(vec![
            to_pyarrow(py, UInt32Array::from_iter_values(rows.iter().map(|row| row.text)))?,
            to_pyarrow(py, UInt32Array::from_iter_values(rows.iter().map(|row| row.letter)))?,
            to_pyarrow(py, rows.iter().map(|row| Some(row.whole)).collect::<BooleanArray>())?,
        ])
    }

    /// The letters behind families: text, how many texts have most of it, and whether they contain all of it.
    fn behind<'py>(
        &self,
        py: Python<'py>,
        known: PyArray,
        ranks: PyArray,
        most: u32,
        threads: usize,
    ) -> PyResult<Columns<'py>> {
        let (known, ranks) = (numbers32(known)?, numbers32(ranks)?);
        let found = run(py, threads, |cancel| {
            behind::letters_behind(&self.0, known.values(), ranks.values(), most, cancel)
        })?;
        Ok(vec![
            to_pyarrow(py, UInt32Array::from_iter_values(found.iter().map(|row| row.text)))?,
            to_pyarrow(py, UInt32Array::from_iter_values(found.iter().map(|row| row.with)))?,
            to_pyarrow(py, found.iter().map(|row| Some(row.contained)).collect::<BooleanArray>())?,
        ])
    }
}

/// An index that finds the texts near some texts, of held ones only those that share nearly all words.
#[pyclass(frozen)]
struct Nearby(nearby::Nearby);

#[pymethods]
impl Nearby {
    #[new]
    fn new(
        py: Python<'_>,
        bags: &Bags,
        mu: f64,
        limit: f64,
        held: PyArray,
        threads: usize,
    ) -> PyResult<Self> {
        let held = flags(held)?;
        run(py, threads, |_| Ok(Self(nearby::Nearby::new(Arc::clone(&bags.0), mu, limit, held))))
    }

    /// For each text asked about, by its place, the texts near it: their distance, and whether they share nearly all
    /// words.
    fn ask<'py>(&self, py: Python<'py>, asked: PyArray, threads: usize) -> PyResult<Columns<'py>> {
        let asked = numbers32(asked)?;
        let near = run(py, threads, |cancel| self.0.ask(&asked, cancel))?;
        Ok(vec![
            to_pyarrow(py, near.asked)?,
            to_pyarrow(py, near.text)?,
            to_pyarrow(py, near.distance)?,
            to_pyarrow(py, near.same_words)?,
        ])
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<BagCounter>()?;
    module.add_class::<Bags>()?;
    module.add_class::<Nearby>()
}
