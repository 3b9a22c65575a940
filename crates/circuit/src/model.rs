//! What a netlist means: nodes, elements and what they do, in tables.

use equations::{ExprId, Exprs};
use syntax::{Place, Span};

use crate::{
    DefinitionId, DeviceId, ElementId, InstanceId, LawId, Measure, ModelId, NameId, Names, NodeId, SourceId,
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
    pub names: Names,
    /// Nodes; the first is ground.
    pub nodes: Vec<Node>,
    /// Elements.
    pub elements: Vec<Element>,
    /// Calls of subcircuits; the first is the netlist itself.
    pub instances: Vec<Instance>,
    /// Subcircuits; the first is the netlist itself.
    pub definitions: Vec<Placed>,
    /// Independent sources.
    pub sources: Vec<Source>,
    /// What controlled sources do.
    pub laws: Vec<Law>,
    /// Formulas of behavioural elements; `Expr::Variable(v)` is `quantities[v]`.
    pub formulas: Exprs,
    /// What formulas speak of.
    pub quantities: Vec<Control>,
    /// Diodes, transistors, switches and lines.
    pub devices: Vec<DeviceData>,
    /// Models of devices.
    pub models: Vec<Model>,
    /// `IC=` of capacitors, inductors and devices, in the order of elements.
    pub starts: Vec<(ElementId, Vec<f64>)>,
    /// Values that follow the temperature, in the order of elements.
    pub heatings: Vec<Heating>,
    /// The first place where a formula was computed with the temperature of the circuit.
    pub tempered: Option<Place>,
    /// `.ic`
    pub initial: Vec<(NodeId, f64, Place)>,
    /// `.nodeset`
    pub guesses: Vec<(NodeId, f64, Place)>,
    /// `.options`, in the order in which they are written; a word without a value is one.
    pub options: Vec<Setting>,
    /// `.op`, `.dc`, `.tran`, `.ac`, `.tf`
    pub analyses: Vec<Analysis>,
    /// `.print`, `.plot`, `.save` and `.probe` as they are written.
    pub outputs: Vec<Place>,
    /// `.four`
    pub fouriers: Vec<Fourier>,
    /// `.meas`
    pub measures: Vec<Measure>,
}

/// Something with a name and a place.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
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
    pub instance: InstanceId,
    /// Where it was named first.
    pub place: Place,
}

/// A call of a subcircuit.
#[derive(Clone, Copy, Debug)]
pub struct Instance {
    /// The name of the call, such as `x1`.
    pub name: NameId,
    /// The call that this one stands in; that of the netlist is itself.
    pub parent: InstanceId,
    /// What is called.
    pub definition: DefinitionId,
    /// The line of the call.
    pub place: Place,
}

/// An element.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    /// Its name, such as `r1`.
    pub name: NameId,
    /// The call of a subcircuit that brings it.
    pub instance: InstanceId,
    /// Its line with all continuations.
    pub place: Place,
    /// What it is.
    pub kind: Kind,
}

/// What an element is. Currents flow from the first node to the second through the element.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Kind {
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
        what: Formula,
        law: LawId,
    },
    /// D, Q, J, M, S, W and T
    Device(DeviceId),
}

/// How the value of a resistor, a capacitor or an inductor follows the temperature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heating {
    /// The element.
    pub element: ElementId,
    /// Its value at the nominal temperature.
    pub value: f64,
    /// `tc1`, by degree.
    pub linear: f64,
    /// `tc2`, by square degree.
    pub square: f64,
    /// `tce`, in percent by degree, which is taken in the place of both.
    pub exponential: Option<f64>,
    /// `temp`: a temperature of its own, in degrees Celsius.
    pub own: Option<f64>,
    /// `dtemp`: how much warmer it is than the circuit.
    pub above: f64,
    /// The temperature at which its value was measured, in degrees Celsius.
    pub nominal: f64,
}

impl Heating {
    /// False if the temperature changes nothing.
    pub fn matters(&self) -> bool {
        self.linear != 0.0 || self.square != 0.0 || self.exponential.is_some()
    }

