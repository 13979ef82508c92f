//! All visible text of a page, from its tokens, without building a tree.

use std::convert::Infallible;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent as Event};
use html5gum::{Span, Tokenizer};

use super::size::{TreeSize, is_void, one_of};
use super::unchained::Unchained;

/// Elements whose content is neither markup nor shown.
const RAW: &[&str] = &["script", "style", "title", "noscript", "iframe", "noembed"];
const UNSEEN: &[&str] = &["template", "svg", "audio", "video", "canvas", "object", "datalist", "noframes"];
const BLOCK: &[&str] = &[
    "address", "article", "aside", "body", "center", "details", "dialog", "div", "dl", "fieldset", "figure",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "legend", "main", "menu",
    "nav", "ol", "p", "pre", "section", "summary", "table", "ul",
];

/// The visible text, and whether a tree of the page would be too big to build.
pub(super) struct Visible {
    pub text: String,
    pub too_big: bool,
}

/// White space that is due before the next word. Of several, the widest is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Spacing {
    #[default]
    None,
    Space,
    Line,
    Blank,
}

/// An element that is not shown, and the state to return to at its end. Its text is written and then cut off,
/// so that an element that is never closed does not hide the rest of the page.
struct Unseen {
    name: Vec<u8>,
    nested: usize,
    length: usize,
    gap: Spacing,
    pre: usize,
}

/// Turns tokens into text. There is no tree, so depth costs nothing.
#[derive(Default)]
struct Writer {
    out: String,
    block: Spacing,
    gap: Spacing,
    pre: usize,
    raw: bool,
    unseen: Option<Unseen>,
    tag: Vec<u8>,
    in_style: bool,
    hides: bool,
    size: TreeSize,
}

/// Removes the markup. Blocks are separated by `block`; white space inside a line becomes one space.
pub(super) fn visible(html: &str, block: Spacing) -> Visible {
    let mut writer = Writer { block, ..Writer::default() };
    let mut emitter = CallbackEmitter::new(|event: Event<'_>, _: Span<()>| -> Option<Infallible> {
        writer.event(&event);
        None
    });
    emitter.naively_switch_states(true);
    let Ok(()) = Tokenizer::new_with_emitter(Unchained::new(html), emitter).finish();
    writer.out.truncate(writer.out.trim_end().len());
    Visible { text: writer.out, too_big: writer.size.too_big() }
}

impl Writer {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::OpenStartTag { name } => {
                self.tag.clear();
                self.tag.extend_from_slice(name);
                self.hides = one_of(UNSEEN, name);
            }
            Event::AttributeName { name } => {
                self.size.attribute();
                self.in_style = *name == b"style";
                self.hides |= *name == b"hidden";
            }
            Event::AttributeValue { value } => {
                self.size.attribute_value(value);
                self.hides |= self.in_style && hides(value);
            }
            Event::CloseStartTag { self_closing } => {
                let name = std::mem::take(&mut self.tag);
                self.start(&name, *self_closing);
                self.tag = name;
            }
            Event::EndTag { name } => self.end(name),
            Event::String { value } if !self.raw => {
                self.size.text(value);
                self.text(&String::from_utf8_lossy(value));
            }
            _ => {}
        }
    }

    fn start(&mut self, name: &[u8], self_closing: bool) {
        self.raw = one_of(RAW, name);
        self.owe(name);
        self.pre += usize::from(name == b"pre");
        self.size.start(name);
        if let Some(unseen) = &mut self.unseen {
            unseen.nested += usize::from(unseen.name == name);
        } else if self.hides && can_hide(name, self_closing) {
            self.unseen = Some(Unseen {
                name: name.to_vec(),
                nested: 1,
                length: self.out.len(),
                gap: self.gap,
                pre: self.pre,
            });
        }
    }

    fn end(&mut self, name: &[u8]) {
        self.raw = false;
        if let Some(unseen) = self.unseen.as_mut().filter(|u| u.name == name) {
            unseen.nested -= 1;
            if unseen.nested == 0 {
                self.out.truncate(unseen.length);
                (self.gap, self.pre) = (unseen.gap, unseen.pre);
                self.unseen = None;
            }
        }
        self.pre -= usize::from(name == b"pre" && self.pre > 0);
        self.owe(name);
        self.size.end(name);
    }

    fn owe(&mut self, name: &[u8]) {
        let gap = match name {
            b"br" if self.gap == Spacing::Line => self.block,
            b"br" | b"li" | b"tr" | b"dt" | b"dd" | b"caption" => Spacing::Line,
            b"td" | b"th" | b"button" | b"option" => Spacing::Space,
            b"blockquote" | b"figcaption" => self.block,
            _ if one_of(BLOCK, name) => self.block,
            _ => Spacing::None,
        };
        self.gap = self.gap.max(gap);
    }

    fn text(&mut self, text: &str) {
        if self.pre > 0 {
            let first = self.gap >= Spacing::Line;
            let text = text.strip_prefix('\n').filter(|_| first).unwrap_or(text);
            if !text.is_empty() {
                self.push(text);
            }
            return;
        }
        if text.starts_with(char::is_whitespace) {
            self.gap = self.gap.max(Spacing::Space);
        }
        for word in text.split_whitespace() {
            self.push(word);
            self.gap = Spacing::Space;
        }
        if text.ends_with(|c: char| !c.is_whitespace()) {
            self.gap = Spacing::None;
        }
    }

    fn push(&mut self, text: &str) {
        let gap = std::mem::take(&mut self.gap);
        if gap >= Spacing::Line {
            // Never shorter than the length to which hidden text will be cut.
            let floor = self.unseen.as_ref().map_or(0, |u| u.length);
            self.out.truncate(floor.max(self.out.trim_end().len()));
        }
        if !self.out.is_empty() {
            self.out.push_str(["", " ", "\n", "\n\n"][gap as usize]);
        }
        self.out.push_str(text);
    }
}

