//! Spilling: what does not fit into the memory limit is written to a temporary file and read back.
//!
//! The file is made by the first write, in the folder that `TMPDIR` names (`/tmp` without it). It never has a name there,
//! so the system frees its space when the process ends, however it ends.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytemuck::{Pod, cast_slice, cast_slice_mut};

use crate::error::{Error, no_room};

/// Bytes that a [`SpillWriter`] collects before it writes them.
const BUFFER: usize = 1 << 20;

/// Numbers in a temporary file, known by the position of their first byte.
#[derive(Default)]
pub(crate) struct Spill {
    /// Behind a lock, because reading moves the place in the file and several threads read.
    file: Option<Mutex<File>>,
    end: u64,
}

impl Spill {
    /// How many bytes were written: the position of what is appended next.
    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// Adds values at the end and returns their position. Each call is a write to the file: for many small pieces use
    /// [`Spill::writer`].
    pub(crate) fn append<T: Pod>(&mut self, values: &[T]) -> Result<u64> {
        let start = self.end;
        self.write_at(start, values)?;
        Ok(start)
    }

    /// Replaces what was written from `start` on by these values.
    pub(crate) fn write_at<T: Pod>(&mut self, start: u64, values: &[T]) -> Result<()> {
        let file = opened(&mut self.file)?;
        file.seek(SeekFrom::Start(start))?;
        file.write_all(cast_slice(values))?;
        self.end = self.end.max(start + size_of_val(values) as u64);
        Ok(())
    }

    /// A buffered writer at the end. What it got is part of the spill once it is finished.
    pub(crate) fn writer(&mut self) -> Result<SpillWriter<'_>> {
        let file = opened(&mut self.file)?;
        file.seek(SeekFrom::Start(self.end))?;
        let position = self.end;
        Ok(SpillWriter { out: BufWriter::with_capacity(BUFFER, file), position, end: &mut self.end })
    }

    /// Fills `values` with what was written from `start` on.
    pub(crate) fn read<T: Pod>(&self, start: u64, values: &mut [T]) -> Result<()> {
        self.reader(start)?.fill(values)
    }

    /// Reads from `start` on, piece after piece. Other threads that read wait until the reader is dropped.
    pub(crate) fn reader(&self, start: u64) -> Result<SpillReader<'_>> {
        let Some(file) = &self.file else { return Ok(SpillReader { file: None }) };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(start))?;
        Ok(SpillReader { file: Some(file) })
    }
}

fn opened(file: &mut Option<Mutex<File>>) -> Result<&mut File> {
    let file = match file {
        Some(file) => file,
        none => none.insert(Mutex::new(tempfile::tempfile()?)),
    };
    Ok(file.get_mut().unwrap_or_else(PoisonError::into_inner))
}

/// Appends many small pieces with few writes to the file.
pub(crate) struct SpillWriter<'a> {
    out: BufWriter<&'a mut File>,
    position: u64,
    end: &'a mut u64,
}

impl SpillWriter<'_> {
    /// The position of what is appended next.
    pub(crate) fn position(&self) -> u64 {
        self.position
    }

    pub(crate) fn append<T: Pod>(&mut self, values: &[T]) -> Result<()> {
        self.out.write_all(cast_slice(values))?;
        self.position += size_of_val(values) as u64;
        Ok(())
    }

    /// Writes what is left in the buffer.
    pub(crate) fn finish(mut self) -> Result<()> {
        self.out.flush()?;
        *self.end = self.position;
        Ok(())
    }
}

pub(crate) struct SpillReader<'a> {
    file: Option<MutexGuard<'a, File>>,
}

impl SpillReader<'_> {
    /// Fills `values` with what comes next.
    pub(crate) fn fill<T: Pod>(&mut self, values: &mut [T]) -> Result<()> {
        let bytes = cast_slice_mut(values);
        match &mut self.file {
            Some(file) => file.read_exact(bytes)?,
            None => io::empty().read_exact(bytes)?,
        }
        Ok(())
    }

    /// The next `count` values.
    pub(crate) fn take<T: Pod>(&mut self, count: usize) -> Result<Vec<T>> {
        let mut values = vec![T::zeroed(); count];
        self.fill(&mut values)?;
        Ok(values)
    }

    /// Adds the next `count` values to `values`.
    pub(crate) fn extend<T: Pod>(&mut self, values: &mut Vec<T>, count: usize) -> Result<()> {
        let start = values.len();
        values.resize(start + count, T::zeroed());
        self.fill(&mut values[start..])
    }
}

type Result<T> = std::result::Result<T, SpillError>;

/// Why a temporary file could not be written or read.
#[derive(Debug)]
pub(crate) struct SpillError(io::Error);

impl fmt::Display for SpillError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<io::Error> for SpillError {
    fn from(error: io::Error) -> Self {
        Self(error)
    }
}

