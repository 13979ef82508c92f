//! Passages as rows of a record batch.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BooleanArray, LargeListArray, LargeStringArray, RecordBatch, StructArray, UInt32Array,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Fields};

use super::collected::PassageFacts;
use super::in_text::{Found, take_marks};
use crate::error::Result;

/// Consecutive passages with their places and texts in order.
pub(super) struct PassageBatch {
    starts: Vec<usize>,
    places: Vec<Found>,
    texts: Vec<String>,
}

impl PassageBatch {
    /// From located places in any order, and texts with the number of their passage and their length before them.
    pub(super) fn new(passages: &[PassageFacts], first: u32, found: &[Found], mut texts: &[u8]) -> Self {
        let starts = starts(passages);
        let mut batch = Self {
            places: vec![[0; 6]; starts[passages.len()]],
            starts,
            texts: vec![String::new(); passages.len()],
        };
        for place in found {
            batch.places[batch.starts[(place[0] - first) as usize] + place[1] as usize] = *place;
        }
        while let Some((head, rest)) = texts.split_first_chunk::<8>() {
            let [passage, length] = bytemuck::cast::<[u8; 8], [u32; 2]>(*head);
            let (text, rest) = rest.split_at(length as usize);
            batch.texts[(passage - first) as usize] = String::from_utf8_lossy(text).into_owned();
            texts = rest;
        }
        batch.with_marks()
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
