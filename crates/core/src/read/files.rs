//! Formats in which one file is one document: plain text, HTML, mail, XML.

use quick_xml::Reader as XmlReader;
use quick_xml::events::Event;

use crate::clean::html::html_text;
use crate::read::documents::{DocumentBuilder, ReadOptions, Record};
use crate::read::mail::parse_mail;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    Text,
    Html,
    Mail,
    Xml,
}

/// Adds the file number `file` with the name `name` as one document.
pub fn parse_file(
    bytes: &[u8],
    kind: FileKind,
    file: u32,
    name: &str,
    options: &ReadOptions,
    out: &mut DocumentBuilder,
) {
    if kind == FileKind::Mail {
        return parse_mail(bytes, file, 0, || name.to_owned(), options, out);
    }
    let text = match simdutf8::compat::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let line = 1 + memchr::memchr_iter(b'\n', &bytes[..error.valid_up_to()]).count() as u64;
            let message = format!("{} of the file", options.encoding.flaw(bytes, error.valid_up_to()));
            return out.refuse(file, line, message);
        }
    };
    match kind {
        FileKind::Html => out.write_text(&html_text(text, options.clean)),
        FileKind::Xml => match xml_text(text) {
            Ok(text) => out.write_text(&text),
            Err((at, message)) => {
                let line = 1 + memchr::memchr_iter(b'\n', &bytes[..at.min(bytes.len())]).count() as u64;
                return out.refuse(file, line, message);
            }
        },
        _ => out.write_text(text),
    }
    out.accept(Record::default(), || name.to_owned(), file, 0);
}

/// Elements inside a line of text; all others begin a new line.
const INLINE: &[&str] = &[
    "a", "abbr", "b", "bold", "cite", "code", "em", "emph", "ext-link", "hi", "i", "italic", "mark", "ref",
    "small", "span", "strong", "sub", "sup", "tt", "u", "w", "xref",
];

/// The text of an XML file, one line per element; or where it is broken and why.
fn xml_text(xml: &str) -> Result<String, (usize, String)> {
    let mut reader = XmlReader::from_str(xml);
    let mut out = String::new();
    let mut open = 0usize;
    loop {
        let event = reader.read_event();
        let event = event.map_err(|e| (reader.error_position() as usize, format!("not valid XML: {e}")))?;
        match event {
            Event::Text(text) => out.push_str(&text),
            Event::CData(text) => out.push_str(&text),
            Event::GeneralRef(name) => push_reference(&name, &mut out),
            Event::Start(tag) => {
                open += 1;
                break_line(tag.local_name().as_ref(), &mut out);
            }
            Event::Empty(tag) => break_line(tag.local_name().as_ref(), &mut out),
            Event::End(tag) => {
                open -= 1;
                break_line(tag.local_name().as_ref(), &mut out);
            }
            Event::Eof if open > 0 => {
                return Err((xml.len(), format!("not valid XML: it ends inside {open} open elements")));
            }
            Event::Eof => break,
            _ => {}
        }
    }
    let lines: Vec<&str> = out.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    Ok(lines.join("\n"))
}

fn break_line(tag: &str, out: &mut String) {
    if !INLINE.contains(&tag) {
        out.push('\n');
    }
}

/// An unknown entity is kept as it is written: a strange word is better than a lost one.
fn push_reference(reference: &quick_xml::events::BytesRef<'_>, out: &mut String) {
    if let Ok(Some(c)) = reference.resolve_char_ref() {
        return out.push(c);
    }
    let name: &str = reference;
    match quick_xml::escape::resolve_predefined_entity(name) {
        Some(text) => out.push_str(text),
        None => out.push_str(&format!("&{name};")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_gives_its_text() {
        let xml = "<doc><t>A &amp; B</t><p>One <b>bold</b>\n word &#x4e;o.</p><![CDATA[x < y]]></doc>";
        assert_eq!(xml_text(xml).unwrap(), "A & B\nOne bold\nword No.\nx < y");
        assert!(xml_text("<a><b></a>").is_err() && xml_text("<a>").is_err() && xml_text("</a>").is_err());
    }
}
