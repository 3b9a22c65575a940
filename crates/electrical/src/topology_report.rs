//! Findings of the network graph in words, the same for netlists and models.

use ::circuit::{
    BranchClass, BranchLoop, CountedFindings, Cutset, NodeId, RuleViolation, RuleViolationKind, Topology,
};
use syntax::{Diagnostic, DiagnosticCode, Place, Span};

use super::names::{CircuitNames, list};

/// So many names stand in a message, and so many places beside the first one.
pub(super) const MOST: usize = 8;

/// In larger circuits nobody looks for a node with a name that is like another.
const MOST_GUESSED: usize = 2000;

/// A circuit and what its graph tells, for the words of both.
pub(super) struct TopologyReporter<'a> {
    pub(super) names: CircuitNames<'a>,
    pub(super) topology: &'a Topology,
}

impl TopologyReporter<'_> {
    pub(super) fn is_device(&self, branch: u32) -> bool {
        let element = self.topology.graph.branches[branch as usize].element;
        matches!(self.names.circuit.elements[element.at()].kind, ::circuit::CircuitElementKind::Device(_))
    }

    /// Whether a component with one pin is among some branches. In a netlist ground is a node.
    fn has_ground(&self, branches: &[u32]) -> bool {
        let element = |&at: &u32| self.topology.graph.branches[at as usize].element;
        let network = self.names.network;
        network.is_some_and(|network| branches.iter().map(element).any(|id| network.grounds[id.at()]))
    }

    fn elements(&self, branches: &[u32]) -> Vec<String> {
        let elements = self.names.elements(&self.topology.graph, branches);
        elements.into_iter().map(|element| self.names.element(element)).collect()
    }

    fn nodes(&self, nodes: &[u32]) -> Vec<String> {
        nodes.iter().filter_map(|&node| self.names.node(node)).collect()
    }

    /// A finding at the first of some branches, with the others beside it.
    fn at(
        &self,
        code: DiagnosticCode,
        branches: &[u32],
        message: String,
        label: &str,
        others: &str,
    ) -> Diagnostic {
        let elements = self.names.elements(&self.topology.graph, branches);
        let mut places: Vec<Place> = Vec::new();
        for id in elements {
            // Elements of an array are declared in one place.
            let place = self.names.circuit.elements[id.at()].place;
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let first = places.first().copied().unwrap_or(self.start());
        let mut found = Diagnostic::new(code, first, message).label(label);
        for &place in places.iter().skip(1).take(MOST) {
            found = found.related(place, others);
        }
        found
    }

    fn start(&self) -> Place {
        Place { file: syntax::FileId(0), span: Span::at(0) }
    }

    /// What loops and cutsets mean, where nothing else decides.
    fn two(&self) -> &'static str {
        match self.topology.index {
            Some(::circuit::CircuitIndex::Known(2)) => ": the index is 2",
            _ => "",
        }
    }

    pub(super) fn no_ground(&self) -> Diagnostic {
        let first = self.names.circuit.elements.first().map_or(self.start(), |element| element.place);
        Diagnostic::new(DiagnosticCode::NoGround, first, "no ground: nothing is connected to node 0")
            .label("no element names node `0` or `gnd`")
            .note(
                "node 0 is the reference potential; without it only differences of potentials are determined",
            )
            .help("call one node `0`, usually that of the negative supply")
    }

    /// A finding at the first node of a part.
    fn part(
        &self,
        code: DiagnosticCode,
        part: &Cutset,
        message: String,
        label: &str,
        others: &str,
    ) -> Diagnostic {
        let node = part.nodes.iter().find_map(|&node| self.names.circuit.nodes.get(node as usize));
        let place = node.map_or(self.start(), |node| node.place);
        let mut found = Diagnostic::new(code, place, message).label(label);
        for id in self.names.elements(&self.topology.graph, &part.branches).into_iter().take(MOST) {
            let head = self.names.head(&self.names.circuit.elements[id.at()]);
            found = found.related(head, others);
        }
        found
    }

    fn named(&self, part: &Cutset) -> String {
        let mut names = self.nodes(&part.nodes);
        // Nodes inside of devices have no names and do not count.
        names.truncate(MOST);
        let more = part.size.saturating_sub(part.nodes.len());
        match (names.len(), more) {
            (1, 0) => format!("node {}", list(&names, MOST)),
            (_, 0) => format!("nodes {}", list(&names, MOST)),
            _ => format!("nodes {} and more, {} in all,", list(&names, MOST), part.size),
        }
    }

    pub(super) fn floating(&self, part: &Cutset) -> Diagnostic {
        let message = format!("floating: no path from {} to ground", self.named(part));
        let found = self.part(DiagnosticCode::FloatingPart, part, message, "no path from here to node 0", "");
        self.more(
            found.note("its potential is not determined: any constant could be added to it"),
            &self.topology.survey.floating,
        )
    }

    fn more<T>(&self, found: Diagnostic, many: &CountedFindings<T>) -> Diagnostic {
        if many.count > many.shown.len() {
            return found.note(format!("one of {}, of which {} are shown", many.count, many.shown.len()));
        }
        found
    }

    pub(super) fn voltage_loop(&self, found: &BranchLoop) -> Diagnostic {
        let names = self.elements(&found.branches);
        let message = match &names[..] {
            [alone] => format!("both nodes of the voltage source `{alone}` are the same"),
            _ if self.has_ground(&found.branches) => {
                format!("the voltage sources and grounds {} form a loop", list(&names, MOST))
            }
            _ => format!("the voltage sources {} form a loop", list(&names, MOST)),
        };
        let told = self.at(
            DiagnosticCode::VoltageLoop,
            &found.branches,
            message,
            "closes the loop",
            "part of the loop",
        );
        self.more(
            told.note(
                "voltages around a loop add up to zero (Kirchhoff): these are inconsistent, or do not determine the \
                 current around the loop",
            ),
            &self.topology.survey.voltage_loops,
        )
    }

    pub(super) fn current_cutset(&self, part: &Cutset) -> Diagnostic {
        let names = self.elements(&part.branches);
        let only = if names.len() == 1 { "only the current source" } else { "only the current sources" };
        let message = format!("{only} {} lead to {}", list(&names, MOST), self.named(part));
        let message = if names.len() == 1 { message.replace(" lead to ", " leads to ") } else { message };
        let found = self.part(
            DiagnosticCode::CurrentCutset,
            part,
            message,
            "there is no other path for this current",
            "sets the current for every voltage",
        );
        self.more(
            found.note("currents into a part add up to zero (Kirchhoff): these are inconsistent, or the potential is not determined"),
            &self.topology.survey.current_cutsets,
        )
    }

    pub(super) fn no_dc_path(&self, part: &Cutset) -> Diagnostic {
        let message = format!("no DC path from {} to ground", self.named(part));
        let mut found = self.part(
            DiagnosticCode::NoDcPath,
            part,
            message,
            "no DC path from here to node 0",
            "blocks direct current",
        );
        for related in &mut found.related {
            let at = part.branches.iter().map(|&branch| self.topology.graph.branches[branch as usize]);
            let source = at.into_iter().any(|branch| {
                branch.class == BranchClass::Current
                    && self.names.head(&self.names.circuit.elements[branch.element.at()]) == related.place
            });
            if source {
                related.text = "sets the current for every voltage".to_string();
            }
        }
        let nodes = self.nodes(&part.nodes);
        let note = if part.size == 1 {
            format!(
                "at the operating point the current law of node {} is 0 = 0, and its voltage is not determined",
                list(&nodes, MOST)
            )
        } else {
            let voltages: Vec<String> = nodes.iter().map(|node| format!("v({node})")).collect();
            format!(
                "at the operating point the current laws of {} add up to 0 = 0, so {} are determined only up to a common constant",
                self.named(part),
                list(&voltages, MOST)
            )
        };
        self.more(found.note(note), &self.topology.survey.no_dc_path)
    }

    pub(super) fn dc_loop(&self, found: &BranchLoop) -> Diagnostic {
        let names = self.elements(&found.branches);
        let message = match &names[..] {
            [alone] => format!("both nodes of the inductor `{alone}` are the same"),
            _ => format!("{} form a loop of inductors and voltage sources", list(&names, MOST)),
        };
        let told =
            self.at(DiagnosticCode::DcLoop, &found.branches, message, "closes the loop", "part of the loop");
        self.more(
            told.note("for direct current an inductor is a short circuit, so at the operating point the current around this loop is inconsistent or not determined"),
            &self.topology.survey.dc_loops,
        )
    }

    pub(super) fn cv_loop(&self, found: &BranchLoop) -> Diagnostic {
        let names = self.elements(&found.branches);
        let message =
            format!("{} form a loop of capacitors and voltage sources{}", list(&names, MOST), self.two());
        let label = format!("its current, i({}), depends on the derivative of a voltage", names[0]);
        let told =
            self.at(DiagnosticCode::CapacitorLoop, &found.branches, message, &label, "part of the loop");
        self.more(
            told.note("a step of the voltage is an infinite current, and initial voltages around the loop cannot be chosen freely"),
            &self.topology.survey.cv_loops,
        )
    }

    /// In a model the voltage of each capacitor is a state unless something fixes it; in a netlist such a loop does no harm.
    pub(super) fn capacitor_loop(&self, found: &BranchLoop) -> Diagnostic {
        let names = self.elements(&found.branches);
        let message = format!("{} form a loop of capacitors", list(&names, MOST));
        let label = format!("the voltages of the others determine that of `{}`", names[0]);
        let told =
            self.at(DiagnosticCode::CapacitorLoop, &found.branches, message, &label, "part of the loop");
        self.more(
            told.note("voltages around a loop add up to zero: one of these is not a state, and its initial value cannot be chosen"),
            &self.topology.survey.capacitor_loops,
        )
    }

    pub(super) fn li_cutset(&self, found: &Cutset) -> Diagnostic {
        let mut names = self.elements(&found.branches);
        names.truncate(50);
        let kind = if found
            .branches
            .iter()
            .all(|&at| self.topology.graph.branches[at as usize].class == BranchClass::Inductor)
        {
            "inductors"
        } else {
            "inductors and current sources"
        };
        let message = match &names[..] {
            [alone] => format!("only the inductor `{alone}` leads to {}{}", self.named(found), self.two()),
            _ => format!("{} are a cutset of {kind}{}", list(&names, MOST), self.two()),
        };
        let label = format!("the voltage at {} depends on the derivative of a current", self.named(found));
        let told =
            self.at(DiagnosticCode::InductorCutset, &found.branches, message, &label, "part of the cutset");
        self.more(
            told.note("a step of the current is an infinite voltage, and initial currents of the cutset cannot be chosen freely"),
            &self.topology.survey.li_cutsets,
        )
    }

    pub(super) fn rule(&self, rule: &RuleViolation) -> Diagnostic {
        let graph = &self.topology.graph;
        let name = self.names.branch(graph, rule.branch);
        let node = |node: u32| self.names.node(node).unwrap_or("inside of a device".to_string());
        let (label, note) = match rule.reason {
            RuleViolationKind::InLoop => (
                "a controlled voltage source in a loop of capacitors and voltage sources".to_string(),
                "condition 1 of Estévez Schwarz: no controlled voltage source may be part of such a loop".to_string(),
            ),
            RuleViolationKind::FreeVoltage(a, b) => (
                format!("depends on the voltage between nodes `{}` and `{}`", node(a), node(b)),
                "tables 3.1, 3.3 and 3.5: no path of capacitors and voltage sources (for a current source beside such a path, of \
                 resistors too) joins these nodes"
                    .to_string(),
            ),
            RuleViolationKind::FreeCurrent(at) => (
                format!("depends on the current of `{}`", self.names.branch(graph, at)),
                "tables 3.2, 3.4, 3.6 and 3.7: this current is not determined by those of inductors and current sources".to_string(),
            ),
            RuleViolationKind::LoopCurrent(at) => (
                format!("depends on the current of `{}`", self.names.branch(graph, at)),
                format!(
                    "tables 3.4, 3.6 and 3.7: `{}` is part of a loop of capacitors and voltage sources, so that its current is an \
                     index-2 variable",
                    self.names.branch(graph, at)
                ),
            ),
            RuleViolationKind::InCutset => (
                "a controlled current source in a cutset of inductors and current sources".to_string(),
                "condition 2a of Estévez Schwarz: it may be part of such a cutset only beside a path of capacitors".to_string(),
            ),
        };
        let element = graph.branches[rule.branch as usize].element;
        let place = self.names.circuit.elements[element.at()].place;
        let message = format!("the index depends on the gain of `{name}`");
        let mut found = Diagnostic::new(DiagnosticCode::ControlRule, place, message).label(label).note(note);
        if let (Some(::circuit::CircuitIndex::Depends(Some(index))), None) =
            (&self.topology.index, self.names.network)
        {
            found = found.note(format!("with the values in the netlist the index is {index}"));
        }
        self.more(found, &self.topology.survey.rules)
    }

    pub(super) fn loose(&self, node: NodeId) -> Diagnostic {
        let name = self.names.node(node.0).unwrap_or_default();
        let place = self.names.circuit.nodes[node.at()].place;
        let mut found = Diagnostic::new(
            DiagnosticCode::LooseNode,
            place,
            format!("node `{name}` has a single connection"),
        )
        .label("used only here, so no current flows");
        let all = &self.names.circuit.nodes;
        if all.len() < MOST_GUESSED {
            let others: Vec<String> = (1..all.len() as u32)
                .filter(|&other| other != node.0 && !self.topology.loose.contains(&NodeId(other)))
                .filter_map(|other| self.names.node(other))
                .collect();
            if let Some(guess) = syntax::nearest(&name, others.iter().map(String::as_str)) {
                found = found.help(format!("is node `{guess}` meant?"));
            }
        }
        let count = self.topology.loose.len();
        if count > MOST {
            return found.note(format!("one of {count} such nodes, of which {MOST} are shown"));
        }
        found
    }
}
