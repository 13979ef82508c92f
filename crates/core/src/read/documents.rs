//! Builds the columns of a batch. A record that turns out to be broken can be removed again.

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
use crate::read::problems::{NAMED, Problem, Unnamed};
use crate::read::time::parse_time;

#[derive(Debug, Clone)]
pub struct ReadOptions {
    pub fields: Fields,
    /// Longer records, in bytes, are refused, so that one record cannot fill the memory.
    pub max_record: usize,
    pub encoding: Encoding,
    pub clean: HtmlClean,
    /// Whether fields other than id, text and time are kept.
    pub metadata: bool,
    /// Whether the metadata holds whole records: all fields, as they are written and in their order.
    pub whole: bool,
    /// Files that are read ahead, and pieces that are parsed, at the same time.
    pub threads: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        let fields = Fields { id: "id".into(), text: "text".into(), time: "time".into() };
        Self {
            fields,
            max_record: 128 << 20,
            encoding: Encoding::default(),
            clean: HtmlClean::Article,
            metadata: true,
            whole: false,
            threads: 2,
        }
    }
}

/// Documents and the problems met while making them.
#[derive(Debug)]
pub struct Batch {
    pub documents: RecordBatch,
    pub problems: Vec<Problem>,
    /// Problems beyond those that are listed.
    pub unnamed: Unnamed,
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

/// A growing string column whose last entry can be removed.
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
    /// Ends the entry that was written to `values`.
    pub fn close(&mut self) {
        self.offsets.push(self.values.len() as i64);
    }

    pub fn push(&mut self, value: &str) {
        self.values.push_str(value);
        self.close();
    }

    /// Removes what was written since the last entry ended.
    pub fn forget(&mut self) {
        self.values.truncate(self.offsets.last().map_or(0, |&end| end as usize));
    }

    /// What was written since the last entry ended.
    pub fn open(&self) -> &str {
        &self.values[self.offsets.last().map_or(0, |&end| end as usize)..]
    }

    fn finish(self, nulls: Option<NullBuffer>) -> Result<ArrayRef> {
        let offsets = OffsetBuffer::new(ScalarBuffer::from(self.offsets));
        let values = Buffer::from_vec(self.values.into_bytes());
        Ok(Arc::new(LargeStringArray::try_new(offsets, values, nulls)?))
    }
}

/// Appends to the unfinished entry of a column.
pub fn push_text(column: &mut LargeStringBuilder, part: &str) {
    // Writing to memory does not fail.
    column.write_str(part).ok();
}

/// A record while it is parsed. Its `text` and `metadata` are written directly to the columns.
#[derive(Debug, Default, Clone)]
pub struct Record {
    pub id: Option<String>,
    pub time: Option<i64>,
}

#[derive(Debug, Default)]
pub struct DocumentBuilder {
    id: TextColumn,
    /// Arrow's own builder: its input is known to be UTF-8 and is not checked again at the end; most bytes of
    /// a batch are here.
    text: LargeStringBuilder,
    time: Vec<Option<i64>>,
    pub metadata: TextColumn,
    has_metadata: Vec<bool>,
    file: Vec<u32>,
    line: Vec<u64>,
    /// Refused records stay in the columns until the batch is finished.
    accepted: Vec<bool>,
    problems: Vec<Problem>,
    unnamed: Unnamed,
    pub met: Met,
}

impl DocumentBuilder {
    /// Allocates room for `bytes` of text.
    pub fn with_room(bytes: usize) -> Self {
        Self { text: LargeStringBuilder::with_capacity(bytes >> 12, bytes), ..Self::default() }
    }

    /// Appends to the text of the current record.
    pub fn write_text(&mut self, part: &str) {
        push_text(&mut self.text, part);
    }

    /// The parts that a parser writes to: text, metadata, and the fields it meets.
    pub fn open(&mut self) -> (&mut LargeStringBuilder, &mut TextColumn, &mut Met) {
        (&mut self.text, &mut self.metadata, &mut self.met)
    }

    /// Whether the field names of the next record are still collected.
    pub fn notes_names(&self) -> bool {
        self.line.len() < NOTED
    }

    /// Accepts the record whose text and metadata have just been written. `default_id` makes the id if the
    /// record has none.
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

    /// Refuses the record and removes what was written of it.
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

    /// Parses the time of a record. If it is invalid, a problem is reported and the record is kept without a
    /// time.
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
