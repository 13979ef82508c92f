//! Columns whose values are written as text; each value is formatted as Python's `json` does it.

use std::io::Write;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, LargeListArray, LargeStringArray, RecordBatch,
    StructArray,
};
use rayon::prelude::*;

use crate::error::{Error, Result};

/// Few, because one row may have very many spans or places.
const ROWS_A_TASK: usize = 64;

/// The values of a column, by type.
pub(super) enum ColumnValues<'a> {
    Words(&'a LargeStringArray),
    Numbers(&'a Float64Array),
    Places(&'a Int64Array),
    Flags(&'a BooleanArray),
    Records(&'a LargeListArray, Records<'a>),
}

/// A column with its name.
pub(super) struct Column<'a> {
    /// The name as JSON with a colon: the beginning of the field.
    name: Vec<u8>,
    pub values: ColumnValues<'a>,
}

/// The structs in all lists of a column.
pub(super) struct Records<'a> {
    structs: &'a StructArray,
    columns: Vec<Column<'a>>,
}

/// All rows of a batch, formatted by `write`; in parts, each made by one thread.
pub(super) fn written(
    batch: &RecordBatch,
    write: impl Fn(&[Column<'_>], usize, &mut Vec<u8>) -> Result<()> + Sync,
) -> Result<Vec<Vec<u8>>> {
    let schema = batch.schema();
    let fields = schema.fields().iter().zip(batch.columns());
    let columns = fields.map(|(field, array)| Column::of(field.name(), array)).collect::<Result<Vec<_>>>()?;
    let part = |start: usize| {
        let mut out = Vec::new();
        for row in start..batch.num_rows().min(start + ROWS_A_TASK) {
            write(&columns, row, &mut out)?;
        }
        Ok(out)
    };
    let starts: Vec<usize> = (0..batch.num_rows()).step_by(ROWS_A_TASK).collect();
    starts.into_par_iter().map(part).collect()
}

impl<'a> Column<'a> {
    fn of(name: &str, array: &'a ArrayRef) -> Result<Self> {
        let values = if let Some(words) = array.as_string_opt::<i64>() {
            ColumnValues::Words(words)
        } else if let Some(numbers) = array.as_primitive_opt::<Float64Type>() {
            ColumnValues::Numbers(numbers)
        } else if let Some(places) = array.as_primitive_opt::<Int64Type>() {
            ColumnValues::Places(places)
        } else if let Some(flags) = array.as_boolean_opt() {
            ColumnValues::Flags(flags)
        } else if let Some((list, structs)) = records(array) {
            ColumnValues::Records(list, Records::of(structs)?)
        } else {
            let message = format!("column '{name}': the core writes no {}", array.data_type());
            return Err(Error::ParameterError(message));
        };
        let mut start = Vec::new();
        string(name, &mut start)?;
        start.extend_from_slice(b": ");
        Ok(Self { name: start, values })
    }
}

fn records(array: &ArrayRef) -> Option<(&LargeListArray, &StructArray)> {
    let list = array.as_list_opt::<i64>()?;
    Some((list, list.values().as_struct_opt()?))
}

impl<'a> Records<'a> {
    fn of(structs: &'a StructArray) -> Result<Self> {
        let fields = structs.fields().iter().zip(structs.columns());
        let columns =
            fields.map(|(field, array)| Column::of(field.name(), array)).collect::<Result<Vec<_>>>()?;
        Ok(Self { structs, columns })
    }

    fn json(&self, at: usize, out: &mut Vec<u8>) -> Result<()> {
        match self.structs.is_valid(at) {
            true => object(&self.columns, at, out),
            false => Ok(out.write_all(b"null")?),
        }
    }
}

impl ColumnValues<'_> {
    pub(super) fn is_valid(&self, row: usize) -> bool {
        match self {
            Self::Words(words) => words.is_valid(row),
            Self::Numbers(numbers) => numbers.is_valid(row),
            Self::Places(places) => places.is_valid(row),
            Self::Flags(flags) => flags.is_valid(row),
            Self::Records(list, _) => list.is_valid(row),
        }
    }

    pub(super) fn json(&self, row: usize, out: &mut Vec<u8>) -> Result<()> {
        match self {
            _ if !self.is_valid(row) => Ok(out.write_all(b"null")?),
            Self::Words(words) => string(words.value(row), out),
            // JSON cannot express numbers that are not finite.
            Self::Numbers(numbers) if !numbers.value(row).is_finite() => Ok(out.write_all(b"null")?),
            Self::Numbers(numbers) => number(numbers.value(row), out),
            Self::Places(places) => Ok(write!(out, "{}", places.value(row))?),
            Self::Flags(flags) => Ok(write!(out, "{}", flags.value(row))?),
            Self::Records(list, records) => {
                let ends = list.value_offsets();
                for at in ends[row]..ends[row + 1] {
                    out.extend_from_slice(if at == ends[row] { b"[" } else { b", " });
                    records.json(at as usize, out)?;
                }
                out.extend_from_slice(if ends[row] == ends[row + 1] { b"[]" } else { b"]" });
                Ok(())
            }
        }
    }
}

pub(super) fn object(columns: &[Column<'_>], row: usize, out: &mut Vec<u8>) -> Result<()> {
    out.push(b'{');
    for (at, column) in columns.iter().enumerate() {
        out.extend_from_slice(if at == 0 { b"" } else { b", " });
        out.extend_from_slice(&column.name);
        column.values.json(row, out)?;
    }
    out.push(b'}');
    Ok(())
}

fn string(text: &str, out: &mut Vec<u8>) -> Result<()> {
    serde_json::to_writer(out, text).map_err(|error| Error::InternalError(error.to_string()))
}

/// A finite number as Python writes it: with the fewest digits that identify it. Rust has the same rule but
/// formats exponents in another way.
pub(super) fn number(value: f64, out: &mut Vec<u8>) -> Result<()> {
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
        ];
        for (value, expected) in written {
            let mut out = Vec::new();
            number(value, &mut out).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }
}
