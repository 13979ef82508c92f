//! Copies the kept lines of a file, byte for byte.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};
use memchr::memchr_iter;

use crate::cancel::Cancel;
use crate::error::{Error, Result, no_room};
use crate::read::known::Kept;
use crate::read::source::{Progress, open};

/// Bytes that are read and written at a time. Few enough to stay in the cache of a core.
const BUFFER: usize = 256 << 10;
const BUFFERS: usize = 3;

/// Appends the kept lines of `path` to the file `out`, compressed if its name ends in .gz or .zst. Errors
/// call the output `shown`.
pub fn copy_file(
    path: &Path,
    kept: &Kept<'_>,
    out: &Path,
    shown: &str,
    progress: &Progress,
    cancel: &Cancel,
) -> Result<()> {
    packed_to(out, shown, |out| copy_lines(path, kept, out, shown, progress, cancel))
}

/// Appends what `copy` writes to the file `out`, compressed if its name ends in .gz or .zst.
pub(crate) fn packed_to(
    out: &Path,
    shown: &str,
    copy: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> Result<()> {
    // Compressed streams may follow one another in a file, so appending works for them, too.
    let file = OpenOptions::new().append(true).open(out).map_err(|error| cannot_write(shown, &error))?;
    match out.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("gz") => {
            let mut packed = flate2::write::GzEncoder::new(file, flate2::Compression::default());
            copy(&mut packed)?;
            packed.finish().map(drop).map_err(|error| cannot_write(shown, &error))
        }
        Some("zst") => {
            let mut packed: zstd::Encoder<'_, File> = zstd::Encoder::new(file, 3)?;
            copy(&mut packed)?;
            packed.finish().map(drop).map_err(|error| cannot_write(shown, &error))
        }
        _ => copy(&mut { file }),
    }
}

/// Writes the kept lines of `path` to `out`. One thread reads while another one writes.
pub fn copy_lines(
    path: &Path,
    kept: &Kept<'_>,
    out: &mut dyn Write,
    shown: &str,
    progress: &Progress,
    cancel: &Cancel,
) -> Result<()> {
    let source = kept.encoding.decoded(open(Some(path), progress.clone())?);
    let (full, filled) = bounded(BUFFERS);
    let (empty, free) = bounded(BUFFERS);
    (0..BUFFERS).for_each(|_| drop(empty.send(vec![0; BUFFER])));
    thread::scope(|scope| {
        scope.spawn(move || read_ahead(source, &free, &full));
        // Dropped here in any case; else the reading thread would wait for free buffers forever.
        let empty = empty;
        let mut out = Named { out, shown };
        let mut copier = Copier::new(kept);
        for (buffer, count) in filled {
            cancel.check()?;
            copier.copy(&buffer[..count], &mut out)?;
            drop(empty.send(buffer));
        }
        copier.finish(&mut out)
    })
}

/// An output with a name for its errors.
pub(crate) struct Named<'a> {
    pub out: &'a mut dyn Write,
    pub shown: &'a str,
}

impl Named<'_> {
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.out.write_all(bytes).map_err(|error| cannot_write(self.shown, &error))
    }
}

pub(crate) fn cannot_write(shown: &str, error: &io::Error) -> Error {
    Error::InputError(match no_room(error) {
        Some(reason) => format!("{reason}: {shown}"),
        None => format!("{shown}: cannot be written: {error}"),
    })
}

/// Fills buffers as they become free. Read errors end the copying silently: they were reported when the file
/// was read for the first time.
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

/// The state of the copying: the number of the current line, and whether it is kept. Lines may be longer than
/// any buffer.
struct Copier<'a> {
    kept: &'a Kept<'a>,
    line: u64,
    stays: bool,
    copied: usize,
    /// The beginning of a kept line of which the end was not reached yet.
    begun: Vec<u8>,
}

impl<'a> Copier<'a> {
    fn new(kept: &'a Kept<'a>) -> Self {
        let mut copier = Self { kept, line: 0, stays: false, copied: 0, begun: Vec::new() };
        copier.next_line();
        copier
    }

    fn next_line(&mut self) {
        self.line += 1;
        self.stays = self.kept.lines.get(self.copied) == Some(&self.line);
    }

    /// Called at the end of a kept line. Checks that it is the line that was read before.
    fn end(&mut self, bytes: &[u8]) -> Result<()> {
        let at = self.copied;
        self.copied += 1;
        if self.begun.is_empty() {
            return self.kept.check(at, bytes);
        }
        let mut line = std::mem::take(&mut self.begun);
        line.extend_from_slice(bytes);
        self.kept.check(at, &line)
    }

    /// Consecutive kept lines are written together.
    fn copy(&mut self, bytes: &[u8], out: &mut Named<'_>) -> Result<()> {
        let (mut run, mut start) = (0, 0);
        for end in memchr_iter(b'\n', bytes).map(|at| at + 1) {
            let stayed = self.stays;
            if stayed {
                self.end(&bytes[start..end])?;
            }
            self.next_line();
            if stayed != self.stays {
                out.write(if stayed { &bytes[run..end] } else { &[] })?;
                run = end;
            }
            start = end;
        }
        if self.stays {
            self.begun.extend_from_slice(&bytes[start..]);
            out.write(&bytes[run..])?;
        }
        // The line is longer than any record was in the first reading, so the file has changed. Stops before
        // such a line fills the memory.
        if self.begun.len() > self.kept.longest.saturating_add(BUFFER) {
            Err(self.kept.changed())
        } else {
            Ok(())
        }
    }

