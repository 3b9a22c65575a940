//! Initial values with `uic`: what is given holds, everything else adapts, and only what is given can contradict itself.

#![allow(clippy::unwrap_used)]

use super::netlist;

use circuit::{
    AnalysisKind, Circuit, ContradictionKind, DeviceConditions, InitialContradiction, InitialQuantity, Mna,
    TransientError, TransientRecord, TransientSettings, TransientTimes, transient,
};
use netlist::open;

fn run(circuit: &Circuit) -> (Mna, Result<TransientRecord, TransientError>) {
    let AnalysisKind::Transient { times, uic } = circuit.analyses[0].kind.clone() else { panic!() };
    let run = TransientTimes { step: times[0], stop: times[1] };
    let mut mna = Mna::new(circuit, &DeviceConditions::new(circuit), run).unwrap();
    let mut settings = TransientSettings::new(times[0], times[1]);
    settings.uic = uic;
    let found = transient(circuit, &mut mna, &settings);
    (mna, found)
}

/// The first values of some unknowns, each with what it should be.
fn begins(text: &str, expected: &[(&str, f64, f64)]) {
    let circuit = open(text);
    let (mna, found) = run(&circuit);
    let found = found.unwrap_or_else(|failed| panic!("{text}: {failed:?}"));
    let value = |name: &str| match name {
        "0" => 0.0,
        _ => {
            let column = (0..mna.size()).find(|&at| mna.unknowns.name(&circuit, at) == name).unwrap();
            found.point(0)[column]
        }
    };
    for &(name, wanted, within) in expected {
        let (plus, minus) = name.split_once(" - ").unwrap_or((name, "0"));
        let found = value(plus) - value(minus);
        assert!((found - wanted).abs() < within, "{text}{name} is {found}, not {wanted}");
    }
}

fn refused(circuit: &Circuit) -> Vec<InitialContradiction> {
    match run(circuit).1 {
        Err(TransientError::Contradicts(found)) => found,
        other => panic!("{other:?}"),
    }
}

/// A source and a given capacitor leave one value for the other capacitor, whatever the capacitances are.
#[test]
fn a_capacitor_without_a_value_adapts() {
    for (given, rest) in [(1.0, 4.0), (3.0, 2.0), (5.0, 0.0)] {
        let text =
            format!("divider\nV1 a 0 5\nC1 a b 1n ic={given}\nC2 b 0 1u\nR1 b 0 100k\n.tran 1u 300u uic\n");
        begins(&text, &[("v(b)", rest, 1e-5)]);
    }
}

const ASTABLE: &str = "astable
VCC v 0 5
R1 v c1 1k
R2 v c2 1k
RB1 v b1 47k
RB2 v b2 47k
CA c1 b2 10n ic=0
CB c2 b1 10n ic=4
Q1 c1 b1 0 Q
Q2 c2 b2 0 Q
.model Q NPN(IS=1e-15 BF=100 CJE=5p CJC=3p)
.tran 1u 3m uic
";

/// Junctions have charges of their own, which nothing is written for.
#[test]
fn charges_of_devices_adapt() {
    // The first short step, a ten-millionth of the run, charges 10 nF with 5 mA.
    begins(ASTABLE, &[("v(c1) - v(b2)", 0.0, 2e-4), ("v(c2) - v(b1)", 4.0, 2e-4)]);
    let oscillator = "cross-coupled
VDD d 0 2
L1 d a 10n ic=1m
L2 d b 10n ic=1m
C1 a b 1p ic=0.1
M1 a b 0 0 N W=50u L=1u
M2 b a 0 0 N W=50u L=1u
.model N NMOS(LEVEL=1 VTO=0.5 KP=200u CGSO=0.3n CGDO=0.3n)
.tran 1p 5n uic
";
    begins(oscillator, &[("v(a) - v(b)", 0.1, 1e-4), ("i(l1)", 1e-3, 1e-6), ("i(l2)", 1e-3, 1e-6)]);
    // The voltage of a device is given as well.
    let clamp = "clamp\nV1 a 0 1\nR1 a b 1k\nD1 b 0 DX ic=0.4\nC1 b 0 10n\n.model DX D(IS=1e-14 CJO=2p)\n.tran 1u 100u uic\n";
    begins(clamp, &[("v(b)", 0.4, 1e-5)]);
}

