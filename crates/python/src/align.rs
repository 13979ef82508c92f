//! align: passages of pairs of texts, with their positions.

use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use samesame_core::align::reworded::Reworded;
use samesame_core::align::table::{self, Aligner};
use samesame_core::align::verbatim::Verbatim;
use samesame_core::align::{Passage, held};
use samesame_core::cancel::Cancel;

use crate::arrays::{numbers32, texts, to_pyarrow};
use crate::options;
use crate::run::{run, run_here};

/// Pairs of texts up to this many bytes are aligned so quickly that nobody could press Ctrl-C.
const SHORT: usize = 1 << 18;

/// Positions in the left and the right text, and the kind.
type Row = (usize, usize, usize, usize, &'static str);

/// The aligner as Python passes it: its name, then the options of `reworded`.
#[derive(FromPyObject)]
struct AlignerArguments(String, bool, bool);

impl TryFrom<AlignerArguments> for Aligner {
    type Error = PyErr;

    fn try_from(AlignerArguments(name, adapt, summary): AlignerArguments) -> PyResult<Self> {
        let reworded = Reworded { adapt, summary, ..Reworded::default() };
        let verbatim = Aligner::Verbatim(Verbatim::default());
        options::choose(
            "aligner",
            &name,
            &[("verbatim", verbatim), ("reworded", Aligner::Reworded(reworded))],
        )
    }
}

#[pyfunction]
fn align_pairs<'py>(
    py: Python<'py>,
    array: PyArray,
    left: PyArray,
    right: PyArray,
    aligner: AlignerArguments,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (texts, left, right) = (texts(array)?, numbers32(left)?, numbers32(right)?);
    let aligner = aligner.try_into()?;
    to_pyarrow(py, run(py, threads, |cancel| table::align_pairs(&texts, &left, &right, &aligner, cancel))?)
}

/// The passages of two texts, without Arrow: for short texts, conversions would take longer than aligning.
#[pyfunction]
fn align_texts(py: Python<'_>, left: &str, right: &str, aligner: AlignerArguments) -> PyResult<Vec<Row>> {
    let aligner = aligner.try_into()?;
    let found = match left.len() + right.len() < SHORT {
        true => run_here(py, || table::align_texts(left, right, &aligner, &Cancel::default()))?,
        false => run(py, 1, |cancel| table::align_texts(left, right, &aligner, cancel))?,
    };
    let row = |p: Passage| {
        let kind = if p.identical { "identical" } else { "edited" };
        (p.left.start, p.left.end, p.right.start, p.right.end, kind)
    };
    Ok(found.into_iter().map(row).collect())
}

/// Texts that are kept until their pairs are aligned.
#[pyclass]
struct HeldTexts(held::HeldTexts);

#[pymethods]
impl HeldTexts {
    #[new]
    fn new(memory: usize) -> Self {
        Self(held::HeldTexts::new(memory))
    }

    fn push(&mut self, py: Python<'_>, documents: PyArray, array: PyArray) -> PyResult<()> {
        let (documents, texts) = (numbers32(documents)?, texts(array)?);
        run(py, 1, |_| self.0.push(&documents, &texts))
    }

    fn align<'py>(
        &mut self,
        py: Python<'py>,
        left: PyArray,
        right: PyArray,
        aligner: AlignerArguments,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (left, right, aligner) = (numbers32(left)?, numbers32(right)?, aligner.try_into()?);
        to_pyarrow(py, run(py, threads, |cancel| self.0.align(&left, &right, &aligner, cancel))?)
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<HeldTexts>()?;
    module.add_function(wrap_pyfunction!(align_texts, module)?)?;
    module.add_function(wrap_pyfunction!(align_pairs, module)?)
}
