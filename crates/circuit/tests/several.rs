//! `m` of a call is so many calls side by side; sweeps of temperatures and resistors are as many netlists.

#![allow(clippy::unwrap_used)]

use super::netlist;

use circuit::{
    AnalysisKind, Circuit, DeviceConditions, Mna, OperatingPoint, SweepResult, TransientTimes, sweep,
};
use netlist::open;

fn build(circuit: &Circuit) -> Mna {
    Mna::new(circuit, &DeviceConditions::new(circuit), TransientTimes { step: 0.0, stop: 1.0 }).unwrap()
}

/// The operating point, by the names of unknowns.
fn point(text: &str) -> (Circuit, Mna, OperatingPoint) {
    let circuit = open(text);
    let mut mna = build(&circuit);
    let point = mna.operating_point(&vec![0.0; mna.size()], &[]).unwrap();
    (circuit, mna, point)
}

fn value((circuit, mna, point): &(Circuit, Mna, OperatingPoint), name: &str) -> f64 {
    let at = (0..mna.size()).find(|&at| mna.unknowns.name(circuit, at) == name).unwrap();
    point.y[at]
}

const CELL: &str = "
.subckt cell a b
Vs a c 0
R1 c b 1k m=2
F1 a b Vs 0.5
H1 d b Vs 300
R2 d b 5k
F2 a b POLY(1) Vs 1m 0.25
H2 f b POLY(1) Vs 0.1 200
R3 f a 3k
B1 a b I=0.1*i(Vs)+1m*v(d,b) m=2
B2 g b V=100*i(Vs)
R4 g a 7k
W1 a b Vs WX
S1 a b d b SX
D1 a h DX
Q1 a h b QX
R5 h b 20k
I1 b a 10u
G1 a b d b 2m
G2 a b TABLE {v(d,b)} = (0,0) (1,1m)
R6 a b r={2k*(1+v(d,b)*v(d,b))}
X1 a b inner m=3
.model WX CSW(IT=3.5m RON=2k ROFF=9k)
.model SX SW(VT=0.2 RON=4k ROFF=8k)
.model DX D(IS=1e-14)
.model QX NPN(BF=80)
.ends
.subckt inner a b
R1 a b 30k
L1 a x 1m m=2
R2 x b 10k
.ends
";

#[test]
fn several_calls_are_so_many_calls() {
    let one = point(&format!("m\nV1 in 0 3\nR0 in p 100\nX1 p 0 cell m=3{CELL}"));
    let all = point(&format!("calls\nV1 in 0 3\nR0 in p 100\nX1 p 0 cell\nX2 p 0 cell\nX3 p 0 cell{CELL}"));
    for name in ["v(p)", "v(x1.d)", "v(x1.f)", "v(x1.g)", "v(x1.h)", "i(v1)"] {
        let (one, all) = (value(&one, name), value(&all, name));
        assert!((one - all).abs() < 1e-7 * all.abs() + 1e-12, "{name}: {one} and {all}");
    }
    // Sources inside carry what all of them carry.
    let (one, all) = (value(&one, "i(x1.vs)"), value(&all, "i(x1.vs)"));
    assert!((one - 3.0 * all).abs() < 1e-9 * one.abs(), "{one} is not three times {all}");
}

#[test]
fn a_sweep_is_as_many_netlists() {
    let text = |line: &str, ohms: f64| {
        format!(
            "s\n{line}\nV1 a 0 2\nR1 a b {ohms} tc1=2m\nD1 b 0 DX\nR2 b c 2k dtemp=5 tc2=1e-4\nR3 c 0 1k\n.model DX D(IS=1e-14)\n"
        )
    };
    for (line, names) in [
        (".dc temp -20 60 40", [(-20.0, 1e3), (20.0, 1e3), (60.0, 1e3)]),
        (".dc R1 500 1500 500", [(27.0, 500.0), (27.0, 1e3), (27.0, 1.5e3)]),
        (".dc V1 2 2 1 temp -20 60 40", [(-20.0, 1e3), (20.0, 1e3), (60.0, 1e3)]),
    ] {
        let circuit = open(&text(line, 1e3));
        let AnalysisKind::Sweep(ranges) = &circuit.analyses[0].kind else { panic!() };
        let mut mna = build(&circuit);
        let guess = vec![0.0; mna.size()];
        let SweepResult { values, .. } =
            sweep((&circuit, &DeviceConditions::new(&circuit)), &mut mna, ranges, guess, &[]).unwrap();
        let size = mna.size();
        assert_eq!(values.len(), names.len() * size);
        for (at, (celsius, ohms)) in names.into_iter().enumerate() {
            let (_, _, alone) = point(&text(&format!(".temp {celsius}"), ohms));
            for (swept, alone) in values[at * size..(at + 1) * size].iter().zip(&alone.y) {
                assert!((swept - alone).abs() < 1e-7 * alone.abs() + 1e-12, "{line}: {swept} and {alone}");
            }
        }
    }
}
