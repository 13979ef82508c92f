//! Joins runs that follow each other across small edits to chains.

use super::Verbatim;
use super::runs::EqualRun;
use crate::align::Block;
use crate::cancel::Cancel;
use crate::error::Result;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chain {
    pub i0: usize,
    pub i1: usize,
    pub j0: usize,
    pub j1: usize,
    /// Words that both sides have in the same order.
    pub common: usize,
}

impl From<Chain> for Block {
    fn from(chain: Chain) -> Self {
        Block { left: chain.i0..chain.i1, right: chain.j0..chain.j1 }
    }
}

/// A run is compared with at most this many chains; repeated text could leave any number of them open.
const OPEN: usize = 16;
/// Words that must agree behind an edit at the end of a chain, and the words that this edit may touch on
/// either side.
const AGREE: usize = 2;
const EDIT: usize = 2;

/// The chains in the order of the left text.
pub(super) fn join(
    runs: Vec<EqualRun>,
    left: &[u64],
    right: &[u64],
    options: &Verbatim,
    cancel: &Cancel,
) -> Result<Vec<Chain>> {
    let mut chains: Vec<Chain> = Vec::new();
    for run in runs {
        cancel.check()?;
        let recent = chains.len().saturating_sub(OPEN)..chains.len();
        let followed =
            chains[recent].iter_mut().rev().find_map(|chain| Some((follow(chain, &run, options)?, chain)));
        match followed {
            Some((next, chain)) => *chain = next,
            None => chains.push(Chain {
                i0: run.i,
                i1: run.i + run.length,
                j0: run.j,
                j1: run.j + run.length,
                common: run.length,
            }),
        }
    }
    let mut taken = (vec![false; left.len()], vec![false; right.len()]);
    for chain in &chains {
        taken.0[chain.i0..chain.i1].fill(true);
        taken.1[chain.j0..chain.j1].fill(true);
    }
    for chain in &mut chains {
        cancel.check()?;
        extend_right(chain, left, right, &mut taken);
        extend_left(chain, left, right, &mut taken);
    }
    Ok(chains)
}

/// The chain extended by a run, if only a small edit is between them. The end of the chain and the start of
/// the run may overlap, by the same number of words on both sides.
fn follow(chain: &Chain, run: &EqualRun, options: &Verbatim) -> Option<Chain> {
    let overlap = chain.i1.saturating_sub(run.i).max(chain.j1.saturating_sub(run.j));
    if overlap >= run.length || run.i < chain.i0 || run.j < chain.j0 {
        return None;
    }
    let (i, j, length) = (run.i + overlap, run.j + overlap, run.length - overlap);
    let gaps = (i - chain.i1, j - chain.j1);
    let most = options.gap.min(chain.common).min(length);
    let near = gaps.0.max(gaps.1) <= most && gaps.0.abs_diff(gaps.1) <= options.shift;
    near.then_some(Chain { i1: i + length, j1: j + length, common: chain.common + length, ..*chain })
}

/// Extends the end of a chain as long as the words agree again after a small edit.
fn extend_right(chain: &mut Chain, left: &[u64], right: &[u64], taken: &mut (Vec<bool>, Vec<bool>)) {
    while let Some((di, dj)) =
        edit(&left[chain.i1..], &right[chain.j1..], &taken.0[chain.i1..], &taken.1[chain.j1..])
    {
        let (i, j) = (chain.i1 + di, chain.j1 + dj);
        let length = (0..)
            .take_while(|&k| {
                i + k < left.len()
                    && j + k < right.len()
                    && left[i + k] == right[j + k]
                    && !taken.0[i + k]
                    && !taken.1[j + k]
            })
            .count();
        taken.0[chain.i1..i + length].fill(true);
        taken.1[chain.j1..j + length].fill(true);
        (chain.i1, chain.j1, chain.common) = (i + length, j + length, chain.common + length);
    }
}

fn extend_left(chain: &mut Chain, left: &[u64], right: &[u64], taken: &mut (Vec<bool>, Vec<bool>)) {
    let back =
        |words: &[u64], end: usize| words[..end].iter().rev().take(AGREE + EDIT).copied().collect::<Vec<_>>();
    let free = |words: &[bool], end: usize| {
        words[..end].iter().rev().take(AGREE + EDIT).copied().collect::<Vec<_>>()
    };
    while let Some((di, dj)) = edit(
        &back(left, chain.i0),
        &back(right, chain.j0),
        &free(&taken.0, chain.i0),
        &free(&taken.1, chain.j0),
    ) {
        let (i, j) = (chain.i0 - di, chain.j0 - dj);
        let length = (1..)
            .take_while(|&k| {
                k <= i && k <= j && left[i - k] == right[j - k] && !taken.0[i - k] && !taken.1[j - k]
            })
            .count();
        taken.0[i - length..chain.i0].fill(true);
        taken.1[j - length..chain.j0].fill(true);
        (chain.i0, chain.j0, chain.common) = (i - length, j - length, chain.common + length);
    }
}

/// The smallest edit after which the next words agree, as numbers of words on either side. It must not touch
/// words that are taken.
fn edit(left: &[u64], right: &[u64], left_taken: &[bool], right_taken: &[bool]) -> Option<(usize, usize)> {
    let free = |taken: &[bool], most: usize| taken.iter().take(most).take_while(|&&taken| !taken).count();
    let (left, right) = (&left[..free(left_taken, AGREE + EDIT)], &right[..free(right_taken, AGREE + EDIT)]);
    let agree = |di: usize, dj: usize| matches!((left.get(di..di + AGREE), right.get(dj..dj + AGREE)), (Some(a), Some(b)) if a == b);
    let edits = (1..=2 * EDIT).flat_map(|sum| (0..=sum).map(move |di| (di, sum - di)));
    edits.filter(|&(di, dj)| di.max(dj) <= EDIT).find(|&(di, dj)| agree(di, dj))
}
