//! Bags for tests.

use arrow_array::LargeStringArray;

use crate::cancel::Cancel;
use crate::cluster::bags::Bags;
use crate::cluster::counter::BagCounter;
use crate::segment::tokens::WordOptions;

pub(crate) fn bags(texts: &[&str]) -> Bags {
    let mut counter = BagCounter::new(WordOptions::default());
    let cancel = Cancel::default();
    for some in texts.chunks(2) {
        counter.push(&LargeStringArray::from(some.to_vec()), &cancel).unwrap();
    }
    counter.finish(&vec![1; texts.len()], None).unwrap()
}
