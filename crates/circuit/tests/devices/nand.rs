//! The MOSFET of the NAND gate, against the numbers of its thesis (golden E002-2.9).

use super::{Device, device};
use circuit::Mosfet;

const ENHANCEMENT: &str = "M1 d g s b me\n.model me nmos(level=100 vto=0.8 beta=1.748m gamma=0 lambda=0.02 phi=1.01 \
    is=1e-14 ut=25.85 rd=4 rs=4 rsd=1e15 cgs=0.06p cgd=0.06p cbd=0.024p cbs=0.024p pb=0.87";

/// Where drain and source are pulled down to: two transistors in series, both off, between 5 V and ground. The current
/// into the node between them is zero.
fn middle(model: &str) -> f64 {
    let device: Mosfet = device(model);
    // Series resistances carry hundredths of a picoampere: inner terminals are at the voltages of the outer ones.
    let into = |drain: f64, source: f64| device.respond(&[drain, 0.0, source, -2.5, drain, source]).current;
    let (mut low, mut high) = (0.0, 5.0);
    for _ in 0..200 {
        let node = 0.5 * (low + high);
        let upper = into(5.0, node);
        let lower = into(node, 0.0);
        if upper[5] + lower[4] < 0.0 { low = node } else { high = node }
    }
    low
}

#[test]
fn the_node_between_two_that_are_off() {
    // With the polynomial that the thesis used for its junctions, and with the exponential that it printed.
    let polynomial = middle(&format!("{ENHANCEMENT} ib1=0.0387 ib2=0.000748)"));
    assert!((polynomial - 1.17785).abs() < 5e-6, "{polynomial}");
    let exponential = middle(&format!("{ENHANCEMENT})"));
    assert!((exponential - 1.174_827_38).abs() < 5e-8, "{exponential}");
}

#[test]
fn capacitances_of_the_junctions() {
    let device: Mosfet = device(&format!("{ENHANCEMENT})"));
    let found = device.respond(&[5.0, 0.0, 1.17785, -2.5, 5.0, 1.17785]);
    assert!((found.capacitance[4][3] + 1.274_482_8e-13).abs() < 1e-20, "{:?}", found.capacitance);
    assert!((found.capacitance[5][3] + 7.472_896_6e-14).abs() < 1e-20, "{:?}", found.capacitance);
    // The charge of the gate against the drain of M2.
    assert!((found.charge[1] - (-3.0e-13 - 7.067_10e-14)).abs() < 1e-18, "{:?}", found.charge);
}

#[test]
fn the_channel_in_all_regions() {
    let device: Mosfet = device(&format!("{ENHANCEMENT})"));
    let drain = |gate: f64, drain: f64| device.respond(&[drain, gate, 0.0, -2.5, drain, 0.0]).current[4];
    let near = |found: f64, expected: f64| {
        assert!((found - expected).abs() < 1e-12 * expected.abs() + 1e-13, "{found} {expected}");
    };
    near(drain(0.8, 3.0), 0.0);
    near(drain(2.0, 3.0), 1.748e-3 * (1.0 + 0.02 * 3.0) * 1.2 * 1.2);
    near(drain(2.0, 0.5), 1.748e-3 * 0.5 * (1.0 + 0.02 * 0.5) * (2.0 * 1.2 - 0.5));
    // Drain and source change their roles.
    near(drain(2.0, -0.5), -1.748e-3 * 0.5 * (1.0 + 0.02 * 0.5) * (2.0 * 1.7 - 0.5));
}

/// E002-3.1-MOS: the capacitances of gate, drain and bulk over the source, in this order of branches.
#[test]
fn the_matrix_of_capacitances_is_the_printed_one() {
    let device: Mosfet = device(&format!("{ENHANCEMENT})"));
    let (gate, bulk, drain, source) = (1, 3, 4, 5);
    for (v_drain, v_gate, v_bulk) in [(5.0, 0.0, -2.5), (0.3, 4.0, -1.0), (-0.5, 2.0, 0.2)] {
        let found = device.respond(&[v_drain, v_gate, 0.0, v_bulk, v_drain, 0.0]);
        let c = |row: usize, column: usize| found.capacitance[row][column];
        let [gd, gs, bd, bs] =
            [(gate, drain), (gate, source), (bulk, drain), (bulk, source)].map(|(a, b)| -c(a, b));
        assert!(gd > 0.0 && gs > 0.0 && bd > 0.0 && bs > 0.0, "{:?}", found.capacitance);
        let expected = [[gs + gd, -gd, 0.0], [-gd, gd + bd, -bd], [0.0, -bd, bs + bd]];
        let branches = [gate, drain, bulk];
        for (row, expected) in branches.into_iter().zip(expected) {
            for (column, expected) in branches.into_iter().zip(expected) {
                let found = c(row, column);
                assert!((found - expected).abs() < 1e-25, "{row} {column}: {found:e} {expected:e}");
            }
        }
        // Symmetric and positive definite: all leading minors are positive.
        let [[a, b, _], [d, e, f], [_, h, i]] = expected;
        assert!(a > 0.0 && a * e - b * d > 0.0 && a * (e * i - f * h) - b * d * i > 0.0);
        // What flows into the source is what the other terminals give.
        for response in [found.charge, found.current] {
            let sum: f64 = response.iter().sum();
            assert!(sum.abs() < 1e-12 * response.iter().fold(0f64, |most, value| most.max(value.abs())));
        }
    }
    // Linear over the gate: 60 fF each, whatever the voltages.
    let found = device.respond(&[1.0, 2.0, 0.0, -1.0, 1.0, 0.0]);
    assert!((found.capacitance[1][1] - 0.12e-12).abs() < 1e-24);
}
