//! Finds documents with the same key by sorting.

use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::r#match::pairs::{APART, Pair, Pairs};
use crate::r#match::sides::Sides;

/// Sorts the documents by key and adds what `judge` returns for each two with the same key, the smaller
/// number first, to `found`. Pairs that `sides` does not compare are left out.
pub(super) fn pairs_of_runs<K: Ord + Copy + Send + Sync>(
    keyed: &mut [(K, u32)],
    sides: Sides,
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
        let Some(from) = sides.partners_from(left) else { return Ok(some) };
        let rest = &keyed[at + 1..];
        // Nobody looks at those who are not compared: there may be many.
        let rest =
            if from > left { &rest[rest.partition_point(|other| *other < (key, from))..] } else { rest };
        let same = rest.iter().take_while(|other| other.0 == key);
        some.extend(same.filter_map(|&(_, right)| judge(left, right)));
        if some.len() >= APART {
            found.add(&some)?;
            some.clear();
        }
        Ok(some)
    };
    let parts = (0..keyed.len()).into_par_iter().try_fold(Vec::new, part);
    parts.try_for_each(|rest: Result<Vec<Pair>>| found.add(&rest?))
}
