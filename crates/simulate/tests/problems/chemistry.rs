//! Reactions, oscillators and a reaction with diffusion.

use super::{Case, Equations, Number, Written};
use simulate::{Event, EventResponse, HybridDae, Pattern, SystemError};

struct Hires;

impl Equations for Hires {
    const SIZE: usize = 8;
    const EXPLICIT: bool = true;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        let bind = y[5] * y[7] * 280.0;
        r[0] = yp[0] - (y[0] * -1.71 + y[1] * 0.43 + y[2] * 8.32 + 0.0007);
        r[1] = yp[1] - (y[0] * 1.71 - y[1] * 8.75);
        r[2] = yp[2] - (y[2] * -10.03 + y[3] * 0.43 + y[4] * 0.035);
        r[3] = yp[3] - (y[1] * 8.32 + y[2] * 1.71 - y[3] * 1.12);
        r[4] = yp[4] - (y[4] * -1.745 + y[5] * 0.43 + y[6] * 0.43);
        r[5] = yp[5] - (-bind + y[3] * 0.69 + y[4] * 1.71 - y[5] * 0.43 + y[6] * 0.69);
        r[6] = yp[6] - (bind - y[6] * 1.81);
        r[7] = yp[7] - (y[6] * 1.81 - bind);
    }
}

pub(crate) fn hires() -> Case {
    let y = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0057];
    Case::new("hires", Written::new(Hires, &y), (0.0, 321.8122), &y).reference(&[
        0.7371312573325668e-3,
        0.1442485726316185e-3,
        0.5888729740967575e-4,
        0.1175651343283149e-2,
        0.2386356198831331e-2,
        0.6238968252742796e-2,
        0.2849998395185769e-2,
        0.2850001604814231e-2,
    ])
}

struct Pollution;

impl Equations for Pollution {
    const SIZE: usize = 20;
    const EXPLICIT: bool = true;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        let q = [
            y[0] * 0.35,
            y[1] * y[3] * 26.6,
            y[4] * y[1] * 12300.0,
            y[6] * 8.6e-4,
            y[6] * 8.2e-4,
            y[6] * y[5] * 15000.0,
            y[8] * 1.3e-4,
            y[8] * y[5] * 24000.0,
            y[10] * y[1] * 16500.0,
            y[10] * y[0] * 9000.0,
            y[12] * 0.022,
            y[9] * y[1] * 12000.0,
            y[13] * 1.88,
            y[0] * y[5] * 16300.0,
            y[2] * 4.8e6,
            y[3] * 3.5e-4,
            y[3] * 0.0175,
            y[15] * 1e8,
            y[15] * 4.44e11,
            y[16] * y[5] * 1240.0,
            y[18] * 2.1,
            y[18] * 5.78,
            y[0] * y[3] * 0.0474,
            y[18] * y[0] * 1780.0,
            y[19] * 3.12,
        ];
        let f = [
            -q[0] - q[9] - q[13] - q[22] - q[23] + q[1] + q[2] + q[8] + q[10] + q[11] + q[21] + q[24],
            -q[1] - q[2] - q[8] - q[11] + q[0] + q[20],
            -q[14] + q[0] + q[16] + q[18] + q[21],
            -q[1] - q[15] - q[16] - q[22] + q[14],
            -q[2] + q[3] * 2.0 + q[5] + q[6] + q[12] + q[19],
            -q[5] - q[7] - q[13] - q[19] + q[2] + q[17] * 2.0,
            -q[3] - q[4] - q[5] + q[12],
            q[3] + q[4] + q[5] + q[6],
            -q[6] - q[7],
            -q[11] + q[6] + q[8],
            -q[8] - q[9] + q[7] + q[10],
            q[8],
            -q[10] + q[9],
            -q[12] + q[11],
            q[13],
            -q[17] - q[18] + q[15],
            -q[19],
            q[19],
            -q[20] - q[21] - q[23] + q[22] + q[24],
            -q[24] + q[23],
        ];
        for i in 0..20 {
            r[i] = yp[i] - f[i];
        }
    }
}

pub(crate) fn pollution() -> Case {
    let mut y = [0.0; 20];
    for (i, value) in [(1, 0.2), (3, 0.04), (6, 0.1), (7, 0.3), (8, 0.01), (16, 0.007)] {
        y[i] = value;
    }
    let reference = [
        0.5646255480022769e-01,
        0.1342484130422339e+00,
        0.4139734331099427e-08,
        0.5523140207484359e-02,
        0.2018977262302196e-06,
        0.1464541863493966e-06,
        0.7784249118997964e-01,
        0.3245075353396018e+00,
        0.7494013383880406e-02,
        0.1622293157301561e-07,
        0.1135863833257075e-07,
        0.2230505975721359e-02,
        0.2087162882798630e-03,
        0.1396921016840158e-04,
        0.8964884856898295e-02,
        0.4352846369330103e-17,
        0.6899219696263405e-02,
        0.1007803037365946e-03,
        0.1772146513969984e-05,
        0.5682943292316392e-04,
    ];
    Case::new("pollution", Written::new(Pollution, &y), (0.0, 60.0), &y).reference(&reference).ratio(1e-3)
}

