//! What stands between words, asked for again and again.

use hashbrown::HashMap;

/// Bytes that are looked through each time they are asked for.
const SHORT: usize = 64;

/// Answers about the gap beside a word. Many passages may begin or end at the same word, and a gap may be as long as the
/// text: long ones are looked through once.
pub(super) struct Gaps<T>(HashMap<usize, T>);

impl<T: Copy> Gaps<T> {
    pub(super) fn new() -> Self {
        Self(HashMap::new())
    }

    /// What `look` says of the gap of so many bytes beside a word.
    pub(super) fn ask(&mut self, word: usize, bytes: usize, look: impl FnOnce() -> T) -> T {
        if bytes <= SHORT { look() } else { *self.0.entry(word).or_insert_with(look) }
    }
}
