//! What jumps: comparisons in formulas, pulses that are cut off, and what is let go at the beginning.

#![allow(clippy::unwrap_used)]

use super::netlist;

use circuit::{
    AnalysisKind, Circuit, DeviceConditions, Mna, TransientRecord, TransientSettings, TransientTimes,
    transient,
};
use netlist::open;

fn run(text: &str) -> (Circuit, Mna, TransientRecord) {
    let circuit = open(text);
    let AnalysisKind::Transient { times, uic } = circuit.analyses[0].kind.clone() else { panic!() };
    let run = TransientTimes { step: times[0], stop: times[1] };
    let mut mna = Mna::new(&circuit, &DeviceConditions::new(&circuit), run).unwrap();
    let mut settings = TransientSettings::new(times[0], times[1]);
    settings.uic = uic;
    settings.longest = times[1] / 50.0;
    let recorded = transient(&circuit, &mut mna, &settings).unwrap();
    (circuit, mna, recorded)
}

fn at((circuit, mna, recorded): &(Circuit, Mna, TransientRecord), name: &str, t: f64) -> f64 {
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

/// Both transistors of an inverter are ideal current sources while both are saturated, so that its output jumps where their
/// currents are equal, at 2.5 V. A volt below and above, x = 2 - √3 V are missing to the supply: 2x - x²/2 = 1/2.
#[test]
fn an_inverter_without_capacitances_jumps() {
    let inverter = run("inverter
VDD vdd 0 5
VIN in 0 PULSE(0 5 1n 1n 1n 10n 25n)
MP out in vdd vdd P W=20u L=1u
MN out in 0 0 N W=10u L=1u
.model N NMOS(LEVEL=1 VTO=1 KP=50u)
.model P PMOS(LEVEL=1 VTO=-1 KP=25u)
.tran 0.1n 50n
");
    let x = 2.0 - 3f64.sqrt();
    // The input is 2 V and 3 V as it rises, then as it falls.
    for (t, value) in [(1.4e-9, 5.0 - x), (1.6e-9, x), (12.4e-9, x), (12.6e-9, 5.0 - x)] {
        let found = at(&inverter, "v(out)", t);
        assert!((found - value).abs() < 0.01, "{t:e}: {found}, not {value}");
    }
    let jumps = &inverter.2.jumps;
    assert!(!jumps.is_empty() && (jumps[0].t - 1.5e-9).abs() < 1e-13, "{jumps:?}");
}

/// A comparator with feedback to its input, out = 5 tanh(1e4 p), p = (10 in + out)/11: it jumps where p is nearly zero, at
/// 0.5 V upwards and at -0.5 V downwards, less the width of the tangent's bend.
#[test]
fn a_regenerative_comparator_jumps() {
    let comparator = run("comparator
V1 in 0 PWL(0 -1 1m 1 2m -1)
R1 in p 10k
R2 out p 100k
B1 out 0 V=5*tanh(1e4*v(p))
.tran 1u 2m
");
    for (t, value) in
        [(0.7e-3, -5.0), (0.745e-3, -5.0), (0.755e-3, 5.0), (1e-3, 5.0), (1.745e-3, 5.0), (1.755e-3, -5.0)]
    {
        let found = at(&comparator, "v(out)", t);
        assert!((found - value).abs() < 0.01, "{t:e}: {found}, not {value}");
    }
    assert_eq!(comparator.2.jumps.len(), 2, "{:?}", comparator.2.jumps);
    let up = comparator.2.jumps[0];
    assert!((up.t - 0.75e-3).abs() < 1e-6 && up.before < 0.0 && up.after > 4.9, "{up:?}");
}

/// out = 5 tanh(g (p - in)), p = out/2: there is no solution nearby any more where the slope of the tangent is 2, at
/// in = p - artanh(tanh)/g with tanh² = 1 - 2/(5 g). However gently it bends there, it jumps at these times, once in each
/// half of a period.
#[test]
fn a_gentle_fold_is_passed() {
    for gain in [3f64, 10.0, 20.0, 50.0, 100.0, 300.0, 1e3, 1e4] {
        let text = format!(
            "schmitt\nV1 in 0 SIN(0 4 10k)\nB1 out 0 V=5*tanh({gain}*(v(p)-v(in)))\nR1 out p 10k\nR2 p 0 10k\n.tran 0.1u 300u\n"
        );
        let schmitt = run(&text);
        let s = (1.0 - 2.0 / (5.0 * gain)).sqrt();
        let fold = 2.5 * s - s.atanh() / gain;
        let first = (fold / 4.0).asin() / (std::f64::consts::TAU * 1e4);
        let jumps = &schmitt.2.jumps;
        assert_eq!(jumps.len(), 6, "{gain}: {jumps:?}");
        for (number, jump) in (0..).zip(jumps) {
            let t = first + 5e-5 * f64::from(number);
            assert!((jump.t - t).abs() < 2e-8, "{gain}: {jump:?}, not {t:e}");
            let found = at(&schmitt, "v(out)", t + 1e-6);
            let side = if number % 2 == 0 { -1.0 } else { 1.0 };
            assert!((found - 5.0 * side).abs() < 0.01, "{gain}: {found} after {t:e}");
        }
    }
}

/// Without capacitances an astable multivibrator jumps all the same. ngspice 39 gives a period of 6.8415e-4 s; with
/// capacitances of some picofarads it is 6.8436e-4 s.
#[test]
fn an_astable_without_capacitances_goes_on() {
    let astable = run("astable
VCC v 0 5
R1 v c1 1k
R2 v c2 1k
RB1 v b1 47k
RB2 v b2 47k
CA c1 b2 10n ic=0
CB c2 b1 10n ic=4
Q1 c1 b1 0 Q
Q2 c2 b2 0 Q
.model Q NPN(IS=1e-15 BF=100)
.tran 1u 3m uic
");
    let jumps: Vec<f64> = astable.2.jumps.iter().map(|jump| jump.t).collect();
    assert_eq!(jumps.len(), 8, "{jumps:?}");
    for two in jumps.windows(3) {
        assert!((two[2] - two[0] - 6.842e-4).abs() < 1e-6, "{jumps:?}");
    }
}

/// The levels before and after are those of ngspice 39: a thyristor of two transistors at its peak, which no capacitance
/// slows down, a memory cell that is written twice, a flip-flop of bipolar transistors.
#[test]
fn regenerative_circuits_flip() {
    for (text, expected) in [
        (
            "thyristor
V1 a 0 SIN(0 10 1k)
R1 a k 100
Q1 g2 g1 0 N
Q2 g1 g2 k P
RG g1 0 1k
I1 0 g1 PULSE(0 5m 100u 1u 1u 10u 1m)
.model N NPN(IS=1e-15 BF=20)
.model P PNP(IS=1e-15 BF=2)
.tran 1u 0.4m
",
            vec![("v(k)", 90e-6, 5.358), ("v(k)", 250e-6, 0.86652)],
        ),
        (
            "cell
VDD d 0 3
MP1 q qb d d P W=2u L=1u
MN1 q qb 0 0 N W=2u L=1u
MP2 qb q d d P W=2u L=1u
MN2 qb q 0 0 N W=2u L=1u
MA q wl bl 0 N W=8u L=1u
MB qb wl blb 0 N W=8u L=1u
VWL wl 0 PULSE(0 3 10n 1n 1n 10n 40n)
VBL bl 0 PULSE(0 3 30n 1n 1n 39n 80n)
VBLB blb 0 PULSE(3 0 30n 1n 1n 39n 80n)
.nodeset v(q)=3 v(qb)=0
.model N NMOS(LEVEL=1 VTO=0.7 KP=100u LAMBDA=0.02)
.model P PMOS(LEVEL=1 VTO=-0.7 KP=50u LAMBDA=0.02)
.tran 0.1n 160n
",
            vec![
                ("v(q)", 5e-9, 3.0),
                ("v(q)", 25e-9, 0.0),
                ("v(qb)", 25e-9, 3.0),
                ("v(q)", 65e-9, 3.0),
                ("v(q)", 105e-9, 0.0),
            ],
        ),
        (
            "flip-flop
VCC v 0 5
R1 v c1 1k
R2 v c2 1k
RA c1 b2 10k
RB c2 b1 10k
Q1 c1 b1 0 Q
Q2 c2 b2 0 Q
I1 0 b1 PULSE(0 1m 10u 1u 1u 5u 40u)
I2 0 b2 PULSE(0 1m 30u 1u 1u 5u 40u)
.model Q NPN(IS=1e-15 BF=100)
.nodeset v(c1)=5 v(c2)=0.1
.tran 0.1u 100u
",
            vec![
                ("v(c1)", 5e-6, 4.61447),
                ("v(c1)", 25e-6, 0.0732),
                ("v(c1)", 45e-6, 4.61447),
                ("v(c2)", 45e-6, 0.0732),
            ],
        ),
    ] {
        let flipped = run(text);
        assert!(!flipped.2.jumps.is_empty());
        for (name, t, value) in expected {
            let found = at(&flipped, name, t);
            assert!((found - value).abs() < 0.01, "{text}{name} at {t:e}: {found}, not {value}");
        }
    }
}

/// The next pulse begins where the run ends: its edge, and the current that it drives through a capacitor, are not part of it.
#[test]
fn an_edge_at_the_stop_time_is_not_seen() {
    for (delay, stop) in [("10u", 10e-6), ("0", 20e-6)] {
        let text = format!("edge\nV1 a 0 PULSE(0 5 {delay} 1n 1n 4u 20u)\nC1 a 0 1n\n.tran 0.1u {stop}\n");
        let edge = run(&text);
        let (voltage, current) = (at(&edge, "v(a)", stop), at(&edge, "i(v1)", stop));
        assert!(voltage == 0.0 && current.abs() < 1e-9, "{stop:e}: {voltage:e} V, {current:e} A");
        assert_eq!(edge.2.times.iter().filter(|&&t| t == stop).count(), 1);
    }
}

/// A pulse that lasts as long as its period would begin anew where the run ends. One without a period has that of the run: up
/// to its end it is 5 V, as in ngspice 39.
#[test]
fn a_period_that_ends_at_the_stop_time_does_not_begin_anew() {
    for pulse in ["0 5 0 1u 1u 20u 10u", "0 5 0 1u", "0 5 0 1u 1u"] {
        let cut = run(&format!("cut\nV1 a 0 PULSE({pulse})\nR1 a 0 1k\n.tran 0.5u 20u\n"));
        let last = cut.2.times.len() - 1;
        assert_eq!((cut.2.times[last], cut.2.point(last)[0]), (20e-6, 5.0), "{pulse}");
        assert!(cut.2.times[last - 1] < 20e-6, "{pulse}");
    }
}

/// A converter that begins with a closed switch begins with a thousand amperes in its inductor, as in ngspice 39, and opens:
/// Newton's method runs away over the diode, to values that stand still beside their own size. The figures are those of
/// ngspice 39.
#[test]
fn what_runs_away_is_no_solution() {
    let converter = run("converter
V1 in 0 10
L1 in a 100u
S1 a 0 g 0 SX
C1 a b 1u
D1 b 0 DX
L2 b out 100u
C2 out 0 10u
R1 out 0 10
VG g 0 PULSE(5 0 5u 10n 10n 5u 10u)
.model SX SW(VT=2.5 VH=0.1 RON=10m ROFF=1meg)
.model DX D(IS=1e-12 RS=10m)
.tran 0.1u 100u
");
    for (name, t, value) in [
        ("v(out)", 20e-6, -164.303),
        ("v(out)", 50e-6, -1896.0),
        ("v(out)", 100e-6, -1848.3),
        ("i(l1)", 20e-6, 566.893),
    ] {
        let found = at(&converter, name, t);
        assert!((found - value).abs() < 0.005 * value.abs(), "{name} at {t:e}: {found}, not {value}");
    }
}
