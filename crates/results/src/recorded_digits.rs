//! How exact the numbers of a table are, by their texts.
//!
//! A program that writes a table keeps so many significant digits of each number (`%.6g`), or so many decimals (`%.6f`). Which of
//! both it was shows in the texts: of numbers with a fixed number of decimals all have as many, and of others many have as many
//! digits as the longest. What has few digits may be exact, or may have been rounded to something short; it is told by the
//! columns beside it, because a program writes them all alike.

use certify::RecordedPrecision;

/// Numbers with fewer digits were written by hand, and they are meant.
const LEAST_DIGITS: usize = 5;

/// The same of a fixed number of decimals.
const LEAST_DECIMALS: usize = 3;

/// Numbers with so many digits are as the machine has them.
const ALL_DIGITS: usize = 15;

/// A column of fewer different numbers tells less of how it was written than one of more.
const LEAST_NUMBERS: usize = 5;

/// If numbers are cut off at the digits of the longest, one of so many is as long.
const ONE_OF: usize = 5;

/// Instants are cut off where that is less than this part of the usual step: those of a grid of milliseconds are exact.
const FINE: f64 = 1e-3;

/// The digits of the numbers of a column.
#[derive(Clone, Default)]
pub(crate) struct ColumnDigits {
    /// How many numbers have how many significant digits.
    digits: [usize; 18],
    /// The fewest and the most decimals.
    decimals: Option<(usize, usize)>,
    exponents: bool,
    /// How often the number differs from that before.
    changes: usize,
    last: String,
}

impl ColumnDigits {
    /// Looks at a number; whole ones are exact.
    pub(crate) fn see(&mut self, text: &str) {
        if self.last != text {
            self.changes += 1;
            text.clone_into(&mut self.last);
        }
        if !text.contains(['.', 'e', 'E']) {
            return;
        }
        let mantissa = text.split(['e', 'E']).next().unwrap_or(text);
        self.exponents |= mantissa.len() != text.len();
        let digits = mantissa.bytes().filter(u8::is_ascii_digit).skip_while(|&digit| digit == b'0');
        self.digits[digits.count().min(17)] += 1;
        let decimals = mantissa.split_once('.').map_or(0, |parts| parts.1.len());
        let (least, most) = self.decimals.unwrap_or((decimals, decimals));
        self.decimals = Some((least.min(decimals), most.max(decimals)));
    }

    /// How exact the numbers are, if there are enough to tell.
    fn precision(&self, least: usize) -> Option<RecordedPrecision> {
        if self.changes < least {
            return None;
        }
        let Some(absolute) = self.fixed() else { return self.relative().map(RecordedPrecision::relative) };
        // Numbers that have as many digits as well may have been written either way.
        let alike = self.digits.iter().filter(|&&count| count > 0).count() == 1;
        let relative = self.relative().filter(|_| alike).unwrap_or(f64::EPSILON);
        Some(RecordedPrecision { relative, absolute })
    }

    /// Half a unit of the last decimal, if all numbers have as many.
    fn fixed(&self) -> Option<f64> {
        let (least, most) = self.decimals?;
        let fixed = !self.exponents && least == most && (LEAST_DECIMALS..ALL_DIGITS).contains(&most);
        (fixed && self.changes >= LEAST_NUMBERS).then(|| half_unit(most))
    }

    /// Half a unit of the last digit, in parts of the smallest number that begins with a one, if numbers are cut off there: then
    /// many have that many digits.
    fn relative(&self) -> Option<f64> {
        let most = self.digits.iter().rposition(|&count| count > 0)?;
        let all: usize = self.digits.iter().sum();
        let cut = ONE_OF * self.digits[most] >= all;
        match most {
            ALL_DIGITS.. => Some(f64::EPSILON),
            LEAST_DIGITS.. if cut => Some(half_unit(most - 1)),
            _ => None,
        }
    }

    /// How exact times are, which are `step` apart: an event has more decimals than a grid.
    pub(crate) fn of_times(&self, step: f64) -> RecordedPrecision {
        let Some((_, most)) = self.decimals.filter(|_| !self.exponents) else {
            return RecordedPrecision::FULL;
        };
        let cut = half_unit(most);
        if 2.0 * cut > FINE * step {
            return RecordedPrecision::FULL;
        }
        let long = self.digits.iter().rposition(|&count| count > 0).unwrap_or(1).max(1);
        RecordedPrecision { relative: half_unit(long - 1), absolute: cut }
    }
}

/// How exact each of the columns of a table is.
pub(crate) fn precisions(columns: &[ColumnDigits]) -> Vec<RecordedPrecision> {
    let tell = |least: usize| columns.iter().map(|column| column.precision(least)).collect::<Vec<_>>();
    let mut told = tell(LEAST_NUMBERS);
    if told.iter().all(Option::is_none) {
        told = tell(1);
    }
    // What tells nothing is as exact as the most exact that does.
    let finer = |a: f64, b: f64| {
        if a == 0.0 {
            b
        } else if b == 0.0 {
            a
        } else {
            a.min(b)
        }
    };
    let beside = told.iter().flatten().copied().reduce(|a, b| RecordedPrecision {
        relative: a.relative.min(b.relative),
        absolute: finer(a.absolute, b.absolute),
    });
    let beside = beside.unwrap_or(RecordedPrecision::FULL);
    told.into_iter().map(|own| own.unwrap_or(beside)).collect()
}

/// Half a unit of the last of so many decimals.
fn half_unit(decimals: usize) -> f64 {
    0.5 * 10f64.powi(-(decimals as i32))
}
