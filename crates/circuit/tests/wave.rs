//! What sources do over time, against figures that ngspice 39 printed.

#![allow(clippy::unwrap_used)]

use super::netlist;

use circuit::{SourceWaveform, TransientTimes};
use netlist::open;

const RUN: TransientTimes = TransientTimes { step: 0.02, stop: 1.0 };

fn signals(text: &str) -> Vec<SourceWaveform> {
    let circuit = open(text);
    circuit.sources.iter().map(|source| SourceWaveform::new(source, RUN)).collect()
}

const NETLIST: &str = "\
waves
V1 1 0 PULSE(1 5)
V2 2 0 PULSE(1 5 0.1 0.05 0.07 0.2 0.4)
V3 3 0 PULSE(1 5 0.1 0 0 0 0.4)
V4 4 0 PULSE(1 5 0 0.1 0.1 0.5 0.6)
V5 5 0 PULSE(1 5 0.1 0.02 0.02 0.05 0.15 2)
V6 6 0 SIN(1 2)
V7 7 0 SIN(1 2 3 0.1 0.5 30)
V8 8 0 SIN(1 2 0 0.1)
V9 9 0 EXP(1 2)
V10 10 0 EXP(1 2 0 0.2 0 0.3)
V11 11 0 EXP(1 2 0.1 0.2 0.5 0.3)
V12 12 0 SFFM(1 2)
V13 13 0 SFFM(1 2 3 4 5)
V14 14 0 SFFM(1 2 0 4 0 20 30)
V15 15 0 AM(1 2 3 20 0.2)
V16 16 0 AM(1 2 0 20)
V17 17 0 PWL(0.05 0.5 0.1 1 0.3 2 0.4 -1)
V18 18 0 PWL(0 0 0.1 1 0.3 2 0.4 -1) r=0
V19 19 0 PWL(0 0 0.1 1 0.3 2 0.4 -1) r=0.1 td=0.15
V20 20 0 DC 4
V21 21 0 EXP(1 2 0.1 0 0.5 0)
.tran 20m 1 0 20m
.end
";

/// Time and the value of each source in turn.
#[rustfmt::skip]
const MEASURED: &[[f64; 22]] = &[
    [0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.424258963, 0.0, 0.0, 0.5, 0.0, 0.0, 4.0, 1.0],
    [0.0128, 3.56, 1.0, 1.0, 1.512, 1.0, 1.1606762, 2.0, 1.0, 1.0, 1.0, 1.0, 1.1606762, 2.94457481, 1.852362665, 0.0, 2.078859963, 0.5, 0.128, 0.0, 4.0, 1.0],
    [0.106, 5.0, 1.48, 2.2, 5.0, 2.2, 2.235719226, 2.185522396, 1.075380365, 1.023314608, 1.152009703, 1.029554466, 2.235719226, 2.897038664, -0.9997566493, 0.0, 1.792048222, 1.03, 1.03, 0.0, 4.0, 1.259181779],
    [0.13, 5.0, 3.4, 5.0, 5.0, 5.0, 2.457937255, 2.746019454, 1.374762629, 1.007022225, 1.16386841, 1.139292024, 2.457937255, -0.414535322, -0.8802451487, 0.0, -1.604047513, 1.15, 1.15, 0.0, 4.0, 1.77686984],
    [0.25, 5.0, 5.0, 5.0, 5.0, 1.0, 3.0, 0.6142225662, 2.618033989, 1.000017406, 1.179948534, 1.527633447, 3.0, 2.307287242, -0.5656855164, 0.0, 0.0, 1.75, 1.75, 1.0, 4.0, 1.999446916],
    [0.41, 5.0, 1.571428571, 5.0, 5.0, 1.0, 2.07165359, 1.14332595, 2.859552972, 1.000000006, 1.14904582, 1.787752026, 2.07165359, 1.88859875, 1.097797409, 1.208822669, 2.411714598, -1.0, 0.1, 1.8, 4.0, 1.999999814],
    [0.55, 5.0, 5.0, 5.0, 5.0, 1.0, 0.3819660113, 1.649571613, 1.618033989, 1.0, 1.112032311, 1.7410825, 0.3819660113, 1.167942904, 2.478880417, 0.0, 0.0, -1.0, 1.25, 1.0, 4.0, 1.082084998],
    [0.61, 5.0, 5.0, 5.0, 1.4, 1.0, -0.2748479795, -0.01269281228, 0.8744189609, 1.0, 1.097228913, 1.614958954, -0.2748479795, 1.334276705, 1.83861235, 2.845670184, 1.295886793, -1.0, 1.55, 1.3, 4.0, 1.004086771],
    [0.77, 5.0, 3.857142857, 5.0, 5.0, 1.0, -0.9842294026, 1.791724104, -0.7526133601, 1.0, 1.064226119, 1.371485306, -0.9842294026, -0.9207142873, 2.817762598, 0.6062516069, 0.5924201146, -1.0, -0.1, 1.4, 4.0, 1.000001371],
    [0.91, 5.0, 1.8, 3.0, 5.0, 1.0, -0.07165358996, 0.8883776378, -0.8595529718, 1.0, 1.043344653, 1.237533021, -0.07165358996, 0.5849099982, 0.2508776656, 2.595403396, 1.392511468, -1.0, 1.05, 1.3, 4.0, 1.000000001],
    [1.0, 5.0, 5.0, 5.0, 5.0, 1.0, 1.0, -0.2473888933, -0.1755705046, 1.0, 1.033315621, 1.177766606, 1.0, 1.0, 2.424258963, 0.0, 0.0, -1.0, 1.5, 1.75, 4.0, 1.0],
];

