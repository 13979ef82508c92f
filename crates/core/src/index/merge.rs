//! Several parts of an index as one, so that a question looks into few of them however many writes there were.

use std::path::Path;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::index::blocks::{BlocksWriter, Written};
use crate::index::columns::{DocumentRoom, DocumentsWriter, FixedRoom, FixedWriter};
use crate::index::lists::{ListRoom, ListsWriter};
use crate::index::marks::{Marks, Ranks};
use crate::index::part::{
    DOCUMENTS, FEATURES, KEYED, KEYS, Keeping, LISTS, MEMBERS, NAMES, NO_KIND, PLAIN, Part, SECTIONS, SIZES,
};
use crate::index::postings::PostingsWriter;
use crate::index::reader::Reader;
use crate::index::walk::{self, Walk};

/// The numbers that kinds or documents have in the merged part.
struct Numbers<'a> {
    start: u32,
    end: u32,
    removed: &'a Marks,
    /// Where numbers are given anew: those that stay.
    ranks: Option<Ranks>,
}

impl<'a> Numbers<'a> {
    fn new(start: u32, end: u32, removed: &'a Marks, anew: bool) -> Self {
        let stay = || {
            let mut marks = Marks::new(end as usize);
            (start..end).filter(|&number| !removed.has(number)).for_each(|number| {
                marks.mark(number);
            });
            Ranks::of(marks)
        };
        Self { start, end, removed, ranks: anew.then(stay) }
    }

    /// None if it was removed.
    fn place(&self, number: u32) -> Option<u32> {
        match &self.ranks {
            Some(ranks) => ranks.place(number),
            None => (!self.removed.has(number)).then(|| number.wrapping_sub(self.start)),
        }
    }

    /// Whether it has a number in the merged part, be it removed or not.
    fn is_kept(&self, number: u32) -> bool {
        self.ranks.is_none() || !self.removed.has(number)
    }

    fn count(&self) -> u32 {
        self.ranks.as_ref().map_or(self.end - self.start, |ranks| ranks.marked().count() as u32)
    }
}

struct Merging<'a> {
    reader: &'a Reader,
    from: usize,
    kinds: Numbers<'a>,
    rows: Numbers<'a>,
    out: BlocksWriter,
    cancel: &'a Cancel,
}

impl Reader {
    /// Writes the parts from `from` on as one. If that is all of them, what was removed is left out, and numbers are given
    /// anew; else removed documents keep their numbers.
    pub fn merge(&self, from: usize, path: &Path, cancel: &Cancel) -> Result<Written> {
        let count = self.parts.len();
        let numbers = |starts: &[u32], removed| Numbers::new(starts[from], starts[count], removed, from == 0);
        let merging = Merging {
            reader: self,
            from,
            kinds: numbers(&self.kind_starts, &self.removed.kinds),
            rows: numbers(&self.row_starts, &self.removed.rows),
            out: BlocksWriter::create(path, SECTIONS)?,
            cancel,
        };
        merging.write()
    }
}

impl Merging<'_> {
    fn write(mut self) -> Result<Written> {
        self.documents()?;
        self.kinds()?;
        for section in [FEATURES, KEYED, MEMBERS, NAMES] {
            self.postings(section)?;
        }
        let keeping = self.parts().first().map_or(Keeping::Plain, |part| part.keeping);
        self.out.finish(&Part::numbers(self.rows.count(), self.kinds.count(), keeping))
    }

    fn parts(&self) -> &[Part] {
        &self.reader.parts[self.from..]
    }

    fn documents(&mut self) -> Result<()> {
        let mut documents = DocumentsWriter::new(DOCUMENTS);
        let mut row = self.reader.row_starts[self.from];
        for part in &self.reader.parts[self.from..] {
            let mut room = DocumentRoom::default();
            for block in 0..part.blocks.section(DOCUMENTS)?.len() {
                self.cancel.check()?;
                let block = room.load(&part.blocks, DOCUMENTS, block)?;
                for (place, &kind) in block.kinds.iter().enumerate() {
                    if self.rows.is_kept(row) {
                        documents.push(block.id(place), self.kind(kind), &mut self.out)?;
                    }
                    row += 1;
                }
            }
        }
        documents.flush(&mut self.out)
    }

    /// The number of a kind as documents name it.
    fn kind(&self, kind: u32) -> u32 {
        match &self.kinds.ranks {
            Some(ranks) => ranks.place(kind).unwrap_or(NO_KIND),
            None => kind,
        }
    }

    /// Keys, sizes and lists. A kind that was removed and keeps its number has nothing but its key.
    fn kinds(&mut self) -> Result<()> {
        let (mut keys, mut sizes) = (FixedWriter::<16>::new(KEYS), FixedWriter::<4>::new(SIZES));
        let (mut plain, mut lists) = (ListsWriter::new(PLAIN), ListsWriter::new(LISTS));
        for (part, &start) in self.reader.parts.iter().zip(&self.reader.kind_starts).skip(self.from) {
            let (mut key_room, mut size_room) = (FixedRoom::default(), FixedRoom::default());
            let (mut plain_room, mut list_room) = (ListRoom::default(), ListRoom::default());
            for kind in (0..part.kinds).filter(|kind| self.kinds.is_kept(start + kind)) {
                self.cancel.check()?;
                let removed = self.kinds.removed.has(start + kind);
                keys.push(key_room.get(&part.blocks, KEYS, kind)?, &mut self.out)?;
                let size = if removed { [0; 4] } else { size_room.get(&part.blocks, SIZES, kind)? };
                sizes.push(size, &mut self.out)?;
                if part.keeping != Keeping::Plain {
                    let list = if removed { &[] } else { plain_room.get(&part.blocks, PLAIN, kind)? };
                    plain.push(list, &mut self.out)?;
                }
                if part.keeping == Keeping::Lists {
                    let list = if removed { &[] } else { list_room.get(&part.blocks, LISTS, kind)? };
                    lists.push(list, &mut self.out)?;
                }
            }
        }
        keys.flush(&mut self.out)?;
        sizes.flush(&mut self.out)?;
        plain.flush(&mut self.out)?;
        lists.flush(&mut self.out)
    }

    fn postings(&mut self, section: usize) -> Result<()> {
        let (starts, numbers) = match section {
            FEATURES | KEYED => (&self.reader.kind_starts[self.from..], &self.kinds),
            _ => (&self.reader.row_starts[self.from..], &self.rows),
        };
        let parts = &self.reader.parts[self.from..];
        let walks = parts.iter().map(|part| Walk::new(&part.blocks, section)).collect();
        let mut postings = PostingsWriter::new(section);
        let renamed = section == MEMBERS && self.kinds.ranks.is_some();
        let out = &mut self.out;
        walk::merge(walks, |part, hash, found| {
            self.cancel.check()?;
            let hash = match (renamed, u32::try_from(hash)) {
                (true, Ok(kind)) if kind != NO_KIND => match self.kinds.place(kind) {
                    Some(place) => u64::from(place),
                    None => return Ok(()),
                },
                _ => hash,
            };
            let there = found.iter().filter_map(|&number| numbers.place(starts[part].wrapping_add(number)));
            there.into_iter().try_for_each(|number| postings.push(hash, number, out))
        })?;
        postings.flush(&mut self.out)
    }
}
