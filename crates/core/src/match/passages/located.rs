//! Locates passages in the texts.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, BooleanArray, LargeListArray, LargeStringArray, RecordBatch, StructArray, UInt32Array,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Fields};

use crate::cancel::Cancel;
use crate::clean::offsets::code_points;
use crate::error::{Error, Result};
use crate::r#match::passages::collected::{Collected, PassageFacts, Record, ends};
use crate::r#match::passages::spool::Spool;
use crate::segment::located::WordLocator;
use crate::segment::tokens::WordOptions;
use crate::tasks::{each_task_within, even_tasks};

const BYTES_A_TASK: usize = 256 << 10;
/// Marks before and after a passage that belong to it if they are at all its places.
const OPENING: &[char] =
    &['"', '\'', '(', '[', '{', '«', '“', '„', '‘', '¿', '¡', '「', '『', '（', '【', '《'];
const CLOSING: &[char] = &[
    '.', '!', '?', '…', ',', ';', ':', '"', '\'', ')', ']', '}', '»', '”', '“', '’', '。', '！', '？', '，',
    '、', '；', '：', '」', '』', '）', '】', '》',
];

/// A located place: passage, number of the place, document, start and end in code points, and the marks
/// around it: two before and two behind, the nearest first, each as its number in the list of marks, counted
/// from 1.
pub(super) type Found = [u32; 6];

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

/// A stretch of words in a text: start and end in code points, the marks around it, and its text.
pub(super) struct PlaceInText<'a> {
    pub start: u32,
    pub end: u32,
    pub marks: u32,
    pub text: &'a str,
}

/// The places of stretches, each given by its first word and its number of words.
pub(super) fn located<'a>(
    locator: &mut WordLocator,
    text: &'a str,
    stretches: impl Iterator<Item = [u32; 2]>,
) -> Result<Vec<PlaceInText<'a>>> {
    let words = locator.words(text);
    let mut ranges = Vec::with_capacity(stretches.size_hint().0);
    for [first, length] in stretches {
        let last = first as usize + length as usize - 1;
        let (Some(start), Some(end)) = (words.get(first as usize), words.get(last)) else {
            return Err(Error::InputError("a text has changed since the first reading; start again".into()));
        };
        ranges.push(start.start..end.end);
    }
    let places = code_points(text, ranges.clone());
    let place = |(bytes, place): (Range<usize>, Range<usize>)| {
        let before = marks(text[..bytes.start].chars().rev(), OPENING);
        let after = marks(text[bytes.end..].chars(), CLOSING);
        let marks = u32::from_ne_bytes([before[0], before[1], after[0], after[1]]);
        PlaceInText { start: place.start as u32, end: place.end as u32, marks, text: &text[bytes] }
    };
    Ok(ranges.into_iter().zip(places).map(place).collect())
}

fn marks(mut characters: impl Iterator<Item = char>, known: &[char]) -> [u8; 2] {
    let mut mark = || {
        let c = characters.next()?;
        known.iter().position(|&other| other == c).map(|at| at as u8 + 1)
    };
    let first = mark().unwrap_or(0);
    [first, if first > 0 { mark().unwrap_or(0) } else { 0 }]
}

/// Consecutive passages with their places and texts in order.
pub(super) struct PassageBatch {
    starts: Vec<usize>,
    places: Vec<Found>,
    texts: Vec<String>,
}

impl PassageBatch {
    fn new(passages: &[PassageFacts], first: u32, found: &[Found], mut texts: &[u8]) -> Self {
        let starts = starts(passages);
        let mut portion = Self {
            places: vec![[0; 6]; starts[passages.len()]],
            starts,
            texts: vec![String::new(); passages.len()],
        };
        for place in found {
            portion.places[portion.starts[(place[0] - first) as usize] + place[1] as usize] = *place;
        }
        while let Some((head, rest)) = texts.split_first_chunk::<8>() {
            let [passage, length] = bytemuck::cast::<[u8; 8], [u32; 2]>(*head);
            let (text, rest) = rest.split_at(length as usize);
            portion.texts[(passage - first) as usize] = String::from_utf8_lossy(text).into_owned();
            texts = rest;
        }
        portion.with_marks()
    }

    /// From places and texts that are in order already.
    pub(super) fn given(passages: &[PassageFacts], places: Vec<Found>, texts: Vec<String>) -> Self {
        Self { starts: starts(passages), places, texts }.with_marks()
    }

    fn with_marks(mut self) -> Self {
        for (text, ends) in self.texts.iter_mut().zip(self.starts.windows(2)) {
            take_marks(text, &mut self.places[ends[0]..ends[1]]);
        }
        self
    }

    pub(super) fn batch(self, passages: &[PassageFacts]) -> Result<RecordBatch> {
        let column = |at: usize| -> ArrayRef {
            Arc::new(UInt32Array::from_iter_values(self.places.iter().map(|place| place[at])))
        };
        let number = |name: &str| Field::new(name, DataType::UInt32, false);
        let fields = Fields::from(vec![number("document"), number("start"), number("end")]);
        let values = StructArray::try_new(fields.clone(), vec![column(2), column(3), column(4)], None)?;
        let item = Arc::new(Field::new("place", DataType::Struct(fields), false));
        let offsets = OffsetBuffer::from_lengths(passages.iter().map(|passage| passage.count as usize));
        let places = LargeListArray::try_new(item, offsets, Arc::new(values), None)?;
        let words = UInt32Array::from_iter_values(passages.iter().map(|passage| passage.words));
        let boilerplate: BooleanArray = passages.iter().map(|passage| Some(passage.boilerplate)).collect();
        let columns: [(&str, ArrayRef); 4] = [
            ("text", Arc::new(LargeStringArray::from_iter_values(self.texts))),
            ("words", Arc::new(words)),
            ("boilerplate", Arc::new(boilerplate)),
            ("places", Arc::new(places)),
        ];
        Ok(RecordBatch::try_from_iter(columns)?)
    }
}

/// Where the places of each passage start, and where those of the last one end.
fn starts(passages: &[PassageFacts]) -> Vec<usize> {
    let mut starts = vec![0; passages.len() + 1];
    for (i, passage) in passages.iter().enumerate() {
        starts[i + 1] = starts[i] + passage.count as usize;
    }
    starts
}

/// Adds the marks that are around all places of a passage.
fn take_marks(text: &mut String, places: &mut [Found]) {
    let all = |n: usize| {
        let mark = places.first().map_or(0, |place| place[5].to_ne_bytes()[n]);
        if places.iter().all(|place| place[5].to_ne_bytes()[n] == mark) { mark } else { 0 }
    };
    let outer = |first: u8, n: usize| if first > 0 { all(n) } else { 0 };
    let (before, after) = (all(0), all(2));
    let marks = [before, outer(before, 1), after, outer(after, 3)];
    for &mark in marks[..2].iter().filter(|&&mark| mark > 0) {
        text.insert(0, OPENING[mark as usize - 1]);
        places.iter_mut().for_each(|place| place[3] -= 1);
    }
    for &mark in marks[2..].iter().filter(|&&mark| mark > 0) {
        text.push(CLOSING[mark as usize - 1]);
        places.iter_mut().for_each(|place| place[4] += 1);
    }
}
