//! Protects the stack against deeply nested mails. The parser itself does not recurse, but its result is
//! dropped by recursive functions, and also copied by them where it was encoded.

use mail_parser::{Message, PartType};
use memchr::memmem;

/// A mail up to this length cannot contain an encoded message so deep that copying it overflows the stack:
/// each level takes 29 bytes.
const SAFE: usize = 16 << 10;

/// Drops a message level by level, without recursion.
pub(super) fn take_apart(message: Message<'_>) {
    let mut open = vec![message];
    while let Some(mut message) = open.pop() {
        for part in message.parts.drain(..) {
            if let PartType::Message(inner) = part.body {
                open.push(inner);
            }
        }
    }
}

/// Whether a mail contains an encoded message (which the standard forbids) and is long. The depth of such a
/// message is not known before it is decoded.
pub(super) fn is_unsafe(mail: &[u8]) -> bool {
    mail.len() > SAFE && paragraphs(mail).any(|headers| encodes_message(headers, mail))
}

fn encodes_message(headers: &[u8], mail: &[u8]) -> bool {
    if !has(headers, b"content-transfer-encoding") {
        return false;
    }
    let is_encoded = has(headers, b"base64") || has(headers, b"quoted-printable");
    // In a digest, a part without a content type is a message.
    is_encoded && (has(headers, b"message/") || (!has(headers, b"content-type") && has(mail, b"/digest")))
}

/// The parts between empty lines that could be headers.
fn paragraphs(mail: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut ends =
        memmem::find_iter(mail, b"\n\n").chain(memmem::find_iter(mail, b"\n\r\n")).collect::<Vec<_>>();
    ends.sort_unstable();
    ends.push(mail.len());
    let mut start = 0;
    ends.into_iter().map(move |end| {
        let paragraph = &mail[start.min(end)..end];
        start = end;
        paragraph
    })
}

/// Whether a text contains `word`, which is in lower case, in any case.
fn has(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use mail_parser::MessageParser;

    use super::*;

    fn nested(levels: usize) -> String {
        "Content-Type:message/rfc822\n\n".repeat(levels) + "Subject: x\n\nbody\n"
    }

    /// Any text in quoted-printable, as hexadecimal digits.
    fn encoded(text: &str) -> String {
        let body: String = text.bytes().map(|b| format!("={b:02X}")).collect();
        format!("Content-Type: Message/RFC822\nContent-Transfer-Encoding: Quoted-Printable\n\n{body}\n")
    }

    fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
        std::thread::Builder::new().stack_size(1 << 20).spawn(work).unwrap().join().unwrap();
    }

    #[test]
    fn deep_mails_are_taken_apart() {
        on_a_small_stack(|| take_apart(MessageParser::default().parse(&nested(33_000)).unwrap()));
    }

    #[test]
    fn encoded_ones_are_safe_up_to_the_limit_and_refused_beyond() {
        let mail = encoded(&nested(SAFE / 3 / 29 - 8));
        assert!(!is_unsafe(mail.as_bytes()) && mail.len() > SAFE - 1000, "{}", mail.len());
        on_a_small_stack(move || take_apart(MessageParser::default().parse(&mail).unwrap()));
        assert!(is_unsafe(encoded(&nested(SAFE)).as_bytes()));
        assert!(is_unsafe(encoded(&nested(SAFE)).replace('\n', "\r\n").as_bytes()));
    }

    #[test]
    fn base64_is_shorter_but_still_safe() {
        // A level takes 29 bytes, which are 39 in base64.
        let levels = nested(SAFE / 39);
        on_a_small_stack(move || {
            let message = MessageParser::default().parse(&levels).unwrap().into_owned();
            take_apart(message);
        });
    }

    #[test]
    fn usual_mails_are_not_refused() {
        let long = "words and words\n".repeat(5_000);
        let base64 = format!("Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n{long}");
        let forwarded = format!("Content-Type: message/rfc822\n\nSubject: x\n\n{long}");
        assert!(!is_unsafe(base64.as_bytes()) && !is_unsafe(forwarded.as_bytes()));
    }
}
