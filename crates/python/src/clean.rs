//! clean: HTML and normal forms.

use std::ops::Range;

use pyo3::prelude::*;
use samesame_core::clean::normal::normalise_mapped;
use samesame_core::clean::offsets::{CodePoints, OffsetMap};

use crate::error::ParameterError;
use crate::options::{self, FormArguments};
use crate::run::run;

#[pyfunction]
fn html_text(py: Python<'_>, html: &str, clean: &str) -> PyResult<String> {
    let mode = options::html_clean(clean)?;
    run(py, 1, |_| Ok(samesame_core::clean::html::html_text(html, mode)))
}

/// A normal form with a map to the original. Positions are code points.
#[pyclass(frozen)]
struct NormalForm {
    #[pyo3(get)]
    text: String,
    original: String,
    map: OffsetMap,
}

#[pymethods]
impl NormalForm {
    #[new]
    fn new(text: &str, form: FormArguments, language: Option<&str>) -> PyResult<Self> {
        let turkish = options::language(language)?.is_turkic_in(text);
        let (normal, map) = normalise_mapped(text, form.form(turkish)?);
        Ok(Self { text: normal, original: text.to_owned(), map })
    }

    /// The range of the original that `start..end` of the normal form was made from.
    fn original(&self, start: usize, end: usize) -> PyResult<(usize, usize)> {
        let bytes = byte_range(&self.text, start..end)?;
        let range = CodePoints::new(&self.original).range(self.map.original(bytes));
        Ok((range.start, range.end))
    }
}

fn byte_range(text: &str, points: Range<usize>) -> PyResult<Range<usize>> {
    let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let mut ends = ends.skip(points.start);
    let outside = || ParameterError::new_err(format!("no range of the normal form: {points:?}"));
    let length = points.end.checked_sub(points.start).ok_or_else(outside)?;
    let start = ends.next().ok_or_else(outside)?;
    let end = if length == 0 { Some(start) } else { ends.nth(length - 1) };
    Ok(start..end.ok_or_else(outside)?)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<NormalForm>()?;
    module.add_function(wrap_pyfunction!(html_text, module)?)
}
