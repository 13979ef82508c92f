//! CSV and TSV with a header line. Read by one thread a file: only the quotes tell where a record ends.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use memchr::memchr_iter;

use crate::read::documents::{DocumentBuilder, Problem, ReadOptions, Record, too_long};
use crate::read::fields::{Fields, Met, shorten};
use crate::read::time::parse_time;

const BATCH_BYTES: usize = 4 << 20;

/// Reads records and hands out a builder whenever a batch is full; `send` says whether to go on.
pub fn read_csv(
    source: impl Read,
    delimiter: u8,
    file: u32,
    name: &str,
    options: &ReadOptions,
    mut send: impl FnMut(DocumentBuilder) -> bool,
) {
    let seen = Rc::new(Seen::default());
    let limited = Limited { inner: source, seen: Rc::clone(&seen), limit: options.max_record };
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(limited);
    let mut out = DocumentBuilder::default();
    let columns = header(&mut reader).and_then(|names| Columns::find(names, &options.fields, &mut out.met));
    let columns = match columns {
        Ok(columns) => columns,
        Err(message) => {
            out.problem(file, 1, message);
            send(out);
            return;
        }
    };
    let (mut row, mut held) = (csv::ByteRecord::new(), csv::ByteRecord::new());
    loop {
        seen.taken.set(0);
        let line = reader.position().line();
        let more = reader.read_byte_record(&mut row);
        // A record is taken when the next one has come: only then is it known not to be the last.
        if matches!(more, Ok(false)) && seen.is_open(&held) {
            let line = held.position().map_or(0, csv::Position::line);
            out.problem(file, line, "a quotation mark is not closed; the rest of the file is left out");
        } else if held.position().is_some() {
            columns.take(&held, file, name, options, &mut out);
        }
        match more {
            Ok(true) => std::mem::swap(&mut row, &mut held),
            Ok(false) => break,
            Err(error) => {
                out.problems.push(broken(&error, file, line));
                break;
            }
        }
        if out.bytes() > BATCH_BYTES && !send(std::mem::take(&mut out)) {
            return;
        }
    }
    send(out);
}

fn header(reader: &mut csv::Reader<impl Read>) -> Result<Vec<String>, String> {
    let header = reader.byte_headers().map_err(|e| format!("the header cannot be read: {e}"))?;
    let mut names: Vec<String> =
        header.iter().map(|n| String::from_utf8_lossy(n).trim().to_owned()).collect();
    if let Some(first) = names.first_mut() {
        *first = first.trim_start_matches('\u{FEFF}').to_owned();
    }
    Ok(names)
}

fn broken(error: &csv::Error, file: u32, line: u64) -> Problem {
    let message = format!("cannot be read on from here: {error}; what came before is kept");
    Problem { file, line, message }
}

/// What the parser was fed: bytes since the last record, and quotation marks in all.
#[derive(Default)]
struct Seen {
    taken: Cell<usize>,
    quotes: Cell<usize>,
}

impl Seen {
    /// Whether the last record of the file swallowed the rest of it: an odd number of quotation marks, and lines in
    /// its last field. The parser itself closes it in silence.
    fn is_open(&self, row: &csv::ByteRecord) -> bool {
        let last = row.iter().next_back().unwrap_or_default();
        self.quotes.get() % 2 == 1 && last.contains(&b'\n')
    }
}

/// Ends a record that never ends, as after a quote that nobody closed.
struct Limited<R> {
    inner: R,
    seen: Rc<Seen>,
    limit: usize,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.seen.taken.get() > self.limit {
            let message = too_long(self.limit);
            return Err(io::Error::other(format!("{message}; is a quotation mark not closed?")));
        }
        let count = self.inner.read(buffer)?;
        self.seen.taken.set(self.seen.taken.get() + count);
        self.seen.quotes.set(self.seen.quotes.get() + memchr_iter(b'"', &buffer[..count]).count());
        Ok(count)
    }
}

struct Columns {
    names: Vec<String>,
    id: Option<usize>,
    text: usize,
    time: Option<usize>,
}

impl Columns {
    fn find(names: Vec<String>, fields: &Fields, met: &mut Met) -> Result<Self, String> {
        names.iter().for_each(|name| met.note(name));
        let at = |wanted: &str| names.iter().position(|name| name == wanted);
        let (id, text, time) = (at(&fields.id), at(&fields.text), at(&fields.time));
        (met.id, met.text, met.time) = (id.is_some(), text.is_some(), time.is_some());
        let text = text.ok_or_else(|| {
            format!(
                "no column '{}' (there are: {}); --text-field names another",
                fields.text,
                names.join(", ")
            )
        })?;
        Ok(Self { id, text, time, names })
    }

    fn take(
        &self,
        row: &csv::ByteRecord,
        file: u32,
        name: &str,
        options: &ReadOptions,
        out: &mut DocumentBuilder,
    ) {
        let line = row.position().map_or(0, csv::Position::line);
        if row.len() != self.names.len() {
            let message = format!("{} fields where the header has {}", row.len(), self.names.len());
            return out.refuse(file, line, message);
        }
        let Ok(row) = csv::StringRecord::from_byte_record(row.clone()) else {
            return out.refuse(file, line, "not valid UTF-8");
        };
        let written = self.time.map(|i| row[i].trim()).filter(|t| !t.is_empty());
        let time = written.and_then(parse_time);
        if let (Some(written), None) = (written, time) {
            out.problem(
                file,
                line,
                format!("the time '{}' is not ISO 8601; kept without it", shorten(written)),
            );
        }
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
