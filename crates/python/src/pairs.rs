//! match: pairs, stored by the core.

use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float64Array, LargeStringArray, RecordBatch, UInt32Array};
use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::r#match::pairs::{self, Pair, Relation};

use crate::arrays::{batch_to_pyarrow, downcast, numbers32, to_pyarrow};
use crate::error::{ParameterError, finished};
use crate::r#match::Overlaps;
use crate::run::{run, run_here};

/// Pairs of documents; beyond a limit they are spilled.
#[pyclass]
pub struct Pairs(pub Option<pairs::Pairs>);

impl Pairs {
    pub fn new(pairs: pairs::Pairs) -> Self {
        Self(Some(pairs))
    }

    /// Takes the pairs for the next stage.
    pub fn take(&mut self) -> PyResult<pairs::Pairs> {
        self.0.take().ok_or_else(finished)
    }

    fn get(&mut self) -> PyResult<&mut pairs::Pairs> {
        self.0.as_mut().ok_or_else(finished)
    }
}

#[pymethods]
impl Pairs {
    /// From pairs found elsewhere; `relation` has the number of each relation.
    #[staticmethod]
    fn of(
        py: Python<'_>,
        left: PyArray,
        right: PyArray,
        relation: PyArray,
        left_score: PyArray,
        right_score: PyArray,
        memory: usize,
    ) -> PyResult<Self> {
        let [left, right, relation] = [left, right, relation].map(numbers32);
        let (left, right, relation) = (left?, right?, relation?);
        let scores = |array: PyArray| downcast::<Float64Array>(array, "float64");
        let (left_score, right_score) = (scores(left_score)?, scores(right_score)?);
        let found = pairs::Pairs::within(memory);
        let pair = |i: usize| Pair {
            left: left.value(i),
            right: right.value(i),
            relation: Relation::ALL[relation.value(i) as usize % Relation::ALL.len()],
            left_score: left_score.value(i),
            right_score: right_score.value(i),
            ..Pair::default()
        };
        let all: Vec<Pair> = (0..left.values().len()).map(pair).collect();
        run_here(py, || found.add(&all))?;
        Ok(Self::new(found))
    }

    fn __len__(&mut self) -> PyResult<usize> {
        Ok(self.get()?.len())
    }

    /// How many of them are spilled.
    #[getter]
    fn written(&mut self) -> PyResult<usize> {
        Ok(self.get()?.written())
    }

    /// Which of `count` documents are in a pair.
    fn documents<'py>(&mut self, py: Python<'py>, count: usize) -> PyResult<Bound<'py, PyAny>> {
        let pairs = self.get()?;
        let mut met = vec![false; count];
        run_here(py, || {
            pairs.each(|some| {
                let documents = some.iter().flat_map(|pair| [pair.left, pair.right]);
                documents.for_each(|document| met[document as usize] = true);
                Ok(())
            })
        })?;
        to_pyarrow(py, BooleanArray::from(met))
    }

    /// Counts what the documents of all pairs share.
    fn measure(&mut self, py: Python<'_>, overlaps: &Overlaps, threads: usize) -> PyResult<()> {
        let pairs = self.get()?;
        run(py, threads, |cancel| overlaps.0.measure(pairs, cancel))
    }

    /// Keeps the pairs whose Jaccard coefficient is at least `threshold`, which becomes their score. Refuses
    /// more than `most` of them.
    #[pyo3(signature = (overlaps, threshold, threads, most = None))]
    fn verify(
        &mut self,
        py: Python<'_>,
        overlaps: &Overlaps,
        threshold: f64,
        threads: usize,
        most: Option<usize>,
    ) -> PyResult<()> {
        let mut pairs = self.take()?.at_most(most.unwrap_or(usize::MAX));
        run(py, threads, |cancel| overlaps.0.verify(&mut pairs, threshold, cancel))?;
        self.0 = Some(pairs);
        Ok(())
    }

    /// All pairs as columns: left, right, relation, shared, left_size, right_size, left_score, right_score.
    fn table<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pairs = self.take()?;
        let mut all = run_here(py, || pairs.into_vec())?;
        all.sort_unstable_by_key(|pair| (pair.left, pair.right));
        let numbers = |of: fn(&Pair) -> u32| -> ArrayRef {
            Arc::new(UInt32Array::from_iter_values(all.iter().map(of)))
        };
        let values = |of: fn(&Pair) -> f64| -> ArrayRef {
            Arc::new(Float64Array::from_iter_values(all.iter().map(of)))
        };
        let relations: ArrayRef =
            Arc::new(LargeStringArray::from_iter_values(all.iter().map(|pair| pair.relation.name())));
        let columns = [
            ("left", numbers(|pair| pair.left)),
            ("right", numbers(|pair| pair.right)),
            ("relation", relations),
            ("shared", numbers(|pair| pair.shared)),
            ("left_size", numbers(|pair| pair.left_size)),
            ("right_size", numbers(|pair| pair.right_size)),
            ("left_score", values(|pair| pair.left_score)),
            ("right_score", values(|pair| pair.right_score)),
        ];
        let batch = RecordBatch::try_from_iter(columns);
        batch_to_pyarrow(py, batch.map_err(|error| ParameterError::new_err(error.to_string()))?)
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Pairs>()
}
