//! The edit classes and the own text of many copies, as Arrow arrays.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{
    Array, ArrayRef, Int8Array, Int64Array, LargeListArray, LargeStringArray, StructArray, UInt32Array,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Fields};

use super::class::edit_of;
use super::letter::Letter;
use super::reference::Reference;
use crate::cancel::Cancel;
use crate::clean::offsets::code_points;
use crate::error::{Error, Result};
use crate::tasks::{each_task, even_tasks};

/// Bytes of text in a task.
const TASK: usize = 1 << 16;

/// Texts, and the ranges of code points of their main texts; a null stands for all of the text.
pub struct Texts {
    pub texts: LargeStringArray,
    pub ranges: LargeListArray,
}

/// For each member its edit class (-1: none) and the ranges of code points that its writer added.
pub fn edits(
    references: &Texts,
    which: &UInt32Array,
    members: &Texts,
    cancel: &Cancel,
) -> Result<(Int8Array, LargeListArray)> {
    check(references, "reference_ranges")?;
    check(members, "member_ranges")?;
    if which.len() != members.texts.len()
        || which.values().iter().any(|&one| one as usize >= references.texts.len())
    {
        return Err(Error::ParameterError(format!(
            "which: expected {} numbers below {}, one for each member; got {}",
            members.texts.len(),
            references.texts.len(),
            which.len()
        )));
    }
    cancel.begin(members.texts.len());
    let prepared = each_task(0..references.texts.len(), |number| {
        cancel.check()?;
        Ok(Reference::new(references.letter(number)?))
    })?;
    let lengths = (0..members.texts.len()).map(|row| members.texts.value_length(row) as usize);
    let told = each_task(even_tasks(lengths, TASK), |rows| {
        let told: Result<Vec<_>> = rows
            .map(|row| {
                cancel.check()?;
                cancel.advance(1);
                told(&prepared[which.value(row) as usize], members, row, cancel)
            })
            .collect();
        told
    })?;
    let (classes, own): (Vec<i8>, Vec<_>) = told.into_iter().flatten().unzip();
    Ok((Int8Array::from(classes), lists(&own)?))
}

type Told = (i8, Vec<Range<usize>>);

fn told(reference: &Reference, members: &Texts, row: usize, cancel: &Cancel) -> Result<Told> {
    let copy = members.letter(row)?;
    let (edit, own) = edit_of(reference, &copy, cancel)?;
    let own = code_points(members.texts.value(row), copy.bytes(&own));
    Ok((edit.map_or(-1, |edit| edit as i8), own))
}

impl Texts {
    fn letter(&self, row: usize) -> Result<Letter<'_>> {
        let text = self.texts.value(row);
        if self.ranges.is_null(row) {
            return Letter::new(text, None);
        }
        let range = self.ranges.value_offsets()[row] as usize..self.ranges.value_offsets()[row + 1] as usize;
        let ends = self.ranges.values().as_struct();
        let side =
            |column: usize| ends.column(column).as_primitive::<Int64Type>().values()[range.clone()].iter();
        let points: Vec<(i64, i64)> = side(0).copied().zip(side(1).copied()).collect();
        Letter::new(text, Some(&bytes(text, &points)?))
    }
}

/// Ranges of code points, which must come in order, as ranges of bytes.
fn bytes(text: &str, points: &[(i64, i64)]) -> Result<Vec<Range<usize>>> {
    let mut ends: Vec<usize> = Vec::with_capacity(points.len() * 2);
    let mut places = text.char_indices().map(|(at, _)| at).chain([text.len()]).enumerate();
    let mut last = (0, 0);
    for point in points.iter().flat_map(|&(start, end)| [start, end]) {
        let wrong = || {
            let count = text.chars().count();
            Error::ParameterError(format!(
                "ranges: expected ranges in order, inside of {count} code points; got one that ends at {point}"
            ))
        };
        let wanted = usize::try_from(point).ok().filter(|&wanted| wanted >= last.0).ok_or_else(wrong)?;
        if wanted > last.0 {
            last = places.by_ref().find(|&(number, _)| number == wanted).ok_or_else(wrong)?;
        }
        ends.push(last.1);
    }
    Ok(ends.chunks_exact(2).map(|pair| pair[0]..pair[1]).collect())
}

fn check(side: &Texts, name: &str) -> Result<()> {
    let fields = Fields::from(vec![
        Field::new("start", DataType::Int64, true),
        Field::new("end", DataType::Int64, true),
    ]);
    let found = side.ranges.value_type();
    let same = matches!(&found, DataType::Struct(have) if have.len() == 2
        && have.iter().zip(&fields).all(|(a, b)| a.name() == b.name() && a.data_type() == b.data_type()));
    if !same || side.ranges.len() != side.texts.len() {
        return Err(Error::ParameterError(format!(
            "{name}: expected a list of start and end (int64) for each of {} texts; got {} of {found}",
            side.texts.len(),
            side.ranges.len()
        )));
    }
    Ok(())
}

fn lists(own: &[Vec<Range<usize>>]) -> Result<LargeListArray> {
    let column = |end: fn(&Range<usize>) -> usize| -> ArrayRef {
        Arc::new(Int64Array::from_iter_values(own.iter().flatten().map(|range| end(range) as i64)))
    };
    let number = |name: &str| Field::new(name, DataType::Int64, true);
    let fields = Fields::from(vec![number("start"), number("end")]);
    let columns = vec![column(|range| range.start), column(|range| range.end)];
    let values = StructArray::try_new(fields.clone(), columns, None)?;
    let item = Arc::new(Field::new("item", DataType::Struct(fields), true));
    let offsets = OffsetBuffer::from_lengths(own.iter().map(Vec::len));
    Ok(LargeListArray::try_new(item, offsets, Arc::new(values), None)?)
}
