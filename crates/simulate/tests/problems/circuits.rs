//! Circuits with diodes and transistors.

use super::{Case, Equations, Number, Written};
use std::f64::consts::PI;

struct RingModulator;

impl Equations for RingModulator {
    const SIZE: usize = 15;
    const EXPLICIT: bool = true;
    fn residual<T: Number>(&self, t: f64, y: &[T], yp: &[T], r: &mut [T]) {
        let (c, cs, cp, lh, ls1, ls2) = (1.6e-8, 2e-12, 1e-8, 4.45, 2e-3, 5e-4);
        let (u1, u2) = (0.5 * (2e3 * PI * t).sin(), 2.0 * (2e4 * PI * t).sin());
        let diode = |u: T| ((u * 17.7493332).exp() - 1.0) * 40.67286402e-9;
        let d1 = diode(y[2] - y[4] - y[6] - u2);
        let d2 = diode(-y[3] + y[5] - y[6] - u2);
        let d3 = diode(y[3] + y[4] + y[6] + u2);
        let d4 = diode(-y[2] - y[5] + y[6] + u2);
        let f = [
            (y[7] - y[9] * 0.5 + y[10] * 0.5 + y[13] - y[0] * (1.0 / 25e3)) * (1.0 / c),
            (y[8] - y[11] * 0.5 + y[12] * 0.5 + y[14] - y[1] * (1.0 / 25e3)) * (1.0 / c),
            (y[9] - d1 + d4) * (1.0 / cs),
            (-y[10] + d2 - d3) * (1.0 / cs),
            (y[11] + d1 - d3) * (1.0 / cs),
            (-y[12] - d2 + d4) * (1.0 / cs),
            (y[6] * (-1.0 / 50.0) + d1 + d2 - d3 - d4) * (1.0 / cp),
            y[0] * (-1.0 / lh),
            y[1] * (-1.0 / lh),
            (y[0] * 0.5 - y[2] - y[9] * 17.3) * (1.0 / ls2),
            (y[0] * -0.5 + y[3] - y[10] * 17.3) * (1.0 / ls2),
            (y[1] * 0.5 - y[4] - y[11] * 17.3) * (1.0 / ls2),
            (y[1] * -0.5 + y[5] - y[12] * 17.3) * (1.0 / ls2),
            (-y[0] + u1 - y[13] * (50.0 + 36.3)) * (1.0 / ls1),
            (-y[1] - y[14] * (600.0 + 36.3)) * (1.0 / ls1),
        ];
        for i in 0..15 {
            r[i] = yp[i] - f[i];
        }
    }
}

pub(crate) fn ringmod() -> Case {
    let y = [0.0; 15];
    Case::new("ringmod", Written::new(RingModulator, &y), (0.0, 1e-3), &y).reference(&[
        -0.2339057358486745e-1,
        -0.7367485485540825e-2,
        0.2582956709291169,
        -0.4064465721283450,
        -0.4039455665149794,
        0.2607966765422943,
        0.1106761861269975,
        0.2939904342435596e-6,
        -0.2840029933642329e-7,
        0.7267198267264553e-3,
        0.7929487196960840e-3,
        -0.7255283495698965e-3,
        -0.7941401968526521e-3,
        0.7088495416976114e-4,
        0.2390059075236570e-4,
    ])
}

/// The amplifier with two transistors. Five of its eight derivatives are determined; no unknown is algebraic by itself.
struct Amplifier;

impl Equations for Amplifier {
    const SIZE: usize = 8;
    fn residual<T: Number>(&self, t: f64, y: &[T], yp: &[T], r: &mut [T]) {
        let (ub, alpha, g) = (6.0, 0.99, 1.0 / 9000.0);
        let ue = 0.1 * (200.0 * PI * t).sin();
        let base = |x: T| ((x * (1.0 / 0.026)).exp() - 1.0) * 1e-6;
        let (g23, g56) = (base(y[1] - y[2]), base(y[4] - y[5]));
        r[0] = (yp[0] - yp[1]) * 1e-6 + (y[0] - ue) * 1e-3;
        r[1] = (yp[1] - yp[0]) * 1e-6 + (y[1] * 2.0 - ub) * g + g23 * (1.0 - alpha);
        r[2] = yp[2] * 2e-6 + y[2] * g - g23;
        r[3] = (yp[3] - yp[4]) * 3e-6 + (y[3] - ub) * g + g23 * alpha;
        r[4] = (yp[4] - yp[3]) * 3e-6 + (y[4] * 2.0 - ub) * g + g56 * (1.0 - alpha);
        r[5] = yp[5] * 4e-6 + y[5] * g - g56;
        r[6] = (yp[6] - yp[7]) * 5e-6 + (y[6] - ub) * g + g56 * alpha;
        r[7] = (yp[7] - yp[6]) * 5e-6 + y[7] * g;
    }
    fn outside(&self, y: &[f64]) -> Option<usize> {
        if (y[1] - y[2]) / 0.026 > 300.0 {
            return Some(2);
        }
        ((y[4] - y[5]) / 0.026 > 300.0).then_some(5)
    }
}

