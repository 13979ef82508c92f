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
    /// Whoever writes anywhere else than to temporary files says itself where there is no room.
    fn from(error: io::Error) -> Self {
        Error::InputError(match is_full(&error) {
            true => {
                let folder = std::env::temp_dir();
                format!(
                    "no space left on device: the temporary folder {}; TMPDIR names another",
                    folder.display()
                )
            }
            false => error.to_string(),
        })
    }
}

/// Whether there is no room to write: the disk is full, a quota is used up, or the file may not grow.
pub fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge)
}

impl From<arrow_schema::ArrowError> for Error {
    fn from(error: arrow_schema::ArrowError) -> Self {
        Error::InternalError(error.to_string())
    }
}
