//! Finds where records end. Scanners keep their state between two buffers, so a buffer may end anywhere.

use memchr::{memchr, memchr_iter, memrchr};

use crate::read::mail::{last_mail, next_mail};
use crate::read::rows::{RowEnds, row_line_ends};
use crate::read::values::ValueEnds;

/// How a stream is cut into records.
#[derive(Debug, Clone)]
pub enum RecordCut {
    /// Records end after a line.
    Line,
    /// Records end before a line that begins a mail of an mbox.
    Mail,
    /// Records end after a row of CSV.
    Row(RowEnds),
    /// Records end after a JSON value.
    Value(ValueEnds),
}

impl RecordCut {
    /// The end of the last whole record. The first `scanned` bytes are known to contain no end.
    pub fn last_end(&mut self, buffer: &[u8], scanned: usize) -> Option<usize> {
        match self {
            RecordCut::Line => memrchr(b'\n', buffer).map(|at| at + 1),
            RecordCut::Mail => last_mail(buffer),
            RecordCut::Row(rows) => last(buffer, scanned, |fresh| rows.next_end(fresh)),
            RecordCut::Value(values) => last(buffer, scanned, |fresh| values.next_end(fresh)),
        }
    }

    /// The end of the first record. The first `scanned` bytes are known to contain no end.
    pub fn first_end(&mut self, buffer: &[u8], scanned: usize) -> Option<usize> {
        match self {
            RecordCut::Line => memchr(b'\n', buffer).map(|at| at + 1),
            RecordCut::Mail => next_mail(buffer, 1),
            RecordCut::Row(rows) => rows.next_end(&buffer[scanned..]).map(|end| scanned + end),
            RecordCut::Value(values) => values.next_end(&buffer[scanned..]).map(|end| scanned + end),
        }
    }

    /// By how much these bytes increase the number of a record: lines, or values since the last call.
    pub fn count(&mut self, bytes: &[u8]) -> u64 {
        match self {
            RecordCut::Row(_) => row_line_ends(bytes),
            RecordCut::Value(values) => values.take_count(),
            _ => memchr_iter(b'\n', bytes).count() as u64,
        }
    }

    /// Whether a file that ends here is cut off inside a record.
    pub fn is_open(&self) -> bool {
        matches!(self, RecordCut::Row(rows) if rows.in_quotes())
    }

    /// Whether there are no more records, whatever follows.
    pub fn is_closed(&self) -> bool {
        matches!(self, RecordCut::Value(values) if values.is_closed())
    }

    /// What is wrong with a file that ends here.
    pub fn complaint(&self) -> Option<&'static str> {
        match self {
            RecordCut::Row(rows) if rows.in_quotes() => {
                Some("a quotation mark is not closed; the rest of the file is left out")
            }
            RecordCut::Value(values) => values.complaint(),
            _ => None,
        }
    }

    /// Resets the state after a fault was reported.
    pub fn settle(&mut self) {
        match self {
            RecordCut::Row(rows) => *rows = RowEnds::new(rows.delimiter),
            RecordCut::Value(values) => values.settle(),
            _ => {}
        }
    }
}

fn last(buffer: &[u8], scanned: usize, mut next_end: impl FnMut(&[u8]) -> Option<usize>) -> Option<usize> {
    let (mut at, mut found) = (scanned, None);
    while let Some(end) = next_end(&buffer[at..]) {
        at += end;
        found = Some(at).filter(|&end| end > 0);
    }
    found
}
