//! Bytes of an input, unpacked, with a count of how far the reading has come.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;

use crate::error::{Error, Result};

const GZIP: &[u8] = &[0x1F, 0x8B];
const ZSTD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];
const BUFFER: usize = 1 << 18;

/// Bytes taken from the inputs so far, as they lie on disk.
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

/// Opens a file, or standard input for `None`. What is packed tells its first bytes, not the name.
pub fn open(path: Option<&Path>, progress: Progress) -> Result<Box<dyn Read + Send>> {
    let inner: Box<dyn Read + Send> = match path {
        Some(path) => Box::new(File::open(path).map_err(|e| cannot_open(path, &e))?),
        None => Box::new(io::stdin()),
    };
    let mut reader = BufReader::with_capacity(BUFFER, Counted { inner, progress });
    let head = reader.fill_buf().map_err(|e| Error::InputError(e.to_string()))?;
    if head.starts_with(GZIP) {
        return Ok(Box::new(MultiGzDecoder::new(reader)));
    }
    if head.starts_with(ZSTD) {
        return Ok(Box::new(zstd::Decoder::with_buffer(reader)?));
    }
    Ok(Box::new(reader))
}

fn cannot_open(path: &Path, error: &io::Error) -> Error {
    Error::InputError(format!("{}: cannot be opened: {error}", path.display()))
}
