//! Entries sorted by their left document, in parts of which one is in memory at a time.
//!
//! If all rows fit into the memory, there is one part, and it is kept. Otherwise entries are partitioned by
//! the rank of their left document and spilled, and a part is sorted when it is read.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::documents::Documents;
use crate::cancel::Cancel;
use crate::error::Result;
use crate::r#match::pairs::{Pair, PairFile, Pairs};

/// Approximate memory per row: an entry, its position in the order, and its columns with short ids.
const ROW_BYTES: usize = 256;
/// Rows per part, at least; and the number of parts, at most, because each has a buffer while entries are
/// partitioned.
const FEWEST_ROWS: u64 = 64;
const MOST_PARTS: u64 = 4096;
/// Entries per buffer, at least and at most.
const BUFFER: [usize; 2] = [64, 4096];

pub(super) struct Parts {
    /// The first rank of each part.
    starts: Vec<u32>,
    entries: Entries,
}

enum Entries {
    Held(Vec<Pair>),
    Written { file: Mutex<PairFile>, pieces: Vec<Vec<Piece>> },
}

/// Entries of one part that are consecutive in the file: the number of the first, and how many there are.
type Piece = (usize, usize);

impl Parts {
    /// `rows` has the number of rows per rank.
    pub(super) fn of(
        entries: Pairs,
        rows: &[u64],
        documents: &Documents,
        memory: usize,
        cancel: &Cancel,
    ) -> Result<Self> {
        let total: u64 = rows.iter().sum();
        if total <= (memory / 2 / ROW_BYTES) as u64 {
            let mut held = entries.into_vec()?;
            sort(&mut held, documents);
            return Ok(Self { starts: vec![0], entries: Entries::Held(held) });
        }
        let most = (memory / 8 / ROW_BYTES) as u64;
        let starts = cut(rows, most.max(total.div_ceil(MOST_PARTS)).max(FEWEST_ROWS));
        let entries = share_out(entries, &starts, documents, memory, cancel)?;
        Ok(Self { starts, entries })
    }

    pub(super) fn count(&self) -> usize {
        self.starts.len()
    }

    /// How many entries were spilled.
    pub(super) fn written(&self) -> usize {
        match &self.entries {
            Entries::Held(_) => 0,
            Entries::Written { pieces, .. } => pieces.iter().flatten().map(|&(_, count)| count).sum(),
        }
    }

    /// The entries of a part, sorted by the rank of their left documents.
    pub(super) fn get(&self, part: usize, documents: &Documents) -> Result<Cow<'_, [Pair]>> {
        match &self.entries {
            Entries::Held(entries) => Ok(Cow::Borrowed(entries)),
            Entries::Written { file, pieces } => {
                let mut entries = Vec::with_capacity(pieces[part].iter().map(|&(_, count)| count).sum());
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                for &(start, count) in &pieces[part] {
                    file.read(start, count, &mut entries)?;
                }
                sort(&mut entries, documents);
                Ok(Cow::Owned(entries))
            }
        }
    }
}

fn sort(entries: &mut [Pair], documents: &Documents) {
    entries.par_sort_unstable_by_key(|entry| documents.rank(entry.left));
}

/// The first ranks of parts with at most `most` rows. A single rank is never divided, so a part may have
/// more.
fn cut(rows: &[u64], most: u64) -> Vec<u32> {
    let (mut starts, mut sum) = (vec![0], 0);
    for (rank, &count) in (0..).zip(rows) {
        if sum > 0 && count > 0 && sum + count > most {
            starts.push(rank);
            sum = 0;
        }
        sum += count;
    }
    starts
}

fn share_out(
    mut entries: Pairs,
    starts: &[u32],
    documents: &Documents,
    memory: usize,
    cancel: &Cancel,
) -> Result<Entries> {
    let room = (memory / 8 / size_of::<Pair>() / starts.len()).clamp(BUFFER[0], BUFFER[1]);
    let mut buffers: Vec<Vec<Pair>> = vec![Vec::new(); starts.len()];
    let (mut file, mut pieces) = (PairFile::default(), vec![Vec::new(); starts.len()]);
    let mut write = |part: usize, buffer: &mut Vec<Pair>| {
        pieces[part].push((file.count, buffer.len()));
        file.write(buffer)?;
        buffer.clear();
        Result::Ok(())
    };
    entries.each(|some| {
        cancel.check()?;
        for entry in some {
            let rank = documents.rank(entry.left);
            let part = starts.partition_point(|&start| start <= rank) - 1;
            buffers[part].push(*entry);
            if buffers[part].len() == room {
                write(part, &mut buffers[part])?;
            }
        }
        Ok(())
    })?;
    for (part, buffer) in buffers.iter_mut().enumerate().filter(|(_, buffer)| !buffer.is_empty()) {
        write(part, buffer)?;
    }
    Ok(Entries::Written { file: Mutex::new(file), pieces })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_cut_between_ranks() {
        assert_eq!(cut(&[3, 3, 9, 0, 1], 5), [0, 1, 2, 4]);
        assert_eq!(cut(&[0, 0, 9], 5), [0]);
        assert_eq!(cut(&[], 5), [0]);
    }
}
