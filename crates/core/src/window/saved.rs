//! A window as a file: a line that says what it is, a version, a header for whoever made it, what is held, a checksum. All
//! numbers are little-endian, counts and gaps as variable-length integers.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use super::clock::{Clock, hour};
use super::groups::Group;
use super::slots::Index;
use super::stream::{Item, NONE, Window, hour32};
use crate::error::{Error, Result};

const MAGIC: &[u8] = b"samesame window\n";
const VERSION: u32 = 1;
/// Bytes of the checksum at the end.
const CHECKSUM: usize = 16;
/// From the year 1 to 9999.
const TIMES: std::ops::Range<i64> = -62_135_596_800_000_000..253_402_300_800_000_000;

/// An index that can be saved. Slots are counted anew, in their order, so that a file has no gaps.
pub trait Saved: Index {
    fn save(&self, out: &mut Out) -> Result<()>;
    /// Fills an index that is empty.
    fn load(&mut self, input: &mut In<'_>) -> Result<()>;
    /// The slots that are taken, ascending.
    fn slots(&self) -> Vec<u32>;
}

/// Bytes that are hashed and written together: most that is written has one.
const TOGETHER: usize = 1 << 18;

/// Where a window is written to.
pub struct Out {
    file: File,
    waiting: Vec<u8>,
    hash: Xxh3,
    name: String,
}

impl Out {
    fn create(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let file = File::create(path).map_err(|error| Error::InputError(format!("{name}: {error}")))?;
        Ok(Self { file, waiting: Vec::with_capacity(2 * TOGETHER), hash: Xxh3::new(), name })
    }

    pub fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() < TOGETHER { Ok(()) } else { self.flush() }
    }

    fn flush(&mut self) -> Result<()> {
        self.hash.update(&self.waiting);
        let written = self.file.write_all(&self.waiting);
        self.waiting.clear();
        written.map_err(|error| Error::InputError(format!("{}: {error}", self.name)))
    }

    pub fn count(&mut self, mut number: u64) -> Result<()> {
        let (mut buffer, mut length) = ([0; 10], 0);
        while number >= 0x80 {
            buffer[length] = number as u8 | 0x80;
            number >>= 7;
            length += 1;
        }
        buffer[length] = number as u8;
        self.bytes(&buffer[..=length])
    }

    fn signed(&mut self, number: i64) -> Result<()> {
        self.bytes(&number.to_le_bytes())
    }

    fn optional(&mut self, number: Option<i64>) -> Result<()> {
        self.bytes(&[u8::from(number.is_some())])?;
        self.signed(number.unwrap_or_default())
    }

    fn text(&mut self, text: &str) -> Result<()> {
        self.count(text.len() as u64)?;
        self.bytes(text.as_bytes())
    }

    fn finish(mut self) -> Result<()> {
        self.flush()?;
        let checksum = self.hash.digest128().to_le_bytes();
        self.bytes(&checksum)?;
        self.flush()
    }
}

/// Where a window is read from; what does not fit is an error, never a panic.
#[derive(Clone)]
pub struct In<'a> {
    rest: &'a [u8],
    name: &'a str,
}

impl<'a> In<'a> {
    pub fn damaged(&self) -> Error {
        Error::FormatError(format!("{}: damaged; take another snapshot", self.name))
    }

    pub fn bytes(&mut self, length: usize) -> Result<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(length).ok_or_else(|| self.damaged())?;
        self.rest = rest;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        self.bytes(N)?.try_into().map_err(|_| self.damaged())
    }

    pub fn word(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    fn signed(&mut self) -> Result<i64> {
        Ok(i64::from_le_bytes(self.array()?))
    }

    /// Microseconds since 1970 in the years 1 to 9999, as all times that come are.
    fn time(&mut self) -> Result<i64> {
        let time = self.signed()?;
        if TIMES.contains(&time) { Ok(time) } else { Err(self.damaged()) }
    }

    fn optional(&mut self) -> Result<Option<i64>> {
        let is_there = self.array::<1>()? != [0];
        let number = self.signed()?;
        Ok(is_there.then_some(number))
    }

    pub fn count(&mut self) -> Result<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let [byte] = self.array()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.damaged())
    }

    pub fn small(&mut self) -> Result<u32> {
        self.count()?.try_into().map_err(|_| self.damaged())
    }

    fn text(&mut self) -> Result<&'a str> {
        let length = self.small()? as usize;
        std::str::from_utf8(self.bytes(length)?).map_err(|_| self.damaged())
    }
}

