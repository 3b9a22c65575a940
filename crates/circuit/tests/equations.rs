//! What the equations of circuits give: operating points, transients, conserved charge, index-two variables.

#![allow(clippy::unwrap_used)]

use super::netlist;

use circuit::{
    AnalysisKind, BypassTolerance, Circuit, DeviceConditions, InitialQuantity, Mna, OperatingPointError,
    SweepSpacing, TransientError, TransientMethod, TransientRecord, TransientSettings, TransientTimes,
    frequencies, sweep, transient,
};
use netlist::open;

fn times(circuit: &Circuit) -> (Vec<f64>, bool) {
    let found = circuit.analyses.iter().find_map(|analysis| match &analysis.kind {
        AnalysisKind::Transient { times, uic } => Some((times.clone(), *uic)),
        _ => None,
    });
    found.unwrap_or((vec![0.0, 1.0], false))
}

fn equations(circuit: &Circuit) -> Mna {
    let (times, _) = times(circuit);
    Mna::new(circuit, &DeviceConditions::new(circuit), TransientTimes { step: times[0], stop: times[1] })
        .unwrap()
}

fn at(circuit: &Circuit, mna: &Mna, name: &str) -> usize {
    (0..mna.size()).find(|&at| mna.unknowns.name(circuit, at) == name).unwrap()
}

/// The operating point, by names.
fn point(text: &str, names: &[&str]) -> Vec<f64> {
    let circuit = open(text);
    let mut mna = equations(&circuit);
    let point = mna.operating_point(&vec![0.0; mna.size()], &[]).unwrap();
    names.iter().map(|name| point.y[at(&circuit, &mna, name)]).collect()
}

fn settings(circuit: &Circuit) -> TransientSettings {
    let (times, uic) = times(circuit);
    let mut settings = TransientSettings::new(times[0], times[1]);
    settings.longest = times.get(3).copied().unwrap_or(times[1] / 50.0);
    settings.uic = uic;
    settings
}

fn simulate(
    text: &str,
    change: impl Fn(TransientSettings) -> TransientSettings,
) -> (Circuit, Mna, TransientRecord) {
    let circuit = open(text);
    let mut mna = equations(&circuit);
    let settings = change(settings(&circuit));
    let recorded = transient(&circuit, &mut mna, &settings).unwrap();
    (circuit, mna, recorded)
}

#[track_caller]
fn near(actual: f64, expected: f64, tolerance: f64) {
    assert!((actual - expected).abs() <= tolerance, "{actual} and not {expected}");
}

#[test]
fn linear_elements_at_rest() {
    let values = point(
        "all\nV1 a 0 6\nR1 a b 1k\nR2 b 0 2k\nL1 b c 1m\nR3 c 0 2k\nE1 d 0 b 0 2\nR4 d 0 1k\nF1 0 e V1 3\nR5 e 0 1\n\
         G1 0 f b 0 1m\nR6 f 0 1k\nH1 g 0 V1 100\nR7 g 0 1k\n",
        &["v(b)", "v(c)", "i(l1)", "v(d)", "v(e)", "v(f)", "v(g)", "i(v1)"],
    );
    let expected = [3.0, 3.0, 1.5e-3, 6.0, -9e-3, 3.0, -0.3, -3e-3];
    for (value, expected) in values.iter().zip(expected) {
        near(*value, expected, 1e-12);
    }
}

#[test]
fn polynomials_and_formulas_at_rest() {
    let values = point(
        "laws\nV1 a 0 2\nV2 b 0 3\nE1 c 0 POLY(2) a 0 b 0 1 2 3 4 5 6\nR1 c 0 1k\nB1 d 0 V=v(a)*v(b)+sin(0)\nR2 d 0 1k\n\
         B2 0 e I=v(a)>1 ? 1m : 2m\nR3 e 0 1k\nR4 f 0 R='1k*v(a)'\nI1 0 f 1m\n",
        &["v(c)", "v(d)", "v(e)", "v(f)"],
    );
    for (value, expected) in values.iter().zip([114.0, 6.0, 1.0, 2.0]) {
        near(*value, expected, 1e-9);
    }
}

