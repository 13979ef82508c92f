//! Texts become sequences of word numbers, and these bags.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use arrow_array::{Array, FixedSizeBinaryArray, LargeStringArray, UInt64Array};
use rayon::prelude::*;

use crate::cancel::Cancel;
use crate::cluster::bags::{Bags, END};
use crate::error::{Error, Result};
use crate::segment::lexicon::Lexicon;
use crate::segment::tokens::WordOptions;
use crate::sign::form::{SameBy, exact_form};
use crate::sign::hash::text_key;
use crate::sign::table::key_table;
use crate::tasks::{each_task, even_tasks};

/// Ends a paragraph in a layout; no byte of UTF-8.
const PARAGRAPH: u8 = 0xff;
const BYTES_A_TASK: usize = 256 << 10;

/// Cuts texts into words. Each thread numbers words by itself; `finish` makes one numbering of all.
pub struct BagCounter {
    options: WordOptions,
    lexicons: Mutex<Vec<Numbered>>,
    made: AtomicUsize,
    pieces: Vec<Piece>,
}

struct Numbered {
    number: usize,
    lexicon: Lexicon,
}

/// Several consecutive texts as words, with END after each paragraph.
struct Piece {
    lexicon: usize,
    tokens: Vec<u32>,
    ends: Vec<usize>,
}

/// In how many places each word of a reference collection stands.
pub struct Occurrences {
    pub words: LargeStringArray,
    pub counts: UInt64Array,
}

impl BagCounter {
    pub fn new(options: WordOptions) -> Self {
        Self { options, lexicons: Mutex::default(), made: AtomicUsize::new(0), pieces: Vec::new() }
    }

    pub fn push(&mut self, texts: &LargeStringArray, cancel: &Cancel) -> Result<()> {
        let sizes = (0..texts.len()).map(|i| texts.value_length(i) as usize);
        let pieces = each_task(even_tasks(sizes, BYTES_A_TASK), |task| {
            cancel.check()?;
            let mut numbered = self.take_lexicon();
            let piece = read(&mut numbered, texts, task);
            self.free().push(numbered);
            Ok(piece)
        })?;
        self.pieces.extend(pieces);
        Ok(())
    }

    /// A key that two texts share if they have the same words in the same paragraphs; null for a text without words.
    pub fn layouts(&self, texts: &LargeStringArray, cancel: &Cancel) -> Result<FixedSizeBinaryArray> {
        let keys: Vec<Option<u128>> = (0..texts.len())
            .into_par_iter()
            .map_init(Default::default, |(scratch, form): &mut (String, Vec<u8>), row| {
                cancel.check()?;
                form.clear();
                for paragraph in paragraphs(texts.value(row)) {
                    let before = form.len();
                    exact_form(paragraph, SameBy::Words, self.options.language, scratch, form);
                    if form.len() > before {
                        form.push(PARAGRAPH);
                    }
                }
                Ok(text_key(form))
            })
            .collect::<Result<_>>()?;
        key_table(keys.into_iter())
    }

    fn free(&self) -> MutexGuard<'_, Vec<Numbered>> {
        self.lexicons.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A lexicon that no other thread uses.
    fn take_lexicon(&self) -> Numbered {
        self.free().pop().unwrap_or_else(|| Numbered {
            number: self.made.fetch_add(1, Ordering::Relaxed),
            lexicon: Lexicon::new(self.options),
        })
    }

    /// The bags. `copies` tells for each text how many documents have it; words are weighed by how often they
    /// stand in all of these, or in a reference collection.
    pub fn finish(self, copies: &[u64], given: Option<&Occurrences>) -> Result<Bags> {
        let mut lexicons = self.lexicons.into_inner().unwrap_or_else(PoisonError::into_inner);
        lexicons.sort_unstable_by_key(|one| one.number);
        let (words, places) = one_numbering(&lexicons);
        let count: usize = self.pieces.iter().map(|piece| piece.tokens.len()).sum();
        let (mut tokens, mut starts) = (Vec::with_capacity(count), vec![0]);
        for piece in self.pieces {
            let at = lexicons.partition_point(|one| one.number < piece.lexicon);
            let begin = tokens.len();
            let global = |&token: &u32| if token == END { END } else { places[at][token as usize] };
            tokens.extend(piece.tokens.iter().map(global));
            starts.extend(piece.ends.iter().map(|end| begin + end));
        }
        if starts.len() != copies.len() + 1 {
            let message = format!("{} texts, and {} numbers of copies", starts.len() - 1, copies.len());
            return Err(Error::InternalError(message));
        }
        Ok(Bags::new(tokens, starts, copies, &words, given))
    }
}

