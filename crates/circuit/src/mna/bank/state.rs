//! What is known of one device: where it was evaluated, what it told, and its part of the matrix.

use super::DeviceSums;
use crate::Response;

/// From these on, numbers leave too much behind when they are taken out of a sum: amperes, coulombs, siemens, farads.
pub(super) const LARGE: [f64; 4] = [10.0, 1e-6, 1e4, 1e-2];

/// How much some numbers are together; not finite if one of them is not.
pub(super) fn total(numbers: &[f64]) -> f64 {
    // Sums side by side do not wait for each other.
    let mut sums = [0.0; 4];
    let chunks = numbers.chunks_exact(sums.len());
    let rest = chunks.remainder().iter().fold(0.0, |sum, number| sum + number.abs());
    for chunk in chunks {
        for (sum, number) in sums.iter_mut().zip(chunk) {
            *sum += number.abs();
        }
    }
    sums.iter().sum::<f64>() + rest
}

/// The part of a diagonal of the matrix that may be gone before small corrections say nothing any more.
const MOST: f64 = 0.5;

/// What is known of a device.
#[derive(Clone)]
pub(super) struct DeviceState<const N: usize> {
    /// Where it was evaluated, if it was.
    pub(super) seen: [f64; N],
    pub(super) response: Response<N>,
    /// What it tells the circuit now.
    pub(super) current: [f64; N],
    pub(super) charge: [f64; N],
    pub(super) totals: [f64; 2],
    /// Its part of the matrix.
    pub(super) conductance: [[f64; N]; N],
    pub(super) capacitance: [[f64; N]; N],
    pub(super) large: bool,
    pub(super) limited: bool,
    /// Whether its part of the matrix is old, and much larger than now.
    pub(super) stale: bool,
    pub(super) outdated: bool,
}

impl<const N: usize> DeviceState<N> {
    pub(super) fn new() -> DeviceState<N> {
        DeviceState {
            seen: [f64::NAN; N],
            response: Response::default(),
            current: [0.0; N],
            charge: [0.0; N],
            totals: [0.0; 2],
            conductance: [[0.0; N]; N],
            capacitance: [[0.0; N]; N],
            large: false,
            limited: false,
            stale: false,
            outdated: false,
        }
    }

    /// Whether the device has become so much less conductive than in the matrix that this is most of what stands there.
    pub(super) fn outdated(&self, spots: &[u32; N], sums: &DeviceSums) -> bool {
        let (now, then) = (&self.response, (&self.conductance, &self.capacitance));
        (0..N).any(|at| {
            let less = then.0[at][at] - now.conductance[at][at];
            let less = less + sums.c * (then.1[at][at] - now.capacitance[at][at]);
            less > MOST * sums.heads[spots[at] as usize].abs()
        })
    }

    /// Currents and charges at other voltages by the expansion.
    pub(super) fn expand(&self, v: &[f64; N]) -> ([f64; N], [f64; N]) {
        let response = &self.response;
        if *v == self.seen {
            return (response.current, response.charge);
        }
        let step: [f64; N] = std::array::from_fn(|at| v[at] - self.seen[at]);
        let along = |values: &[f64; N], slopes: &[[f64; N]; N]| {
            let mut all = *values;
            for (value, slopes) in all.iter_mut().zip(slopes) {
                *value += slopes.iter().zip(&step).map(|(slope, step)| slope * step).sum::<f64>();
            }
            all
        };
        (along(&response.current, &response.conductance), along(&response.charge, &response.capacitance))
    }
}

/// The voltages of some unknowns.
pub(super) fn voltages<const N: usize>(spots: &[u32; N], all: &[f64]) -> [f64; N] {
    let mut own = [0.0; N];
    for (own, &spot) in own.iter_mut().zip(spots) {
        *own = all[spot as usize];
    }
    own
}

/// How far two points are apart in any direction.
pub(super) fn distance<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    let mut most = 0.0;
    for (a, b) in a.iter().zip(b) {
        let size = (a - b).abs();
        // What is not a number is far away, and stays so.
        if size > most || size.is_nan() {
            most = size;
        }
    }
    most
}
