//! Documents back to JSON lines, other fields beside id, text and time as they came.

use arrow_array::cast::AsArray;
use arrow_array::types::TimestampMicrosecondType;
use arrow_array::{Array, RecordBatch};

use crate::error::{Error, Result};
use crate::read::time::format_time;

/// The documents of a batch, one JSON object a line.
pub fn to_json_lines(batch: &RecordBatch) -> Result<Vec<u8>> {
    let column = |name: &str| {
        batch.column_by_name(name).ok_or_else(|| Error::InternalError(format!("no column '{name}'")))
    };
    let id = column("id")?.as_string::<i64>();
    let text = column("text")?.as_string::<i64>();
    let time = column("time")?.as_primitive::<TimestampMicrosecondType>();
    let metadata = column("metadata")?.as_string::<i64>();
    let mut out = Vec::with_capacity(text.value_data().len() * 9 / 8);
    for i in 0..batch.num_rows() {
        out.extend_from_slice(b"{\"id\":");
        write_string(id.value(i), &mut out)?;
        out.extend_from_slice(b",\"text\":");
        write_string(text.value(i), &mut out)?;
        if let Some(moment) = time.is_valid(i).then(|| format_time(time.value(i))).flatten() {
            out.extend_from_slice(format!(",\"time\":\"{moment}\"").as_bytes());
        }
        if metadata.is_valid(i) {
            extend(metadata.value(i), &mut out);
        }
        out.extend_from_slice(b"}\n");
    }
    Ok(out)
}

/// Adds the fields of a JSON object to the one that is being written.
fn extend(object: &str, out: &mut Vec<u8>) {
    let fields = object.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).map(str::trim);
    if let Some(fields) = fields.filter(|fields| !fields.is_empty()) {
        out.push(b',');
        out.extend_from_slice(fields.as_bytes());
    }
}

fn write_string(text: &str, out: &mut Vec<u8>) -> Result<()> {
    serde_json::to_writer(out, text).map_err(|error| Error::InternalError(error.to_string()))
}
