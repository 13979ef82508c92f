//! JSON records as columns of the types that were found for their fields.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::builder::{LargeStringBuilder, NullBufferBuilder};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, LargeListArray, LargeStringArray, NullArray,
    RecordBatch, RecordBatchOptions, StructArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{Field, Schema};
use rayon::prelude::*;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::error::{Error, Result};
use crate::read::shapes::{Shape, Shapes, fields_of};

/// The values of one field, as they are written.
type Raw<'a> = Vec<Option<&'a RawValue>>;

/// The shapes of all records together.
pub fn shapes_of(records: &LargeStringArray) -> Result<Shapes> {
    let take = |mut shapes: Shapes, row: usize| {
        shapes.take(records.value(row)).map_err(|error| broken(&error))?;
        Ok(shapes)
    };
    let merge = |mut left: Shapes, right: Shapes| {
        left.merge(right);
        Ok(left)
    };
    // In pieces of their own and in order, so that the order of the fields is that of the records.
    let pieces: Vec<Shapes> = (0..records.len().div_ceil(PIECE))
        .into_par_iter()
        .map(|piece| {
            let rows = piece * PIECE..records.len().min((piece + 1) * PIECE);
            rows.into_iter().try_fold(Shapes::default(), take)
        })
        .collect::<Result<_>>()?;
    pieces.into_iter().try_fold(Shapes::default(), merge)
}

const PIECE: usize = 512;

/// Records as columns.
pub fn columns(records: &LargeStringArray, shapes: &Shapes) -> Result<RecordBatch> {
    let rows: Vec<Raw<'_>> = (0..records.len())
        .into_par_iter()
        .map(|row| by_field(records.value(row), shapes))
        .collect::<Result<_>>()?;
    let columns = (0..shapes.fields.len()).into_par_iter().map(|place| {
        let values: Raw<'_> = rows.iter().map(|row| row[place]).collect();
        column(&shapes.fields[place].1, &values)
    });
    let columns: Vec<ArrayRef> = columns.collect::<Result<_>>()?;
    let options = RecordBatchOptions::new().with_row_count(Some(records.len()));
    let schema = Arc::new(Schema::new(shapes.arrow_fields()));
    Ok(RecordBatch::try_new_with_options(schema, columns, &options)?)
}

/// The values of a record in the order of the fields. Of a name that stands there twice the last counts, as in Python.
fn by_field<'a>(record: &'a str, shapes: &Shapes) -> Result<Raw<'a>> {
    let mut values = vec![None; shapes.fields.len()];
    for (name, value) in fields_of(record).map_err(|error| broken(&error))? {
        let place = shapes.place(&name).ok_or_else(another)?;
        values[place] = Some(value).filter(|value| value.get() != "null");
    }
    Ok(values)
}

fn column(shape: &Shape, values: &Raw<'_>) -> Result<ArrayRef> {
    let is_json = shape.is_json();
    if *shape != Shape::Text && !is_json {
        let parsed: Vec<Option<Value>> =
            values.iter().map(|raw| raw.map(parsed).transpose()).collect::<Result<_>>()?;
        return build(shape, &parsed.iter().map(Option::as_ref).collect::<Vec<_>>());
    }
    let mut out = LargeStringBuilder::new();
    for raw in values {
        out.append_option(raw.map(|raw| text(raw, is_json)).transpose()?);
    }
    Ok(Arc::new(out.finish()))
}

fn text(raw: &RawValue, is_json: bool) -> Result<Cow<'_, str>> {
    if raw.get().starts_with('"') {
        return serde_json::from_str::<String>(raw.get()).map(Cow::Owned).map_err(|error| broken(&error));
    }
    if is_json { Ok(Cow::Borrowed(raw.get())) } else { Err(another()) }
}

fn parsed(raw: &RawValue) -> Result<Value> {
    serde_json::from_str(raw.get()).map_err(|error| broken(&error))
}