    /// The value in a circuit of this temperature.
    pub fn at(&self, celsius: f64) -> f64 {
        let warmer = self.own.unwrap_or(celsius + self.above) - self.nominal;
        let factor = match self.exponential {
            Some(percent) => 1.01f64.powf(percent * warmer),
            None => 1.0 + warmer * (self.linear + warmer * self.square),
        };
        self.value * factor
    }

    /// Gives the element its value in a circuit of this temperature.
    pub(crate) fn apply(&self, kind: &mut Kind, celsius: f64) {
        if let Kind::Resistor { ohms: value, .. }
        | Kind::Capacitor { farads: value, .. }
        | Kind::Inductor { henries: value, .. } = kind
        {
            *value = self.at(celsius);
        }
    }
}

/// What a formula gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Formula {
    Resistance,
    Capacitance,
    Charge,
    Inductance,
}

/// An independent source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Source {
    /// The value for the operating point, if one is written.
    pub dc: Option<f64>,
    /// Magnitude and phase in degrees for small signals.
    pub ac: Option<[f64; 2]>,
    /// What it does over time; constant if nothing is written.
    pub wave: Option<Wave>,
}

impl Source {
    /// Makes it so many times as large.
    pub(crate) fn scale(&mut self, factor: f64) {
        if factor == 1.0 {
            return;
        }
        if let Some(dc) = &mut self.dc {
            *dc *= factor;
        }
        if let Some([magnitude, _]) = &mut self.ac {
            *magnitude *= factor;
        }
        if let Some(wave) = &mut self.wave {
            let levels: &mut dyn Iterator<Item = &mut f64> = match wave.form {
                Form::Pwl => &mut wave.values.iter_mut().skip(1).step_by(2),
                Form::Pulse | Form::Sin | Form::Exp | Form::Sffm => &mut wave.values.iter_mut().take(2),
                // Its value is its amplitude times everything else.
                Form::Am => &mut wave.values.iter_mut().take(1),
            };
            for level in levels {
                *level *= factor;
            }
        }
    }
}

/// A value over time, with its numbers in the order in which SPICE writes them; those at the end may be missing.
#[derive(Clone, Debug, PartialEq)]
pub struct Wave {
    /// Its form.
    pub form: Form,
    /// Its numbers.
    pub values: Vec<f64>,
    /// `r=` of `PWL`: the time to go back to at the end.
    pub repeat: Option<f64>,
    /// `td=` of `PWL`: how much later everything happens.
    pub delay: Option<f64>,
}

/// The form of a waveform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Form {
    /// initial, pulsed, delay, rise, fall, width, period
    Pulse,
    /// offset, amplitude, frequency, delay, damping, phase
    Sin,
    /// initial, peak, rise delay, rise time constant, fall delay, fall time constant
    Exp,
    /// time, value, time, value, …
    Pwl,
    /// offset, amplitude, carrier, index, signal
    Sffm,
    /// amplitude, offset, modulation, carrier, delay
    Am,
}

/// What a controlled source depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Control {
    /// The voltage between two nodes.
    Voltage(NodeId, NodeId),
    /// The current of a voltage source.
    Current(ElementId),
}

/// What a controlled source does.
#[derive(Clone, Debug, PartialEq)]
pub enum Law {
    /// A factor times one quantity.
    Linear {
        /// The quantity.
        control: Control,
        /// The factor.
        gain: f64,
    },
    /// `POLY(n)`: a polynomial in several quantities, coefficients in the order of SPICE.
    Polynomial {
        /// The quantities.
        controls: Vec<Control>,
        /// The coefficients.
        coefficients: Vec<f64>,
    },
    /// A formula.
    Formula {
        /// In [`Circuit::formulas`].
        value: ExprId,
        /// What it speaks of, each once.
        controls: Vec<Control>,
    },
}

impl Law {
    /// What the source depends on.
    pub fn controls(&self) -> &[Control] {
        match self {
            Law::Linear { control, .. } => std::slice::from_ref(control),
            Law::Polynomial { controls, .. } | Law::Formula { controls, .. } => controls,
        }
    }
}

