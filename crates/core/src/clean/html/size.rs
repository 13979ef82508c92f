//! Estimates from the tags of a page how expensive its tree would be, before the tree is built.

/// A tree builder scans all open elements at each tag, and reopens an unclosed `<b>` or `<font>` in each
/// block, so a small page can cause unbounded work. All limits are far above real pages.
const MAX_OPEN: usize = 2_000;
const MAX_ELEMENTS: usize = 1_000_000;
/// The tree builder also compares each attribute with all others of its tag.
const MAX_ATTRIBUTES: usize = 1_000;
/// The serializer scans the rest of a text from each mark that it escapes. This many scanned bytes take about
/// a second.
const MAX_ESCAPING: usize = 1 << 34;

const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];
/// Elements that end when the next one starts.
const SELF_ENDING: &[&str] = &[
    "html", "head", "body", "p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "colgroup",
    "option", "optgroup", "rt", "rp",
];
/// Tags that a tree builder may ignore outside of a table, so that the texts before and after them become one
/// text.
const IGNORED: &[&str] = &[
    "html", "head", "body", "frame", "frameset", "caption", "col", "colgroup", "tbody", "td", "tfoot", "th",
    "thead", "tr",
];
const FORMATTING: &[&str] =
    &["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"];

/// An estimate of the tree that may be too high but never far too low: an end tag counts only if it closes
/// the last open element, because a tree builder may ignore any other.
#[derive(Default)]
pub(super) struct TreeSize {
    open: Vec<(u64, usize)>, // name, and how many formatting elements are open up to here
    elements: usize,
    attributes: usize,    // of the tag being read
    text: (usize, usize), // length and marks of the text being read
    escaping: usize,
}

impl TreeSize {
    pub fn attribute(&mut self) {
        self.attributes += 1;
    }

    pub fn attribute_value(&mut self, value: &[u8]) {
        self.escaping = self.escaping.saturating_add(value.len().saturating_mul(marks(value)));
    }

    /// Counts a text, or its next part.
    pub fn text(&mut self, text: &[u8]) {
        let (length, count) = self.text;
        self.text = (length + text.len(), count + marks(text));
    }

    /// The cost of serializing the text that is being read.
    fn open_text(&self) -> usize {
        self.text.0.saturating_mul(self.text.1)
    }

    pub fn start(&mut self, name: &[u8]) {
        if self.too_big() {
            return;
        }
        if !one_of(IGNORED, name) {
            self.escaping = self.escaping.saturating_add(self.open_text());
            self.text = (0, 0);
        }
        self.attributes = 0;
        let formatting = self.open.last().map_or(0, |top| top.1);
        self.elements += 1 + formatting;
        if !is_void(name) && !one_of(SELF_ENDING, name) {
            let more = usize::from(one_of(FORMATTING, name));
            self.open.push((key(name), formatting + more));
        }
    }

    pub fn end(&mut self, name: &[u8]) {
        if self.too_big() {
            return;
        }
        self.attributes = 0;
        if self.open.last().is_some_and(|top| top.0 == key(name)) {
            self.open.pop();
        }
    }

    /// Once true, it stays true: nothing is counted any more after a limit is passed.
    pub fn too_big(&self) -> bool {
        self.elements > MAX_ELEMENTS
            || self.open.len() > MAX_OPEN
            || self.attributes > MAX_ATTRIBUTES
            || self.escaping.saturating_add(self.open_text()) > MAX_ESCAPING
    }
}

/// Counts the bytes at which the serializer starts a scan: `&`, and the first byte of a no-break space.
fn marks(text: &[u8]) -> usize {
    memchr::memchr2_iter(b'&', 0xC2, text).count()
}

pub(super) fn is_void(name: &[u8]) -> bool {
    one_of(VOID, name)
}

pub(super) fn one_of(names: &[&str], name: &[u8]) -> bool {
    names.iter().any(|n| n.as_bytes() == name)
}

/// A short key for a tag name. If two names had the same key, a limit would only be less exact.
fn key(name: &[u8]) -> u64 {
    name.iter().fold(7, |k: u64, b| k.wrapping_mul(31).wrapping_add(u64::from(*b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn too_big(tags: &[&str], times: usize) -> bool {
        let mut size = TreeSize::default();
        for tag in tags.iter().cycle().take(tags.len() * times) {
            match tag.strip_prefix('/') {
                Some(name) => size.end(name.as_bytes()),
                None => size.start(tag.as_bytes()),
            }
        }
        size.too_big()
    }

    #[test]
    fn long_pages_are_not_too_big() {
        assert!(!too_big(&["p", "b", "/b", "br", "div", "li", "/div"], 30_000));
    }

    #[test]
    fn deep_pages_are() {
        assert!(too_big(&["div"], 3_000));
        assert!(too_big(&["div", "/x"], 3_000));
        assert!(too_big(&["div", "object", "/div"], 3_000));
    }

    #[test]
    fn pages_that_repeat_unclosed_formatting_are() {
        assert!(too_big(&["font", "object", "/font", "/object", "p", "p", "p"], 1_500));
    }

    #[test]
    fn pages_with_endless_attributes_are() {
        let mut size = TreeSize::default();
        (0..2_000).for_each(|_| size.attribute());
        size.start(b"p");
        assert!(size.too_big());
    }

    #[test]
    fn too_big_is_for_ever() {
        let many: Vec<&str> = ["div"].repeat(3_000).into_iter().chain(["/div"].repeat(3_000)).collect();
        assert!(too_big(&many, 1));
    }
}
