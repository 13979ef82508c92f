//! Bad records: listed up to a limit, then counted.

/// A bad record: the number of its file among the inputs, its line (0 for the file as a whole), and what is
/// wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub file: u32,
    pub line: u64,
    pub message: String,
}

/// How many problems are listed one by one. The rest is only counted, because a file of garbage must not fill
/// the memory.
pub const NAMED: usize = 10_000;

/// The message for a record beyond the limit.
pub fn too_long(limit: usize) -> String {
    let size = match limit {
        0..1024 => format!("{limit} bytes"),
        1024..1_048_576 => format!("{} KiB", limit >> 10),
        _ => format!("{} MiB", limit >> 20),
    };
    format!("longer than {size} (see --max-record); left out")
}

/// Problems that were only counted: how many, and the places of the first and the last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unnamed {
    pub count: u64,
    pub first: (u32, u64),
    pub last: (u32, u64),
}

impl Unnamed {
    pub fn add(&mut self, file: u32, line: u64) {
        if self.count == 0 {
            self.first = (file, line);
        }
        self.count += 1;
        self.last = (file, line);
    }

    /// All of them in one message.
    pub fn problem(&self) -> Problem {
        let (file, line) = self.first;
        let end = if self.last.0 == file { format!(" up to line {}", self.last.1) } else { String::new() };
        let message = format!("{} more bad records from here{end}, not named one by one", self.count);
        Problem { file, line, message }
    }
}
