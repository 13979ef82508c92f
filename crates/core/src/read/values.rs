//! Finds the ends of JSON values: elements of an array, or values one after the other.

use memchr::memchr2;

/// The layout of the values in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// One value per line: the usual case, and the only one in which a broken value does not affect others.
    Lines,
    /// Consecutive values over several lines.
    Stream,
    /// The elements of one array.
    Array,
}

/// Detects the layout by the first bytes of a file, without leading white space.
pub fn layout(head: &[u8]) -> Layout {
    if head.first() == Some(&b'[') {
        return Layout::Array;
    }
    let (first, rest) = head.split_at(memchr::memchr(b'\n', head).unwrap_or(0));
    let mut values = ValueEnds::new(Layout::Stream);
    let is_whole = values.next_end(first).is_some() || values.depth == 0;
    // A line that is cut off is a bad line, but still a line: strings do not continue on the next one, and no
    // object has an object as a name.
    let is_cut = values.in_string || rest.trim_ascii_start().first() == Some(&b'{');
    if is_whole || is_cut { Layout::Lines } else { Layout::Stream }
}

/// Finds the ends of values in a stream. It counts brackets of any kind; whether they match is checked by the
/// parser.
#[derive(Debug, Clone)]
pub struct ValueEnds {
    layout: Layout,
    depth: u64,
    in_string: bool,
    /// After a backslash in a string.
    escaped: bool,
    /// The array is closed.
    closed: bool,
    /// There is something after the array.
    trailing: bool,
    /// The fault was reported.
    settled: bool,
    /// Values found since the last call of `take_count`.
    count: u64,
}

impl ValueEnds {
    pub fn new(layout: Layout) -> Self {
        let (in_string, escaped, closed, trailing, settled) = (false, false, false, false, false);
        Self { layout, depth: 0, in_string, escaped, closed, trailing, settled, count: 0 }
    }

    /// How many values have ended since the last call.
    pub fn take_count(&mut self) -> u64 {
        std::mem::take(&mut self.count)
    }

    pub fn is_closed(&self) -> bool {
        self.closed && !self.settled
    }

    /// The end of the value, with the following comma or bracket in an array; `None` if it continues after
    /// these bytes.
    pub fn next_end(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while at < bytes.len() && !self.closed {
            if self.in_string {
                at += self.string(&bytes[at..]);
                continue;
            }
            let byte = bytes[at];
            at += 1;
            if self.ends_at(byte) {
                self.count += 1;
                return Some(at);
            }
        }
        self.trailing |= !bytes[at..].trim_ascii().is_empty();
        None
    }

    fn ends_at(&mut self, byte: u8) -> bool {
        let in_array = self.layout == Layout::Array;
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b']' if in_array && self.depth == 0 => {
                self.closed = true;
                return true;
            }
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                return !in_array && self.depth == 0;
            }
            b',' => return in_array && self.depth == 0,
            _ => {}
        }
        false
    }

    /// How many of the bytes belong to the string.
    fn string(&mut self, bytes: &[u8]) -> usize {
        if std::mem::take(&mut self.escaped) {
            return 1;
        }
        let Some(at) = memchr2(b'"', b'\\', bytes) else { return bytes.len() };
        self.escaped = bytes[at] == b'\\';
        self.in_string = self.escaped;
        at + 1
    }

    pub fn complaint(&self) -> Option<&'static str> {
        match (self.layout, self.closed) {
            _ if self.settled => None,
            (Layout::Array, false) => Some("the array is not closed; is the file cut off?"),
            _ if self.trailing => Some("there is text after the end of the array; it is left out"),
            _ => None,
        }
    }

    /// Marks the fault as reported.
    pub fn settle(&mut self) {
        self.settled = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            "[\\[\\]{}\",\\\\a]{0,6}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 16, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("[\\]},\"\\\\]{0,3}", inner, 0..4).prop_map(|map| json!(map)),
            ]
        })
    }

    proptest! {
        /// The result does not depend on where the buffers end or how the array is written.
        #[test]
        fn elements_come_out_as_they_went_in(elements in prop::collection::vec(any_value(), 0..6), size in 1usize..9, pretty in any::<bool>()) {
            let array = Value::from(elements.clone());
            let text = if pretty { serde_json::to_string_pretty(&array) } else { serde_json::to_string(&array) }.unwrap();
            prop_assert_eq!(layout(text.as_bytes()), Layout::Array);
            let mut values = ValueEnds::new(Layout::Array);
            let (mut found, mut open) = (Vec::new(), Vec::new());
            for mut part in text.as_bytes()[1..].chunks(size) {
                while let Some(end) = values.next_end(part) {
                    open.extend_from_slice(&part[..end]);
                    open.pop();
                    found.extend(serde_json::from_slice::<Value>(&open));
                    open.clear();
                    part = &part[end..];
                }
                open.extend_from_slice(part);
            }
            prop_assert_eq!(values.complaint(), None);
            prop_assert_eq!(found, elements);
        }
    }

    #[test]
    fn the_first_bytes_tell_the_layout() {
        assert_eq!(layout(b"{\"a\": 1}\n{\"a\": 2}\n"), Layout::Lines);
        assert_eq!(layout(b"{\"a\": 1}"), Layout::Lines);
        assert_eq!(layout(b"{\n\"a\": 1}"), Layout::Stream);
        assert_eq!(layout(b"{\"a\": \n{\"a\": 2}\n"), Layout::Lines);
        assert_eq!(layout(b"{\"a\": \"b\n{\"a\": 2}\n"), Layout::Lines);
        assert_eq!(layout(b"[]"), Layout::Array);
        assert_eq!(layout(b"words\n{"), Layout::Lines);
    }

    #[test]
    fn what_is_wrong_at_the_end_is_told() {
        let complaint = |text: &[u8]| {
            let mut values = ValueEnds::new(Layout::Array);
            let mut rest = text;
            while let Some(end) = values.next_end(rest) {
                rest = &rest[end..];
            }
            values.complaint()
        };
        assert_eq!(complaint(b" ]\n"), None);
        assert!(complaint(b" ] x").is_some() && complaint(b"").is_some());
    }
}
