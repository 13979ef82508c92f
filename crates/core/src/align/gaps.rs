//! A cache of answers about the text between two words.

use hashbrown::HashMap;

/// Gaps up to this many bytes are not cached: looking again costs less than the table.
const SHORT: usize = 64;

/// Answers about the gap beside a word. Many passages may begin or end at the same word, and a gap may be as
/// long as the text, so the answer for a long gap is computed once.
pub(super) struct Gaps<T>(HashMap<usize, T>);

impl<T: Copy> Gaps<T> {
    pub(super) fn new() -> Self {
        Self(HashMap::new())
    }

    /// The answer of `look` for the gap of `bytes` bytes beside a word.
    pub(super) fn ask(&mut self, word: usize, bytes: usize, look: impl FnOnce() -> T) -> T {
        if bytes <= SHORT { look() } else { *self.0.entry(word).or_insert_with(look) }
    }
}
