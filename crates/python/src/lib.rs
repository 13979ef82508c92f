//! `samesame._core`: thin adapters. Each file is for the core's stage of the same name.

mod align;
mod arrays;
mod candidates;
mod clean;
mod cluster;
mod edits;
mod error;
mod index;
mod r#match;
mod options;
mod pairs;
mod passages;
mod read;
mod records;
mod report;
mod run;
mod segment;
mod sentences;
mod sign;
mod tree;
mod window;

use pyo3::prelude::*;

/// Reuses the memory of freed batches instead of returning it to the system and requesting it again.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    error::register(module)?;
    read::register(module)?;
    records::register(module)?;
    clean::register(module)?;
    edits::register(module)?;
    segment::register(module)?;
    sign::register(module)?;
    r#match::register(module)?;
    pairs::register(module)?;
    candidates::register(module)?;
    passages::register(module)?;
    sentences::register(module)?;
    align::register(module)?;
    cluster::register(module)?;
    tree::register(module)?;
    index::register(module)?;
    report::register(module)?;
    window::register(module)?;
    run::register(module)
}