impl From<SpillError> for Error {
    fn from(SpillError(error): SpillError) -> Self {
        let folder = std::env::temp_dir();
        let folder = folder.display();
        Error::InputError(match no_room(&error) {
            Some(reason) => format!("{reason}: the temporary folder {folder}; TMPDIR names another"),
            None => format!("a temporary file in {folder} failed: {error}; TMPDIR names another folder"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rayon::prelude::*;

    fn all(spill: &Spill) -> Vec<u8> {
        let mut bytes = vec![0; spill.end() as usize];
        spill.read(0, &mut bytes).unwrap();
        bytes
    }

    #[derive(Debug, Clone)]
    enum SpillStep {
        Append(Vec<u8>),
        WriteAt(prop::sample::Index, Vec<u8>),
        Writer(Vec<Vec<u8>>),
        UnfinishedWriter(Vec<u8>),
    }

    fn step() -> impl Strategy<Value = SpillStep> {
        let bytes = || prop::collection::vec(any::<u8>(), 0..20);
        prop_oneof![
            bytes().prop_map(SpillStep::Append),
            (any::<prop::sample::Index>(), bytes())
                .prop_map(|(start, bytes)| SpillStep::WriteAt(start, bytes)),
            prop::collection::vec(bytes(), 0..5).prop_map(SpillStep::Writer),
            bytes().prop_map(SpillStep::UnfinishedWriter),
        ]
    }

    /// The same step on a vector and on a spill; the positions that they return are compared.
    fn take(step: SpillStep, naive: &mut Vec<u8>, spill: &mut Spill) {
        match step {
            SpillStep::Append(bytes) => {
                assert_eq!(spill.append(&bytes).unwrap(), naive.len() as u64);
                naive.extend(bytes);
            }
            SpillStep::WriteAt(start, bytes) => {
                let start = start.index(naive.len() + 1);
                spill.write_at(start as u64, &bytes).unwrap();
                naive.resize(naive.len().max(start + bytes.len()), 0);
                naive[start..start + bytes.len()].copy_from_slice(&bytes);
            }
            SpillStep::Writer(pieces) => {
                let mut writer = spill.writer().unwrap();
                for piece in pieces {
                    assert_eq!(writer.position(), naive.len() as u64);
                    writer.append(&piece).unwrap();
                    naive.extend(piece);
                }
                writer.finish().unwrap();
            }
            SpillStep::UnfinishedWriter(bytes) => spill.writer().unwrap().append(&bytes).unwrap(),
        }
    }

    proptest! {
        #[test]
        fn a_spill_is_a_vector_of_bytes(steps in prop::collection::vec(step(), 0..12), cuts in prop::collection::vec(any::<prop::sample::Index>(), 3)) {
            let (mut naive, mut spill) = (Vec::new(), Spill::default());
            for step in steps {
                take(step, &mut naive, &mut spill);
                prop_assert_eq!(&all(&spill), &naive);
            }
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(naive.len() + 1)).collect();
            cuts.sort_unstable();
            let (mut reader, mut read) = (spill.reader(cuts[0] as u64).unwrap(), vec![7]);
            reader.extend(&mut read, cuts[1] - cuts[0]).unwrap();
            let mut rest = vec![0; cuts[2] - cuts[1]];
            reader.fill(&mut rest).unwrap();
            prop_assert_eq!(&read[1..], &naive[cuts[0]..cuts[1]]);
            prop_assert_eq!(&rest[..], &naive[cuts[1]..cuts[2]]);
        }
    }

    #[test]
    fn threads_read_at_the_same_time() {
        let mut spill = Spill::default();
        let starts: Vec<u64> = (0..500u64).map(|i| spill.append(&vec![i; i as usize]).unwrap()).collect();
        (0..500u64).into_par_iter().for_each(|i| {
            let mut values = vec![0; i as usize];
            spill.read(starts[i as usize], &mut values).unwrap();
            assert!(values.iter().all(|&value| value == i));
        });
    }

    #[test]
    fn many_small_pieces_are_more_than_the_buffer() {
        let mut spill = Spill::default();
        spill.append(b"before").unwrap();
        let mut writer = spill.writer().unwrap();
        let numbers: Vec<u64> = (0..BUFFER as u64 / 4).collect();
        numbers.chunks(1000).for_each(|some| writer.append(some).unwrap());
        writer.finish().unwrap();
        let mut read = Vec::new();
        spill.reader(6).unwrap().extend(&mut read, numbers.len()).unwrap();
        assert_eq!((read, spill.end()), (numbers, 6 + 2 * BUFFER as u64));
    }

    #[test]
    fn reading_more_than_was_written_is_an_error() {
        let mut spill = Spill::default();
        assert!(spill.read::<u8>(0, &mut []).is_ok());
        assert!(spill.read(0, &mut [0u8]).is_err());
        spill.append(&[1u8, 2]).unwrap();
        let message = Error::from(spill.read(1, &mut [0u8; 2]).unwrap_err()).to_string();
        let folder = std::env::temp_dir();
        assert!(
            message.starts_with(&format!("a temporary file in {} failed: ", folder.display())),
            "{message}"
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_named_and_nothing_counts_as_written() {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut spill = Spill { file: Some(Mutex::new(full)), end: 0 };
        let folder = std::env::temp_dir();
        let expected = format!(
            "no space left on device: the temporary folder {}; TMPDIR names another",
            folder.display()
        );
        assert_eq!(Error::from(spill.append(&[1u64]).unwrap_err()).to_string(), expected);
        let mut writer = spill.writer().unwrap();
        writer.append(&[1u64]).unwrap();
        assert_eq!(Error::from(writer.finish().unwrap_err()).to_string(), expected);
        assert_eq!(spill.end(), 0);
    }
}
