//! Which documents are compared, where some are of another collection.

/// Documents before a number are of one collection, those from it on of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// There is one collection: all with all.
    One,
    /// Only documents of different collections.
    Across(u32),
    /// The same, and those of the second collection with one another: the first one only goes ahead.
    Ahead(u32),
}

impl Sides {
    /// With `split`, two collections; with `ahead`, the second one is compared with itself, too.
    pub fn of(split: Option<u32>, ahead: bool) -> Self {
        match split {
            None => Self::One,
            Some(at) if ahead => Self::Ahead(at),
            Some(at) => Self::Across(at),
        }
    }

    /// Of the documents with larger numbers, those from this one on are compared with a document; `None`: none of them.
    pub(super) fn partners_from(self, document: u32) -> Option<u32> {
        match self {
            Self::Across(at) | Self::Ahead(at) if document < at => Some(at),
            Self::Across(_) => None,
            Self::One | Self::Ahead(_) => Some(0),
        }
    }

    /// Whether any two of these documents are compared; given are the smallest and the largest number.
    pub(super) fn matter(self, first: u32, last: u32) -> bool {
        match self {
            Self::One => true,
            Self::Across(at) => first < at && last >= at,
            Self::Ahead(at) => last >= at,
        }
    }
}

impl From<Option<u32>> for Sides {
    fn from(split: Option<u32>) -> Self {
        Self::of(split, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naive(sides: Sides, left: u32, right: u32) -> bool {
        match sides {
            Sides::One => true,
            Sides::Across(at) => (left < at) != (right < at),
            Sides::Ahead(at) => left >= at || right >= at,
        }
    }

    #[test]
    fn partners_are_those_of_the_definition() {
        for at in 0..6 {
            for sides in [Sides::One, Sides::Across(at), Sides::Ahead(at)] {
                for (left, right) in (0..6).flat_map(|left| (left + 1..6).map(move |right| (left, right))) {
                    let met = sides.partners_from(left).is_some_and(|from| right >= from);
                    assert_eq!(met, naive(sides, left, right), "{sides:?} {left} {right}");
                }
                for (first, last) in (0..6).flat_map(|first| (first + 1..6).map(move |last| (first, last))) {
                    let any =
                        (first..=last).any(|left| (left + 1..=last).any(|right| naive(sides, left, right)));
                    assert_eq!(sides.matter(first, last), any, "{sides:?} {first} {last}");
                }
            }
        }
    }
}
