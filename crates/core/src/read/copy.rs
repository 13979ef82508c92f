//! Copies some lines of a file: what stays, stays to the byte.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::iter::Peekable;
use std::path::Path;
use std::thread;

use crossbeam_channel::bounded;
use memchr::memchr_iter;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::read::chunks::{Chunk, Chunks, Cut};
use crate::read::source::{Progress, open};

/// Adds the lines of `path` with the numbers `kept` (ascending) to the file `out`, packed if its name ends in .gz or .zst. Gives how many.
pub fn copy_file(
    path: &Path,
    kept: &[u64],
    max_record: usize,
    out: &Path,
    progress: &Progress,
    cancel: &Cancel,
) -> Result<u64> {
    // Packed files may follow one another in a file, so that adding works for them too.
    let file = OpenOptions::new().append(true).create(true).open(out)?;
    let copy = |out: &mut (dyn Write + Send)| copy_lines(path, kept, max_record, out, progress, cancel);
    match out.extension().and_then(|e| e.to_str()) {
        Some("gz") => {
            let mut packed = flate2::write::GzEncoder::new(file, flate2::Compression::default());
            let copied = copy(&mut packed)?;
            packed.finish()?;
            Ok(copied)
        }
        Some("zst") => {
            let mut packed: zstd::Encoder<'_, File> = zstd::Encoder::new(file, 3)?;
            let copied = copy(&mut packed)?;
            packed.finish()?;
            Ok(copied)
        }
        _ => copy(&mut { file }),
    }
}

/// Writes the lines of `path` with the numbers `kept` (ascending) to `out`. One thread reads, another writes.
pub fn copy_lines(
    path: &Path,
    kept: &[u64],
    max_record: usize,
    out: &mut (dyn Write + Send),
    progress: &Progress,
    cancel: &Cancel,
) -> Result<u64> {
    let source = open(Some(path), progress.clone())?;
    let (sender, chunks) = bounded(WAITING);
    thread::scope(|scope| {
        scope.spawn(move || {
            // What could not be read was named when it was read for the first time.
            for chunk in Chunks::new(source, Cut::Line, max_record).flatten() {
                if sender.send(chunk).is_err() {
                    break;
                }
            }
        });
        let mut kept = kept.iter().copied().peekable();
        let mut copied = 0;
        for chunk in chunks {
            cancel.check()?;
            copied += copy_chunk(&chunk, &mut kept, out)?;
        }
        Ok(copied)
    })
}

/// Chunks read ahead of the writing.
const WAITING: usize = 2;

fn copy_chunk(
    chunk: &Chunk,
    kept: &mut Peekable<impl Iterator<Item = u64>>,
    out: &mut dyn Write,
) -> Result<u64> {
    let bytes = &chunk.bytes[..];
    let mut copied = 0;
    let mut start = 0;
    let mut run = 0; // neighbouring lines that stay are written at once
    let ends = memchr_iter(b'\n', bytes).map(|at| at + 1);
    let last = (bytes.last() != Some(&b'\n')).then_some(bytes.len());
    for (number, end) in (chunk.line..).zip(ends.chain(last)) {
        if kept.next_if_eq(&number).is_some() {
            copied += 1;
        } else {
            out.write_all(&bytes[run..start])?;
            run = end;
        }
        start = end;
    }
    out.write_all(&bytes[run..])?;
    if run < bytes.len() && last.is_some() {
        out.write_all(b"\n")?;
    }
    Ok(copied)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_is_asked_for_to_the_byte() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"one\r\n\ntwo \nthree\nfour").unwrap();
        let mut out = Vec::new();
        let (progress, cancel) = (Progress::default(), Cancel::default());
        let copied = copy_lines(file.path(), &[1, 3, 5], 1 << 20, &mut out, &progress, &cancel).unwrap();
        assert_eq!((copied, &out[..]), (3, &b"one\r\ntwo \nfour\n"[..]));
    }
}
