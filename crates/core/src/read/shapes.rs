//! What the fields of JSON records hold: the types of the columns that can take all of their values.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Number, Value};

/// Deeper lists and objects, and objects with more names than this, are told as JSON: they are data in their names, or
/// trees, and few programs read a table with such columns.
const DEEPEST: usize = 16;
const WIDEST: usize = 1_000;
/// Whole numbers up to here have a floating-point number of the same value.
const EXACT: u64 = 1 << 53;

/// What the values of a field have in common.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Shape {
    /// Nothing but null was met.
    #[default]
    Null,
    Bool,
    /// Whole numbers that a floating-point number can hold, too.
    Int,
    /// Whole numbers of up to 64 bits.
    Long,
    Float,
    Text,
    List(Box<Shape>),
    Object(Shapes),
    /// Values of several kinds: strings as they are, others as JSON.
    Mixed,
}

/// The fields of objects, in the order they were met.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shapes {
    pub fields: Vec<(String, Shape)>,
    places: HashMap<String, usize>,
}

impl Shapes {
    /// Fields of text, as CSV has them.
    pub fn of_texts(names: Vec<String>) -> Self {
        let mut shapes = Self::default();
        for name in names {
            *shapes.field(&name) = Shape::Text;
        }
        shapes
    }

    fn field(&mut self, name: &str) -> &mut Shape {
        let place = match self.places.get(name) {
            Some(&place) => place,
            None => {
                self.places.insert(name.to_owned(), self.fields.len());
                self.fields.push((name.to_owned(), Shape::Null));
                self.fields.len() - 1
            }
        };
        &mut self.fields[place].1
    }

    /// Where a field stands.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// Takes in a record: a JSON object.
    pub fn take(&mut self, record: &str) -> serde_json::Result<()> {
        for (name, value) in fields_of(record)? {
            let shape = self.field(&name);
            match (&*shape, value.get().as_bytes().first()) {
                // Most values: long texts need not be looked at.
                (Shape::Text | Shape::Mixed, Some(b'"')) | (_, Some(b'n')) => {}
                (Shape::Null, Some(b'"')) => *shape = Shape::Text,
                _ => match serde_json::from_str(value.get()) {
                    Ok(value) if is_flat(&value, DEEPEST) => shape.take(&value),
                    _ => *shape = Shape::Mixed, // too deep, perhaps even to be parsed
                },
            }
        }
        Ok(())
    }

    /// Takes in what other records have.
    pub fn merge(&mut self, other: Self) {
        for (name, shape) in other.fields {
            self.field(&name).merge(shape);
        }
    }

    pub fn arrow_fields(&self) -> Fields {
        self.fields.iter().map(|(name, shape)| Field::new(name, shape.data_type(), true)).collect()
    }
}

impl Shape {
    fn take(&mut self, value: &Value) {
        let shape = std::mem::take(self);
        *self = match (shape, value) {
            (shape, Value::Null) => shape,
            (Shape::Null | Shape::Bool, Value::Bool(_)) => Shape::Bool,
            (Shape::Null | Shape::Text, Value::String(_)) => Shape::Text,
            (Shape::Null, Value::Number(number)) => of_number(number),
            (shape, Value::Number(number)) => shape.and(of_number(number)),
            (Shape::Null, Value::Array(items)) => Shape::list(Shape::Null, items),
            (Shape::List(shape), Value::Array(items)) => Shape::list(*shape, items),
            (Shape::Null, Value::Object(fields)) => Shape::object(Shapes::default(), fields),
            (Shape::Object(shapes), Value::Object(fields)) => Shape::object(shapes, fields),
            _ => Shape::Mixed,
        };
    }

    fn list(mut shape: Shape, items: &[Value]) -> Shape {
        items.iter().for_each(|item| shape.take(item));
        Shape::List(Box::new(shape))
    }

    fn object(mut shapes: Shapes, fields: &serde_json::Map<String, Value>) -> Shape {
        for (name, value) in fields {
            shapes.field(name).take(value);
        }
        if shapes.fields.len() > WIDEST { Shape::Mixed } else { Shape::Object(shapes) }
    }

    /// What can hold the values of both.
    fn and(self, other: Shape) -> Shape {
        match (self, other) {
            (shape, Shape::Null) | (Shape::Null, shape) => shape,
            (Shape::Int, Shape::Long) | (Shape::Long, Shape::Int) => Shape::Long,
            (Shape::Int, Shape::Float) | (Shape::Float, Shape::Int) => Shape::Float,
            (Shape::List(left), Shape::List(right)) => Shape::List(Box::new(left.and(*right))),
            (Shape::Object(mut left), Shape::Object(right)) => {
                left.merge(right);
                if left.fields.len() > WIDEST { Shape::Mixed } else { Shape::Object(left) }
            }
            (left, right) if left == right => left,
            _ => Shape::Mixed,
        }
    }

    fn merge(&mut self, other: Shape) {
        *self = std::mem::take(self).and(other);
    }