/// Both inductors and the switch are all that holds the capacitor between them: it has the voltage that is given, and 0 V
/// where none is, as all that is not given.
#[test]
fn a_capacitor_that_floats_has_its_voltage() {
    let cuk = |given: [&str; 4], model: &str| {
        let [c1, c2, l1, l2] = given;
        format!(
            "cuk\nV1 in 0 12\nL1 in a 200u {l1}\nS1 a 0 g 0 SX\nC1 a b 20u {c1}\nD1 b 0 DX\nL2 b o 200u {l2}\nC2 o 0 50u {c2}\n\
             R1 o 0 10\nVG g 0 PULSE(0 1 0 10n 10n 4.99u 10u)\n.model SX SW(VT=0.5 VH=0.1 RON=1m ROFF=10meg)\n\
             .model DX D(IS=1e-12 {model})\n.tran 0.1u 40u 0 0.1u uic\n"
        )
    };
    for model in ["N=1", "N=0.05", "N=1 RS=10m"] {
        let nothing =
            [("v(a) - v(b)", 0.0, 1e-6), ("v(o)", 0.0, 1e-6), ("i(l1)", 0.0, 1e-6), ("i(l2)", 0.0, 1e-6)];
        begins(&cuk([""; 4], model), &nothing);
        let given = ["ic=24", "ic=-12", "ic=1.2", "ic=-1.2"];
        let all =
            [("v(a) - v(b)", 24.0, 1e-5), ("v(o)", -12.0, 1e-5), ("i(l1)", 1.2, 1e-5), ("i(l2)", -1.2, 1e-5)];
        begins(&cuk(given, model), &all);
        // The cutset of both inductors and what is open takes part of the charge that is given alone.
        begins(&cuk(["ic=24", "", "", ""], model), &all[..1]);
    }
}

/// A switch whose control is beyond its edge at the beginning is closed there: a capacitor is charged over 1 kΩ until it opens
/// after a microsecond. It does not wait for an edge, and no longer closes where the control falls.
#[test]
fn a_switch_begins_as_its_control_says() {
    for (switch, model) in [("S1 a b g 0 SX", "SW(VT=0.5 VH=0.1"), ("W1 a b VG SX", "CSW(IT=-0.5 IH=0.1")] {
        let [high, low] = if switch.starts_with('S') { [1, 0] } else { [0, 1] };
        let text = format!(
            "switch\nV1 a 0 1\n{switch}\nR1 b c 1k\nC1 c 0 1n\nVG g 0 PULSE({high} {low} 1u 1p 1p 10u)\nRG g 0 1\n\
             .model SX {model} RON=1u ROFF=1g)\n.tran 10n 2u uic\n"
        );
        let circuit = open(&text);
        let (mna, found) = run(&circuit);
        let found = found.unwrap_or_else(|failed| panic!("{text}: {failed:?}"));
        let column = (0..mna.size()).find(|&at| mna.unknowns.name(&circuit, at) == "v(c)").unwrap();
        for (t, expected) in [(0.5e-6, 1.0 - (-0.5f64).exp()), (2e-6, 1.0 - (-1f64).exp())] {
            let voltage = found.at(column, t);
            assert!((voltage - expected).abs() < 2e-3, "{text}{voltage} V at {t:e}, not {expected}");
        }
    }
}

/// An inductor in series with a given one has its current; one that is only coupled to it has none.
#[test]
fn an_inductor_without_a_value_adapts() {
    let series = "series\nV1 a 0 5\nR1 a b 1k\nL1 b c 1m\nL2 c 0 3m ic=2m\n.tran 1u 100u uic\n";
    begins(series, &[("i(l1)", 2e-3, 1e-6), ("i(l2)", 2e-3, 1e-6)]);
    let coupled = "coupled\nV1 a 0 5\nR1 a b 1k\nL1 b 0 1m ic=1m\nL2 c 0 1m\nR2 c 0 1k\nK1 L1 L2 0.5\n.tran 1u 100u uic\n";
    begins(coupled, &[("i(l1)", 1e-3, 1e-6), ("i(l2)", 0.0, 1e-6)]);
}

/// Two volts in the direction of a diode are gone at once, but nothing that is given contradicts them.
#[test]
fn a_value_that_a_current_takes_away_is_not_refused() {
    let clamp = "clamp\nV1 a 0 SIN(0 5 10k)\nC1 a b 100n ic=2\nD1 0 b DX\nR1 b 0 100k\n.model DX D(IS=1e-12 CJO=10p)\n.tran 1u 300u uic\n";
    run(&open(clamp)).1.unwrap();
}

