//! The norm in which errors are measured: one means as large as allowed.

use base::rms;

use crate::failure::{IntegrationFailure, IntegrationFailureKind, IntegrationResult};
use crate::{ErrorNorm, HybridDae, IntegratorOptions, ToleranceReference};

/// One divided by the error allowed, for each unknown.
#[derive(Clone, Debug)]
pub(crate) struct ErrorWeights {
    relative: f64,
    norm: ErrorNorm,
    /// The part of the largest value of any unknown of the same nominal value that counts, if past values do.
    share: Option<f64>,
    /// The smallest and the largest value of each unknown so far, and which nominal value it has.
    ranges: Vec<[f64; 2]>,
    groups: Vec<u32>,
    /// Unknowns in a row that have the same.
    runs: Vec<(std::ops::Range<usize>, u32)>,
    /// The largest range and the largest value for each nominal value.
    tops: Vec<[f64; 2]>,
    /// The absolute tolerance for each nominal value, and the weight that all its unknowns have; whether some have others.
    floors: Vec<f64>,
    alike: Vec<f64>,
    blurred: bool,
    /// The absolute tolerance of each unknown.
    floor: Vec<f64>,
    /// The weights; all unknowns count.
    pub(crate) all: Vec<f64>,
    /// Which unknowns count in the error test, as factors; empty if all do.
    counted: Vec<f64>,
    /// Whether the others do not count for Newton's method either: they are never good enough where steps are short, because
    /// they contain the last digits of others divided by the step.
    narrow: bool,
    /// How many these are: the others must not make the mean smaller.
    count: f64,
}

impl ErrorWeights {
    pub(crate) fn new(system: &dyn HybridDae, options: &IntegratorOptions) -> ErrorWeights {
        let factors = |flags: &[bool]| flags.iter().map(|&flag| f64::from(u8::from(flag))).collect();
        let counted = if !system.judged().is_empty() {
            factors(system.judged())
        } else if options.algebraic || system.differential().iter().all(|&d| d) {
            Vec::new()
        } else {
            factors(system.differential())
        };
        let share = match options.reference {
            ToleranceReference::Present => None,
            ToleranceReference::Swing(share) => Some(share),
        };
        let mut nominals: Vec<f64> = Vec::new();
        let mut groups = Vec::new();
        if share.is_some() {
            for nominal in system.nominal() {
                let at = nominals.iter().position(|known| known == nominal).unwrap_or_else(|| {
                    nominals.push(*nominal);
                    nominals.len() - 1
                });
                groups.push(at as u32);
            }
        }
        let mut runs: Vec<(std::ops::Range<usize>, u32)> = Vec::new();
        for (at, &group) in groups.iter().enumerate() {
            match runs.last_mut().filter(|run| run.1 == group) {
                Some(run) => run.0.end = at + 1,
                None => runs.push((at..at + 1, group)),
            }
        }
        ErrorWeights {
            relative: options.relative,
            runs,
            norm: options.norm,
            share,
            ranges: vec![[f64::INFINITY, f64::NEG_INFINITY]; groups.len()],
            groups,
            tops: vec![[0.0; 2]; nominals.len()],
            floors: nominals.iter().map(|nominal| options.absolute * nominal).collect(),
            alike: Vec::new(),
            blurred: false,
            floor: system.nominal().iter().map(|nominal| options.absolute * nominal).collect(),
            all: vec![0.0; system.size()],
            narrow: !system.judged().is_empty(),
            count: if counted.is_empty() { system.size() as f64 } else { counted.iter().sum() },
            counted,
        }
    }

    /// Sets the weights from the values of the unknowns.
    pub(crate) fn set(&mut self, y: &[f64], t: f64) -> IntegrationResult {
        let mut good = true;
        if let Some(share) = self.share
            && self.swing(y, share)
        {
            return Ok(());
        }
        self.blurred = true;
        for ((weight, floor), y) in self.all.iter_mut().zip(&self.floor).zip(y) {
            *weight = 1.0 / (self.relative * y.abs() + floor);
            good &= weight.is_finite();
        }
        if good {
            return Ok(());
        }
        let column = self.all.iter().position(|weight| !weight.is_finite());
        let kind = match column {
            Some(column) if y[column].is_finite() => IntegrationFailureKind::Absolute,
            _ => IntegrationFailureKind::NotFinite,
        };
        Err(IntegrationFailure::new(kind, t, 0.0).column(column))
    }

