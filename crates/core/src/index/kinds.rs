//! What an index keeps of kinds of documents, by their numbers: keys, sizes, signatures.

use arrow_array::{FixedSizeBinaryArray, LargeListArray};
use arrow_buffer::{OffsetBuffer, ScalarBuffer};

use crate::cancel::Cancel;
use crate::error::Result;
use crate::index::columns::FixedRoom;
use crate::index::lists::ListRoom;
use crate::index::part::{FEATURES, KEYS, LISTS, NO_KIND, PLAIN, Part, SIZES, lists_of};
use crate::index::postings::{self, Room};
use crate::index::reader::Reader;

impl Reader {
    /// The keys of some kinds; none for `NO_KIND`.
    pub fn keys(&self, kinds: &[u32]) -> Result<FixedSizeBinaryArray> {
        let mut keys = Vec::with_capacity(kinds.len());
        self.each_kind(kinds, |part, kind, room: &mut FixedRoom| {
            keys.push(match kind {
                Some(kind) => Some(room.get::<16>(&part.blocks, KEYS, kind)?),
                None => None,
            });
            Ok(())
        })?;
        Ok(FixedSizeBinaryArray::try_from_sparse_iter_with_size(keys.into_iter(), 16)?)
    }

    /// How many different features some kinds have.
    pub fn sizes(&self, kinds: &[u32]) -> Result<Vec<u32>> {
        let mut sizes = Vec::with_capacity(kinds.len());
        self.each_kind(kinds, |part, kind, room: &mut FixedRoom| {
            sizes.push(match kind {
                Some(kind) => u32::from_le_bytes(room.get(&part.blocks, SIZES, kind)?),
                None => 0,
            });
            Ok(())
        })?;
        Ok(sizes)
    }

    /// The 4-word shingles of some kinds, for an index that keeps them beside the features.
    pub fn plain(&self, kinds: &[u32]) -> Result<LargeListArray> {
        self.lists(PLAIN, kinds)
    }

    fn lists(&self, section: usize, kinds: &[u32]) -> Result<LargeListArray> {
        let (mut values, mut ends) = (Vec::new(), vec![0i64]);
        self.each_kind(kinds, |part, kind, room: &mut ListRoom| {
            if let Some(kind) = kind {
                values.extend_from_slice(room.get(&part.blocks, section, kind)?);
            }
            ends.push(values.len() as i64);
            Ok(())
        })?;
        Ok(lists_of(OffsetBuffer::new(ScalarBuffer::from(ends)), values))
    }

    /// Calls `f` with the part of each kind, and its number there; with none for `NO_KIND`.
    fn each_kind<R: Default>(
        &self,
        kinds: &[u32],
        mut f: impl FnMut(&Part, Option<u32>, &mut R) -> Result<()>,
    ) -> Result<()> {
        let mut room = (usize::MAX, R::default());
        for &kind in kinds {
            let part = if kind == NO_KIND { 0 } else { self.part_of(&self.kind_starts, kind)? };
            let Some(opened) = self.parts.get(part) else { continue };
            if room.0 != part {
                room = (part, R::default());
            }
            let number = (kind != NO_KIND).then(|| kind - self.kind_starts[part]);
            f(opened, number, &mut room.1)?;
        }
        Ok(())
    }

    /// Ends of stretches of kinds whose signatures take so many bytes, unless one alone takes more.
    pub fn stretches(&self, bytes: usize) -> Result<Vec<u32>> {
        let all: Vec<u32> = (0..self.kinds()).collect();
        let (mut ends, mut sum) = (Vec::new(), 0);
        for (kind, size) in (0..).zip(self.sizes(&all)?) {
            if sum > 0 && sum + 8 * size as usize > bytes {
                ends.push(kind);
                sum = 0;
            }
            sum += 8 * size as usize;
        }
        ends.push(self.kinds());
        Ok(ends)
    }

    /// The signatures of the kinds from `start` to `end`: sets in the order of their hashes, or lists as they came.
    pub fn signatures(&self, start: u32, end: u32, cancel: &Cancel) -> Result<LargeListArray> {
        let kinds: Vec<u32> = (start..end).collect();
        if !self.is_looked_up() {
            return self.lists(LISTS, &kinds);
        }
        let sizes = self.sizes(&kinds)?;
        let offsets = OffsetBuffer::<i64>::from_lengths(sizes.iter().map(|&size| size as usize));
        let mut next: Vec<usize> = offsets[..kinds.len()].iter().map(|&offset| offset as usize).collect();
        let mut values = vec![0; offsets[kinds.len()] as usize];
        for (part, &first) in self.parts.iter().zip(&self.kind_starts) {
            if first >= end || first + part.kinds <= start {
                continue;
            }
            postings::each(&part.blocks, FEATURES, &mut Room::default(), |feature, kinds| {
                cancel.check()?;
                for kind in
                    kinds.iter().map(|kind| first.wrapping_add(*kind)).filter(|k| (start..end).contains(k))
                {
                    let place = &mut next[(kind - start) as usize];
                    if *place as i64 >= offsets[(kind - start) as usize + 1] {
                        return Err(part.blocks.damaged());
                    }
                    values[*place] = feature;
                    *place += 1;
                }
                Ok(())
            })?;
        }
        Ok(lists_of(offsets, values))
    }
}
