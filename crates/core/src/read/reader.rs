//! From inputs to batches: files are read ahead and pieces parsed in parallel, and batches are returned in
//! order.

use std::collections::VecDeque;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
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

/// One job a file of records; files that are documents themselves go together.
fn jobs(inputs: &[Input]) -> VecDeque<std::ops::Range<usize>> {
    let mut jobs: VecDeque<std::ops::Range<usize>> = VecDeque::new();
    for (i, input) in inputs.iter().enumerate() {
        let is_file = |i: usize| matches!(inputs[i].format, Format::File(_));
        match jobs.back_mut() {
            Some(last) if matches!(input.format, Format::File(_)) && is_file(last.start) => last.end = i + 1,
            _ => jobs.push_back(i..i + 1),
        }
    }
    jobs
}

impl Context {
    /// Reads the inputs of one job. Ends early when nobody listens any more.
    fn read(&self, job: std::ops::Range<usize>, sender: &Sender<Piece>) {
        let index = job.start;
        match self.inputs[index].format {
            Format::File(_) => self.read_files(job, sender),
            Format::Jsonl => self.read_chunks(index, Cut::Line, Piece::Lines, sender),
            Format::Mbox => self.read_chunks(index, Cut::Mail, Piece::Mails, sender),
            Format::Json => self.read_json(index, sender),
            Format::Csv { delimiter } => self.read_csv(index, delimiter, sender),
        };
    }

    fn open(&self, index: usize) -> std::result::Result<Box<dyn Read + Send>, Piece> {
        self.source(index).map_err(|message| problem(index, 0, message))
    }

    /// The bytes of an input, unpacked, as UTF-8; but mails tell the encodings of their parts themselves.
    fn source(&self, index: usize) -> std::result::Result<Box<dyn Read + Send>, String> {
        let Input { path, format, .. } = &self.inputs[index];
        let source = open(path.as_deref(), self.progress.clone()).map_err(|error| error.to_string())?;
        Ok(match format {
            Format::Mbox | Format::File(FileKind::Mail) => source,
            _ => self.options.encoding.decoded(source),
        })
    }

    fn read_chunks(
        &self,
        index: usize,
        cut: Cut,
        piece: fn(usize, Chunk) -> Piece,
        sender: &Sender<Piece>,
    ) -> Option<()> {
        let source = match self.open(index) {
            Ok(source) => source,
            Err(piece) => return sender.send(piece).ok(),
        };
        let chunks = Chunks::new(source, cut, self.options.max_record);
        send_all(chunks, index, |chunk| piece(index, chunk), sender)
    }

    fn read_json(&self, index: usize, sender: &Sender<Piece>) -> Option<()> {
        let source = match self.open(index) {
            Ok(source) => source,
            Err(piece) => return sender.send(piece).ok(),
        };
        let (layout, chunks) = match json_chunks(source, self.options.max_record) {
            Ok(found) => found,
            Err(message) => return sender.send(problem(index, 0, message)).ok(),
        };
        let piece = |chunk| match layout {
            Layout::Lines => Piece::Lines(index, chunk),
            _ => Piece::Values(index, layout, chunk),
        };
        send_all(chunks, index, piece, sender)
    }

    fn read_csv(&self, index: usize, delimiter: u8, sender: &Sender<Piece>) -> Option<()> {
        let source = match self.open(index) {
            Ok(source) => source,
            Err(piece) => return sender.send(piece).ok(),
        };
        let met = read_csv(source, delimiter, &self.options, |part| {
            let piece = part
                .map_or_else(|gap| problem(index, gap.line, gap.message), |table| Piece::Rows(index, table));
            sender.send(piece).is_ok()
        });
        let mut builder = DocumentBuilder::default();
        builder.met = met;
        sender.send(Piece::Parsed(Box::new(builder))).ok()
    }

    fn read_files(&self, job: std::ops::Range<usize>, sender: &Sender<Piece>) -> Option<()> {
        let mut group = Vec::new();
        let mut size = 0;
        for index in job {
            match self.whole_file(index) {
                Ok(bytes) => {
                    size += bytes.len();
                    group.push((index, bytes));
                }
                Err(message) => sender.send(problem(index, 0, message)).ok()?,
            }
            if size > GROUP_BYTES {
                sender.send(Piece::Files(std::mem::take(&mut group))).ok()?;
                size = 0;
            }
        }
        sender.send(Piece::Files(group)).ok()
    }

    fn whole_file(&self, index: usize) -> std::result::Result<Vec<u8>, String> {
        let limit = self.options.max_record;
        let source = self.source(index)?;
        let mut bytes = Vec::new();
        let read = source.take(limit as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|error| format!("cannot be read: {error}"))?;
        if bytes.len() > limit {
            return Err(too_long(limit));
        }
        strip_mark(&mut bytes)?;
        Ok(bytes)
    }

    fn parse(&self, piece: Piece) -> Result<Batch> {
        let mut out = match &piece {
            Piece::Lines(_, chunk) => DocumentBuilder::with_room(chunk.bytes.len()),
            _ => DocumentBuilder::default(),
        };
        let options = &self.options;
        let name = |i: usize| &*self.inputs[i].name;
        match piece {
            Piece::Lines(i, chunk) => parse_lines(&chunk, i as u32, name(i), options, &mut out),
            Piece::Values(i, layout, chunk) => {
                parse_values(&chunk, layout, i as u32, name(i), options, &mut out);
            }
            Piece::Rows(i, table) => parse_rows(&table, i as u32, name(i), options, &mut out),
            Piece::Mails(i, chunk) => parse_mails(&chunk, i as u32, name(i), options, &mut out),
            Piece::Parsed(builder) => out = *builder,
            Piece::Files(files) => {
                for (i, bytes) in files {
                    if let Format::File(kind) = self.inputs[i].format {
                        parse_file(&bytes, kind, i as u32, name(i), options, &mut out);
                    }
                }
            }
        }
        self.met.lock().unwrap_or_else(PoisonError::into_inner).add(&out.met);
        out.finish()
    }
}

/// Sends the chunks and what went wrong between them.
fn send_all(
    chunks: impl Iterator<Item = std::result::Result<Chunk, Gap>>,
    index: usize,
    piece: impl Fn(Chunk) -> Piece,
    sender: &Sender<Piece>,
) -> Option<()> {
    for chunk in chunks {
        let piece = chunk.map_or_else(|gap| problem(index, gap.line, gap.message), &piece);
        sender.send(piece).ok()?;
    }
    Some(())
}

fn problem(index: usize, line: u64, message: String) -> Piece {
    let mut builder = DocumentBuilder::default();
    builder.problem(index as u32, line, message);
    Piece::Parsed(Box::new(builder))
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
