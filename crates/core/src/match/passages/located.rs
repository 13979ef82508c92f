//! Passages found by their words, located in the texts.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::LargeStringBuilder;
use arrow_array::{
    Array, ArrayRef, BooleanArray, LargeListArray, LargeStringArray, RecordBatch, StructArray, UInt32Array,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Fields};

use crate::cancel::Cancel;
use crate::clean::offsets::CodePoints;
use crate::error::{Error, Result};
use crate::r#match::passages::places::Places;
use crate::segment::located::WordLocator;
use crate::segment::tokens::WordOptions;
use crate::tasks::{each_task_within, even_tasks};

const BYTES_A_TASK: usize = 256 << 10;
/// Marks before and after a passage that belong to it where all its places have them.
const OPENING: &[char] =
    &['"', '\'', '(', '[', '{', '«', '“', '„', '‘', '¿', '¡', '「', '『', '（', '【', '《'];
const CLOSING: &[char] = &[
    '.', '!', '?', '…', ',', ';', ':', '"', '\'', ')', ']', '}', '»', '”', '“', '’', '。', '！', '？', '，',
    '、', '；', '：', '」', '』', '）', '】', '》',
];

/// Where a passage stands in a text, in code points, and the marks around it.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    start: u32,
    end: u32,
    before: Marks,
    after: Marks,
}

/// Up to two marks, from the passage outwards.
type Marks = [Option<char>; 2];

pub struct Located {
    words: WordOptions,
    passages: Vec<Places>,
    /// The passage and the number within it of each place, document after document.
    by_document: Vec<[u32; 2]>,
    starts: Vec<usize>,
    /// Documents that were gone through.
    done: usize,
    places: Vec<Vec<Place>>,
    texts: Vec<String>,
}

/// What one task found: the place that it is for, and the text if it is the first of its passage.
type Found = ([u32; 2], Place, Option<String>);

impl Located {
    pub(super) fn new(passages: Vec<Places>, documents: usize, words: WordOptions) -> Self {
        let mut starts = vec![0; documents + 1];
        let each = || {
            passages.iter().enumerate().flat_map(|(p, passage)| {
                passage
                    .places
                    .iter()
                    .enumerate()
                    .map(move |(n, place)| (place[0] as usize, [p as u32, n as u32]))
            })
        };
        each().for_each(|(document, _)| starts[document + 1] += 1);
        (0..documents).for_each(|document| starts[document + 1] += starts[document]);
        let mut by_document = vec![[0; 2]; starts[documents]];
        let mut next = starts.clone();
        for (document, place) in each() {
            by_document[next[document]] = place;
            next[document] += 1;
        }
        let places = passages.iter().map(|passage| vec![Place::default(); passage.places.len()]).collect();
        let texts = vec![String::new(); passages.len()];
        Self { words, passages, by_document, starts, done: 0, places, texts }
    }

    /// Locates the passages in the next texts, which must come as they came to the finder.
    pub fn push(&mut self, texts: &LargeStringArray, cancel: &Cancel) -> Result<()> {
        let first = self.done;
        self.done += texts.len();
        if self.done >= self.starts.len() {
            return Err(Error::InputError(
                "there are more documents than at the first reading; start again".into(),
            ));
        }
        let this = &*self;
        let work = |locator: &mut WordLocator, task: Range<usize>| {
            let mut found = Vec::new();
            for i in task {
                cancel.check()?;
                this.document(locator, first + i, texts.value(i), &mut found)?;
            }
            Ok(found)
        };
        let lengths = (0..texts.len()).map(|i| texts.value_length(i) as usize);
        let room = || WordLocator::new(this.words);
        let parts: Vec<Vec<Found>> = each_task_within(even_tasks(lengths, BYTES_A_TASK), room, work)?;
        for ([passage, n], place, text) in parts.into_iter().flatten() {
            self.places[passage as usize][n as usize] = place;
            if let Some(text) = text {
                self.texts[passage as usize] = text;
            }
        }
        Ok(())
    }

