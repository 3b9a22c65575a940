//! The operating point as a table, and potentials in it that nothing written decides.

use std::collections::BTreeMap;
use std::fmt::Write;

use circuit::{Mna, NodeId, OperatingPoint, OperatingPointMethod, gmin_dependent_nodes};
use report::{CircuitAnalysis, OperatingPointStrategy, OperatingPointValues};
use syntax::{Diagnostic, DiagnosticCode};

use super::{AnalysisContext, AnalysisResult, ResultAxis};
use crate::failure_report::format_number;
use crate::names::list;

/// So many nodes are named that rest on a conductance.
const MOST: usize = 5;

impl AnalysisContext<'_> {
    pub(super) fn point(&self, mna: &mut Mna) -> Result<AnalysisResult, Vec<Diagnostic>> {
        let point = self.solve(mna, "no operating point was found")?;
        let values = self.row(&point.y);
        let axis = ResultAxis::new("point", "", "notype", vec![0.0]);
        let width = self.columns.iter().map(|column| column.name.len()).max().unwrap_or(0);
        let mut text = String::new();
        let (mut nodes, mut currents) = (BTreeMap::new(), BTreeMap::new());
        for (column, &value) in self.columns.iter().zip(&values) {
            let _ = writeln!(text, "{:<width$}  {:>13} {}", column.name, format_number(value), column.unit);
            let members = if column.unit == "V" { &mut nodes } else { &mut currents };
            let name = column.name.strip_prefix("v(").or(column.name.strip_prefix("i("));
            let name = name.and_then(|name| name.strip_suffix(')')).unwrap_or(&column.name);
            members.insert(name.to_string(), value);
        }
        let way = match point.way {
            OperatingPointMethod::Newton => OperatingPointStrategy::Newton,
            OperatingPointMethod::Conductances => OperatingPointStrategy::Conductances,
            OperatingPointMethod::Sources => OperatingPointStrategy::Sources,
            OperatingPointMethod::Transient => OperatingPointStrategy::Transient,
            OperatingPointMethod::Restart => OperatingPointStrategy::Restart,
        };
        let found = OperatingPointValues { nodes, currents, iterations: point.iterations, way };
        let found = CircuitAnalysis::Point(found);
        let mut outcome = self.outcome(found, "Operating Point", &axis, &[], &values);
        outcome.raw.variables.remove(0);
        outcome.raw.values.remove(0);
        outcome.line = format!("operating point: {} iterations, {}\n", point.iterations, way.word());
        outcome.text = Some(text);
        outcome.warnings = self.leaning(&point);
        Ok(outcome)
    }

    /// Potentials that only conductances decide which nobody wrote.
    fn leaning(&self, point: &OperatingPoint) -> Vec<Diagnostic> {
        let found = gmin_dependent_nodes(self.circuit, &self.conditions, point);
        let Some(&(node, then)) = found.first() else { return Vec::new() };
        let name = |node: NodeId| self.names.node(node.0).unwrap_or_default();
        let now = point.y[node.at() - 1];
        let all: Vec<String> = found.iter().map(|&(node, _)| format!("v({})", name(node))).collect();
        let gmin = self.conditions.gmin;
        let told = Diagnostic::new(
            DiagnosticCode::RestsOnGmin,
            self.circuit.nodes[node.at()].place,
            format!("only gmin determines `v({})`: conductances that the simulator adds", name(node)),
        )
        .label(format!("{} V, and {} V if they are ten times as large", format_number(now), format_number(then)))
        .note(format!("across every junction there is gmin = {} S, so that the equations have a solution; nothing else determines this potential", format_number(gmin)))
        .note(format!("the same holds for {}", list(&all, MOST)))
        .help("connect the node to another one with its real resistance");
        vec![told]
    }
}
