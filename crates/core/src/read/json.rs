//! JSON files: an array, values over several lines, or one value per line. Elements are parsed separately, as
//! lines are. The place of an element is its number, because several may be on one line and ids are made of
//! places.

use std::io::{self, Read};

use memchr::memchr_iter;

use crate::read::chunks::{Chunk, Chunks};
use crate::read::cut::RecordCut;
use crate::read::documents::{DocumentBuilder, ReadOptions};
use crate::read::jsonl::parse_record;
use crate::read::source::strip_mark;
use crate::read::values::{Layout, ValueEnds, layout};

/// Bytes that are read to detect the layout.
const HEAD: u64 = 64 << 10;

/// The chunks of a JSON file, and the layout of its values.
pub fn json_chunks<R: Read>(mut source: R, limit: usize) -> Result<(Layout, Chunks<R>), String> {
    let (mut head, blank) = head(&mut source)?;
    let layout = layout(&head);
    if layout == Layout::Array {
        head.remove(0);
    }
    let cut =
        if layout == Layout::Lines { RecordCut::Line } else { RecordCut::Value(ValueEnds::new(layout)) };
    let first = if layout == Layout::Lines { 1 + blank } else { 1 };
    Ok((layout, Chunks::new(source, cut, limit).after(head, first)))
}

/// The first bytes, without leading white space, and the number of lines skipped.
fn head(source: &mut impl Read) -> Result<(Vec<u8>, u64), String> {
    let mut head = Vec::new();
    let mut lines = 0;
    let mut is_first = true;
    let cannot = |error: io::Error| format!("cannot be read: {error}");
    loop {
        let count = source.by_ref().take(HEAD).read_to_end(&mut head).map_err(cannot)?;
        if std::mem::take(&mut is_first) {
            strip_mark(&mut head)?;
        }
        let blank = head.len() - head.trim_ascii_start().len();
        lines += memchr_iter(b'\n', &head[..blank]).count() as u64;
        head.drain(..blank);
        if !head.is_empty() || count == 0 {
            return Ok((head, lines));
        }
    }
}

/// Parses a chunk of whole values.
pub fn parse_values(
    chunk: &Chunk,
    layout: Layout,
    file: u32,
    name: &str,
    options: &ReadOptions,
    out: &mut DocumentBuilder,
) {
    let mut values = ValueEnds::new(layout);
    let mut rest = &chunk.bytes[..];
    for number in chunk.line.. {
        if rest.is_empty() || values.is_closed() {
            break;
        }
        let end = values.next_end(rest);
        let (value, after) = rest.split_at(end.unwrap_or(rest.len()));
        let mark = usize::from(layout == Layout::Array && end.is_some());
        let (text, mark) = value.split_at(value.len() - mark);
        match simdutf8::compat::from_utf8(text) {
            Ok(text) if mark == b"," && text.trim_ascii().is_empty() => {
                out.problem(file, number, "nothing stands before a comma");
            }
            Ok(text) => parse_record(text, file, number, name, options, out),
            Err(error) => out.problem(file, number, options.encoding.flaw(text, error.valid_up_to())),
        }
        rest = after;
    }
}
