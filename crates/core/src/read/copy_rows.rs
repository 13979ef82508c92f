//! Copies some rows of a CSV file and its header: what stays, stays to the byte.

use std::io::{BufWriter, Cursor, Read, Write};
use std::path::Path;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::read::chunks::{Chunk, Chunks};
use crate::read::copy::{Named, cannot_write, packed_to};
use crate::read::csv::{Header, each_row, header};
use crate::read::cut::RecordCut;
use crate::read::encoding::Encoding;
use crate::read::known::Kept;
use crate::read::rows::RowEnds;
use crate::read::source::{Progress, open};

const MARK: &[u8] = "\u{FEFF}".as_bytes();

/// How the rows of a file are written.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    pub delimiter: u8,
    /// Whether the header is copied, too; it is not where rows are added to those of another file.
    pub header: bool,
}

/// Adds the rows of `path` that stay to the file `out`, packed if its name ends in .gz or .zst. `shown` is what an error
/// calls it.
pub fn copy_file(
    path: &Path,
    kept: &Kept<'_>,
    layout: Layout,
    out: &Path,
    shown: &str,
    cancel: &Cancel,
) -> Result<()> {
    packed_to(out, shown, |out| {
        let source = kept.encoding.decoded(open(Some(path), Progress::default())?);
        let mut buffered = BufWriter::with_capacity(1 << 18, out);
        copy_rows(source, kept, layout, &mut Named { out: &mut buffered, shown }, cancel)?;
        buffered.flush().map_err(|error| cannot_write(shown, &error))
    })
}

/// The first row of a file; `None` where there is none.
pub fn header_of(path: &Path, delimiter: u8, encoding: Encoding, longest: usize) -> Result<Option<Header>> {
    let source = encoding.decoded(open(Some(path), Progress::default())?);
    let first = Chunks::new(source, RecordCut::Row(RowEnds::new(delimiter)), longest).next();
    Ok(first.and_then(std::result::Result::ok).map(|chunk| header(chunk, delimiter).0))
}

fn copy_rows(
    mut source: impl Read,
    kept: &Kept<'_>,
    layout: Layout,
    out: &mut Named<'_>,
    cancel: &Cancel,
) -> Result<()> {
    let mut start = Vec::new();
    source.by_ref().take(MARK.len() as u64).read_to_end(&mut start)?;
    if layout.header && start == MARK {
        out.write(MARK)?;
    }
    let rows = RecordCut::Row(RowEnds::new(layout.delimiter));
    let mut chunks = Chunks::new(Cursor::new(start).chain(source), rows, kept.longest);
    // What cannot be read was named when it was read for the first time.
    let first =
        chunks.next().and_then(std::result::Result::ok).unwrap_or(Chunk { line: 1, bytes: Vec::new() });
    let (head, rest) = header(first, layout.delimiter);
    let id = head.names.iter().position(|name| name == kept.id_field);
    let mut copier =
        Copier { kept, delimiter: layout.delimiter, id, end: line_end(&head.bytes), copied: 0, out };
    if layout.header {
        copier.row(&head.bytes)?;
    }
    copier.copy(&rest)?;
    for chunk in chunks.flatten() {
        cancel.check()?;
        copier.copy(&chunk)?;
    }
    if copier.copied == kept.lines.len() { Ok(()) } else { Err(kept.changed()) }
}

/// How a file ends its lines.
fn line_end(head: &[u8]) -> &'static [u8] {
    match head {
        [.., b'\r', b'\n'] => b"\r\n",
        [.., b'\r'] => b"\r",
        _ => b"\n",
    }
}

struct Copier<'a, 'b, 'c> {
    kept: &'a Kept<'a>,
    delimiter: u8,
    /// The column of ids.
    id: Option<usize>,
    end: &'static [u8],
    copied: usize,
    out: &'b mut Named<'c>,
}

