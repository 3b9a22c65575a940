//! A circuit in the flat equations of a model.
//!
//! No class is known by its name. What a component with two pins is shows in its equations: driven by a current, a capacitor
//! has a voltage to begin with; driven by a voltage, an inductor has a current to begin with; a voltage source cannot be
//! driven by a voltage, nor a current source by a current. The structure of a component answers both questions. Components
//! with four pins are asked the same of both pairs, so that controlled sources are known as such (`ports.rs`).

use ::circuit::{
    AnalysisKind, Circuit, CircuitElement, CircuitElementKind, ElementId, IndependentSource as Wave, LawId,
    Node, NodeId, PlacedName, SourceId, Topology,
};
use dae::{ModelRows, RowSource};
use equations::{EquationKind, Expr, FlatModel, InstanceId, InstanceKind, Origin};
use structure::{NONE, Signature, SignatureEntry, pantelides};

use super::pins::{Pin, nodes, pins};
use super::ports::{self, PinPairKind};

/// A circuit that was found in a model.
#[derive(Clone, Debug)]
pub struct RecognizedCircuit {
    pub(super) circuit: Circuit,
    /// The component that each element is.
    pub(super) owners: Vec<InstanceId>,
    /// Whether each element has one pin only, and fixes its potential.
    pub(super) grounds: Vec<bool>,
    /// The name of each element in the model.
    pub(super) elements: Vec<String>,
    /// The name of each node: that of its first pin.
    pub(super) nodes: Vec<String>,
    pub(super) topology: Topology,
}

/// Finds the circuit in a model; none if no component has electrical pins.
pub fn recognize(model: &FlatModel, rows: &ModelRows) -> Option<RecognizedCircuit> {
    let pins = pins(model);
    if pins.is_empty() {
        return None;
    }
    let (node_of, count) = nodes(model, &pins);
    let mut circuit = circuit(model, &pins, &node_of, count);
    let parts = ComponentParts::new(model, rows, &pins);
    let mut local = ComponentEquations { model, rows, parts: &parts, number: vec![NONE; rows.columns.len()] };
    let (mut elements, mut owners, mut grounds) = (Vec::new(), Vec::new(), Vec::new());
    let mut first = 0;
    for own in pins.chunk_by(|a, b| a.owner == b.owner) {
        let at = &node_of[first..first + own.len()];
        first += own.len();
        let name = || model.instance_name(own[0].owner);
        let (circuit_size, laws) = (circuit.elements.len() as u32, circuit.laws.len() as u32);
        let mut add = |kind: CircuitElementKind| {
            elements.push(name());
            owners.push(own[0].owner);
            grounds.push(own.len() == 1);
            let place = place(model, own[0].owner);
            let name = circuit.names.add(&format!("{}", elements.len()));
            circuit.elements.push(CircuitElement {
                name,
                instance: ::circuit::SubcircuitInstanceId::TOP,
                place,
                kind,
            });
        };
        match local.role(own) {
            ComponentRole::Nothing => {}
            ComponentRole::Element(role) => {
                add(role.between([at[0], at.get(1).copied().unwrap_or(NodeId::GROUND)]));
            }
            ComponentRole::Ports(found) => {
                let (first, law) = (ElementId(circuit_size), LawId(laws));
                let joined = ports::join(found, [[at[0], at[1]], [at[2], at[3]]], first, law);
                joined.kinds.into_iter().for_each(&mut add);
                circuit.laws.extend(joined.law);
            }
            // Whatever it does, it may join its nodes.
            ComponentRole::Unknown => {
                at[1..].iter().for_each(|&node| add(BranchLaw::Resistor.between([at[0], node])));
            }
        }
    }
    let mut nodes = vec!["0".to_string()];
    for (pin, node) in pins.iter().zip(&node_of) {
        if node.at() == nodes.len() {
            nodes.push(model.instance_name(pin.instance));
        }
    }
    let topology = Topology::new(&circuit);
    Some(RecognizedCircuit { circuit, owners, grounds, elements, nodes, topology })
}

/// Where a component is declared: the innermost one around it that stands in the file of the model, because nobody looks into
/// a library for what is wrong with a circuit.
fn place(model: &FlatModel, owner: InstanceId) -> syntax::Place {
    let own = model.instances[owner.at()].place;
    let file = model.instances[0].place.file;
    let mut at = owner;
    while model.instances[at.at()].place.file != file && at.at() != 0 {
        at = model.instances[at.at()].parent;
    }
    if at.at() == 0 { own } else { model.instances[at.at()].place }
}