/// The header of a saved window whose file is whole, and what follows it.
pub fn opened<'a>(bytes: &'a [u8], name: &'a str) -> Result<(&'a str, In<'a>)> {
    let mut input = In { rest: bytes, name };
    if !bytes.starts_with(MAGIC) {
        return Err(Error::FormatError(format!("{name}: not a snapshot of a window")));
    }
    input.bytes(MAGIC.len())?;
    let version = u32::from_le_bytes(input.array()?);
    if version != VERSION {
        let known = format!("{name}: a snapshot of version {version}, this release reads version {VERSION}");
        return Err(Error::FormatError(known));
    }
    let length = bytes.len().checked_sub(CHECKSUM).ok_or_else(|| input.damaged())?;
    let (content, checksum) = bytes.split_at(length);
    if xxh3_128(content).to_le_bytes() != checksum {
        return Err(input.damaged());
    }
    input.rest = content.get(MAGIC.len() + size_of_val(&VERSION)..).ok_or_else(|| input.damaged())?;
    let header = input.text()?;
    Ok((header, input))
}

impl<I: Saved> Window<I> {
    /// Writes all that is held to a file, which must not be there for anyone else yet.
    pub fn save(&self, path: &Path, header: &str) -> Result<()> {
        let mut out = Out::create(path)?;
        out.bytes(MAGIC)?;
        out.bytes(&VERSION.to_le_bytes())?;
        out.text(header)?;
        for hand in [self.clock.latest, self.clock.ahead, self.clock.floor] {
            out.optional(hand)?;
        }
        out.count(self.sequence)?;
        self.index.save(&mut out)?;
        self.save_items(&mut out)?;
        let groups = self.groups.all();
        out.count(groups.len() as u64)?;
        for group in groups {
            out.count(group.number)?;
            out.text(&group.origin)?;
            out.signed(group.time)?;
            out.count(group.joined)?;
        }
        out.finish()
    }

    fn save_items(&self, out: &mut Out) -> Result<()> {
        let mut items: Vec<&Item> = self.items.iter().flatten().collect();
        // As they came, so that the members of a group and of a signature keep their order.
        items.sort_unstable_by_key(|item| item.sequence);
        out.count(items.len() as u64)?;
        let slots = self.index.slots();
        for item in items {
            let slot = slots.binary_search(&item.slot).map_or(NONE, |place| place as u32);
            let profile = self.profiles.get(item.slot as usize).and_then(Option::as_ref);
            out.text(&item.id)?;
            out.text(&item.text)?;
            out.signed(item.time)?;
            out.bytes(&slot.to_le_bytes())?;
            out.bytes(&profile.map_or(0, |profile| profile.key).to_le_bytes())?;
            out.count(item.group)?;
            out.count(item.sequence)?;
        }
        Ok(())
    }

    /// Fills a window that is empty with what was saved.
    pub fn load(&mut self, mut input: In<'_>) -> Result<()> {
        let input = &mut input;
        let [latest, ahead, floor] = [input.optional()?, input.optional()?, input.optional()?];
        self.clock = Clock { latest, ahead, floor, ..self.clock };
        self.sequence = input.count()?;
        self.index.load(input)?;
        let slots = self.index.slots().len();
        for _ in 0..input.count()? {
            self.load_item(input, slots)?;
        }
        // Each signature is of some document, or it would never leave.
        if self.profiles.iter().flatten().count() != slots {
            return Err(input.damaged());
        }
        for _ in 0..input.count()? {
            let (number, origin) = (input.count()?, input.text()?.into());
            let (time, joined) = (input.time()?, input.count()?);
            self.groups.put(Group { number, origin, time, held: 0, joined });
        }
        let groups: Vec<u64> = self.items.iter().flatten().map(|item| item.group).collect();
        groups.into_iter().for_each(|group| self.groups.hold(group));
        if input.rest.is_empty() { Ok(()) } else { Err(input.damaged()) }
    }

    fn load_item(&mut self, input: &mut In<'_>, slots: usize) -> Result<()> {
        let (id, text, time) = (input.text()?, input.text()?, input.time()?);
        let slot = u32::from_le_bytes(input.array()?);
        let key = u128::from_le_bytes(input.array()?);
        let (group, sequence) = (input.count()?, input.count()?);
        let hour = hour32(hour(time));
        if self.contains(id) || slot != NONE && slot as usize >= slots {
            return Err(input.damaged());
        }
        self.keep(Item { id: id.into(), text: text.into(), time, hour, slot, group, sequence }, key)
    }
}
