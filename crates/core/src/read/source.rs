//! The decompressed bytes of an input, with a count of the bytes read so far.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;

use crate::error::{Error, Result};
use crate::read::xz::XzReader;

const GZIP: &[u8] = &[0x1F, 0x8B];
const ZSTD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];
const XZ: &[u8] = &[0xFD, b'7', b'z', b'X', b'Z', 0];
const BZIP2: &[u8] = b"BZh";
/// What follows `BZh` and a digit: a first block, or the end of an empty stream. A text that begins with
/// `BZh` does not continue like this.
const BLOCKS: [&[u8]; 2] = [&[0x31, 0x41, 0x59, 0x26, 0x53, 0x59], &[0x17, 0x72, 0x45, 0x38, 0x50, 0x90]];
const BUFFER: usize = 1 << 18;
const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

/// Bytes read from the inputs so far, as they are on disk.
#[derive(Debug, Clone, Default)]
pub struct Progress(Arc<AtomicU64>);

impl Progress {
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub fn add(&self, bytes: usize) {
        self.0.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

struct Counted<R> {
    inner: R,
    progress: Progress,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.progress.add(count);
        Ok(count)
    }
}

/// Opens a file, or standard input for `None`. Compression is detected by the first bytes, not by the name.
pub fn open(path: Option<&Path>, progress: Progress) -> Result<Box<dyn Read + Send>> {
    let inner: Box<dyn Read + Send> = match path {
        Some(path) => Box::new(File::open(path).map_err(|e| cannot_open(path, &e))?),
        None => Box::new(io::stdin()),
    };
    unpack(Counted { inner, progress })
}

fn unpack(source: impl Read + Send + 'static) -> Result<Box<dyn Read + Send>> {
    let mut reader = BufReader::with_capacity(BUFFER, source);
    let head = reader.fill_buf().map_err(|e| Error::InputError(e.to_string()))?;
    if head.starts_with(GZIP) {
        return Ok(Box::new(MultiGzDecoder::new(reader)));
    }
    if head.starts_with(ZSTD) {
        return Ok(Box::new(zstd::Decoder::with_buffer(reader)?));
    }
    if head.starts_with(XZ) {
        return Ok(Box::new(XzReader::new(reader)?));
    }
    if head.starts_with(BZIP2) && BLOCKS.iter().any(|block| head[4.min(head.len())..].starts_with(block)) {
        return Ok(Box::new(MultiBzDecoder::new(reader)));
    }
    Ok(Box::new(reader))
}

fn cannot_open(path: &Path, error: &io::Error) -> Error {
    Error::InputError(format!("{}: cannot be opened: {error}", path.display()))
}

/// Removes the byte order mark from the first bytes of a file; an error if it shows that the file is not
/// UTF-8.
pub(crate) fn strip_mark(bytes: &mut Vec<u8>) -> std::result::Result<(), String> {
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err("UTF-16, not UTF-8; give --encoding utf-16".into());
    }
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_begin_like_a_packed_file_are_words() {
        for text in ["BZh91 is a word", "BZh", "BZ", "", "BZh9"] {
            let mut read = String::new();
            unpack(text.as_bytes()).unwrap().read_to_string(&mut read).unwrap();
            assert_eq!(read, text);
        }
    }
}
