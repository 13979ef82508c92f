//! Measures what two sets of features have in common.

/// The measure and the threshold of a match.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    pub kind: MeasureKind,
    /// More than 0, at most 1.
    pub threshold: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeasureKind {
    /// The share of one set that is in the other, computed for both.
    Coverage,
    /// The number shared, divided by the size of the union.
    Jaccard,
    /// The number shared, divided by the size of the larger set.
    Max,
}

impl Measure {
    /// The smallest number of shared features with which a document of `size` features can pass. It is found
    /// by dividing, so it agrees with the shares that users see.
    pub(crate) fn least(self, size: u32) -> u32 {
        let passes = |shared: u32| f64::from(shared) / f64::from(size) >= self.threshold;
        let mut least = (self.threshold * f64::from(size)) as u32;
        while least > 0 && passes(least - 1) {
            least -= 1;
        }
        while least < size && !passes(least) {
            least += 1;
        }
        least
    }

    /// Whether both directions have the same score.
    pub(crate) fn is_mutual(self) -> bool {
        self.kind != MeasureKind::Coverage
    }

    /// Whether the first of two sets passes against the second.
    pub(crate) fn passes(self, shared: u32, size: u32, other: u32) -> bool {
        self.score(shared, size, other) >= self.threshold
    }

    /// The scores of the first and of the second set.
    pub(crate) fn scores(self, shared: u32, size: u32, other: u32) -> [f64; 2] {
        [self.score(shared, size, other), self.score(shared, other, size)]
    }

    fn score(self, shared: u32, size: u32, other: u32) -> f64 {
        match self.kind {
            MeasureKind::Coverage => share(shared, size),
            MeasureKind::Jaccard => jaccard(shared, size, other),
            MeasureKind::Max => share(shared, size.max(other)),
        }
    }
}

/// The quotient; 0 for an empty whole.
pub fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}

/// The number shared, divided by the size of the union.
pub fn jaccard(shared: u32, size: u32, other: u32) -> f64 {
    match u64::from(size) + u64::from(other) - u64::from(shared) {
        0 => 0.0,
        whole => f64::from(shared) / whole as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_is_the_first_that_passes() {
        for threshold in [0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 1.0, 1.0 / 3.0] {
            let measure = Measure { kind: MeasureKind::Coverage, threshold };
            for size in 1..500 {
                let naive = (0..=size).find(|&shared| measure.passes(shared, size, size)).unwrap();
                assert_eq!(measure.least(size), naive, "{threshold} of {size}");
            }
        }
    }
}
