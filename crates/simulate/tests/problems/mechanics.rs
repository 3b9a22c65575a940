//! Mechanisms in the form of index one: the constraints are differentiated twice, accelerations and forces are unknowns.

use super::{Case, Equations, Number, Written};

/// x'' = -2 l x, y'' = -2 l y - g on the unit circle.
struct Pendulum;

impl Equations for Pendulum {
    const SIZE: usize = 5;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        let (p, q, u, v, force) = (y[0], y[1], y[2], y[3], y[4]);
        r[0] = yp[0] - u;
        r[1] = yp[1] - v;
        r[2] = yp[2] + force * p * 2.0;
        r[3] = yp[3] + force * q * 2.0 + 9.81;
        r[4] = u * u + v * v - force * (p * p + q * q) * 2.0 - q * 9.81;
    }
    fn differential(&self) -> Vec<bool> {
        vec![true, true, true, true, false]
    }
}

pub(crate) fn pendulum() -> Case {
    let y = [1.0, 0.0, 0.0, 0.0, 0.0];
    Case::new("pendulum", Written::new(Pendulum, &y), (0.0, 2.0), &y).reference(&[
        0.7935661953433217469924858,
        -0.608483930443791514627198,
        2.102437874436125789519682,
        2.741935393010509079921024,
        8.953841036480392137739219,
    ])
}

/// Andrews' squeezing mechanism of seven bodies: q, v, a and six forces.
struct Andrews;

enum Turn {
    Cos,
    Sin,
}

/// The constraints as sums of lengths times the cosine or the sine of sums of angles.
const CONSTRAINTS: [&[(f64, Turn, &[usize])]; 6] = {
    use Turn::{Cos, Sin};
    const RR: f64 = 7e-3;
    const D: f64 = 28e-3;
    const SS: f64 = 35e-3;
    const E: f64 = 2e-2;
    const ZT: f64 = 4e-2;
    const ZF: f64 = 2e-2;
    const U: f64 = 4e-2;
    [
        &[(RR, Cos, &[0]), (-D, Cos, &[0, 1]), (-SS, Sin, &[2])],
        &[(RR, Sin, &[0]), (-D, Sin, &[0, 1]), (SS, Cos, &[2])],
        &[(RR, Cos, &[0]), (-D, Cos, &[0, 1]), (-E, Sin, &[3, 4]), (-ZT, Cos, &[4])],
        &[(RR, Sin, &[0]), (-D, Sin, &[0, 1]), (E, Cos, &[3, 4]), (-ZT, Sin, &[4])],
        &[(RR, Cos, &[0]), (-D, Cos, &[0, 1]), (-ZF, Cos, &[5, 6]), (-U, Sin, &[6])],
        &[(RR, Sin, &[0]), (-D, Sin, &[0, 1]), (-ZF, Sin, &[5, 6]), (U, Cos, &[6])],
    ]
};

