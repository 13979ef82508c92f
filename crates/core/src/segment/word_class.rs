//! The class of a character in the word rules.

use icu_properties::CodePointMapData;
use icu_properties::props::{LineBreak, Script, WordBreak};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Not part of any word.
    Break,
    Letter,
    /// Joins like a letter, but is no word alone.
    Modifier,
    Hebrew,
    Digit,
    /// Joins like a digit, but is no word alone (the Arabic decimal separator).
    Separator,
    /// Underscores: they join, but are no word alone.
    Connector,
    MidLetter,
    MidNumber,
    MidBoth,
    Apostrophe,
    Quote,
    /// Marks and format characters that belong to the character before them.
    Extend,
    /// Chinese and Japanese: written without spaces, cut into bigrams or by the segmenter.
    Unspaced,
    /// Thai, Lao, Khmer, Burmese: words can only be found with a dictionary.
    Complex,
    /// Another word character; each is a word of its own.
    Other,
    /// An apostrophe that ends a Hebrew word; no character has this class by itself.
    Closed,
}

impl Class {
    #[inline]
    pub(crate) fn begins(self) -> bool {
        self.joins() || matches!(self, Class::Unspaced | Class::Complex | Class::Other)
    }

    #[inline]
    pub(crate) fn joins(self) -> bool {
        self.is_letter() || self.is_digit() || self == Class::Connector
    }

    #[inline]
    pub(crate) fn is_letter(self) -> bool {
        matches!(self, Class::Letter | Class::Modifier | Class::Hebrew)
    }

    #[inline]
    pub(crate) fn is_digit(self) -> bool {
        matches!(self, Class::Digit | Class::Separator)
    }

    /// Whether the character alone is a word.
    #[inline]
    pub(crate) fn is_wordy(self) -> bool {
        matches!(self, Class::Letter | Class::Hebrew | Class::Digit)
    }
}

pub(crate) fn class_of(c: char) -> Class {
    let rule = CodePointMapData::<WordBreak>::new().get(c);
    match rule {
        WordBreak::Extend | WordBreak::Format | WordBreak::ZWJ => Class::Extend,
        _ if is_unspaced(c) => Class::Unspaced,
        WordBreak::ALetter if c.is_alphanumeric() => Class::Letter,
        WordBreak::ALetter => Class::Modifier,
        WordBreak::HebrewLetter => Class::Hebrew,
        WordBreak::Numeric if c.is_alphanumeric() => Class::Digit,
        WordBreak::Numeric => Class::Separator,
        WordBreak::ExtendNumLet => Class::Connector,
        WordBreak::MidLetter => Class::MidLetter,
        WordBreak::MidNum => Class::MidNumber,
        WordBreak::MidNumLet => Class::MidBoth,
        WordBreak::SingleQuote => Class::Apostrophe,
        WordBreak::DoubleQuote => Class::Quote,
        _ if CodePointMapData::<LineBreak>::new().get(c) == LineBreak::ComplexContext => Class::Complex,
        _ if c.is_alphanumeric() => Class::Other,
        _ => Class::Break,
    }
}

fn is_unspaced(c: char) -> bool {
    let script = CodePointMapData::<Script>::new().get(c);
    let own = matches!(script, Script::Han | Script::Hiragana | Script::Katakana);
    // Sound and repetition marks belong to no script; the word rules treat them as Katakana.
    let mark = CodePointMapData::<WordBreak>::new().get(c) == WordBreak::Katakana;
    (own || mark) && c.is_alphanumeric()
}
