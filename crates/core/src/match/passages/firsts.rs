//! Describes documents as runs of one another, as `reference` does, but with a table that is smaller than all
//! repeated shingles: the number of a shingle is the position of its first occurrence, counted over all
//! documents.
//!
//! Shingles are processed share by share and are replaced by these positions, in the spilled part, too.
//! Consecutive shingles of a copy have consecutive positions, so the runs can be read off without a table.

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::r#match::passages::numbers::{self, Numbers};
use crate::r#match::passages::reference::RepeatedRun;
use crate::r#match::passages::repeats::{MOST_SHARES, in_share};
use crate::r#match::passages::shingled::{NONE, Shingled, ShingledPart, is_shingle};

/// Bytes per shingle while its share is processed.
const BYTES: usize = numbers::BYTES + size_of::<u32>();

/// The number of shares for `different` distinct shingles if their table may take `bytes` bytes.
pub(super) fn shares(different: usize, bytes: usize) -> u64 {
    (different * BYTES).div_ceil(bytes.max(1)).next_power_of_two().min(MOST_SHARES) as u64
}

/// Replaces each shingle by the position of its first occurrence, counted from 1.
pub(super) fn write(shingled: &mut Shingled, different: usize, shares: u64, cancel: &Cancel) -> Result<()> {
    if u32::try_from(shingled.total).is_err() {
        return Err(Error::InputError(
            "memory: more than 4,294,967,295 words need a larger limit; give more, or split the collection"
                .into(),
        ));
    }
    for share in 0..shares {
        let mut numbers = Numbers::new(different.div_ceil(shares as usize));
        let (mut firsts, mut place) = (Vec::new(), 0u32);
        shingled.change(|parts| {
            for part in parts {
                cancel.check()?;
                for shingle in &mut part.shingles {
                    place += 1;
                    if is_shingle(*shingle) && in_share(*shingle, share, shares) {
                        let number = numbers.number(*shingle)? as usize;
                        if number == firsts.len() {
                            firsts.push(place);
                        }
                        *shingle = u64::from(firsts[number]);
                    }
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Finds the runs of consecutive positions.
#[derive(Default)]
pub(super) struct PositionRuns {
    pub runs: Vec<RepeatedRun>,
    documents: u32,
}

impl PositionRuns {
    pub(super) fn push(&mut self, parts: &[ShingledPart]) -> Result<()> {
        for part in parts {
            let mut start = 0;
            for &length in &part.lengths {
                let end = start + length as usize;
                self.document(&part.shingles[start..end])?;
                start = end;
            }
        }
        Ok(())
    }

    fn document(&mut self, places: &[u64]) -> Result<()> {
        let document = self.documents;
        self.documents = document.checked_add(1).ok_or_else(Error::too_many_documents)?;
        let mut at = 0;
        while at < places.len() {
            let first = places[at];
            if first == NONE {
                at += 1;
                continue;
            }
            let length = (first..).zip(&places[at..]).take_while(|(next, place)| next == *place).count();
            let number = first as u32 - 1;
            self.runs.push(RepeatedRun { document, start: at as u32, number, length: length as u32 });
            at += length;
        }
        Ok(())
    }
}
