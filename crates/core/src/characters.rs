//! Finds where a text leaves ASCII, and provides tables over all code points that are computed on demand.
//!
//! Unicode properties come from tries and string functions, which cost far more than a table look-up. A text
//! has characters from few blocks of 256 code points, so only those blocks are computed.

use std::sync::OnceLock;

/// The position of the first byte beyond ASCII. Whole blocks are tested at a time.
#[inline]
pub fn first_beyond_ascii(bytes: &[u8]) -> Option<usize> {
    const STEP: usize = 64;
    let plain = bytes.chunks_exact(STEP).take_while(|block| block.is_ascii()).count() * STEP;
    bytes[plain..].iter().position(|b| !b.is_ascii()).map(|at| plain + at)
}

const BLOCK: usize = 256;
const BLOCKS: usize = 0x11_0000 / BLOCK;

pub struct CharacterTable<T: 'static> {
    blocks: [OnceLock<Box<[T; BLOCK]>>; BLOCKS],
    compute: fn(char) -> T,
}

impl<T: Copy> CharacterTable<T> {
    pub const fn new(compute: fn(char) -> T) -> Self {
        Self { blocks: [const { OnceLock::new() }; BLOCKS], compute }
    }

    #[inline]
    pub fn get(&self, c: char) -> T {
        let code = c as usize;
        match self.blocks[code / BLOCK].get() {
            Some(block) => block[code % BLOCK],
            None => self.fill(code / BLOCK)[code % BLOCK],
        }
    }

    // A function of its own, so that the common path stays small.
    #[cold]
    #[inline(never)]
    fn fill(&self, index: usize) -> &[T; BLOCK] {
        self.blocks[index].get_or_init(|| self.block(index))
    }

    fn block(&self, index: usize) -> Box<[T; BLOCK]> {
        let entry = |offset: usize| {
            // Surrogates are no characters and cannot be looked up, so their entry does not matter.
            let c = char::from_u32((index * BLOCK + offset) as u32).unwrap_or('\u{FFFD}');
            (self.compute)(c)
        };
        Box::new(std::array::from_fn(entry))
    }
}
