//! Rows of matches as JSON lines, as Python's json would write them: there may be millions.

use std::io::Write;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, Float64Array, LargeListArray, LargeStringArray, RecordBatch, StructArray,
};
use rayon::prelude::*;

use crate::error::{Error, Result};

const ROWS_A_TASK: usize = 1024;

/// The matches of a batch, one JSON object a line; in parts. Columns are words, numbers and lists of spans.
pub fn match_lines(batch: &RecordBatch) -> Result<Vec<Vec<u8>>> {
    let starts: Vec<usize> = (0..batch.num_rows()).step_by(ROWS_A_TASK).collect();
    let part = |&start: &usize| lines(&batch.slice(start, ROWS_A_TASK.min(batch.num_rows() - start)));
    starts.par_iter().map(part).collect()
}

fn lines(batch: &RecordBatch) -> Result<Vec<u8>> {
    let schema = batch.schema();
    let fields = schema.fields().iter().zip(batch.columns());
    let columns =
        fields.map(|(field, array)| Column::of(field.name(), array)).collect::<Result<Vec<Column<'_>>>>()?;
    let mut out = Vec::new();
    for row in 0..batch.num_rows() {
        object(&columns, row, &mut out)?;
        out.push(b'\n');
    }
    Ok(out)
}

/// A column with the beginning of its field.
struct Column<'a> {
    name: Vec<u8>,
    values: Values<'a>,
}

enum Values<'a> {
    Words(&'a LargeStringArray),
    Numbers(&'a Float64Array),
    Places(&'a arrow_array::Int64Array),
    Spans(&'a LargeListArray),
}

impl<'a> Column<'a> {
    fn of(name: &str, array: &'a ArrayRef) -> Result<Self> {
        let values = if let Some(words) = array.as_string_opt::<i64>() {
            Values::Words(words)
        } else if let Some(numbers) = array.as_primitive_opt::<Float64Type>() {
            Values::Numbers(numbers)
        } else if let Some(places) = array.as_primitive_opt::<Int64Type>() {
            Values::Places(places)
        } else if let Some(spans) = array.as_list_opt::<i64>() {
            Values::Spans(spans)
        } else {
            let message = format!("column '{name}': no match has {}", array.data_type());
            return Err(Error::ParameterError(message));
        };
        let mut start = Vec::new();
        string(name, &mut start)?;
        start.extend_from_slice(b": ");
        Ok(Self { name: start, values })
    }

    fn write(&self, row: usize, out: &mut Vec<u8>) -> Result<()> {
        out.extend_from_slice(&self.name);
        match &self.values {
            Values::Words(words) if words.is_valid(row) => string(words.value(row), out),
            Values::Numbers(numbers) if numbers.is_valid(row) => number(numbers.value(row), out),
            Values::Places(places) if places.is_valid(row) => Ok(write!(out, "{}", places.value(row))?),
            Values::Spans(spans) if spans.is_valid(row) => list(spans.value(row).as_struct(), out),
            _ => Ok(out.write_all(b"null")?),
        }
    }
}

fn object(columns: &[Column<'_>], row: usize, out: &mut Vec<u8>) -> Result<()> {
    for (at, column) in columns.iter().enumerate() {
        out.extend_from_slice(if at == 0 { b"{" } else { b", " });
        column.write(row, out)?;
    }
    out.push(b'}');
    Ok(())
}

fn list(spans: &StructArray, out: &mut Vec<u8>) -> Result<()> {
    let fields = spans.fields().iter().zip(spans.columns());
    let columns =
        fields.map(|(field, array)| Column::of(field.name(), array)).collect::<Result<Vec<Column<'_>>>>()?;
    out.push(b'[');
    for row in 0..spans.len() {
        out.extend_from_slice(if row == 0 { b"" } else { b", " });
        object(&columns, row, out)?;
    }
    out.push(b']');
    Ok(())
}

fn string(text: &str, out: &mut Vec<u8>) -> Result<()> {
    serde_json::to_writer(out, text).map_err(|error| Error::InternalError(error.to_string()))
}

/// A number as Python writes it: the fewest digits that tell it. Rust has the same rules, but another look of exponents.
fn number(value: f64, out: &mut Vec<u8>) -> Result<()> {
    if !value.is_finite() {
        return Ok(out.write_all(b"null")?); // JSON has no other word for them
    }
    let start = out.len();
    write!(out, "{value:?}")?;
    let Some(at) = out[start..].iter().position(|&byte| byte == b'e') else { return Ok(()) };
    let exponent = out.split_off(start + at + 1);
    let (sign, digits) = match exponent.strip_prefix(b"-") {
        Some(digits) => (b'-', digits),
        None => (b'+', &exponent[..]),
    };
    out.push(sign);
    out.extend_from_slice(if digits.len() < 2 { b"0" } else { b"" });
    out.extend_from_slice(digits);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_python() {
        let written = [
            (1.0, "1.0"),
            (0.1 + 0.2, "0.30000000000000004"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (-1.5e-7, "-1.5e-07"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.25e300, "1.25e+300"),
            (5e-324, "5e-324"),
            (-0.0, "-0.0"),
            (f64::NAN, "null"),
            (f64::NEG_INFINITY, "null"),
        ];
        for (value, expected) in written {
            let mut out = Vec::new();
            number(value, &mut out).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }
}
