//! Which documents of an index were removed, and the kinds of which none is left.

use std::path::Path;

use hashbrown::HashSet;

use crate::error::Result;
use crate::index::blocks::{Blocks, BlocksWriter, Written, damaged};
use crate::index::columns::{DocumentRoom, FixedWriter};
use crate::index::marks::Marks;
use crate::index::part::{DOCUMENTS, NO_KIND};
use crate::index::reader::Reader;

pub(super) struct Removed {
    pub(super) rows: Marks,
    pub(super) kinds: Marks,
}

impl Removed {
    pub(super) fn none(rows: u32, kinds: u32) -> Self {
        Self { rows: Marks::new(rows as usize), kinds: Marks::new(kinds as usize) }
    }

    pub(super) fn read(path: &Path, written: &Written, rows: u32, kinds: u32) -> Result<Self> {
        let blocks = Blocks::open(path, written)?;
        let mut removed = Self::none(rows, kinds);
        let mut room = Vec::new();
        for (section, marks) in [&mut removed.rows, &mut removed.kinds].into_iter().enumerate() {
            for block in 0..blocks.section(section)?.len() {
                blocks.read(section, block, &mut room)?;
                for number in room.chunks_exact(4) {
                    let number = u32::from_le_bytes([number[0], number[1], number[2], number[3]]);
                    if !marks.mark(number) {
                        return Err(damaged(path));
                    }
                }
            }
        }
        Ok(removed)
    }
}

impl Reader {
    /// Writes which documents are removed: those that are already, and these, which ascend. Tells how many they are.
    pub fn write_removed(&self, path: &Path, rows: &[u32]) -> Result<(Written, usize)> {
        let mut gone = self.removed.rows.clone();
        let mut touched = HashSet::new();
        let mut room = (usize::MAX, DocumentRoom::default());
        for &row in rows {
            let part = self.part_of(&self.row_starts, row)?;
            if room.0 != part {
                room = (part, DocumentRoom::default());
            }
            gone.mark(row);
            let (block, place) =
                room.1.get(&self.parts[part].blocks, DOCUMENTS, row - self.row_starts[part])?;
            touched.insert(block.kinds[place]);
        }
        let kinds = self.emptied(touched, &gone)?;
        let mut out = BlocksWriter::create(path, 2)?;
        for (section, marks) in [&gone, &kinds].into_iter().enumerate() {
            let mut column = FixedWriter::new(section);
            for number in marks.iter() {
                column.push(number.to_le_bytes(), &mut out)?;
            }
            column.flush(&mut out)?;
        }
        Ok((out.finish(&[])?, gone.count()))
    }

    /// The kinds of which no document is left.
    fn emptied(&self, touched: HashSet<u32>, gone: &Marks) -> Result<Marks> {
        let mut kinds: Vec<u32> = touched.into_iter().filter(|&kind| kind != NO_KIND).collect();
        kinds.sort_unstable();
        let mut left = vec![false; kinds.len()];
        for (place, row) in self.member_rows(&kinds)? {
            left[place as usize] |= !gone.has(row);
        }
        let mut emptied = self.removed.kinds.clone();
        kinds.iter().zip(left).filter(|(_, left)| !left).for_each(|(&kind, _)| {
            emptied.mark(kind);
        });
        Ok(emptied)
    }
}