/// A circuit of nodes without elements.
fn circuit(model: &FlatModel, pins: &[Pin], node_of: &[NodeId], count: usize) -> Circuit {
    let mut circuit = Circuit::default();
    let top = model.instances[0].place;
    let name = circuit.names.add("0");
    circuit.instances.push(::circuit::SubcircuitInstance {
        name,
        parent: ::circuit::SubcircuitInstanceId::TOP,
        definition: ::circuit::SubcircuitDefinitionId::TOP,
        place: top,
    });
    circuit.definitions.push(PlacedName { name, place: top });
    circuit.nodes = vec![Node { name, instance: ::circuit::SubcircuitInstanceId::TOP, place: top }; count];
    for (pin, node) in pins.iter().zip(node_of).rev() {
        circuit.nodes[node.at()].place = place(model, pin.owner);
    }
    circuit.sources.push(Wave::default());
    // Models begin with the values that are written, not with an operating point.
    let kind = AnalysisKind::Transient { times: Vec::new(), uic: true };
    circuit.analyses.push(::circuit::AnalysisCommand { place: top, kind });
    circuit
}

/// What a component is in the circuit.
enum ComponentRole {
    /// It has pins, and no equations: its components have.
    Nothing,
    Element(BranchLaw),
    /// Two pairs of pins.
    Ports([PinPairKind; 2]),
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BranchLaw {
    Resistor,
    Capacitor,
    Inductor,
    Voltage,
    Current,
}

impl BranchLaw {
    pub(super) fn between(self, nodes: [NodeId; 2]) -> CircuitElementKind {
        let source = SourceId(0);
        match self {
            BranchLaw::Resistor => CircuitElementKind::Resistor { nodes, ohms: 1.0 },
            BranchLaw::Capacitor => CircuitElementKind::Capacitor { nodes, farads: 1.0 },
            BranchLaw::Inductor => CircuitElementKind::Inductor { nodes, henries: 1.0 },
            BranchLaw::Voltage => CircuitElementKind::Voltage { nodes, source },
            BranchLaw::Current => CircuitElementKind::Current { nodes, source },
        }
    }
}

/// Which component rows and columns belong to: the innermost one with pins.
struct ComponentParts {
    /// Rows by the component that they are written in.
    rows: Vec<Vec<u32>>,
    /// The component of each column; none if it is in none.
    home: Vec<Option<InstanceId>>,
    /// Columns that equations outside of their component hold.
    shared: Vec<bool>,
    /// Connectors with flows.
    flows: Vec<bool>,
}

impl ComponentParts {
    fn new(model: &FlatModel, rows: &ModelRows, pins: &[Pin]) -> ComponentParts {
        let mut has_pins = vec![false; model.instances.len()];
        pins.iter().for_each(|pin| has_pins[pin.owner.at()] = true);
        // Parents stand before their components.
        let mut part: Vec<Option<InstanceId>> = Vec::with_capacity(model.instances.len());
        for (at, instance) in model.instances.iter().enumerate() {
            let above = part.get(instance.parent.at()).copied().flatten();
            part.push(if has_pins[at] { Some(InstanceId(at as u32)) } else { above });
        }
        let mut flows = vec![false; model.instances.len()];
        for variable in model.variables.iter().filter(|variable| variable.flow) {
            flows[variable.instance.at()] |=
                model.instances[variable.instance.at()].kind == InstanceKind::Connector;
        }
        let home: Vec<Option<InstanceId>> =
            rows.columns.iter().map(|&id| part[model.variables[id.at()].instance.at()]).collect();
        let mut of_part = vec![Vec::new(); model.instances.len()];
        let mut shared = vec![false; rows.columns.len()];
        for (at, row) in rows.rows.iter().enumerate() {
            let instance = match (row.source, model.source(row.origin)) {
                (RowSource::Binding(variable), _) => Some(model.variables[variable.at()].instance),
                (_, Origin::Written { instance, .. }) => Some(*instance),
                _ => None,
            };
            let own = instance.and_then(|instance| part[instance.at()]);
            if let Some(own) = own {
                of_part[own.at()].push(at as u32);
            }
            for entry in rows.signature.row(at as u32) {
                shared[entry.column as usize] |= own != home[entry.column as usize];
            }
        }
        ComponentParts { rows: of_part, home, shared, flows }
    }
}

/// The equations of one component.
struct ComponentEquations<'a> {
    model: &'a FlatModel,
    rows: &'a ModelRows,
    parts: &'a ComponentParts,
    /// The number of a column among the unknowns of the component; none between two uses.
    number: Vec<u32>,
}

