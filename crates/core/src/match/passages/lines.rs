//! Passages as JSON lines. One may have as many places as there are documents, so this is a loop for the core.

use std::io::Write;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, RecordBatch};
use rayon::prelude::*;

use crate::error::{Error, Result};

const ROWS_A_TASK: usize = 64;

/// The passages of a batch (passage, text, words, count, boilerplate, places), one JSON object a line; in parts.
pub fn passage_lines(batch: &RecordBatch) -> Result<Vec<Vec<u8>>> {
    let starts: Vec<usize> = (0..batch.num_rows()).step_by(ROWS_A_TASK).collect();
    let part = |&start: &usize| lines(&batch.slice(start, ROWS_A_TASK.min(batch.num_rows() - start)));
    starts.par_iter().map(part).collect()
}

fn lines(batch: &RecordBatch) -> Result<Vec<u8>> {
    let column = |name: &str| batch.column_by_name(name).ok_or_else(|| missing(name));
    let number = |name: &str| column(name).map(|column| column.as_primitive::<Int64Type>());
    let (passage, words, count) = (number("passage")?, number("words")?, number("count")?);
    let (text, marked) = (column("text")?.as_string::<i64>(), column("boilerplate")?.as_boolean());
    let places = column("places")?.as_list::<i64>();
    let mut out = Vec::new();
    for i in 0..batch.num_rows() {
        write!(out, "{{\"passage\": {}, \"text\": ", passage.value(i))?;
        string(text.value(i), &mut out)?;
        let (words, count, marked) = (words.value(i), count.value(i), marked.value(i));
        write!(out, ", \"words\": {words}, \"count\": {count}, \"boilerplate\": {marked}, \"places\": [")?;
        write_places(&places.value(i), &mut out)?;
        out.extend_from_slice(b"]}\n");
    }
    Ok(out)
}

fn write_places(places: &ArrayRef, out: &mut Vec<u8>) -> Result<()> {
    let places = places.as_struct();
    let column = |name: &str| places.column_by_name(name).ok_or_else(|| missing(name));
    let id = column("id")?.as_string::<i64>();
    let (start, end) =
        (column("start")?.as_primitive::<Int64Type>(), column("end")?.as_primitive::<Int64Type>());
    for i in 0..places.len() {
        out.extend_from_slice(if i == 0 { b"{\"id\": " } else { b", {\"id\": " });
        string(id.value(i), out)?;
        write!(out, ", \"start\": {}, \"end\": {}}}", start.value(i), end.value(i))?;
    }
    Ok(())
}

fn string(text: &str, out: &mut Vec<u8>) -> Result<()> {
    serde_json::to_writer(out, text).map_err(|error| Error::InternalError(error.to_string()))
}

fn missing(name: &str) -> Error {
    Error::InternalError(format!("no column '{name}'"))
}