pub(crate) fn transamp() -> Case {
    let y = [0.0, 3.0, 3.0, 6.0, 3.0, 3.0, 6.0, 0.0];
    let mut case = Case::new("transamp", Written::new(Amplifier, &y), (0.0, 0.2), &y).reference(&[
        -0.5562145012262709e-2,
        0.3006522471903042e1,
        0.2849958788608128e1,
        0.2926422536206241e1,
        0.2704617865010554e1,
        0.2761837778393145e1,
        0.4770927631616772e1,
        0.1236995868091548e1,
    ]);
    case.yp = vec![
        51.339276517180720598,
        51.339276517180720598,
        -166.66666666666666667,
        -24.970328515406328858,
        -24.970328515406328858,
        -83.333333333333333333,
        -10.000276402456338651,
        -10.000276402456338651,
    ];
    case
}

/// A gate of three transistors. Its two inputs are pulses, linear between multiples of five.
struct Nand {
    /// The start of the segment, and value and slope of both inputs there.
    start: f64,
    inputs: [(f64, f64); 2],
}

impl Nand {
    fn new(start: f64) -> Nand {
        let at = |t: f64, (delay, rise, high, fall, period): (f64, f64, f64, f64, f64)| {
            let t = t % period - delay;
            if t <= 0.0 {
                (0.0, 0.0)
            } else if t <= rise {
                (5.0 * t / rise, 5.0 / rise)
            } else if t <= rise + high {
                (5.0, 0.0)
            } else if t <= rise + high + fall {
                (5.0 * (rise + high + fall - t) / fall, -5.0 / fall)
            } else {
                (0.0, 0.0)
            }
        };
        let input = |pulse| {
            let (value, slope) = at(start + 2.5, pulse);
            (value - 2.5 * slope, slope)
        };
        let inputs = [input((5.0, 5.0, 5.0, 5.0, 20.0)), input((15.0, 5.0, 15.0, 5.0, 40.0))];
        Nand { start, inputs }
    }
}

/// Threshold, body effect, surface potential and the factors for both directions of the current.
struct Mosfet {
    vt0: f64,
    gamma: f64,
    phi: f64,
    forth: f64,
    back: f64,
}

impl Mosfet {
    fn current<T: Number>(&self, vds: T, vgs: T, vbs: T, vgd: T, vbd: T) -> T {
        // All arguments, so that the pattern holds for all branches.
        let none = (vgs + vbs + vgd + vbd + vds) * 0.0;
        let over = |gate: T, bulk: T| {
            let depth = (-bulk + self.phi).value().max(0.0);
            let root = if depth > 0.0 { (-bulk + self.phi).sqrt() } else { T::new(0.0) };
            gate - (root - self.phi.sqrt()) * self.gamma - self.vt0
        };
        let v = vds.value();
        if v > 0.0 {
            let over = over(vgs, vbs);
            let slope = vds * 0.02 + 1.0;
            if over.value() <= 0.0 {
                none
            } else if over.value() <= v {
                none - over * over * slope * self.forth
            } else {
                none - vds * (over * 2.0 - vds) * slope * self.forth
            }
        } else if v < 0.0 {
            let over = over(vgd, vbd);
            let slope = vds * -0.02 + 1.0;
            if over.value() <= 0.0 {
                none
            } else if over.value() <= -v {
                none + over * over * slope * self.back
            } else {
                none - vds * (over * 2.0 + vds) * slope * self.back
            }
        } else {
            none
        }
    }
}

