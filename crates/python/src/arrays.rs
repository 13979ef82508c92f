//! Arrow arrays between Python and Rust, without copying.

use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeBinaryArray, LargeListArray, LargeStringArray, UInt32Array,
    UInt64Array,
};
use arrow_schema::DataType;
use pyo3::prelude::*;
use pyo3_arrow::{PyArray, PyRecordBatch};

use crate::error::ParameterError;

/// Converts to the array type that a stage takes.
pub fn downcast<T: Array + Clone + 'static>(array: PyArray, expected: &str) -> PyResult<T> {
    let (array, _) = array.into_inner();
    array.as_any().downcast_ref::<T>().cloned().ok_or_else(|| {
        ParameterError::new_err(format!("expected an Arrow array of {expected}, got {}", array.data_type()))
    })
}

/// Texts, which must have no nulls: records without a text are refused by the reader.
pub fn texts(array: PyArray) -> PyResult<LargeStringArray> {
    let texts: LargeStringArray = downcast(array, "large_string")?;
    match texts.null_count() {
        0 => Ok(texts),
        count => Err(ParameterError::new_err(format!("{count} of the texts are null; leave them out"))),
    }
}

pub fn numbers32(array: PyArray) -> PyResult<UInt32Array> {
    downcast(array, "uint32")
}

pub fn numbers64(array: PyArray) -> PyResult<UInt64Array> {
    downcast(array, "uint64")
}

pub fn binaries(array: PyArray) -> PyResult<FixedSizeBinaryArray> {
    downcast(array, "fixed_size_binary")
}

pub fn flags(array: PyArray) -> PyResult<Vec<bool>> {
    let flags: BooleanArray = downcast(array, "bool")?;
    Ok(flags.iter().map(|flag| flag == Some(true)).collect())
}

/// Lists of features.
pub fn lists(array: PyArray) -> PyResult<LargeListArray> {
    let lists: LargeListArray = downcast(array, "large_list<uint64>")?;
    match lists.values().data_type() {
        DataType::UInt64 => Ok(lists),
        other => Err(ParameterError::new_err(format!("expected lists of uint64, got lists of {other}"))),
    }
}

pub fn to_pyarrow<'py>(py: Python<'py>, array: impl Array + 'static) -> PyResult<Bound<'py, PyAny>> {
    let array: ArrayRef = Arc::new(array);
    let exported = PyArray::from_array_ref(array).into_pyobject(py)?;
    py.import("pyarrow")?.call_method1("array", (exported,))
}

pub fn batch_to_pyarrow(py: Python<'_>, batch: arrow_array::RecordBatch) -> PyResult<Bound<'_, PyAny>> {
    PyRecordBatch::new(batch).into_pyarrow(py)
}
