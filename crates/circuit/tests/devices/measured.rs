//! Currents and capacitances against figures of ngspice 39.

use super::{Device, device};
use circuit::{Bipolar, Diode, Jfet, Mosfet, Response};

/// Voltages of all terminals with those behind resistances at rest, from voltages of the outer ones.
fn rest<D: Device<N, I>, const N: usize, const I: usize>(device: &D, outer: &[f64]) -> [f64; N] {
    let inner = device.inner();
    let outside = N - I;
    let mut v = [0.0; N];
    v[..outer.len()].copy_from_slice(outer);
    for (at, end) in inner.iter().enumerate() {
        // Where there is a resistance, some terminal is at its other end; any guess does.
        v[outside + at] = v[end.unwrap_or(0)];
    }
    let free: Vec<usize> = (0..I).filter(|&at| inner[at].is_none()).map(|at| outside + at).collect();
    for &at in &free {
        // The other end of the resistance is the outer terminal that conducts to it when nothing else does.
        let found = device.respond(&v);
        let end = (0..outside)
            .max_by(|&a, &b| found.conductance[a][at].abs().total_cmp(&found.conductance[b][at].abs()));
        v[at] = v[end.unwrap()];
    }
    for _ in 0..400 {
        let found = device.respond(&v);
        let mut matrix: Vec<Vec<f64>> = free
            .iter()
            .map(|&row| {
                free.iter()
                    .map(|&column| found.conductance[row][column])
                    .chain([found.current[row]])
                    .collect()
            })
            .collect();
        let step = solve(&mut matrix);
        let before = v;
        for (&at, step) in free.iter().zip(&step) {
            v[at] -= step;
        }
        let wanted = v;
        device.tame(&mut v, &before);
        // Only inner terminals may move here.
        for at in 0..N {
            if !free.contains(&at) {
                v[at] = wanted[at];
            } else {
                v[at] = before[at] + (v[at] - before[at]).clamp(-0.5, 0.5);
            }
        }
        if step.iter().all(|step| step.abs() < 1e-13) {
            break;
        }
    }
    v
}

/// Gauss, with pivots; the last column is the right side.
fn solve(matrix: &mut [Vec<f64>]) -> Vec<f64> {
    let count = matrix.len();
    for at in 0..count {
        let pivot = (at..count).max_by(|&a, &b| matrix[a][at].abs().total_cmp(&matrix[b][at].abs())).unwrap();
        matrix.swap(at, pivot);
        let top = matrix[at].clone();
        for (row, line) in matrix.iter_mut().enumerate() {
            if row != at {
                let factor = line[at] / top[at];
                for (own, top) in line.iter_mut().zip(&top) {
                    *own -= factor * top;
                }
            }
        }
    }
    (0..count).map(|at| matrix[at][count] / matrix[at][at]).collect()
}

/// What the outer terminals carry, those behind them included where there is no resistance.
fn outer<const N: usize, const I: usize>(
    values: [f64; N],
    inner: [Option<usize>; I],
    count: usize,
) -> Vec<f64> {
    let mut sums = values[..count].to_vec();
    for (at, end) in inner.iter().enumerate() {
        if let Some(end) = end.filter(|&end| end < count) {
            sums[end] += values[N - I + at];
        }
    }
    sums
}

fn compare<D: Device<N, I>, const N: usize, const I: usize>(text: &str) {
    let mut lines = String::new();
    let mut built: Option<D> = None;
    let mut wrong = Vec::new();
    let mut rows = 0;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(case) = line.strip_prefix("= ") {
            lines = case.replace(" | ", "\n");
            built = Some(device(&lines));
            continue;
        }
        let parts: Vec<Vec<f64>> = line
            .split(':')
            .map(|part| part.split_whitespace().map(|word| word.parse().unwrap()).collect())
            .collect();
        let mut device = built.clone().unwrap();
        let v = rest(&device, &parts[0]);
        device.settle(&v);
        let Response { current, capacitance, .. } = device.respond(&v);
        let inner = device.inner();
        let count = parts[0].len();
        rows += 1;
        let mut check = |what: &str, found: f64, expected: f64, close: f64| {
            let difference = (found - expected).abs();
            if difference.is_nan() || difference > close + 1e-6 * expected.abs() {
                wrong.push(format!("{lines}\n  at {:?}: {what} {found:e}, not {expected:e}", parts[0]));
            }
        };
        let largest = parts[1].iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        for (at, found) in outer(current, inner, count).into_iter().enumerate() {
            check(&format!("current {at}"), found, parts[1][at], 1e-12 + 3e-9 * largest);
        }
        let Some(expected) = parts.get(2) else { continue };
        let largest = expected.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        let columns: Vec<[f64; N]> =
            (0..count).map(|column| capacitance.map(|row| outer(row, inner, count)[column])).collect();
        for (column, values) in columns.iter().enumerate() {
            for (row, found) in outer(*values, inner, count).into_iter().enumerate() {
                let what = format!("capacitance {row} {column}");
                check(&what, found, expected[row * count + column], 1e-9 * largest);
            }
        }
    }
    assert!(rows > 10);
    assert!(wrong.is_empty(), "{} of {rows} rows\n{}", wrong.len(), wrong[..wrong.len().min(80)].join("\n"));
}

#[test]
fn diodes() {
    compare::<Diode, 3, 1>(include_str!("../measured/diode.txt"));
}

#[test]
fn mosfets_of_level_1() {
    compare::<Mosfet, 6, 2>(include_str!("../measured/mosfet1.txt"));
}

#[test]
fn bipolars() {
    compare::<Bipolar, 7, 3>(include_str!("../measured/bipolar.txt"));
}

#[test]
fn jfets() {
    compare::<Jfet, 5, 2>(include_str!("../measured/jfet.txt"));
}

#[test]
fn mosfets_of_level_2() {
    compare::<Mosfet, 6, 2>(include_str!("../measured/mosfet2.txt"));
}

#[test]
fn mosfets_of_level_3() {
    compare::<Mosfet, 6, 2>(include_str!("../measured/mosfet3.txt"));
}
