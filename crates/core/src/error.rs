//! What can go wrong, once for the whole core. The binding maps each kind to the exception of the same name.

use std::fmt;
use std::io::{self, ErrorKind};

pub type Result<T> = std::result::Result<T, Error>;

/// Every kind names what happened and, in its text, a way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// An input as a whole cannot be used: it does not exist, cannot be opened, has no known format.
    InputError(String),
    /// A parameter has a value that the stage cannot work with.
    ParameterError(String),
    /// Signatures or counts made under different statistics were brought together.
    StatisticsMismatch(String),
    /// A stored file is not ours, or of a version that this release does not read.
    FormatError(String),
    /// The caller asked to stop.
    Interrupted,
    /// A mistake of ours: a broken invariant or a panic.
    InternalError(String),
}

impl Error {
    /// Documents are numbered in 32 bits.
    pub(crate) fn too_many_documents() -> Self {
        Error::InputError("more than 4,294,967,295 documents; split the collection".into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::InputError(text)
            | Error::ParameterError(text)
            | Error::StatisticsMismatch(text)
            | Error::FormatError(text)
            | Error::InternalError(text) => f.write_str(text),
            Error::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::InputError(error.to_string())
    }
}

/// Why there is no room to write, if that is what is wrong.
pub fn no_room(error: &io::Error) -> Option<&'static str> {
    match error.kind() {
        ErrorKind::StorageFull => Some("no space left on device"),
        ErrorKind::QuotaExceeded => Some("disk quota exceeded"),
        ErrorKind::FileTooLarge => Some("file too large"),
        _ => None,
    }
}

impl From<arrow_schema::ArrowError> for Error {
    fn from(error: arrow_schema::ArrowError) -> Self {
        Error::InternalError(error.to_string())
    }
}