    /// An object that never has a field is JSON, too: Parquet has no columns without values.
    pub fn is_json(&self) -> bool {
        match self {
            Shape::Mixed => true,
            Shape::Object(shapes) => shapes.fields.is_empty(),
            _ => false,
        }
    }

    pub fn data_type(&self) -> DataType {
        match self {
            _ if self.is_json() => DataType::LargeUtf8,
            Shape::Null => DataType::Null,
            Shape::Bool => DataType::Boolean,
            Shape::Int | Shape::Long => DataType::Int64,
            Shape::Float => DataType::Float64,
            Shape::Text | Shape::Mixed => DataType::LargeUtf8,
            Shape::List(item) => DataType::LargeList(Arc::new(Field::new("item", item.data_type(), true))),
            Shape::Object(shapes) => DataType::Struct(shapes.arrow_fields()),
        }
    }
}

/// Whether at most so many lists and objects stand in one another.
fn is_flat(value: &Value, levels: usize) -> bool {
    match value {
        Value::Array(items) => levels > 0 && items.iter().all(|item| is_flat(item, levels - 1)),
        Value::Object(fields) => levels > 0 && fields.values().all(|value| is_flat(value, levels - 1)),
        _ => true,
    }
}

fn of_number(number: &Number) -> Shape {
    match number.as_i64() {
        Some(whole) if whole.unsigned_abs() <= EXACT => Shape::Int,
        Some(_) => Shape::Long,
        None if number.is_u64() => Shape::Mixed,
        None => Shape::Float,
    }
}

/// The fields of a record, each with its value as it is written.
pub fn fields_of(record: &str) -> serde_json::Result<Vec<(Cow<'_, str>, &RawValue)>> {
    serde_json::Deserializer::from_str(record).deserialize_map(FieldsVisitor)
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some((Name(name), value)) = map.next_entry()? {
            fields.push((name, value));
        }
        Ok(fields)
    }
}

/// A name that is borrowed where it has no escapes.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(values: &[&str]) -> Shape {
        let mut shapes = Shapes::default();
        for value in values {
            shapes.take(&format!("{{\"x\": {value}}}")).unwrap();
        }
        shapes.fields.pop().unwrap().1
    }

    #[test]
    fn a_field_has_the_narrowest_type_that_holds_all_values() {
        let list = |item| Shape::List(Box::new(item));
        for (values, wanted) in [
            (&["null", "true"][..], Shape::Bool),
            (&["1", "null", "-9007199254740992"], Shape::Int),
            (&["1", "9007199254740993"], Shape::Long),
            (&["1", "1.5"], Shape::Float),
            (&["9007199254740993", "1.5"], Shape::Mixed),
            (&["18446744073709551615"], Shape::Mixed),
            (&["\"a\"", "null"], Shape::Text),
            (&["\"a\"", "1"], Shape::Mixed),
            (&["1", "\"a\""], Shape::Mixed),
            (&["[]", "[1]", "[null, 1.5]"], list(Shape::Float)),
            (&["[]", "{}"], Shape::Mixed),
            (&["[[1], \"a\"]"], list(Shape::Mixed)),
        ] {
            assert_eq!(shape(values), wanted, "{values:?}");
            let reversed: Vec<&str> = values.iter().rev().copied().collect();
            assert_eq!(shape(&reversed), wanted, "{reversed:?}");
        }
    }

    #[test]
    fn merged_shapes_are_those_of_all_records() {
        let values = [
            "null",
            "true",
            "1",
            "9007199254740993",
            "1.5",
            "\"a\"",
            "[]",
            "[1]",
            "{}",
            "{\"y\": 1}",
            "{\"y\": []}",
        ];
        for first in values {
            for second in values {
                let (mut left, mut right) = (Shapes::default(), Shapes::default());
                left.take(&format!("{{\"x\":{first}}}")).unwrap();
                right.take(&format!("{{\"x\":{second}}}")).unwrap();
                left.merge(right);
                assert_eq!(left.fields[0].1, shape(&[first, second]), "{first} {second}");
            }
        }
    }

    #[test]
    fn deep_and_wide_values_are_json() {
        let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert_ne!(shape(&[&deep(DEEPEST)]), Shape::Mixed);
        assert_eq!(shape(&[&deep(DEEPEST + 1)]), Shape::Mixed);
        assert_eq!(shape(&[&deep(127)]), Shape::Mixed);
        let wide =
            |n: usize| format!("{{{}}}", (0..n).map(|i| format!("\"{i}\":1")).collect::<Vec<_>>().join(","));
        assert!(matches!(shape(&[&wide(WIDEST)]), Shape::Object(_)));
        assert_eq!(shape(&[&wide(WIDEST + 1)]), Shape::Mixed);
        assert!(shape(&["{}"]).is_json());
    }

    #[test]
    fn names_have_their_order_and_escapes() {
        let mut shapes = Shapes::default();
        shapes.take(r#"{"b":1,"\u0061":2}"#).unwrap();
        shapes.take(r#"{"c":1,"b":2}"#).unwrap();
        let names: Vec<&str> = shapes.fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["b", "a", "c"]);
        assert_eq!((shapes.place("a"), shapes.place("d")), (Some(1), None));
    }
}
