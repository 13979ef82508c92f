//! Reads inputs into pieces (chunks of records, or groups of files), and parses pieces.

use std::collections::VecDeque;
use std::io::Read;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crossbeam_channel::Sender;

use crate::error::Result;
use crate::read::chunks::{Chunk, Chunks, StreamFault};
use crate::read::csv::{CsvRows, parse_rows, read_csv};
use crate::read::cut::RecordCut;
use crate::read::documents::{Batch, DocumentBuilder, ReadOptions};
use crate::read::fields::Met;
use crate::read::files::{FileKind, parse_file};
use crate::read::json::{json_chunks, parse_values};
use crate::read::jsonl::parse_lines;
use crate::read::mail::parse_mails;
use crate::read::problems::too_long;
use crate::read::source::{Progress, open, strip_mark};
use crate::read::values::Layout;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Jsonl,
    /// An array, or one value per line.
    Json,
    Csv {
        delimiter: u8,
    },
    Mbox,
    File(FileKind),
}

#[derive(Debug, Clone)]
pub struct Input {
    /// `None` for standard input.
    pub path: Option<PathBuf>,
    /// The name in ids and messages.
    pub name: String,
    pub format: Format,
}

/// Small files are sent in groups, because a message per file would be slow for a folder of a million files.
const GROUP_BYTES: usize = 2 << 20;

/// What a reading thread sends to the parsers.
pub(super) enum Piece {
    Lines(usize, Chunk),
    Values(usize, Layout, Chunk),
    Rows(usize, CsvRows),
    Mails(usize, Chunk),
    Files(Vec<(usize, Vec<u8>)>),
    Parsed(Box<DocumentBuilder>),
}

/// The inputs of a reading, and what its threads share.
pub(super) struct Reading {
    pub inputs: Vec<Input>,
    pub options: ReadOptions,
    pub progress: Progress,
    pub met: Mutex<Met>,
}

/// One job per file of records; files that are one document each are grouped.
pub(super) fn jobs(inputs: &[Input]) -> VecDeque<Range<usize>> {
    let mut jobs: VecDeque<Range<usize>> = VecDeque::new();
    for (i, input) in inputs.iter().enumerate() {
        let is_file = |i: usize| matches!(inputs[i].format, Format::File(_));
        match jobs.back_mut() {
            Some(last) if matches!(input.format, Format::File(_)) && is_file(last.start) => last.end = i + 1,
            _ => jobs.push_back(i..i + 1),
        }
    }
    jobs
}

impl Reading {
    /// Reads the inputs of one job. Ends early if the receiver is gone.
    pub fn read(&self, job: Range<usize>, sender: &Sender<Piece>) {
        let index = job.start;
        match self.inputs[index].format {
            Format::File(_) => self.read_files(job, sender),
            Format::Jsonl => self.read_chunks(index, RecordCut::Line, Piece::Lines, sender),
            Format::Mbox => self.read_chunks(index, RecordCut::Mail, Piece::Mails, sender),
            Format::Json => self.read_json(index, sender),
            Format::Csv { delimiter } => self.read_csv(index, delimiter, sender),
        };
    }

    fn open(&self, index: usize) -> std::result::Result<Box<dyn Read + Send>, Piece> {
        self.source(index).map_err(|message| problem(index, 0, message))
    }

    /// The bytes of an input, unpacked, as UTF-8. Mails name the encodings of their parts themselves.
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
        cut: RecordCut,
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
            let piece = part.map_or_else(
                |fault| problem(index, fault.line, fault.message),
                |rows| Piece::Rows(index, rows),
            );
            sender.send(piece).is_ok()
        });
        let mut builder = DocumentBuilder::default();
        builder.met = met;
        sender.send(Piece::Parsed(Box::new(builder))).ok()
    }

    fn read_files(&self, job: Range<usize>, sender: &Sender<Piece>) -> Option<()> {
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

    pub fn parse(&self, piece: Piece) -> Result<Batch> {
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
            Piece::Rows(i, rows) => parse_rows(&rows, i as u32, name(i), options, &mut out),
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

/// Sends the chunks and the faults between them.
fn send_all(
    chunks: impl Iterator<Item = std::result::Result<Chunk, StreamFault>>,
    index: usize,
    piece: impl Fn(Chunk) -> Piece,
    sender: &Sender<Piece>,
) -> Option<()> {
    for chunk in chunks {
        let piece = chunk.map_or_else(|fault| problem(index, fault.line, fault.message), &piece);
        sender.send(piece).ok()?;
    }
    Some(())
}

fn problem(index: usize, line: u64, message: String) -> Piece {
    let mut builder = DocumentBuilder::default();
    builder.problem(index as u32, line, message);
    Piece::Parsed(Box::new(builder))
}
