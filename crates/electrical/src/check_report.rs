//! The result of `wellposed circuit check` and `index`.

use std::fmt::Write;

use ::circuit::{Circuit, CircuitIndex, CountedFindings, Topology};
use report::{CircuitReport, ConnectedNode, CountedLoopsAndCutsets, ReportedCutset, ReportedLoop};
use syntax::{SourceMap, count};

use super::names::{CircuitNames, list};

/// So many names stand in a line.
const MOST: usize = 12;

/// One line: whether a circuit has a solution, and its index.
pub fn summary_line(name: &str, circuit: &Circuit, topology: &Topology, errors: usize) -> String {
    let size = [count(circuit.elements.len(), "element"), count(circuit.nodes.len(), "node")].join(", ");
    match (&topology.index, errors) {
        (Some(CircuitIndex::Depends(None)), 0) => {
            format!("{name} is well-posed: {size}, and its index depends on values\n")
        }
        (Some(index), 0) => format!("{name} is well-posed: {size}, index {}\n", say(index)),
        _ => format!("{name} is not well-posed: {size}\n"),
    }
}

fn say(index: &CircuitIndex) -> String {
    match index {
        CircuitIndex::Known(index) => index.to_string(),
        CircuitIndex::Depends(Some(index)) => {
            format!("{index} with the values in the netlist; other values may give another")
        }
        CircuitIndex::Depends(None) => "depends on values".to_string(),
    }
}

/// The index with its reasons.
pub fn summary(sources: &SourceMap, circuit: &Circuit, topology: &Topology) -> String {
    let names = CircuitNames { sources, circuit, network: None };
    let survey = &topology.survey;
    let mut text = String::new();
    let Some(index) = &topology.index else {
        return "index: none, the circuit has no solution or many\n".to_string();
    };
    let _ = writeln!(text, "index: {}", say(index));
    let elements = |branches: &[u32]| -> Vec<String> {
        names.elements(&topology.graph, branches).into_iter().map(|id| names.element(id)).collect()
    };
    for found in &survey.cv_loops.shown {
        let all = elements(&found.branches);
        let _ = writeln!(text, "  loop of capacitors and voltage sources: {}", list(&all, MOST));
        let _ = writeln!(text, "    index-2 variable: i({})", all[0]);
    }
    more(&mut text, &survey.cv_loops);
    for found in &survey.li_cutsets.shown {
        let nodes: Vec<String> = found.nodes.iter().filter_map(|&node| names.node(node)).collect();
        let _ = writeln!(
            text,
            "  cutset of inductors and current sources: {}",
            list(&elements(&found.branches), MOST)
        );
        let voltages: Vec<String> = nodes.iter().map(|node| format!("v({node})")).collect();
        let _ = writeln!(
            text,
            "    index-2 variables: {}, except for what resistors, capacitors and voltage sources determine",
            voltages.join(", ")
        );
    }
    more(&mut text, &survey.li_cutsets);
    if survey.rules.count > 0 {
        let all: Vec<u32> = survey.rules.shown.iter().map(|rule| rule.branch).collect();
        let _ = writeln!(
            text,
            "  controlled sources whose gains determine the index: {}",
            list(&elements(&all), MOST)
        );
        more(&mut text, &survey.rules);
    }
    match index {
        CircuitIndex::Known(0) => {
            text.push_str("  capacitors join all nodes and there is no voltage source: ordinary differential equations\n");
            text.push_str("  charge-oriented analysis: index 1\n");
        }
        CircuitIndex::Known(1) => text.push_str(
            "  no loop of capacitors and voltage sources, no cutset of inductors and current sources\n",
        ),
        _ => {}
    }
    for found in &survey.capacitor_loops.shown {
        let all = elements(&found.branches);
        let _ =
            writeln!(text, "loop of capacitors alone: {} (it leaves the index as it is)", list(&all, MOST));
    }
    more(&mut text, &survey.capacitor_loops);
    let _ = writeln!(text, "elements: {}", circuit.elements.len());
    let _ = writeln!(text, "nodes: {}", circuit.nodes.len());
    text
}

fn more<T>(text: &mut String, many: &CountedFindings<T>) {
    if many.count > many.shown.len() {
        let _ = writeln!(text, "  and {} more like this", many.count - many.shown.len());
    }
}

/// The network graph as a report.
pub fn report(sources: &SourceMap, circuit: &Circuit, topology: &Topology) -> CircuitReport {
    let names = CircuitNames { sources, circuit, network: None };
    let survey = &topology.survey;
    let elements = |branches: &[u32]| -> Vec<String> {
        names.elements(&topology.graph, branches).into_iter().map(|id| names.element(id)).collect()
    };
    let nodes =
        |nodes: &[u32]| -> Vec<String> { nodes.iter().filter_map(|&node| names.node(node)).collect() };
    let loops = [
        ("voltage", &survey.voltage_loops),
        ("inductor-voltage", &survey.dc_loops),
        ("capacitor-voltage", &survey.cv_loops),
        ("capacitor", &survey.capacitor_loops),
    ];
    let loops = loops.into_iter().flat_map(|(kind, many)| {
        many.shown
            .iter()
            .map(move |found| ReportedLoop { kind: kind.to_string(), elements: elements(&found.branches) })
    });
    let cutsets = [
        ("floating", &survey.floating),
        ("current", &survey.current_cutsets),
        ("no-dc-path", &survey.no_dc_path),
        ("inductor-current", &survey.li_cutsets),
    ];
    let cutsets = cutsets.into_iter().flat_map(|(kind, many)| {
        many.shown.iter().map(move |found| ReportedCutset {
            kind: kind.to_string(),
            elements: elements(&found.branches),
            nodes: nodes(&found.nodes),
        })
    });
    let (index, depends) = match topology.index {
        None => (None, false),
        Some(CircuitIndex::Known(index)) => (Some(index), false),
        Some(CircuitIndex::Depends(index)) => (index, true),
    };
    let connections = topology.connections().iter().enumerate();
    let connected = connections
        .filter_map(|(at, &connections)| Some((names.node(at as u32)?, ConnectedNode { connections })));
    let counts = CountedLoopsAndCutsets {
        voltage_loops: survey.voltage_loops.count,
        inductor_voltage_loops: survey.dc_loops.count,
        capacitor_voltage_loops: survey.cv_loops.count,
        capacitor_loops: survey.capacitor_loops.count,
        floating_parts: survey.floating.count,
        current_cutsets: survey.current_cutsets.count,
        no_dc_path: survey.no_dc_path.count,
        inductor_current_cutsets: survey.li_cutsets.count,
        controlled_sources: survey.rules.count,
    };
    CircuitReport {
        index,
        index_depends_on_values: depends,
        loops: loops.collect(),
        cutsets: cutsets.collect(),
        counts,
        elements: circuit.elements.len(),
        nodes: connected.collect(),
    }
}
