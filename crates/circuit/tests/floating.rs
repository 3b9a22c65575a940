//! Capacitors that hang on inductors and on what is open: their currents are unknowns, and only theirs.

#![allow(clippy::unwrap_used)]

use super::netlist;

use circuit::{
    AnalysisKind, DeviceConditions, Mna, MnaUnknown, TransientMethod, TransientSettings, TransientTimes,
    transient,
};
use netlist::open;

/// A converter with the output `o`: its source, load, drive and models, and a transient.
fn converter(parts: &str, model: &str, tran: &str) -> String {
    format!(
        "converter\nV1 in 0 12\n{parts}R1 o 0 10\nVG g 0 PULSE(0 1 0 10n 10n 4.99u 10u)\n\
         .model SX SW(VT=0.5 VH=0.1 RON=1m ROFF=10meg)\n.model DX D(IS=1e-12 {model})\n.tran 0.1u {tran}\n"
    )
}

const CUK: &str = "L1 in a 200u\nS1 a 0 g 0 SX\nC1 a b 20u\nD1 b 0 DX\nL2 b o 200u\nC2 o 0 5u\n";
const SEPIC: &str = "L1 in a 100u\nS1 a 0 g 0 SX\nC1 a b 10u\nL2 b 0 100u\nD1 b o DX\nC2 o 0 10u\n";
const ZETA: &str = "S1 in a g 0 SX\nL1 a 0 200u\nC1 a b 20u\nD1 0 b DX\nL2 b o 200u\nC2 o 0 5u\n";

/// The capacitors whose currents are unknowns.
fn floating(text: &str) -> Vec<String> {
    let circuit = open(text);
    let run = TransientTimes { step: 1e-6, stop: 1e-3 };
    let mna = Mna::new(&circuit, &DeviceConditions::new(&circuit), run).unwrap();
    let own = |unknown: &MnaUnknown| match *unknown {
        MnaUnknown::CapacitorCurrent(element) => Some(circuit.element_name(element)),
        _ => None,
    };
    mna.unknowns.list.iter().filter_map(own).collect()
}

#[test]
fn what_a_resistor_a_source_or_a_charge_holds_does_not_float() {
    for parts in [CUK, SEPIC, ZETA] {
        assert_eq!(floating(&converter(parts, "N=1 RS=10m", "1m")), ["c1"], "{parts}");
        assert!(floating(&converter(parts, "N=1 CJO=100p", "1m")).is_empty(), "{parts}");
        let bleeder = |ohms: &str| format!("{parts}RB b 0 {ohms}\n");
        assert_eq!(floating(&converter(&bleeder("10meg"), "N=1", "1m")), ["c1"], "{parts}");
        assert!(floating(&converter(&bleeder("1k"), "N=1", "1m")).is_empty(), "{parts}");
    }
    for text in [
        "coupling\nV1 a 0 SIN(0 1 1k)\nR1 a b 1k\nC1 b c 1u\nR2 c 0 1k\n.tran 1u 1m\n",
        "ladder\nV1 a 0 1\nL1 a b 1m\nC1 b 0 1u\nL2 b c 1m\nC2 c 0 1u\nR1 c 0 1k\n.tran 1u 1m\n",
        "multiplier\nV1 a 0 SIN(0 5 1k)\nC1 a b 1u\nD1 0 b DX\nD2 b c DX\nC2 c 0 1u\n.model DX D\n.tran 1u 1m\n",
    ] {
        assert!(floating(text).is_empty(), "{text}");
    }
}

/// The output at the end of a transient, mean of the last period.
fn output(text: &str) -> f64 {
    let circuit = open(text);
    let AnalysisKind::Transient { times, uic } = circuit.analyses[0].kind.clone() else { panic!() };
    let run = TransientTimes { step: times[0], stop: times[1] };
    let mut mna = Mna::new(&circuit, &DeviceConditions::new(&circuit), run).unwrap();
    let mut settings = TransientSettings::new(times[0], times[1]);
    (settings.uic, settings.method) = (uic, TransientMethod::default_for(&circuit, 5));
    let recorded =
        transient(&circuit, &mut mna, &settings).unwrap_or_else(|failed| panic!("{text}{failed:?}"));
    let column = (0..mna.size()).find(|&at| mna.unknowns.name(&circuit, at) == "v(o)").unwrap();
    let count = 200;
    let time = |at: usize| times[1] - 1e-5 * (at as f64 + 0.5) / count as f64;
    (0..count).map(|at| recorded.at(column, time(at))).sum::<f64>() / count as f64
}

/// The mean of the output from 19 to 20 ms in ngspice 39 with `uic`. From an operating point it does not come to the first
/// switching of a Ćuk converter and a SEPIC; they end where they end with `uic`.
#[test]
fn converters_settle_as_in_ngspice() {
    const WITH: &str = "20m 0 0.1u uic";
    const WITHOUT: &str = "20m 0 0.1u";
    for (parts, model, tran, expected) in [
        (CUK, "N=0.05", WITH, -11.9608),
        (CUK, "N=0.05 RS=10m", WITH, -11.9156),
        (CUK, "N=1", WITHOUT, -11.2622),
        (SEPIC, "N=0.05", WITHOUT, 11.9581),
        (SEPIC, "N=1", WITH, 11.2600),
        (ZETA, "N=1", WITHOUT, 11.2622),
    ] {
        let text = converter(parts, model, tran);
        let found = output(&text);
        assert!((found - expected).abs() < 0.003 * expected.abs(), "{text}{found}, not {expected}");
    }
}
