//! HTML to text: the markup itself, all visible text, or the main text only.

use std::convert::Infallible;

use dom_smoothie::{Config, Readability};
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent as Event};
use html5gum::{Span, Tokenizer};

/// How much of an HTML page becomes text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HtmlClean {
    /// The markup, untouched.
    None,
    /// All visible text, each block on its own line.
    Tags,
    /// The main text, a blank line between paragraphs; all visible text if no main text is found.
    Article,
}

/// The text of an HTML page. Any input gives an answer: broken, hostile or no HTML at all.
pub fn html_text(html: &str, mode: HtmlClean) -> String {
    match mode {
        HtmlClean::None => html.to_owned(),
        HtmlClean::Tags => visible(html, Gap::Line).out,
        HtmlClean::Article => article(html),
    }
}

/// The extractor recurses over the tree. Real pages stay below 100 levels.
const MAX_DEPTH: usize = 512;
/// The tree builder scans all open elements at each tag, and opens unclosed `<b>` or `<font>` again in
/// each block, so a small page can ask for endless work. Both limits are far above real pages.
const MAX_OPEN: usize = 2_000;
const MAX_ELEMENTS: usize = 1_000_000;
/// Main text below one part in 20 of the visible text is doubted: a short notice among menus has a
/// share of 10 to 20 %, less is most often a caption or a cookie note. Long text is always believed.
const SHARE: usize = 20;
const LONG: usize = 1_000;

fn article(html: &str) -> String {
    let all = visible(html, Gap::Blank);
    if all.too_big {
        return all.out;
    }
    let enough = LONG.min(all.out.len() / SHARE).max(1);
    main_part(html)
        .map(|part| visible(&part, Gap::Blank).out)
        .filter(|text| text.len() >= enough)
        .unwrap_or(all.out)
}

/// The HTML of the main part. We write its text ourselves: the extractor's text modes glue the words of
/// neighbouring cells and items together.
fn main_part(html: &str) -> Option<String> {
    let config = Config {
        disable_json_ld: true, // only holds metadata
        ..Config::default()
    };
    let mut page = Readability::new(html, None, Some(config)).ok()?;
    if is_deep(&page) {
        return None;
    }
    Some(page.parse().ok()?.content.to_string())
}

/// Whether the parsed tree is too deep for recursion. This walk itself does not recurse.
fn is_deep(page: &Readability) -> bool {
    let (mut node, mut depth) = (page.doc.root(), 0);
    while depth <= MAX_DEPTH {
        if let Some(child) = node.first_child() {
            (node, depth) = (child, depth + 1);
            continue;
        }
        while node.next_sibling().is_none() {
            let Some(parent) = node.parent() else {
                return false;
            };
            (node, depth) = (parent, depth - 1);
        }
        node = node.next_sibling().unwrap_or(node);
    }
    true
}

/// White space owed before the next word. The widest one wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Space,
    Line,
    Blank,
}

/// An element that is not shown, and what to go back to at its end. Its text is written and then cut, so
/// that one that is never closed does not swallow the rest of the page.
struct Unseen {
    name: Vec<u8>,
    nested: usize,
    length: usize,
    gap: Gap,
    pre: usize,
}

/// Turns tokens into text. It keeps no tree, so depth costs nothing.
#[derive(Default)]
struct Writer {
    out: String,
    block: Gap,
    gap: Gap,
    pre: usize,
    raw: bool,
    unseen: Option<Unseen>,
    tag: Vec<u8>,
    in_style: bool,
    hides: bool,
    open: Vec<(u64, usize)>, // name, and formatting elements so far
    elements: usize,
    too_big: bool,
}

fn visible(html: &str, block: Gap) -> Writer {
    let mut writer = Writer {
        block,
        ..Writer::default()
    };
    let mut emitter = CallbackEmitter::new(|event: Event<'_>, _: Span<()>| -> Option<Infallible> {
        writer.event(&event);
        None
    });
    emitter.naively_switch_states(true);
    let Ok(()) = Tokenizer::new_with_emitter(html, emitter).finish();
    writer.out.truncate(writer.out.trim_end().len());
    writer
}

