//! JSON lines. Lines are independent: a broken one is reported and skipped.

use memchr::memchr_iter;
use serde::de::DeserializeSeed;
use serde_json::value::RawValue;

use crate::read::chunks::Chunk;
use crate::read::documents::{DocumentBuilder, ReadOptions, Record};
use crate::read::problems::too_long;
use crate::read::record::{Read, RecordSeed};

/// Parses a chunk of whole lines of the file number `file` with the name `name`.
pub fn parse_lines(chunk: &Chunk, file: u32, name: &str, options: &ReadOptions, out: &mut DocumentBuilder) {
    let bytes = &chunk.bytes[..];
    let valid = simdutf8::basic::from_utf8(bytes).ok();
    let mut start = 0;
    let ends = memchr_iter(b'\n', bytes).chain(std::iter::once(bytes.len()));
    for (number, end) in (chunk.line..).zip(ends) {
        let line = match valid {
            Some(text) => Ok(&text[start..end]),
            None => simdutf8::compat::from_utf8(&bytes[start..end]),
        };
        match line {
            Ok(line) => parse_record(line, file, number, name, options, out),
            Err(error) => {
                out.problem(file, number, format!("not valid UTF-8 at byte {}", error.valid_up_to() + 1));
            }
        }
        start = end + 1;
    }
}

/// Parses one JSON object that begins on the line `number`.
pub(crate) fn parse_record(
    line: &str,
    file: u32,
    number: u64,
    name: &str,
    options: &ReadOptions,
    out: &mut DocumentBuilder,
) {
    let line = line.strip_prefix('\u{FEFF}').unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return;
    }
    if line.len() > options.max_record {
        return out.problem(file, number, too_long(options.max_record));
    }
    let notes = out.notes_names();
    let (text, metadata, met) = out.open();
    let metadata = (options.metadata && !options.whole).then_some(metadata);
    let seed = RecordSeed { fields: &options.fields, text, metadata, met, notes };
    let mut parser = serde_json::Deserializer::from_str(line);
    match seed.deserialize(&mut parser).and_then(|read| parser.end().map(|()| read)) {
        Ok(read) => {
            if options.whole {
                on_one_line(line, &mut out.metadata.values);
            }
            finish(read, file, number, name, out);
        }
        Err(error) => out.refuse(file, number, message(&error)),
    }
}

fn finish(read: Read<'_>, file: u32, number: u64, name: &str, out: &mut DocumentBuilder) {
    let id = match read.id.map(scalar).transpose() {
        Ok(id) => id.flatten(),
        Err(reason) => return out.refuse(file, number, format!("the id is {reason}")),
    };
    let time = match read.time.map(scalar).transpose() {
        Ok(time) => time.flatten(),
        Err(reason) => return out.refuse(file, number, format!("the time is {reason}")),
    };
    let time = time.and_then(|written| out.time(file, number, &written));
    out.accept(Record { id, time }, || format!("{name}:{number}"), file, number);
}

/// A string or number as it is written; `None` for null; otherwise what is wrong with it.
pub(crate) fn scalar(value: &RawValue) -> Result<Option<String>, String> {
    let raw = value.get();
    let kind = match raw.as_bytes().first() {
        Some(b'"') => return serde_json::from_str(raw).map(Some).map_err(|error| message(&error)),
        Some(b'n') => return Ok(None),
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b't' | b'f') => "true or false",
        _ => return Ok(Some(raw.to_owned())),
    };
    Err(format!("{kind}, not a string or number"))
}

/// The message without the parser's own line number, which counts from the start of the record.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = match error.line() {
        0 | 1 => format!("column {}", error.column()),
        line => format!("line {line} of the record, column {}", error.column()),
    };
    match text.rsplit_once(" at line ") {
        Some((what, _)) if what.contains("hex escape") => {
            format!("not valid JSON at {place}: a lone surrogate or a broken \\u escape")
        }
        Some((what, _)) if error.is_data() => what.to_owned(),
        Some((what, _)) => format!("not valid JSON at {place}: {what}"),
        None => text,
    }
}

struct Read<'de> {
    id: Option<&'de RawValue>,
    time: Option<&'de RawValue>,
}

struct RecordSeed<'a> {
    fields: &'a Fields,
    text: &'a mut LargeStringBuilder,
    metadata: Option<&'a mut TextColumn>,
    met: &'a mut Met,
    notes: bool,
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
                Key::Other(key) => keep(self.metadata.as_deref_mut(), &key, map.next_value()?)?,
            }
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

/// An element of an array may stand on several lines; what is written of it must be one. Strings have no line ends.
fn on_one_line(json: &str, out: &mut String) {
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

    /// A name with escapes.
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

/// Writes the text straight to its column.
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
