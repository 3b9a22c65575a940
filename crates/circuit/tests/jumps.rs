//! What jumps: comparisons in formulas, pulses that are cut off, and what is let go at the beginning.

#![allow(clippy::unwrap_used)]

mod netlist;

use circuit::{AnalysisKind, Circuit, Conditions, Mna, Recorded, Run, Settings, transient};
use netlist::open;

fn run(text: &str) -> (Circuit, Mna, Recorded) {
    let circuit = open(text);
    let AnalysisKind::Transient { times, uic } = circuit.analyses[0].kind.clone() else { panic!() };
    let run = Run { step: times[0], stop: times[1] };
    let mut mna = Mna::new(&circuit, &Conditions::new(&circuit), run).unwrap();
    let mut settings = Settings::new(times[0], times[1]);
    settings.uic = uic;
    settings.longest = times[1] / 50.0;
    let recorded = transient(&circuit, &mut mna, &settings).unwrap();
    (circuit, mna, recorded)
}

fn at((circuit, mna, recorded): &(Circuit, Mna, Recorded), name: &str, t: f64) -> f64 {
    let column = (0..mna.size()).find(|&at| mna.unknowns.name(circuit, at) == name).unwrap();
    recorded.at(column, t)
}

/// One comparison changes others at the same time, through sources without any memory.
#[test]
fn comparisons_change_each_other_at_once() {
    let gates = run("gates
V1 a 0 PWL(0 0 1m 5)
B1 b 0 V={v(a) > 2.5 ? 0 : 5}
B2 c 0 V={(v(b) > 2.5) && (v(a) > 1) ? 3 : 0}
B3 d 0 V={v(c) > 2 ? v(a) : -v(a)}
R1 b 0 1k
R2 c 0 1k
R3 d 0 1k
.tran 10u 1m
");
    for (t, values) in [
        (0.1e-3, [5.0, 0.0, -0.5]),
        (0.199e-3, [5.0, 0.0, -0.995]),
        (0.201e-3, [5.0, 3.0, 1.005]),
        (0.499e-3, [5.0, 3.0, 2.495]),
        (0.501e-3, [0.0, 0.0, -2.505]),
    ] {
        for (name, value) in ["v(b)", "v(c)", "v(d)"].into_iter().zip(values) {
            let found = at(&gates, name, t);
            assert!((found - value).abs() < 1e-6, "{name} at {t}: {found}, not {value}");
        }
    }
}

/// A comparison of time is at that time, and one that feeds a capacitor leaves its voltage alone.
#[test]
fn a_comparison_of_time_is_exact() {
    let charged = run("charge\nB1 0 a I={time >= 0.3m ? 1m : 0}\nR1 a 0 1g\nC1 a 0 1u\n.tran 10u 1m\n");
    for (t, value) in [(0.3e-3, 0.0), (0.5e-3, 0.2), (1e-3, 0.7)] {
        let found = at(&charged, "v(a)", t);
        assert!((found - value).abs() < 1e-5, "{t}: {found}, not {value}");
    }
}

#[test]
fn a_pulse_longer_than_its_period_is_cut_off() {
    let cut = run("cut\nV1 a 0 PULSE(0 5 1u 1u 1u 1 1m)\nR1 a b 1k\nC1 b 0 10n\n.tran 1u 4m\n");
    for number in [1.0, 2.0, 3.0] {
        let jump = 1e-6 + number * 1e-3;
        let (before, after) = (at(&cut, "v(a)", jump - 1e-8), at(&cut, "v(a)", jump + 0.5e-6));
        assert!((before - 5.0).abs() < 1e-6 && (after - 2.5).abs() < 0.05, "{jump}: {before}, {after}");
    }
}

/// Both bases are held in the operating point, and let go: they move by volts in less than a nanosecond.
#[test]
fn what_was_held_may_move_fast() {
    let bistable = run("astable
.model Q NPN(Is=1.8f Vaf=72 Bf=445 Ne=1.39 Ise=1.8f Ikf=65m Cjc=4.5p Cje=12p Tf=481p Itf=0.5 Vtf=10 Xtf=2 Rb=10 Rc=0.85)
VCC v 0 9
R1 v c1 1k
R4 v c2 1k
R2 v b1 15k
R3 v b2 15k
C1 c1 b2 10u
C2 c2 b1 10u
Q1 c1 b1 0 Q
Q2 c2 b2 0 Q
.ic V(b1)=0 V(b2)=0.7
.tran 1m 0.5
");
    let high = bistable.2.times.iter().filter(|&&t| at(&bistable, "v(c1)", t) > 4.5).count();
    let low = bistable.2.times.len() - high;
    assert!(high > 10 && low > 10, "it swings: {high} points high, {low} low");
}
