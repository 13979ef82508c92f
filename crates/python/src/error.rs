//! The core's errors as Python exceptions of the same names.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyKeyboardInterrupt};
use pyo3::prelude::*;
use samesame_core::error::Error;

create_exception!(samesame, SamesameError, PyException, "Whatever samesame raises on purpose.");
create_exception!(samesame, InputError, SamesameError, "An input as a whole cannot be used.");
create_exception!(
    samesame,
    ParameterError,
    SamesameError,
    "A parameter has a value that cannot be worked with."
);
create_exception!(samesame, StatisticsMismatch, SamesameError, "Made under different statistics.");
create_exception!(samesame, FormatError, SamesameError, "A stored file is foreign or of another version.");
create_exception!(samesame, InternalError, SamesameError, "A mistake of samesame itself. Please report it.");

/// A function instead of `From`, because both types belong to other crates.
pub fn to_python(error: Error) -> PyErr {
    let text = error.to_string();
    match error {
        Error::InputError(_) => InputError::new_err(text),
        Error::ParameterError(_) => ParameterError::new_err(text),
        Error::StatisticsMismatch(_) => StatisticsMismatch::new_err(text),
        Error::FormatError(_) => FormatError::new_err(text),
        Error::Interrupted => PyKeyboardInterrupt::new_err(()),
        Error::InternalError(_) => InternalError::new_err(text),
    }
}

/// The error of objects that give their result once.
pub fn finished() -> PyErr {
    InternalError::new_err("its result was already taken")
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("SamesameError", py.get_type::<SamesameError>())?;
    module.add("InputError", py.get_type::<InputError>())?;
    module.add("ParameterError", py.get_type::<ParameterError>())?;
    module.add("StatisticsMismatch", py.get_type::<StatisticsMismatch>())?;
    module.add("FormatError", py.get_type::<FormatError>())?;
    module.add("InternalError", py.get_type::<InternalError>())
}
