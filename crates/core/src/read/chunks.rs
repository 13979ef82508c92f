//! Cuts a stream of bytes into chunks of whole records, so that chunks can be parsed in parallel.

use std::io::Read;

use crate::read::cut::RecordCut;
use crate::read::problems::too_long;
use crate::read::source::strip_mark;

/// The first chunks are small, so that short files keep all threads busy, too.
const FIRST: usize = 512 << 10;
const CHUNK: usize = 4 << 20;
/// Lines per chunk, about. A document costs a hundred bytes beside its text, so millions of very short ones
/// would fill the memory.
const LINES: usize = 100_000;
const SMALLEST: usize = 64 << 10;

#[derive(Debug)]
pub struct Chunk {
    /// The number of its first line, counted from 1; of its first value if values are not on lines of their
    /// own.
    pub line: u64,
    pub bytes: Vec<u8>,
}

/// A fault between two chunks.
#[derive(Debug)]
pub struct StreamFault {
    pub line: u64,
    pub message: String,
}

pub struct Chunks<R> {
    reader: R,
    cut: RecordCut,
    limit: usize,
    line: u64,
    size: usize,
    carry: Vec<u8>,
    /// Bytes of the carry that were searched and contain no end of a record.
    scanned: usize,
    started: bool,
    ended: bool,
}

impl<R: Read> Chunks<R> {
    pub fn new(reader: R, cut: RecordCut, limit: usize) -> Self {
        let carry = Vec::new();
        Self { reader, cut, limit, line: 1, size: FIRST, carry, scanned: 0, started: false, ended: false }
    }

    /// Continues a stream of which `head` was already read; its first line has the number `line`.
    pub fn after(self, head: Vec<u8>, line: u64) -> Self {
        Self { carry: head, line, started: true, ..self }
    }

    /// Reads until `buffer` is longer by one chunk. A failed read ends the stream, because nothing can be
    /// read behind it.
    fn fill(&mut self, buffer: &mut Vec<u8>) -> Result<(), StreamFault> {
        let wanted = self.size as u64;
        buffer.reserve_exact(self.size + 1);
        self.size = CHUNK.min(self.size * 5 / 4);
        match self.reader.by_ref().take(wanted).read_to_end(buffer) {
            Ok(count) => {
                self.ended = (count as u64) < wanted;
                self.start(buffer)
            }
            Err(error) => {
                self.ended = true;
                let whole = self.cut.last_end(buffer, self.scanned).unwrap_or(0);
                let line = self.line + self.cut.count(&buffer[..whole]);
                self.cut.settle();
                self.carry = buffer[..whole].to_vec();
                self.scanned = whole;
                Err(StreamFault {
                    line,
                    message: format!("cannot be read on from here: {error}; what came before is kept"),
                })
            }
        }
    }

    fn start(&mut self, buffer: &mut Vec<u8>) -> Result<(), StreamFault> {
        if std::mem::replace(&mut self.started, true) {
            return Ok(());
        }
        strip_mark(buffer).map_err(|message| {
            self.ended = true;
            StreamFault { line: 0, message }
        })
    }

    /// The end of the last whole record, except one that may continue.
    fn cut_point(&mut self, buffer: &[u8]) -> Option<usize> {
        let end = self.cut.last_end(buffer, self.scanned);
        self.scanned = buffer.len();
        end
    }

    /// Splits off a chunk of whole records.
    fn chunk(&mut self, mut buffer: Vec<u8>, end: usize) -> Chunk {
        self.carry = buffer.split_off(end);
        self.scanned -= end.min(self.scanned);
        let (line, lines) = (self.line, self.cut.count(&buffer));
        self.line += lines;
        if lines as usize > LINES {
            self.size = (buffer.len() / (lines as usize / LINES + 1)).max(SMALLEST);
        }
        Chunk { line, bytes: buffer }
    }

