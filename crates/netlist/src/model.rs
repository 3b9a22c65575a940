//! What a netlist means: nodes, elements and what they do, in tables.

mod analysis;
mod source;
mod temperature;

pub use analysis::{
    AnalysisCommand, AnalysisKind, FourierCommand, OptionSetting, SweepRange, SweepSpacing, SweepVariable,
};
pub use source::{IndependentSource, Waveform, WaveformKind};
pub use temperature::TemperatureDependence;

use equations::{ExprId, Exprs};
use syntax::{Place, Span};

use crate::{
    DeviceId, ElementId, LawId, Measure, ModelId, NameId, NameTable, NodeId, SourceId,
    SubcircuitDefinitionId, SubcircuitInstanceId,
};

/// A circuit without subcircuits: every call of one is written out.
///
/// Elements stand in the order of the text, what a call brings at the place of the call. An element holds its nodes and
/// its value; what takes more room (waveforms, laws, transistors) stands in a table of its own.
#[derive(Clone, Debug, Default)]
pub struct Circuit {
    /// The first line.
    pub title: Span,
    /// All names.
    pub names: NameTable,
    /// Nodes; the first is ground.
    pub nodes: Vec<Node>,
    /// Elements.
    pub elements: Vec<CircuitElement>,
    /// Calls of subcircuits; the first is the netlist itself.
    pub instances: Vec<SubcircuitInstance>,
    /// Subcircuits; the first is the netlist itself.
    pub definitions: Vec<PlacedName>,
    /// Independent sources.
    pub sources: Vec<IndependentSource>,
    /// What controlled sources do.
    pub laws: Vec<ControlLaw>,
    /// Formulas of behavioural elements; `Expr::Variable(v)` is `quantities[v]`.
    pub formulas: Exprs,
    /// What formulas speak of.
    pub quantities: Vec<ControllingQuantity>,
    /// Diodes, transistors, switches and lines.
    pub devices: Vec<DeviceData>,
    /// Models of devices.
    pub models: Vec<ModelCard>,
    /// `IC=` of capacitors, inductors and devices, in the order of elements.
    pub starts: Vec<(ElementId, Vec<f64>)>,
    /// Values that follow the temperature, in the order of elements.
    pub heatings: Vec<TemperatureDependence>,
    /// The first place where a formula was computed with the temperature of the circuit.
    pub tempered: Option<Place>,
    /// `.ic`
    pub initial: Vec<(NodeId, f64, Place)>,
    /// `.nodeset`
    pub guesses: Vec<(NodeId, f64, Place)>,
    /// `.options`, in the order in which they are written; a word without a value is one.
    pub options: Vec<OptionSetting>,
    /// `.op`, `.dc`, `.tran`, `.ac`, `.tf`
    pub analyses: Vec<AnalysisCommand>,
    /// `.print`, `.plot`, `.save` and `.probe` as they are written.
    pub outputs: Vec<Place>,
    /// `.four`
    pub fouriers: Vec<FourierCommand>,
    /// `.meas`
    pub measures: Vec<Measure>,
}

/// Something with a name and a place.
#[derive(Clone, Copy, Debug)]
pub struct PlacedName {
    /// Its name.
    pub name: NameId,
    /// The line that defines it.
    pub place: Place,
}

/// A node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Its name where it was named first.
    pub name: NameId,
    /// The call of a subcircuit that has it.
    pub instance: SubcircuitInstanceId,
    /// Where it was named first.
    pub place: Place,
}

/// A call of a subcircuit.
#[derive(Clone, Copy, Debug)]
pub struct SubcircuitInstance {
    /// The name of the call, such as `x1`.
    pub name: NameId,
    /// The call that this one stands in; that of the netlist is itself.
    pub parent: SubcircuitInstanceId,
    /// What is called.
    pub definition: SubcircuitDefinitionId,
    /// The line of the call.
    pub place: Place,
}

/// An element.
#[derive(Clone, Copy, Debug)]
pub struct CircuitElement {
    /// Its name, such as `r1`.
    pub name: NameId,
    /// The call of a subcircuit that brings it.
    pub instance: SubcircuitInstanceId,
    /// Its line with all continuations.
    pub place: Place,
    /// What it is.
    pub kind: CircuitElementKind,
}

/// What an element is. Currents flow from the first node to the second through the element.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum CircuitElementKind {
    Resistor {
        nodes: [NodeId; 2],
        ohms: f64,
    },
    Capacitor {
        nodes: [NodeId; 2],
        farads: f64,
    },
    Inductor {
        nodes: [NodeId; 2],
        henries: f64,
    },
    /// Two inductors and how closely they are coupled.
    Coupling {
        inductors: [ElementId; 2],
        factor: f64,
    },
    /// V
    Voltage {
        nodes: [NodeId; 2],
        source: SourceId,
    },
    /// I
    Current {
        nodes: [NodeId; 2],
        source: SourceId,
    },
    /// E, H and B with `V=`
    ControlledVoltage {
        nodes: [NodeId; 2],
        law: LawId,
    },
    /// F, G and B with `I=`
    ControlledCurrent {
        nodes: [NodeId; 2],
        law: LawId,
    },
    /// A resistance, capacitance, charge or inductance that is a formula.
    Formula {
        nodes: [NodeId; 2],
        what: FormulaQuantity,
        law: LawId,
    },
    /// D, Q, J, M, S, W and T
    Device(DeviceId),
}

