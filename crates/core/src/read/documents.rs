//! Documents as they are gathered: columns that can take a record back when its line turns out broken.

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::builder::{LargeStringBuilder, TimestampMicrosecondBuilder};
use arrow_array::{ArrayRef, BooleanArray, LargeStringArray, RecordBatch, UInt32Array, UInt64Array};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use arrow_select::filter::filter_record_batch;

use crate::clean::html::HtmlClean;
use crate::error::Result;
use crate::read::encoding::Encoding;
use crate::read::fields::{Fields, Met, NOTED};
use crate::read::time::parse_time;

#[derive(Debug, Clone)]
pub struct ReadOptions {
    pub fields: Fields,
    /// A record of more bytes is refused instead of filling the memory.
    pub max_record: usize,
    pub clean: HtmlClean,
    pub encoding: Encoding,
    /// Keep the fields beside id, text and time.
    pub metadata: bool,
    /// Files read ahead at a time, and pieces parsed at a time.
    pub threads: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        let fields = Fields { id: "id".into(), text: "text".into(), time: "time".into() };
        Self {
            fields,
            max_record: 128 << 20,
            clean: HtmlClean::Article,
            encoding: Encoding::default(),
            metadata: true,
            threads: 2,
        }
    }
}

/// A bad record: which file (its number among the inputs), which line (0: the file as a whole), what is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub file: u32,
    pub line: u64,
    pub message: String,
}

/// Problems that are named one by one. A file of garbage must not fill the memory: the rest is counted.
pub const NAMED: usize = 10_000;

/// What is said of a record beyond the limit.
pub fn too_long(limit: usize) -> String {
    let size = match limit {
        0..1024 => format!("{limit} bytes"),
        1024..1_048_576 => format!("{} KiB", limit >> 10),
        _ => format!("{} MiB", limit >> 20),
    };
    format!("longer than {size} (see --max-record); left out")
}

/// Documents and the problems met while making them.
#[derive(Debug)]
pub struct Batch {
    pub documents: RecordBatch,
    pub problems: Vec<Problem>,
    /// Problems beyond those that are named.
    pub unnamed: Unnamed,
}

/// Problems that were counted only: how many, and where the first and the last were.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unnamed {
    pub count: u64,
    pub first: (u32, u64),
    pub last: (u32, u64),
}

impl Unnamed {
    pub fn add(&mut self, file: u32, line: u64) {
        if self.count == 0 {
            self.first = (file, line);
        }
        self.count += 1;
        self.last = (file, line);
    }

    /// All of them as one.
    pub fn problem(&self) -> Problem {
        let (file, line) = self.first;
        let end = if self.last.0 == file { format!(" up to line {}", self.last.1) } else { String::new() };
        let message = format!("{} more bad records from here{end}, not named one by one", self.count);
        Problem { file, line, message }
    }
}

pub fn schema() -> SchemaRef {
    let time = DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()));
    Arc::new(Schema::new(vec![
        Field::new("id", DataType::LargeUtf8, false),
        Field::new("text", DataType::LargeUtf8, false),
        Field::new("time", time, true),
        Field::new("metadata", DataType::LargeUtf8, true),
        Field::new("file", DataType::UInt32, false),
        Field::new("line", DataType::UInt64, false),
    ]))
}

/// A growing string column that can be cut back.
#[derive(Debug)]
pub struct TextColumn {
    pub values: String,
    offsets: Vec<i64>,
}

impl Default for TextColumn {
    fn default() -> Self {
        Self { values: String::new(), offsets: vec![0] }
    }
}

impl TextColumn {
    /// Closes the entry that was written to `values`.
    pub fn close(&mut self) {
        self.offsets.push(self.values.len() as i64);
    }

    pub fn push(&mut self, value: &str) {
        self.values.push_str(value);
        self.close();
    }

    /// Forgets what was written since the last entry was closed.
    pub fn forget(&mut self) {
        self.values.truncate(self.offsets.last().map_or(0, |&end| end as usize));
    }

    /// What was written since the last entry was closed.
    pub fn open(&self) -> &str {
        &self.values[self.offsets.last().map_or(0, |&end| end as usize)..]
    }

    fn finish(self, nulls: Option<NullBuffer>) -> Result<ArrayRef> {
        let offsets = OffsetBuffer::new(ScalarBuffer::from(self.offsets));
        let values = Buffer::from_vec(self.values.into_bytes());
        Ok(Arc::new(LargeStringArray::try_new(offsets, values, nulls)?))
    }
}

