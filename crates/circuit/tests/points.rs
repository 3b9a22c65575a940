//! The ways to an operating point, each with a circuit that needs it, and what is told if none leads there.

#![allow(clippy::unwrap_used)]

use super::netlist;

use circuit::{
    Circuit, DeviceConditions, Mna, NodeId, OperatingPoint, OperatingPointError, OperatingPointMethod,
    TransientTimes, gmin_dependent_nodes,
};
use netlist::open;

fn solve(text: &str) -> (Circuit, Mna, Result<OperatingPoint, OperatingPointError>) {
    let circuit = open(text);
    let mut mna =
        Mna::new(&circuit, &DeviceConditions::new(&circuit), TransientTimes { step: 0.0, stop: 1.0 })
            .unwrap();
    let point = mna.operating_point(&vec![0.0; mna.size()], &[]);
    (circuit, mna, point)
}

fn volts(circuit: &Circuit, mna: &Mna, point: &OperatingPoint, name: &str) -> f64 {
    let at = (0..mna.size()).find(|&at| mna.unknowns.name(circuit, at) == name).unwrap();
    point.y[at]
}

#[test]
fn a_diode_needs_no_help() {
    let (circuit, mna, point) = solve("diode\nV1 a 0 5\nR1 a b 1k\nD1 b 0 DX\n.model DX D(IS=1e-14)\n");
    let point = point.unwrap();
    assert_eq!(point.way, OperatingPointMethod::Newton);
    assert!((volts(&circuit, &mna, &point, "v(b)") - 0.692_888).abs() < 1e-5);
}

/// The coefficient of recombination is one unless it is written, as ngspice 39 has it: its figure.
#[test]
fn recombination_without_a_coefficient() {
    let (circuit, mna, point) =
        solve("slow\nV1 a 0 0.587\nD1 a 0 DX\n.model DX D(IS=0.2e-18 N=1.53 ISR=8f)\n");
    let current = volts(&circuit, &mna, &point.unwrap(), "i(v1)");
    assert!((current + 3.719_145_49e-5).abs() < 1e-12, "{current:e}");
}

/// The tangent of an arc tangent leads away from its zero wherever it begins too far from it.
#[test]
fn conductances_lead_to_the_zero_of_a_flat_curve() {
    let (circuit, mna, point) = solve("flat\nB1 a 0 I=1m*atan(100*(v(a)-0.5))\nR1 a 0 1g\n");
    let point = point.unwrap();
    assert_eq!(point.way, OperatingPointMethod::Conductances);
    assert!((volts(&circuit, &mna, &point, "v(a)") - 0.5).abs() < 1e-6);
}

/// The curve is too steep for conductances, and its zero follows a source.
#[test]
fn sources_lead_to_a_zero_that_follows_them() {
    let (circuit, mna, point) = solve("steep\nV1 b 0 3\nB1 a 0 I=atan(100*(v(a)-v(b)*v(b)/3))\nR1 a 0 1g\n");
    let point = point.unwrap();
    assert_eq!(point.way, OperatingPointMethod::Sources);
    assert!((volts(&circuit, &mna, &point, "v(a)") - 3.0).abs() < 1e-6);
}

/// The curve is too steep for conductances, and there is no source that it follows.
#[test]
fn a_transient_leads_where_no_source_does() {
    let (circuit, mna, point) = solve("alone\nB1 a 0 I=atan(100*(v(a)-3))\nR1 a 0 1g\n");
    let point = point.unwrap();
    assert_eq!(point.way, OperatingPointMethod::Transient);
    assert!((volts(&circuit, &mna, &point, "v(a)") - 3.0).abs() < 1e-6);
}

#[test]
fn what_has_no_solution_is_named() {
    // 1 A and more leaves the node whatever its potential is.
    let (circuit, mna, point) =
        solve("none\nB1 a 0 I=1+v(a)*v(a)\nR1 a 0 1k\nR2 a b 1k\nR3 b 0 1k\nV1 c 0 1\nR4 c 0 1k\n");
    let Err(OperatingPointError::Diverges { unknowns, .. }) = point else { panic!("{point:?}") };
    let names: Vec<String> = unknowns.iter().map(|&at| mna.unknowns.name(&circuit, at)).collect();
    assert!(names.contains(&"v(a)".to_string()) && !names.contains(&"v(c)".to_string()), "{names:?}");
}

#[test]
fn switches_without_end_are_told() {
    let (_, _, point) =
        solve("buzzer\nV1 vdd 0 1\nR1 vdd a 1k\nS1 a 0 a 0 SW\n.model SW SW(VT=0.5 VH=0 RON=1 ROFF=1g)\n");
    assert_eq!(point, Err(OperatingPointError::Switching));
}

#[test]
fn what_rests_on_gmin_moves_with_it_and_nothing_else_does() {
    // A milliampere against a diode has nowhere to go but through gmin: minus a thousand million volts.
    let (circuit, mna, point) =
        solve("blocked\nI1 a 0 1m\nD1 a 0 DX\nV1 b 0 5\nR1 b c 1k\nD2 c 0 DX\n.model DX D(IS=1e-14)\n");
    let point = point.unwrap();
    assert!((volts(&circuit, &mna, &point, "v(a)") + 1e9).abs() < 1e6);
    let found = gmin_dependent_nodes(&circuit, &DeviceConditions::new(&circuit), &point);
    let names: Vec<String> = found.iter().map(|&(node, _)| circuit.node_name(node)).collect();
    assert_eq!(names, ["a"]);
    assert!((found[0].1 + 1e8).abs() < 1e5, "ten times the conductance, a tenth of the voltage: {found:?}");
    assert_ne!(found[0].0, NodeId::GROUND);
}

/// Each gate is low only if both of its inputs are high: q = 5, qb = 0 is a solution, and so is the opposite. From any other
/// potentials both gates change at once, for ever.
#[test]
fn a_latch_of_comparisons_is_found_at_its_rails() {
    let gates = "latch\nVS s 0 5\nVR r 0 5\nB1 q1 0 V={(v(s)>2.5) && (v(qb)>2.5) ? 0 : 5}\nR1 q1 q 100\n\
                 B2 q2 0 V={(v(r)>2.5) && (v(q)>2.5) ? 0 : 5}\nR2 q2 qb 100\n.op\n";
    // Without sources formulas tell how high the rail is.
    let alone =
        "latch\nB1 q 0 V={v(qb)<2.5 ? 5 : 0}\nB2 qb 0 V={v(q)<2.5 ? 5 : 0}\nR1 q 0 1k\nR2 qb 0 1k\n.op\n";
    for text in [gates, alone] {
        let (circuit, mna, point) = solve(text);
        let point = point.unwrap();
        let mut both = ["v(q)", "v(qb)"].map(|name| volts(&circuit, &mna, &point, name));
        both.sort_by(f64::total_cmp);
        assert_eq!((both, point.way), ([0.0, 5.0], OperatingPointMethod::Restart));
    }
}
