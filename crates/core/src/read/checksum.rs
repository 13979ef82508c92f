//! The checksum of a file, which shows whether the file is damaged.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

use crate::cancel::Cancel;
use crate::error::{Error, Result};

/// Bytes that are read at a time. Few enough to stay in the cache of a core.
const BUFFER: usize = 256 << 10;

/// 128 bits of XXH3 over all bytes of a file. It detects accidental damage, not forgery, and is as fast as
/// reading the file.
pub fn file_checksum(path: &Path, cancel: &Cancel) -> Result<u128> {
    let named = |error: std::io::Error| Error::InputError(format!("{}: {error}", path.display()));
    let mut file = File::open(path).map_err(named)?;
    let mut hash = Xxh3::new();
    let mut buffer = vec![0; BUFFER];
    loop {
        cancel.check()?;
        match file.read(&mut buffer).map_err(named)? {
            0 => return Ok(hash.digest128()),
            count => hash.update(&buffer[..count]),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use xxhash_rust::xxh3::xxh3_128;

    use super::*;

    #[test]
    fn a_file_in_pieces_has_the_checksum_of_its_bytes_at_once() {
        for length in [0, 1, 240, BUFFER, 2 * BUFFER + 7] {
            let bytes: Vec<u8> = (0..length).map(|i| ((i * i) >> 3) as u8).collect();
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(&bytes).unwrap();
            assert_eq!(file_checksum(file.path(), &Cancel::default()).unwrap(), xxh3_128(&bytes));
        }
    }
}