    /// The same from all values so far. False if something is not finite.
    fn swing(&mut self, y: &[f64], share: f64) -> bool {
        let mut sum = 0.0;
        for (run, group) in &self.runs {
            let top = &mut self.tops[*group as usize];
            sum += widen(&mut self.ranges[run.clone()], &y[run.clone()], top);
        }
        if sum != 0.0 {
            return false;
        }
        let of = |(top, floor): (&[f64; 2], &f64)| 1.0 / (self.relative * top[0].max(share * top[1]) + floor);
        let weights: Vec<f64> = self.tops.iter().zip(&self.floors).map(of).collect();
        if weights != self.alike || self.blurred {
            for (weight, &group) in self.all.iter_mut().zip(&self.groups) {
                *weight = weights[group as usize];
            }
            (self.alike, self.blurred) = (weights, false);
        }
        self.alike.iter().all(|weight| weight.is_finite())
    }

    /// Allows so much more for each unknown.
    pub(crate) fn add_noise(&mut self, more: &[f64]) {
        self.blurred |= !more.is_empty();
        for (weight, more) in self.all.iter_mut().zip(more) {
            *weight /= 1.0 + *weight * more;
        }
    }

    /// The size of a vector.
    pub(crate) fn norm(&self, v: &[f64]) -> f64 {
        if self.narrow {
            return self.error(|i| v[i]);
        }
        if self.norm == ErrorNorm::Largest {
            return most(v.iter().zip(&self.all).map(|(v, w)| v * w));
        }
        let sum: f64 = v.iter().zip(&self.all).map(|(v, w)| (v * w) * (v * w)).sum();
        rms(sum, v.len().max(1) as f64)
    }

    /// The same for the error test, where some unknowns may not count. `v` is given component by component, so that
    /// sums of vectors need no memory.
    pub(crate) fn error(&self, v: impl Fn(usize) -> f64) -> f64 {
        if self.norm == ErrorNorm::Largest {
            return if self.counted.is_empty() {
                most(self.all.iter().enumerate().map(|(i, w)| v(i) * w))
            } else {
                most(self.all.iter().zip(&self.counted).enumerate().map(|(i, (w, c))| v(i) * w * c))
            };
        }
        let sum: f64 = if self.counted.is_empty() {
            self.all.iter().enumerate().map(|(i, w)| (v(i) * w).powi(2)).sum()
        } else {
            self.all.iter().zip(&self.counted).enumerate().map(|(i, (w, c))| (v(i) * w * c).powi(2)).sum()
        };
        rms(sum, self.count.max(1.0))
    }

    /// Tells the weight of each unknown that counts in the error test.
    pub(crate) fn each(&self, mut tell: impl FnMut(usize, f64)) {
        if self.counted.is_empty() {
            self.all.iter().enumerate().for_each(|(i, w)| tell(i, *w));
        } else {
            self.all.iter().zip(&self.counted).enumerate().for_each(|(i, (w, c))| tell(i, w * c));
        }
    }

    /// The component that is largest in this norm.
    pub(crate) fn largest(&self, v: &[f64]) -> Option<usize> {
        let scaled = |i: usize| v[i] * self.all[i];
        largest((0..v.len()).map(scaled))
    }
}

/// Brings ranges up to date, and the largest range and the largest value of all. Zero, unless a value is not finite.
fn widen(ranges: &mut [[f64; 2]], values: &[f64], top: &mut [f64; 2]) -> f64 {
    // Side by side, so that no maximum waits for the one before. What is not a number is smaller than nothing.
    const LANES: usize = 4;
    let larger = |a: f64, b: f64| if a > b { a } else { b };
    let (mut widest, mut largest, mut sums) = ([top[0]; LANES], [top[1]; LANES], [0.0; LANES]);
    for (ranges, values) in ranges.chunks_mut(LANES).zip(values.chunks(LANES)) {
        for (lane, (range, &y)) in ranges.iter_mut().zip(values).enumerate() {
            *range = [-larger(-range[0], -y), larger(range[1], y)];
            widest[lane] = larger(widest[lane], range[1] - range[0]);
            largest[lane] = larger(largest[lane], y.abs());
            sums[lane] += 0.0 * y;
        }
    }
    *top = [widest.into_iter().fold(top[0], larger), largest.into_iter().fold(top[1], larger)];
    sums.iter().sum()
}

/// The largest number by magnitude. The bits of a number without its sign ascend with its size, and those of what is not a
/// number are above all others, which no floating-point maximum keeps.
fn most(values: impl Iterator<Item = f64>) -> f64 {
    const SIZE: u64 = !(1 << 63);
    f64::from_bits(values.fold(0, |most, value| most.max(value.to_bits() & SIZE)))
}

/// The index of the value that is not a number, or else of the largest one by magnitude.
pub(crate) fn largest(values: impl Iterator<Item = f64>) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (i, value) in values.enumerate() {
        if value.is_nan() {
            return Some(i);
        }
        if best.is_none_or(|(_, size)| value.abs() > size) {
            best = Some((i, value.abs()));
        }
    }
    best.map(|(i, _)| i)
}
