//! What two sets of features have in common, measured.

/// How much of each other two sets must hold to pass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    pub kind: MeasureKind,
    /// Between 0 (not itself) and 1.
    pub threshold: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeasureKind {
    /// The share of one found in the other: one way, the other, or both.
    Coverage,
    /// What they share by what they have together.
    Jaccard,
    /// What they share by the larger of them.
    Max,
}

impl Measure {
    /// The fewest shared features with which a document of `size` can pass. Division decides, as it does for users.
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

    /// Whether it is the same both ways.
    pub(crate) fn is_mutual(self) -> bool {
        self.kind != MeasureKind::Coverage
    }

    /// Whether the first of two sets passes against the second.
    pub(crate) fn passes(self, shared: u32, size: u32, other: u32) -> bool {
        self.score(shared, size, other) >= self.threshold
    }

    /// What is measured of the first of two sets, and of the second.
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

/// One by the other; nothing of nothing is 0.
pub fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}

/// What two sets share by what they have together.
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
