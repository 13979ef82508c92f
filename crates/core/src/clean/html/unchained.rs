//! A reader for html5gum that prevents its stack from growing.
//!
//! The tokenizer calls one state from the next. After an attribute in double quotation marks, white space
//! leads back to the state that it began in, a few hundred bytes of stack deeper: 8,000 attributes overflow
//! the stack. If no white space follows the quotation mark, the tokenizer returns instead (and reports an
//! error, which is ignored). So this reader leaves the white space out there.

use std::convert::Infallible;

use html5gum::{Readable, Reader, StringReader};

pub(super) struct Unchained<'a> {
    inner: StringReader<'a>,
    after_quote: bool,
}

impl<'a> Unchained<'a> {
    pub fn new(html: &'a str) -> Self {
        Self { inner: html.to_reader(), after_quote: false }
    }
}

impl Reader for Unchained<'_> {
    type Error = Infallible;

    #[inline(always)]
    fn read_byte(&mut self) -> Result<Option<u8>, Infallible> {
        let mut byte = self.inner.read_byte()?;
        if std::mem::take(&mut self.after_quote) {
            while matches!(byte, Some(b' ' | b'\t' | b'\n' | b'\r' | b'\x0C')) {
                byte = self.inner.read_byte()?;
            }
        }
        Ok(byte)
    }

    /// A quotation mark is passed alone only at the end of an attribute's value, or where text continues.
    #[inline(always)]
    fn read_until<'b>(
        &'b mut self,
        needle: &[u8],
        buffer: &'b mut [u8; 4],
    ) -> Result<Option<&'b [u8]>, Infallible> {
        let found = self.inner.read_until(needle, buffer)?;
        self.after_quote = found == Some(b"\"");
        Ok(found)
    }

    #[inline(always)]
    fn try_read_string(&mut self, text: &[u8], case_sensitive: bool) -> Result<bool, Infallible> {
        self.inner.try_read_string(text, case_sensitive)
    }
}

#[cfg(test)]
mod tests {
    use html5gum::Tokenizer;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn tokens_are_the_same(parts in prop::collection::vec(prop::sample::select(vec![
            "<p", "</p", "<script", "</script", ">", "/", " ", "\n", "\r", "\"", "'", "=", "a", "a=\"b\"", "a=\"\" ", "<!--", "-->",
            "<!DOCTYPE", "&amp;", "&", "<![CDATA[", "<title>",
        ]), 0..30)) {
            let html = parts.concat();
            let tokens = |token: Result<html5gum::Token, Infallible>| match token.unwrap() {
                html5gum::Token::Error(_) => None,
                html5gum::Token::StartTag(tag) => {
                    let attributes: Vec<_> = tag.attributes.iter().map(|(k, v)| format!("{k:?} {:?}", v.value)).collect();
                    Some(format!("<{:?} {attributes:?} {}", tag.name, tag.self_closing))
                }
                html5gum::Token::EndTag(tag) => Some(format!("/{:?}", tag.name)),
                html5gum::Token::String(text) => Some(format!("{:?}", text.value)),
                html5gum::Token::Comment(text) => Some(format!("!{:?}", text.value)),
                html5gum::Token::Doctype(doctype) => Some(format!("D{:?}", doctype.name)),
            };
            let plain: Vec<_> = Tokenizer::new(&html).filter_map(tokens).collect();
            let unchained: Vec<_> = Tokenizer::new(Unchained::new(&html)).filter_map(tokens).collect();
            prop_assert_eq!(unchained, plain);
        }
    }
}
