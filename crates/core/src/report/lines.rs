//! Rows as JSON lines, exactly as Python's `json` would write them, but fast enough for millions of rows.

use arrow_array::RecordBatch;

use super::values::{object, written};
use crate::error::Result;

/// The rows of a batch, one JSON object per line, in parts. Columns may be strings, numbers, booleans and
/// lists of structs of these.
pub fn row_lines(batch: &RecordBatch) -> Result<Vec<Vec<u8>>> {
    written(batch, |columns, row, out| {
        object(columns, row, out)?;
        out.push(b'\n');
        Ok(())
    })
}
