//! Maps byte offsets of a normal form to byte offsets of the original, and these to code points.

use std::ops::Range;

/// A stretch of the normal form, from `normal` to the start of the next one.
#[derive(Debug, Clone, Copy)]
struct MappedStretch {
    normal: usize,
    original: usize,
    /// The stretch as a whole stands for the original stretch as a whole; positions inside cannot be mapped.
    whole: bool,
}

/// Maps positions of a normal form to the original. Unchanged stretches need no entry, so the map stays
/// small.
#[derive(Debug, Clone)]
pub struct OffsetMap {
    runs: Vec<MappedStretch>,
}

impl Default for OffsetMap {
    fn default() -> Self {
        Self { runs: vec![MappedStretch { normal: 0, original: 0, whole: false }] }
    }
}

impl OffsetMap {
    /// Adds: `normal` was made from `original` as one piece. Pieces come in order.
    pub(crate) fn piece(&mut self, normal: Range<usize>, original: Range<usize>) {
        // Neighbouring pieces that were removed share one entry, however many they are.
        if let [.., gap, after] = &mut self.runs[..]
            && normal.is_empty()
            && (gap.whole, gap.normal, after.normal, after.original)
                == (true, normal.start, normal.start, original.start)
        {
            after.original = original.end;
            return;
        }
        let start = MappedStretch { normal: normal.start, original: original.start, whole: true };
        match self.runs.last_mut() {
            Some(last) if last.normal == start.normal && last.original == start.original => *last = start,
            _ => self.runs.push(start),
        }
        self.runs.push(MappedStretch { normal: normal.end, original: original.end, whole: false });
    }

    /// The range of the original from which a range of the normal form was made.
    pub fn original(&self, normal: Range<usize>) -> Range<usize> {
        let start = self.start(normal.start);
        start..self.end(normal.end).max(start)
    }

    fn start(&self, position: usize) -> usize {
        let index = self.runs.partition_point(|run| run.normal <= position) - 1;
        let run = self.runs[index];
        if run.whole { run.original } else { run.original + (position - run.normal) }
    }

    fn end(&self, position: usize) -> usize {
        let index = self.runs.partition_point(|run| run.normal < position).saturating_sub(1);
        let run = self.runs[index];
        if run.whole && position > run.normal {
            return self.runs[index + 1].original;
        }
        run.original + (position - run.normal)
    }
}

/// Converts byte offsets of one text to code-point offsets. Offsets should be asked in ascending order; then
/// each byte is read once.
pub struct CodePoints<'a> {
    text: &'a [u8],
    byte: usize,
    point: usize,
}

impl<'a> CodePoints<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text: text.as_bytes(), byte: 0, point: 0 }
    }

    pub fn at(&mut self, byte: usize) -> usize {
        if byte < self.byte {
            // Overlapping tokens go back a little; counting backwards from here is cheap.
            self.point -= count(&self.text[byte..self.byte]);
        } else {
            self.point += count(&self.text[self.byte..byte]);
        }
        self.byte = byte;
        self.point
    }

    pub fn range(&mut self, bytes: Range<usize>) -> Range<usize> {
        self.at(bytes.start)..self.at(bytes.end)
    }
}

/// Converts ranges of bytes to ranges of code points. They may overlap and come in any order, so their ends
/// are sorted first, and each byte of the text is counted once.
pub fn code_points(text: &str, mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut ends: Vec<&mut usize> =
        ranges.iter_mut().flat_map(|range| [&mut range.start, &mut range.end]).collect();
    ends.sort_unstable();
    let mut points = CodePoints::new(text);
    ends.into_iter().for_each(|end| *end = points.at(*end));
    ranges
}

fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&b| !(0x80..0xC0).contains(&b)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn places_in_any_order(text in "[aé漢 ]{0,30}", picks in prop::collection::vec(any::<[usize; 2]>(), 0..8)) {
            let cuts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let cut = |pick: usize| cuts[pick % cuts.len()];
            let ranges: Vec<Range<usize>> =
                picks.iter().map(|&[a, b]| cut(a).min(cut(b))..cut(a).max(cut(b))).collect();
            let count = |end: usize| text[..end].chars().count();
            let naive: Vec<Range<usize>> = ranges.iter().map(|r| count(r.start)..count(r.end)).collect();
            prop_assert_eq!(code_points(&text, ranges), naive);
        }
    }

    #[test]
    fn code_points_step_forward_and_back() {
        let mut points = CodePoints::new("aé漢🙂z");
        assert_eq!(points.range(0..3), 0..2);
        assert_eq!(points.range(1..10), 1..4);
        assert_eq!(points.range(10..11), 4..5);
    }

    #[test]
    fn dropped_neighbours_take_one_entry() {
        let (mut one, mut many) = (OffsetMap::default(), OffsetMap::default());
        one.piece(1..1, 1..4);
        (1..4).for_each(|at| many.piece(1..1, at..at + 1));
        assert_eq!(many.runs.len(), one.runs.len());
        for (start, end) in [(0, 1), (1, 2), (0, 2), (1, 1), (2, 3)] {
            assert_eq!(many.original(start..end), one.original(start..end));
        }
    }

    #[test]
    fn a_dropped_stretch_belongs_to_neither_neighbour() {
        let mut map = OffsetMap::default();
        map.piece(1..1, 1..4); // "a---b" became "ab"
        assert_eq!(map.original(0..1), 0..1);
        assert_eq!(map.original(1..2), 4..5);
        assert_eq!(map.original(0..2), 0..5);
    }
}
