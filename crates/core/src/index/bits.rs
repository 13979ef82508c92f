//! Numbers written bit by bit: what costs little is written in few bits.

/// Writes numbers, the lowest bit first.
#[derive(Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    word: u64,
    used: u32,
}

impl BitWriter {
    /// The lowest `width` bits of a number, at most 64.
    pub(super) fn bits(&mut self, value: u64, width: u32) {
        let value = value & mask(width);
        self.word |= value << self.used;
        let filled = self.used + width;
        if filled < 64 {
            self.used = filled;
            return;
        }
        self.bytes.extend_from_slice(&self.word.to_le_bytes());
        self.word = if self.used == 0 { 0 } else { value >> (64 - self.used) };
        self.used = filled - 64;
    }

    /// So many zeros, then a one.
    pub(super) fn unary(&mut self, mut zeros: u64) {
        while zeros >= 32 {
            self.bits(0, 32);
            zeros -= 32;
        }
        self.bits(1 << zeros, zeros as u32 + 1);
    }

    /// A number by Rice's code: its lowest `k` bits as they are, the rest unary. Good for gaps around `2^k`.
    pub(super) fn rice(&mut self, value: u64, k: u32) {
        self.unary(value.checked_shr(k).unwrap_or(0));
        self.bits(value, k);
    }

    /// A number from 1 by Elias' delta code: short for small ones, whatever the others are like.
    pub(super) fn delta(&mut self, value: u64) {
        let length = 64 - value.leading_zeros();
        let width = 32 - length.leading_zeros();
        self.unary(u64::from(width) - 1);
        self.bits(u64::from(length), width - 1);
        self.bits(value, length - 1);
    }

    pub(super) fn into_bytes(mut self) -> Vec<u8> {
        let rest = self.used.div_ceil(8) as usize;
        self.bytes.extend_from_slice(&self.word.to_le_bytes()[..rest]);
        self.bytes
    }
}

/// Reads what was written. Behind the end there are zeros, and `is_spent` says so.
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(super) fn is_spent(&self) -> bool {
        self.at > 8 * self.bytes.len()
    }

    /// The next bits, of which 57 are sure.
    #[inline]
    fn window(&self) -> u64 {
        let byte = self.at / 8;
        let word = match self.bytes.get(byte..byte + 8).map(<[u8; 8]>::try_from) {
            Some(Ok(word)) => u64::from_le_bytes(word),
            _ => self.last_word(byte),
        };
        word >> (self.at % 8)
    }

    #[cold]
    fn last_word(&self, byte: usize) -> u64 {
        let mut word = [0; 8];
        let rest = self.bytes.get(byte..).unwrap_or_default();
        word[..rest.len()].copy_from_slice(rest);
        u64::from_le_bytes(word)
    }

    #[inline]
    pub(super) fn bits(&mut self, width: u32) -> u64 {
        if width > 56 {
            return self.bits(32) | self.bits(width - 32) << 32;
        }
        let value = self.window() & mask(width);
        self.at += width as usize;
        value
    }

    #[inline]
    pub(super) fn unary(&mut self) -> u64 {
        let mut zeros = 0;
        loop {
            let window = self.window();
            if window != 0 {
                let here = window.trailing_zeros();
                self.at += here as usize + 1;
                return zeros + u64::from(here);
            }
            self.at += 56;
            zeros += 56;
            if self.is_spent() {
                return zeros;
            }
        }
    }

    #[inline]
    pub(super) fn rice(&mut self, k: u32) -> u64 {
        let high = self.unary();
        high.checked_shl(k).unwrap_or(0) | self.bits(k)
    }

    #[inline]
    pub(super) fn delta(&mut self) -> u64 {
        let width = self.unary().min(6) as u32 + 1;
        let length = (1 << (width - 1) | self.bits(width - 1) as u32).min(64);
        1 << (length - 1) | self.bits(length - 1)
    }
}

#[inline]
fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number() -> impl Strategy<Value = u64> {
        (0u32..64, any::<u64>()).prop_map(|(shift, value)| value >> shift)
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(numbers in prop::collection::vec((number(), 0u32..65, 0u32..64), 0..200)) {
            let mut out = BitWriter::default();
            for &(value, width, k) in &numbers {
                out.bits(value, width);
                out.rice(value >> k & 0xfff, k % 12);
                out.delta(value.max(1));
            }
            let bytes = out.into_bytes();
            let mut bits = BitReader::new(&bytes);
            for &(value, width, k) in &numbers {
                prop_assert_eq!(bits.bits(width), value & mask(width));
                prop_assert_eq!(bits.rice(k % 12), value >> k & 0xfff);
                prop_assert_eq!(bits.delta(), value.max(1));
            }
            prop_assert!(!bits.is_spent());
        }

        #[test]
        fn any_bytes_are_read_to_an_end(bytes in prop::collection::vec(any::<u8>(), 0..40), k in 0u32..64) {
            let mut bits = BitReader::new(&bytes);
            while !bits.is_spent() {
                bits.rice(k);
                bits.delta();
            }
        }
    }
}
