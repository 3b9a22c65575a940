//! Circuits of Estévez Schwarz's thesis (goldens E002-3 and D002): values of operating points, of consistent beginnings, and
//! of the implicit Euler method and the trapezoidal rule with steps of a tenth.

#![allow(clippy::unwrap_used)]

use super::netlist;

use circuit::{
    Circuit, DeviceConditions, Mna, TransientMethod, TransientRecord, TransientSettings, TransientTimes,
    transient,
};
use netlist::open;

fn equations(circuit: &Circuit) -> Mna {
    Mna::new(circuit, &DeviceConditions::new(circuit), TransientTimes { step: 1e-3, stop: 1.0 }).unwrap()
}

fn at(circuit: &Circuit, mna: &Mna, name: &str) -> usize {
    (0..mna.size()).find(|&at| mna.unknowns.name(circuit, at) == name).unwrap()
}

#[track_caller]
fn near(actual: f64, expected: f64, tolerance: f64) {
    assert!((actual - expected).abs() <= tolerance, "{actual} and not {expected}");
}

fn point(text: &str, names: &[&str]) -> Vec<f64> {
    let circuit = open(text);
    let mut mna = equations(&circuit);
    let y = mna.operating_point(&vec![0.0; mna.size()], &[]).unwrap().y;
    names.iter().map(|name| y[at(&circuit, &mna, name)]).collect()
}

fn run(text: &str, settings: &TransientSettings) -> (Circuit, Mna, TransientRecord) {
    let circuit = open(text);
    let mut mna = equations(&circuit);
    let recorded = transient(&circuit, &mut mna, settings).unwrap();
    (circuit, mna, recorded)
}

/// The value at the beginning and the slope there.
fn begins(text: &str, stop: f64, names: &[&str]) -> Vec<(f64, f64)> {
    let settings = TransientSettings::new(stop / 100.0, stop).with_tolerances(1e-7, 1e-10);
    let (circuit, mna, recorded) = run(text, &settings);
    let h = stop / 100.0;
    names
        .iter()
        .map(|name| {
            let at = at(&circuit, &mna, name);
            let first = recorded.point(0)[at];
            (first, (recorded.at(at, h) - first) / h)
        })
        .collect()
}

#[test]
fn e002_3_3_2_at_rest_and_at_the_beginning() {
    let text = "cv\nC1 1 0 1u\nV1 1 2 PWL(0 2 1 1002)\nC2 2 0 3u\nR1 2 0 1k\n";
    let found = point(text, &["v(1)", "v(2)", "i(v1)"]);
    for (found, expected) in found.iter().zip([2.0, 0.0, 0.0]) {
        near(*found, expected, 1e-9);
    }
    // C1 = 1 µF, C2 = 3 µF, v' = 1000 V/s: jV = -7.5e-4 A, e1' = 750 V/s, e2' = -250 V/s.
    let found = begins(text, 1e-5, &["v(1)", "v(2)", "i(v1)"]);
    near(found[0].0, 2.0, 1e-9);
    near(found[1].0, 0.0, 1e-9);
    near(found[2].0, -7.5e-4, 1e-9);
    near(found[0].1, 750.0, 0.1);
    near(found[1].1, -250.0, 0.1);
}

#[test]
fn d002_li_at_rest_and_at_the_beginning() {
    let text = "li\nI1 1 0 PWL(0 2m 1 1002m)\nL1 1 2 1m\nR1 2 0 1k\n";
    let found = point(text, &["i(l1)", "v(2)", "v(1)"]);
    for (found, expected) in found.iter().zip([-2e-3, -2.0, -2.0]) {
        near(*found, expected, 1e-9);
    }
    // i' = 1 A/s: e1 = -R i - L i', jL' = -i'.
    let found = begins(text, 1e-6, &["v(1)", "i(l1)", "v(2)"]);
    near(found[0].0, -2.001, 1e-8);
    near(found[1].0, -2e-3, 1e-12);
    near(found[1].1, -1.0, 1e-6);
    near(found[2].0, -2.0, 1e-8);
}

#[test]
fn d002_ll_currents_are_one() {
    let text = "ll\nV1 1 0 SIN(0 1 1k)\nR1 1 2 50\nL1 2 3 1m\nL2 3 0 2m\n";
    let settings = TransientSettings {
        method: TransientMethod::Trapezoidal,
        ..TransientSettings::new(1e-6, 1e-3).with_tolerances(1e-6, 1e-9)
    };
    let (circuit, mna, recorded) = run(text, &settings);
    let [a, b, v2, v3] = ["i(l1)", "i(l2)", "v(2)", "v(3)"].map(|name| at(&circuit, &mna, name));
    for point in 0..recorded.times.len() {
        let y = recorded.point(point);
        near(y[a], y[b], 1e-12);
        // The same current through 1 mH and 2 mH: a third of the voltage at the first.
        near(y[v3], y[v2] * 2.0 / 3.0, 1e-3);
    }
}

