//! CSV and TSV with a header line.

use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::ops::Range;
use std::sync::Arc;

use crate::error::Result;
use crate::read::chunks::{Chunk, Chunks, StreamFault};
use crate::read::cut::RecordCut;
use crate::read::documents::{DocumentBuilder, ReadOptions, Record};
use crate::read::fields::{Fields, Met};
use crate::read::problems::too_long;
use crate::read::rows::{RowEnds, blank, row_line_ends};

/// A chunk of whole rows, with the names of the columns.
pub struct CsvRows {
    pub columns: Arc<Columns>,
    pub chunk: Chunk,
}

/// A chunk of CSV, or the fault that is in its place.
pub type RowsOrFault = std::result::Result<CsvRows, StreamFault>;

/// Sends the rows in chunks; `send` says whether to go on. Returns which fields the header has.
pub fn read_csv(
    source: impl Read,
    delimiter: u8,
    options: &ReadOptions,
    mut send: impl FnMut(RowsOrFault) -> bool,
) -> Met {
    let mut met = Met::default();
    let mut chunks = Chunks::new(source, RecordCut::Row(RowEnds::new(delimiter)), options.max_record);
    let first = chunks.next().unwrap_or_else(|| Ok(Chunk { line: 1, bytes: Vec::new() }));
    let mut flaw = None;
    let found = first.and_then(|first| {
        let is_valid = simdutf8::basic::from_utf8(&first.bytes).is_ok();
        let (head, rest) = header(first, delimiter);
        if !is_valid && head.names.iter().any(|name| name.contains('\u{FFFD}')) {
            let message = format!("{} in the header", options.encoding.flaw_somewhere());
            flaw = Some(StreamFault { line: 1, message });
        }
        let columns = Columns::find(head.names, delimiter, &options.fields, &mut met);
        columns.map(|columns| (Arc::new(columns), rest)).map_err(|message| StreamFault { line: 1, message })
    });
    let (columns, rest) = match found {
        Ok(found) => found,
        Err(fault) => {
            send(Err(fault));
            return met;
        }
    };
    if flaw.is_some_and(|fault| !send(Err(fault))) {
        return met;
    }
    let rows = |chunk| CsvRows { columns: Arc::clone(&columns), chunk };
    std::iter::once(Ok(rest)).chain(chunks).map(|chunk| chunk.map(rows)).all(&mut send);
    met
}

/// The first row of a file.
pub struct Header {
    pub names: Vec<String>,
    /// As it is written, with its end.
    pub bytes: Vec<u8>,
}

impl Header {
    /// The names, each once: records and tables have no two fields of one name.
    pub fn unique_names(&self) -> Vec<String> {
        unique(&self.names)
    }
}

fn unique(names: &[String]) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    // The next number to try for each name: beginning at 2 each time would be quadratic in equal names.
    let mut next: HashMap<&str, usize> = HashMap::new();
    let mut free = |name| {
        let number = next.entry(name).or_insert(1);
        loop {
            let tried = if *number == 1 { name.to_owned() } else { format!("{name} ({number})") };
            *number += 1;
            if taken.insert(tried.clone()) {
                return tried;
            }
        }
    };
    names.iter().map(|name| free(name.as_str())).collect()
}

/// The names of the columns, and the chunk without them.
pub fn header(mut chunk: Chunk, delimiter: u8) -> (Header, Chunk) {
    let bytes = &chunk.bytes[..];
    let from = blank(bytes);
    let length = RowEnds::new(delimiter).next_end(&bytes[from..]).unwrap_or(bytes.len() - from);
    let (head, rest) = bytes.split_at(from + length);
    let mut row = csv::ByteRecord::new();
    // Reading from memory does not fail, and rows may differ in length.
    parser(head, delimiter).read_byte_record(&mut row).ok();
    let names = row.iter().map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect();
    let head = Header { names, bytes: head[from..].to_vec() };
    chunk = Chunk { line: chunk.line + row_line_ends(&bytes[..from + length]), bytes: rest.to_vec() };
    (head, chunk)
}

fn parser(bytes: &[u8], delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).has_headers(false).from_reader(bytes)
}

/// Parses a chunk of whole rows.
pub fn parse_rows(rows: &CsvRows, file: u32, name: &str, options: &ReadOptions, out: &mut DocumentBuilder) {
    let take = |row: &csv::ByteRecord, line: u64, place: Range<usize>| {
        if place.len() > options.max_record {
            out.problem(file, line, too_long(options.max_record));
        } else {
            rows.columns.take(row, file, line, name, options, out);
        }
        Ok(())
    };
    // `take` returns no errors.
    each_row(&rows.chunk, rows.columns.delimiter, take).ok();
}

/// Calls `take` for each row of a chunk, with the number of its line and where in the chunk it stands.
pub fn each_row(
    chunk: &Chunk,
    delimiter: u8,
    mut take: impl FnMut(&csv::ByteRecord, u64, Range<usize>) -> Result<()>,
) -> Result<()> {
    let bytes = &chunk.bytes[..];
    let mut reader = parser(bytes, delimiter);
    let mut row = csv::ByteRecord::new();
    let (mut line, mut start) = (chunk.line, 0);
    while let Ok(true) = reader.read_byte_record(&mut row) {
        let before = row.position().map_or(start, |position| position.byte() as usize);
        let begin = before + blank(&bytes[before..]);
        line += row_line_ends(&bytes[start..begin]);
        start = begin;
        take(&row, line, begin..reader.position().byte() as usize)?;
    }
    Ok(())
}

pub struct Columns {
    delimiter: u8,
    /// Each once, so that no cell replaces another.
    names: Vec<String>,
    /// The same as JSON, with a colon.
    keys: Vec<String>,
    id: Option<usize>,
    text: usize,
    time: Option<usize>,
}

impl Columns {
    fn find(
        names: Vec<String>,
        delimiter: u8,
        fields: &Fields,
        met: &mut Met,
    ) -> std::result::Result<Self, String> {
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
        let names = unique(&names);
        let keys = names.iter().map(|name| format!("{}:", serde_json::Value::from(name.as_str()))).collect();
        Ok(Self { delimiter, id, text, time, names, keys })
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
        if options.whole {
            self.whole(&row, &mut out.metadata.values);
        } else if options.metadata {
            self.metadata(&row, &mut out.metadata.values);
        }
        let id = self.id.map(|i| row[i].to_owned());
        out.accept(Record { id, time }, || format!("{name}:{line}"), file, line);
    }

    /// All cells as a JSON object, in their order.
    fn whole(&self, row: &csv::StringRecord, out: &mut String) {
        for (i, (key, cell)) in self.keys.iter().zip(row).enumerate() {
            out.push(if i == 0 { '{' } else { ',' });
            out.push_str(key);
            out.push_str(&serde_json::Value::from(cell).to_string());
        }
        out.push('}');
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
