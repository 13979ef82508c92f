//! Unpacks xz. Unlike the crate's own reader it returns everything that could be unpacked before a fault.

use std::io::{self, BufRead, ErrorKind, Read};

use liblzma::stream::{Action, CONCATENATED, Status, Stream};

/// Memory that a file may ask for: `xz -9` needs 65 MiB, but a header can ask for 4 GiB.
const MEMORY: u64 = 256 << 20;

pub(super) struct XzReader<R> {
    source: R,
    stream: Stream,
    fault: Option<io::Error>,
}

impl<R: BufRead> XzReader<R> {
    /// Several compressed streams in one file are read as one.
    pub fn new(source: R) -> io::Result<Self> {
        Ok(Self { source, stream: Stream::new_stream_decoder(MEMORY, CONCATENATED)?, fault: None })
    }

    /// One step: how much was unpacked, and whether there is more to do.
    fn step(&mut self, out: &mut [u8]) -> (usize, io::Result<bool>) {
        let input = match self.source.fill_buf() {
            Ok(input) => input,
            Err(error) => return (0, Err(error)),
        };
        let is_end = input.is_empty();
        let (in_before, out_before) = (self.stream.total_in(), self.stream.total_out());
        let status = self.stream.process(input, out, if is_end { Action::Finish } else { Action::Run });
        let taken = (self.stream.total_in() - in_before) as usize;
        let given = (self.stream.total_out() - out_before) as usize;
        self.source.consume(taken);
        let goes_on = match status {
            Err(error) => Err(error.into()),
            Ok(Status::StreamEnd) => Ok(false),
            Ok(_) if is_end && given == 0 => Err(io::Error::new(ErrorKind::UnexpectedEof, "it is cut off")),
            Ok(_) if taken + given == 0 => Err(io::Error::new(ErrorKind::InvalidData, "damaged")),
            Ok(_) => Ok(true),
        };
        (given, goes_on)
    }
}

impl<R: BufRead> Read for XzReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        while !out.is_empty() {
            match self.step(out) {
                (0, Ok(true)) => {}
                (0, Err(fault)) => return Err(fault),
                (given, outcome) => {
                    self.fault = outcome.err();
                    return Ok(given);
                }
            }
        }
        Ok(0)
    }
}