#[test]
fn d002_cv_parallel_current_follows_the_slope() {
    // jV = -C v' for the capacitor, and -v/R beside it.
    let text = "cv\nV1 1 0 PWL(0 0 1 1000)\nC1 1 0 1n\nR1 1 0 1g\n";
    near(begins(text, 1e-5, &["i(v1)"])[0].0, -1e-6, 1e-12);
}

#[test]
fn conventional_and_charge_oriented_analysis_begin_with_the_same_currents() {
    // D002-rand: both corrections give the same current of the source, for capacitors over four decades.
    let mut seed = 1u64;
    for _ in 0..30 {
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            10f64.powf((seed >> 40) as f64 / (1u64 << 24) as f64 * 4.0 - 2.0)
        };
        let [c1, c2, c3, r1, r2, slope] = [(); 6].map(|()| random());
        let text = format!(
            "random\nV1 1 2 PWL(0 0 1 {slope})\nC1 1 0 {c1}u\nC2 2 0 {c2}u\nC3 2 3 {c3}u\nR1 3 0 {r1}k\nR2 1 0 {r2}k\n"
        );
        let current = |conserve: bool| {
            let settings = TransientSettings { conserve, ..TransientSettings::new(1e-8, 1e-6) };
            let (circuit, mna, recorded) = run(&text, &settings);
            recorded.point(0)[at(&circuit, &mna, "i(v1)")]
        };
        let (charge, conventional) = (current(true), current(false));
        near(charge, conventional, 1e-6 * charge.abs());
    }
}

/// E002-3.6: a charge that is the square of a voltage; the source of case 2 depends on the current of V1.
const CASES: [&str; 2] =
    ["-sin(time) - 2 - (2*sin(time)+3)*cos(time)", "(2*sin(time)+3)*i(V1) - sin(time) - 2"];

fn case(which: usize) -> Circuit {
    let source = CASES[which - 1];
    open(&format!(
        "3.6\nC1 1 0 Q={{v(1)*v(1)}}\nR1 1 0 1\nB1 1 0 I={{{source}}}\nV1 1 2 SIN(0 2 {{0.5/pi}})\nC2 2 0 1\n"
    ))
}

/// Solves a dense system by elimination.
fn eliminate(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()));
        rows.swap(column, pivot.unwrap());
        right.swap(column, pivot.unwrap());
        for row in column + 1..size {
            let (above, below) = rows.split_at_mut(row);
            let factor = below[0][column] / above[column][column];
            for (value, pivot) in below[0].iter_mut().zip(&above[column]) {
                *value -= factor * pivot;
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|k| rows[row][k] * right[k]).sum();
        right[row] = (right[row] - known) / rows[row][row];
    }
    right
}

/// e1 and jV after each of ten steps of a tenth, from (q1, q2, e1, e2) = (4, 2, 2, 2) and a current.
///
/// Charges are differentiated as one formula does: q' = (q - q0) / h, or 2 (q - q0) / h - q0'.
fn steps(which: usize, trapezoidal: bool, current: f64) -> Vec<[f64; 2]> {
    let circuit = case(which);
    let mut mna = equations(&circuit);
    let size = mna.size();
    let [e1, e2, j] = ["v(1)", "v(2)", "i(v1)"].map(|name| at(&circuit, &mna, name));
    let mut y = vec![0.0; size];
    (y[e1], y[e2], y[j]) = (2.0, 2.0, current);
    let (mut q, mut f) = (vec![0.0; size], vec![0.0; size]);
    mna.balance(0.0, &y, &mut q, &mut f).unwrap();
    // The rows are q' + f = 0; that of V1 has no charge.
    let mut slope: Vec<f64> = f.iter().map(|f| -f).collect();
    slope[j] = 0.0;
    let h = 0.1;
    let mut found = Vec::new();
    for step in 1..=10 {
        let t = h * f64::from(step);
        let before = q.clone();
        let rate = if trapezoidal { 2.0 / h } else { 1.0 / h };
        let old = |at: usize| if trapezoidal { slope[at] } else { 0.0 };
        for _ in 0..50 {
            mna.balance(t, &y, &mut q, &mut f).unwrap();
            let right: Vec<f64> = (0..size).map(|at| rate * (q[at] - before[at]) - old(at) + f[at]).collect();
            let mut values = vec![0.0; mna.pattern().entries()];
            mna.matrix(t, &y, rate, &mut values).unwrap();
            let mut rows = vec![vec![0.0; size]; size];
            let pattern = mna.pattern().clone();
            for column in 0..size as u32 {
                let first = pattern.starts()[column as usize] as usize;
                for (at, &row) in pattern.column(column).iter().enumerate() {
                    rows[row as usize][column as usize] = values[first + at];
                }
            }
            for (y, correction) in y.iter_mut().zip(eliminate(rows, right)) {
                *y -= correction;
            }
        }
        mna.balance(t, &y, &mut q, &mut f).unwrap();
        slope = (0..size).map(|at| rate * (q[at] - before[at]) - old(at)).collect();
        near(y[e2], y[e1] - 2.0 * t.sin(), 1e-9);
        found.push([y[e1], y[j]]);
    }
    found
}