/// Each with what is refused, the value that closes the loop or the cutset, and how many others are part of it.
#[test]
fn contradictions_name_their_loop_and_following_the_advice_helps() {
    for (text, element, actual, others) in [
        (
            "all given\nC1 a 0 1u ic=1\nC2 b 0 1u ic=3\nC3 a b 1u ic=5\nR1 a b 1k\n.tran 1u 1m uic\n",
            "c3",
            -2.0,
            2,
        ),
        ("divider\nV1 a 0 5\nC1 a b 1n ic=1\nC2 b 0 1n ic=2\nR1 b 0 1k\n.tran 1u 1m uic\n", "c2", 4.0, 2),
        ("beside\nC1 a 0 1u ic=1\nC2 a 0 1u ic=2\nC3 a 0 1u\nR1 a 0 1k\n.tran 1u 1m uic\n", "c2", 1.0, 1),
        ("node\nV1 a 0 5\nR1 a b 1k\nC1 b 0 1u ic=2\n.ic v(b)=3\n.tran 1u 1m uic\n", "c1", 3.0, 1),
        ("series\nV1 a 0 5\nR1 a b 1k\nL1 b c 1m ic=1m\nL2 c 0 1m ic=2m\n.tran 1u 100u uic\n", "l2", 1e-3, 1),
        (
            "star\nL1 a 0 1m ic=1m\nL2 a 0 2m ic=2m\nL3 a 0 1m ic=4m\nR1 b 0 1\nI1 0 b 1\n.tran 1u 1m uic\n",
            "l3",
            -3e-3,
            2,
        ),
        ("source\nI1 0 a 1m\nL1 a 0 1m ic=2m\n.tran 1u 100u uic\n", "l1", 1e-3, 1),
    ] {
        let mut circuit = open(text);
        let found = refused(&circuit);
        assert_eq!(found.len(), 1, "{text}{found:?}");
        let InitialQuantity::Element(id) = found[0].what else { panic!("{found:?}") };
        assert_eq!(circuit.element_name(id), element);
        assert!((found[0].actual - actual).abs() < 1e-9, "{text}{found:?}");
        let (ContradictionKind::Loop(with) | ContradictionKind::Cutset(with)) = &found[0].shape else {
            panic!("{found:?}")
        };
        assert_eq!(with.len(), others, "{text}{found:?}");
        assert!(found[0].replace && found[0].omit, "{text}{found:?}");
        circuit.starts.iter_mut().find(|start| start.0 == id).unwrap().1[0] = found[0].actual;
        run(&circuit).1.unwrap();
    }
}

/// What only the equations refuse: a controlled source decides, or nothing stores charge. A remedy that leads to the next
/// refusal is not offered.
#[test]
fn advice_is_verified() {
    let follower = open("follower\nV1 a 0 1\nRA a 0 1k\nE1 b 0 a 0 2\nC1 b 0 1u ic=3\n.tran 1u 100u uic\n");
    let found = refused(&follower);
    assert!((found[0].actual - 2.0).abs() < 1e-6 && found[0].replace && found[0].omit, "{found:?}");
    let divider = open("divider\nV1 a 0 1\nR1 a b 1k\nR2 b 0 1k\n.ic v(b)=0.2\n.tran 1u 100u uic\n");
    let found = refused(&divider);
    assert_eq!(
        (found[0].shape.clone(), found[0].what),
        (ContradictionKind::Equations, InitialQuantity::Node(0))
    );
    assert!((found[0].actual - 0.5).abs() < 1e-6 && found[0].replace && found[0].omit, "{found:?}");
    // Behind a series resistance the charge is given, and a large capacitor takes it: another value would be taken, too.
    let series = "series\nV1 a 0 1\nR1 a b 1k\nD1 b 0 DX ic=0.4\nC1 b 0 10n ic=0.1\n.model DX D(IS=1e-14 CJO=2p RS=1n)\n.tran 1u 100u uic\n";
    let found = refused(&open(series));
    assert!(found.iter().all(|found| found.omit), "{found:?}");
}

/// A latch begins at a stable solution, not at the one in its middle: at -5 V, because m is above p. Then m falls from
/// 0.1 V towards -5 V, until the slope of the tangent is 2: tanh² = 1 - 2/1000, p = out/2, m = p + artanh(tanh)/200.
#[test]
fn a_latch_does_not_begin_in_its_middle() {
    let circuit = open(
        "relaxation\nB1 out 0 V=5*tanh(200*(v(p)-v(m)))\nR1 out p 10k\nR2 p 0 10k\nR3 out m 10k\nC1 m 0 10n ic=0.1\n.tran 0.5u 1m uic\n",
    );
    let found = run(&circuit).1.unwrap();
    let s = (1.0 - 2.0 / 1000f64).sqrt();
    let m = -2.5 * s + s.atanh() / 200.0;
    let t = 1e-4 * (5.1 / (5.0 + m)).ln();
    assert!((found.jumps[0].t - t).abs() < 1e-7, "{:?}, not {t:e}", found.jumps[0]);
}
