//! Which operating points a circuit leaves, against eigenvalues that are known by formulas.

#![allow(clippy::unwrap_used)]

use super::netlist;

use circuit::{
    Circuit, DeviceConditions, Mna, TransientMethod, TransientRecord, TransientSettings, TransientTimes,
    UnstableMode, find_unstable_mode, guessed, transient,
};
use netlist::open;

/// What grows from the operating point within a time.
fn look(text: &str, span: f64) -> (Circuit, Mna, Option<UnstableMode>) {
    let circuit = open(text);
    let mut mna =
        Mna::new(&circuit, &DeviceConditions::new(&circuit), TransientTimes { step: 0.0, stop: span })
            .unwrap();
    let guess = guessed(&circuit, &mut mna).unwrap();
    let point = mna.operating_point(&guess, &[]).unwrap();
    let found = find_unstable_mode(&circuit, &mut mna, &point.y, span);
    (circuit, mna, found)
}

fn close(found: f64, value: f64) -> bool {
    (found - value).abs() <= 1e-6 * value.abs()
}

/// Each node of two draws (gm) from the other, against its own resistor (g): s = (gm - g)/C, in opposite directions.
#[test]
fn two_nodes_that_drive_each_other() {
    let text = |gain: &str| {
        format!("pair\nR1 a 0 1k\nR2 b 0 1k\nC1 a 0 1p\nC2 b 0 1p\nG1 a 0 b 0 {gain}\nG2 b 0 a 0 {gain}\n")
    };
    let (circuit, mna, found) = look(&text("3m"), 1e-6);
    let mode = found.unwrap();
    assert!(close(mode.rate, 2e9) && mode.turn == 0.0 && mode.stored, "{mode:?}");
    let names: Vec<String> = mode.nodes.iter().map(|&at| mna.unknowns.name(&circuit, at)).collect();
    assert_eq!(names, ["v(a)", "v(b)"]);
    assert!((mode.shape[mode.nodes[0]] + mode.shape[mode.nodes[1]]).abs() < 1e-6, "{mode:?}");
    assert_eq!(look(&text("0.9m"), 1e-6).2, None);
}

/// L, C and a negative conductance G side by side: s² + s G/C + 1/(LC) = 0.
#[test]
fn an_oscillation_that_grows() {
    let text = |siemens: &str| format!("tank\nI1 0 a 0\nL1 a 0 1u\nC1 a 0 1n\nG1 a 0 a 0 {siemens}\n");
    let mode = look(&text("-1m"), 1e-3).2.unwrap();
    let turn = (1e15f64 - 0.25e12).sqrt();
    assert!(close(mode.rate, 5e5) && close(mode.turn, turn), "{mode:?}");
    // So slow a growth is none until the end, and damping is none at all.
    assert_eq!(look(&text("-1m"), 1e-6).2, None);
    assert_eq!(look(&text("1m"), 1e-3).2, None);
    assert_eq!(look(&text("1e-12"), 1e3).2, None);
}

/// Neither growing nor dying: oscillators without losses, and Wien's bridge with a gain of exactly three. With a gain K it
/// grows by (K - 3)/(2RC).
#[test]
fn oscillators_on_the_edge_are_not_blamed() {
    let ladder = "ladder\nL1 a 0 1m\nC1 a 0 1n\nL2 a b 2m\nC2 b 0 2n\nL3 b c 1m\nC3 c 0 5n\n";
    assert_eq!(look(ladder, 1.0).2, None);
    let wien =
        |gain: f64| format!("wien\nE1 o 0 p 0 {gain}\nR1 o a 10k\nC1 a p 10n\nR2 p 0 10k\nC2 p 0 10n\n");
    assert_eq!(look(&wien(3.0), 1.0).2, None);
    assert_eq!(look(&wien(2.9), 1.0).2, None);
    let mode = look(&wien(3.1), 1.0).2.unwrap();
    assert!(close(mode.rate, 0.1 / 2e-4), "{mode:?}");
}

/// Constraints make infinite eigenvalues, some of them twice; they are no growth.
#[test]
fn constraints_are_no_growth() {
    for text in [
        "loop of capacitors\nV1 a 0 1\nC1 a b 1n\nC2 b 0 2n\nC3 a 0 3n\nR1 b 0 1k\n",
        "cutset of inductors\nI1 0 a 1\nL1 a b 1m\nR1 b 0 1k\nL2 b 0 2m\n",
        "both\nV1 a 0 1\nC1 a 0 1u\nI1 0 c 1m\nL1 c d 1m\nR1 d 0 1\nR2 a d 1k\n",
        "coupled\nV1 a 0 1\nR1 a b 1\nL1 b 0 1m\nL2 c 0 4m\nK1 L1 L2 0.9999\nR2 c 0 10\n",
        "follower\nE1 o 0 p o 1e6\nV1 in 0 1\nR1 in p 1k\nC1 p 0 1n\nC2 o 0 1n\n",
        "diode\nV1 in 0 5\nR1 in a 1k\nD1 a 0 DX\n.model DX D(IS=1e-14 CJO=2p TT=5n)\n",
    ] {
        assert_eq!(look(text, 1.0).2, None, "{text}");
    }
}