impl Equations for Andrews {
    const SIZE: usize = 27;
    fn residual<T: Number>(&self, _: f64, y: &[T], yp: &[T], r: &mut [T]) {
        let (m1, m2, m3, m4, m5, m6, m7) = (0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498);
        let (xb, yb, xc, yc, c0) = (-0.03635, 0.03273, 0.014, 0.072, 4530.0);
        let (i1, i2, i3, i4) = (2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7);
        let (i5, i6, i7) = (1.169e-5, 5.667e-7, 1.912e-5);
        let (da, e, ea, rr, ra, l0) = (115e-4, 2e-2, 1421e-5, 7e-3, 92e-5, 7785e-5);
        let (sa, sb, sc, sd, ta, tb) = (1874e-5, 1043e-5, 18e-3, 2e-2, 2308e-5, 916e-5);
        let (u, ua, ub, zf, zt, fa, mom) = (4e-2, 1228e-5, 449e-5, 2e-2, 4e-2, 1421e-5, 33e-3);
        let (q, v, a, force) = (&y[..7], &y[7..14], &y[14..21], &y[21..]);
        let (th, ga, ph, om) = (q[1], q[2], q[3], q[5]);
        let (ee, ff) = (e - ea, zf - fa);
        let m00 = th.cos() * (-2.0 * da * rr * m2) + (m1 * ra * ra + m2 * (rr * rr + da * da) + i1 + i2);
        let m01 = th.cos() * (-da * rr * m2) + (m2 * da * da + i2);
        let m34 = ph.sin() * (zt * ee * m4) + (m4 * ee * ee + i4);
        let m44 =
            ph.sin() * (2.0 * zt * ee * m4) + (m4 * (zt * zt + ee * ee) + m5 * (ta * ta + tb * tb) + i4 + i5);
        let m56 = om.sin() * (-u * ff * m6) + (m6 * ff * ff + i6);
        let m66 =
            om.sin() * (-2.0 * u * ff * m6) + (m6 * (ff * ff + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7);
        let xd = ga.cos() * sd + ga.sin() * sc + (xb - xc);
        let yd = ga.sin() * sd - ga.cos() * sc + (yb - yc);
        let length = (xd * xd + yd * yd).sqrt();
        let pull = (T::new(l0) / length - 1.0) * c0;
        let f = [
            v[1] * (v[1] + v[0] * 2.0) * th.sin() * (-m2 * da * rr) + mom,
            v[0] * v[0] * th.sin() * (m2 * da * rr),
            pull * (xd * (ga.cos() * sc - ga.sin() * sd) + yd * (ga.cos() * sd + ga.sin() * sc)),
            v[4] * v[4] * ph.cos() * (m4 * zt * ee),
            v[3] * (v[3] + v[4] * 2.0) * ph.cos() * (-m4 * zt * ee),
            v[6] * v[6] * om.cos() * (-m6 * u * ff),
            v[5] * (v[5] + v[6] * 2.0) * om.cos() * (m6 * u * ff),
        ];
        let mass = [
            m00 * a[0] + m01 * a[1],
            m01 * a[0] + a[1] * (m2 * da * da + i2),
            a[2] * (m3 * (sa * sa + sb * sb) + i3),
            a[3] * (m4 * ee * ee + i4) + m34 * a[4],
            m34 * a[3] + m44 * a[4],
            a[5] * (m6 * ff * ff + i6) + m56 * a[6],
            m56 * a[5] + m66 * a[6],
        ];
        for i in 0..7 {
            r[i] = yp[i] - v[i];
            r[7 + i] = yp[7 + i] - a[i];
            r[14 + i] = mass[i] - f[i];
        }
        for (k, terms) in CONSTRAINTS.iter().enumerate() {
            let mut second = T::new(0.0);
            for (length, turn, angles) in *terms {
                let sum = |x: &[T]| angles.iter().skip(1).fold(x[angles[0]], |sum, &i| sum + x[i]);
                let (angle, speed, turning) = (sum(q), sum(v), sum(a));
                let (value, slope) = match turn {
                    Turn::Cos => (angle.cos(), -angle.sin()),
                    Turn::Sin => (angle.sin(), angle.cos()),
                };
                second = second + (slope * turning - value * speed * speed) * *length;
                for &i in *angles {
                    r[14 + i] = r[14 + i] + slope * force[k] * *length;
                }
            }
            // Lengths are small; rows of size one give better pivots.
            r[21 + k] = second * 100.0;
        }
    }
    fn differential(&self) -> Vec<bool> {
        (0..27).map(|i| i < 14).collect()
    }
}

pub(crate) fn andrews() -> Case {
    let mut y = vec![0.0; 27];
    y[..7].copy_from_slice(&[
        -0.0617138900142764496358948458001,
        0.0,
        0.455279819163070380255912382449,
        0.222668390165885884674473185609,
        0.487364979543842550225598953530,
        -0.222668390165885884674473185609,
        1.23054744454982119249735015568,
    ]);
    let mut case = Case::new("andrews", Written::new(Andrews, &y), (0.0, 0.03), &y);
    case.reference = [
        15.810771195153707097,
        -15.75637105841183947,
        0.040822240119645804858,
        -0.53473011634207959377,
        0.52440996587995406937,
        0.53473011634207959377,
        1.0480807410419378731,
    ]
    .into_iter()
    .enumerate()
    .collect();
    case
}