/// What a formula gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FormulaQuantity {
    Resistance,
    Capacitance,
    Charge,
    Inductance,
}

/// What a controlled source depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ControllingQuantity {
    /// The voltage between two nodes.
    Voltage(NodeId, NodeId),
    /// The current of a voltage source.
    Current(ElementId),
}

/// What a controlled source does.
#[derive(Clone, Debug, PartialEq)]
pub enum ControlLaw {
    /// A factor times one quantity.
    Linear {
        /// The quantity.
        control: ControllingQuantity,
        /// The factor.
        gain: f64,
    },
    /// `POLY(n)`: a polynomial in several quantities, coefficients in the order of SPICE.
    Polynomial {
        /// The quantities.
        controls: Vec<ControllingQuantity>,
        /// The coefficients.
        coefficients: Vec<f64>,
    },
    /// A formula.
    Formula {
        /// In [`Circuit::formulas`].
        value: ExprId,
        /// What it speaks of, each once.
        controls: Vec<ControllingQuantity>,
    },
}

impl ControlLaw {
    /// What the source depends on.
    pub fn controls(&self) -> &[ControllingQuantity] {
        match self {
            ControlLaw::Linear { control, .. } => std::slice::from_ref(control),
            ControlLaw::Polynomial { controls, .. } | ControlLaw::Formula { controls, .. } => controls,
        }
    }
}

/// A diode, a transistor, a switch or a line.
#[derive(Clone, Debug, PartialEq)]
pub struct DeviceData {
    /// Which of them.
    pub family: DeviceFamily,
    /// Its nodes in the order of SPICE.
    pub nodes: Vec<NodeId>,
    /// Its model; lines have none.
    pub model: Option<ModelId>,
    /// The voltage source that controls a switch `W`.
    pub control: Option<ElementId>,
    /// What is written at the element, such as `w=2u`; a word without a value is one.
    pub settings: Vec<(NameId, f64)>,
}

/// The family of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum DeviceFamily {
    /// anode, cathode
    Diode,
    /// collector, base, emitter, perhaps substrate
    Bipolar,
    /// drain, gate, source
    Jfet,
    /// drain, gate, source, bulk
    Mosfet,
    /// two nodes, two nodes that control it
    VoltageSwitch,
    /// two nodes
    CurrentSwitch,
    /// two nodes, two nodes
    Line,
}

impl DeviceFamily {
    /// The voltages that `ic=` gives, in its order.
    pub fn starts(self) -> &'static [&'static str] {
        match self {
            DeviceFamily::Diode => &["vd"],
            DeviceFamily::Bipolar => &["vbe", "vce"],
            DeviceFamily::Jfet => &["vds", "vgs"],
            DeviceFamily::Mosfet => &["vds", "vgs", "vbs"],
            DeviceFamily::VoltageSwitch | DeviceFamily::CurrentSwitch | DeviceFamily::Line => &[],
        }
    }
}

/// A `.model`.
#[derive(Clone, Debug)]
pub struct ModelCard {
    /// Its name.
    pub name: NameId,
    /// Such as `npn`.
    pub kind: NameId,
    /// Its line.
    pub place: Place,
    /// Its parameters.
    pub values: Vec<(NameId, f64)>,
}

impl Circuit {
    /// The name of an element, with the calls that it stands in: `x1.r1`.
    pub fn element_name(&self, id: ElementId) -> String {
        let element = &self.elements[id.at()];
        self.path(element.instance, element.name)
    }

    /// The name of a node, with the calls that it stands in.
    pub fn node_name(&self, id: NodeId) -> String {
        let node = &self.nodes[id.at()];
        self.path(node.instance, node.name)
    }

    fn path(&self, mut instance: SubcircuitInstanceId, name: NameId) -> String {
        let mut parts = vec![name];
        while instance != SubcircuitInstanceId::TOP {
            parts.push(self.instances[instance.at()].name);
            instance = self.instances[instance.at()].parent;
        }
        let parts: Vec<&str> = parts.iter().rev().map(|&part| self.names.get(part)).collect();
        parts.join(".")
    }

    /// Gives all elements their values at another temperature.
    pub fn set_temperature(&mut self, celsius: f64) {
        for heating in &self.heatings {
            heating.apply(&mut self.elements[heating.element.at()].kind, celsius);
        }
    }

    /// The value of a parameter of a model.
    pub fn model_value(&self, model: ModelId, name: &str) -> Option<f64> {
        let name = self.names.find(name)?;
        self.models[model.at()].values.iter().rev().find(|value| value.0 == name).map(|value| value.1)
    }

    /// The two nodes of an element that has two and no more.
    pub fn ends(&self, id: ElementId) -> Option<[NodeId; 2]> {
        match self.elements[id.at()].kind {
            CircuitElementKind::Resistor { nodes, .. }
            | CircuitElementKind::Capacitor { nodes, .. }
            | CircuitElementKind::Inductor { nodes, .. }
            | CircuitElementKind::Voltage { nodes, .. }
            | CircuitElementKind::Current { nodes, .. }
            | CircuitElementKind::ControlledVoltage { nodes, .. }
            | CircuitElementKind::ControlledCurrent { nodes, .. }
            | CircuitElementKind::Formula { nodes, .. } => Some(nodes),
            CircuitElementKind::Coupling { .. } => None,
            CircuitElementKind::Device(device) => match self.devices[device.at()].nodes[..] {
                [a, b] => Some([a, b]),
                _ => None,
            },
        }
    }
}
