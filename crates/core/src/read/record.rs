//! Reads one JSON object to the columns of a batch, field by field.

use std::borrow::Cow;
use std::fmt;

use arrow_array::builder::LargeStringBuilder;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::read::documents::{TextColumn, push_text};
use crate::read::fields::{Fields, Met, shorten};
use crate::read::jsonl::message;
use crate::read::nested::Holders;
use crate::read::raw::check;

/// The fields of a record that are not written to columns directly.
pub(super) struct Read<'de> {
    pub id: Option<&'de RawValue>,
    pub time: Option<&'de RawValue>,
}

/// Where a record is written to.
pub(super) struct RecordSeed<'a> {
    pub fields: &'a Fields,
    pub text: &'a mut LargeStringBuilder,
    pub metadata: Option<&'a mut TextColumn>,
    pub met: &'a mut Met,
    /// Whether the names of the fields are collected.
    pub notes: bool,
}

impl<'de> DeserializeSeed<'de> for RecordSeed<'_> {
    type Value = Read<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Read<'de>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for RecordSeed<'_> {
    type Value = Read<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Read<'de>, A::Error> {
        let mut read = Read { id: None, time: None };
        let mut has_text = false;
        let mut holders = Holders::of(self.fields);
        loop {
            let names = self.notes.then_some(&mut *self.met);
            let Some(key) = map.next_key_seed(KeySeed { fields: self.fields, names })? else {
                break;
            };
            match key {
                Key::Text if has_text => return Err(twice(&self.fields.text)),
                Key::Text => {
                    map.next_value_seed(TextSeed { name: &self.fields.text, out: &mut *self.text })?;
                    has_text = true;
                }
                Key::Id => read.id = once(read.id, map.next_value()?, &self.fields.id)?,
                Key::Time => read.time = once(read.time, map.next_value()?, &self.fields.time)?,
                Key::Other(key) => {
                    let value = map.next_value()?;
                    if holders.as_mut().is_some_and(|holders| holders.note(&key, value)) {
                        return Err(twice(&key));
                    }
                    keep(self.metadata.as_deref_mut(), &key, value)?;
                }
            }
        }
        if let Some(holders) = holders {
            has_text |= self.look_inside(&holders, has_text, &mut read).map_err(A::Error::custom)?;
        }
        self.met.text |= has_text;
        self.met.id |= read.id.is_some();
        self.met.time |= read.time.is_some();
        if !has_text {
            return Err(A::Error::custom(format!(
                "no field '{}'; --text-field names another",
                self.fields.text
            )));
        }
        if let Some(metadata) = self.metadata.filter(|m| !m.open().is_empty()) {
            metadata.values.push('}');
        }
        Ok(read)
    }
}

impl RecordSeed<'_> {
    /// Takes fields that the record itself does not have from the objects that may hold them. Returns whether the
    /// text is there.
    fn look_inside<'de>(
        &mut self,
        holders: &Holders<'_, 'de>,
        has_text: bool,
        read: &mut Read<'de>,
    ) -> Result<bool, String> {
        let told = |error| message(&error);
        if read.id.is_none() {
            read.id = holders.id().map_err(told)?;
        }
        if read.time.is_none() {
            read.time = holders.time().map_err(told)?;
        }
        let Some(text) = holders.text().map_err(told)?.filter(|_| !has_text) else { return Ok(false) };
        // The field exists, whatever its value: if that is no string, this is the problem to name.
        self.met.text = true;
        let seed = TextSeed { name: &self.fields.text, out: &mut *self.text };
        seed.deserialize(&mut serde_json::Deserializer::from_str(text.get())).map_err(told)?;
        Ok(true)
    }
}

fn twice<E: serde::de::Error>(name: &str) -> E {
    E::custom(format!("the field '{name}' stands there twice"))
}

fn once<'de, E>(
    old: Option<&'de RawValue>,
    new: &'de RawValue,
    name: &str,
) -> Result<Option<&'de RawValue>, E>
where
    E: serde::de::Error,
{
    if old.is_some() { Err(twice(name)) } else { Ok(Some(new)) }
}

fn keep<E: serde::de::Error>(
    metadata: Option<&mut TextColumn>,
    key: &str,
    value: &RawValue,
) -> Result<(), E> {
    check(value.get()).map_err(|flaw| E::custom(format!("the field '{}' {flaw}", shorten(key))))?;
    let Some(metadata) = metadata else { return Ok(()) };
    metadata.values.push(if metadata.open().is_empty() { '{' } else { ',' });
    metadata.values.push_str(&serde_json::Value::from(key).to_string());
    metadata.values.push(':');
    on_one_line(value.get(), &mut metadata.values);
    Ok(())
}

/// Writes a value on one line: an element of an array may span several. Line ends occur only between tokens, never inside
/// strings.
pub(super) fn on_one_line(json: &str, out: &mut String) {
    json.split(['\n', '\r']).for_each(|line| out.push_str(line.trim_start()));
}

enum Key<'de> {
    Id,
    Text,
    Time,
    Other(Cow<'de, str>),
}

struct KeySeed<'a> {
    fields: &'a Fields,
    names: Option<&'a mut Met>,
}

impl<'de> DeserializeSeed<'de> for KeySeed<'_> {
    type Value = Key<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Key<'de>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for KeySeed<'_> {
    type Value = Key<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field name")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Key<'de>, E> {
        Ok(self.key(Cow::Borrowed(key)))
    }

    /// Called for a name that contains escapes.
    fn visit_str<E>(self, key: &str) -> Result<Key<'de>, E> {
        Ok(self.key(Cow::Owned(key.to_owned())))
    }
}

impl KeySeed<'_> {
    fn key<'de>(self, key: Cow<'de, str>) -> Key<'de> {
        if let Some(met) = self.names {
            met.note(&key);
        }
        match &*key {
            name if name == self.fields.text => Key::Text,
            name if name == self.fields.id => Key::Id,
            name if name == self.fields.time => Key::Time,
            _ => Key::Other(key),
        }
    }
}

/// Writes the text directly to its column.
struct TextSeed<'a> {
    name: &'a str,
    out: &'a mut LargeStringBuilder,
}

impl<'de> DeserializeSeed<'de> for TextSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for TextSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a string in the field '{}'", self.name)
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        push_text(self.out, text);
        Ok(())
    }
}