/// Outside of its points a table stays what it is there, and `pwl` of a formula goes on, as ngspice 39 does it.
#[test]
fn tables_are_straight_lines_between_points() {
    for (volts, expected, extended) in [
        (-2.0, -5.0, -10.0),
        (-1.0, -5.0, -5.0),
        (-0.5, -2.5, -2.5),
        (0.25, 0.5, 0.5),
        (0.5, 1.0, 1.0),
        (0.75, 3.0, 3.0),
        (3.0, 5.0, 21.0),
    ] {
        let text = format!(
            "table\nV1 a 0 {volts}\nE1 b 0 TABLE {{v(a)}} = (-1,-5) (0,0) (0.5,1) (1,5)\nR1 b 0 1k\n\
             G1 0 c TABLE {{v(a)}} (-1,-5m) (0,0) (0.5,1m) (1,5m)\nR2 c 0 1k\n\
             B1 d 0 V=2*pwl(v(a), -1,-5, 0,0, 0.5,1, 1,5)\nR3 d 0 1k\n"
        );
        let found = point(&text, &["v(b)", "v(c)", "v(d)"]);
        near(found[0], expected, 1e-9);
        near(found[1], expected, 1e-9);
        near(found[2], 2.0 * extended, 1e-9);
    }
}

#[test]
fn a_diode_at_rest_obeys_its_law() {
    let found = point("diode\nV1 a 0 5\nR1 a b 1k\nD1 b 0 D1\n.model D1 D(IS=1e-14)\n", &["v(b)"])[0];
    let thermal = 1.380649e-23 * 300.15 / 1.602176634e-19;
    let current = 1e-14 * ((found / thermal).exp() - 1.0) + 1e-12 * found;
    near(current, (5.0 - found) / 1e3, 1e-7);
}

#[test]
fn a_long_chain_of_inverters_has_an_operating_point() {
    let mut text =
        "chain\n.model NM NMOS(VTO=0.7 KP=110u LAMBDA=0.04)\n.model PM PMOS(VTO=-0.7 KP=50u LAMBDA=0.05)\n\
                    VDD vdd 0 3.3\nVIN n0 0 0\n"
            .to_string();
    for k in 1..=40 {
        let from = k - 1;
        text += &format!("MP{k} n{k} n{from} vdd vdd PM W=4u L=1u\nMN{k} n{k} n{from} 0 0 NM W=2u L=1u\n");
    }
    let circuit = open(&text);
    let mut mna = equations(&circuit);
    let point = mna.operating_point(&vec![0.0; mna.size()], &[]).unwrap();
    for k in 1..=40 {
        let value = point.y[at(&circuit, &mna, &format!("v(n{k})"))];
        near(value, if k % 2 == 1 { 3.3 } else { 0.0 }, 1e-4);
    }
}

#[test]
fn what_values_make_singular_is_named() {
    let circuit = open("negative\nI1 0 a 1m\nR1 a 0 1k\nG1 a 0 0 a 1m\n");
    let mut mna = equations(&circuit);
    let found = mna.operating_point(&vec![0.0; mna.size()], &[]);
    assert_eq!(found, Err(OperatingPointError::Singular { row: 0, column: 0 }));
}

#[test]
fn charging_a_capacitor() {
    for method in [TransientMethod::Gear(5), TransientMethod::Gear(2), TransientMethod::Trapezoidal] {
        let text = "rc\nV1 a 0 PULSE(0 1 1u 1n 1n 1)\nR1 a b 1k\nC1 b 0 1n\n.tran 50n 5u\n";
        let (circuit, mna, found) =
            simulate(text, |settings| TransientSettings { method, ..settings.with_tolerances(1e-5, 1e-8) });
        let b = at(&circuit, &mna, "v(b)");
        for (point, &t) in found.times.iter().enumerate() {
            // A ramp of a nanosecond, then the rest of the way.
            let exact = |t: f64| if t <= 0.0 { 0.0 } else { t - 1e-6 * (1.0 - (-t / 1e-6).exp()) };
            let expected = (exact(t - 1e-6) - exact(t - 1.001e-6)) / 1e-9;
            near(found.point(point)[b], expected, 2e-3);
        }
    }
}

#[test]
fn an_undamped_circuit_keeps_its_energy_with_the_trapezoidal_rule() {
    let text = "lc\nL1 a 0 1u ic=0\nC1 a 0 1u ic=1\n.tran 0.1u 100u 0 0.1u uic\n";
    let (circuit, mna, found) = simulate(text, |settings| TransientSettings {
        method: TransientMethod::Trapezoidal,
        ..settings.with_tolerances(1e-6, 1e-9)
    });
    let (v, i) = (at(&circuit, &mna, "v(a)"), at(&circuit, &mna, "i(l1)"));
    for point in 0..found.times.len() {
        let y = found.point(point);
        near(y[v] * y[v] + y[i] * y[i], 1.0, 1e-3);
    }
}

