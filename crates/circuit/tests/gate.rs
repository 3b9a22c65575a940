//! The NAND gate of Estévez Schwarz's thesis (golden E002-2.9): its operating point, its index, and how it begins.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::netlist;

use circuit::{Circuit, DeviceConditions, Mna, Topology, TransientSettings, TransientTimes, transient};
use netlist::open;

fn gate() -> Circuit {
    variant(&|text| text)
}

/// The gate with another text.
fn variant(change: &dyn Fn(String) -> String) -> Circuit {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/circuit/002-2.9.cir");
    open(&change(std::fs::read_to_string(path).unwrap()))
}

fn equations(circuit: &Circuit) -> Mna {
    Mna::new(circuit, &DeviceConditions::new(circuit), TransientTimes { step: 1e-11, stop: 1e-8 }).unwrap()
}

/// Names of the thesis, what we call them, and the printed values.
const PRINTED: [(&str, &str, f64, f64); 17] = [
    ("e1", "v(1)", 5.0, 1e-5),
    ("e2", "v(m1#5)", 5.0, 1e-5),
    ("e3", "v(m1#4)", 5.0, 1e-5),
    ("e4", "v(4)", 5.0, 1e-5),
    ("e5", "v(5)", 0.0, 1e-12),
    ("e6", "v(m2#5)", 1.17785, 5e-6),
    ("e7", "v(m2#4)", 5.0, 1e-5),
    ("e8", "v(8)", 0.0, 1e-12),
    ("e9", "v(m3#5)", 1.028_40e-15, 1e-18),
    ("e10", "v(m3#4)", 1.17785, 5e-6),
    ("e11", "v(11)", 1.17785, 5e-6),
    ("e12", "v(12)", -2.5, 1e-5),
    ("j1", "i(v1)", 0.0, 1e-19),
    ("j2", "i(v2)", 0.0, 1e-19),
    ("jBB", "i(vbb)", 1.101_03e-14, 1e-19),
    ("jDD", "i(vdd)", -1.126_74e-14, 1e-19),
    ("e6 again", "v(m2#5)", 1.177_850_66, 5e-8),
];

#[test]
fn the_operating_point_is_the_printed_one() {
    let circuit = gate();
    let mut mna = equations(&circuit);
    let y = mna.operating_point(&vec![0.0; mna.size()], &[]).unwrap().y;
    for (name, ours, printed, close) in PRINTED {
        let at = (0..mna.size()).find(|&at| mna.unknowns.name(&circuit, at) == ours).unwrap();
        assert!((y[at] - printed).abs() <= close, "{name} is {:e}, not {printed:e}", y[at]);
    }
}

#[test]
fn the_index_is_two_because_of_three_sources() {
    let circuit = gate();
    let topology = Topology::new(&circuit);
    assert_eq!(topology.survey.cv_loops.count, 3);
    assert_eq!(topology.survey.li_cutsets.count, 0);
}

#[test]
fn the_currents_of_index_two_begin_as_the_derivative_of_the_source_says() {
    let circuit = gate();
    let mut mna = equations(&circuit);
    let names: Vec<String> = (0..mna.size()).map(|at| mna.unknowns.name(&circuit, at)).collect();
    let settings = TransientSettings::new(1e-13, 1e-12).with_tolerances(1e-6, 1e-9);
    let recorded = transient(&circuit, &mut mna, &settings).unwrap();
    // Right after the beginning: V1 rises with a volt in a nanosecond.
    for (name, corrected) in
        [("i(v1)", -7.407_44e-5), ("i(vbb)", 7.407_44e-5), ("i(v2)", 0.0), ("i(vdd)", 0.0)]
    {
        let at = names.iter().position(|found| found == name).unwrap();
        let found = recorded.at(at, 1e-15);
        assert!((found - corrected).abs() < 2e-3 * 7.407e-5, "{name} is {found:e}, not {corrected:e}");
    }
}

/// Names of the thesis and what we call them.
fn compare(circuit: &Circuit, printed: &[(&str, f64)]) {
    let mut mna = equations(circuit);
    let y = mna.operating_point(&vec![0.0; mna.size()], &[]).unwrap().y;
    for &(name, value) in printed {
        let ours = PRINTED.iter().find(|known| known.0 == name).unwrap().1;
        let at = (0..mna.size()).find(|&at| mna.unknowns.name(circuit, at) == ours).unwrap();
        assert!((y[at] - value).abs() <= 1e-7 * value.abs(), "{name} is {:e}, not {value:e}", y[at]);
    }
}

#[test]
fn the_exponential_that_is_printed_gives_another_point() {
    let exponential = |text: String| text.replace(" ib1=0.0387 ib2=0.000748", "");
    compare(
        &variant(&exponential),
        &[("e6", 1.174_827_38), ("e9", 1.012_013_6e-15), ("jBB", 1.112_730_1e-14), ("jDD", -1.138_030_5e-14)],
    );
    // With the resistance between drain and source as it is printed, a mistake of the print.
    let printed = |text: String| exponential(text).replace("rsd=1e15", "rsd=1e5");
    compare(
        &variant(&printed),
        &[
            ("e1", 4.988_529_795),
            ("e2", 4.988_629_557),
            ("e3", 4.999_900_237_4),
            ("e6", 2.494_364_66),
            ("e7", 4.988_430_032),
            ("e9", 9.976_261_5e-5),
            ("jDD", -2.494_065_4e-5),
            ("jBB", 1.198_400_8e-14),
        ],
    );
}

#[test]
fn the_charges_of_gates_are_the_printed_ones() {
    let circuit = gate();
    let mut mna = equations(&circuit);
    let y = mna.operating_point(&vec![0.0; mna.size()], &[]).unwrap().y;
    let volts = |name: &str| {
        let ours = PRINTED.iter().find(|known| known.0 == name).unwrap().1;
        y[(0..mna.size()).find(|&at| mna.unknowns.name(&circuit, at) == ours).unwrap()]
    };
    let c1 = 0.6e-13;
    for (name, found, printed, close) in [
        ("q", 0.5e-13 * volts("e1"), 2.5e-13, 1e-18),
        ("q2gd", c1 * (volts("e5") - volts("e7")), -3.0e-13, 1e-18),
        ("q2gs", c1 * (volts("e5") - volts("e6")), -7.067_10e-14, 1e-19),
        ("q3gd", c1 * (volts("e8") - volts("e10")), -7.067_10e-14, 1e-19),
        ("q3gs", c1 * (volts("e8") - volts("e9")), -6.170_42e-29, 1e-33),
    ] {
        assert!((found - printed).abs() <= close, "{name} is {found:e}, not {printed:e}");
    }
}
