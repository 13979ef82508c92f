//! Texts kept as numbers of their words, between being counted and being signed.
//!
//! A text is known by a 128-bit key, so it does not matter in which order texts are asked for, nor whether all were kept.

use hashbrown::HashMap;
use xxhash_rust::xxh3::xxh3_128;

use crate::segment::lexicon::END;

/// The texts that one thread has read.
#[derive(Default)]
pub(super) struct KeptPart {
    /// One text after the other; sentences end with `END`. In pieces, as one that grew would be moved again and again.
    pieces: Vec<Vec<u32>>,
    places: Vec<(u128, KeptPlace)>,
    /// For each number that this thread gave the number of the word among all.
    words: Vec<u32>,
}

/// Where the numbers of a text are.
#[derive(Clone, Copy)]
pub(super) struct KeptPlace {
    part: u32,
    piece: u32,
    start: u32,
    length: u32,
}

/// So many numbers are a piece, unless one text has more.
const A_PIECE: usize = 1 << 18;

/// What a key and a place take in a table.
const BYTES_A_TEXT: usize = 40;

pub(super) fn text_key(text: &str) -> u128 {
    xxh3_128(text.as_bytes())
}

impl KeptPart {
    /// Keeps a text; gives how many bytes that takes.
    pub(super) fn push(&mut self, key: u128, numbers: &[u32]) -> usize {
        if self.pieces.last().is_none_or(|piece| piece.capacity() - piece.len() < numbers.len()) {
            self.pieces.push(Vec::with_capacity(numbers.len().max(A_PIECE)));
        }
        let last = self.pieces.len() - 1;
        let piece = &mut self.pieces[last];
        let (start, length) = (piece.len() as u32, numbers.len() as u32);
        self.places.push((key, KeptPlace { part: 0, piece: last as u32, start, length }));
        piece.extend_from_slice(numbers);
        4 * numbers.len() + BYTES_A_TEXT
    }

    pub(super) fn with_words(self, words: Vec<u32>) -> Self {
        Self { words, ..self }
    }
}

/// The texts that were kept.
pub struct KeptTexts {
    parts: Vec<KeptPart>,
    places: HashMap<u128, KeptPlace>,
}

impl KeptTexts {
    pub(super) fn new(mut parts: Vec<KeptPart>) -> Self {
        let mut places = HashMap::with_capacity(parts.iter().map(|part| part.places.len()).sum());
        for (part, at) in parts.iter_mut().zip(0u32..) {
            let moved = std::mem::take(&mut part.places).into_iter();
            places.extend(moved.map(|(key, place)| (key, KeptPlace { part: at, ..place })));
        }
        Self { parts, places }
    }

    /// Numbers the words anew, in an order of their places in the table.
    pub(super) fn renumber(&mut self, order: &[u32]) {
        let mut numbers = vec![0; order.len()];
        for (&place, number) in order.iter().zip(0..) {
            numbers[place as usize] = number;
        }
        self.parts
            .iter_mut()
            .flat_map(|part| &mut part.words)
            .for_each(|word| *word = numbers[*word as usize]);
    }

    /// The words of a text by number, with an `END` behind each sentence.
    pub(super) fn of(&self, text: &str) -> Option<impl Iterator<Item = u32>> {
        let place = self.places.get(&text_key(text))?;
        let part = &self.parts[place.part as usize];
        let numbers = &part.pieces[place.piece as usize][place.start as usize..][..place.length as usize];
        Some(numbers.iter().map(|&number| if number == END { END } else { part.words[number as usize] }))
    }
}
