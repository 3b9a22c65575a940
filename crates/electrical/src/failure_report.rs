//! Why a circuit could not be computed, in words.

use ::circuit::{
    Circuit, CircuitElementKind, ContradictionKind, ControlLaw, DomainError, ElementId, GridError,
    InitialContradiction, InitialQuantity, Mna, MnaError, MnaUnknown, NodeId, OperatingPointError,
    SweepError, Topology, TransientError,
};
use syntax::{Diagnostic, DiagnosticCode, Place, SourceMap};

use super::names::{CircuitNames, list};

/// So many names stand in a message.
pub(super) const MOST: usize = 5;
/// All that is done to find an operating point.
const TRIED: &str = "methods used: Newton iteration, gmin stepping, source stepping, a pseudo-transient, and other start values; their failure is no proof that there is none";

/// All that is done to begin with charges that are given.
const TRIED_START: &str = "methods used, with the prescribed charges and fluxes: Newton iteration, and small capacitances at all nodes; their failure is no proof that there is no solution";
const NO_START: &str = "no initial values of the transient were found";

/// What is needed to name things.
#[derive(Clone, Copy)]
pub(super) struct AnalysisFailureReporter<'a> {
    pub(super) names: CircuitNames<'a>,
    pub(super) circuit: &'a Circuit,
    pub(super) mna: &'a Mna,
    /// The line that asks for the analysis, or the title.
    pub(super) place: Place,
}

/// A number as people want to read it.
pub(super) fn format_number(number: f64) -> String {
    let rounded: f64 = format!("{number:.5e}").parse().unwrap_or(number);
    let size = rounded.abs();
    if size != 0.0 && !(1e-3..1e6).contains(&size) { format!("{rounded:e}") } else { format!("{rounded}") }
}

/// Elements that make no sense.
pub(super) fn invalid_parameters(
    sources: &SourceMap,
    circuit: &Circuit,
    wrong: &[MnaError],
) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = Vec::new();
    for found in wrong {
        let place = circuit.elements[found.element.at()].place;
        for fault in &found.faults {
            let told = fault.diagnose(sources, circuit, place);
            // Many elements may share a model.
            if !all
                .iter()
                .any(|known| known.primary.place == told.primary.place && known.message == told.message)
            {
                all.push(told);
            }
        }
    }
    all
}

/// Why an integrator gave up.
fn reason(kind: simulate::IntegrationFailureKind) -> &'static str {
    match kind {
        simulate::IntegrationFailureKind::Error => "error test failure at every step size: it jumps",
        simulate::IntegrationFailureKind::Singular => "the Jacobian is singular there",
        simulate::IntegrationFailureKind::Domain | simulate::IntegrationFailureKind::NotFinite => {
            "domain error: a function is outside its domain there, or a number is too large"
        }
        simulate::IntegrationFailureKind::Chatter | simulate::IntegrationFailureKind::EventLoop => {
            "chattering: a switch opens and closes again and again, and time hardly advances"
        }
        _ => "convergence failure: the Newton iteration does not converge there at any step size",
    }
}

