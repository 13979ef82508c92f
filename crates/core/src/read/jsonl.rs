//! JSON lines. Lines are independent: a broken one is reported and skipped.

use memchr::memchr_iter;
use serde::de::DeserializeSeed;
use serde_json::value::RawValue;

use crate::read::chunks::Chunk;
use crate::read::documents::{DocumentBuilder, ReadOptions, Record};
use crate::read::problems::too_long;
use crate::read::record::{Read, RecordSeed, on_one_line};

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
                out.problem(file, number, options.encoding.flaw(&bytes[start..end], error.valid_up_to()));
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
pub(super) fn message(error: &serde_json::Error) -> String {
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
