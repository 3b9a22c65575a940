//! Initial value problems with known digits: the public test set of Bari and CWI, release 2.4 (Mazzia and Magherini,
//! 2008), written down anew, and a ladder of diodes.
#![allow(
    dead_code,
    unused_imports,
    clippy::unwrap_used,
    clippy::excessive_precision,
    clippy::needless_range_loop
)]

mod chemistry;
mod circuits;
mod ladder;
mod mechanics;
mod number;
mod written;

pub(crate) use chemistry::{chemakzo, e5, hires, medakzo, oregonator, pollution, robertson, vdpol, vdpolm};
pub(crate) use circuits::{nand, ringmod, transamp};
pub(crate) use ladder::{diode_ladder, ladder};
pub(crate) use mechanics::{andrews, kepler, pendulum};
pub(crate) use number::Number;
pub(crate) use written::{Equations, Written};

use simulate::HybridDae;

/// A problem with its solution at the end.
pub(crate) struct Case {
    pub name: &'static str,
    pub system: Box<dyn HybridDae>,
    pub start: f64,
    pub stop: f64,
    pub y: Vec<f64>,
    /// A guess of the derivatives.
    pub yp: Vec<f64>,
    /// The values at the end that are known, by unknown.
    pub reference: Vec<(usize, f64)>,
    /// The absolute tolerance by the relative one.
    pub ratio: f64,
}

impl Case {
    pub(crate) fn new(
        name: &'static str,
        system: impl HybridDae + 'static,
        (start, stop): (f64, f64),
        y: &[f64],
    ) -> Case {
        let (system, yp) = (Box::new(system), vec![0.0; y.len()]);
        Case { name, system, start, stop, y: y.to_vec(), yp, reference: Vec::new(), ratio: 1.0 }
    }

    pub(crate) fn reference(mut self, reference: &[f64]) -> Case {
        self.reference = reference.iter().copied().enumerate().collect();
        self
    }

    pub(crate) fn ratio(mut self, ratio: f64) -> Case {
        self.ratio = ratio;
        self
    }

    /// Correct digits: of the worst component relative to its own size, and relative to a size that has the absolute
    /// tolerance added.
    pub(crate) fn digits(&self, y: &[f64]) -> (f64, f64) {
        let worst = |floor: f64| {
            let errors =
                self.reference.iter().map(|&(i, r)| ((y[i] - r).abs() / (floor + r.abs())).min(1e99));
            -errors.fold(1e-20, f64::max).log10()
        };
        (worst(0.0), worst(self.ratio))
    }
}

/// All problems that are small.
pub(crate) fn all() -> Vec<Case> {
    vec![
        hires(),
        pollution(),
        robertson(),
        vdpol(),
        vdpolm(),
        oregonator(),
        e5(),
        ringmod(),
        chemakzo(),
        transamp(),
        nand(),
        pendulum(),
        andrews(),
        medakzo(),
    ]
}
