//! Records back to JSON lines, with fields added to each.

use arrow_array::{Array, LargeStringArray, RecordBatch};
use memchr::memchr;
use memchr::memmem::Finder;

use crate::error::{Error, Result};
use crate::read::shapes::fields_of;
use crate::report::lines::row_lines;

/// Records, which are JSON objects, one a line.
pub fn record_lines(records: &LargeStringArray) -> Vec<u8> {
    let mut out = Vec::with_capacity(records.value_data().len() + records.len());
    for record in records.iter().flatten() {
        out.extend_from_slice(record.as_bytes());
        out.push(b'\n');
    }
    out
}

/// The same with the fields of the rows of `marks` behind their own. A name that a record has already is an error.
pub fn marked_lines(records: &LargeStringArray, marks: &RecordBatch) -> Result<Vec<u8>> {
    let schema = marks.schema();
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let finders: Vec<Finder<'_>> = quoted.iter().map(Finder::new).collect();
    let added = row_lines(marks)?.concat();
    let mut out = Vec::with_capacity(records.value_data().len() + added.len());
    let mut rest = &added[..];
    for record in records.iter().flatten() {
        if may_have(record, &finders) {
            refuse_own(record, &names)?;
        }
        let (mark, after) = rest.split_at(memchr(b'\n', rest).map_or(rest.len(), |at| at + 1));
        rest = after;
        append(record, mark, &mut out)?;
    }
    Ok(out)
}

/// `{"a":1}` and `{"b":2}` and the end of a line as one object.
fn append(record: &str, mark: &[u8], out: &mut Vec<u8>) -> Result<()> {
    let open = record.trim_end().strip_suffix('}').map(str::trim_end);
    let (Some(open), Some(mark)) = (open, mark.strip_prefix(b"{")) else {
        return Err(Error::InternalError("a record is no JSON object".into()));
    };
    out.extend_from_slice(open.as_bytes());
    out.extend_from_slice(if open.trim_start() == "{" { b"" } else { b", " });
    out.extend_from_slice(mark);
    Ok(())
}

/// Cheap, and true wherever a name stands: it is written in quotes, or with an escape.
fn may_have(record: &str, finders: &[Finder<'_>]) -> bool {
    memchr(b'\\', record.as_bytes()).is_some() || finders.iter().any(|f| f.find(record.as_bytes()).is_some())
}

fn refuse_own(record: &str, names: &[&str]) -> Result<()> {
    let fields = fields_of(record).map_err(|error| Error::InternalError(error.to_string()))?;
    match fields.iter().find(|(name, _)| names.contains(&&**name)) {
        Some((name, _)) => Err(taken(name)),
        None => Ok(()),
    }
}

fn taken(name: &str) -> Error {
    Error::ParameterError(format!(
        "mark: the input has a field '{name}' already, which would be written twice; rename it, or leave mark out"
    ))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, BooleanArray, LargeStringArray};

    use super::*;

    fn marked(records: &[&str]) -> Result<String> {
        let stays: ArrayRef = Arc::new(BooleanArray::from(vec![true; records.len()]));
        let kept: ArrayRef = Arc::new(LargeStringArray::from(vec![Some("x\n"); records.len()]));
        let marks = RecordBatch::try_from_iter([("stays", stays), ("kept", kept)]).unwrap();
        marked_lines(&LargeStringArray::from(records.to_vec()), &marks)
            .map(|out| String::from_utf8(out).unwrap())
    }

    #[test]
    fn fields_are_added_behind_the_others() {
        let added = r#""stays": true, "kept": "x\n"}"#;
        assert_eq!(marked(&[r#"{"a":1}"#, "{ }"]).unwrap(), format!("{{\"a\":1, {added}\n{{{added}\n"));
        let spaced = r#" {"a":{"kept":1}, "b": "stays" } "#;
        let wanted = format!(" {{\"a\":{{\"kept\":1}}, \"b\": \"stays\", {added}\n");
        assert_eq!(marked(&[spaced]).unwrap(), wanted);
    }

    #[test]
    fn a_field_of_that_name_is_refused_however_it_is_written() {
        for record in [r#"{"kept":1}"#, r#"{"a":"stays", "\u0073tays":null}"#] {
            assert!(matches!(marked(&[record]), Err(Error::ParameterError(_))), "{record}");
        }
    }
}
