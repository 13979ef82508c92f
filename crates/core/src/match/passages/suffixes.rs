//! A suffix array by induced sorting (Nong, Zhang and Chan 2009), and the common prefixes of neighbours in it
//! (Kasai et al. 2001). Both are linear for every input.

use crate::r#match::passages::atoms::BREAK;

const NONE: u32 = u32::MAX;

/// The suffixes of `symbols` in sorted order, each as its start. Symbols are below `alphabet`.
pub(super) fn suffix_array(symbols: &[u32], alphabet: usize) -> Vec<u32> {
    let count = symbols.len();
    if count <= 1 {
        return (0..count as u32).collect();
    }
    let sorter = Sorter::new(symbols, alphabet);
    let leftmost = sorter.leftmost();
    let suffixes = sorter.induced(&leftmost);
    if leftmost.is_empty() {
        return suffixes;
    }
    let (named, names) = sorter.named(&leftmost, &suffixes);
    drop(suffixes);
    let mut order = suffix_array(&named, names);
    drop(named);
    order.iter_mut().for_each(|place| *place = leftmost[*place as usize]);
    drop(leftmost);
    sorter.induced(&order)
}

struct Sorter<'a> {
    symbols: &'a [u32],
    /// Whether each suffix is smaller than the next one.
    rises: Vec<bool>,
    /// Where the falling and the rising suffixes of each symbol begin.
    falling: Vec<u32>,
    rising: Vec<u32>,
}

impl<'a> Sorter<'a> {
    fn new(symbols: &'a [u32], alphabet: usize) -> Self {
        let mut rises = vec![false; symbols.len()];
        for i in (0..symbols.len() - 1).rev() {
            let (this, next) = (symbols[i], symbols[i + 1]);
            rises[i] = this < next || (this == next && rises[i + 1]);
        }
        let (mut falling, mut rising) = (vec![0; alphabet + 1], vec![0; alphabet + 1]);
        for (&symbol, &rises) in symbols.iter().zip(&rises) {
            let counts = if rises { &mut rising } else { &mut falling };
            counts[symbol as usize] += 1;
        }
        let mut sum = 0;
        for (falling, rising) in falling.iter_mut().zip(&mut rising) {
            let (falls, rises) = (*falling, *rising);
            *falling = sum;
            *rising = sum + falls;
            sum += falls + rises;
        }
        Self { symbols, rises, falling, rising }
    }

    /// The rising suffixes that follow a falling one.
    fn leftmost(&self) -> Vec<u32> {
        (1..self.symbols.len() as u32).filter(|&i| self.is_leftmost(i)).collect()
    }

    fn is_leftmost(&self, i: u32) -> bool {
        i > 0 && self.rises[i as usize] && !self.rises[i as usize - 1]
    }

    /// All suffixes, sorted as far as the order of the leftmost ones determines it.
    fn induced(&self, leftmost: &[u32]) -> Vec<u32> {
        let mut sorted = vec![NONE; self.symbols.len()];
        let put = |sorted: &mut Vec<u32>, slot: u32, i: u32| sorted[slot as usize] = i;
        let mut next = self.rising.clone();
        for &i in leftmost {
            let slot = &mut next[self.symbols[i as usize] as usize];
            put(&mut sorted, *slot, i);
            *slot += 1;
        }
        let mut next = self.falling.clone();
        let last = self.symbols.len() as u32 - 1;
        let fall = |i: u32, sorted: &mut Vec<u32>, next: &mut Vec<u32>| {
            let slot = &mut next[self.symbols[i as usize] as usize];
            put(sorted, *slot, i);
            *slot += 1;
        };
        fall(last, &mut sorted, &mut next);
        for place in 0..sorted.len() {
            let i = sorted[place];
            if i != NONE && i > 0 && !self.rises[i as usize - 1] {
                fall(i - 1, &mut sorted, &mut next);
            }
        }
        // The rising suffixes of a symbol end where the falling ones of the next symbol begin.
        let mut next = self.falling.clone();
        for place in (0..sorted.len()).rev() {
            let i = sorted[place];
            if i != NONE && i > 0 && self.rises[i as usize - 1] {
                let slot = &mut next[self.symbols[i as usize - 1] as usize + 1];
                *slot -= 1;
                put(&mut sorted, *slot, i - 1);
            }
        }
        sorted
    }

    /// The stretches between leftmost suffixes, each with a name in the order of the stretches; and the
    /// number of names.
    fn named(&self, leftmost: &[u32], sorted: &[u32]) -> (Vec<u32>, usize) {
        let mut place = vec![NONE; self.symbols.len()];
        leftmost.iter().enumerate().for_each(|(at, &i)| place[i as usize] = at as u32);
        let stretch = |i: u32| {
            let end = leftmost
                .get(place[i as usize] as usize + 1)
                .map_or(self.symbols.len(), |&end| end as usize + 1);
            &self.symbols[i as usize..end]
        };
        let mut names = vec![0; leftmost.len()];
        let (mut name, mut before) = (0, None);
        for &i in sorted.iter().filter(|&&i| i != NONE && self.is_leftmost(i)) {
            // The last stretch has no end of its own and is equal to no other.
            let is_last = |i: u32| place[i as usize] as usize + 1 == leftmost.len();
            if before.is_some_and(|other| stretch(other) != stretch(i) || is_last(other) || is_last(i)) {
                name += 1;
            }
            names[place[i as usize] as usize] = name;
            before = Some(i);
        }
        (names, name as usize + 1)
    }
}

/// For each suffix but the first, how many symbols it shares with the previous one in the order, up to the
/// next break.
pub(super) fn common(symbols: &[u32], suffixes: &[u32]) -> Vec<u32> {
    let mut before = vec![NONE; symbols.len()];
    suffixes.windows(2).for_each(|pair| before[pair[1] as usize] = pair[0]);
    let mut shared = vec![0; symbols.len()];
    let mut length = 0usize;
    for i in 0..symbols.len() {
        if symbols[i] == BREAK || before[i] == NONE {
            length = 0;
            continue;
        }
        let other = before[i] as usize;
        while let (Some(&a), Some(&b)) = (symbols.get(i + length), symbols.get(other + length))
            && a == b
            && a != BREAK
        {
            length += 1;
        }
        shared[i] = length as u32;
        length = length.saturating_sub(1);
    }
    suffixes.iter().map(|&i| shared[i as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn suffixes_are_in_order(symbols in proptest::collection::vec(0u32..4, 0..60)) {
            let mut naive: Vec<u32> = (0..symbols.len() as u32).collect();
            naive.sort_by_key(|&i| &symbols[i as usize..]);
            prop_assert_eq!(&suffix_array(&symbols, 4), &naive);
            let shares = |a: u32, b: u32| {
                let pairs = symbols[a as usize..].iter().zip(&symbols[b as usize..]);
                pairs.take_while(|(a, b)| a == b && **a != BREAK).count() as u32
            };
            let expected: Vec<u32> =
                (0..naive.len()).map(|r| if r == 0 { 0 } else { shares(naive[r - 1], naive[r]) }).collect();
            prop_assert_eq!(common(&symbols, &naive), expected);
        }
    }
}
