//! Locates the words of a text, faster than with the offset map of its normal form.

use std::ops::Range;

use crate::clean::normal::{Form, normalise_mapped};
use crate::segment::stretches::{Stretch, for_each_stretch};
use crate::segment::tokens::WordOptions;
use crate::segment::words::for_each_word;

/// Locates the words of many texts, reusing its buffer. Words are taken as they are: no stop words, no stems.
pub struct WordLocator {
    options: WordOptions,
    ranges: Vec<Range<usize>>,
}

impl WordLocator {
    pub fn new(options: WordOptions) -> Self {
        Self { options, ranges: Vec::new() }
    }

    /// The byte ranges of the words of `text`, as a tokenizer would locate them. The words of ASCII text are
    /// at the same positions in its normal form.
    pub fn words(&mut self, text: &str) -> &[Range<usize>] {
        self.ranges.clear();
        if self.options.language.is_turkic_in(text) {
            self.beyond_ascii(text, 0..text.len(), Form { turkish: true, ..Form::WORDS });
            return &self.ranges;
        }
        for_each_stretch(text, |stretch| match stretch {
            Stretch::Ascii(part) => self.ascii(text, part),
            Stretch::Beyond(part) => self.beyond_ascii(text, part, Form::WORDS),
        });
        &self.ranges
    }

    fn ascii(&mut self, text: &str, part: Range<usize>) {
        let start = part.start;
        let ranges = &mut self.ranges;
        for_each_word(&text[part], self.options.unspaced, |word| {
            ranges.push(start + word.start..start + word.end);
        });
    }

    fn beyond_ascii(&mut self, text: &str, part: Range<usize>, form: Form) {
        let start = part.start;
        let (normal, map) = normalise_mapped(&text[part], form);
        let ranges = &mut self.ranges;
        for_each_word(&normal, self.options.unspaced, |word| {
            let original = map.original(word);
            ranges.push(start + original.start..start + original.end);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::language::{Language, LanguageChoice};
    use crate::segment::tokens::Tokenizer;
    use proptest::prelude::*;

    fn agree(text: &str) {
        let turkish = LanguageChoice::Fixed(Language::from_code("tr").unwrap());
        for language in [LanguageChoice::Any, turkish] {
            let options = WordOptions { language, ..WordOptions::default() };
            let mut expected = Vec::new();
            Tokenizer::new(options).for_each_located(text, |_, range| expected.push(range));
            assert_eq!(WordLocator::new(options).words(text), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn words_stand_where_a_tokenizer_finds_them(
            text in "([A-Za-z0-9.,:'_-]{0,12}[ \n]|[ aéıİ’…\u{2f00}\u{301}我好ไש한🙂]{0,3}|[A-Z ]{0,90}){0,12}"
        ) {
            agree(&text);
        }

        #[test]
        fn in_any_text(text in any::<String>()) {
            agree(&text);
        }
    }
}
