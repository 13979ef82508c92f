//! Finds documents with the same key by sorting.

use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::r#match::pairs::{APART, Pair, Pairs};

/// Sorts the documents by key and adds what `judge` returns for each two with the same key, the smaller
/// number first, to `found`.
pub(super) fn pairs_of_runs<K: Ord + Copy + Send + Sync>(
    keyed: &mut [(K, u32)],
    judge: impl Fn(u32, u32) -> Option<Pair> + Sync,
    found: &Pairs,
    cancel: &Cancel,
) -> Result<()> {
    keyed.par_sort_unstable();
    let keyed = &*keyed;
    // Divided by documents, not by runs, so that one long run is distributed over all threads, too.
    let part = |mut some: Vec<Pair>, at: usize| {
        cancel.check()?;
        let (key, left) = keyed[at];
        let rest = keyed[at + 1..].iter().take_while(|other| other.0 == key);
        some.extend(rest.filter_map(|&(_, right)| judge(left, right)));
        if some.len() >= APART {
            found.add(&some)?;
            some.clear();
        }
        Ok(some)
    };
    let parts = (0..keyed.len()).into_par_iter().try_fold(Vec::new, part);
    parts.try_for_each(|rest: Result<Vec<Pair>>| found.add(&rest?))
}

/// Whether two documents are on different sides; true if there is only one side.
pub(super) fn across(split: Option<u32>, left: u32, right: u32) -> bool {
    split.is_none_or(|at| (left < at) != (right < at))
}
