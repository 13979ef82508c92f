//! `samesame._core`: thin adapters. Each file serves the core's stage of the same name.

mod arrays;
mod clean;
mod error;
mod r#match;
mod options;
mod read;
mod run;
mod segment;
mod sign;

use pyo3::prelude::*;

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    error::register(module)?;
    read::register(module)?;
    clean::register(module)?;
    segment::register(module)?;
    sign::register(module)?;
    r#match::register(module)?;
    run::register(module)
}
