//! One error type for the whole core. The binding maps each kind to the Python exception of the same name.

use std::fmt;
use std::io::{self, ErrorKind};

pub type Result<T> = std::result::Result<T, Error>;

/// The text of each error says what happened and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// An input as a whole cannot be used: it does not exist, cannot be opened or has no known format.
    InputError(String),
    /// A parameter has a value that is not possible.
    ParameterError(String),
    /// Signatures or counts that were made under different statistics were combined.
    StatisticsMismatch(String),
    /// A stored file is not one of ours, or has a version that this release does not read.
    FormatError(String),
    /// The caller asked to stop.
    Interrupted,
    /// A bug: a broken invariant or a panic.
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

/// The reason in words if an error means that the disk has no room.
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
