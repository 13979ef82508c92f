//! Documents told in stretches of one another, where the table of all repeated shingles would not fit: as in `reference`,
//! but the number of a shingle is the place where it is first met, counted over all documents.
//!
//! Shingles are taken share by share, and the places are written over them, in the file, too. Copies that follow one
//! another have places that do, so runs are read off without a table.

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::r#match::passages::numbers::{self, Numbers};
use crate::r#match::passages::reference::RepeatedRun;
use crate::r#match::passages::repeats::{MOST_SHARES, in_share};
use crate::r#match::passages::shingled::{NONE, Shingled, ShingledPart, is_shingle};

/// Bytes that the first place of a shingle takes while its share is gone through.
const BYTES: usize = numbers::BYTES + size_of::<u32>();

/// In how many shares so many different shingles are gone through, with so many bytes for their table.
pub(super) fn shares(different: usize, bytes: usize) -> u64 {
    (different * BYTES).div_ceil(bytes.max(1)).next_power_of_two().min(MOST_SHARES) as u64
}

/// Writes over each shingle where it was first met, counted from 1.
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

/// The runs of places that follow one another.
#[derive(Default)]
pub(super) struct Runs {
    pub runs: Vec<RepeatedRun>,
    documents: u32,
}

impl Runs {
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