/// The steps whose values are tabulated: 0.1, 0.2, 0.3, 0.5 and 1.
const TABULATED: [usize; 5] = [0, 1, 2, 4, 9];

#[track_caller]
fn compare(found: &[[f64; 2]], expected: [[f64; 2]; 5]) {
    for (&step, expected) in TABULATED.iter().zip(expected) {
        for (found, expected) in found[step].iter().zip(expected) {
            // Ten digits are tabulated.
            near(*found, expected, 2e-9 * expected.abs().max(1.0));
        }
    }
}

#[test]
fn e002_3_6_1e_and_3_6_2e_euler_forgets_a_wrong_current() {
    let expected = [
        [
            [2.101512466, -0.9815436724],
            [2.201520976, -0.976633186],
            [2.299040988, -0.9618173991],
            [2.482818794, -0.9031001452],
            [2.837096429, -0.6042114583],
        ],
        [
            [2.101005901, -0.9866093222],
            [2.200900417, -0.9777731259],
            [2.29869071, -0.9591145893],
            [2.484110506, -0.8931058378],
            [2.847994027, -0.5796916885],
        ],
    ];
    for which in [1, 2] {
        let consistent = steps(which, false, -1.0);
        compare(&consistent, expected[which - 1]);
        compare(&steps(which, false, 1000.0), expected[which - 1]);
    }
}

#[test]
fn e002_3_6_1t_a_wrong_current_alternates_and_nothing_else_does() {
    let expected = [
        [2.099779533, -0.9977460112],
        [2.198554957, -0.9801820724],
        [2.295340553, -0.9581410327],
        [2.479108347, -0.8803442798],
        [2.840849771, -0.5398811692],
    ];
    let consistent = steps(1, true, -1.0);
    compare(&consistent, expected);
    let wrong = steps(1, true, 1000.0);
    for (step, (wrong, consistent)) in wrong.iter().zip(&consistent).enumerate() {
        near(wrong[0], consistent[0], 1e-9);
        let sign = if step % 2 == 0 { -1.0 } else { 1.0 };
        near(wrong[1], consistent[1] + sign * 1001.0, 1e-8);
    }
    for (&step, printed) in
        TABULATED.iter().zip([-1001.997746, 1000.019818, -1001.958141, -1001.880344, 1000.460119])
    {
        near(wrong[step][1], printed, 1e-6);
    }
}

#[test]
fn e002_3_6_2t_everything_alternates() {
    let expected = [
        [2.099831448, -0.9967076984],
        [2.1986581, -0.9801958439],
        [2.295497072, -0.9570597394],
        [2.479367438, -0.8792612437],
        [2.841312544, -0.5402246702],
    ];
    compare(&steps(2, true, -1.0), expected);
    let wrong = [
        [3.151634931, -980.960638],
        [2.244828559, 958.871074],
        [3.248921316, -942.6632539],
        [3.336844415, -910.2922321],
        [3.103221019, 853.511198],
    ];
    compare(&steps(2, true, 1000.0), wrong);
}

#[test]
fn e002_3_6_begins_consistently() {
    // Whatever current is guessed: jV = -1, e1' = cos 0 = 1, e2' = -1.
    let source = CASES[0];
    let text = format!(
        "3.6\nC1 1 0 Q={{v(1)*v(1)}}\nR1 1 0 1\nB1 1 0 I={{{source}}}\nV1 1 2 SIN(0 2 {{0.5/pi}})\nC2 2 0 1\n.ic v(1)=2 v(2)=2\n"
    );
    let settings =
        TransientSettings { uic: true, ..TransientSettings::new(1e-3, 1.0).with_tolerances(1e-7, 1e-10) };
    let (circuit, mna, recorded) = run(&text, &settings);
    let [e1, e2, j] = ["v(1)", "v(2)", "i(v1)"].map(|name| at(&circuit, &mna, name));
    near(recorded.point(0)[j], -1.0, 1e-4);
    for (point, &t) in recorded.times.iter().enumerate() {
        let y = recorded.point(point);
        near(y[e1], 2.0 + t.sin(), 1e-5);
        near(y[e2], 2.0 - t.sin(), 1e-5);
        near(y[j], -t.cos(), 2e-3);
    }
}
