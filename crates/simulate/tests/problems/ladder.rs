//! Ladders of resistors and capacitors, plain and with a diode to ground at each node.

use super::Case;
use simulate::{HybridDae, Pattern, SystemError};
use std::f64::consts::PI;

struct Ladder {
    n: usize,
    resistance: f64,
    capacity: f64,
    /// The source: amplitude and angular frequency.
    source: (f64, f64),
    diode: bool,
    pattern: Pattern,
    differential: Vec<bool>,
    nominal: Vec<f64>,
}

const THERMAL: f64 = 0.025852;

impl Ladder {
    fn new(n: usize, resistance: f64, capacity: f64, source: (f64, f64), diode: bool) -> Ladder {
        let around = |j: usize| (j.saturating_sub(1)..(j + 2).min(n)).map(|i| i as u32).collect::<Vec<_>>();
        Ladder {
            n,
            resistance,
            capacity,
            source,
            diode,
            pattern: Pattern::from_columns((0..n).map(around)).unwrap(),
            differential: vec![true; n],
            nominal: vec![1.0; n],
        }
    }
}

impl HybridDae for Ladder {
    fn size(&self) -> usize {
        self.n
    }
    fn pattern(&self) -> &Pattern {
        &self.pattern
    }
    fn differential(&self) -> &[bool] {
        &self.differential
    }
    fn nominal(&self) -> &[f64] {
        &self.nominal
    }
    fn residual(&mut self, t: f64, y: &[f64], yp: &[f64], r: &mut [f64]) -> Result<(), SystemError> {
        let mut before = self.source.0 * (self.source.1 * t).sin();
        for k in 0..self.n {
            let mut i = (before - y[k]) / self.resistance;
            if k + 1 < self.n {
                i -= (y[k] - y[k + 1]) / self.resistance;
            }
            if self.diode {
                let x = y[k] / THERMAL;
                if x > 300.0 {
                    return Err(SystemError::Domain { row: Some(k) });
                }
                i -= 1e-14 * (x.exp() - 1.0);
            }
            r[k] = yp[k] - i / self.capacity;
            before = y[k];
        }
        Ok(())
    }
    fn jacobian(
        &mut self,
        _: f64,
        y: &[f64],
        _: &[f64],
        c: f64,
        values: &mut [f64],
    ) -> Result<(), SystemError> {
        let g = 1.0 / (self.resistance * self.capacity);
        let mut k = 0;
        for j in 0..self.n {
            let last = j + 1 == self.n;
            if j > 0 {
                values[k] = -g;
                k += 1;
            }
            let diode =
                if self.diode { 1e-14 / THERMAL * (y[j] / THERMAL).exp() / self.capacity } else { 0.0 };
            values[k] = c + if last { g } else { 2.0 * g } + diode;
            k += 1;
            if !last {
                values[k] = -g;
                k += 1;
            }
        }
        Ok(())
    }
}

/// The plain ladder; the exact voltages of the fifth and the tenth node are known.
pub(crate) fn ladder(n: usize) -> Case {
    let system = Ladder::new(n, 1e3, 1e-12, (1.0, 2.0 * PI * 1e8), false);
    let mut case = Case::new("rc", system, (0.0, 1e-6), &vec![0.0; n]).ratio(1e-3);
    case.reference = if n >= 1000 {
        vec![(4, -2.28941920201849e-2), (9, 2.51874900839307e-3)]
    } else {
        vec![(4, -2.289407601845811e-2), (9, 2.519002866068581e-3)]
    };
    case
}

/// The ladder with diodes. The voltage of the fifth node to nine digits, in which this integrator and CVODE agree at
/// tolerances of 1e-11 and 1e-10.
pub(crate) fn diode_ladder(n: usize) -> Case {
    let system = Ladder::new(n, 100.0, 1.1e-12, (5.0, 2.0 * PI * 1e7), true);
    let mut case = Case::new("diode", system, (0.0, 1e-6), &vec![0.0; n]).ratio(1e-3);
    case.reference = vec![(4, if n < 100 { -1.26543674 } else { -1.23210942 })];
    case
}
