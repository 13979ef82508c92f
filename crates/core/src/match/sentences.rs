//! Numbers the forms of sentences: sentences with the same signatures have one form. Forms, not sentences,
//! are then joined.
//!
//! A sentence that is in every document is one form, so the join does not grow with the number of documents
//! that have it.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, ArrayRef, LargeListArray, StructArray, UInt32Array, UInt64Array};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Fields};
use hashbrown::HashTable;

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::r#match::join::SetJoin;
use crate::r#match::measure::{Measure, MeasureKind};
use crate::r#match::pairs::Pair;
use crate::sign::hash::hash_run;

/// The form of a sentence without signatures, which is like no other.
pub(super) const NONE: u32 = u32::MAX;
const FORMS_A_BATCH: usize = 1 << 16;
/// This many pairs of forms are always allowed, however little memory there is.
const FEW: usize = 1 << 20;

/// Numbers the forms of sentences as they come.
#[derive(Default)]
pub struct SentenceForms {
    places: HashTable<u32>,
    signatures: Vec<u64>,
    ends: Vec<usize>,
}

impl SentenceForms {
    /// The sentences of the next documents with forms in the place of signatures; null for sentences without
    /// signatures.
    pub fn push(&mut self, lists: &LargeListArray) -> Result<LargeListArray> {
        let sentences = lists.values().as_struct();
        let column = |name: &str| {
            sentences.column_by_name(name).ok_or_else(|| Error::InternalError(format!("no column '{name}'")))
        };
        let listed = column("signatures")?.as_list::<i64>();
        let values = listed.values().as_primitive::<UInt64Type>().values();
        let offsets = listed.value_offsets();
        let mut forms = Vec::with_capacity(listed.len());
        for window in offsets.windows(2) {
            forms.push(self.form(&values[window[0] as usize..window[1] as usize])?);
        }
        let forms: UInt32Array = forms.into_iter().collect();
        let names = ["start", "end", "words", "key"];
        let kinds = [DataType::UInt32, DataType::UInt32, DataType::UInt32, DataType::UInt64];
        let mut fields: Vec<Field> =
            names.iter().zip(kinds).map(|(name, kind)| Field::new(*name, kind, false)).collect();
        fields.push(Field::new("form", DataType::UInt32, true));
        let mut columns =
            names.iter().map(|name| column(name).cloned()).collect::<Result<Vec<ArrayRef>>>()?;
        columns.push(Arc::new(forms));
        let fields = Fields::from(fields);
        let values = StructArray::try_new(fields.clone(), columns, None)?;
        let item = Arc::new(Field::new("sentence", DataType::Struct(fields), false));
        Ok(LargeListArray::try_new(item, lists.offsets().clone(), Arc::new(values), None)?)
    }

    fn form(&mut self, signatures: &[u64]) -> Result<Option<u32>> {
        if signatures.is_empty() {
            return Ok(None);
        }
        let hash = hash_run(signatures);
        let Self { places, signatures: kept, ends } = self;
        let of = |form: u32| {
            let start = if form == 0 { 0 } else { ends[form as usize - 1] };
            &kept[start..ends[form as usize]]
        };
        if let Some(&form) = places.find(hash, |&form| of(form) == signatures) {
            return Ok(Some(form));
        }
        let form = u32::try_from(ends.len()).ok().filter(|&form| form < NONE);
        let form = form
            .ok_or_else(|| Error::InputError("too many different sentences; split the collection".into()))?;
        places.insert_unique(hash, form, |&other| hash_run(of(other)));
        kept.extend_from_slice(signatures);
        ends.push(kept.len());
        Ok(Some(form))
    }

    /// The pairs of different forms whose signatures have a Jaccard coefficient of at least `least`.
    pub fn pairs(&self, least: f64, memory: usize, cancel: &Cancel) -> Result<Vec<Pair>> {
        let most = (memory / size_of::<Pair>()).max(FEW);
        let mut join = SetJoin::new(memory, self.signatures.len() as u64).at_most(most);
        let item = Arc::new(Field::new("signature", DataType::UInt64, false));
        for first in (0..self.ends.len()).step_by(FORMS_A_BATCH) {
            let ends = &self.ends[first..self.ends.len().min(first + FORMS_A_BATCH)];
            let start = if first == 0 { 0 } else { self.ends[first - 1] };
            let lengths =
                std::iter::once(start).chain(ends.iter().copied()).zip(ends).map(|(from, to)| to - from);
            let values = UInt64Array::from(self.signatures[start..ends[ends.len() - 1]].to_vec());
            let offsets = OffsetBuffer::from_lengths(lengths);
            let lists = LargeListArray::try_new(Arc::clone(&item), offsets, Arc::new(values), None)?;
            join.push(&lists, cancel)?;
        }
        let measure = Measure { kind: MeasureKind::Jaccard, threshold: least };
        let mut pairs = join.pairs(measure, None, cancel)?.into_vec()?;
        pairs.sort_unstable_by_key(|pair| (pair.left, pair.right));
        Ok(pairs)
    }
}
