//! Finds the ends of CSV rows, by the rules of the csv crate.

use memchr::{memchr, memchr_iter, memchr3};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before a row. Empty lines here belong to the previous row.
    Start,
    /// After `\r`, which may be half of a line end.
    Return,
    Field,
    /// Between fields: only here does a quotation mark begin a quoted field.
    Delimiter,
    Quotes,
    /// After a quotation mark inside quotes: it ends them, or is the first of two.
    Quote,
}

/// Finds the ends of rows in a stream.
#[derive(Debug, Clone, Copy)]
pub struct RowEnds {
    pub delimiter: u8,
    state: State,
}

impl RowEnds {
    pub fn new(delimiter: u8) -> Self {
        Self { delimiter, state: State::Start }
    }

    pub fn in_quotes(&self) -> bool {
        self.state == State::Quotes
    }

    /// The end of the row, or `None` if it continues after these bytes. It may be before the first of them.
    pub fn next_end(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while let Some(skipped) = self.skip(&bytes[at..]) {
            at += skipped;
            let byte = bytes[at];
            let before = std::mem::replace(&mut self.state, State::Start);
            if before == State::Return && byte != b'\n' {
                return Some(at);
            }
            at += 1;
            self.state = match (before, byte) {
                (State::Quotes, _) => State::Quote,
                (State::Quote, b'"') => State::Quotes,
                (State::Start | State::Delimiter, b'"') => State::Quotes,
                (_, b'\n') => return Some(at),
                (_, b'\r') => State::Return,
                (_, byte) if byte == self.delimiter => State::Delimiter,
                _ => State::Field,
            };
        }
        None
    }

    /// How many bytes leave the state unchanged.
    fn skip(&self, bytes: &[u8]) -> Option<usize> {
        match self.state {
            State::Quotes => memchr(b'"', bytes),
            State::Field => memchr3(self.delimiter, b'\n', b'\r', bytes),
            _ => (!bytes.is_empty()).then_some(0),
        }
    }
}

/// Counts line ends: `\n`, `\r\n` and `\r` alone.
pub fn row_line_ends(bytes: &[u8]) -> u64 {
    let alone = |&at: &usize| bytes.get(at + 1) != Some(&b'\n');
    let returns = memchr_iter(b'\r', bytes).filter(alone).count();
    (memchr_iter(b'\n', bytes).count() + returns) as u64
}

/// The bytes of leading line ends: the csv crate counts them as part of the next row.
pub fn blank(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All rows of a text that is fed in parts of `size` bytes.
    fn cut(text: &[u8], size: usize) -> Vec<Vec<u8>> {
        let mut rows = RowEnds::new(b',');
        let (mut all, mut row) = (Vec::new(), Vec::new());
        for mut part in text.chunks(size) {
            while let Some(end) = rows.next_end(part) {
                row.extend_from_slice(&part[..end]);
                all.push(std::mem::take(&mut row));
                part = &part[end..];
            }
            row.extend_from_slice(part);
        }
        all.push(row);
        all.retain(|row| blank(row) < row.len());
        all
    }

    fn records(text: &[u8]) -> Vec<csv::ByteRecord> {
        let mut reader = csv::ReaderBuilder::new().flexible(true).has_headers(false).from_reader(text);
        reader.byte_records().map(|record| record.unwrap()).collect()
    }

    proptest! {
        #[test]
        fn rows_end_where_csv_ends_them(text in "[a,\"\r\n]{0,40}", size in 1usize..9) {
            let rows = cut(text.as_bytes(), size);
            prop_assert!(rows.iter().all(|row| records(row).len() == 1));
            let alone: Vec<_> = rows.iter().flat_map(|row| records(row)).collect();
            prop_assert_eq!(alone, records(text.as_bytes()));
        }

        #[test]
        fn lines_are_counted_as_an_editor_does(text in "[a\r\n]{0,40}") {
            let naive = text.replace("\r\n", "\n").replace('\r', "\n").matches('\n').count() as u64;
            prop_assert_eq!(row_line_ends(text.as_bytes()), naive);
        }
    }
}
