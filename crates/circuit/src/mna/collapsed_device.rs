//! Devices without series resistances: what is inside is what is outside.
//!
//! Nearly all devices of large circuits are such. With one terminal in the place of two, what is known of a device takes
//! half the memory, and memory is what circuits of ten thousand devices wait for.

use super::bank::Device;
use crate::Response;

/// A device of M terminals as one of N, because some of its terminals are others.
pub(super) struct CollapsedDevice<D, const M: usize, const N: usize> {
    device: D,
    /// The terminal that each of the device is.
    same: [usize; M],
}

impl<D: Device<M>, const M: usize, const N: usize> CollapsedDevice<D, M, N> {
    /// A device whose last terminals are all some of its first N; else the device itself.
    pub(super) fn new(device: D, internal: &[Option<usize>]) -> Result<Self, D> {
        let mut same = std::array::from_fn(|at| at);
        for (inner, outer) in same[N..].iter_mut().zip(internal) {
            match outer {
                Some(outer) => *inner = *outer,
                None => return Err(device),
            }
        }
        Ok(CollapsedDevice { device, same })
    }

    fn spread(&self, v: &[f64; N]) -> [f64; M] {
        self.same.map(|at| v[at])
    }
}

impl<D: Device<M>, const M: usize, const N: usize> Device<N> for CollapsedDevice<D, M, N> {
    fn evaluate(&self, v: &[f64; N], out: &mut Response<N>) {
        let mut all = Response::<M>::default();
        self.device.evaluate(&self.spread(v), &mut all);
        *out = Response::default();
        for (row, &at) in self.same.iter().enumerate() {
            out.current[at] += all.current[row];
            out.charge[at] += all.charge[row];
            for (column, &by) in self.same.iter().enumerate() {
                out.conductance[at][by] += all.conductance[row][column];
                out.capacitance[at][by] += all.capacitance[row][column];
            }
        }
    }

    fn limit(&self, v: &mut [f64; N], before: &[f64; N]) -> bool {
        let all = self.spread(v);
        let mut cut = all;
        let limited = self.device.limit(&mut cut, &self.spread(before));
        for ((cut, all), &at) in cut.iter().zip(&all).zip(&self.same) {
            // Of two terminals that are one, the one that was cut counts.
            if cut != all {
                v[at] = *cut;
            }
        }
        limited
    }

    fn accept(&mut self, v: &[f64; N]) -> bool {
        let all = self.spread(v);
        self.device.accept(&all)
    }
}
