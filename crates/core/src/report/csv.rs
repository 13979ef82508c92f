//! Rows as lines of CSV or TSV. `report/csv.py` does the same for columns of any type. Lists are written as
//! JSON inside their cells.

use std::io::Write;

use arrow_array::RecordBatch;

use super::values::{ColumnValues, number, written};
use crate::error::Result;

/// Spreadsheets take a cell that begins with one of these for a formula, which can start programs and send
/// data away.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// How cells are written.
#[derive(Clone, Copy)]
pub struct Cells {
    pub delimiter: u8,
    /// Whether text that would be taken for a formula gets an apostrophe before it.
    pub safe: bool,
}

/// The rows of a batch without a header, in parts.
pub fn csv_lines(batch: &RecordBatch, cells: Cells) -> Result<Vec<Vec<u8>>> {
    written(batch, |columns, row, out| {
        for (at, column) in columns.iter().enumerate() {
            if at > 0 {
                out.push(cells.delimiter);
            }
            cells.write(&column.values, row, out)?;
        }
        out.push(b'\n');
        Ok(())
    })
}

impl Cells {
    fn write(self, values: &ColumnValues<'_>, row: usize, out: &mut Vec<u8>) -> Result<()> {
        match values {
            _ if !values.is_valid(row) => {}
            ColumnValues::Words(words) => {
                let text = words.value(row);
                let mark = if self.safe && text.starts_with(FORMULA) { "'" } else { "" };
                self.quoted(mark, text.as_bytes(), out);
            }
            ColumnValues::Numbers(numbers) => return python_number(numbers.value(row), out),
            ColumnValues::Places(places) => write!(out, "{}", places.value(row))?,
            ColumnValues::Flags(flags) => {
                out.extend_from_slice(if flags.value(row) { b"True" } else { b"False" });
            }
            ColumnValues::Records(..) => {
                let mut json = Vec::new();
                values.json(row, &mut json)?;
                self.quoted("", &json, out);
            }
        }
        Ok(())
    }

    /// Quotes a text only if necessary. A carriage return alone makes it necessary, too: readers take it for
    /// the end of a line.
    fn quoted(self, mark: &str, text: &[u8], out: &mut Vec<u8>) {
        let special = |byte: &u8| [self.delimiter, b'"', b'\n', b'\r'].contains(byte);
        let quote: &[u8] = if text.iter().any(special) { b"\"" } else { b"" };
        out.extend_from_slice(quote);
        out.extend_from_slice(mark.as_bytes());
        for (at, piece) in text.split(|&byte| byte == b'"').enumerate() {
            out.extend_from_slice(if at == 0 { b"" } else { b"\"\"" });
            out.extend_from_slice(piece);
        }
        out.extend_from_slice(quote);
    }
}

/// Writes a number as Python's `str` does, also if it is not finite.
fn python_number(value: f64, out: &mut Vec<u8>) -> Result<()> {
    match value {
        _ if value.is_finite() => return number(value, out),
        _ if value.is_nan() => out.extend_from_slice(b"nan"),
        _ if value > 0.0 => out.extend_from_slice(b"inf"),
        _ => out.extend_from_slice(b"-inf"),
    }
    Ok(())
}