impl Equations for Nand {
    const SIZE: usize = 14;
    fn residual<T: Number>(&self, t: f64, y: &[T], yp: &[T], r: &mut [T]) {
        let (rg, rb, cg, cbd, c9, vdd, vbb) = (1.0 / 4.0, 1.0 / 10.0, 0.6e-4, 2.4e-5, 0.5e-4, 5.0, -2.5);
        let depletion = Mosfet { vt0: -2.43, gamma: 0.2, phi: 1.28, forth: 5.35e-4, back: 5.35e-4 };
        let enhancement = Mosfet { vt0: 0.2, gamma: 0.035, phi: 1.01, forth: 1.748e-3, back: 1.748e-4 };
        let junction = |v: T| {
            if v.value() <= 0.0 { ((v * (1.0 / 25.85)).exp() - 1.0) * -1e-14 } else { v * 0.0 }
        };
        let capacity = |v: T| {
            if v.value() <= 0.0 {
                T::new(cbd) / (v * (-1.0 / 0.87) + 1.0).sqrt()
            } else {
                (v * (0.5 / 0.87) + 1.0) * cbd
            }
        };
        let [(a1, b1), (a2, b2)] = self.inputs;
        let (v1, v2) = (a1 + b1 * (t - self.start), a2 + b2 * (t - self.start));
        let i1 = depletion.current(y[1] - y[0], y[4] - y[0], y[2] - y[4], y[4] - y[1], y[3] - vdd);
        let i2 = enhancement.current(y[6] - y[5], -y[5] + v1, y[7] - y[9], -y[6] + v1, y[8] - y[4]);
        let i3 = enhancement.current(y[11] - y[10], -y[10] + v2, y[12], -y[11] + v2, y[13] - y[9]);
        let f = [
            -(y[0] - y[4]) * rg - i1,
            -(y[1] - vdd) * rg + i1,
            -(y[2] - vbb) * rb + junction(y[2] - y[4]),
            -(y[3] - vbb) * rb + junction(y[3] - vdd),
            -(y[4] - y[0]) * rg - junction(y[2] - y[4]) - (y[4] - y[6]) * rg - junction(y[8] - y[4]),
            -(y[5] - y[9]) * rg - i2 + cg * b1,
            -(y[6] - y[4]) * rg + i2 + cg * b1,
            -(y[7] - vbb) * rb + junction(y[7] - y[9]),
            -(y[8] - vbb) * rb + junction(y[8] - y[4]),
            -(y[9] - y[5]) * rg - junction(y[7] - y[9]) - (y[9] - y[11]) * rg - junction(y[13] - y[9]),
            -y[10] * rg - i3 + cg * b2,
            -(y[11] - y[9]) * rg + i3 + cg * b2,
            -(y[12] - vbb) * rb + junction(y[12]),
            -(y[13] - vbb) * rb + junction(y[13] - y[9]),
        ];
        let (c35, c95) = (capacity(y[2] - y[4]), capacity(y[8] - y[4]));
        let (c810, c1410) = (capacity(y[7] - y[9]), capacity(y[13] - y[9]));
        let q = [
            (yp[0] - yp[4]) * cg,
            (yp[1] - yp[4]) * cg,
            c35 * (yp[2] - yp[4]),
            capacity(y[3] - vdd) * yp[3],
            (yp[0] + yp[1]) * -cg - c35 * yp[2] + (c35 + c95 + (2.0 * cg + c9)) * yp[4] - c95 * yp[8],
            yp[5] * cg,
            yp[6] * cg,
            c810 * (yp[7] - yp[9]),
            c95 * (yp[8] - yp[4]),
            -c810 * yp[7] + (c810 + c1410 + c9) * yp[9] - c1410 * yp[13],
            yp[10] * cg,
            yp[11] * cg,
            capacity(y[12]) * yp[12],
            c1410 * (yp[13] - yp[9]),
        ];
        for i in 0..14 {
            r[i] = q[i] - f[i];
        }
    }
    fn next_time(&self, t: f64) -> Option<f64> {
        let next = self.start + 5.0;
        (next < 80.0 && next > t).then_some(next)
    }
    fn change(&mut self, t: f64) {
        *self = Nand::new(t);
    }
}

pub(crate) fn nand() -> Case {
    let (b, m) = (-2.5, 3.62385);
    let y = [5.0, 5.0, b, b, 5.0, m, 5.0, b, b, m, 0.0, m, b, b];
    Case::new("nand", Written::new(Nand::new(0.0), &y), (0.0, 80.0), &y).reference(&[
        0.4971088699385777e1,
        0.4999752103929311e1,
        -0.2499998781491227e1,
        -0.2499999999999975e1,
        0.4970837023296724e1,
        -0.2091214032073855,
        0.4970593243278363e1,
        -0.2500077409198803e1,
        -0.2499998781491227e1,
        -0.2090289583878100,
        -0.2399999999966269e-3,
        -0.2091214032073855,
        -0.2499999999999991e1,
        -0.2500077409198803e1,
    ])
}