const LATCH: &str = "latch
VDD vdd 0 2
MP1 q nq vdd vdd P W=2u L=1u
MN1 q nq 0 0 N W=1u L=1u
MP2 nq q vdd vdd P W=2u L=1u
MN2 nq q 0 0 N W=1u L=1u
.model N NMOS(VTO=0.5 KP=100u LAMBDA=0.05)
.model P PMOS(VTO=-0.5 KP=50u LAMBDA=0.05)
";

/// In the middle, at 1 V, both transistors have gm = 100u · 0.5 · 1.05 and go = 0.05 · 100u/2 · 0.25: s = 2 (gm - go)/C.
#[test]
fn the_middle_of_a_latch() {
    let text = format!("{LATCH}C1 q 0 10f\nC2 nq 0 10f\n");
    let mode = look(&text, 1e-9).2.unwrap();
    let (gm, go) = (100e-6 * 0.5 * 1.05, 0.05 * 50e-6 * 0.25);
    assert!((mode.rate / (2.0 * (gm - go) / 10e-15) - 1.0).abs() < 1e-3, "{mode:?}");
    assert!(mode.stored && mode.nodes.len() == 2);
    // At one of its two other points it stays.
    assert_eq!(look(&format!("{text}.nodeset v(q)=2 v(nq)=0\n"), 1e-9).2, None);
    // Without capacitances there is no eigenvalue, and the middle is no better.
    assert!(!look(LATCH, 1e-9).2.unwrap().stored);
    assert_eq!(look(&format!("{LATCH}.nodeset v(q)=2 v(nq)=0\n"), 1e-9).2, None);
}

fn run(text: &str, stop: f64, kick: f64) -> (Circuit, Mna, TransientRecord) {
    let circuit = open(text);
    let run = TransientTimes { step: stop / 1000.0, stop };
    let mut mna = Mna::new(&circuit, &DeviceConditions::new(&circuit), run).unwrap();
    let settings = TransientSettings {
        kick,
        method: TransientMethod::default_for(&circuit, 5),
        ..TransientSettings::new(run.step, stop)
    };
    let recorded = transient(&circuit, &mut mna, &settings).unwrap();
    (circuit, mna, recorded)
}

/// Where it is not kicked a latch stays in its middle, and says so; kicked it goes to one side, with capacitances or without.
#[test]
fn a_kick_leaves_the_middle() {
    for (capacitors, stored) in [("C1 q 0 10f\nC2 nq 0 10f\n", true), ("", false)] {
        let text = format!("{LATCH}{capacitors}");
        let (_, _, still) = run(&text, 1e-10, 0.0);
        assert_eq!(still.unstable.unwrap().stored, stored);
        let (circuit, mna, kicked) = run(&text, 10e-9, 1e-3);
        assert_eq!(kicked.unstable, None);
        let column =
            |name: &str| (0..mna.size()).find(|&at| mna.unknowns.name(&circuit, at) == name).unwrap();
        let mut ends = ["v(q)", "v(nq)"].map(|name| kicked.at(column(name), 10e-9));
        ends.sort_by(f64::total_cmp);
        assert!(ends[0].abs() < 1e-3 && (ends[1] - 2.0).abs() < 1e-3, "{ends:?}");
    }
}

/// A multivibrator, kicked, has the period that ngspice 39 finds with `.ic v(c1)=0.2`, 0.6856 ms; by the formula of
/// textbooks, 2 RC ln 2, it is 0.65 ms.
#[test]
fn a_kick_starts_a_multivibrator() {
    let (circuit, mna, recorded) = run(
        "astable
VCC vcc 0 5
RC1 vcc c1 1k
RC2 vcc c2 1k
RB1 vcc b1 47k
RB2 vcc b2 47k
CX1 c1 b2 10n
CX2 c2 b1 10n
Q1 c1 b1 0 QN
Q2 c2 b2 0 QN
.model QN NPN(BF=100 IS=1e-15 CJE=2p CJC=1p TF=0.3n)
",
        6e-3,
        1e-3,
    );
    let column = (0..mna.size()).find(|&at| mna.unknowns.name(&circuit, at) == "v(c1)").unwrap();
    // Times at which the collector rises through half of the supply, once it has settled.
    let mut rises = Vec::new();
    for pair in 1..recorded.times.len() {
        let [before, after] = [pair - 1, pair].map(|at| recorded.point(at)[column]);
        if before < 2.5 && after >= 2.5 && recorded.times[pair] > 2e-3 {
            rises.push(recorded.times[pair]);
        }
    }
    let periods = (rises.len() - 1) as f64;
    let period = (rises[rises.len() - 1] - rises[0]) / periods;
    assert!((period / 0.6856e-3 - 1.0).abs() < 0.01, "{period} s");
}
