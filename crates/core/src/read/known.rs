//! Checks in a second reading that records are still the same ones, by a hash of their ids: the file may have
//! changed.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::{Error, Result};
use crate::read::encoding::Encoding;
use crate::read::jsonl::scalar;
use crate::read::nested::{inside, is_path};

/// The hash that is kept of an id.
pub fn fingerprint(id: &str) -> u64 {
    xxh3_64(id.as_bytes())
}

/// The kept records of a JSONL or CSV file.
pub struct Kept<'a> {
    /// Line numbers, ascending.
    pub lines: &'a [u64],
    /// The fingerprints of the ids on these lines.
    pub ids: &'a [u64],
    /// The name of the file in ids and messages.
    pub name: &'a str,
    pub id_field: &'a str,
    pub encoding: Encoding,
    /// The length of the longest record.
    pub longest: usize,
}

impl Kept<'_> {
    /// An error unless `bytes` are the kept line at index `at`. A line without an id has one that is made of
    /// its place.
    pub fn check(&self, at: usize, bytes: &[u8]) -> Result<()> {
        self.check_id(at, id_of(bytes, self.id_field).as_deref())
    }

    /// The same of a record whose id is known.
    pub fn check_id(&self, at: usize, id: Option<&str>) -> Result<()> {
        let own = |id: &str| fingerprint(id) == self.ids[at];
        let by_place = || own(&format!("{}:{}", self.name, self.lines[at]));
        let same = id.filter(|id| !id.is_empty()).is_some_and(own) || by_place();
        if same { Ok(()) } else { Err(self.changed()) }
    }

    pub fn changed(&self) -> Error {
        Error::InputError(format!("{}: changed while it was read; {RUN_AGAIN}", self.name))
    }
}

const RUN_AGAIN: &str = "nothing was written; run it again when nobody writes to it any more";

/// The id of a record. The rest of the line is not parsed after it was found.
fn id_of(line: &[u8], field: &str) -> Option<String> {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    let mut id = None;
    // The parser reports an error because the object is left early; it is ignored.
    drop(IdSeed { field, id: &mut id }.deserialize(&mut serde_json::Deserializer::from_slice(line)));
    match id {
        None if is_path(field) => nested_id(line, field),
        id => id,
    }
}

fn nested_id(line: &[u8], path: &str) -> Option<String> {
    scalar(inside(serde_json::from_slice(line).ok()?, path).ok()??).ok()?
}

struct IdSeed<'a> {
    field: &'a str,
    id: &'a mut Option<String>,
}

impl<'de> DeserializeSeed<'de> for IdSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for IdSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<(), A::Error> {
        while let Some(is_id) = map.next_key_seed(IsField(self.field))? {
            if is_id {
                *self.id = scalar(map.next_value::<&RawValue>()?).map_err(A::Error::custom)?;
                return Ok(());
            }
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

pub(crate) struct IsField<'a>(pub &'a str);

impl<'de> DeserializeSeed<'de> for IsField<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<bool, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for IsField<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field name")
    }

    fn visit_str<E>(self, key: &str) -> std::result::Result<bool, E> {
        Ok(key == self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, id: &str) -> Result<()> {
        let kept = Kept {
            lines: &[7],
            ids: &[fingerprint(id)],
            name: "a.jsonl",
            id_field: "id",
            encoding: Encoding::default(),
            longest: 1000,
        };
        kept.check(0, line.as_bytes())
    }

    #[test]
    fn a_record_is_known_by_its_id() {
        for line in [
            r#"{"id":"a","text":"x"}"#,
            "\u{FEFF} {\"text\":\"x\", \"n\":[{\"id\":1}], \"\\u0069d\" : \"\\u0061\"}\r",
            r#"{"id":"a", and what comes after is not looked at"#,
        ] {
            assert_eq!(check(line, "a"), Ok(()), "{line}");
            assert!(check(line, "b").is_err(), "{line}");
        }
        assert_eq!(check(r#"{"text":"x","id":-1.50}"#, "-1.50"), Ok(()));
    }

    #[test]
    fn an_id_inside_of_an_object_is_found_behind_one_of_that_name() {
        let id = |line: &str| id_of(line.as_bytes(), "meta.id");
        assert_eq!(id(r#"{"id":"x","meta":{"id":"a","n":[1]}}"#).as_deref(), Some("a"));
        assert_eq!(id("\u{FEFF}{\"meta\":{\"id\":7},\"meta.id\":\"b\"}\r\n").as_deref(), Some("b"));
        assert_eq!(id(r#"{"meta":"id","id":"x"}"#), None);
        assert_eq!(id("{broken"), None);
    }

    #[test]
    fn a_record_without_an_id_is_known_by_its_place() {
        for line in [r#"{"text":"x"}"#, r#"{"id":null}"#, r#"{"id":"","text":"x"}"#] {
            assert_eq!(check(line, "a.jsonl:7"), Ok(()), "{line}");
            assert!(check(line, "a.jsonl:8").is_err(), "{line}");
        }
    }
}
