//! Warnings of transients that regenerate: those that begin at an unstable point, and those that jump.

use ::circuit::{NodeId, PotentialJump, UnstableMode};
use syntax::{Diagnostic, DiagnosticCode};

use super::failure_report::{AnalysisFailureReporter, MOST, format_number};
use super::names::list;

impl AnalysisFailureReporter<'_> {
    /// A transient that begins where it would not stay if it were disturbed.
    pub(super) fn unstable(&self, mode: &UnstableMode) -> Diagnostic {
        let nodes: Vec<String> = mode.nodes.iter().map(|&at| self.unknown(at)).collect();
        let place = mode.nodes.first().map_or(self.place, |&at| self.place_of(at));
        let grows = format!("a disturbance grows e times in {} s", format_number(mode.rate.recip()));
        let label = match (mode.stored, mode.turn > 0.0) {
            (true, false) => grows,
            (true, true) => {
                format!("{grows}, and oscillates at {} Hz", format_number(mode.turn / std::f64::consts::TAU))
            }
            (false, _) => "a disturbance grows at once".to_string(),
        };
        let found = Diagnostic::new(
            DiagnosticCode::UnstablePoint,
            place,
            "the transient starts at an unstable operating point, and stays there if nothing disturbs it",
        )
        .label(label)
        .note(format!("unstable unknowns: {}", list(&nodes, MOST)));
        let kick = "start a millivolt away from the point with `.options kick=1m`";
        if !mode.stored {
            return found
                .note("no element of the netlist stores charge there: this holds with an equal small capacitance at every node")
                .help(format!("add the real capacitances of the nodes, or {kick}"));
        }
        let name = |node: NodeId| self.names.node(node.0).unwrap_or_else(|| self.circuit.node_name(node));
        let start =
            mode.start.iter().map(|&(node, value)| format!("v({})={}", name(node), format_number(value)));
        let start: Vec<String> = start.collect();
        match start.is_empty() {
            true => found.help(kick),
            false => {
                found.help(format!("set the initial values, such as `.ic {}`, or {kick}", start.join(" ")))
            }
        }
    }

    /// Potentials that jumped in no time.
    pub(super) fn jumps(&self, jumps: &[PotentialJump]) -> Option<Diagnostic> {
        let first = jumps.first()?;
        let name = self.unknown(first.unknown);
        let found = Diagnostic::new(
            DiagnosticCode::InstantJump,
            self.place_of(first.unknown),
            format!("`{name}` jumps at {} s: the integration failed there at every step size", format_number(first.t)),
        )
        .label(format!("from {} V to {} V", format_number(first.before), format_number(first.after)))
        .note("charges and fluxes are kept; the values after the jump result from an equal small capacitance at every node, which only the simulator adds");
        let found = match jumps.len() {
            1 => found,
            count => found.note(format!("the first of {count} such jumps")),
        };
        Some(found.help("add the real capacitances of the nodes that switch"))
    }
}
