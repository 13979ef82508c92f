//! Mails: the body as text; sender, recipients, time and subject as metadata.

mod nesting;

use mail_parser::{Address, HeaderName, Message, MessageParser, MimeHeaders, PartType};
use memchr::memchr;
use serde_json::{Map, Value};

use crate::clean::html::{HtmlClean, html_text};
use crate::read::chunks::Chunk;
use crate::read::documents::{DocumentBuilder, ReadOptions, Record};
use crate::read::fields::shorten;
use crate::read::problems::too_long;
use crate::read::time::{NoTime, from_seconds};

/// Parses a chunk of whole mails of an mbox.
pub fn parse_mails(chunk: &Chunk, file: u32, name: &str, options: &ReadOptions, out: &mut DocumentBuilder) {
    let bytes = &chunk.bytes[..];
    let mut line = chunk.line;
    let mut start = 0;
    while start < bytes.len() {
        let end = next_mail(bytes, start + 1).unwrap_or(bytes.len());
        let mail = &bytes[start..end];
        let body = match memchr(b'\n', mail) {
            Some(first) if mail.starts_with(b"From ") => &mail[first + 1..],
            _ => mail,
        };
        if mail.len() > options.max_record {
            out.problem(file, line, too_long(options.max_record));
        } else if !body.trim_ascii().is_empty() {
            parse_mail(&unescape(body), file, line, || format!("{name}:{line}"), options, out);
        }
        line += memchr::memchr_iter(b'\n', mail).count() as u64;
        start = end;
    }
}

/// The start of the next mail at or after `from`: a line "From …" with a time of day.
pub(crate) fn next_mail(bytes: &[u8], from: usize) -> Option<usize> {
    let first = (from == 0 && is_mark(bytes)).then_some(0);
    first.or_else(|| {
        memchr::memmem::find_iter(&bytes[from.saturating_sub(1)..], b"\nFrom ")
            .map(|at| from.saturating_sub(1) + at + 1)
            .find(|&at| is_mark(&bytes[at..]))
    })
}

/// The start of the last mail.
pub(crate) fn last_mail(bytes: &[u8]) -> Option<usize> {
    let mut end = bytes.len();
    while let Some(at) = memchr::memmem::rfind(&bytes[..end], b"\nFrom ") {
        if is_mark(&bytes[at + 1..]) {
            return Some(at + 1);
        }
        end = at + 5;
    }
    None
}

fn is_mark(bytes: &[u8]) -> bool {
    let Some(end) = memchr(b'\n', bytes) else { return false };
    let is_time = |w: &[u8]| w[2] == b':' && [w[0], w[1], w[3], w[4]].iter().all(u8::is_ascii_digit);
    bytes.starts_with(b"From ") && bytes[..end].windows(5).any(is_time)
}

/// Undoes the escaping of an mbox, which writes ">From " for a line of text that begins with "From ".
fn unescape(mail: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(mail.len());
    for line in mail.split_inclusive(|&b| b == b'\n') {
        let quoted = line.iter().take_while(|&&b| b == b'>').count();
        let escaped = quoted > 0 && line[quoted..].starts_with(b"From ");
        out.extend_from_slice(&line[usize::from(escaped)..]);
    }
    out
}

/// Parses one mail and adds it as a document.
pub fn parse_mail(
    bytes: &[u8],
    file: u32,
    line: u64,
    id: impl FnOnce() -> String,
    options: &ReadOptions,
    out: &mut DocumentBuilder,
) {
    if nesting::is_unsafe(bytes) {
        return out.problem(file, line, "a long message is packed inside the mail (base64); left out");
    }
    let Some(message) = MessageParser::default().parse(bytes) else {
        return out.problem(file, line, "not a mail: no header found");
    };
    body(&message, options.clean, out);
    if options.metadata {
        out.metadata.values.push_str(&metadata(&message));
    }
    let time = time(&message).unwrap_or_else(|problem| {
        out.problem(file, line, problem);
        None
    });
    out.accept(Record { id: None, time }, id, file, line);
    nesting::take_apart(message);
}

/// The time of sending, if there is a date; or a message if the date is invalid.
fn time(message: &Message<'_>) -> Result<Option<i64>, String> {
    let Some(date) = message.date() else {
        let written =
            message.header_raw(HeaderName::Date).map(str::trim).filter(|written| !written.is_empty());
        return written.map_or(Ok(None), |written| {
            Err(format!("the date '{}' is not understood; kept without it", shorten(written)))
        });
    };
    let exists = (1..=12).contains(&date.month)
        && (1..=31).contains(&date.day)
        && date.hour < 24
        && date.minute < 60
        && date.second <= 60
        && date.tz_hour < 24;
    let seconds = if exists { from_seconds(date.to_timestamp()) } else { Err(NoTime::Unknown) };
    seconds.map(Some).map_err(|_| {
        format!("the date '{}' is no date of the years 1 to 9999; kept without it", date.to_rfc3339())
    })
}

fn body(message: &Message<'_>, clean: HtmlClean, out: &mut DocumentBuilder) {
    for (count, &index) in message.text_body.iter().enumerate() {
        let Some(part) = message.parts.get(index as usize) else { continue };
        if part.attachment_name().is_some() {
            continue;
        }
        if count > 0 {
            out.write_text("\n");
        }
        match &part.body {
            PartType::Text(text) => out.write_text(text),
            PartType::Html(html) => out.write_text(&html_text(html, clean)),
            _ => {}
        }
    }
}

fn metadata(message: &Message<'_>) -> String {
    let reply = message.in_reply_to().as_text();
    let entries = [
        ("sender", message.from().map(addresses)),
        ("receiver", message.to().map(addresses)),
        ("subject", message.subject().map(str::to_owned)),
        ("message_id", message.message_id().map(str::to_owned)),
        ("in_reply_to", reply.map(str::to_owned)),
    ];
    let known = entries.into_iter().filter_map(|(name, value)| Some((name.to_owned(), Value::from(value?))));
    Value::from(known.collect::<Map<_, _>>()).to_string()
}

fn addresses(list: &Address<'_>) -> String {
    let show = |a: &mail_parser::Addr<'_>| match (a.name(), a.address()) {
        (Some(name), Some(address)) => format!("{name} <{address}>"),
        (name, address) => name.or(address).unwrap_or_default().to_owned(),
    };
    list.iter().map(show).collect::<Vec<_>>().join(", ")
}
