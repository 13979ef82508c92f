//! match: exact groups, joins of feature sets.

use std::sync::Arc;

use arrow_array::UInt32Array;
use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::r#match::{exact, join, keys, overlaps, stars};

use crate::arrays::{binaries, flags, lists, numbers32, numbers64, texts, to_pyarrow};
use crate::error::finished;
use crate::index::IndexReader;
use crate::options;
use crate::pairs::Pairs;
use crate::run::{run, run_here};
use crate::sign::HashedTexts;

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

    /// For each text, the number of the first document with the same words; null for a text without words.
    fn push<'py>(&mut self, py: Python<'py>, array: PyArray, threads: usize) -> PyResult<Bound<'py, PyAny>> {
        let (texts, groups) = (texts(array)?, self.0.as_mut().ok_or_else(finished)?);
        to_pyarrow(py, run(py, threads, |cancel| groups.push(&texts, cancel))?)
    }

    /// Adds texts whose result is returned by `finish`.
    fn defer(&mut self, py: Python<'_>, array: PyArray, threads: usize) -> PyResult<()> {
        let (texts, groups) = (texts(array)?, self.0.as_mut().ok_or_else(finished)?);
        run(py, threads, |cancel| groups.defer(&texts, cancel))
    }

    fn finish<'py>(&mut self, py: Python<'py>, threads: usize) -> PyResult<Bound<'py, PyAny>> {
        let groups = self.0.take().ok_or_else(finished)?;
        to_pyarrow(py, run(py, threads, |cancel| groups.finish(cancel))?)
    }
}

/// Groups documents by their keys as they come.
#[pyclass]
#[derive(Default)]
struct KeyGroups(keys::KeyGroups);

#[pymethods]
impl KeyGroups {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// For each key, the number of the first document with it; null for null.
    fn push<'py>(&mut self, py: Python<'py>, keys: PyArray) -> PyResult<Bound<'py, PyAny>> {
        let keys = binaries(keys)?;
        to_pyarrow(py, run_here(py, || self.0.push(&keys))?)
    }

    /// The kinds of documents of an index that have one of the keys, in order.
    fn known_to<'py>(&self, py: Python<'py>, reader: PyRef<'py, IndexReader>) -> PyResult<Bound<'py, PyAny>> {
        let reader = Arc::clone(&reader.0);
        let kinds = run_here(py, || reader.kinds_of(self.0.keys()))?;
        to_pyarrow(py, UInt32Array::from(kinds))
    }
}

/// Joins sets of features.
#[pyclass]
struct SetJoin(Option<join::SetJoin>);

#[pymethods]
impl SetJoin {
    #[new]
    fn new(memory: usize, features: u64) -> Self {
        Self(Some(join::SetJoin::new(memory, features)))
    }

    fn push(&mut self, py: Python<'_>, array: PyArray, threads: usize) -> PyResult<()> {
        let (lists, join) = (lists(array)?, self.0.as_mut().ok_or_else(finished)?);
        run(py, threads, |cancel| join.push(&lists, cancel))
    }