/// A resonance that loses a tenth of its energy in each period: with the usual tolerances the errors of some hundred steps do
/// not add up to one of its phase.
#[test]
fn what_rings_keeps_its_phase() {
    let text = "ring\nL1 a b 10u ic=0\nC1 a 0 1n ic=1\nR1 b 0 2\n.tran 10n 10u 0 1u uic\n";
    let (circuit, mna, found) =
        simulate(text, |settings| TransientSettings { method: TransientMethod::Trapezoidal, ..settings });
    let v = at(&circuit, &mna, "v(a)");
    let decay: f64 = 2.0 / (2.0 * 10e-6);
    let speed = (1.0 / (10e-6 * 1e-9) - decay * decay).sqrt();
    for (point, &t) in found.times.iter().enumerate() {
        let expected = (-decay * t).exp() * ((speed * t).cos() + decay / speed * (speed * t).sin());
        near(found.point(point)[v], expected, 1e-3);
    }
    assert!(found.statistics.steps < 900, "{} steps", found.statistics.steps);
}

/// The charge on two capacitors that share it, one of which depends on its voltage.
fn charge_left(conserve: bool, tolerance: f64) -> f64 {
    let text = "two capacitors\nC1 a 0 Q='1u*v(a)*v(a)*v(a)+1u*v(a)'\nC2 b 0 1u\nR1 a b 1k\n.ic v(a)=2 v(b)=0\n.tran 10u 20m uic\n";
    let (circuit, mna, found) = simulate(text, |settings| TransientSettings {
        conserve,
        ..settings.with_tolerances(tolerance, 1e-3 * tolerance)
    });
    let y = found.point(found.times.len() - 1);
    let (a, b) = (y[at(&circuit, &mna, "v(a)")], y[at(&circuit, &mna, "v(b)")]);
    1e-6 * (a * a * a + a) + 1e-6 * b
}

#[test]
fn charge_is_conserved() {
    // Nothing takes charge away: in the end there is as much as at the beginning, but for what Newton's method leaves undone
    // in all steps together, which is a thousandth of what the voltages may err by.
    let all = 1e-5;
    for tolerance in [3e-2, 1e-2, 1e-3] {
        let kept = (charge_left(true, tolerance) - all).abs();
        assert!(kept < (1e-3 * tolerance).min(1e-5) * all, "{kept} C of {all} C are gone with {tolerance}");
    }
    let kept = (charge_left(true, 3e-2) - all).abs();
    let lost = (charge_left(false, 3e-2) - all).abs();
    assert!(
        lost > 10.0 * kept,
        "capacitances times derivatives lose charge, and here only {lost} C beside {kept} C"
    );
}

#[test]
fn devices_that_are_not_looked_at_change_nothing() {
    let mut text = "chain\n.model NM NMOS(VTO=0.7 KP=110u LAMBDA=0.04 CGSO=0.2n CGDO=0.2n)\n\
                    .model PM PMOS(VTO=-0.7 KP=50u LAMBDA=0.05 CGSO=0.2n CGDO=0.2n)\n\
                    VDD vdd 0 3.3\nVIN n0 0 PULSE(0 3.3 1n 0.1n 0.1n 4n 10n)\n"
        .to_string();
    for k in 1..=20 {
        let from = k - 1;
        text += &format!(
            "MP{k} n{k} n{from} vdd vdd PM W=4u L=0.35u\nMN{k} n{k} n{from} 0 0 NM W=2u L=0.35u\nC{k} n{k} 0 10f\n"
        );
    }
    text += ".tran 50p 8n\n";
    let (circuit, mna, quick) = simulate(&text, |settings| settings.with_tolerances(1e-5, 1e-8));
    let (_, _, slow) = simulate(&text, |settings| TransientSettings {
        latency: BypassTolerance::NONE,
        ..settings.with_tolerances(1e-5, 1e-8)
    });
    assert!(3 * quick.evaluations < slow.evaluations, "{} and {}", quick.evaluations, slow.evaluations);
    let last = at(&circuit, &mna, "v(n20)");
    for part in 0..=800 {
        let t = 1e-11 * f64::from(part);
        near(quick.at(last, t), slow.at(last, t), 3e-3);
    }
}

#[test]
fn currents_of_index_two_begin_consistently() {
    // E002-3.3.2: jV = -v' / (1/C1 + 1/C2) = -7.5e-4 A from the first instant on.
    let text = "cv\nC1 a 0 1u\nV1 a b PWL(0 0 1 1000)\nC2 b 0 3u\nR1 b 0 1g\n.tran 1u 1m\n";
    let (circuit, mna, found) = simulate(text, |settings| settings);
    let j = at(&circuit, &mna, "i(v1)");
    for point in 0..found.times.len() {
        near(found.point(point)[j], -7.5e-4, 1e-8);
    }
    // D002-LI: e1 = -R i - L i'.
    let text = "li\nI1 a 0 PWL(0 0 1 1000)\nL1 a b 1m\nR1 b 0 1\n.tran 1u 1m\n";
    let (circuit, mna, found) = simulate(text, |settings| settings);
    let e = at(&circuit, &mna, "v(a)");
    for (point, t) in found.times.iter().enumerate() {
        near(found.point(point)[e], -1000.0 * t - 1.0, 1e-5);
    }
}

