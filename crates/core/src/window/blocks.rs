//! Short lists of slots in blocks of a few fixed sizes. There are hundreds of thousands of them, so that a vector for each
//! would take more for its three words, and for the allocator's, than for what it lists.

/// Words of a block: how many slots it lists, then the slots. Places are even, so that a number of 30 bits is enough for
/// eight gigabytes of them.
const SIZES: [u32; 21] = [4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 28, 32, 36, 40, 48, 56, 64, 80, 96, 112, 128];
/// The longest list that fits into a block.
pub(super) const LONGEST: usize = SIZES[SIZES.len() - 1] as usize - 1;
/// Words that are allocated at once.
const CHUNK: usize = 1 << 14;
const MOST_CHUNKS: usize = (1 << 31) / CHUNK;
const NONE: u32 = u32::MAX;

pub(super) struct Blocks {
    chunks: Vec<Box<[u32]>>,
    /// How many words of the last chunk are taken.
    taken: usize,
    /// By size: the first free block, each of which tells the next.
    free: [u32; SIZES.len()],
    /// Words of all free blocks.
    unused: usize,
}

impl Default for Blocks {
    fn default() -> Self {
        Self { chunks: Vec::new(), taken: CHUNK, free: [NONE; SIZES.len()], unused: 0 }
    }
}

impl Blocks {
    pub(super) fn of(&self, place: u32) -> &[u32] {
        let (chunk, at) = split(place);
        let words = &self.chunks[chunk];
        &words[at + 1..=at + words[at] as usize]
    }

    /// Keeps a list of at least one and at most `LONGEST` slots; None when there is no place left.
    pub(super) fn keep(&mut self, slots: &[u32]) -> Option<u32> {
        let place = self.take(size(slots.len()))?;
        let (chunk, at) = split(place);
        let words = &mut self.chunks[chunk];
        words[at] = slots.len() as u32;
        words[at + 1..=at + slots.len()].copy_from_slice(slots);
        Some(place)
    }

    /// Appends a slot where the block has room for it.
    pub(super) fn push(&mut self, place: u32, slot: u32) -> bool {
        let (chunk, at) = split(place);
        let words = &mut self.chunks[chunk];
        let length = words[at] as usize;
        let fits = length < SIZES[size(length)] as usize - 1;
        if fits {
            words[at] += 1;
            words[at + 1 + length] = slot;
        }
        fits
    }

    /// Gives a block back.
    pub(super) fn give_back(&mut self, place: u32) {
        let (chunk, at) = split(place);
        let first = &mut self.chunks[chunk][at];
        let size = size(*first as usize);
        *first = std::mem::replace(&mut self.free[size], place);
        self.unused += SIZES[size] as usize;
    }

    fn take(&mut self, size: usize) -> Option<u32> {
        let (free, words) = (self.free[size], SIZES[size] as usize);
        if free != NONE {
            let (chunk, at) = split(free);
            self.free[size] = self.chunks[chunk][at];
            self.unused -= words;
            return Some(free);
        }
        if self.taken + words > CHUNK {
            if self.chunks.len() == MOST_CHUNKS {
                return None;
            }
            // What is left of the chunk before is less than one block: it stays empty.
            self.chunks.push(vec![0; CHUNK].into_boxed_slice());
            self.taken = 0;
        }
        let place = ((self.chunks.len() - 1) * CHUNK + self.taken) as u32 / 2;
        self.taken += words;
        Some(place)
    }

    /// Whether so much is free that it would be worth to keep all lists anew.
    pub(super) fn is_wasteful(&self) -> bool {
        self.unused > self.chunks.len() * CHUNK / 4
    }

    pub(super) fn bytes(&self) -> usize {
        4 * CHUNK * self.chunks.len() + self.chunks.capacity() * size_of::<Box<[u32]>>()
    }
}

/// The chunk of a place, and where in it.
fn split(place: u32) -> (usize, usize) {
    let word = 2 * place as usize;
    (word / CHUNK, word % CHUNK)
}

/// Which of the sizes a list of this length takes.
fn size(length: usize) -> usize {
    SIZES.partition_point(|&words| words as usize <= length)
}
