//! CSV and TSV with a header line. Read by one thread a file: only the quotes tell where a record ends.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use crate::read::documents::{DocumentBuilder, Problem, ReadOptions, Record};
use crate::read::jsonl::shorten;
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
    let taken = Rc::new(Cell::new(0));
    let limited = Limited { inner: source, taken: taken.clone(), limit: options.max_record };
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(limited);
    let mut out = DocumentBuilder::default();
    match Columns::find(&mut reader, options) {
        Ok(columns) => {
            let mut row = csv::ByteRecord::new();
            loop {
                taken.set(0);
                match reader.read_byte_record(&mut row) {
                    Ok(true) => columns.take(&row, file, name, options, &mut out),
                    Ok(false) => break,
                    Err(error) => {
                        let line = reader.position().line();
                        out.problems.push(broken(&error, file, line));
                        break;
                    }
                }
                if out.bytes() > BATCH_BYTES && !send(std::mem::take(&mut out)) {
                    return;
                }
            }
        }
        Err(message) => out.problem(file, 1, message),
    }
    send(out);
}

fn broken(error: &csv::Error, file: u32, line: u64) -> Problem {
    let message = format!("cannot be read on from here: {error}; what came before is kept");
    Problem { file, line, message }
}

/// Ends a record that never ends, as after a quote that nobody closed.
struct Limited<R> {
    inner: R,
    taken: Rc<Cell<usize>>,
    limit: usize,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken.get() > self.limit {
            let limit = self.limit >> 20;
            return Err(io::Error::other(format!(
                "a record of more than {limit} MiB (see --max-record); is a quotation mark not closed?"
            )));
        }
        let count = self.inner.read(buffer)?;
        self.taken.set(self.taken.get() + count);
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
    fn find(reader: &mut csv::Reader<impl Read>, options: &ReadOptions) -> Result<Self, String> {
        let header = reader.byte_headers().map_err(|e| format!("the header cannot be read: {e}"))?;
        let mut names: Vec<String> =
            header.iter().map(|n| String::from_utf8_lossy(n).trim().to_owned()).collect();
        if let Some(first) = names.first_mut() {
            *first = first.trim_start_matches('\u{FEFF}').to_owned();
        }
        let at = |wanted: &str| names.iter().position(|name| name == wanted);
        let fields = &options.fields;
        let text = at(&fields.text).ok_or_else(|| {
            format!(
                "no column '{}' (there are: {}); --text-field names another",
                fields.text,
                names.join(", ")
            )
        })?;
        Ok(Self { id: at(&fields.id), text, time: at(&fields.time), names })
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
        out.text.values.push_str(&row[self.text]);
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