impl AnalysisFailureReporter<'_> {
    pub(super) fn unknown(&self, at: usize) -> String {
        match self.mna.unknowns.list[at] {
            MnaUnknown::Node(node) => {
                let name = self.names.node(node.0).unwrap_or_else(|| self.circuit.node_name(node));
                format!("v({name})")
            }
            _ => self.mna.unknowns.name(self.circuit, at),
        }
    }

    /// The place where an unknown is written.
    pub(super) fn place_of(&self, at: usize) -> Place {
        match self.mna.unknowns.list[at] {
            MnaUnknown::Node(node) => self.circuit.nodes[node.at()].place,
            MnaUnknown::Inner(element, _)
            | MnaUnknown::Current(element, _)
            | MnaUnknown::CapacitorCurrent(element)
            | MnaUnknown::Rate(element) => self.circuit.elements[element.at()].place,
        }
    }

    /// No operating point was found. `why` says what it is needed for.
    pub(super) fn point(&self, no: &OperatingPointError, why: &str) -> Diagnostic {
        match no {
            OperatingPointError::Singular { row, column } => {
                let (row, column) = (*row.min(&(self.mna.size() - 1)), *column.min(&(self.mna.size() - 1)));
                let what = self.unknown(column);
                let mut found = Diagnostic::new(
                    DiagnosticCode::NoOperatingPoint,
                    self.place_of(column),
                    format!("{why}: the matrix is singular, the equations do not determine `{what}`"),
                );
                if !self.mna.is_linear() {
                    return found
                        .label("at the last Newton iterate no equation depends on this")
                        .note(TRIED)
                        .help("give a guess with `.nodeset`, or connect this node to ground with a resistor");
                }
                found = found.label("every value is a solution, or none is");
                if row != column {
                    found = found.related(self.place_of(row), "the equation here is linearly dependent on the others");
                }
                let gains: Vec<String> =
                    self.controlled(&[row, column]).into_iter().map(|id| self.names.element(id)).collect();
                let found = found
                    .note("no loop, cutset or missing path in the network graph is the reason, so the values are: a gain that cancels a conductance, two elements that cancel each other");
                match gains.len() {
                    0 => found.help("connect this node to ground with a resistor"),
                    1 => found.help(format!(
                        "check the gain of {}, or connect this node to ground with a resistor",
                        list(&gains, MOST)
                    )),
                    _ => found.help(format!(
                        "check the gains of {}, or connect this node to ground with a resistor",
                        list(&gains, MOST)
                    )),
                }
            }
            OperatingPointError::Undefined(element) => self.undefined(*element, why),
            OperatingPointError::Switching => Diagnostic::new(
                DiagnosticCode::NoOperatingPoint,
                self.place,
                format!("{why}: the states of the switches do not converge"),
            )
            .note("after a hundred changes of switches each state still leads to another one, as in an oscillator")
            .help("give the switches a hysteresis, or start a transient with `uic`"),
            OperatingPointError::Diverges { unknowns, devices } => {
                let names: Vec<String> = unknowns.iter().map(|&at| self.unknown(at)).collect();
                let place = unknowns.first().map_or(self.place, |&at| self.place_of(at));
                let mut found = Diagnostic::new(
                    DiagnosticCode::NoOperatingPoint,
                    place,
                    format!("{why}: the Newton iteration does not converge"),
                )
                .note(TRIED);
                if !names.is_empty() {
                    found = found
                        .label("this changes most")
                        .note(format!("still changing: {}", list(&names, MOST)));
                }
                let far: Vec<String> = devices.iter().map(|&id| self.names.element(id)).collect();
                let curved: Vec<String> =
                    self.curved(unknowns).into_iter().map(|id| self.names.element(id)).collect();
                if !far.is_empty() {
                    let far = list(&far, MOST);
                    found = found.note(format!("devices that have not converged: {far}"));
                } else if !curved.is_empty() {
                    let curved = list(&curved, MOST);
                    found = found.note(format!("nonlinear elements there: {curved}"));
                }
                found.help("give a guess with `.nodeset`, or start a transient with `uic`")
            }
        }
    }

    /// Devices and formulas at the nodes of some unknowns, or the elements that the unknowns belong to.
    fn curved(&self, unknowns: &[usize]) -> Vec<ElementId> {
        self.around(unknowns, |law| !matches!(law, ControlLaw::Linear { .. }), true)
    }

    /// Controlled sources at the nodes of some unknowns.
    fn controlled(&self, unknowns: &[usize]) -> Vec<ElementId> {
        self.around(unknowns, |_| true, false)
    }

    /// Controlled sources with some laws, and perhaps devices, at the nodes of some unknowns.
    fn around(&self, unknowns: &[usize], fits: fn(&ControlLaw) -> bool, devices: bool) -> Vec<ElementId> {
        let mut nodes: Vec<NodeId> = Vec::new();
        let mut own: Vec<ElementId> = Vec::new();
        for &at in unknowns {
            match self.mna.unknowns.list[at] {
                MnaUnknown::Node(node) => nodes.push(node),
                MnaUnknown::Inner(element, _)
                | MnaUnknown::Current(element, _)
                | MnaUnknown::CapacitorCurrent(element)
                | MnaUnknown::Rate(element) => {
                    own.push(element);
                }
            }
        }
        let all = (0..self.circuit.elements.len()).map(|at| ElementId(at as u32));
        let curved = all.filter(|&id| match self.circuit.elements[id.at()].kind {
            CircuitElementKind::Device(device) => {
                let near = || self.circuit.devices[device.at()].nodes.iter().any(|node| nodes.contains(node));
                devices && (own.contains(&id) || near())
            }
            CircuitElementKind::ControlledVoltage { nodes: ends, law }
            | CircuitElementKind::ControlledCurrent { nodes: ends, law } => {
                fits(&self.circuit.laws[law.at()])
                    && (own.contains(&id) || ends.iter().any(|node| nodes.contains(node)))
            }
            CircuitElementKind::Formula { nodes: ends, .. } => {
                devices && ends.iter().any(|node| nodes.contains(node))
            }
            _ => false,
        });
        curved.collect()
    }

    fn undefined(&self, element: ElementId, why: &str) -> Diagnostic {
        let name = self.names.element(element);
        let found = Diagnostic::new(
            DiagnosticCode::NoOperatingPoint,
            self.circuit.elements[element.at()].place,
            format!("{why}: `{name}` has no value at an iterate"),
        );
        match self.circuit.elements[element.at()].kind {
            CircuitElementKind::Device(_) => found
                .label("its voltages become too large")
                .note(TRIED)
                .help("give a guess with `.nodeset`, or start a transient with `uic`"),
            _ => found
                .label("domain error: a function is outside its domain, or a number is too large")
                .note(TRIED)
                .help("give a guess within the domain with `.nodeset`, or guard the formula with `max`, `min` or `? :`"),
        }
    }

    /// A transient that failed.
    pub(super) fn transient(&self, topology: &Topology, failed: &TransientError) -> Vec<Diagnostic> {
        match failed {
            TransientError::Point(no) => vec![self.point(no, NO_START)],
            TransientError::Start(no) => {
                let mut told = self.point(no, NO_START);
                told.notes.retain(|note| note != TRIED);
                vec![told.note(TRIED_START).help("check the initial values there, or leave `uic` out")]
            }
            TransientError::Contradicts(all) => {
                all.iter().map(|found| self.contradiction(topology, found)).collect()
            }
            TransientError::Stuck { failure, element } => vec![self.stuck(failure, *element)],
        }
    }

    /// A transient that could not go on.
    fn stuck(&self, failure: &simulate::IntegrationFailure, element: Option<DomainError>) -> Diagnostic {
        let message = format!("transient integration failed at {} s", format_number(failure.t));
        let formula = element.filter(|found| {
            !matches!(self.circuit.elements[found.0.at()].kind, CircuitElementKind::Device(_))
        });
        if let Some(DomainError(element)) = formula {
            let place = self.circuit.elements[element.at()].place;
            return Diagnostic::new(DiagnosticCode::StuckTransient, place, message)
                .label(format!("`{}` has no value there", self.names.element(element)))
                .note("domain error: a function is outside its domain, or a number is too large")
                .help("guard the formula with `max`, `min` or `? :`");
        }
        let place = match (failure.column, element) {
            (Some(at), _) => self.place_of(at),
            (None, Some(DomainError(element))) => self.circuit.elements[element.at()].place,
            (None, None) => self.place,
        };
        let mut found = Diagnostic::new(DiagnosticCode::StuckTransient, place, message);
        if let Some(at) = failure.column {
            found = found.label(format!("the failing unknown is `{}`", self.unknown(at)));
        }
        let found = found.note(reason(failure.kind));
        match failure.kind {
            simulate::IntegrationFailureKind::Chatter | simulate::IntegrationFailureKind::EventLoop | simulate::IntegrationFailureKind::Zeno => {
                found.help("add a hysteresis to the switch, or a capacitance to what it switches")
            }
            _ => found
                .note("methods used: smaller steps, and a restart from the last values with small capacitances at all nodes")
                .help("check what switches at this time: add a capacitance at the node, or use a smoother formula"),
        }
    }

    /// Where an initial value is written, what it is called, its unit, and the nodes of a voltage.
    fn initial(&self, what: InitialQuantity) -> (Place, String, &'static str, Option<[NodeId; 2]>) {
        match what {
            InitialQuantity::Node(at) => {
                let (node, _, place) = self.circuit.initial[at];
                let name = self.names.node(node.0).unwrap_or_default();
                (place, format!("`v({name})`"), "V", Some([node, NodeId::GROUND]))
            }
            InitialQuantity::Element(element) => {
                let own = &self.circuit.elements[element.at()];
                let name = self.names.element(element);
                match own.kind {
                    CircuitElementKind::Inductor { .. } => (own.place, format!("`i({name})`"), "A", None),
                    _ => (own.place, format!("the voltage of `{name}`"), "V", self.circuit.ends(element)),
                }
            }
            InitialQuantity::Junction(element, at) => {
                let own = &self.circuit.elements[element.at()];
                let name = self.names.element(element);
                let voltage = match own.kind {
                    CircuitElementKind::Device(device) => {
                        self.circuit.devices[device.at()].family.starts().get(at)
                    }
                    _ => None,
                };
                (own.place, format!("`{}` of `{name}`", voltage.unwrap_or(&"the voltage")), "V", None)
            }
        }
    }

    fn contradiction(&self, topology: &Topology, found: &InitialContradiction) -> Diagnostic {
        let (place, name, unit, nodes) = self.initial(found.what);
        let actual = format_number(found.actual);
        let told = Diagnostic::new(
            DiagnosticCode::InitialConflict,
            place,
            format!(
                "inconsistent initial condition: {name} cannot start at {} {unit}",
                format_number(found.written)
            ),
        );
        let told = match &found.shape {
            ContradictionKind::Loop(with) => self
                .members(
                    told.label(format!("it is {actual} {unit} because of {}", self.called(with))),
                    with,
                    "loop",
                )
                .note("the voltages around a loop add up to zero at every instant, and all of these are prescribed"),
            ContradictionKind::Cutset(with) => self
                .members(
                    told.label(format!("it is {actual} {unit} because of {}", self.called(with))),
                    with,
                    "cutset",
                )
                .note("the currents of a cutset add up to zero at every instant, and all of these are prescribed"),
            ContradictionKind::Equations => {
                let mut told = told.label(format!("the rest of the circuit makes it {actual} {unit}"));
                for id in self.reasons(topology, found.what, nodes) {
                    let element = &self.circuit.elements[id.at()];
                    told = told.related(self.names.head(element), "this determines it");
                }
                match found.what {
                    InitialQuantity::Junction(..) => told.note("a device keeps an initial voltage by its charge: one without capacitances (`cjo`, `tt`, `cje`, `cgso` and the like) keeps none"),
                    _ => told.note("only elements that store charge or flux keep an initial value; what sources or other equations determine is not free"),
                }
            }
        };
        match (found.replace, found.omit) {
            (true, true) => told.help(format!(
                "write {actual} {unit}, or leave the value out (verified: the transient starts either way)"
            )),
            (true, false) => {
                told.help(format!("write {actual} {unit} (verified: the transient starts with it)"))
            }
            (false, true) => told.help("leave the value out (verified: the transient starts without it)"),
            (false, false) => told,
        }
    }

    /// The names of other members of a loop or a cutset.
    fn called(&self, with: &[InitialQuantity]) -> String {
        let names = with.iter().map(|&what| match what {
            InitialQuantity::Element(id) => self.names.element(id),
            other => self.initial(other).1.trim_matches('`').to_string(),
        });
        let names: Vec<String> = names.collect();
        if names.is_empty() { "its ends, which are one node".to_string() } else { list(&names, MOST) }
    }

    /// Points at the other members of a loop or a cutset.
    fn members(&self, mut told: Diagnostic, with: &[InitialQuantity], shape: &str) -> Diagnostic {
        for &what in with.iter().take(MOST) {
            let place = match what {
                InitialQuantity::Element(id) => self.names.head(&self.circuit.elements[id.at()]),
                other => self.initial(other).0,
            };
            told = told.related(place, format!("part of the {shape}"));
        }
        told
    }

    /// The loops and cutsets of the graph that take part.
    fn reasons(
        &self,
        topology: &Topology,
        what: InitialQuantity,
        nodes: Option<[NodeId; 2]>,
    ) -> Vec<ElementId> {
        let survey = &topology.survey;
        let mut found: Vec<ElementId> = Vec::new();
        if let InitialQuantity::Element(own) = what {
            let loops = survey.cv_loops.shown.iter().map(|found| &found.branches);
            let cutsets = survey.li_cutsets.shown.iter().map(|found| &found.branches);
            for branches in loops.chain(cutsets) {
                let elements = self.names.elements(&topology.graph, branches);
                if elements.contains(&own) {
                    found.extend(elements.into_iter().filter(|&id| id != own));
                    break;
                }
            }
        }
        if let (true, Some(nodes)) = (found.is_empty(), nodes) {
            let sources = (0..self.circuit.elements.len()).map(|at| ElementId(at as u32)).filter(|&id| {
                matches!(self.circuit.elements[id.at()].kind, CircuitElementKind::Voltage { nodes: own, .. }
                    if own == nodes || [own[1], own[0]] == nodes)
            });
            found.extend(sources);
        }
        found.truncate(MOST);
        found
    }

    /// A sweep that ends early.
    pub(super) fn sweep(&self, failed: &SweepError) -> Vec<Diagnostic> {
        let at = |levels: &[f64]| {
            levels.iter().map(|&level| format_number(level)).collect::<Vec<String>>().join(", ")
        };
        let found = match failed {
            SweepError::Range(GridError::Many(count)) => too_many_points(self.place, *count),
            SweepError::Range(GridError::Nowhere) => Diagnostic::new(
                DiagnosticCode::WrongAnalysis,
                self.place,
                "this sweep does not lead from its start to its stop",
            )
            .help("the step is not zero and has the sign of stop less start"),
            SweepError::Source(_) => Diagnostic::new(
                DiagnosticCode::WrongAnalysis,
                self.place,
                "only independent sources, resistors and the temperature can be swept",
            )
            .help("sweep a voltage source `V`, a current source `I`, a resistor `R` or `temp`"),
            SweepError::Point(levels, no) => self.point(no, &format!("the sweep ends at {}", at(levels))),
            SweepError::Devices(levels, wrong) => {
                let mut found = invalid_parameters(self.names.sources, self.circuit, wrong);
                for found in &mut found {
                    found.notes.push(format!("this occurs when the sweep is at {}", at(levels)));
                }
                return found;
            }
        };
        vec![found]
    }
}

/// More points than can be kept.
pub(super) fn too_many_points(place: Place, count: f64) -> Diagnostic {
    let message = format!("this asks for {} points, and 10 million is the most", format_number(count));
    Diagnostic::new(DiagnosticCode::WrongAnalysis, place, message)
        .help("a letter may be missing, such as `u` for a millionth, or stand at the wrong number")
}
