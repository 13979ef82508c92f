//! CSV and TSV with a header line.

use std::io::Read;
use std::sync::Arc;

use crate::read::chunks::{Chunk, Chunks, Gap};
use crate::read::cut::Cut;
use crate::read::documents::{DocumentBuilder, ReadOptions, Record, too_long};
use crate::read::fields::{Fields, Met};
use crate::read::rows::{Rows, blank, row_line_ends};

/// A chunk of whole rows below a header.
pub struct Table {
    pub columns: Arc<Columns>,
    pub chunk: Chunk,
}

/// What a chunk of CSV is, or why it is none.
pub type TableOrGap = Result<Table, Gap>;

/// Hands out the rows in chunks; `send` says whether to go on. Gives what the header has met.
pub fn read_csv(
    source: impl Read,
    delimiter: u8,
    options: &ReadOptions,
    mut send: impl FnMut(TableOrGap) -> bool,
) -> Met {
    let mut met = Met::default();
    let mut chunks = Chunks::new(source, Cut::Row(Rows::new(delimiter)), options.max_record);
    let first = chunks.next().unwrap_or_else(|| Ok(Chunk { line: 1, bytes: Vec::new() }));
    let mut flaw = None;
    let found = first.and_then(|first| {
        let is_valid = simdutf8::basic::from_utf8(&first.bytes).is_ok();
        let (names, rest) = header(first, delimiter);
        if !is_valid && names.iter().any(|name| name.contains('\u{FFFD}')) {
            let message = format!("{} in the header", options.encoding.flaw_somewhere());
            flaw = Some(Gap { line: 1, message });
        }
        let columns = Columns::find(names, delimiter, &options.fields, &mut met);
        columns.map(|columns| (Arc::new(columns), rest)).map_err(|message| Gap { line: 1, message })
    });
    let (columns, rest) = match found {
        Ok(found) => found,
        Err(gap) => {
            send(Err(gap));
            return met;
        }
    };
    if flaw.is_some_and(|gap| !send(Err(gap))) {
        return met;
    }
    let table = |chunk| Table { columns: Arc::clone(&columns), chunk };
    std::iter::once(Ok(rest)).chain(chunks).map(|chunk| chunk.map(table)).all(&mut send);
    met
}

/// The names of the columns, and the chunk without them.
fn header(mut chunk: Chunk, delimiter: u8) -> (Vec<String>, Chunk) {
    let bytes = &chunk.bytes[..];
    let from = blank(bytes);
    let length = Rows::new(delimiter).next_end(&bytes[from..]).unwrap_or(bytes.len() - from);
    let (head, rest) = bytes.split_at(from + length);
    let mut row = csv::ByteRecord::new();
    // Reading from memory does not fail, and the rows may differ in length.
    parser(head, delimiter).read_byte_record(&mut row).ok();
    let names = row.iter().map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect();
    chunk = Chunk { line: chunk.line + row_line_ends(head), bytes: rest.to_vec() };
    (names, chunk)
}

fn parser(bytes: &[u8], delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).has_headers(false).from_reader(bytes)
}

/// Parses a chunk of whole rows.
pub fn parse_rows(table: &Table, file: u32, name: &str, options: &ReadOptions, out: &mut DocumentBuilder) {
    let bytes = &table.chunk.bytes[..];
    let mut reader = parser(bytes, table.columns.delimiter);
    let mut row = csv::ByteRecord::new();
    let (mut line, mut start) = (table.chunk.line, 0);
    while let Ok(true) = reader.read_byte_record(&mut row) {
        let before = row.position().map_or(start, |position| position.byte() as usize);
        let begin = before + blank(&bytes[before..]);
        line += row_line_ends(&bytes[start..begin]);
        start = begin;
        let length = reader.position().byte() as usize - begin;
        if length > options.max_record {
            out.problem(file, line, too_long(options.max_record));
        } else {
            table.columns.take(&row, file, line, name, options, out);
        }
    }
}

pub struct Columns {
    delimiter: u8,
    names: Vec<String>,
    id: Option<usize>,
    text: usize,
    time: Option<usize>,
}

impl Columns {
    fn find(names: Vec<String>, delimiter: u8, fields: &Fields, met: &mut Met) -> Result<Self, String> {
        names.iter().for_each(|name| met.note(name));
        let at = |wanted: &str| names.iter().position(|name| name == wanted);
        let twice = |wanted: &&String| names.iter().filter(|name| name == wanted).count() > 1;
        if let Some(name) = [&fields.id, &fields.text, &fields.time].into_iter().find(twice) {
            return Err(format!("the column '{name}' stands there twice"));
        }
        let (id, text, time) = (at(&fields.id), at(&fields.text), at(&fields.time));
        (met.id, met.text, met.time) = (id.is_some(), text.is_some(), time.is_some());
        let text = text.ok_or_else(|| {
            format!(
                "no column '{}' (there are: {}); --text-field names another",
                fields.text,
                met.names.join(", ")
            )
        })?;
        Ok(Self { delimiter, id, text, time, names })
    }

    fn take(
        &self,
        row: &csv::ByteRecord,
        file: u32,
        line: u64,
        name: &str,
        options: &ReadOptions,
        out: &mut DocumentBuilder,
    ) {
        if row.len() != self.names.len() {
            let message = format!("{} fields where the header has {}", row.len(), self.names.len());
            return out.problem(file, line, message);
        }
        let Ok(row) = csv::StringRecord::from_byte_record(row.clone()) else {
            return out.problem(file, line, options.encoding.flaw_somewhere());
        };
        let written = self.time.map(|i| row[i].trim()).filter(|t| !t.is_empty());
        let time = written.and_then(|written| out.time(file, line, written));
        out.write_text(&row[self.text]);
        if options.metadata {
            self.metadata(&row, &mut out.metadata.values);
        }
        let id = self.id.map(|i| row[i].to_owned());
        out.accept(Record { id, time }, || format!("{name}:{line}"), file, line);
    }

    fn metadata(&self, row: &csv::StringRecord, out: &mut String) {
        let own = [Some(self.text), self.id, self.time];
        let rest: serde_json::Map<String, serde_json::Value> = (0..self.names.len())
            .filter(|i| !own.contains(&Some(*i)))
            .map(|i| (self.names[i].clone(), row[i].into()))
            .collect();
        if !rest.is_empty() {
            out.push_str(&serde_json::Value::from(rest).to_string());
        }
    }
}
