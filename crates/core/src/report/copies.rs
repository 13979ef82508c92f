//! Pairs of all copies, where pairs of their firsts are known.

use crate::error::{Error, Result};

/// Where the copies of a document stand in a list of all, and how many they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copies {
    pub start: i64,
    pub count: i64,
}

/// Pairs, and for each the number of the pair that it comes from.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Expanded {
    pub source: Vec<i64>,
    pub left: Vec<i64>,
    pub right: Vec<i64>,
}

/// Pairs each copy of the left side with each of the right.
pub fn expand(documents: &[i64], pairs: &[(Copies, Copies)]) -> Result<Expanded> {
    let copies = |Copies { start, count }: Copies| {
        let start = usize::try_from(start).ok()?;
        documents.get(start..start.checked_add(usize::try_from(count).ok()?)?)
    };
    let mut total = 0u64;
    for &(left, right) in pairs {
        let (Some(left), Some(right)) = (copies(left), copies(right)) else {
            return Err(Error::ParameterError("copies: there are no such documents".into()));
        };
        total += left.len() as u64 * right.len() as u64;
    }
    let mut all = Expanded::with_room(total)?;
    let known = |side: Copies| copies(side).unwrap_or_default();
    for (&(left, right), number) in pairs.iter().zip(0..) {
        let right = known(right);
        for &one in known(left) {
            all.source.extend(std::iter::repeat_n(number, right.len()));
            all.left.extend(std::iter::repeat_n(one, right.len()));
            all.right.extend_from_slice(right);
        }
    }
    Ok(all)
}

impl Expanded {
    /// Copies of copies can be more than any memory holds.
    fn with_room(total: u64) -> Result<Self> {
        let mut new = Self::default();
        let room = u32::try_from(total).ok().and_then(|total| {
            let parts = [&mut new.source, &mut new.left, &mut new.right];
            parts.into_iter().try_for_each(|part| part.try_reserve_exact(total as usize)).ok()
        });
        match room {
            Some(()) => Ok(new),
            None => Err(Error::InputError(format!(
                "{total} pairs of copies are more than can be held: leave out --all-pairs, and each copy is told once"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_paired_with_all() {
        let copies = |start, count| Copies { start, count };
        let documents = [4, 7, 5, 6];
        let pairs = [(copies(0, 2), copies(2, 1)), (copies(3, 1), copies(0, 2))];
        let expected = Expanded { source: vec![0, 0, 1, 1], left: vec![4, 7, 6, 6], right: vec![5, 5, 4, 7] };
        assert_eq!(expand(&documents, &pairs).unwrap(), expected);
        for wrong in [copies(3, 2), copies(-1, 1), copies(0, -1), copies(i64::MAX, 2)] {
            assert!(expand(&documents, &[(wrong, copies(0, 1))]).is_err());
        }
    }

    #[test]
    fn more_than_can_be_held_is_refused() {
        let all = Copies { start: 0, count: 70_000 };
        let refused = expand(&vec![0; 70_000], &[(all, all)]).unwrap_err().to_string();
        assert!(refused.starts_with("4900000000 pairs of copies"), "{refused}");
    }
}
