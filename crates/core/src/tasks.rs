//! Divides work into tasks of even size and runs them in parallel.

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

/// Runs each task in a thread that is free and returns the results in order. Rayon alone would hand out long
/// ranges of tasks, and threads that finish early would wait for the others.
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

/// The same, with a workspace per thread: `make` creates one, and it keeps its buffers from task to task.
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
    let workspaces = Workspaces::new(make);
    each_task(tasks, |task| workspaces.within(|workspace| work(workspace, task)))
}

/// Workspaces that threads take by turns. There are as many as threads that work at the same time, and each
/// keeps the buffers that it has grown.
pub(crate) struct Workspaces<T, F: Fn() -> T> {
    free: Mutex<Vec<T>>,
    make: F,
}

impl<T, F: Fn() -> T> Workspaces<T, F> {
    pub(crate) fn new(make: F) -> Self {
        Self { free: Mutex::new(Vec::new()), make }
    }

    /// Calls `f` with a workspace that no other thread uses.
    pub(crate) fn within<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut workspace = free.unwrap_or_else(&self.make);
        let result = f(&mut workspace);
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(workspace);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workspace_is_used_again_as_it_was_left() {
        let workspaces = Workspaces::new(Vec::new);
        workspaces.within(|workspace| workspace.push(1));
        // A nested call gets a workspace of its own.
        workspaces.within(|workspace| {
            workspaces.within(|other| assert_eq!((workspace.len(), other.len()), (1, 0)))
        });
    }

    #[test]
    fn every_item_is_in_one_task() {
        assert_eq!(even_tasks([3, 3, 9, 0, 1].into_iter(), 5), [0..2, 2..3, 3..5]);
        assert_eq!(even_tasks(std::iter::empty(), 5), []);
    }
}
