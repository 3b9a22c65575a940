//! What the network graph tells, in words.

use ::circuit::{Circuit, Class, Cutset, Loop, Many, NodeId, Reason, Repair, Rule, Topology};
use syntax::{Code, Diagnostic, Place, Sources, Span};

use super::mend::advise;
use super::words::{Names, list};

/// So many names stand in a message, and so many places beside the first one.
const MOST: usize = 8;

/// Everything that is wrong with a circuit or deserves a look, the worst first.
pub fn diagnose(sources: &Sources, circuit: &Circuit, topology: &Topology) -> Vec<Diagnostic> {
    let tell = Tell { names: Names { sources, circuit }, topology };
    let survey = &topology.survey;
    if survey.no_ground {
        return vec![tell.no_ground()];
    }
    let mut told: Vec<(Diagnostic, Option<Repair>, &str)> = Vec::new();
    for found in &survey.floating.shown {
        let repair = Repair::of_part(circuit, found);
        told.push((tell.floating(found), repair, "it has a potential then"));
    }
    for found in &survey.voltage_loops.shown {
        told.push((tell.voltage_loop(found), Repair::of_loop(topology, found), "the loop is gone then"));
    }
    for found in &survey.current_cutsets.shown {
        told.push((tell.current_cutset(found), Repair::of_part(circuit, found), "the cutset is gone then"));
    }
    for found in &survey.no_dc_path.shown {
        told.push((
            tell.no_dc_path(found),
            Repair::of_part(circuit, found),
            "there is an operating point then",
        ));
    }
    for found in &survey.dc_loops.shown {
        told.push((tell.dc_loop(found), Repair::of_loop(topology, found), "the loop is gone then"));
    }
    for found in &survey.cv_loops.shown {
        told.push((tell.cv_loop(found), Repair::of_loop(topology, found), "this loop is gone then"));
    }
    for found in &survey.li_cutsets.shown {
        told.push((tell.li_cutset(found), Repair::of_cutset(topology, found), "this cutset is gone then"));
    }
    let repairs: Vec<Repair> = told.iter().filter_map(|told| told.1).collect();
    let mut tried = Repair::try_all(circuit, topology, &repairs).into_iter();
    let mut all: Vec<Diagnostic> = Vec::new();
    for (found, repair, gone) in told {
        all.push(match repair {
            Some(repair) => advise(tell.names, found, repair, tried.next().unwrap_or(false), gone),
            None => found,
        });
    }
    let mut all = once(all);
    let devices = |rule: &Rule| tell.is_device(rule.branch);
    all.extend(
        survey
            .rules
            .shown
            .iter()
            .filter(|rule| !devices(rule) && topology.is_doubtful(rule))
            .map(|rule| tell.rule(rule)),
    );
    let floating = survey.floating.count > 0;
    all.extend(topology.loose.iter().take(if floating { 0 } else { MOST }).map(|&node| tell.loose(node)));
    let faults = ::circuit::faults(circuit);
    all.extend(
        faults
            .iter()
            .take(MOST)
            .map(|(element, fault)| fault.diagnose(sources, circuit, circuit.elements[element.at()].place)),
    );
    all
}

/// What is wrong in a subcircuit is told once, however often it is called.
fn once(all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut kept: Vec<(Diagnostic, usize)> = Vec::new();
    for found in all {
        let same = |kept: &&mut (Diagnostic, usize)| {
            (kept.0.code, kept.0.primary.place) == (found.code, found.primary.place)
                && kept.0.edits == found.edits
        };
        match kept.iter_mut().find(same) {
            Some(before) => before.1 += 1,
            None => kept.push((found, 0)),
        }
    }
    let note = |(found, more): (Diagnostic, usize)| match more {
        0 => found,
        1 => found.note("the same in another call of this subcircuit"),
        _ => found.note(format!("the same in {more} more calls of this subcircuit")),
    };
    kept.into_iter().map(note).collect()
}

struct Tell<'a> {
    names: Names<'a>,
    topology: &'a Topology,
}