impl Writer {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::OpenStartTag { name } => {
                self.tag.clear();
                self.tag.extend_from_slice(name);
                self.hides = is_unseen(name);
            }
            Event::AttributeName { name } => {
                self.in_style = *name == b"style";
                self.hides |= *name == b"hidden";
            }
            Event::AttributeValue { value } if self.in_style => self.hides |= hides(value),
            Event::CloseStartTag { self_closing } => {
                let name = std::mem::take(&mut self.tag);
                self.start(&name, *self_closing);
                self.tag = name;
            }
            Event::EndTag { name } => self.end(name),
            Event::String { value } if !self.raw => self.text(&String::from_utf8_lossy(value)),
            _ => {}
        }
    }

    fn start(&mut self, name: &[u8], self_closing: bool) {
        self.raw = is_raw(name);
        self.owe(name);
        self.pre += usize::from(name == b"pre");
        self.count(name);
        if let Some(unseen) = &mut self.unseen {
            unseen.nested += usize::from(unseen.name == name);
        } else if self.hides && !is_void(name) && !(self_closing && name == b"svg") {
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
        if self.open.last().is_some_and(|top| top.0 == key(name)) {
            self.open.pop();
        }
    }

    /// A rough and never too low measure of the tree: an end tag counts only if it closes the last
    /// element, because a tree builder may ignore any other.
    fn count(&mut self, name: &[u8]) {
        let formatting = self.open.last().map_or(0, |top| top.1);
        self.elements += 1 + formatting;
        self.too_big |= self.elements > MAX_ELEMENTS || self.open.len() > MAX_OPEN;
        if !self.too_big && !is_void(name) && !may_stay_open(name) {
            let more = usize::from(is_formatting(name));
            self.open.push((key(name), formatting + more));
        }
    }

    fn owe(&mut self, name: &[u8]) {
        let gap = match name {
            b"br" if self.gap == Gap::Line => self.block,
            b"br" | b"li" | b"tr" | b"dt" | b"dd" | b"caption" => Gap::Line,
            b"td" | b"th" | b"button" | b"option" => Gap::Space,
            _ if is_block(name) => self.block,
            _ => Gap::None,
        };
        self.gap = self.gap.max(gap);
    }

    fn text(&mut self, text: &str) {
        if self.pre > 0 {
            let first = self.gap >= Gap::Line;
            let text = text.strip_prefix('\n').filter(|_| first).unwrap_or(text);
            return if !text.is_empty() { self.push(text) };
        }
        if text.starts_with(char::is_whitespace) {
            self.gap = self.gap.max(Gap::Space);
        }
        for word in text.split_whitespace() {
            self.push(word);
            self.gap = Gap::Space;
        }
        if text.ends_with(|c: char| !c.is_whitespace()) {
            self.gap = Gap::None;
        }
    }

    fn push(&mut self, text: &str) {
        let gap = std::mem::take(&mut self.gap);
        if gap >= Gap::Line {
            // Never below the place where unseen text will be cut.
            let floor = self.unseen.as_ref().map_or(0, |u| u.length);
            self.out.truncate(floor.max(self.out.trim_end().len()));
        }
        if !self.out.is_empty() {
            self.out.push_str(["", " ", "\n", "\n\n"][gap as usize]);
        }
        self.out.push_str(text);
    }
}

/// A short stand-in for a name. Two names with one key would only blur a limit.
fn key(name: &[u8]) -> u64 {
    name.iter().fold(7, |k: u64, b| k.wrapping_mul(31).wrapping_add(u64::from(*b)))
}

fn hides(style: &[u8]) -> bool {
    let style: Vec<u8> = style.iter().filter(|b| !b.is_ascii_whitespace()).map(u8::to_ascii_lowercase).collect();
    style.windows(12).any(|w| w == b"display:none")
}

fn one_of(name: &[u8], names: &str) -> bool {
    names.split(' ').any(|n| n.as_bytes() == name)
}