    /// Adds the word shingles of some texts; returns which of them have any.
    fn push_hashed<'py>(
        &mut self,
        py: Python<'py>,
        texts: &HashedTexts,
        rows: PyArray,
        size: usize,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (rows, join) = (numbers32(rows)?, self.0.as_mut().ok_or_else(finished)?);
        to_pyarrow(py, run(py, threads, |cancel| join.push_hashed(&texts.0, &rows, size, cancel))?)
    }

    /// The pairs that pass; the shared number is counted in features.
    #[pyo3(signature = (measure, threshold, split, threads))]
    fn pairs(
        &mut self,
        py: Python<'_>,
        measure: &str,
        threshold: f64,
        split: Option<u32>,
        threads: usize,
    ) -> PyResult<Pairs> {
        let measure = options::measure(measure, threshold)?;
        let join = self.0.take().ok_or_else(finished)?;
        run(py, threads, |cancel| join.pairs(measure, split, cancel)).map(Pairs::new)
    }

    /// The pairs with documents of an index; and the kinds of the index that are in a pair or in `also`, in the
    /// order of their numbers in the pairs.
    fn pairs_against<'py>(
        &mut self,
        py: Python<'py>,
        reader: PyRef<'py, IndexReader>,
        measure: &str,
        threshold: f64,
        also: PyArray,
        threads: usize,
    ) -> PyResult<(Pairs, Bound<'py, PyAny>)> {
        let (measure, also) = (options::measure(measure, threshold)?, numbers32(also)?);
        let (reader, join) = (Arc::clone(&reader.0), self.0.take().ok_or_else(finished)?);
        let (pairs, kinds) =
            run(py, threads, |cancel| join.pairs_against(reader, measure, also.values(), cancel))?;
        Ok((Pairs::new(pairs), to_pyarrow(py, UInt32Array::from(kinds))?))
    }

    /// Which document stays in the place of each (kept, shared, sizes). `order` is by preference; the
    /// documents of `fixed` must stay. The first `ahead` are of another collection; with `within`, the others
    /// are also removed for one another.
    #[allow(clippy::too_many_arguments)] // Python gives them by name.
    fn stars<'py>(
        &mut self,
        py: Python<'py>,
        measure: &str,
        threshold: f64,
        order: PyArray,
        fixed: PyArray,
        ahead: usize,
        within: bool,
        threads: usize,
    ) -> PyResult<[Bound<'py, PyAny>; 3]> {
        let measure = options::measure(measure, threshold)?;
        let (order, fixed) = (numbers32(order)?, flags(fixed)?);
        let join = self.0.take().ok_or_else(finished)?;
        let wishes = stars::Wishes { order: order.values(), fixed: &fixed, ahead, within };
        let stars = run(py, threads, |cancel| join.stars(measure, &wishes, cancel))?;
        Ok([to_pyarrow(py, stars.kept)?, to_pyarrow(py, stars.shared)?, to_pyarrow(py, stars.sizes)?])
    }
}

/// Counts what given pairs of documents share.
#[pyclass]
pub struct Overlaps(pub overlaps::Overlaps);

#[pymethods]
impl Overlaps {
    #[new]
    fn new(memory: usize) -> Self {
        Self(overlaps::Overlaps::new(memory))
    }

    fn push(
        &mut self,
        py: Python<'_>,
        documents: PyArray,
        features: PyArray,
        threads: usize,
    ) -> PyResult<()> {
        let (documents, lists) = (numbers32(documents)?, lists(features)?);
        run(py, threads, |cancel| self.0.push(&documents, &lists, cancel))
    }

    /// For each pair, the number that both have, and the number that each has.
    fn of<'py>(
        &self,
        py: Python<'py>,
        left: PyArray,
        right: PyArray,
        threads: usize,
    ) -> PyResult<[Bound<'py, PyAny>; 3]> {
        let (left, right) = (numbers32(left)?, numbers32(right)?);
        let [shared, left, right] = run(py, threads, |cancel| self.0.of(&left, &right, cancel))?;
        Ok([to_pyarrow(py, shared)?, to_pyarrow(py, left)?, to_pyarrow(py, right)?])
    }
}

/// Which document stays in the place of each, from known pairs, and whether both cover each other. A pair has
/// two flags: the left one is covered by the right one, and the reverse. Larger documents (by `sizes`) may
/// contain smaller ones.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn star_pairs<'py>(
    py: Python<'py>,
    left: PyArray,
    right: PyArray,
    left_passes: PyArray,
    right_passes: PyArray,
    sizes: PyArray,
    order: PyArray,
    fixed: PyArray,
    ahead: usize,
    within: bool,
    threads: usize,
) -> PyResult<[Bound<'py, PyAny>; 2]> {
    let (left, right, sizes) = (numbers32(left)?, numbers32(right)?, numbers64(sizes)?);
    let (left_passes, right_passes) = (flags(left_passes)?, flags(right_passes)?);
    let (order, fixed) = (numbers32(order)?, flags(fixed)?);
    let pairs = stars::KnownPairs {
        left: left.values(),
        right: right.values(),
        left_passes: &left_passes,
        right_passes: &right_passes,
        sizes: sizes.values(),
    };
    let wishes = stars::Wishes { order: order.values(), fixed: &fixed, ahead, within };
    let stars = run(py, threads, |cancel| pairs.stars(&wishes, cancel))?;
    Ok([to_pyarrow(py, stars.kept)?, to_pyarrow(py, stars.mutual)?])
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<ExactGroups>()?;
    module.add_class::<KeyGroups>()?;
    module.add_class::<SetJoin>()?;
    module.add_class::<Overlaps>()?;
    module.add_function(wrap_pyfunction!(star_pairs, module)?)
}
