//! A circuit as branches between nodes.

use base::DisjointSets;
use rustc_hash::FxHashMap;

use crate::{
    Circuit, CircuitElementKind, ControlLaw, ControllingQuantity, DeviceData, DeviceFamily, ElementId,
    FormulaQuantity, ModelId, NodeId,
};

/// What a branch does, as far as the index goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum BranchClass {
    Capacitor,
    Resistor,
    Inductor,
    Voltage,
    Current,
}

/// A branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its nodes. Those beyond the nodes of the circuit lie inside of devices.
    pub ends: [u32; 2],
    /// What it does.
    pub class: BranchClass,
    /// True if it is a source that something controls.
    pub controlled: bool,
    /// The element it belongs to.
    pub element: ElementId,
}

/// What a controlled branch depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BranchDependence {
    /// The voltage between two nodes.
    Voltage(u32, u32),
    /// The current of a branch.
    Current(u32),
}

/// The branches of a circuit.
#[derive(Clone, Debug, Default)]
pub struct NetworkGraph {
    /// How many nodes there are, ground and those inside of devices among them.
    pub nodes: usize,
    /// Branches in the order of elements.
    pub branches: Vec<Branch>,
    /// Controlled branches with what they depend on.
    pub(super) dependences: Vec<(u32, BranchDependence)>,
    /// Nodes that a device looks at without taking a current, such as gates.
    pub(super) sensed: Vec<u32>,
    /// How many terminals each node of the circuit has, those that take no current among them.
    pub(super) terminals: Vec<u32>,
}

impl NetworkGraph {
    /// The branches of a circuit that has no errors.
    pub fn new(circuit: &Circuit) -> NetworkGraph {
        let mut build = GraphBuilder {
            circuit,
            graph: NetworkGraph {
                nodes: circuit.nodes.len(),
                terminals: vec![0; circuit.nodes.len()],
                ..NetworkGraph::default()
            },
            laws: Vec::new(),
            branch_of: FxHashMap::default(),
            models: FxHashMap::default(),
        };
        build.graph.branches.reserve(circuit.elements.len());
        for at in 0..circuit.elements.len() {
            build.element(ElementId(at as u32));
        }
        build.finish()
    }

    /// For each node whether something other than inductors and current sources joins it to ground. The potentials of the
    /// others are variables of index two.
    pub(crate) fn anchored(&self) -> Vec<bool> {
        let mut sets = DisjointSets::new(self.nodes);
        for branch in &self.branches {
            if !matches!(branch.class, BranchClass::Inductor | BranchClass::Current) {
                sets.join(branch.ends[0], branch.ends[1]);
            }
        }
        (0..self.nodes as u32).map(|node| sets.joined(node, 0)).collect()
    }
}

struct GraphBuilder<'a> {
    circuit: &'a Circuit,
    graph: NetworkGraph,
    /// Controlled branches whose law is to be looked at when all branches are there.
    laws: Vec<(u32, ControllingQuantity)>,
    /// Branches of voltage sources.
    branch_of: FxHashMap<ElementId, u32>,
    models: FxHashMap<ModelId, DeviceTopology>,
}

/// What a model says of the shape of a device. Series resistances add nodes, capacitances add branches.
#[derive(Clone, Copy, Default)]
struct DeviceTopology {
    series: [bool; 3],
    capacitances: [bool; 3],
}

