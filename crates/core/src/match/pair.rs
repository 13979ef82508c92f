//! A pair of documents, and its relation.

/// Numbers that a pair takes in a file.
pub(super) const WORDS: usize = 5;

/// The relation of the left document of a pair to the right one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Relation {
    Exact,
    #[default]
    Near,
    Contained,
    Partial,
}

impl Relation {
    pub const ALL: [Self; 4] = [Self::Exact, Self::Near, Self::Contained, Self::Partial];

    pub fn name(self) -> &'static str {
        ["exact", "near", "contained", "partial"][self as usize]
    }
}

/// Two documents, the scores of the method, and their counts of 4-word shingles.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pair {
    pub left: u32,
    pub right: u32,
    pub relation: Relation,
    pub shared: u32,
    pub left_size: u32,
    pub right_size: u32,
    pub left_score: f64,
    pub right_score: f64,
}

impl Pair {
    /// The pair with left and right exchanged.
    pub fn turned(self) -> Self {
        Self {
            left: self.right,
            right: self.left,
            left_size: self.right_size,
            right_size: self.left_size,
            left_score: self.right_score,
            right_score: self.left_score,
            ..self
        }
    }

    /// The pair as it is spilled.
    pub(super) fn words(self) -> [u64; WORDS] {
        let two = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        [
            two(self.left, self.right),
            two(self.shared, self.relation as u32),
            two(self.left_size, self.right_size),
            self.left_score.to_bits(),
            self.right_score.to_bits(),
        ]
    }

    pub(super) fn of([documents, shared, sizes, left_score, right_score]: [u64; WORDS]) -> Self {
        let (high, low) = (|word: u64| (word >> 32) as u32, |word: u64| word as u32);
        Self {
            left: high(documents),
            right: low(documents),
            relation: Relation::ALL[low(shared) as usize],
            shared: high(shared),
            left_size: high(sizes),
            right_size: low(sizes),
            left_score: f64::from_bits(left_score),
            right_score: f64::from_bits(right_score),
        }
    }
}