#[test]
fn initial_values_hold_or_are_refused() {
    let text = "rc\nV1 a 0 5\nR1 a b 1k\nC1 b 0 1u ic=2\n.tran 10u 1m uic\n";
    let (circuit, mna, found) = simulate(text, |settings| settings);
    near(found.point(0)[at(&circuit, &mna, "v(b)")], 2.0, 1e-5);
    let text = "rc\nV1 a 0 5\nR1 a b 1k\nC1 b 0 1u\n.ic v(b)=3\n.tran 10u 1m\n";
    let (circuit, mna, found) = simulate(text, |settings| settings);
    near(found.point(0)[at(&circuit, &mna, "v(b)")], 3.0, 1e-5);
    let circuit = open("loop\nV1 a 0 5\nC1 a 0 1u ic=2\nR1 a 0 1k\n.tran 10u 1m uic\n");
    let mut mna = equations(&circuit);
    match transient(&circuit, &mut mna, &settings(&circuit)) {
        Err(TransientError::Contradicts(found)) => {
            assert_eq!(found[0].what, InitialQuantity::Element(circuit.starts[0].0));
            near(found[0].actual, 5.0, 1e-6);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn switches_change_when_they_are_told() {
    let text = "switch\nV1 c 0 PWL(0 0 1m 1)\nV2 a 0 1\nS1 a b c 0 SW\nR1 b 0 1k\n.model SW SW(VT=0.5 VH=0.1 RON=1 ROFF=1g)\n\
                .tran 10u 1m\n";
    let (circuit, mna, found) = simulate(text, |settings| settings);
    let b = at(&circuit, &mna, "v(b)");
    for (point, &t) in found.times.iter().enumerate() {
        if (t - 0.6e-3).abs() > 1e-9 {
            near(found.point(point)[b], if t < 0.6e-3 { 1e-6 } else { 1000.0 / 1001.0 }, 1e-6);
        }
    }
}

#[test]
fn a_line_delays_and_reflects() {
    let text = "line\nV1 a 0 PULSE(0 1 1n 0.1n 0.1n 100n)\nR1 a b 50\nT1 b 0 c 0 Z0=50 TD=5n\nR2 c 0 1meg\n.tran 0.1n 25n\n";
    let (circuit, mna, found) = simulate(text, |settings| settings);
    let (b, c) = (at(&circuit, &mna, "v(b)"), at(&circuit, &mna, "v(c)"));
    for (t, near_end, far_end) in [(0.5e-9, 0.0, 0.0), (4e-9, 0.5, 0.0), (8e-9, 0.5, 1.0), (14e-9, 1.0, 1.0)]
    {
        near(found.at(b, t), near_end, 1e-3);
        near(found.at(c, t), far_end, 1e-3);
    }
}

#[test]
fn sweeps_follow_the_law_of_what_they_sweep() {
    let circuit = open("sweep\nV1 a 0 0\nV2 b 0 0\nR1 a b 1k\nR2 b 0 1k\n.dc V1 0 2 0.5 V2 0 1 1\n");
    let AnalysisKind::Sweep(ranges) = circuit.analyses[0].kind.clone() else { panic!() };
    let mut mna = equations(&circuit);
    let guess = vec![0.0; mna.size()];
    let swept = sweep((&circuit, &DeviceConditions::default()), &mut mna, &ranges, guess, &[]).unwrap();
    assert_eq!(swept.levels, [vec![0.0, 0.5, 1.0, 1.5, 2.0], vec![0.0, 1.0]]);
    let i = at(&circuit, &mna, "i(v1)");
    for (point, y) in swept.values.chunks(mna.size()).enumerate() {
        let (first, second) = (0.5 * (point % 5) as f64, (point / 5) as f64);
        near(y[i], -(first - second) / 1e3, 1e-15);
    }
}

#[test]
fn small_signals_of_a_low_pass() {
    let circuit = open("low pass\nV1 a 0 AC 1\nR1 a b 1k\nC1 b 0 1u\n");
    let mut mna = equations(&circuit);
    let all = frequencies(SweepSpacing::Decade, [5.0, 1.0, 1e5]).unwrap();
    assert_eq!(all.len(), 26);
    let answers = mna.small_signal(&vec![0.0; mna.size()], &all).unwrap();
    let b = at(&circuit, &mna, "v(b)");
    for (point, frequency) in all.iter().enumerate() {
        let [real, imaginary] = answers.values[point * mna.size() + b];
        let x = std::f64::consts::TAU * frequency * 1e-3;
        near(real, 1.0 / (1.0 + x * x), 1e-12);
        near(imaginary, -x / (1.0 + x * x), 1e-12);
    }
}