    fn document(
        &self,
        locator: &mut WordLocator,
        document: usize,
        text: &str,
        found: &mut Vec<Found>,
    ) -> Result<()> {
        let own = &self.by_document[self.starts[document]..self.starts[document + 1]];
        if own.is_empty() {
            return Ok(());
        }
        let words = locator.words(text);
        let mut points = CodePoints::new(text);
        let mut ranges: Vec<(Range<usize>, [u32; 2])> = Vec::with_capacity(own.len());
        for &[p, n] in own {
            let passage = &self.passages[p as usize];
            let first = passage.places[n as usize][1] as usize;
            let (Some(start), Some(end)) = (words.get(first), words.get(first + passage.words as usize - 1))
            else {
                return Err(Error::InputError(
                    "a text has changed since the first reading; start again".into(),
                ));
            };
            ranges.push((start.start..end.end, [p, n]));
        }
        ranges.sort_unstable_by_key(|(range, _)| range.start);
        for (range, which) in ranges {
            let place = Place {
                start: points.at(range.start) as u32,
                end: points.at(range.end) as u32,
                before: marks(text[..range.start].chars().rev(), OPENING),
                after: marks(text[range.end..].chars(), CLOSING),
            };
            let text = (which[1] == 0).then(|| text[range].to_owned());
            found.push((which, place, text));
        }
        Ok(())
    }

    /// The passages, one a row: text, words, boilerplate, and places as document, start and end.
    pub fn finish(mut self) -> Result<RecordBatch> {
        for (text, places) in self.texts.iter_mut().zip(&mut self.places) {
            take_marks(text, places);
        }
        let lengths = self.places.iter().map(Vec::len);
        let offsets = OffsetBuffer::from_lengths(lengths);
        let documents = self.passages.iter().flat_map(|passage| &passage.places).map(|place| place[0]);
        let places = || self.places.iter().flatten();
        let columns: Vec<ArrayRef> = vec![
            Arc::new(UInt32Array::from_iter_values(documents)),
            Arc::new(UInt32Array::from_iter_values(places().map(|place| place.start))),
            Arc::new(UInt32Array::from_iter_values(places().map(|place| place.end))),
        ];
        let number = |name: &str| Field::new(name, DataType::UInt32, false);
        let fields = Fields::from(vec![number("document"), number("start"), number("end")]);
        let values = StructArray::try_new(fields.clone(), columns, None)?;
        let item = Arc::new(Field::new("place", DataType::Struct(fields), false));
        let places = LargeListArray::try_new(item, offsets, Arc::new(values), None)?;
        let words = UInt32Array::from_iter_values(self.passages.iter().map(|passage| passage.words));
        let boilerplate: BooleanArray =
            self.passages.iter().map(|passage| Some(passage.boilerplate)).collect();
        let bytes = self.texts.iter().map(String::len).sum();
        let mut text = LargeStringBuilder::with_capacity(self.texts.len(), bytes);
        self.texts.into_iter().for_each(|one| text.append_value(one));
        let columns: [(&str, ArrayRef); 4] = [
            ("text", Arc::new(text.finish())),
            ("words", Arc::new(words)),
            ("boilerplate", Arc::new(boilerplate)),
            ("places", Arc::new(places)),
        ];
        Ok(RecordBatch::try_from_iter(columns)?)
    }
}

fn marks(mut characters: impl Iterator<Item = char>, known: &[char]) -> Marks {
    let first = characters.next().filter(|c| known.contains(c));
    let second = first.and_then(|_| characters.next()).filter(|c| known.contains(c));
    [first, second]
}

/// Adds the marks that all places of a passage have around it.
fn take_marks(text: &mut String, places: &mut [Place]) {
    let (before, after) = (all_have(places, |place| place.before), all_have(places, |place| place.after));
    for mark in before.into_iter().flatten() {
        text.insert(0, mark);
        places.iter_mut().for_each(|place| place.start -= 1);
    }
    for mark in after.into_iter().flatten() {
        text.push(mark);
        places.iter_mut().for_each(|place| place.end += 1);
    }
}

fn all_have(places: &[Place], marks: impl Fn(&Place) -> Marks) -> Marks {
    let same = |i: usize| {
        let mark = places.first().and_then(|place| marks(place)[i]);
        mark.filter(|_| places.iter().all(|place| marks(place)[i] == mark))
    };
    let first = same(0);
    [first, first.and_then(|_| same(1))]
}