/// Adds to the entry of a column that is still open.
pub fn push_text(column: &mut LargeStringBuilder, part: &str) {
    // Writing to memory does not fail.
    column.write_str(part).ok();
}

/// One record on its way in; `text` and `metadata` are written straight to the columns.
#[derive(Debug, Default, Clone)]
pub struct Record {
    pub id: Option<String>,
    pub time: Option<i64>,
}

#[derive(Debug, Default)]
pub struct DocumentBuilder {
    id: TextColumn,
    /// Arrow's own builder: what it takes in as text need not be checked again at the end, as most bytes are here.
    text: LargeStringBuilder,
    time: Vec<Option<i64>>,
    pub metadata: TextColumn,
    has_metadata: Vec<bool>,
    file: Vec<u32>,
    line: Vec<u64>,
    /// A refused record stays as a row until the end.
    accepted: Vec<bool>,
    problems: Vec<Problem>,
    unnamed: Unnamed,
    pub met: Met,
}

impl DocumentBuilder {
    /// With room for `bytes` of text.
    pub fn with_room(bytes: usize) -> Self {
        Self { text: LargeStringBuilder::with_capacity(bytes >> 12, bytes), ..Self::default() }
    }

    /// Adds to the text of the record at hand.
    pub fn write_text(&mut self, part: &str) {
        push_text(&mut self.text, part);
    }

    /// What a parser writes to: text, metadata, and the fields it meets.
    pub fn open(&mut self) -> (&mut LargeStringBuilder, &mut TextColumn, &mut Met) {
        (&mut self.text, &mut self.metadata, &mut self.met)
    }

    /// Whether the names of the next record's fields are worth noting.
    pub fn notes_names(&self) -> bool {
        self.line.len() < NOTED
    }

    /// Accepts the record whose text (and metadata) have just been written. `default_id` serves one without id.
    pub fn accept(&mut self, record: Record, default_id: impl FnOnce() -> String, file: u32, line: u64) {
        let id = record.id.filter(|id| !id.is_empty()).unwrap_or_else(default_id);
        self.close(&id, record.time, file, line, true);
    }

    fn close(&mut self, id: &str, time: Option<i64>, file: u32, line: u64, accepted: bool) {
        self.id.push(id);
        self.text.append_value("");
        self.has_metadata.push(!self.metadata.open().is_empty());
        self.metadata.close();
        self.time.push(time);
        self.file.push(file);
        self.line.push(line);
        self.accepted.push(accepted);
    }

    /// Refuses the record and takes back what was written of it.
    pub fn refuse(&mut self, file: u32, line: u64, message: impl Into<String>) {
        self.metadata.forget();
        self.close("", None, file, line, false);
        self.problem(file, line, message);
    }

    pub fn problem(&mut self, file: u32, line: u64, message: impl Into<String>) {
        if self.problems.len() < NAMED {
            self.problems.push(Problem { file, line, message: message.into() });
        } else {
            self.unnamed.add(file, line);
        }
    }

    /// The time that is written in a record; a bad one is named, and the record kept without.
    pub fn time(&mut self, file: u32, line: u64, written: &str) -> Option<i64> {
        let time = parse_time(written);
        if let Err(reason) = time {
            self.problem(file, line, reason.message(written));
        }
        time.ok()
    }

    pub fn finish(mut self) -> Result<Batch> {
        let mut time = TimestampMicrosecondBuilder::with_capacity(self.time.len()).with_timezone("UTC");
        self.time.iter().for_each(|&t| time.append_option(t));
        let columns: Vec<ArrayRef> = vec![
            self.id.finish(None)?,
            Arc::new(self.text.finish()),
            Arc::new(time.finish()),
            self.metadata.finish(Some(NullBuffer::from(self.has_metadata)))?,
            Arc::new(UInt32Array::from(self.file)),
            Arc::new(UInt64Array::from(self.line)),
        ];
        let mut documents = RecordBatch::try_new(schema(), columns)?;
        if self.accepted.contains(&false) {
            documents = filter_record_batch(&documents, &BooleanArray::from(self.accepted))?;
        }
        Ok(Batch { documents, problems: self.problems, unnamed: self.unnamed })
    }
}
