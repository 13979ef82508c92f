//! Work shared out evenly.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::error::Result;

/// Ranges of neighbours whose lengths add up to about `target`.
pub fn even_tasks(lengths: impl ExactSizeIterator<Item = usize>, target: usize) -> Vec<Range<usize>> {
    let mut tasks = Vec::new();
    let (mut start, mut sum, count) = (0, 0, lengths.len());
    for (i, length) in lengths.enumerate() {
        sum += length;
        if sum >= target || i + 1 == count {
            tasks.push(start..i + 1);
            (start, sum) = (i + 1, 0);
        }
    }
    tasks
}

/// Does each task in a thread that is free, and gives the results in order. Left to itself, rayon hands out long stretches
/// of them, and whoever is done early waits for the end of another's.
pub(crate) fn each_task<T, R>(
    tasks: impl IntoParallelIterator<Item = T, Iter: IndexedParallelIterator>,
    work: impl Fn(T) -> Result<R> + Sync + Send,
) -> Result<Vec<R>>
where
    T: Send,
    R: Send,
{
    tasks.into_par_iter().with_max_len(1).map(work).collect()
}

/// The same with a room for each thread that `make` gives, with what it has grown to.
pub(crate) fn each_task_within<T, R, S>(
    tasks: impl IntoParallelIterator<Item = T, Iter: IndexedParallelIterator>,
    make: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, T) -> Result<R> + Sync + Send,
) -> Result<Vec<R>>
where
    T: Send,
    R: Send,
    S: Send,
{
    let rooms = Rooms::new(make);
    each_task(tasks, |task| rooms.within(|room| work(room, task)))
}

/// Rooms to work in that threads take in turn: as many as work at a time, each with what it has grown to.
pub(crate) struct Rooms<T, F: Fn() -> T> {
    free: Mutex<Vec<T>>,
    make: F,
}

impl<T, F: Fn() -> T> Rooms<T, F> {
    pub(crate) fn new(make: F) -> Self {
        Self { free: Mutex::new(Vec::new()), make }
    }

    /// Calls `f` with a room that nobody else is in.
    pub(crate) fn within<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut room = free.unwrap_or_else(&self.make);
        let result = f(&mut room);
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(room);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_is_used_again_as_it_was_left() {
        let rooms = Rooms::new(Vec::new);
        rooms.within(|room| room.push(1));
        // One who comes while another is within gets a room of its own.
        rooms.within(|room| rooms.within(|other| assert_eq!((room.len(), other.len()), (1, 0))));
    }

    #[test]
    fn every_item_is_in_one_task() {
        assert_eq!(even_tasks([3, 3, 9, 0, 1].into_iter(), 5), [0..2, 2..3, 3..5]);
        assert_eq!(even_tasks(std::iter::empty(), 5), []);
    }
}
