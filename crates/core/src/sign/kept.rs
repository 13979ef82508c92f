//! Texts kept as word numbers after they were counted, so that they can be signed without being cut into
//! words again.
//!
//! A text is found by a 128-bit key, so texts may be asked for in any order, and not all have to be kept.

use hashbrown::HashMap;
use xxhash_rust::xxh3::xxh3_128;

use crate::segment::lexicon::END;

/// The texts that one thread read.
#[derive(Default)]
pub(super) struct KeptPart {
    /// Texts one after the other; sentences end with `END`. Stored in pieces, because one growing vector
    /// would be copied again and again.
    pieces: Vec<Vec<u32>>,
    places: Vec<(u128, KeptPlace)>,
    /// For each word number of this thread, the number of the word among all.
    words: Vec<u32>,
}

/// The position of a text's word numbers.
#[derive(Clone, Copy)]
pub(super) struct KeptPlace {
    part: u32,
    piece: u32,
    start: u32,
    length: u32,
}

/// Word numbers per piece, unless one text has more.
const A_PIECE: usize = 1 << 18;

/// Bytes of a key and a place in a table.
const BYTES_A_TEXT: usize = 40;

pub(super) fn text_key(text: &str) -> u128 {
    xxh3_128(text.as_bytes())
}

impl KeptPart {
    /// Keeps a text; returns how many bytes it takes.
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

/// All texts that were kept.
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

    /// Renumbers the words by their rank in `order`, which lists places in the word table.
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

    /// The word numbers of a text, with `END` after each sentence.
    pub(super) fn of(&self, text: &str) -> Option<impl Iterator<Item = u32>> {
        let place = self.places.get(&text_key(text))?;
        let part = &self.parts[place.part as usize];
        let numbers = &part.pieces[place.piece as usize][place.start as usize..][..place.length as usize];
        Some(numbers.iter().map(|&number| if number == END { END } else { part.words[number as usize] }))
    }
}
