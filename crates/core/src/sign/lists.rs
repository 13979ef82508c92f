//! Builds an Arrow array with one list of features per text.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::{Array, LargeListArray, LargeStringArray, UInt64Array};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field};
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::tasks::{each_task_within, even_tasks};

/// Text per task: enough to be worth one, little enough that tasks can be distributed evenly.
const BYTES_A_TASK: usize = 128 << 10;

/// The lists of one task: all values, and the number of values per text.
#[derive(Default)]
struct ListsPart {
    values: Vec<u64>,
    lengths: Vec<usize>,
}

/// A list array with items called `name`: `add` appends the features of one text. `make` creates the
/// workspace that `add` reuses.
pub(crate) fn lists<S: Send>(
    name: &str,
    texts: &LargeStringArray,
    make: impl Fn() -> S + Sync + Send,
    add: impl Fn(&mut S, &str, &mut Vec<u64>) + Sync + Send,
    cancel: &Cancel,
) -> Result<LargeListArray> {
    let work = |state: &mut S, task: Range<usize>| {
        let mut part = ListsPart::default();
        for i in task {
            cancel.check()?;
            let before = part.values.len();
            add(state, texts.value(i), &mut part.values);
            part.lengths.push(part.values.len() - before);
        }
        Ok(part)
    };
    let tasks = even_tasks((0..texts.len()).map(|i| texts.value_length(i) as usize), BYTES_A_TASK);
    let parts: Vec<ListsPart> = each_task_within(tasks, make, work)?;
    let offsets = OffsetBuffer::from_lengths(parts.iter().flat_map(|part| &part.lengths).copied());
    let field = Arc::new(Field::new(name, DataType::UInt64, false));
    let values = Arc::new(UInt64Array::from(joined(parts)));
    Ok(LargeListArray::try_new(field, offsets, values, None)?)
}

/// Concatenates the values of all parts in parallel.
fn joined(parts: Vec<ListsPart>) -> Vec<u64> {
    let mut all = vec![0; parts.iter().map(|part| part.values.len()).sum()];
    let mut rest = &mut all[..];
    let mut places = Vec::with_capacity(parts.len());
    for part in &parts {
        let (place, after) = rest.split_at_mut(part.values.len());
        places.push(place);
        rest = after;
    }
    // Each part is freed as soon as it was copied.
    places.into_par_iter().zip(parts).for_each(|(place, part)| place.copy_from_slice(&part.values));
    all
}