    /// Skips a record that is too long, without keeping it.
    fn skip(&mut self, mut buffer: Vec<u8>) -> StreamFault {
        let line = self.line;
        let message = too_long(self.limit);
        loop {
            if let Some(end) = self.cut.first_end(&buffer, self.scanned) {
                self.line += self.cut.count(&buffer[..end]);
                self.carry = buffer.split_off(end);
                self.scanned = 0;
                return StreamFault { line, message };
            }
            if self.ended {
                self.cut.settle();
                return StreamFault { line, message };
            }
            // The last bytes may be the beginning of the mark of the next record, or half of a line end.
            let mut from = buffer.len().saturating_sub(6);
            from -= usize::from(from > 0 && buffer[from - 1] == b'\r');
            let keep = buffer.split_off(from);
            self.line += self.cut.count(&buffer);
            buffer = keep;
            self.scanned = buffer.len();
            if let Err(fault) = self.fill(&mut buffer) {
                return fault;
            }
        }
    }

    /// What is left at the end of the stream: a chunk, and then the fault, if any.
    fn rest(&mut self, buffer: Vec<u8>) -> Option<Result<Chunk, StreamFault>> {
        let end = self.cut_point(&buffer).unwrap_or(0);
        let end = if self.cut.is_open() || self.cut.is_closed() { end } else { buffer.len() };
        if end > 0 {
            return Some(Ok(self.chunk(buffer, end)));
        }
        self.complaint()
    }

    fn complaint(&mut self) -> Option<Result<Chunk, StreamFault>> {
        let message = self.cut.complaint()?.to_owned();
        self.cut.settle();
        Some(Err(StreamFault { line: self.line, message }))
    }

    /// Reads to the end without keeping anything, because there are no more records.
    fn drain(&mut self) -> Option<Result<Chunk, StreamFault>> {
        let mut buffer = Vec::new();
        while !self.ended {
            buffer.clear();
            self.scanned = 0;
            if let Err(fault) = self.fill(&mut buffer) {
                return Some(Err(fault));
            }
            self.cut_point(&buffer);
        }
        self.complaint()
    }
}

impl<R: Read> Iterator for Chunks<R> {
    type Item = Result<Chunk, StreamFault>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut buffer = std::mem::take(&mut self.carry);
        // After a fault nothing is carried over.
        self.scanned = self.scanned.min(buffer.len());
        if self.cut.is_closed() {
            return self.drain();
        }
        while !self.ended {
            if let Err(fault) = self.fill(&mut buffer) {
                return Some(Err(fault));
            }
            if self.ended {
                break;
            }
            if let Some(end) = self.cut_point(&buffer) {
                return Some(Ok(self.chunk(buffer, end)));
            }
            if buffer.len() > self.limit {
                return Some(Err(self.skip(buffer)));
            }
        }
        self.rest(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::rows::RowEnds;

    #[test]
    fn lines_are_whole_and_numbered() {
        let text: String = (1..=900_000).map(|i| format!("{i}\n")).collect();
        let mut next = 1u64;
        for chunk in Chunks::new(text.as_bytes(), RecordCut::Line, 1 << 20) {
            let chunk = chunk.unwrap();
            assert_eq!(chunk.line, next);
            for line in std::str::from_utf8(&chunk.bytes).unwrap().lines() {
                assert_eq!(line, next.to_string());
                next += 1;
            }
        }
        assert_eq!(next, 900_001);
    }

    #[test]
    fn a_quotation_mark_that_is_never_closed_is_told_once() {
        for text in ["a,\"b\n", "a,b\nc,\"d\n", "a,b\n\"c"] {
            let chunks: Vec<_> =
                Chunks::new(text.as_bytes(), RecordCut::Row(RowEnds::new(b',')), 1 << 20).collect();
            assert_eq!(chunks.iter().filter(|chunk| chunk.is_err()).count(), 1, "{text:?}");
            assert!(chunks.last().unwrap().is_err());
        }
    }

    #[test]
    fn a_long_line_is_left_out_and_named() {
        let mut text = b"one\n".to_vec();
        text.extend(vec![b'x'; 9 << 20]);
        text.extend(b"\nthree\n");
        let items: Vec<_> = Chunks::new(&text[..], RecordCut::Line, 1 << 20).collect();
        let lines: Vec<u64> = items.iter().map(|i| i.as_ref().map_or_else(|g| g.line, |c| c.line)).collect();
        assert_eq!(lines, [1, 2, 3]);
        assert!(items[1].is_err());
    }
}
