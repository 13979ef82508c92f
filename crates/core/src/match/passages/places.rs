//! The places of a passage, and what can be told from them.

/// What makes a passage worth telling, and how passages are ordered.
pub struct Wanted {
    /// For each document its place in the order of the ids.
    pub ranks: Vec<u32>,
    /// Places a passage must have.
    pub count: usize,
    /// Documents that make boilerplate of what stands at their edge.
    pub boilerplate: usize,
}

/// A passage stands at the edge of a document with at most so many words before it, or after it.
const EDGE: u32 = 20;
/// So many places of ten must be at the same edge.
const OF_TEN: usize = 8;

/// A passage by its places, in the order of ids and of words.
pub(super) struct Places {
    pub words: u32,
    pub boilerplate: bool,
    /// Document and first word.
    pub places: Vec<[u32; 2]>,
}

impl Wanted {
    /// The places of a passage of so many words, if they are enough. A place that overlaps the one before it in the same
    /// document does not count.
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

    /// Whether it stands in many documents, nearly always at the same edge. A text that is copied whole is none.
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
