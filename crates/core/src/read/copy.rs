//! Copies some lines of a file: what stays, stays to the byte.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};
use memchr::memchr_iter;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::read::source::{Progress, open};

/// Bytes that are read and written at a time: they stay in a core's own cache.
const BUFFER: usize = 256 << 10;
const BUFFERS: usize = 3;

/// Adds the lines of `path` with the numbers `kept` (ascending) to the file `out`, packed if its name ends in .gz or .zst. Gives how many.
pub fn copy_file(path: &Path, kept: &[u64], out: &Path, progress: &Progress, cancel: &Cancel) -> Result<u64> {
    // Packed files may follow one another in a file, so that adding works for them too.
    let file = OpenOptions::new().append(true).create(true).open(out)?;
    let copy = |out: &mut dyn Write| copy_lines(path, kept, out, progress, cancel);
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

/// Writes the lines of `path` with the numbers `kept` (ascending) to `out`. One thread reads while another writes.
pub fn copy_lines(
    path: &Path,
    kept: &[u64],
    out: &mut dyn Write,
    progress: &Progress,
    cancel: &Cancel,
) -> Result<u64> {
    let source = open(Some(path), progress.clone())?;
    let (full, filled) = bounded(BUFFERS);
    let (empty, free) = bounded(BUFFERS);
    (0..BUFFERS).for_each(|_| drop(empty.send(vec![0; BUFFER])));
    thread::scope(|scope| {
        scope.spawn(move || read_ahead(source, &free, &full));
        // Dropped here whatever happens: else the reading thread would wait for free buffers for ever.
        let empty = empty;
        let mut copier = Copier::new(kept);
        for (buffer, count) in filled {
            cancel.check()?;
            copier.copy(&buffer[..count], out)?;
            drop(empty.send(buffer));
        }
        copier.finish(out)
    })
}

/// Fills buffers as they come free. What could not be read was named when it was read for the first time.
fn read_ahead(mut source: impl Read, free: &Receiver<Vec<u8>>, full: &Sender<(Vec<u8>, usize)>) {
    while let Ok(mut buffer) = free.recv() {
        let count = loop {
            match source.read(&mut buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result.unwrap_or(0),
            }
        };
        if count == 0 || full.send((buffer, count)).is_err() {
            return;
        }
    }
}

/// Where the copying is: the number of the line, and whether it stays. Lines may be longer than any buffer.
struct Copier<'a> {
    kept: &'a [u64],
    line: u64,
    stays: bool,
    copied: u64,
    /// The last line that was written has no end yet.
    open: bool,
}

impl<'a> Copier<'a> {
    fn new(kept: &'a [u64]) -> Self {
        let mut copier = Self { kept, line: 0, stays: false, copied: 0, open: false };
        copier.next_line();
        copier
    }

    fn next_line(&mut self) {
        self.line += 1;
        self.stays = self.kept.first() == Some(&self.line);
        self.kept = &self.kept[usize::from(self.stays)..];
    }

    /// Neighbouring lines that stay are written at once.
    fn copy(&mut self, bytes: &[u8], out: &mut dyn Write) -> Result<()> {
        let mut run = 0;
        for end in memchr_iter(b'\n', bytes).map(|at| at + 1) {
            let stayed = self.stays;
            self.copied += u64::from(stayed);
            self.next_line();
            if stayed != self.stays {
                out.write_all(if stayed { &bytes[run..end] } else { &[] })?;
                run = end;
            }
        }
        self.open = self.stays && bytes.last().is_some_and(|&last| last != b'\n');
        if self.stays {
            out.write_all(&bytes[run..])?;
        }
        Ok(())
    }

    fn finish(self, out: &mut dyn Write) -> Result<u64> {
        if self.open {
            out.write_all(b"\n")?;
        }
        Ok(self.copied + u64::from(self.open))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn keeps_what_is_asked_for_to_the_byte() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"one\r\n\ntwo \nthree\nfour").unwrap();
        let mut out = Vec::new();
        let (progress, cancel) = (Progress::default(), Cancel::default());
        let copied = copy_lines(file.path(), &[1, 3, 5], &mut out, &progress, &cancel).unwrap();
        assert_eq!((copied, &out[..]), (3, &b"one\r\ntwo \nfour\n"[..]));
    }

    /// A disk that takes its time and then is full.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            thread::sleep(std::time::Duration::from_millis(100));
            Err(std::io::Error::other("no room"))
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_failed_write_ends_the_reading_too() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&vec![b'\n'; 8 * BUFFER]).unwrap();
        let kept: Vec<u64> = (1..=8 * BUFFER as u64).collect();
        let (progress, cancel) = (Progress::default(), Cancel::default());
        assert!(copy_lines(file.path(), &kept, &mut Full, &progress, &cancel).is_err());
    }

    proptest! {
        /// Wherever the buffers end.
        #[test]
        fn lines_are_copied_as_they_are(text in "[ab\n]{0,40}", stay in prop::collection::vec(any::<bool>(), 41), size in 1usize..9) {
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let kept: Vec<u64> = (1..).zip(&stay).take(lines.len()).filter(|(_, stays)| **stays).map(|(line, _)| line).collect();
            let mut copier = Copier::new(&kept);
            let mut out = Vec::new();
            for part in text.as_bytes().chunks(size) {
                copier.copy(part, &mut out).unwrap();
            }
            let copied = copier.finish(&mut out).unwrap();
            let naive: String = kept.iter().map(|&line| format!("{}\n", lines[line as usize - 1].trim_end_matches('\n'))).collect();
            prop_assert_eq!((copied, String::from_utf8(out).unwrap()), (kept.len() as u64, naive));
        }
    }
}