/// A diode, a transistor, a switch or a line.
#[derive(Clone, Debug, PartialEq)]
pub struct DeviceData {
    /// Which of them.
    pub family: Family,
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
pub enum Family {
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

impl Family {
    /// The voltages that `ic=` gives, in its order.
    pub fn starts(self) -> &'static [&'static str] {
        match self {
            Family::Diode => &["vd"],
            Family::Bipolar => &["vbe", "vce"],
            Family::Jfet => &["vds", "vgs"],
            Family::Mosfet => &["vds", "vgs", "vbs"],
            Family::VoltageSwitch | Family::CurrentSwitch | Family::Line => &[],
        }
    }
}

/// A `.model`.
#[derive(Clone, Debug)]
pub struct Model {
    /// Its name.
    pub name: NameId,
    /// Such as `npn`.
    pub kind: NameId,
    /// Its line.
    pub place: Place,
    /// Its parameters.
    pub values: Vec<(NameId, f64)>,
}

/// A word that may have a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The word.
    pub name: NameId,
    /// Its value; one if none is written.
    pub value: f64,
    /// The word that stands for its value, such as `gear`.
    pub word: Option<NameId>,
    /// Where it is written.
    pub place: Place,
}

/// What is to be computed.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Its line.
    pub place: Place,
    /// Which.
    pub kind: AnalysisKind,
}

/// What is to be computed.
#[derive(Clone, Debug, PartialEq)]
pub enum AnalysisKind {
    /// `.op`
    OperatingPoint,
    /// `.dc source start stop step`, perhaps a second such list.
    Sweep(Vec<Range>),
    /// `.tf output source`
    Transfer {
        /// Where the output is written, such as `v(out)`.
        output: Place,
        /// The source that is the input.
        source: ElementId,
    },
    /// `.tran step stop [start [largest step]] [uic]`
    Transient {
        /// Step, stop, start and largest step.
        times: Vec<f64>,
        /// Initial values are taken as written, without an operating point.
        uic: bool,
    },
    /// `.ac dec|oct|lin points from to`
    SmallSignal {
        /// How points are spread.
        spacing: Spacing,
        /// Points, first and last frequency.
        values: [f64; 3],
    },
}

/// What a sweep changes and the values it takes: first, last and how far apart.
pub type Range = (Knob, [f64; 3]);

/// What a sweep changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knob {
    /// The value of an independent source.
    Source(ElementId),
    /// The ohms of a resistor.
    Resistor(ElementId),
    /// The temperature of the circuit, in degrees Celsius.
    Temperature,
}

/// `.four`: the harmonics of what a transient ends with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fourier {
    /// The frequency of the first harmonic, in hertz.
    pub frequency: f64,
    /// Where it is written.
    pub place: Place,
    /// Where the signals are written, such as `v(out) v(a,b)`.
    pub signals: Place,
}

/// How the points of a sweep are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Spacing {
    Decade,
    Octave,
    Linear,
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

    fn path(&self, mut instance: InstanceId, name: NameId) -> String {
        let mut parts = vec![name];
        while instance != InstanceId::TOP {
            parts.push(self.instances[instance.at()].name);
            instance = self.instances[instance.at()].parent;
        }
        let parts: Vec<&str> = parts.iter().rev().map(|&part| self.names.get(part)).collect();
        parts.join(".")
    }

    /// Gives all elements their values at another temperature.
    pub fn warm(&mut self, celsius: f64) {
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
            Kind::Resistor { nodes, .. }
            | Kind::Capacitor { nodes, .. }
            | Kind::Inductor { nodes, .. }
            | Kind::Voltage { nodes, .. }
            | Kind::Current { nodes, .. }
            | Kind::ControlledVoltage { nodes, .. }
            | Kind::ControlledCurrent { nodes, .. }
            | Kind::Formula { nodes, .. } => Some(nodes),
            Kind::Coupling { .. } => None,
            Kind::Device(device) => match self.devices[device.at()].nodes[..] {
                [a, b] => Some([a, b]),
                _ => None,
            },
        }
    }
}
