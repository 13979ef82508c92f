//! What a long call shares with whoever waits for it: a flag that stops it, and how far it has come.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::error::{Error, Result};

#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<State>);

#[derive(Debug, Default)]
struct State {
    cancelled: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
}

impl Cancel {
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    /// `Err(Interrupted)` once the run was cancelled. Cheap enough to be called per document.
    pub fn check(&self) -> Result<()> {
        if self.0.cancelled.load(Ordering::Relaxed) {
            return Err(Error::Interrupted);
        }
        Ok(())
    }

    /// Says that so much is to be done from here on: documents, pairs or whatever the call goes through.
    pub(crate) fn begin(&self, total: usize) {
        self.0.done.store(0, Ordering::Relaxed);
        self.0.total.store(total as u64, Ordering::Relaxed);
    }

    /// Says that so much more is done. To be told per task rather than per item: all threads write one number.
    pub(crate) fn advance(&self, count: usize) {
        self.0.done.fetch_add(count as u64, Ordering::Relaxed);
    }

    /// How much is done, of how much; 0 of 0 where the call does not tell.
    pub fn progress(&self) -> (u64, u64) {
        let total = self.0.total.load(Ordering::Relaxed);
        (self.0.done.load(Ordering::Relaxed).min(total), total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_begins_anew_and_never_exceeds_the_total() {
        let cancel = Cancel::default();
        assert_eq!(cancel.progress(), (0, 0));
        cancel.begin(3);
        cancel.clone().advance(2);
        assert_eq!(cancel.progress(), (2, 3));
        cancel.advance(2);
        assert_eq!(cancel.progress(), (3, 3));
        cancel.begin(5);
        assert_eq!(cancel.progress(), (0, 5));
    }
}
