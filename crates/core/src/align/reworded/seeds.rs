//! Finds seeds: pairs of blocks that share more words than by chance.

use super::pair::TextPair;
use super::runs::CommonRuns;
use super::{Rectangle, Tuning};
use crate::cancel::Cancel;
use crate::error::Result;

/// If more than one in this many cells was touched, visiting all cells is faster than sorting the touched
/// ones.
const CROWDED: usize = 16;

/// The seeds, strongest first, and the common runs that were met on the way.
pub(super) fn find<'a>(
    pair: &'a TextPair,
    tuning: &Tuning,
    cancel: &Cancel,
) -> Result<(Vec<Rectangle>, CommonRuns<'a>)> {
    let mut grid = Grid::new(pair, tuning);
    let mut runs = CommonRuns::new(pair);
    let gain: Vec<f32> = pair
        .shared
        .iter()
        .map(|word| {
            if word.meetings <= tuning.meetings {
                word.rarity / (word.meetings as f32).sqrt().sqrt()
            } else {
                0.0
            }
        })
        .collect();
    for (i, &word) in pair.left.words.iter().enumerate() {
        if i.is_multiple_of(tuning.block) {
            cancel.check()?;
            grid.next_row();
        }
        let Some(shared) = pair.in_right(word).filter(|shared| shared.meetings <= tuning.meetings) else {
            continue;
        };
        let value = gain[word as usize];
        for &j in pair.right.text.places(shared.right) {
            let j = j as usize;
            grid.add(j, value);
            runs.meet(i, j);
        }
    }
    grid.next_row();
    grid.next_row();
    Ok((grid.seeds(pair), runs.finish()))
}

/// Two rows of the grid at a time, so memory grows with one text and not with the product of both. Only
/// touched cells are visited, so time does not grow with the number of all cells either.
struct Grid {
    block: usize,
    least: f32,
    /// The row that is being filled, counted from 1.
    row: usize,
    filling: GridRow,
    above: GridRow,
    strong: Vec<(f32, usize, usize)>,
}

struct GridRow {
    cells: Vec<f32>,
    /// Columns of the row to which something was added.
    touched: Vec<usize>,
}

impl GridRow {
    fn new(columns: usize) -> Self {
        Self { cells: vec![0.0; columns], touched: Vec::new() }
    }

    fn clear(&mut self) {
        self.touched.drain(..).for_each(|column| self.cells[column] = 0.0);
    }
}

impl Grid {
    fn new(pair: &TextPair, tuning: &Tuning) -> Self {
        let columns = pair.right.words.len() / tuning.block + 1;
        let (filling, above) = (GridRow::new(columns), GridRow::new(columns));
        Self { block: tuning.block, least: tuning.seed, row: 0, filling, above, strong: Vec::new() }
    }

    #[inline]
    fn add(&mut self, j: usize, value: f32) {
        let cell = &mut self.filling.cells[j / self.block];
        if *cell == 0.0 {
            self.filling.touched.push(j / self.block);
        }
        *cell += value;
    }

    /// Sums the 2 × 2 cells of the last two rows and begins a new row.
    fn next_row(&mut self) {
        if self.row >= 2 {
            let columns = self.columns();
            let sum = |q: usize| match self.filling.cells.get(q) {
                Some(cell) => self.above.cells[q] + cell,
                None => 0.0,
            };
            let cell = |&q: &usize| (sum(q) + sum(q + 1), self.row - 2, q);
            self.strong.extend(columns.iter().map(cell).filter(|cell| cell.0 >= self.least));
        }
        self.row += 1;
        std::mem::swap(&mut self.filling, &mut self.above);
        self.filling.clear();
    }

    /// The columns where a sum can be more than zero, in order.
    fn columns(&self) -> Vec<usize> {
        if (self.above.touched.len() + self.filling.touched.len()) * CROWDED > self.filling.cells.len() {
            return (0..self.filling.cells.len()).collect();
        }
        let touched = self.above.touched.iter().chain(&self.filling.touched);
        let mut columns: Vec<usize> = touched.flat_map(|&q| [q.saturating_sub(1), q]).collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    }

    fn seeds(mut self, pair: &TextPair) -> Vec<Rectangle> {
        self.strong.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let (block, left, right) = (self.block, pair.left.words.len(), pair.right.words.len());
        let rectangle = |&(_, p, q): &(f32, usize, usize)| Rectangle {
            i0: p * block,
            i1: ((p + 2) * block).min(left),
            j0: q * block,
            j1: ((q + 2) * block).min(right),
        };
        self.strong.iter().map(rectangle).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::words::StemmedWords;
    use proptest::prelude::*;

    /// All cells at once, straight from the definition.
    fn naive(pair: &TextPair, tuning: &Tuning) -> Vec<(usize, usize)> {
        let (block, left, right) = (tuning.block, &pair.left.words, &pair.right.words);
        let mut cells = vec![vec![0.0f32; right.len() / block + 2]; left.len().div_ceil(block) + 1];
        for (i, a) in left.iter().enumerate() {
            for (j, _) in right.iter().enumerate().filter(|(_, b)| a == *b) {
                let word = pair.shared[*a as usize];
                if word.meetings <= tuning.meetings {
                    cells[i / block][j / block] += word.rarity / (word.meetings as f32).sqrt().sqrt();
                }
            }
        }
        let sum =
            |p: usize, q: usize| (cells[p][q] + cells[p + 1][q]) + (cells[p][q + 1] + cells[p + 1][q + 1]);
        let all = (0..cells.len() - 1).flat_map(|p| (0..cells[0].len() - 1).map(move |q| (p, q)));
        all.filter(|&(p, q)| sum(p, q) >= tuning.seed).map(|(p, q)| (p * block, q * block)).collect()
    }

    proptest! {
        #[test]
        fn cells_equal_the_full_grid(
            left in "([a-f]{1,2} ){3,60}", right in "([a-f]{1,2} ){3,60}", block in 1usize..7, seed in 1u8..20
        ) {
            let (left, right) = (StemmedWords::new(&left).unwrap(), StemmedWords::new(&right).unwrap());
            let tuning = Tuning { block, seed: f32::from(seed), meetings: 12, rare: 5.0, ..Tuning::default() };
            let pair = TextPair::new(&left, &right, &tuning);
            let (seeds, _) = find(&pair, &tuning, &Cancel::default()).unwrap();
            let mut found: Vec<_> = seeds.iter().map(|r| (r.i0, r.j0)).collect();
            found.sort_unstable();
            prop_assert_eq!(found, naive(&pair, &tuning));
        }
    }
}
