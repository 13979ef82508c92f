//! The fields of records: which ones are id, text and time, and which names occur in the input.

/// The names of the fields for id, text and time.
#[derive(Debug, Clone)]
pub struct Fields {
    pub id: String,
    pub text: String,
    pub time: String,
}

/// How many names are kept; enough for a message.
const NAMES: usize = 20;
/// How many records at the beginning of a piece have their names collected. Names seldom change, and
/// collecting all would cost time.
pub const NOTED: usize = 8;

/// Which fields occurred, so that a misspelt name can be distinguished from a field that some records lack.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Met {
    pub id: bool,
    pub text: bool,
    pub time: bool,
    /// The first few names, in the order in which they occurred; empty if the inputs have no named fields.
    pub names: Vec<String>,
}

impl Met {
    pub fn note(&mut self, name: &str) {
        let name = shorten(name);
        if self.names.len() < NAMES && !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
        }
    }

    /// Adds the fields of another piece.
    pub fn add(&mut self, other: &Met) {
        self.id |= other.id;
        self.text |= other.text;
        self.time |= other.time;
        other.names.iter().for_each(|name| self.note(name));
    }
}

/// Shortens a text for a message.
pub(crate) fn shorten(text: &str) -> &str {
    text.char_indices().nth(40).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_few_short_and_different() {
        let mut met = Met::default();
        for i in 0..1000 {
            met.note(&format!("{}{}", "é".repeat(i % 30), "x".repeat(100)));
        }
        assert_eq!(met.names.len(), NAMES);
        assert!(met.names.iter().all(|name| name.chars().count() <= 40));
    }

    #[test]
    fn what_two_pieces_met_is_added() {
        let mut met = Met { id: true, names: vec!["a".into()], ..Met::default() };
        met.add(&Met { time: true, names: vec!["b".into(), "a".into()], ..Met::default() });
        assert_eq!(met, Met { id: true, text: false, time: true, names: vec!["a".into(), "b".into()] });
    }
}
