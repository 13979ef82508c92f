//! Documents with the same key, found by sorting.

use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::Result;
use crate::r#match::pairs::{APART, Pair, Pairs};

/// Sorts the keyed documents and adds what `judge` makes of each two with the same key, smaller one first, to `found`.
pub(super) fn pairs_of_runs<K: Ord + Copy + Send + Sync>(
    keyed: &mut [(K, u32)],
    judge: impl Fn(u32, u32) -> Option<Pair> + Sync,
    found: &Pairs,
    cancel: &Cancel,
) -> Result<()> {
    keyed.par_sort_unstable();
    let keyed = &*keyed;
    // By documents, not by runs: one long run is shared out like many short ones.
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

/// Whether two documents are of different sides, or there is only one.
pub(super) fn across(split: Option<u32>, left: u32, right: u32) -> bool {
    split.is_none_or(|at| (left < at) != (right < at))
}
