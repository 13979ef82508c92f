//! Rows as JSON lines, as Python's json would write them: there may be millions.

use arrow_array::RecordBatch;

use super::values::{object, written};
use crate::error::Result;

/// The rows of a batch, one JSON object a line; in parts. Columns are words, numbers, flags and lists of structs of these.
pub fn row_lines(batch: &RecordBatch) -> Result<Vec<Vec<u8>>> {
    written(batch, |columns, row, out| {
        object(columns, row, out)?;
        out.push(b'\n');
        Ok(())
    })
}