struct Robertson;

impl Equations for Robertson {
    const SIZE: usize = 3;
    const EXPLICIT: bool = true;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        let slow = y[0] * 0.04 - y[1] * y[2] * 1e4;
        let fast = y[1] * y[1] * 3e7;
        r[0] = yp[0] + slow;
        r[1] = yp[1] - slow + fast;
        r[2] = yp[2] - fast;
    }
}

pub(crate) fn robertson() -> Case {
    let y = [1.0, 0.0, 0.0];
    let nominal = [1.0, 1e-6, 1.0];
    Case::new("rober", Written::new(Robertson, &y).nominal(&nominal), (0.0, 1e11), &y)
        .reference(&[0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050])
        .ratio(1e-8)
}

/// The oscillator of van der Pol as a system of first order, for two ways to scale the time.
struct VanDerPol {
    /// y2' = (stretch (1 - y1²) y2 - y1) speed
    stretch: f64,
    speed: f64,
}

impl Equations for VanDerPol {
    const SIZE: usize = 2;
    const EXPLICIT: bool = true;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        r[0] = yp[0] - y[1];
        r[1] = yp[1] - ((-(y[0] * y[0]) + 1.0) * y[1] * self.stretch - y[0]) * self.speed;
    }
}

pub(crate) fn vdpol() -> Case {
    let y = [2.0, 0.0];
    Case::new("vdpol", Written::new(VanDerPol { stretch: 1.0, speed: 1e6 }, &y), (0.0, 2.0), &y)
        .reference(&[0.1706167732170483e1, -0.8928097010247975])
}

pub(crate) fn vdpolm() -> Case {
    let y = [2.0, 0.0];
    Case::new("vdpolm", Written::new(VanDerPol { stretch: 1000.0, speed: 1.0 }, &y), (0.0, 2000.0), &y)
        .reference(&[0.1706167732170469e1, -0.8928097010248125e-3])
        .ratio(1e-3)
}

struct Oregonator;

impl Equations for Oregonator {
    const SIZE: usize = 3;
    const EXPLICIT: bool = true;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        r[0] = yp[0] - (y[1] + y[0] * (y[0] * -8.375e-6 - y[1] + 1.0)) * 77.27;
        r[1] = yp[1] - (y[2] - y[1] * (y[0] + 1.0)) * (1.0 / 77.27);
        r[2] = yp[2] - (y[0] - y[2]) * 0.161;
    }
}

pub(crate) fn oregonator() -> Case {
    let y = [1.0, 2.0, 3.0];
    Case::new("orego", Written::new(Oregonator, &y), (0.0, 360.0), &y).reference(&[
        0.1000814870318523e1,
        0.1228178521549917e4,
        0.1320554942846706e3,
    ])
}

/// E5 with the invariant y3 = y2 - y4 taken out: in four unknowns rounding destroys it.
struct E5;

impl Equations for E5 {
    const SIZE: usize = 3;
    const EXPLICIT: bool = true;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        let third = y[1] - y[2];
        let slow = y[0] * 7.89e-10;
        let bind = y[0] * third * 1.1e7;
        r[0] = yp[0] + slow + bind;
        r[1] = yp[1] - slow + y[1] * third * 1.13e9;
        r[2] = yp[2] - bind + y[2] * 1.13e3;
    }
}

pub(crate) fn e5() -> Case {
    let y = [1.76e-3, 0.0, 0.0];
    let mut case = Case::new("e5", Written::new(E5, &y), (0.0, 1e13), &y).ratio(1e-22);
    case.reference = vec![(1, 8.86123352e-23)];
    case
}

struct Akzo;

impl Equations for Akzo {
    const SIZE: usize = 6;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        let root = y[1].sqrt();
        let square = y[0] * y[0];
        let r1 = square * square * root * 18.7;
        let r2 = y[2] * y[3] * 0.58;
        let r3 = y[0] * y[4] * (0.58 / 34.4);
        let r4 = y[0] * y[3] * y[3] * 0.09;
        let r5 = y[5] * y[5] * root * 0.42;
        let inflow = (-y[1] + 0.9 / 737.0) * 3.3;
        r[0] = yp[0] - (r1 * -2.0 + r2 - r3 - r4);
        r[1] = yp[1] - (r1 * -0.5 - r4 - r5 * 0.5 + inflow);
        r[2] = yp[2] - (r1 - r2 + r3);
        r[3] = yp[3] - (-r2 + r3 - r4 * 2.0);
        r[4] = yp[4] - (r2 - r3 + r5);
        r[5] = y[0] * y[3] * 115.83 - y[5];
    }
    fn differential(&self) -> Vec<bool> {
        vec![true, true, true, true, true, false]
    }
    fn outside(&self, y: &[f64]) -> Option<usize> {
        (y[1] < 0.0).then_some(1)
    }
}