fn read(numbered: &mut Numbered, texts: &LargeStringArray, rows: Range<usize>) -> Piece {
    let (mut tokens, mut ends) = (Vec::new(), Vec::with_capacity(rows.len()));
    for row in rows {
        for paragraph in paragraphs(texts.value(row)) {
            let before = tokens.len();
            numbered.lexicon.read(paragraph, &mut tokens);
            if tokens.len() > before {
                tokens.push(END);
            }
        }
        ends.push(tokens.len());
    }
    Piece { lexicon: numbered.number, tokens, ends }
}

/// The paragraphs of a text: what stands between blank lines. If there are none, each line is one.
pub fn paragraphs(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    let (mut start, mut place) = (0, 0);
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            found.push(&text[start..place]);
            start = place + line.len();
        }
        place += line.len();
    }
    found.push(&text[start..]);
    found.retain(|paragraph| !paragraph.trim().is_empty());
    if found.len() == 1 {
        found = found[0].split('\n').filter(|line| !line.trim().is_empty()).collect();
    }
    found
}

/// The words of all lexicons in the order of their letters; for each lexicon the place of each of its words.
fn one_numbering(lexicons: &[Numbered]) -> (Vec<String>, Vec<Vec<u32>>) {
    let mut met: Vec<(&str, usize, u32)> = Vec::new();
    for (at, one) in lexicons.iter().enumerate() {
        met.extend((0..one.lexicon.len() as u32).map(|number| (one.lexicon.word(number), at, number)));
    }
    met.par_sort_unstable();
    let mut places: Vec<Vec<u32>> = lexicons.iter().map(|one| vec![0; one.lexicon.len()]).collect();
    let mut words = Vec::new();
    for same in met.chunk_by(|a, b| a.0 == b.0) {
        same.iter().for_each(|&(_, at, number)| places[at][number as usize] = words.len() as u32);
        words.push(same[0].0.to_owned());
    }
    (words, places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::testing::bags;

    #[test]
    fn paragraphs_stand_between_blank_lines_or_are_lines() {
        assert_eq!(paragraphs("one\ntwo\n \nthree\n\n\n"), ["one\ntwo\n", "three\n"]);
        assert_eq!(paragraphs("one\r\n\r\ntwo"), ["one\r\n", "two"]);
        assert_eq!(paragraphs("one\ntwo"), ["one", "two"]);
        assert!(paragraphs(" \n ").is_empty());
    }

    #[test]
    fn layouts_differ_by_words_and_by_paragraphs() {
        let texts =
            ["One, two.\n\nThree", "one two\n\n\nTHREE!", "one two three", "one two\n\nth ree", "..."];
        let counter = BagCounter::new(WordOptions::default());
        let keys = counter.layouts(&LargeStringArray::from(texts.to_vec()), &Cancel::default()).unwrap();
        let different: std::collections::HashSet<_> = (0..4).map(|row| keys.value(row)).collect();
        assert_eq!(keys.value(0), keys.value(1));
        assert_eq!(different.len(), 3);
        assert!(keys.is_null(4));
    }

    #[test]
    fn words_are_numbered_by_their_letters_whatever_the_order_of_texts() {
        let found = bags(&["c a\n\nb a", "b", "", "d c"]);
        assert_eq!(found.tokens(0), [2, 0, END, 1, 0, END]);
        assert_eq!(found.tokens(3), [3, 2, END]);
        let bag: Vec<_> = found.bag(0).collect();
        assert_eq!(bag, [(0, 2), (1, 1), (2, 1)]);
        assert_eq!((found.length(0), found.length(2)), (4, 0));
    }
}
