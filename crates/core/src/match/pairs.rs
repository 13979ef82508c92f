//! Pairs of documents: in memory up to a limit, the others spilled.
//!
//! Threads add them in any order; rows are sorted when they are made.

use std::sync::{Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::r#match::pair::WORDS;
pub use crate::r#match::pair::{Pair, Relation};
use crate::spill::{Spill, SpillError};

/// Pairs per block, at most and at least. A block is read, written and changed as a whole.
const BLOCK: usize = 1 << 15;
const SMALL_BLOCK: usize = 64;
/// Pairs that a thread collects before it adds them, so that threads seldom wait for the lock.
pub(crate) const APART: usize = 1 << 12;

/// Pairs in any order.
pub struct Pairs {
    block: usize,
    /// How many pairs are held in memory; the others are spilled.
    held: usize,
    /// More pairs are refused.
    most: usize,
    inner: Mutex<StoredPairs>,
}

#[derive(Default)]
struct StoredPairs {
    blocks: Vec<Vec<Pair>>,
    written: PairFile,
    /// The last pairs, which are not a whole block yet.
    rest: Vec<Pair>,
}

impl Pairs {
    /// Holds pairs in at most `bytes` bytes of memory and spills the others.
    pub fn within(bytes: usize) -> Self {
        let held = bytes / size_of::<Pair>();
        let block = (held / 16).clamp(SMALL_BLOCK, BLOCK);
        Self { block, held, most: usize::MAX, inner: Mutex::default() }
    }

    /// Refuses more than `most` pairs as soon as they are added.
    pub fn at_most(self, most: usize) -> Self {
        Self { most, ..self }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn len(&self) -> usize {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.count()
    }

    /// How many of them are spilled.
    pub fn written(&self) -> usize {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.written.count
    }

    /// Adds pairs; may be called from any thread.
    pub fn add(&self, pairs: &[Pair]) -> Result<()> {
        if pairs.is_empty() {
            return Ok(());
        }
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if inner.count() + pairs.len() > self.most {
            return Err(too_many(self.most));
        }
        let mut pairs = pairs;
        while !pairs.is_empty() {
            let (now, later) = pairs.split_at(pairs.len().min(self.block - inner.rest.len()));
            inner.rest.extend_from_slice(now);
            if inner.rest.len() == self.block {
                inner.put_aside(self.held, self.block)?;
            }
            pairs = later;
        }
        Ok(())
    }

    /// Calls `f` with all pairs, block by block.
    pub fn each(&mut self, mut f: impl FnMut(&[Pair]) -> Result<()>) -> Result<()> {
        let inner = self.inner.get_mut().unwrap_or_else(PoisonError::into_inner);
        inner.blocks.iter().chain([&inner.rest]).try_for_each(|block| f(block))?;
        let mut block = Vec::new();
        for start in (0..inner.written.count).step_by(self.block) {
            block.clear();
            inner.written.read(start, self.block.min(inner.written.count - start), &mut block)?;
            f(&block)?;
        }
        Ok(())
    }

    /// Lets `f` change all pairs, block by block; it may also remove some. If more than the allowed number
    /// stay, this is refused as soon as it is known.
    pub fn change(&mut self, mut f: impl FnMut(&mut Vec<Pair>) -> Result<()>) -> Result<()> {
        let (most, mut stay) = (self.most, 0);
        let mut f = |pairs: &mut Vec<Pair>| {
            f(pairs)?;
            stay += pairs.len();
            if stay > most { Err(too_many(most)) } else { Ok(()) }
        };
        let inner = self.inner.get_mut().unwrap_or_else(PoisonError::into_inner);
        inner.blocks.iter_mut().chain([&mut inner.rest]).try_for_each(&mut f)?;
        let count = std::mem::take(&mut inner.written.count);
        let mut block = Vec::new();
        for start in (0..count).step_by(self.block) {
            block.clear();
            inner.written.read(start, self.block.min(count - start), &mut block)?;
            f(&mut block)?;
            // The write position is never beyond the read position, because `f` does not add pairs.
            inner.written.write(&block)?;
        }
        Ok(())
    }

    /// All pairs in memory.
    pub fn into_vec(mut self) -> Result<Vec<Pair>> {
        let mut all = Vec::with_capacity(self.len());
        self.each(|pairs| {
            all.extend_from_slice(pairs);
            Ok(())
        })?;
        Ok(all)
    }
}

impl StoredPairs {
    fn count(&self) -> usize {
        self.blocks.iter().map(Vec::len).sum::<usize>() + self.written.count + self.rest.len()
    }

    fn put_aside(&mut self, held: usize, block: usize) -> Result<()> {
        if (self.blocks.len() + 1) * block <= held {
            let full = std::mem::replace(&mut self.rest, Vec::with_capacity(block));
            self.blocks.push(full);
        } else {
            self.written.write(&self.rest)?;
            self.rest.clear();
        }
        Ok(())
    }
}

/// Spilled pairs, one after the other.
#[derive(Default)]
pub(crate) struct PairFile {
    spill: Spill,
    pub(crate) count: usize,
    words: Vec<[u64; WORDS]>,
}

impl PairFile {
    /// Appends pairs.
    pub(crate) fn write(&mut self, pairs: &[Pair]) -> Result<()> {
        self.words.clear();
        self.words.extend(pairs.iter().map(|pair| pair.words()));
        self.spill.write_at(place(self.count), &self.words).map_err(disk)?;
        self.count += pairs.len();
        Ok(())
    }

    /// Appends `count` pairs to `pairs`, from pair number `start` on.
    pub(crate) fn read(&mut self, start: usize, count: usize, pairs: &mut Vec<Pair>) -> Result<()> {
        self.words.resize(count, [0; WORDS]);
        self.spill.read(place(start), &mut self.words).map_err(disk)?;
        pairs.extend(self.words.iter().map(|&words| Pair::of(words)));
        Ok(())
    }
}

fn place(pair: usize) -> u64 {
    pair as u64 * size_of::<[u64; WORDS]>() as u64
}

fn disk(error: SpillError) -> Error {
    let folder = std::env::temp_dir();
    Error::InputError(format!(
        "pairs beyond the memory wait in a temporary file in {}: {error}; make room there, set TMPDIR to another \
         folder, raise --memory or the threshold, or use 'dedup', which needs no pairs",
        folder.display()
    ))
}

fn too_many(most: usize) -> Error {
    Error::InputError(format!(
        "more than {most} pairs pass, more than the memory holds: raise the threshold or --memory, or choose a method \
         that needs no pairs for 'dedup', such as 'overlap'"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(number: u32) -> Pair {
        let score = f64::from(number) / 7.0;
        let relation = Relation::ALL[number as usize % 4];
        let (left, right, shared) = (number, u32::MAX - number, number * 3);
        Pair {
            left,
            right,
            relation,
            shared,
            left_size: 1,
            right_size: 2,
            left_score: score,
            right_score: -score,
        }
    }

    fn filled(bytes: usize, count: u32) -> Pairs {
        let pairs = Pairs::within(bytes);
        let all: Vec<Pair> = (0..count).map(pair).collect();
        all.chunks(37).for_each(|some| pairs.add(some).unwrap());
        pairs
    }

    fn sorted(pairs: Pairs) -> Vec<Pair> {
        let mut all = pairs.into_vec().unwrap();
        all.sort_unstable_by_key(|pair| pair.left);
        all
    }

    #[test]
    fn held_or_written_they_are_the_same() {
        let expected: Vec<Pair> = (0..1000).map(pair).collect();
        for (bytes, written) in [(0, 960), (20_000, 512), (1 << 20, 0)] {
            let pairs = filled(bytes, 1000);
            assert_eq!((pairs.len(), pairs.written()), (1000, written));
            assert_eq!(sorted(pairs), expected);
        }
    }

    #[test]
    fn what_is_changed_and_left_out_is_so_everywhere() {
        for bytes in [0, 20_000, 1 << 20] {
            let mut pairs = filled(bytes, 1000);
            let change = |some: &mut Vec<Pair>| {
                some.retain(|pair| pair.left % 3 > 0);
                some.iter_mut().for_each(|pair| *pair = pair.turned());
                Ok(())
            };
            pairs.change(change).unwrap();
            let turn = |some: &mut Vec<Pair>| {
                some.iter_mut().for_each(|pair| *pair = pair.turned());
                Ok(())
            };
            pairs.change(turn).unwrap();
            pairs.add(&[pair(5000)]).unwrap();
            let kept = (0..1000).filter(|number| number % 3 > 0).chain([5000]);
            assert_eq!(sorted(pairs), kept.map(pair).collect::<Vec<_>>());
        }
    }

    #[test]
    fn more_than_asked_for_are_refused_while_they_come() {
        let pairs = Pairs::within(0).at_most(100);
        assert!(pairs.add(&[Pair::default(); 100]).is_ok());
        let message = pairs.add(&[Pair::default()]).unwrap_err().to_string();
        assert!(message.starts_with("more than 100 pairs pass"), "{message}");
    }

    #[test]
    fn more_than_asked_for_are_refused_when_they_stay() {
        for held in [0, 1000] {
            let pairs = Pairs::within(held * size_of::<Pair>());
            pairs.add(&(0..1000).map(pair).collect::<Vec<_>>()).unwrap();
            let (mut pairs, mut met) = (pairs.at_most(500), 0);
            let halve = |some: &mut Vec<Pair>| {
                some.retain(|pair| pair.left.is_multiple_of(2));
                Ok(())
            };
            pairs.change(halve).unwrap();
            let mut pairs = pairs.at_most(100);
            let count = |some: &mut Vec<Pair>| {
                met += some.len();
                Ok(())
            };
            let message = pairs.change(count).unwrap_err().to_string();
            assert!(message.starts_with("more than 100 pairs pass"), "{message}");
            assert!(met < 500, "{met}");
        }
    }
}
