//! Text that is not UTF-8: bytes of another encoding become UTF-8 as they are read.

use std::io::{self, Read};
use std::ops::Range;

use encoding_rs::{Decoder, DecoderResult, UTF_8};

/// Bytes that are decoded at a time.
const BUFFER: usize = 64 << 10;
/// Room that one more character and a mark take at most, and more.
const ROOM: usize = 16;
/// Stands for bytes that mean nothing in the encoding. UTF-8 never has it, so the record around them is refused with its
/// place, as one of broken UTF-8 is.
const BAD: u8 = 0xFF;

/// How the texts of a file are encoded; UTF-8 unless another one is named.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Encoding(Option<&'static encoding_rs::Encoding>);

impl Encoding {
    /// By one of the names that the web gives it, or Python: latin-1, iso-8859-9, cp1254, utf-16.
    pub fn named(label: &str) -> Option<Self> {
        let plain = label.trim().to_ascii_lowercase().replace(['-', '_'], "");
        let plain = plain.strip_prefix("utf").map(|size| format!("utf-{size}")).unwrap_or(plain);
        let found = [label, &label.replace('_', "-"), &plain]
            .into_iter()
            .find_map(|label| encoding_rs::Encoding::for_label_no_replacement(label.as_bytes()))?;
        Some(Self(Some(found).filter(|&found| found != UTF_8)))
    }

    fn name(self) -> &'static str {
        self.0.unwrap_or(UTF_8).name()
    }

    /// The bytes of a source as UTF-8. A byte order mark at its beginning tells more than the name.
    pub fn decoded(self, source: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        match self.0 {
            Some(encoding) => Box::new(Decoded::new(source, encoding.new_decoder())),
            None => source,
        }
    }

    /// What is said of bytes that are good up to there.
    pub fn flaw(self, bytes: &[u8], good: usize) -> String {
        let name = self.name();
        match self.0 {
            None => format!("not valid {name} at byte {}", good + 1),
            Some(_) => {
                let characters = String::from_utf8_lossy(&bytes[..good]).chars().count();
                format!("not valid {name} at character {}", characters + 1)
            }
        }
    }

    /// The same where the place within the record is not known.
    pub fn flaw_somewhere(self) -> String {
        format!("not valid {}", self.name())
    }
}

struct Decoded<R> {
    source: R,
    decoder: Decoder,
    /// Bytes that were read, and which of them are not yet decoded.
    input: Vec<u8>,
    waiting: Range<usize>,
    /// UTF-8, and which of it was not yet handed out.
    output: Vec<u8>,
    ready: Range<usize>,
    ended: bool,
    finished: bool,
}

impl<R: Read> Decoded<R> {
    fn new(source: R, decoder: Decoder) -> Self {
        let (input, output) = (vec![0; BUFFER], vec![0; BUFFER]);
        Self { source, decoder, input, waiting: 0..0, output, ready: 0..0, ended: false, finished: false }
    }

    /// Decodes until there is something to hand out, or the end. What was read is decoded as far as there is room.
    fn fill(&mut self) -> io::Result<()> {
        self.ready = 0..0;
        while !self.finished && self.ready.end + ROOM <= BUFFER {
            if self.waiting.is_empty() && !self.ended {
                if !self.ready.is_empty() {
                    break;
                }
                self.waiting = 0..self.source.read(&mut self.input)?;
                self.ended = self.waiting.is_empty();
            }
            self.decode();
        }
        Ok(())
    }

    fn decode(&mut self) {
        let input = &self.input[self.waiting.clone()];
        // One byte is left for a mark.
        let output = &mut self.output[self.ready.end..BUFFER - 1];
        let (result, read, written) =
            self.decoder.decode_to_utf8_without_replacement(input, output, self.ended);
        self.waiting.start += read;
        self.ready.end += written;
        match result {
            DecoderResult::InputEmpty => self.finished = self.ended,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => {
                self.output[self.ready.end] = BAD;
                self.ready.end += 1;
            }
        }
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.ready.is_empty() && !buffer.is_empty() {
            self.fill()?;
        }
        let count = buffer.len().min(self.ready.len());
        buffer[..count].copy_from_slice(&self.output[self.ready.start..self.ready.start + count]);
        self.ready.start += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A source that hands out a few bytes at a time.
    struct Slow(Vec<u8>, usize);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(buffer.len()).min(self.1);
            buffer[..count].copy_from_slice(&self.0.drain(..count).collect::<Vec<_>>());
            Ok(count)
        }
    }

    fn decoded(label: &str, bytes: &[u8], at_a_time: usize) -> Vec<u8> {
        let mut out = Vec::new();
        let source = Box::new(Slow(bytes.to_vec(), at_a_time));
        Encoding::named(label).unwrap().decoded(source).read_to_end(&mut out).unwrap();
        out
    }

    #[test]
    fn names_of_the_web_and_of_python_are_known() {
        for (label, name) in [
            ("latin-1", "windows-1252"),
            ("Latin_1", "windows-1252"),
            ("iso8859-9", "windows-1254"),
            ("cp1251", "windows-1251"),
            ("shift_jis", "Shift_JIS"),
            ("euc_kr", "EUC-KR"),
            (" utf-16 ", "UTF-16LE"),
            ("UTF_16_BE", "UTF-16BE"),
            ("utf16", "UTF-16LE"),
            ("UTF8", "UTF-8"),
        ] {
            assert_eq!(Encoding::named(label).map(Encoding::name), Some(name), "{label}");
        }
        assert_eq!(Encoding::named("utf-8"), Some(Encoding::default()));
        assert!(["", "klingon", "iso-2022-kr"].into_iter().all(|label| Encoding::named(label).is_none()));
    }

    #[test]
    fn bad_bytes_are_marked_and_the_rest_goes_on() {
        assert_eq!(decoded("shift_jis", b"a\x81\nb\xFFc", 1), b"a\xFF\nb\xFFc");
        assert_eq!(decoded("utf-16le", b"a\0\x00\xD8b\0c", 2), b"a\xFFb\xFF");
        assert_eq!(decoded("euc-jp", b"\xA4", 9), b"\xFF");
    }

    #[test]
    fn a_byte_order_mark_tells_more_than_the_name() {
        assert_eq!(decoded("utf-16", b"\xFE\xFF\0a\x01\x5F", 3), "aş".as_bytes());
        assert_eq!(decoded("latin-1", "\u{FEFF}ş".as_bytes(), 2), "ş".as_bytes());
    }

    proptest! {
        /// However the source hands out its bytes.
        #[test]
        fn texts_come_back(text in "[a-zğışöü€\n]{0,50}", at_a_time in 1usize..7) {
            let (bytes, ..) = encoding_rs::WINDOWS_1254.encode(&text);
            prop_assert_eq!(decoded("cp1254", &bytes, at_a_time), text.as_bytes());
            let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            prop_assert_eq!(decoded("utf-16", &wide, at_a_time), text.as_bytes());
        }
    }
}
