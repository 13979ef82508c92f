//! Documents with the same key, found by sorting.

use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::error::Result;

/// Sorts the keyed documents and collects what `judge` makes of each two with the same key, smaller one first.
pub(super) fn pairs_of_runs<K: Ord + Copy + Send + Sync, T: Copy + Send>(
    keyed: &mut [(K, u32)],
    judge: impl Fn(u32, u32) -> Option<T> + Sync,
    cancel: &Cancel,
) -> Result<Vec<T>> {
    keyed.par_sort_unstable();
    let keyed = &*keyed;
    // By documents, not by runs: one long run is shared out like many short ones.
    let part = |mut found: Vec<T>, at: usize| {
        cancel.check()?;
        let (key, left) = keyed[at];
        let rest = keyed[at + 1..].iter().take_while(|other| other.0 == key);
        found.extend(rest.filter_map(|&(_, right)| judge(left, right)));
        Ok(found)
    };
    let parts: Vec<Vec<T>> =
        (0..keyed.len()).into_par_iter().try_fold(Vec::new, part).collect::<Result<_>>()?;
    Ok(parts.concat())
}
