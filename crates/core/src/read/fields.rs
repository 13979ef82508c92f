//! The fields of a record: what id, text and time are called, and which names the records really have.

/// The names that a record's fields have.
#[derive(Debug, Clone)]
pub struct Fields {
    pub id: String,
    pub text: String,
    pub time: String,
}

/// Names that are kept: enough for a message.
const NAMES: usize = 20;
/// Names are noted of the first records of a piece: they seldom change, and noting all would cost time.
pub const NOTED: usize = 8;

/// Which fields were met while reading, so that a misspelt name can be told from one that some records lack.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Met {
    pub id: bool,
    pub text: bool,
    pub time: bool,
    /// The first few, in the order they were met; empty where no input has fields with names.
    pub names: Vec<String>,
}

impl Met {
    pub fn note(&mut self, name: &str) {
        let name = shorten(name);
        if self.names.len() < NAMES && !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
        }
    }

    /// Takes in what another piece has met.
    pub fn add(&mut self, other: &Met) {
        self.id |= other.id;
        self.text |= other.text;
        self.time |= other.time;
        other.names.iter().for_each(|name| self.note(name));
    }
}

/// As much of a text as a message can hold.
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