pub(crate) fn chemakzo() -> Case {
    let y = [0.444, 0.00123, 0.0, 0.007, 0.0, 115.83 * 0.444 * 0.007];
    let reference = [
        0.1150794920661702,
        0.1203831471567715e-2,
        0.1611562887407974,
        0.3656156421249283e-3,
        0.1708010885264404e-1,
        0.4873531310307455e-2,
    ];
    Case::new("chemakzo", Written::new(Akzo, &y), (0.0, 180.0), &y).reference(&reference).ratio(1e-2)
}

/// A reaction between two species, one of which diffuses into a tissue; 200 points. Its inflow ends at t = 5.
struct MedicalAkzo {
    inflow: f64,
    pattern: Pattern,
    differential: Vec<bool>,
    nominal: Vec<f64>,
}

const POINTS: usize = 200;

impl MedicalAkzo {
    fn new() -> MedicalAkzo {
        let n = 2 * POINTS;
        let mut columns = Vec::new();
        for j in 0..n {
            let mut rows: Vec<u32> = Vec::new();
            // Rows 2i and 2i+1 belong to point i; u of a point also stands in the rows of u beside it.
            let point = j / 2;
            if j % 2 == 0 && point > 0 {
                rows.push(2 * point as u32 - 2);
            }
            rows.extend([2 * point as u32, 2 * point as u32 + 1]);
            if j % 2 == 0 && point + 2 < POINTS {
                rows.push(2 * point as u32 + 2);
            }
            columns.push(rows);
        }
        MedicalAkzo {
            inflow: 2.0,
            pattern: Pattern::from_columns(columns).unwrap(),
            differential: vec![true; n],
            nominal: vec![1.0; n],
        }
    }

    /// What stands before the values to the left, here and to the right.
    fn stencil(point: usize) -> (f64, f64, f64) {
        let dz = 1.0 / POINTS as f64;
        let z = (point + 1) as f64 * dz - 1.0;
        let (drift, spread) = (2.0 * z.powi(3) / 16.0 / (2.0 * dz), z.powi(4) / 16.0 / (dz * dz));
        (spread - drift, -2.0 * spread, spread + drift)
    }
}

impl HybridDae for MedicalAkzo {
    fn size(&self) -> usize {
        2 * POINTS
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
    fn residual(&mut self, _: f64, y: &[f64], yp: &[f64], r: &mut [f64]) -> Result<(), SystemError> {
        for point in 0..POINTS {
            let i = 2 * point;
            let react = 100.0 * y[i] * y[i + 1];
            let mut f = -react;
            if point + 1 < POINTS {
                let (left, here, right) = MedicalAkzo::stencil(point);
                let before = if point == 0 { self.inflow } else { y[i - 2] };
                f += left * before + here * y[i] + right * y[i + 2];
            }
            r[i] = yp[i] - f;
            r[i + 1] = yp[i + 1] + react;
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
        let mut k = 0;
        let mut put = |value| {
            values[k] = value;
            k += 1;
        };
        for point in 0..POINTS {
            let i = 2 * point;
            let (_, here, _) = MedicalAkzo::stencil(point);
            let here = if point + 1 < POINTS { here } else { 0.0 };
            if point > 0 {
                put(-MedicalAkzo::stencil(point - 1).2);
            }
            put(c - here + 100.0 * y[i + 1]);
            put(100.0 * y[i + 1]);
            if point + 2 < POINTS {
                put(-MedicalAkzo::stencil(point + 1).0);
            }
            put(100.0 * y[i]);
            put(c + 100.0 * y[i]);
        }
        Ok(())
    }
    fn next_time(&self, t: f64) -> Option<f64> {
        (t < 5.0).then_some(5.0)
    }
    fn event(&mut self, _: &Event<'_>, _: &mut [f64], _: &mut [f64]) -> Result<EventResponse, SystemError> {
        self.inflow = 0.0;
        Ok(EventResponse::Restart)
    }
}

pub(crate) fn medakzo() -> Case {
    let y: Vec<f64> = (0..2 * POINTS).map(|i| (i % 2) as f64).collect();
    let mut case = Case::new("medakzo", MedicalAkzo::new(), (0.0, 20.0), &y);
    // The published values that carry eight digits or more.
    case.reference = vec![
        (78, 0.2339942217046434e-3),
        (148, 0.3595616017506735e-3),
        (198, 0.11737412926802e-3),
        (199, 0.6190822732534586e-5),
    ];
    case
}