    fn finish(mut self, out: &mut Named<'_>) -> Result<()> {
        if !self.begun.is_empty() {
            self.end(&[])?;
            out.write(b"\n")?;
        }
        if self.copied == self.kept.lines.len() { Ok(()) } else { Err(self.kept.changed()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::encoding::Encoding;
    use crate::read::known::fingerprint;
    use proptest::prelude::*;

    /// Fingerprints of lines that are identified by their position, because they have no id.
    fn by_place(lines: &[u64]) -> Vec<u64> {
        lines.iter().map(|line| fingerprint(&format!("x:{line}"))).collect()
    }

    fn kept<'a>(lines: &'a [u64], ids: &'a [u64]) -> Kept<'a> {
        Kept { lines, ids, name: "x", id_field: "id", encoding: Encoding::default(), longest: 100 }
    }

    fn copied(bytes: &[u8], lines: &[u64], ids: &[u64]) -> Result<Vec<u8>> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        let mut out = Vec::new();
        let (progress, cancel) = (Progress::default(), Cancel::default());
        copy_lines(file.path(), &kept(lines, ids), &mut out, "out", &progress, &cancel).map(|()| out)
    }

    #[test]
    fn keeps_what_is_asked_for_to_the_byte() {
        let lines = [1, 3, 5];
        let out = copied(b"one\r\n\ntwo \nthree\nfour", &lines, &by_place(&lines)).unwrap();
        assert_eq!(&out[..], b"one\r\ntwo \nfour\n");
    }

    #[test]
    fn lines_of_another_encoding_become_utf8() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"{\"id\":\"\xFE\"}\n{\"id\":\"\xF0\"}\n").unwrap();
        let ids = [fingerprint("ğ")];
        let kept = Kept { encoding: Encoding::named("cp1254").unwrap(), ..kept(&[2], &ids) };
        let mut out = Vec::new();
        copy_lines(file.path(), &kept, &mut out, "out", &Progress::default(), &Cancel::default()).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "{\"id\":\"ğ\"}\n");
    }

    #[test]
    fn a_file_that_changed_is_named() {
        let ids = [fingerprint("a"), fingerprint("b")];
        let message = "x: changed while it was read; nothing was written; run it again when nobody writes to it any more";
        for (bytes, same) in [
            ("{\"id\":\"a\"}\n\n{\"id\":\"b\"}", true),
            ("{\"id\":\"a\"}\n\n{\"id\":\"b\"}\nmore\n", true),
            ("{\"id\":\"a\"}\n\n{\"id\":\"c\"}", false),
            ("{\"id\":\"a\"}\n{\"id\":\"b\"}\n\n", false),
            ("{\"id\":\"a\"}\n", false),
            ("", false),
        ] {
            match copied(bytes.as_bytes(), &[1, 3], &ids) {
                Ok(_) => assert!(same, "{bytes}"),
                Err(error) => assert!(!same && error.to_string() == message, "{bytes}: {error}"),
            }
        }
        let endless = vec![b' '; 4 * BUFFER];
        assert!(copied(&endless, &[1], &by_place(&[1])).is_err());
    }

    /// An output that fails after some time because the disk is full.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            thread::sleep(std::time::Duration::from_millis(100));
            Err(ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_failed_write_ends_the_reading_too_and_is_named() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&vec![b'\n'; 8 * BUFFER]).unwrap();
        let lines: Vec<u64> = (1..=8 * BUFFER as u64).collect();
        let (progress, cancel, ids) = (Progress::default(), Cancel::default(), by_place(&lines));
        let outcome = copy_lines(file.path(), &kept(&lines, &ids), &mut Full, "out", &progress, &cancel);
        let message = "no space left on device: out";
        assert_eq!(outcome, Err(Error::InputError(message.into())));
    }

    proptest! {
        /// The result does not depend on where the buffers end.
        #[test]
        fn lines_are_copied_as_they_are(text in "[ab\n]{0,40}", stay in prop::collection::vec(any::<bool>(), 41), size in 1usize..9) {
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let numbers: Vec<u64> = (1..).zip(&stay).take(lines.len()).filter(|(_, stays)| **stays).map(|(line, _)| line).collect();
            let ids = by_place(&numbers);
            let kept = kept(&numbers, &ids);
            let mut copier = Copier::new(&kept);
            let mut out = Vec::new();
            for part in text.as_bytes().chunks(size) {
                copier.copy(part, &mut Named { out: &mut out, shown: "out" }).unwrap();
            }
            copier.finish(&mut Named { out: &mut out, shown: "out" }).unwrap();
            let naive: String = numbers.iter().map(|&line| format!("{}\n", lines[line as usize - 1].trim_end_matches('\n'))).collect();
            prop_assert_eq!(String::from_utf8(out).unwrap(), naive);
        }
    }
}
