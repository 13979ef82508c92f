//! A file of blocks with a directory at its end: any block can be read by itself, and is compared with its checksum.
//!
//! The checksum of the directory stands in the header of the index. So no byte is used that nothing vouches for, and a
//! question that needs a few blocks reads these and no others.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::error::{Error, Result, no_room};

/// A file as the header of an index names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub size: u64,
    /// Of its directory, which has those of the blocks.
    pub checksum: u128,
}

/// The blocks of one kind: the first key of each, where it stands, its checksum.
#[derive(Default)]
pub(super) struct Section {
    pub(super) firsts: Vec<u64>,
    offsets: Vec<u64>,
    lengths: Vec<u64>,
    checksums: Vec<u64>,
}

impl Section {
    pub(super) fn len(&self) -> usize {
        self.firsts.len()
    }

    /// The block that holds a key, if any does: the last one that does not begin behind it.
    pub(super) fn locate(&self, key: u64) -> Option<usize> {
        self.firsts.partition_point(|&first| first <= key).checked_sub(1)
    }

    fn columns(&self) -> [&Vec<u64>; 4] {
        [&self.firsts, &self.offsets, &self.lengths, &self.checksums]
    }
}

/// Writes blocks of several sections in any order.
pub(super) struct BlocksWriter {
    out: BufWriter<File>,
    path: PathBuf,
    at: u64,
    sections: Vec<Section>,
}

impl BlocksWriter {
    pub(super) fn create(path: &Path, sections: usize) -> Result<Self> {
        let file = File::create_new(path).map_err(|error| unwritten(path, &error))?;
        let out = BufWriter::with_capacity(1 << 20, file);
        let sections = (0..sections).map(|_| Section::default()).collect();
        Ok(Self { out, path: path.to_owned(), at: 0, sections })
    }

    pub(super) fn add(&mut self, section: usize, first: u64, block: &[u8]) -> Result<()> {
        let known = &mut self.sections[section];
        known.firsts.push(first);
        known.offsets.push(self.at);
        known.lengths.push(block.len() as u64);
        known.checksums.push(xxh3_64(block));
        self.at += block.len() as u64;
        self.out.write_all(block).map_err(|error| unwritten(&self.path, &error))
    }

    /// Writes the directory, with some numbers for whoever opens the file; all of it reaches the disk.
    pub(super) fn finish(mut self, numbers: &[u64]) -> Result<Written> {
        let mut words = vec![numbers.len() as u64, self.sections.len() as u64];
        words.extend(numbers);
        words.extend(self.sections.iter().map(|section| section.len() as u64));
        self.sections.iter().flat_map(Section::columns).for_each(|column| words.extend(column));
        words.push(words.len() as u64 + 1);
        let directory: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let named = |error| unwritten(&self.path, &error);
        self.out.write_all(&directory).map_err(named)?;
        let file = self.out.into_inner().map_err(std::io::IntoInnerError::into_error).map_err(named)?;
        file.sync_all().map_err(named)?;
        Ok(Written { size: self.at + directory.len() as u64, checksum: xxh3_128(&directory) })
    }
}

/// An open file of blocks. Threads may read it at the same time.
pub(super) struct Blocks {
    file: File,
    path: PathBuf,
    sections: Vec<Section>,
    pub(super) numbers: Vec<u64>,
}