#[test]
fn values_are_those_of_ngspice() {
    let signals = signals(NETLIST);
    for row in MEASURED {
        for (at, signal) in signals.iter().enumerate() {
            // Where points are repeated ngspice has the value after the jump; a step that ends there needs the one before.
            let time = if at == 18 { row[0] * (1.0 + 1e-14) } else { row[0] };
            let (found, expected) = (signal.value(time), row[at + 1]);
            assert!((found - expected).abs() < 1e-9, "V{} at {}: {found}, not {expected}", at + 1, row[0]);
        }
    }
}

fn breaks(text: &str, until: f64) -> Vec<f64> {
    let signal = &signals(&format!("t\nV1 1 0 {text}\n.end\n"))[0];
    let times = std::iter::successors(signal.next(0.0), |&time| signal.next(time));
    times.take(100).take_while(|&time| time <= until).collect()
}

fn near(found: &[f64], expected: &[f64]) {
    let same = found.len() == expected.len()
        && found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-12);
    assert!(same, "{found:?}, not {expected:?}");
}

#[test]
fn every_corner_is_given_once() {
    near(
        &breaks("PULSE(1 5 0.1 0.05 0.07 0.2 0.4)", 1.0),
        &[0.1, 0.15, 0.35, 0.42, 0.5, 0.55, 0.75, 0.82, 0.9, 0.95],
    );
    near(&breaks("PULSE(1 5 0.1 0.02 0.02 0.05 0.15 1)", 9.0), &[0.1, 0.12, 0.17, 0.19, 0.25]);
    // The step is the rise, and the pulse lasts as long as the run.
    near(&breaks("PULSE(1 5)", 1.0), &[0.02, 1.0]);
    near(&breaks("SIN(1 2 3 0.1)", 1.0), &[0.1]);
    near(&breaks("EXP(1 2 0.1 0.2 0.5 0.3)", 1.0), &[0.1, 0.5]);
    near(&breaks("SFFM(1 2 3 4 5)", 1.0), &[]);
    near(&breaks("AM(1 2 3 20 0.2)", 1.0), &[0.2]);
    near(&breaks("PWL(0 0 0.1 1 0.3 2 0.4 -1)", 1.0), &[0.1, 0.3, 0.4]);
    let expected = [0.25, 0.45, 0.55, 0.75, 0.85, 1.05];
    near(&breaks("PWL(0 0 0.1 1 0.3 2 0.4 -1) r=0.1 td=0.15", 1.1)[1..], &expected);
    near(&breaks("4", 1.0), &[]);
}

#[test]
fn a_million_periods_do_not_wear_it_out() {
    let signal = &signals("t\nV1 1 0 PULSE(0 1 0.3u 0.1u 0.1u 0.4u 1u)\n.end\n")[0];
    let mut time = 1.0;
    for _ in 0..4000 {
        let next = signal.next(time).unwrap();
        assert!(next > time && next < time + 0.5e-6, "{next} after {time}");
        time = next;
    }
    assert!((time - 1.000_999_9).abs() < 1e-9, "{time}");
}

#[test]
fn between_corners_nothing_bends() {
    let signals = signals(NETLIST);
    // Straight pieces: pulses and lines.
    for signal in signals[..5].iter().chain(&signals[16..19]) {
        let mut from = 0.0;
        while let Some(to) = signal.next(from).filter(|&to| to <= 1.0) {
            let at = |part: f64| signal.value(from + part * (to - from));
            let bend = at(0.75) - 2.0 * at(0.5) + at(0.25);
            assert!(bend.abs() < 1e-9, "{signal:?} bends between {from} and {to}");
            from = to;
        }
    }
}
