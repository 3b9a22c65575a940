//! Numbers that were meant to be just what they are, as residues modulo a prime, in which a zero is a zero.
//!
//! `3`, `0.25` and `2^-40` are binary numbers of few digits, `0.1` and `2.2e-9` are rounded, but nobody can have meant
//! another number: of all that round to it, the one of few decimal digits. What has many digits of either kind was
//! computed or measured, and is known up to rounding errors only.

use std::fmt::Write;

use base::Residue;

/// How many of the 52 binary digits of a number have to be zero for it to be meant so.
const SPARE: u32 = 32;
/// How many decimal digits a number may have that is meant so.
const DIGITS: usize = 12;

/// Whether a number has so few binary digits that it was meant to be just this one: whole numbers, halves, powers of two.
pub(crate) fn is_short(value: f64) -> bool {
    value.to_bits().trailing_zeros() >= SPARE
}

/// Tells which numbers were meant. It keeps the room in which digits are written.
#[derive(Debug, Default)]
pub(crate) struct ExactResidues {
    text: String,
}

impl ExactResidues {
    /// The number that was meant, if it is known.
    pub(crate) fn residue(&mut self, value: f64) -> Option<Residue> {
        if is_short(value) {
            return Residue::from_number(value);
        }
        self.text.clear();
        // The fewest digits that round to the number; writing to a string does not fail.
        let _ = write!(self.text, "{:e}", value.abs());
        let (digits, power) = self.text.split_once('e')?;
        let after = digits.len().saturating_sub(2);
        if after >= DIGITS {
            return None;
        }
        let all = digits.bytes().filter(u8::is_ascii_digit);
        let number = all.fold(0, |number, digit| 10 * number + u64::from(digit - b'0'));
        let size = Residue::whole(number).times(ten(power.parse::<i32>().ok()? - after as i32)?);
        Some(if value < 0.0 { size.negated() } else { size })
    }
}

/// A power of ten.
fn ten(power: i32) -> Option<Residue> {
    let (mut base, mut left, mut product) = (Residue::whole(10), power.unsigned_abs(), Residue::ONE);
    while left > 0 {
        if left & 1 == 1 {
            product = product.times(base);
        }
        base = base.times(base);
        left >>= 1;
    }
    if power < 0 { product.inverse() } else { Some(product) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_digits_are_meant_and_many_are_not() {
        let mut meant = ExactResidues::default();
        let mut of = |value: f64| meant.residue(value);
        let (tenth, fifth, third) = (of(0.1).unwrap(), of(-0.2).unwrap(), of(0.3).unwrap());
        assert_eq!(tenth.plus(third), fifth.negated().plus(fifth.negated()));
        assert_eq!(of(2.2e-9).unwrap().times(of(1e9).unwrap()), of(2.2).unwrap());
        assert_eq!(of(1e-14).unwrap().times(of(1e14).unwrap()), Residue::ONE);
        assert_eq!(of(2f64.powi(-40)).unwrap().times(of(2f64.powi(40)).unwrap()), Residue::ONE);
        assert_eq!((of(0.1 + 0.2), of(1.0 / 3.0), of(f64::NAN)), (None, None, None));
        assert_eq!(of(-0.0), Some(Residue::ZERO));
    }
}
