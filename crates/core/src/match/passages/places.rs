//! The places of a passage, and what follows from them.

/// Which passages are wanted, and how they are ordered.
pub struct WantedPassages {
    /// For each document, its rank by id.
    pub ranks: Vec<u32>,
    /// The smallest number of places.
    pub count: usize,
    /// A passage at the edge of this many documents is boilerplate.
    pub boilerplate: usize,
}

/// A passage is at the edge of a document if at most this many words are before it, or after it.
const EDGE: u32 = 20;
/// Of ten places, this many must be at the same edge.
const OF_TEN: usize = 8;

/// A passage with its places, sorted by id and word.
pub(super) struct Places {
    pub words: u32,
    pub boilerplate: bool,
    /// Document and first word.
    pub places: Vec<[u32; 2]>,
}

impl WantedPassages {
    /// The places of a passage of `words` words, if there are enough. A place that overlaps the previous one
    /// in the same document does not count.
    pub(super) fn places(
        &self,
        words: u32,
        mut places: Vec<[u32; 2]>,
        document_words: &[u32],
    ) -> Option<Places> {
        places.sort_unstable_by_key(|&[document, word]| (self.ranks[document as usize], word));
        let mut last = [u32::MAX; 2];
        places.retain(|&[document, word]| {
            let apart = document != last[0] || word - last[1] >= words;
            if apart {
                last = [document, word];
            }
            apart
        });
        let enough = places.len() >= self.count.max(2);
        let boilerplate = enough && self.is_boilerplate(words, &places, document_words);
        enough.then_some(Places { words, boilerplate, places })
    }

    /// Whether the passage is in many documents and nearly always at the same edge. A text that is copied as
    /// a whole is no boilerplate.
    fn is_boilerplate(&self, words: u32, places: &[[u32; 2]], document_words: &[u32]) -> bool {
        let documents = 1 + places.windows(2).filter(|pair| pair[0][0] != pair[1][0]).count();
        if documents < self.boilerplate {
            return false;
        }
        let (mut first, mut last) = (0, 0);
        for &[document, before] in places {
            let after = document_words[document as usize] - words - before;
            if before + after > 0 {
                first += usize::from(before <= EDGE);
                last += usize::from(after <= EDGE);
            }
        }
        first.max(last) * 10 >= places.len() * OF_TEN
    }
}