impl Tell<'_> {
    fn is_device(&self, branch: u32) -> bool {
        let element = self.topology.graph.branches[branch as usize].element;
        matches!(self.names.circuit.elements[element.at()].kind, ::circuit::Kind::Device(_))
    }

    fn elements(&self, branches: &[u32]) -> Vec<String> {
        let elements = self.names.elements(&self.topology.graph, branches);
        elements.into_iter().map(|element| self.names.element(element)).collect()
    }

    fn nodes(&self, nodes: &[u32]) -> Vec<String> {
        nodes.iter().filter_map(|&node| self.names.node(node)).collect()
    }

    /// A finding at the first of some branches, with the others beside it.
    fn at(&self, code: Code, branches: &[u32], message: String, label: &str, others: &str) -> Diagnostic {
        let elements = self.names.elements(&self.topology.graph, branches);
        let mut places = elements.iter().map(|id| self.names.circuit.elements[id.at()]);
        let first = places.next().map_or(self.start(), |element| element.place);
        let mut found = Diagnostic::new(code, first, message).label(label);
        for element in places.take(MOST) {
            found = found.related(element.place, others);
        }
        found
    }

    fn start(&self) -> Place {
        Place { file: syntax::FileId(0), span: Span::at(0) }
    }

    /// What loops and cutsets mean, where nothing else decides.
    fn two(&self) -> &'static str {
        match self.topology.index {
            Some(::circuit::Index::Known(2)) => ": the index is 2",
            _ => "",
        }
    }

    fn no_ground(&self) -> Diagnostic {
        let first = self.names.circuit.elements.first().map_or(self.start(), |element| element.place);
        Diagnostic::new(Code::NoGround, first, "nothing is connected to node 0")
            .label("no element names node `0` or `gnd`")
            .note("potentials are measured from node 0; without it only their differences are determined")
            .help("call one node `0`, usually that of the negative supply")
    }

    /// A finding at the first node of a part.
    fn part(&self, code: Code, part: &Cutset, message: String, label: &str, others: &str) -> Diagnostic {
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

    fn floating(&self, part: &Cutset) -> Diagnostic {
        let message = format!("nothing joins {} to ground", self.named(part));
        let found = self.part(Code::FloatingPart, part, message, "no way leads from here to node 0", "");
        self.more(
            found.note("its potential is not determined: all of it could be a thousand volts higher"),
            &self.topology.survey.floating,
        )
    }

    fn more<T>(&self, found: Diagnostic, many: &Many<T>) -> Diagnostic {
        if many.count > many.shown.len() {
            return found.note(format!("one of {}, of which {} are shown", many.count, many.shown.len()));
        }
        found
    }

    fn voltage_loop(&self, found: &Loop) -> Diagnostic {
        let names = self.elements(&found.branches);
        let message = match &names[..] {
            [alone] => format!("both nodes of the voltage source `{alone}` are the same"),
            _ => format!("the voltage sources {} form a loop", list(&names, MOST)),
        };
        let told =
            self.at(Code::VoltageLoop, &found.branches, message, "closes the loop", "part of the loop");
        self.more(
            told.note(
                "around a loop voltages add up to zero: these either contradict each other, or say nothing about the \
                 current that flows around",
            ),
            &self.topology.survey.voltage_loops,
        )
    }

    fn current_cutset(&self, part: &Cutset) -> Diagnostic {
        let names = self.elements(&part.branches);
        let only = if names.len() == 1 { "only the current source" } else { "only the current sources" };
        let message = format!("{only} {} lead to {}", list(&names, MOST), self.named(part));
        let message = if names.len() == 1 { message.replace(" lead to ", " leads to ") } else { message };
        let found = self.part(
            Code::CurrentCutset,
            part,
            message,
            "where should this current go?",
            "sets the current, whatever the voltage is",
        );
        self.more(
            found.note("currents into a part add up to zero: these either contradict each other, or the potential is open"),
            &self.topology.survey.current_cutsets,
        )
    }

    fn no_dc_path(&self, part: &Cutset) -> Diagnostic {
        let message = format!("no direct current reaches {}", self.named(part));
        let mut found = self.part(
            Code::NoDcPath,
            part,
            message,
            "no way for direct current leads from here to node 0",
            "lets no direct current through",
        );
        for related in &mut found.related {
            let at = part.branches.iter().map(|&branch| self.topology.graph.branches[branch as usize]);
            let source = at.into_iter().any(|branch| {
                branch.class == Class::Current
                    && self.names.head(&self.names.circuit.elements[branch.element.at()]) == related.place
            });
            if source {
                related.text = "sets the current, whatever the voltage is".to_string();
            }
        }
        let nodes = self.nodes(&part.nodes);
        let note = if part.size == 1 {
            format!(
                "at the operating point the current law of node {} says 0 = 0, and its voltage is not determined",
                list(&nodes, MOST)
            )
        } else {
            let voltages: Vec<String> = nodes.iter().map(|node| format!("v({node})")).collect();
            format!(
                "at the operating point the current laws of {} add up to 0 = 0, and so {} are determined only up to a common constant",
                self.named(part),
                list(&voltages, MOST)
            )
        };
        self.more(found.note(note), &self.topology.survey.no_dc_path)
    }

    fn dc_loop(&self, found: &Loop) -> Diagnostic {
        let names = self.elements(&found.branches);
        let message = match &names[..] {
            [alone] => format!("both nodes of the inductor `{alone}` are the same"),
            _ => format!("{} form a loop of inductors and voltage sources", list(&names, MOST)),
        };
        let told = self.at(Code::DcLoop, &found.branches, message, "closes the loop", "part of the loop");
        self.more(
            told.note("for direct current an inductor is a wire, so the operating point has no current around this loop, or any"),
            &self.topology.survey.dc_loops,
        )
    }

    fn cv_loop(&self, found: &Loop) -> Diagnostic {
        let names = self.elements(&found.branches);
        let message =
            format!("{} form a loop of capacitors and voltage sources{}", list(&names, MOST), self.two());
        let label = format!("its current, i({}), follows the derivative of a voltage", names[0]);
        let told = self.at(Code::CapacitorLoop, &found.branches, message, &label, "part of the loop");
        self.more(
            told.note("a step of the voltage is an infinite current, and initial voltages around the loop cannot be chosen freely"),
            &self.topology.survey.cv_loops,
        )
    }

    fn li_cutset(&self, found: &Cutset) -> Diagnostic {
        let mut names = self.elements(&found.branches);
        names.truncate(50);
        let kind = if found
            .branches
            .iter()
            .all(|&at| self.topology.graph.branches[at as usize].class == Class::Inductor)
        {
            "inductors"
        } else {
            "inductors and current sources"
        };
        let message = match &names[..] {
            [alone] => format!("only the inductor `{alone}` leads to {}{}", self.named(found), self.two()),
            _ => format!("{} are a cutset of {kind}{}", list(&names, MOST), self.two()),
        };
        let label = format!("the voltage at {} follows the derivative of a current", self.named(found));
        let told = self.at(Code::InductorCutset, &found.branches, message, &label, "part of the cutset");
        self.more(
            told.note("a step of the current is an infinite voltage, and initial currents of the cutset cannot be chosen freely"),
            &self.topology.survey.li_cutsets,
        )
    }

    fn rule(&self, rule: &Rule) -> Diagnostic {
        let graph = &self.topology.graph;
        let name = self.names.branch(graph, rule.branch);
        let node = |node: u32| self.names.node(node).unwrap_or("inside of a device".to_string());
        let (label, note) = match rule.reason {
            Reason::InLoop => (
                "a controlled voltage source in a loop of capacitors and voltage sources".to_string(),
                "condition 1 of Estévez Schwarz: no controlled voltage source may be part of such a loop".to_string(),
            ),
            Reason::FreeVoltage(a, b) => (
                format!("depends on the voltage between nodes `{}` and `{}`", node(a), node(b)),
                "tables 3.1, 3.3 and 3.5: no path of capacitors and voltage sources (for a current source beside such a path, of \
                 resistors too) joins these nodes"
                    .to_string(),
            ),
            Reason::FreeCurrent(at) => (
                format!("depends on the current of `{}`", self.names.branch(graph, at)),
                "tables 3.2, 3.4, 3.6 and 3.7: this current is not given by those of inductors and current sources".to_string(),
            ),
            Reason::LoopCurrent(at) => (
                format!("depends on the current of `{}`", self.names.branch(graph, at)),
                format!(
                    "tables 3.4, 3.6 and 3.7: `{}` is part of a loop of capacitors and voltage sources, so that its current is an \
                     index-2 variable",
                    self.names.branch(graph, at)
                ),
            ),
            Reason::InCutset => (
                "a controlled current source in a cutset of inductors and current sources".to_string(),
                "condition 2a of Estévez Schwarz: it may be part of such a cutset only beside a path of capacitors".to_string(),
            ),
        };
        let element = graph.branches[rule.branch as usize].element;
        let place = self.names.circuit.elements[element.at()].place;
        let message = format!("`{name}` lets the index depend on values");
        let mut found = Diagnostic::new(Code::ControlRule, place, message).label(label).note(note);
        if let Some(::circuit::Index::Depends(Some(index))) = self.topology.index {
            found = found.note(format!("with the values that are written the index is {index}"));
        }
        self.more(found, &self.topology.survey.rules)
    }

    fn loose(&self, node: NodeId) -> Diagnostic {
        let name = self.names.node(node.0).unwrap_or_default();
        let place = self.names.circuit.nodes[node.at()].place;
        let found = Diagnostic::new(Code::LooseNode, place, format!("node `{name}` has a single connection"))
            .label("named only here");
        let count = self.topology.loose.len();
        if count > MOST {
            return found.note(format!("one of {count} such nodes, of which {MOST} are shown"));
        }
        found
    }
}