fn build(shape: &Shape, values: &[Option<&Value>]) -> Result<ArrayRef> {
    let values: Vec<Option<&Value>> =
        values.iter().map(|value| value.filter(|value| !value.is_null())).collect();
    Ok(match shape {
        shape if shape.is_json() => {
            let written = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            Arc::new(values.iter().map(|value| value.map(written)).collect::<LargeStringArray>())
        }
        Shape::Null => {
            each(&values, |_| None::<()>)?;
            Arc::new(NullArray::new(values.len()))
        }
        Shape::Bool => Arc::new(BooleanArray::from(each(&values, Value::as_bool)?)),
        Shape::Int | Shape::Long => Arc::new(Int64Array::from(each(&values, Value::as_i64)?)),
        Shape::Float => Arc::new(Float64Array::from(each(&values, Value::as_f64)?)),
        Shape::Text | Shape::Mixed => Arc::new(LargeStringArray::from(each(&values, Value::as_str)?)),
        Shape::List(item) => list(item, &each(&values, Value::as_array)?)?,
        Shape::Object(shapes) => object(shapes, &each(&values, Value::as_object)?)?,
    })
}

/// The values as a type has them; an error if one has none of it, which only another file can be the reason of.
fn each<'a, T>(values: &[Option<&'a Value>], get: impl Fn(&'a Value) -> Option<T>) -> Result<Vec<Option<T>>> {
    values.iter().map(|value| value.map(|value| get(value).ok_or_else(another)).transpose()).collect()
}

fn list(shape: &Shape, values: &[Option<&Vec<Value>>]) -> Result<ArrayRef> {
    let items: Vec<Option<&Value>> =
        values.iter().flatten().flat_map(|items| items.iter().map(Some)).collect();
    let offsets = OffsetBuffer::from_lengths(values.iter().map(|value| value.map_or(0, Vec::len)));
    let field = Arc::new(Field::new("item", shape.data_type(), true));
    Ok(Arc::new(LargeListArray::try_new(field, offsets, build(shape, &items)?, nulls(values))?))
}

fn object(shapes: &Shapes, values: &[Option<&serde_json::Map<String, Value>>]) -> Result<ArrayRef> {
    if values.iter().flatten().any(|fields| fields.keys().any(|name| shapes.place(name).is_none())) {
        return Err(another());
    }
    let child = |(name, shape): &(String, Shape)| {
        build(
            shape,
            &values.iter().map(|value| value.and_then(|fields| fields.get(name))).collect::<Vec<_>>(),
        )
    };
    let children = shapes.fields.iter().map(child).collect::<Result<_>>()?;
    Ok(Arc::new(StructArray::try_new(shapes.arrow_fields(), children, nulls(values))?))
}

fn nulls<T>(values: &[Option<T>]) -> Option<NullBuffer> {
    let mut nulls = NullBufferBuilder::new(values.len());
    values.iter().for_each(|value| nulls.append(value.is_some()));
    nulls.finish()
}

/// The readers let only JSON pass.
fn broken(error: &serde_json::Error) -> Error {
    Error::InternalError(format!("a record is no JSON: {error}"))
}

fn another() -> Error {
    Error::InputError(
        "a record is not what it was when it was read first; run it again when nobody writes to it".into(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::cast::AsArray;

    #[test]
    fn a_record_of_another_shape_is_refused() {
        let shapes =
            shapes_of(&LargeStringArray::from(vec![r#"{"a":1,"o":{"x":[1]},"t":"x","n":null}"#])).unwrap();
        for other in [
            r#"{"b":1}"#,
            r#"{"a":"x"}"#,
            r#"{"a":1.5}"#,
            r#"{"o":{"y":1}}"#,
            r#"{"o":{"x":["y"]}}"#,
            r#"{"t":1}"#,
            r#"{"n":1}"#,
        ] {
            let records = LargeStringArray::from(vec![other]);
            assert!(matches!(columns(&records, &shapes), Err(Error::InputError(_))), "{other}");
        }
        assert_eq!(columns(&LargeStringArray::from(vec!["{}"]), &shapes).unwrap().num_rows(), 1);
    }

    #[test]
    fn values_are_not_rounded_and_text_is_as_it_is_written() {
        let records = LargeStringArray::from(vec![
            r#"{"n":9223372036854775807,"m":1.50,"s":"\u00e9","s":"é\n"}"#,
            r#"{"n":-1,"m":"1.50","s":null}"#,
        ]);
        let batch = columns(&records, &shapes_of(&records).unwrap()).unwrap();
        let numbers = batch.column(0).as_primitive::<arrow_array::types::Int64Type>();
        assert_eq!(numbers.values(), &[i64::MAX, -1]);
        let mixed = batch.column(1).as_string::<i64>();
        assert_eq!((mixed.value(0), mixed.value(1)), ("1.50", "1.50"));
        let texts = batch.column(2).as_string::<i64>();
        assert_eq!((texts.value(0), texts.is_null(1)), ("é\n", true));
    }
}
