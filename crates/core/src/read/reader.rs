//! From inputs to batches: files are read ahead and pieces parsed in parallel, and batches are returned in
//! order.

use std::collections::VecDeque;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, bounded, never, select_biased};
use rayon::ThreadPool;

use crate::error::{Error, Result};
use crate::read::documents::{Batch, ReadOptions};
use crate::read::fields::Met;
use crate::read::pieces::{Input, Piece, Reading, jobs};
use crate::read::problems::{NAMED, Unnamed};
use crate::read::source::Progress;

/// Pieces that wait per file: enough to keep the parsers busy, few enough to keep memory low.
const WAITING: usize = 2;
/// The result of `next_batch`.
pub enum Next {
    Batch(Batch),
    /// The next batch is not ready yet.
    Later,
    End,
}

pub struct Reader {
    reading: Arc<Reading>,
    pool: Arc<ThreadPool>,
    jobs: VecDeque<Range<usize>>,
    running: VecDeque<Receiver<Piece>>,
    /// Batches to come, in order; they are parsed while the caller processes earlier ones.
    coming: VecDeque<Receiver<Result<Batch>>>,
    /// Problems that were listed.
    named: usize,
    /// Bad records that were only counted.
    unnamed: u64,
}

impl Reader {
    /// Parsing runs in `pool`.
    pub fn new(inputs: Vec<Input>, options: ReadOptions, pool: Arc<ThreadPool>) -> Self {
        let jobs = jobs(&inputs);
        let reading =
            Arc::new(Reading { inputs, options, progress: Progress::default(), met: Mutex::default() });
        Self { reading, pool, jobs, running: VecDeque::new(), coming: VecDeque::new(), named: 0, unnamed: 0 }
    }

    /// Bytes read from the inputs so far.
    pub fn bytes(&self) -> u64 {
        self.reading.progress.bytes()
    }

    /// The fields met so far; complete after the last batch.
    pub fn met(&self) -> Met {
        self.reading.met.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The next batch in the order of the inputs, if it is ready within `patience`. Meanwhile the parsers are
    /// kept busy.
    pub fn next_batch(&mut self, patience: Duration) -> Result<Next> {
        loop {
            self.start_jobs();
            if self.running.is_empty() && self.coming.is_empty() {
                return Ok(Next::End);
            }
            let is_full = self.coming.len() >= 2 * self.threads();
            let pieces = self.running.front().filter(|_| !is_full).cloned().unwrap_or_else(never);
            let batches = self.coming.front().cloned().unwrap_or_else(never);
            select_biased! {
                recv(pieces) -> piece => match piece {
                    Ok(piece) => self.parse(piece),
                    Err(_) => drop(self.running.pop_front()),
                },
                recv(batches) -> batch => {
                    self.coming.pop_front();
                    let batch = batch.unwrap_or_else(|_| Err(parser_died()))?;
                    return Ok(Next::Batch(self.few_problems(batch)));
                }
                default(patience) => return Ok(Next::Later),
            }
        }
    }

    /// Bad records beyond the first ten thousand, which are only counted; each batch has one problem for all
    /// of them.
    pub fn unnamed(&self) -> u64 {
        self.unnamed
    }

    /// Lists the first problems of the whole reading; those beyond become one problem per batch.
    fn few_problems(&mut self, mut batch: Batch) -> Batch {
        let room = batch.problems.len().min(NAMED - self.named);
        self.named += room;
        let mut rest = Unnamed::default();
        batch.problems.drain(room..).for_each(|problem| rest.add(problem.file, problem.line));
        if batch.unnamed.count > 0 {
            rest.first = if rest.count > 0 { rest.first } else { batch.unnamed.first };
            (rest.count, rest.last) = (rest.count + batch.unnamed.count, batch.unnamed.last);
        }
        if rest.count > 0 {
            self.unnamed += rest.count - 1;
            batch.problems.push(rest.problem());
        }
        batch
    }

    fn threads(&self) -> usize {
        self.reading.options.threads.max(1)
    }

    fn parse(&mut self, piece: Piece) {
        let (sender, receiver) = bounded(1);
        let reading = Arc::clone(&self.reading);
        let parse = move || {
            let batch = guarded(|| reading.parse(piece));
            // Fails if the reader was dropped; then the batch is not needed.
            drop(sender.send(batch));
        };
        self.pool.spawn(parse);
        self.coming.push_back(receiver);
    }

    fn start_jobs(&mut self) {
        while self.running.len() < self.threads()
            && let Some(job) = self.jobs.pop_front()
        {
            let (sender, receiver) = bounded(WAITING);
            let reading = Arc::clone(&self.reading);
            thread::spawn(move || reading.read(job, &sender));
            self.running.push_back(receiver);
        }
    }
}

/// A panic inside a task of the pool would end the process.
fn guarded(parse: impl FnOnce() -> Result<Batch>) -> Result<Batch> {
    catch_unwind(AssertUnwindSafe(parse)).unwrap_or_else(|_| Err(parser_died()))
}

fn parser_died() -> Error {
    Error::InternalError("a parser died".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_a_parser_is_an_error() {
        let outcome = guarded(|| panic!("a bug in a parser"));
        assert!(matches!(outcome, Err(Error::InternalError(message)) if message == "a parser died"));
    }

    #[test]
    fn no_inputs_are_no_batches() {
        let pool = Arc::new(rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap());
        let mut reader = Reader::new(Vec::new(), ReadOptions::default(), pool);
        assert!(matches!(reader.next_batch(Duration::from_secs(9)), Ok(Next::End)));
    }
}
