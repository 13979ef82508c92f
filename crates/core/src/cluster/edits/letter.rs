//! A text in words, with the breaks between them.

use std::ops::Range;

use crate::align::boundaries::{Boundary, boundary};
use crate::align::edges::Margins;
use crate::align::words::TextWords;
use crate::clean::normal::{Form, normalise};
use crate::error::Result;

/// The break before a word, or at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Break {
    None,
    Sentence,
    /// A paragraph begins.
    Block,
}

/// In a text whose lines are no wider than this, a line end may be there because the next word did not fit.
const WRAPPED: usize = 120;

/// The words of the main text of a letter. Positions are numbers of these words.
pub(super) struct Letter<'a> {
    text: &'a str,
    all: TextWords,
    /// Which words of the text are main text.
    main: Vec<u32>,
    pub words: Vec<u64>,
    /// The break before each word and at the end.
    pub breaks: Vec<Break>,
}

impl<'a> Letter<'a> {
    /// The words inside some ranges of bytes, which come in order; None: all words.
    pub fn new(text: &'a str, ranges: Option<&[Range<usize>]>) -> Result<Self> {
        let all = TextWords::new(text)?;
        let main: Vec<u32> = match ranges {
            None => (0..all.len() as u32).collect(),
            Some(ranges) => inside(&all, ranges),
        };
        let words = main.iter().map(|&word| all.exact[word as usize]).collect();
        let mut letter = Self { text, all, main, words, breaks: Vec::new() };
        letter.breaks = letter.find_breaks();
        Ok(letter)
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The letters and digits of some words, each word on its own, in the normal form.
    pub fn spelled(&self, words: Range<usize>) -> Vec<String> {
        let spell = |word: usize| {
            let at = self.main[word] as usize;
            let mut form = String::new();
            normalise(&self.text[self.all.bytes(at..at + 1)], Form::WORDS, &mut form);
            form.retain(char::is_alphanumeric);
            form
        };
        words.map(spell).collect()
    }

    /// Ranges of bytes of some words, one for each stretch without other words between, with the marks around.
    pub fn bytes(&self, stretches: &[Range<usize>]) -> Vec<Range<usize>> {
        let mut margins = Margins::new(self.text, &self.all);
        let mut found = Vec::new();
        for stretch in stretches {
            let main = &self.main[stretch.clone()];
            for part in main.chunk_by(|before, after| before + 1 == *after) {
                found.push(margins.widened(part[0] as usize..part[part.len() - 1] as usize + 1));
            }
        }
        found
    }

    fn find_breaks(&self) -> Vec<Break> {
        let mut breaks: Vec<Break> = (0..=self.len()).map(|word| self.break_before(word)).collect();
        if self.len() > 0 && breaks[1..self.len()].iter().all(|&b| b != Break::Block) {
            self.lines_as_paragraphs(&mut breaks);
        }
        breaks
    }

    fn break_before(&self, word: usize) -> Break {
        match self.gap(word) {
            None => Break::Block,
            Some(gap) if line_ends(gap) > 1 => Break::Block,
            Some(gap) if boundary(gap) == Boundary::Sentence => Break::Sentence,
            Some(_) => Break::None,
        }
    }

    /// The text before a word; none at either end, and where other words are between.
    fn gap(&self, word: usize) -> Option<&str> {
        let (before, at) = (self.main.get(word.checked_sub(1)?)?, *self.main.get(word)?);
        (before + 1 == at).then(|| self.all.gap(self.text, at as usize).unwrap_or_default())
    }

    /// Without blank lines, lines are paragraphs if they are too wide to be wrapped, or else those that end with a
    /// sentence before the margin.
    fn lines_as_paragraphs(&self, breaks: &mut [Break]) {
        let lines: Vec<(usize, usize)> =
            (1..self.len()).filter_map(|word| Some((word, self.line_above(word)?))).collect();
        let widest = lines.iter().map(|&(_, width)| width).max().unwrap_or_default();
        for (word, width) in lines {
            if widest > WRAPPED || (breaks[word] == Break::Sentence && width * 6 < widest * 5) {
                breaks[word] = Break::Block;
            }
        }
    }

    /// The width of the line that ends before a word.
    fn line_above(&self, word: usize) -> Option<usize> {
        let gap = self.gap(word)?;
        let at = self.all.bytes(self.main[word] as usize..self.main[word] as usize + 1).start - gap.len();
        let end = at + gap.find(['\n', '\r'])?;
        let start = self.text[..end].rfind(['\n', '\r']).map_or(0, |newline| newline + 1);
        Some(self.text[start..end].trim_end().chars().count())
    }
}

/// The words that begin inside of a range.
fn inside(all: &TextWords, ranges: &[Range<usize>]) -> Vec<u32> {
    let (mut next, mut main) = (0, Vec::new());
    for word in 0..all.len() {
        let place = all.bytes(word..word + 1);
        while ranges.get(next).is_some_and(|range| range.end <= place.start) {
            next += 1;
        }
        if ranges.get(next).is_some_and(|range| range.start <= place.start) {
            main.push(word as u32);
        }
    }
    main
}

fn line_ends(gap: &str) -> usize {
    gap.matches('\n').count().max(gap.matches('\r').count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &str) -> Vec<usize> {
        let letter = Letter::new(text, None).unwrap();
        (0..letter.len()).filter(|&word| letter.breaks[word] == Break::Block).collect()
    }

    #[test]
    fn paragraphs_by_blank_lines_or_else_by_lines() {
        assert_eq!(blocks("one two\n\nthree\r\n \r\nfour\nfive"), [0, 2, 3]);
        assert_eq!(blocks("one two\n--- \nthree"), [0, 2]);
        assert_eq!(blocks("one two\nthree four"), [0]);
        let wide = "word ".repeat(30);
        assert_eq!(blocks(&format!("{wide}\n{wide}\nend")), [0, 30, 60]);
        assert_eq!(
            blocks("a line that is rather wide here\nand ends.\nthen another line of this width"),
            [0, 9]
        );
        assert!(blocks("").is_empty());
    }

    #[test]
    fn only_words_of_the_main_text() {
        let text = "Dear all, take the ferry. Ann";
        let letter = Letter::new(text, Some(&[10..18, 18..25])).unwrap();
        assert_eq!(letter.len(), 3);
        let places: Vec<&str> = letter.bytes(&[0..2, 2..3]).into_iter().map(|bytes| &text[bytes]).collect();
        assert_eq!(places, ["take the", "ferry."]);
        let parts = Letter::new(text, Some(&[0..5, 10..14])).unwrap();
        assert_eq!(parts.breaks, [Break::Block; 3]);
        assert_eq!(parts.bytes(std::slice::from_ref(&(0..2))).len(), 2);
    }
}
