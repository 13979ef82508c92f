//! Locates passages in the texts.

use std::ops::Range;

use arrow_array::{Array, LargeStringArray, RecordBatch};

use super::batch::PassageBatch;
use super::in_text::{Found, PlaceInText, located};
use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::r#match::passages::collected::{Collected, PassageFacts, Record, ends};
use crate::r#match::passages::spool::Spool;
use crate::segment::located::WordLocator;
use crate::segment::tokens::WordOptions;
use crate::tasks::{each_task_within, even_tasks};

const BYTES_A_TASK: usize = 256 << 10;
/// Bytes per place with its id, and per word of the text, in the rows of passages.
const PLACE: usize = 64;
const WORD: usize = 8;

/// Locates passages in their texts, which are read a second time. Until then places are kept by document,
/// afterwards by passage; beyond the limit they are spilled.
pub struct Located {
    words: WordOptions,
    collected: Collected,
    /// The passages in their final order, and for the number of each in `collected` its index there.
    passages: Vec<PassageFacts>,
    numbers: Vec<u32>,
    documents: usize,
    /// Documents that were processed.
    done: usize,
    /// Records of the current bucket of documents, and its end.
    records: Vec<Record>,
    end: u32,
    /// Located places in buckets of passages, with the end of each bucket; and texts, each with its passage
    /// and length before it.
    found: Spool<Found>,
    texts: Spool<u8>,
    ends: Vec<u32>,
    /// Buckets that were returned.
    told: usize,
}

impl Located {
    pub(super) fn new(
        mut collected: Collected,
        documents: usize,
        words: WordOptions,
        limit: usize,
    ) -> Result<Self> {
        let (passages, numbers) = collected.sorted();
        let sizes =
            passages.iter().map(|passage| passage.count as usize * PLACE + passage.words as usize * WORD);
        let buckets = sizes.clone().sum::<usize>().div_ceil(limit.max(1)).max(1);
        let ends = ends(sizes, buckets);
        let (found, texts) = (Spool::new(ends.len(), limit), Spool::new(ends.len(), limit));
        let (records, end) = (collected.take(0)?, collected.bucket(0).1);
        let (done, told) = (0, 0);
        Ok(Self {
            words,
            collected,
            passages,
            numbers,
            documents,
            done,
            records,
            end,
            found,
            texts,
            ends,
            told,
        })
    }

    /// Locates the passages in the next texts, which must come in the same order as in the first reading.
    pub fn push(&mut self, texts: &LargeStringArray, cancel: &Cancel) -> Result<()> {
        if self.done + texts.len() > self.documents {
            return Err(Error::InputError(
                "there are more documents than at the first reading; start again".into(),
            ));
        }
        let mut from = 0;
        while from < texts.len() {
            if self.done as u32 >= self.end {
                let bucket;
                (bucket, self.end) = self.collected.bucket(self.done as u32);
                self.records = self.collected.take(bucket)?;
            }
            let count = (texts.len() - from).min(self.end as usize - self.done);
            self.locate(&texts.slice(from, count), cancel)?;
            from += count;
            self.done += count;
        }
        Ok(())
    }

    /// Locates the passages in texts whose records are loaded.
    fn locate(&mut self, texts: &LargeStringArray, cancel: &Cancel) -> Result<()> {
        let this = &*self;
        let work = |locator: &mut WordLocator, task: Range<usize>| {
            let mut found = Vec::new();
            for i in task {
                cancel.check()?;
                this.document(locator, (this.done + i) as u32, texts.value(i), &mut found)?;
            }
            Ok(found)
        };
        let lengths = (0..texts.len()).map(|i| texts.value_length(i) as usize);
        let room = || WordLocator::new(this.words);
        let parts: Vec<Vec<(Found, Option<&str>)>> =
            each_task_within(even_tasks(lengths, BYTES_A_TASK), room, work)?;
        for (found, text) in parts.into_iter().flatten() {
            let bucket = self.ends.partition_point(|&end| end <= found[0]);
            self.found.put(bucket, &[found])?;
            if let Some(text) = text {
                self.texts.put(bucket, &found[0].to_ne_bytes())?;
                self.texts.put(bucket, &(text.len() as u32).to_ne_bytes())?;
                self.texts.put(bucket, text.as_bytes())?;
            }
        }
        Ok(())
    }

    fn document<'a>(
        &self,
        locator: &mut WordLocator,
        document: u32,
        text: &'a str,
        found: &mut Vec<(Found, Option<&'a str>)>,
    ) -> Result<()> {
        let first = self.records.partition_point(|record| record[0] < document);
        let own = &self.records[first..];
        let own = &own[..own.partition_point(|record| record[0] == document)];
        if own.is_empty() {
            return Ok(());
        }
        let passage = |number: u32| self.numbers[number as usize];
        let wanted =
            own.iter().map(|&[_, word, number, _]| [word, self.passages[passage(number) as usize].words]);
        for (&[_, _, number, n], place) in own.iter().zip(located(locator, text, wanted)?) {
            let PlaceInText { start, end, marks, text } = place;
            found.push(([passage(number), n, document, start, end, marks], (n == 0).then_some(text)));
        }
        Ok(())
    }

    /// The next passages in order, one per row: text, words, boilerplate, and places as document, start and
    /// end. None after the last.
    pub fn portion(&mut self) -> Result<Option<RecordBatch>> {
        if self.done < self.documents {
            return Err(Error::InputError(
                "there are fewer documents than at the first reading; start again".into(),
            ));
        }
        // If there is no passage, one empty batch is returned.
        if self.told >= self.ends.len().max(1) {
            return Ok(None);
        }
        self.told += 1;
        if self.ends.is_empty() {
            return PassageBatch::new(&[], 0, &[], &[]).batch(&[]).map(Some);
        }
        let bucket = self.told - 1;
        let first = if bucket == 0 { 0 } else { self.ends[bucket - 1] };
        let passages = &self.passages[first as usize..self.ends[bucket] as usize];
        let (found, texts) = (self.found.take(bucket)?, self.texts.take(bucket)?);
        PassageBatch::new(passages, first, &found, &texts).batch(passages).map(Some)
    }
}
