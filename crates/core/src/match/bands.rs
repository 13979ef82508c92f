//! Candidates of MinHash: documents whose signatures agree in a whole band.

use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{Array, FixedSizeListArray};
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::r#match::pairs::{Pair, Pairs};
use crate::r#match::runs::pairs_of_runs;
use crate::r#match::sides::Sides;

/// How signatures are cut into bands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bands {
    pub bands: usize,
    /// Values per band.
    pub rows: usize,
}

/// Adds the pairs of documents that agree in all rows of at least one band to `found`, the smaller number
/// left; only pairs that `sides` compares. Scores are not known yet. A document without a signature is in no
/// pair.
pub fn band_pairs(
    signatures: &FixedSizeListArray,
    bands: Bands,
    sides: Sides,
    found: &Pairs,
    cancel: &Cancel,
) -> Result<()> {
    let table = BandedSignatures::new(signatures, bands)?;
    let mut keyed = Vec::new();
    cancel.begin(bands.bands);
    for band in 0..bands.bands {
        cancel.check()?;
        cancel.advance(1);
        let key = |&document: &u32| (table.key(document, band), document);
        table.documents.par_iter().map(key).collect_into_vec(&mut keyed);
        // A pair is added only by the first band in which it agrees, so no table is needed to remove repeated
        // pairs.
        let judge = |left, right| {
            table.first_band(left, right, band).then(|| Pair { left, right, ..Pair::default() })
        };
        pairs_of_runs(&mut keyed, sides, judge, found, cancel)?;
    }
    Ok(())
}

/// All signatures in one array.
struct BandedSignatures<'a> {
    values: &'a [u32],
    width: usize,
    rows: usize,
    /// The documents that have a signature.
    documents: Vec<u32>,
}

impl<'a> BandedSignatures<'a> {
    fn new(signatures: &'a FixedSizeListArray, bands: Bands) -> Result<Self> {
        let Bands { bands, rows } = bands;
        let width = signatures.value_length() as usize;
        let refused = |text: String| Err(Error::ParameterError(text));
        if bands == 0 || rows == 0 || bands.checked_mul(rows).is_none_or(|values| values > width) {
            return refused(format!(
                "bands: expected bands × rows from 1 to the {width} values of a signature, got {bands} × {rows}"
            ));
        }
        let Some(values) = signatures.values().as_primitive_opt::<UInt32Type>() else {
            return refused(format!("signatures: expected lists of uint32, got {}", signatures.data_type()));
        };
        let Ok(count) = u32::try_from(signatures.len()) else {
            return refused("signatures: expected at most 4,294,967,295, got more".into());
        };
        let documents = (0..count).filter(|&i| signatures.is_valid(i as usize)).collect();
        Ok(Self { values: values.values(), width, rows, documents })
    }

    fn band(&self, document: u32, band: usize) -> &[u32] {
        let start = document as usize * self.width + band * self.rows;
        &self.values[start..start + self.rows]
    }

    /// Equal bands have equal keys; different bands hardly ever do.
    fn key(&self, document: u32, band: usize) -> u64 {
        match self.band(document, band) {
            [one] => u64::from(*one),
            [one, two] => u64::from(*one) << 32 | u64::from(*two),
            rows => rows.iter().fold(0, |key, row| {
                let mut bytes = [0; 12];
                bytes[..8].copy_from_slice(&u64::to_le_bytes(key));
                bytes[8..].copy_from_slice(&row.to_le_bytes());
                xxh3_64(&bytes)
            }),
        }
    }

    /// Whether `band` is the first in which both agree. Keys may be equal by chance, so the rows are
    /// compared.
    fn first_band(&self, left: u32, right: u32, band: usize) -> bool {
        let agree = |band: usize| self.band(left, band) == self.band(right, band);
        agree(band) && !(0..band).any(agree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::types::UInt32Type;

    fn pairs(rows: &[Option<[u32; 4]>], bands: usize, each: usize) -> Result<Vec<(u32, u32)>> {
        let rows = rows.iter().map(|row| row.map(|row| row.map(Some)));
        let table = FixedSizeListArray::from_iter_primitive::<UInt32Type, _, _>(rows, 4);
        let found = Pairs::within(1 << 20);
        band_pairs(&table, Bands { bands, rows: each }, Sides::One, &found, &Cancel::default())?;
        let mut pairs: Vec<_> = found.into_vec()?.iter().map(|pair| (pair.left, pair.right)).collect();
        pairs.sort_unstable();
        Ok(pairs)
    }

    #[test]
    fn pairs_agree_in_a_band_and_are_told_once() {
        let rows =
            [Some([1, 2, 3, 4]), None, Some([1, 2, 3, 4]), Some([9, 9, 3, 4]), None, Some([2, 1, 4, 3])];
        assert_eq!(pairs(&rows, 2, 2).unwrap(), [(0, 2), (0, 3), (2, 3)]);
        assert_eq!(pairs(&rows, 1, 4).unwrap(), [(0, 2)]);
        assert_eq!(pairs(&rows, 1, 3).unwrap(), [(0, 2)]);
        assert_eq!(pairs(&rows, 4, 1).unwrap(), [(0, 2), (0, 3), (2, 3)]);
        assert_eq!(pairs(&[], 4, 1).unwrap(), []);
    }

    #[test]
    fn bands_must_fit() {
        for (bands, rows) in [(0, 4), (4, 0), (3, 2), (usize::MAX, 2)] {
            let message = pairs(&[], bands, rows).unwrap_err().to_string();
            assert!(message.ends_with(&format!("got {bands} × {rows}")), "{message}");
        }
    }
}
