//! Writes documents as JSON lines; fields other than id, text and time are written as they were read.
//!
//! If other names were chosen for id, text or time, a document may also have fields with the names `id`,
//! `text` or `time`. No key may occur twice and none may replace another, so then all other fields are put
//! into one field `metadata`.

use std::collections::BTreeMap;

use arrow_array::cast::AsArray;
use arrow_array::types::TimestampMicrosecondType;
use arrow_array::{Array, RecordBatch};
use serde::de::IgnoredAny;

use crate::error::{Error, Result};
use crate::read::time::format_time;

/// The documents of a batch, one JSON object per line.
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
            write_metadata(metadata.value(i).trim(), &mut out);
        }
        out.extend_from_slice(b"}\n");
    }
    Ok(out)
}

/// Adds the fields of a JSON object to the one that is being written.
fn write_metadata(object: &str, out: &mut Vec<u8>) {
    let fields = object.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).map(str::trim);
    let Some(fields) = fields.filter(|fields| !fields.is_empty()) else { return };
    if may_have_own_names(fields) && has_own_names(object) {
        out.extend_from_slice(b",\"metadata\":");
        out.extend_from_slice(object.as_bytes());
    } else {
        out.push(b',');
        out.extend_from_slice(fields.as_bytes());
    }
}

/// The fields that every document has.
const OWN: [&str; 3] = ["id", "text", "time"];

/// A cheap test that is true whenever `has_own_names` is: such a name is written in quotes, or with an
/// escape.
fn may_have_own_names(fields: &str) -> bool {
    fields.contains('\\')
        || fields.contains("\"id\"")
        || fields.contains("\"text\"")
        || fields.contains("\"time\"")
}

fn has_own_names(object: &str) -> bool {
    let fields: serde_json::Result<BTreeMap<String, IgnoredAny>> = serde_json::from_str(object);
    fields.is_ok_and(|fields| OWN.iter().any(|name| fields.contains_key(*name)))
}

fn write_string(text: &str, out: &mut Vec<u8>) -> Result<()> {
    serde_json::to_writer(out, text).map_err(|error| Error::InternalError(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(object: &str) -> String {
        let mut out = b"{\"id\":1".to_vec();
        write_metadata(object, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn no_key_is_written_twice_and_none_is_lost() {
        assert_eq!(written(r#"{"a":1,"b":{"id":2}}"#), r#"{"id":1,"a":1,"b":{"id":2}"#);
        assert_eq!(written(r#"{"a":"\"id\":"}"#), r#"{"id":1,"a":"\"id\":""#);
        assert_eq!(written("{}"), r#"{"id":1"#);
        for object in
            [r#"{"a":1,"id":2}"#, r#"{"\u0069d":2}"#, r#"{"time":"","metadata":3}"#, r#"{ "text" : [] }"#]
        {
            assert_eq!(written(object), format!(r#"{{"id":1,"metadata":{object}"#));
        }
    }
}