impl GraphBuilder<'_> {
    fn add(&mut self, element: ElementId, ends: [u32; 2], class: BranchClass, controlled: bool) -> u32 {
        self.graph.branches.push(Branch { ends, class, controlled, element });
        self.graph.branches.len() as u32 - 1
    }

    fn inner(&mut self) -> u32 {
        self.graph.nodes += 1;
        self.graph.nodes as u32 - 1
    }

    fn touch(&mut self, nodes: &[NodeId]) {
        for node in nodes {
            self.graph.terminals[node.at()] += 1;
        }
    }

    fn element(&mut self, id: ElementId) {
        let kind = self.circuit.elements[id.at()].kind;
        let (nodes, class) = match kind {
            CircuitElementKind::Resistor { nodes, .. } => (nodes, BranchClass::Resistor),
            // A capacitor of 0 F joins nothing.
            CircuitElementKind::Capacitor { nodes, farads: 0.0 } => return self.touch(&nodes),
            CircuitElementKind::Capacitor { nodes, .. } => (nodes, BranchClass::Capacitor),
            CircuitElementKind::Inductor { nodes, .. } => (nodes, BranchClass::Inductor),
            CircuitElementKind::Formula { nodes, what, .. } => {
                let class = match what {
                    FormulaQuantity::Resistance => BranchClass::Resistor,
                    FormulaQuantity::Capacitance | FormulaQuantity::Charge => BranchClass::Capacitor,
                    FormulaQuantity::Inductance => BranchClass::Inductor,
                };
                (nodes, class)
            }
            CircuitElementKind::Voltage { nodes, .. } => (nodes, BranchClass::Voltage),
            CircuitElementKind::Current { nodes, .. } => (nodes, BranchClass::Current),
            CircuitElementKind::ControlledVoltage { nodes, law } => {
                return self.controlled(id, nodes, &self.circuit.laws[law.at()], BranchClass::Voltage);
            }
            CircuitElementKind::ControlledCurrent { nodes, law } => {
                return self.controlled(id, nodes, &self.circuit.laws[law.at()], BranchClass::Current);
            }
            CircuitElementKind::Coupling { .. } => return,
            CircuitElementKind::Device(device) => return self.device(id, &self.circuit.devices[device.at()]),
        };
        self.touch(&nodes);
        let branch = self.add(id, nodes.map(|node| node.0), class, false);
        if class == BranchClass::Voltage {
            self.branch_of.insert(id, branch);
        }
    }

    fn controlled(&mut self, id: ElementId, nodes: [NodeId; 2], law: &ControlLaw, class: BranchClass) {
        self.touch(&nodes);
        let ends = nodes.map(|node| node.0);
        let still = matches!(law, ControlLaw::Linear { gain: 0.0, .. });
        let controls: Vec<ControllingQuantity> = if still { Vec::new() } else { law.controls().to_vec() };
        let own = |control: &ControllingQuantity| match *control {
            ControllingQuantity::Voltage(a, b) => [a, b] == nodes || [b, a] == nodes,
            ControllingQuantity::Current(_) => false,
        };
        for control in &controls {
            if let ControllingQuantity::Voltage(a, b) = *control {
                for node in [a, b].into_iter().filter(|node| !nodes.contains(node)) {
                    self.touch(&[node]);
                    self.graph.sensed.push(node.0);
                }
            }
        }
        // A current that depends on the voltage across it alone is that of a resistor.
        if class == BranchClass::Current && !controls.is_empty() && controls.iter().all(own) {
            self.add(id, ends, BranchClass::Resistor, false);
            return;
        }
        let branch = self.add(id, ends, class, !controls.is_empty());
        self.laws.extend(controls.into_iter().map(|control| (branch, control)));
    }

    fn finish(mut self) -> NetworkGraph {
        for (branch, control) in self.laws {
            let dependence = match control {
                ControllingQuantity::Voltage(a, b) => BranchDependence::Voltage(a.0, b.0),
                ControllingQuantity::Current(source) => match self.branch_of.get(&source) {
                    Some(&source) => BranchDependence::Current(source),
                    None => continue,
                },
            };
            self.graph.dependences.push((branch, dependence));
        }
        self.graph.dependences.sort_by_key(|dependence| dependence.0);
        self.graph
    }

    fn positive(&self, model: ModelId, names: &[&str]) -> bool {
        names.iter().any(|name| self.circuit.model_value(model, name).is_some_and(|value| value > 0.0))
    }

    fn traits(&mut self, data: &DeviceData) -> DeviceTopology {
        let Some(model) = data.model else { return DeviceTopology::default() };
        if let Some(&known) = self.models.get(&model) {
            return known;
        }
        let has = |names: &[&str]| self.positive(model, names);
        let traits = match data.family {
            DeviceFamily::Diode => DeviceTopology {
                series: [has(&["rs"]), false, false],
                capacitances: [has(&["cjo", "cj0", "cj", "tt", "cjsw", "cjp"]), false, false],
            },
            DeviceFamily::Bipolar => DeviceTopology {
                series: [has(&["rc"]), has(&["rb"]), has(&["re"])],
                capacitances: [has(&["cjc", "tr"]), has(&["cje", "tf"]), has(&["cjs", "ccs", "csub"])],
            },
            DeviceFamily::Jfet => DeviceTopology {
                series: [has(&["rd"]), false, has(&["rs"])],
                capacitances: [has(&["cgd"]), has(&["cgs"]), false],
            },
            DeviceFamily::Mosfet => {
                // Level 1 has a capacitance of the oxide only where its thickness is given.
                let level = self.circuit.model_value(model, "level").unwrap_or(1.0);
                let oxide = has(&["tox"]) || level == 2.0 || level == 3.0;
                DeviceTopology {
                    series: [has(&["rd"]), false, has(&["rs"])],
                    capacitances: [
                        oxide || has(&["cgdo", "cgd"]),
                        oxide || has(&["cgso", "cgs"]),
                        oxide || has(&["cgbo"]),
                    ],
                }
            }
            _ => DeviceTopology::default(),
        };
        self.models.insert(model, traits);
        traits
    }

    /// A terminal, or the node behind the resistance at it.
    fn behind(&mut self, id: ElementId, node: NodeId, series: bool) -> u32 {
        if !series {
            return node.0;
        }
        let inner = self.inner();
        self.add(id, [node.0, inner], BranchClass::Resistor, false);
        inner
    }

    fn device(&mut self, id: ElementId, data: &DeviceData) {
        self.touch(&data.nodes);
        let traits = self.traits(data);
        let nodes = &data.nodes;
        match data.family {
            DeviceFamily::Diode => {
                let anode = self.behind(id, nodes[0], traits.series[0]);
                let ends = [anode, nodes[1].0];
                self.add(id, ends, BranchClass::Resistor, false);
                if traits.capacitances[0] {
                    self.add(id, ends, BranchClass::Capacitor, false);
                }
            }
            DeviceFamily::Bipolar => {
                let [c, b, e] = [0, 1, 2].map(|at| self.behind(id, nodes[at], traits.series[at]));
                self.add(id, [b, c], BranchClass::Resistor, false);
                self.add(id, [b, e], BranchClass::Resistor, false);
                if traits.capacitances[0] {
                    self.add(id, [b, c], BranchClass::Capacitor, false);
                }
                if traits.capacitances[1] {
                    self.add(id, [b, e], BranchClass::Capacitor, false);
                }
                let end = if self.lateral(data) { b } else { c };
                if let Some(substrate) = nodes.get(3) {
                    self.add(id, [substrate.0, end], BranchClass::Resistor, false);
                }
                // A substrate that is not written is ground.
                if traits.capacitances[2] {
                    let substrate = nodes.get(3).map_or(NodeId::GROUND.0, |node| node.0);
                    self.add(id, [substrate, end], BranchClass::Capacitor, false);
                }
                self.transfer(id, [c, e], &[[b, e], [b, c]]);
            }
            DeviceFamily::Jfet => {
                let [d, g, s] = [0, 1, 2].map(|at| self.behind(id, nodes[at], traits.series[at]));
                self.add(id, [g, d], BranchClass::Resistor, false);
                self.add(id, [g, s], BranchClass::Resistor, false);
                self.add(id, [d, s], BranchClass::Resistor, false);
                if traits.capacitances[0] {
                    self.add(id, [g, d], BranchClass::Capacitor, false);
                }
                if traits.capacitances[1] {
                    self.add(id, [g, s], BranchClass::Capacitor, false);
                }
                self.transfer(id, [d, s], &[[g, s]]);
            }
            DeviceFamily::Mosfet => self.mosfet(id, data, traits),
            DeviceFamily::VoltageSwitch => {
                self.add(id, [nodes[0].0, nodes[1].0], BranchClass::Resistor, false);
                self.graph.sensed.extend([nodes[2].0, nodes[3].0]);
            }
            DeviceFamily::CurrentSwitch => {
                self.add(id, [nodes[0].0, nodes[1].0], BranchClass::Resistor, false);
            }
            DeviceFamily::Line => {
                // Each end looks like its impedance; what comes from the other end comes later.
                self.add(id, [nodes[0].0, nodes[1].0], BranchClass::Resistor, false);
                self.add(id, [nodes[2].0, nodes[3].0], BranchClass::Resistor, false);
            }
        }
    }

    /// True if the substrate of a bipolar transistor lies below its base and not below its collector.
    fn lateral(&self, data: &DeviceData) -> bool {
        let Some(model) = data.model else { return false };
        let pnp = self.circuit.names.get(self.circuit.models[model.at()].kind) == "pnp";
        self.circuit.model_value(model, "subs").map_or(pnp, |written| written < 0.0)
    }

    fn mosfet(&mut self, id: ElementId, data: &DeviceData, traits: DeviceTopology) {
        let [d, s] = [0, 2].map(|at| self.behind(id, data.nodes[at], traits.series[at]));
        let [g, b] = [data.nodes[1].0, data.nodes[3].0];
        self.graph.sensed.push(g);
        self.add(id, [d, s], BranchClass::Resistor, false);
        for end in [d, s] {
            self.add(id, [b, end], BranchClass::Resistor, false);
        }
        for (at, ends) in [[g, d], [g, s], [g, b]].into_iter().enumerate() {
            if traits.capacitances[at] {
                self.add(id, ends, BranchClass::Capacitor, false);
            }
        }
        let set = |name: &str| {
            let name = self.circuit.names.find(name);
            data.settings.iter().any(|setting| Some(setting.0) == name && setting.1 > 0.0)
        };
        if let Some(model) = data.model {
            let has = |names: &[&str]| self.positive(model, names);
            let area = has(&["cj"]);
            let junctions = [
                has(&["cbd"]) || (area && set("ad")) || (has(&["cjsw"]) && set("pd")),
                has(&["cbs"]) || (area && set("as")) || (has(&["cjsw"]) && set("ps")),
            ];
            for (end, _) in [d, s].into_iter().zip(junctions).filter(|found| found.1) {
                self.add(id, [b, end], BranchClass::Capacitor, false);
            }
        }
        self.transfer(id, [d, s], &[[g, s], [b, s]]);
    }

    /// The current that a transistor lets through, and the voltages that it depends on.
    fn transfer(&mut self, id: ElementId, ends: [u32; 2], controls: &[[u32; 2]]) {
        let branch = self.add(id, ends, BranchClass::Current, true);
        for &[a, b] in controls {
            self.graph.dependences.push((branch, BranchDependence::Voltage(a, b)));
        }
    }
}