impl Blocks {
    /// Opens a file, if it is what was written.
    pub(super) fn open(path: &Path, written: &Written) -> Result<Self> {
        let failed = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                Error::FormatError(format!("{}: missing; build the index anew", path.display()))
            }
            _ => Error::InputError(format!("{}: {error}", path.display())),
        };
        let file = File::open(path).map_err(failed)?;
        let facts = file.metadata().map_err(failed)?;
        if !facts.is_file() || facts.len() != written.size || written.size < 8 {
            return Err(damaged(path));
        }
        let mut last = [0; 8];
        read_at(&file, &mut last, written.size - 8).map_err(failed)?;
        let length = u64::from_le_bytes(last).checked_mul(8).filter(|&length| length <= written.size);
        let length = length.ok_or_else(|| damaged(path))?;
        let mut directory = vec![0; length as usize];
        read_at(&file, &mut directory, written.size - length).map_err(failed)?;
        if xxh3_128(&directory) != written.checksum {
            return Err(damaged(path));
        }
        let (sections, numbers) = parsed(&directory, written.size).ok_or_else(|| damaged(path))?;
        Ok(Self { file, path: path.to_owned(), sections, numbers })
    }

    pub(super) fn section(&self, section: usize) -> Result<&Section> {
        self.sections.get(section).ok_or_else(|| self.damaged())
    }

    /// The bytes of a block, compared with their checksum.
    pub(super) fn read(&self, section: usize, block: usize, into: &mut Vec<u8>) -> Result<()> {
        let known = self.section(section)?;
        let (Some(&offset), Some(&length)) = (known.offsets.get(block), known.lengths.get(block)) else {
            return Err(self.damaged());
        };
        into.resize(length as usize, 0);
        read_at(&self.file, into, offset).map_err(|error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => self.damaged(),
            _ => Error::InputError(format!("{}: {error}", self.path.display())),
        })?;
        if xxh3_64(into) == known.checksums[block] { Ok(()) } else { Err(self.damaged()) }
    }

    /// Reads every block: whether all of them are what was written.
    pub(super) fn verify(&self, mut each: impl FnMut() -> Result<()>) -> Result<()> {
        let mut room = Vec::new();
        for (number, section) in self.sections.iter().enumerate() {
            for block in 0..section.len() {
                each()?;
                self.read(number, block, &mut room)?;
            }
        }
        Ok(())
    }

    pub(super) fn damaged(&self) -> Error {
        damaged(&self.path)
    }
}

pub(super) fn damaged(path: &Path) -> Error {
    let path = path.display();
    Error::FormatError(format!("{path}: damaged: it is not what was written; build the index anew"))
}

fn unwritten(path: &Path, error: &std::io::Error) -> Error {
    let reason = no_room(error).map_or_else(|| error.to_string(), str::to_owned);
    Error::InputError(format!("{}: {reason}; nothing was changed", path.display()))
}

/// The sections and numbers of a directory, of a file with so many bytes.
fn parsed(directory: &[u8], size: u64) -> Option<(Vec<Section>, Vec<u64>)> {
    let mut rest = directory;
    let mut take = |count: u64| {
        let (taken, left) = rest.split_at_checked(usize::try_from(count).ok()?.checked_mul(8)?)?;
        rest = left;
        let word = |word: &[u8]| word.try_into().map_or(0, u64::from_le_bytes);
        Some(taken.chunks_exact(8).map(word).collect::<Vec<u64>>())
    };
    let counts = take(2)?;
    let (numbers, lengths) = (take(counts[0])?, take(counts[1])?);
    let mut sections = Vec::new();
    for length in lengths {
        let (firsts, offsets) = (take(length)?, take(length)?);
        let section = Section { firsts, offsets, lengths: take(length)?, checksums: take(length)? };
        let ends =
            section.offsets.iter().zip(&section.lengths).map(|(offset, length)| offset.checked_add(*length));
        if !ends.into_iter().all(|end| end.is_some_and(|end| end <= size)) {
            return None;
        }
        sections.push(section);
    }
    Some((sections, numbers))
}

#[cfg(unix)]
fn read_at(file: &File, into: &mut [u8], offset: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, into, offset)
}

#[cfg(windows)]
fn read_at(file: &File, mut into: &mut [u8], mut offset: u64) -> std::io::Result<()> {
    while !into.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, into, offset)? {
            0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            count => {
                into = &mut into[count..];
                offset += count as u64;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_flipped_bit_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part");
        let mut out = BlocksWriter::create(&path, 2).unwrap();
        for (section, first, block) in [(0, 3, &b"one"[..]), (1, 0, b"two"), (0, 9, b"")] {
            out.add(section, first, block).unwrap();
        }
        let written = out.finish(&[7, 8]).unwrap();
        let read = || {
            let blocks = Blocks::open(&path, &written)?;
            assert_eq!((&blocks.numbers[..], blocks.section(0)?.locate(8)), (&[7, 8][..], Some(0)));
            assert_eq!((blocks.section(0)?.locate(2), blocks.section(0)?.locate(9)), (None, Some(1)));
            blocks.verify(|| Ok(()))
        };
        read().unwrap();
        let whole = std::fs::read(&path).unwrap();
        assert_eq!(whole.len() as u64, written.size);
        for bit in 0..8 * whole.len() {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(read().unwrap_err(), damaged(&path), "{bit}");
        }
        std::fs::write(&path, &whole[1..]).unwrap();
        assert_eq!(read().unwrap_err(), damaged(&path));
    }
}