impl Copier<'_, '_, '_> {
    fn copy(&mut self, chunk: &Chunk) -> Result<()> {
        each_row(chunk, self.delimiter, |row, line, place| {
            if self.kept.lines.get(self.copied) != Some(&line) {
                return Ok(());
            }
            let id = self.id.and_then(|id| row.get(id)).and_then(|id| std::str::from_utf8(id).ok());
            self.kept.check_id(self.copied, id)?;
            self.copied += 1;
            // The csv crate leaves the second half of `\r\n` to the next row.
            let half =
                chunk.bytes[..place.end].ends_with(b"\r") && chunk.bytes[place.end..].starts_with(b"\n");
            self.row(&chunk.bytes[place.start..place.end + usize::from(half)])
        })
    }

    /// A row of its own line, also where the file ends without one.
    fn row(&mut self, bytes: &[u8]) -> Result<()> {
        self.out.write(bytes)?;
        let is_whole = bytes.is_empty() || bytes.ends_with(b"\n") || bytes.ends_with(b"\r");
        self.out.write(if is_whole { b"" } else { self.end })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::read::known::fingerprint;

    fn copied(bytes: &[u8], lines: &[u64], ids: &[u64], header: bool) -> Result<Vec<u8>> {
        let kept =
            Kept { lines, ids, name: "x", id_field: "id", encoding: Encoding::default(), longest: 1000 };
        let mut out = Vec::new();
        let layout = Layout { delimiter: b',', header };
        copy_rows(bytes, &kept, layout, &mut Named { out: &mut out, shown: "out" }, &Cancel::default())?;
        Ok(out)
    }

    #[test]
    fn keeps_what_is_asked_for_to_the_byte() {
        let bytes = b"\xEF\xBB\xBF\n\"id\",t\r\na,\"x\r\ny\"\r\n\r\nb,z\r\nc,w";
        let ids = [fingerprint("a"), fingerprint("c")];
        let all = copied(bytes, &[3, 7], &ids, true).unwrap();
        assert_eq!(&all[..], b"\xEF\xBB\xBF\"id\",t\r\na,\"x\r\ny\"\r\nc,w\r\n");
        assert_eq!(&copied(bytes, &[3, 7], &ids, false).unwrap()[..], b"a,\"x\r\ny\"\r\nc,w\r\n");
        assert_eq!(&copied(b"id,t", &[], &[], true).unwrap()[..], b"id,t\n");
        assert_eq!(&copied(b"", &[], &[], true).unwrap()[..], b"");
    }

    #[test]
    fn a_file_that_changed_is_named() {
        let ids = [fingerprint("a")];
        for (bytes, same) in [
            ("id,t\na,x\n", true),
            ("t,id\nx,a\n", true),
            ("id,t\nb,x\n", false),
            ("id,t\n", false),
            ("", false),
        ] {
            assert_eq!(copied(bytes.as_bytes(), &[2], &ids, true).is_ok(), same, "{bytes}");
        }
        // A row without an id has one made of its place.
        assert!(copied(b"t\nx\n", &[2], &[fingerprint("x:2")], true).is_ok());
    }

    #[test]
    fn names_stand_once() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"a, a ,\"b\nc\",a (2)\n").unwrap();
        let head = header_of(file.path(), b',', Encoding::default(), 1000).unwrap().unwrap();
        assert_eq!(head.unique_names(), ["a", "a (2)", "b\nc", "a (2) (2)"]);
    }

    /// Trying each number from 2 on for each name would take hours.
    #[test]
    fn a_million_equal_names_stand_once() {
        let head = Header { names: vec!["e".to_owned(); 1_000_000], bytes: Vec::new() };
        assert_eq!(head.unique_names().last().unwrap(), "e (1000000)");
    }

    proptest! {
        /// Each row is known before, so that the naive twin needs no parser.
        #[test]
        fn rows_are_copied_as_they_are(cells in prop::collection::vec(("[ab,\"\r\n]{0,5}", any::<bool>()), 0..9)) {
            let row = |cell: &str| format!("\"{}\",z\n", cell.replace('"', "\"\""));
            let (mut text, mut naive, mut line) = ("id,t\n".to_owned(), "id,t\n".to_owned(), 2);
            let (mut lines, mut ids) = (Vec::new(), Vec::new());
            for (cell, stays) in &cells {
                if *stays {
                    lines.push(line);
                    ids.push(fingerprint(&if cell.is_empty() { format!("x:{line}") } else { cell.clone() }));
                    naive.push_str(&row(cell));
                }
                text.push_str(&row(cell));
                line = 1 + crate::read::rows::row_line_ends(text.as_bytes());
            }
            prop_assert_eq!(copied(text.as_bytes(), &lines, &ids, true).unwrap(), naive.into_bytes());
        }
    }
}