/// Elements that are not hidden: a body (a script will show it) and an empty `<svg/>` (it has no end tag).
fn can_hide(name: &[u8], self_closing: bool) -> bool {
    !is_void(name) && name != b"html" && name != b"body" && !(self_closing && name == b"svg")
}

fn hides(style: &[u8]) -> bool {
    let style: Vec<u8> =
        style.iter().filter(|b| !b.is_ascii_whitespace()).map(u8::to_ascii_lowercase).collect();
    style.windows(12).any(|w| w == b"display:none")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(html: &str) -> String {
        visible(html, Spacing::Line).text
    }

    #[test]
    fn blocks_and_breaks_are_lines() {
        assert_eq!(lines("<h1>A</h1><p>b  c\n d<br>e<div>f</div>g"), "A\nb c d\ne\nf\ng");
        assert_eq!(lines("<ul><li>a<li>b</ul><tr><td>1<td>2"), "a\nb\n1 2");
        assert_eq!(lines("a<b>b</b> <i> c</i>"), "ab c");
    }

    #[test]
    fn paragraphs_may_be_set_apart_by_a_blank_line() {
        let text = visible("<p>a</p>\n<p>b<br>c<br><br>d</p><li>e<li>f", Spacing::Blank).text;
        assert_eq!(text, "a\n\nb\nc\n\nd\n\ne\nf");
    }

    #[test]
    fn what_is_not_shown_is_dropped() {
        let html = "<head><title>t</title><style>s</style></head><body>a<script>'<p>'</script><noscript><p>n</noscript>\
            <template><p>x</p></template><div hidden>h<div>i</div></div><b style='Display : NONE'>j</b><!-- k -->b";
        assert_eq!(lines(html), "a\nb");
    }

    #[test]
    fn unseen_elements_without_end_do_not_swallow_the_page() {
        assert_eq!(lines("<div hidden>a<p>b"), "a\nb");
        assert_eq!(lines("<input hidden>a<svg/>b"), "ab");
        assert_eq!(lines("<body style='display:none'>a</body>"), "a");
    }

    #[test]
    fn entities_are_decoded() {
        assert_eq!(lines("caf&eacute;&nbsp;&amp; t&#xe9; &lt;p&gt; &unknown;"), "café & té <p> &unknown;");
    }

    #[test]
    fn pre_keeps_its_white_space() {
        assert_eq!(lines("a<pre>\n  x\n\n    y\n</pre>\n b"), "a\n  x\n\n    y\nb");
        assert_eq!(lines("<pre>é\n\n<i hidden><p>é</i>z</pre>"), "é\n\nz");
    }
}