impl ComponentEquations<'_> {
    fn role(&mut self, pins: &[Pin]) -> ComponentRole {
        let own = &self.parts.rows[pins[0].owner.at()];
        if own.is_empty() {
            return ComponentRole::Nothing;
        }
        let column = |id: equations::VariableId| self.rows.column_of[id.at()];
        let borders: Vec<u32> =
            pins.iter().flat_map(|pin| [column(pin.voltage), column(pin.current)]).collect();
        let mut inner: Vec<u32> = Vec::new();
        for &row in own {
            inner.extend(self.rows.signature.row(row).iter().map(|entry| entry.column));
        }
        inner.sort_unstable();
        inner.dedup();
        let parts = self.parts;
        inner.retain(|&column| {
            let at = self.model.variables[self.rows.columns[column as usize].at()];
            // What other connectors bring is known here, and so is what belongs to others.
            let brought = parts.shared[column as usize] && parts.flows[at.instance.at()] && !at.flow;
            parts.home[column as usize] == Some(pins[0].owner) && !brought && !borders.contains(&column)
        });
        // A component determines as much as it declares, but for its inputs.
        let Some(inputs) = (inner.len() + pins.len()).checked_sub(own.len()) else {
            return ComponentRole::Unknown;
        };
        if inputs > 0 {
            let before = inner.len();
            inner.retain(|&column| {
                let at = self.model.variables[self.rows.columns[column as usize].at()];
                !parts.shared[column as usize] || at.flow
            });
            if before - inner.len() != inputs {
                return ComponentRole::Unknown;
            }
        }
        match borders[..] {
            [voltage, _] => match self.freedom(own, &inner, &[voltage]) {
                Some(_) => ComponentRole::Element(BranchLaw::Voltage),
                None => ComponentRole::Nothing,
            },
            [voltage, current, _, back] => {
                let driven_by_current = self.freedom(own, &inner, &[voltage, back]);
                let driven_by_voltage = self.freedom(own, &inner, &[current, back]);
                match (driven_by_current, driven_by_voltage) {
                    (Some(current), Some(voltage)) if current > voltage => {
                        ComponentRole::Element(BranchLaw::Capacitor)
                    }
                    (Some(current), Some(voltage)) if current < voltage => {
                        ComponentRole::Element(BranchLaw::Inductor)
                    }
                    (Some(_), Some(_)) => ComponentRole::Element(BranchLaw::Resistor),
                    (Some(_), None) => ComponentRole::Element(BranchLaw::Voltage),
                    // What lets nothing through, such as a voltmeter, is no source.
                    (None, Some(_)) if own.iter().any(|&row| self.is_open(row, current)) => {
                        ComponentRole::Nothing
                    }
                    (None, Some(_)) => ComponentRole::Element(BranchLaw::Current),
                    (None, None) => ComponentRole::Unknown,
                }
            }
            [v1, i1, _, back1, v2, i2, _, back2]
                if self.is_pair(own, i1, back1) && self.is_pair(own, i2, back2) =>
            {
                // Both pairs driven by a current or a voltage each.
                let mut driven = [[None; 2]; 2];
                for (first, driven) in [v1, i1].into_iter().zip(&mut driven) {
                    for (second, driven) in [v2, i2].into_iter().zip(driven) {
                        *driven = self.freedom(own, &inner, &[first, back1, second, back2]);
                    }
                }
                let open = [i1, i2].map(|current| self.is_cut(own, current));
                ports::judge(driven, open).map_or(ComponentRole::Unknown, ComponentRole::Ports)
            }
            _ => ComponentRole::Unknown,
        }
    }

    /// True if a row says that what flows into one pin flows out of another.
    fn is_pair(&self, own: &[u32], current: u32, back: u32) -> bool {
        own.iter().any(|&row| {
            matches!(self.rows.signature.row(row), [a, b] if [a.column, b.column] == [current, back]
                || [b.column, a.column] == [current, back])
        })
    }

    /// True if rows say that a current is zero, or that it is another one which is zero.
    fn is_cut(&self, own: &[u32], current: u32) -> bool {
        own.iter().any(|&row| {
            self.is_open(row, current)
                || match self.rows.signature.row(row) {
                    [a, b] if a.column == current || b.column == current => {
                        let other = if a.column == current { b.column } else { a.column };
                        own.iter().any(|&row| self.is_open(row, other))
                    }
                    _ => false,
                }
        })
    }

    /// True if a row says that a current is zero.
    fn is_open(&self, row: u32, current: u32) -> bool {
        let alone = matches!(self.rows.signature.row(row), [entry] if entry.column == current);
        let RowSource::Equation(at, _) = self.rows.rows[row as usize].source else { return false };
        let EquationKind::Equality(left, right) = self.model.equations[at as usize].kind else {
            return false;
        };
        let is_zero = |id| match self.model.exprs.get(id) {
            Expr::Integer(value) => value == 0,
            Expr::Real(value) => value.get() == 0.0,
            _ => false,
        };
        alone && (is_zero(left) || is_zero(right))
    }

    /// How many initial values can be chosen when some unknowns are to be determined by some rows; none if they are not.
    fn freedom(&mut self, own: &[u32], inner: &[u32], more: &[u32]) -> Option<i64> {
        if own.len() != inner.len() + more.len() || more.contains(&NONE) {
            return None;
        }
        let all = || inner.iter().chain(more).copied();
        all().zip(0..).for_each(|(column, number)| self.number[column as usize] = number);
        let mut signature = Signature::new(own.len());
        let mut row = Vec::new();
        for &at in own {
            row.clear();
            row.extend(self.rows.signature.row(at).iter().filter_map(|entry| {
                let column = self.number[entry.column as usize];
                (column != NONE).then_some(SignatureEntry { column, order: entry.order })
            }));
            signature.push(&row);
        }
        all().for_each(|column| self.number[column as usize] = NONE);
        pantelides(&signature).ok().map(|found| found.offsets.freedom())
    }
}
