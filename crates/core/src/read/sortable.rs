//! The values of a field of the records, as they can be put in order: numbers, times, texts.

use std::fmt;

use arrow_array::builder::LargeStringBuilder;
use arrow_array::{Array, Float64Array, Int8Array, LargeStringArray};
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::read::nested::inside;
use crate::read::time::parse_time;

/// What a value is. Numbers come before times in any order, these before texts, and documents without a value last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i8)]
pub enum Kind {
    Number = 0,
    Time = 1,
    Text = 2,
    Nothing = 3,
}

/// The values of a field, of metadata as JSON objects: strings as they are, other values as JSON writes them. Null, or
/// nothing there, is null. And the first row that holds an object or a list there, which have no order.
pub fn field_texts(metadata: &LargeStringArray, name: &str) -> (LargeStringArray, Option<usize>) {
    let (mut texts, mut nested) = (LargeStringBuilder::new(), None);
    for (row, record) in metadata.iter().enumerate() {
        let value = record.and_then(|record| value_of(record, name));
        match value.map(|value| (value.get().as_bytes().first().copied(), value)) {
            Some((Some(b'"'), value)) => {
                texts.append_option(serde_json::from_str::<String>(value.get()).ok())
            }
            Some((Some(b'{' | b'['), _)) => {
                nested = nested.or(Some(row));
                texts.append_null();
            }
            None | Some((Some(b'n'), _)) => texts.append_null(),
            Some((_, value)) => texts.append_value(value.get()),
        }
    }
    (texts.finish(), nested)
}

/// What each text is, and its number: that of a time counts microseconds since 1970; a text has 0.
pub fn sortable(texts: &LargeStringArray) -> (Int8Array, Float64Array) {
    let (mut kinds, mut numbers) = (Vec::with_capacity(texts.len()), Vec::with_capacity(texts.len()));
    for text in texts.iter() {
        let (kind, number) = text.map_or((Kind::Nothing, 0.0), kind_of);
        kinds.push(kind as i8);
        numbers.push(number);
    }
    (kinds.into(), numbers.into())
}

fn kind_of(text: &str) -> (Kind, f64) {
    let text = text.trim();
    if text.is_empty() {
        return (Kind::Nothing, 0.0);
    }
    match text.parse::<f64>() {
        // Zero has two signs, which would be two places in an order.
        Ok(number) if number.is_finite() => (Kind::Number, number + 0.0),
        // No JSON has these, and nobody means them for a good one: NaN and the infinities.
        Ok(_) => (Kind::Nothing, 0.0),
        Err(_) => parse_time(text).map_or((Kind::Text, 0.0), |time| (Kind::Time, time as f64)),
    }
}

/// The value of a field, which may lie inside an object (`meta.quality`) if the record has no field of that name.
fn value_of<'a>(record: &'a str, name: &str) -> Option<&'a RawValue> {
    own_value(record, name).or_else(|| {
        let (first, rest) = name.split_once('.')?;
        inside(own_value(record, first)?, rest).ok().flatten()
    })
}

/// The value of a field of the record itself; of several with one name the last, as most readers of JSON take it.
fn own_value<'a>(record: &'a str, name: &str) -> Option<&'a RawValue> {
    let mut parser = serde_json::Deserializer::from_str(record);
    parser.deserialize_map(Wanted { name }).ok().flatten()
}

struct Wanted<'a> {
    name: &'a str,
}

impl<'de> Visitor<'de> for Wanted<'_> {
    type Value = Option<&'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        while let Some(key) = map.next_key::<std::borrow::Cow<'de, str>>()? {
            if key == self.name {
                found = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_as_they_are_written() {
        let records = [
            Some(r#"{"a": 1.50, "q": "x\ty"}"#),
            Some(r#"{"q": -2e3}"#),
            Some(r#"{"q": null}"#),
            Some(r#"{"other": [1, {"q": 1}]}"#),
            None,
            Some(r#"{"q": true, "q": false}"#),
            Some(r#"{"q": [1]}"#),
            Some(r#"{"\u0071": "escaped"}"#),
        ];
        let (texts, nested) = field_texts(&records.into_iter().collect(), "q");
        let expected = [Some("x\ty"), Some("-2e3"), None, None, None, Some("false"), None, Some("escaped")];
        assert_eq!(texts, LargeStringArray::from_iter(expected));
        assert_eq!(nested, Some(6));
    }

    #[test]
    fn a_path_leads_into_objects_and_a_field_of_that_name_comes_first() {
        let records = [
            Some(r#"{"m": {"q": 1, "n": {"q": 2}}}"#),
            Some(r#"{"m": {"q": 3}, "m.q": 4}"#),
            Some(r#"{"m": 5}"#),
            Some(r#"{"m": {"q": 6, "q": 7}}"#),
            Some(r#"{"m": {"q": [8]}}"#),
        ];
        let records: LargeStringArray = records.into_iter().collect();
        let (texts, nested) = field_texts(&records, "m.q");
        assert_eq!(texts, LargeStringArray::from_iter([Some("1"), Some("4"), None, None, None]));
        assert_eq!(nested, Some(4));
        let (texts, _) = field_texts(&records, "m.n.q");
        assert_eq!(texts, LargeStringArray::from_iter([Some("2"), None, None, None, None]));
    }

    #[test]
    fn numbers_times_and_texts_are_told_apart() {
        let texts = [
            (Some("10"), Kind::Number, 10.0),
            (Some(" 9.5 "), Kind::Number, 9.5),
            (Some("-0"), Kind::Number, 0.0),
            (Some("1970-01-01T00:00:01Z"), Kind::Time, 1e6),
            (Some("1970-01-02"), Kind::Time, 86_400e6),
            (Some("n/a"), Kind::Text, 0.0),
            (Some("NaN"), Kind::Nothing, 0.0),
            (Some("-inf"), Kind::Nothing, 0.0),
            (Some("  "), Kind::Nothing, 0.0),
            (None, Kind::Nothing, 0.0),
        ];
        let (kinds, numbers) = sortable(&texts.iter().map(|(text, ..)| *text).collect());
        for (at, (text, kind, number)) in texts.into_iter().enumerate() {
            assert_eq!((kinds.value(at), numbers.value(at)), (kind as i8, number), "{text:?}");
        }
        assert!(numbers.value(2).is_sign_positive());
    }
}
