//! A stream of bytes, cut into chunks of whole records, so that chunks can be parsed side by side.

use std::io::Read;

use memchr::{memchr, memchr_iter, memrchr};

use crate::read::documents::too_long;
use crate::read::mail::{last_mail, next_mail};

/// The first chunks are small, so that short files keep all threads busy too.
const FIRST: usize = 512 << 10;
const CHUNK: usize = 4 << 20;

/// Where a chunk may be cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// After a line.
    Line,
    /// Before a line that begins a mail of an mbox.
    Mail,
}

#[derive(Debug)]
pub struct Chunk {
    /// The number of its first line, from 1.
    pub line: u64,
    pub bytes: Vec<u8>,
}

/// What went wrong between two chunks.
#[derive(Debug)]
pub struct Gap {
    pub line: u64,
    pub message: String,
}

pub struct Chunks<R> {
    reader: R,
    cut: Cut,
    limit: usize,
    line: u64,
    size: usize,
    carry: Vec<u8>,
    ended: bool,
}

impl<R: Read> Chunks<R> {
    pub fn new(reader: R, cut: Cut, limit: usize) -> Self {
        Self { reader, cut, limit, line: 1, size: FIRST, carry: Vec::new(), ended: false }
    }

    /// Reads until `buffer` is a chunk longer. A failed read ends the stream: what is broken has no rest.
    fn fill(&mut self, buffer: &mut Vec<u8>) -> Result<(), Gap> {
        let wanted = self.size as u64;
        buffer.reserve_exact(self.size + 1);
        self.size = CHUNK.min(self.size * 5 / 4);
        match self.reader.by_ref().take(wanted).read_to_end(buffer) {
            Ok(count) => {
                self.ended = (count as u64) < wanted;
                Ok(())
            }
            Err(error) => {
                self.ended = true;
                let whole = self.cut_point(buffer).unwrap_or(0);
                let line = self.line + memchr_iter(b'\n', &buffer[..whole]).count() as u64;
                self.carry = buffer[..whole].to_vec();
                Err(Gap {
                    line,
                    message: format!("cannot be read on from here: {error}; what came before is kept"),
                })
            }
        }
    }

    /// The end of the last whole record, but for one that may go on.
    fn cut_point(&self, buffer: &[u8]) -> Option<usize> {
        match self.cut {
            Cut::Line => memrchr(b'\n', buffer).map(|at| at + 1),
            Cut::Mail => last_mail(buffer),
        }
    }

    fn chunk(&mut self, bytes: Vec<u8>) -> Chunk {
        let line = self.line;
        self.line += memchr_iter(b'\n', &bytes).count() as u64;
        Chunk { line, bytes }
    }

    /// Passes over a record that is too long, without keeping it.
    fn skip(&mut self, mut buffer: Vec<u8>) -> Gap {
        let line = self.line;
        let message = too_long(self.limit);
        loop {
            if let Some(end) = self.record_end(&buffer) {
                self.line += memchr_iter(b'\n', &buffer[..end]).count() as u64;
                self.carry = buffer.split_off(end);
                return Gap { line, message };
            }
            if self.ended {
                return Gap { line, message };
            }
            // The last bytes may begin the mark of the next record.
            let keep = buffer.split_off(buffer.len().saturating_sub(6));
            self.line += memchr_iter(b'\n', &buffer).count() as u64;
            buffer = keep;
            if let Err(gap) = self.fill(&mut buffer) {
                return gap;
            }
        }
    }

    fn record_end(&self, buffer: &[u8]) -> Option<usize> {
        match self.cut {
            Cut::Line => memchr(b'\n', buffer).map(|at| at + 1),
            Cut::Mail => next_mail(buffer, 1),
        }
    }
}

impl<R: Read> Iterator for Chunks<R> {
    type Item = Result<Chunk, Gap>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut buffer = std::mem::take(&mut self.carry);
        while !self.ended {
            if let Err(gap) = self.fill(&mut buffer) {
                return Some(Err(gap));
            }
            if self.ended {
                break;
            }
            if let Some(end) = self.cut_point(&buffer) {
                self.carry = buffer.split_off(end);
                return Some(Ok(self.chunk(buffer)));
            }
            if buffer.len() > self.limit {
                return Some(Err(self.skip(buffer)));
            }
        }
        (!buffer.is_empty()).then(|| Ok(self.chunk(buffer)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_whole_and_numbered() {
        let text: String = (1..=900_000).map(|i| format!("{i}\n")).collect();
        let mut next = 1u64;
        for chunk in Chunks::new(text.as_bytes(), Cut::Line, 1 << 20) {
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
    fn a_long_line_is_left_out_and_named() {
        let mut text = b"one\n".to_vec();
        text.extend(vec![b'x'; 9 << 20]);
        text.extend(b"\nthree\n");
        let items: Vec<_> = Chunks::new(&text[..], Cut::Line, 1 << 20).collect();
        let lines: Vec<u64> = items.iter().map(|i| i.as_ref().map_or_else(|g| g.line, |c| c.line)).collect();
        assert_eq!(lines, [1, 2, 3]);
        assert!(items[1].is_err());
    }
}
