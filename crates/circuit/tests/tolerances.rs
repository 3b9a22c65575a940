//! Simulations come to an end with any tolerance: with small ones the last digits of charges count, with large ones currents
//! of index two are never exact.

#![allow(clippy::unwrap_used)]

use super::netlist;

use circuit::{DeviceConditions, Mna, TransientMethod, TransientSettings, TransientTimes, transient};
use netlist::open;

/// A potential at a time, and how many steps were made.
fn simulate(
    text: &str,
    (step, stop): (f64, f64),
    (method, tolerance): (Option<TransientMethod>, f64),
    node: &str,
    t: f64,
) -> (f64, u64) {
    let circuit = open(text);
    let mut mna = Mna::new(&circuit, &DeviceConditions::default(), TransientTimes { step, stop }).unwrap();
    let mut settings = TransientSettings::new(step / 20.0, stop).with_tolerances(tolerance, 1e-3 * tolerance);
    settings.method = method.unwrap_or(TransientMethod::default_for(&circuit, 5));
    settings.kept = (0..mna.size()).filter(|&at| mna.unknowns.name(&circuit, at) == node).collect();
    let made = transient(&circuit, &mut mna, &settings);
    let recorded = made.unwrap_or_else(|failed| panic!("with {tolerance}: {failed:?}"));
    (recorded.at(0, t), recorded.statistics.steps)
}

/// While no diode conducts, ten microfarads float on diodes of ten picofarads and a megohm: the last digit of the charge of
/// the one is a voltage of the other that is larger than the error asked for.
#[test]
fn a_large_capacitor_floats_on_small_ones() {
    let text = "a bridge of diodes that floats
V1 a b SIN(0 10 1k)
RG b 0 1meg
D1 a p d
D2 b p d
D3 q a d
D4 q b d
C1 p q 10u
R1 p q 1k
RQ q 0 1meg
.model d D(is=1e-14 rs=0.5 cjo=10p)
";
    let run = |tolerance: f64| simulate(text, (1e-5, 3e-3), (None, tolerance), "v(p)", 2.6e-3);
    let (exact, _) = run(1e-7);
    for tolerance in [1e-3, 1e-4, 1e-5, 1e-6] {
        let (found, steps) = run(tolerance);
        assert!(
            (found - exact).abs() < 10.0 * (tolerance + 1e-6),
            "{found} and not {exact} with {tolerance}"
        );
        assert!(steps < 100_000, "{steps} steps with {tolerance}");
    }
}

/// The source of the first gate is in a loop of capacitors: with the trapezoidal rule its current rings, and the shorter the
/// step the larger is what rounding makes of it.
#[test]
fn currents_of_index_two_end_no_simulation() {
    let mut text = "a chain of inverters
.model NM NMOS(LEVEL=1 VTO=0.7 KP=110u GAMMA=0.4 LAMBDA=0.04 PHI=0.7 CGSO=0.2n CGDO=0.2n)
.model PM PMOS(LEVEL=1 VTO=-0.7 KP=50u GAMMA=0.57 LAMBDA=0.05 PHI=0.8 CGSO=0.2n CGDO=0.2n)
VDD vdd 0 3.3
VIN n0 0 PULSE(0 3.3 1n 0.1n 0.1n 4.9n 10n)
"
    .to_string();
    for k in 1..=20 {
        let from = k - 1;
        text += &format!(
            "MP{k} n{k} n{from} vdd vdd PM W=4u L=0.35u\nMN{k} n{k} n{from} 0 0 NM W=2u L=0.35u\nC{k} n{k} 0 10f\n"
        );
    }
    for method in [TransientMethod::Trapezoidal, TransientMethod::Gear(5), TransientMethod::Gear(2)] {
        for tolerance in [1.0, 0.3, 0.03, 1e-3, 1e-5] {
            // By then everything is at rest again.
            let (end, _) = simulate(&text, (5e-11, 2e-8), (Some(method), tolerance), "v(n20)", 5.9e-9);
            assert!((end - 3.3).abs() < 0.1 + tolerance, "{end} with {method:?} and {tolerance}");
        }
    }
}
