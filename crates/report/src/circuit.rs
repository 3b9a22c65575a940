//! What the network graph of a circuit tells.

use std::collections::BTreeMap;

record! {
    /// A loop in the network graph.
    pub struct ReportedLoop {
        /// What it consists of: `voltage`, `inductor-voltage`, `capacitor-voltage` or `capacitor`.
        pub kind: String,
        /// Its elements.
        pub elements: Vec<String>,
    }
}

record! {
    /// A cutset of the network graph.
    pub struct ReportedCutset {
        /// What it consists of: `floating`, `current`, `no-dc-path` or `inductor-current`.
        pub kind: String,
        /// Its elements.
        pub elements: Vec<String>,
        /// The nodes that it cuts off.
        pub nodes: Vec<String>,
    }
}

record! {
    /// How many loops, cutsets and sources of each kind there are, of which only the first are listed.
    pub struct CountedLoopsAndCutsets {
        /// Loops of voltage sources.
        pub voltage_loops: usize,
        /// Loops of inductors and voltage sources.
        pub inductor_voltage_loops: usize,
        /// Loops of capacitors and voltage sources.
        pub capacitor_voltage_loops: usize,
        /// Loops of capacitors alone.
        pub capacitor_loops: usize,
        /// Parts without a reference potential.
        pub floating_parts: usize,
        /// Cutsets of current sources.
        pub current_cutsets: usize,
        /// Parts without a DC path to the reference node.
        pub no_dc_path: usize,
        /// Cutsets of inductors and current sources.
        pub inductor_current_cutsets: usize,
        /// Controlled sources whose gains determine the index.
        pub controlled_sources: usize,
    }
}

record! {
    /// A node of the network graph.
    pub struct ConnectedNode {
        /// How many branches meet there.
        pub connections: u32,
    }
}

record! {
    /// The network graph of a circuit.
    pub struct CircuitReport {
        /// The index; null if there is no solution, or if it depends on values that are not known.
        pub index: Option<u32>,
        /// Whether the index depends on the values of elements.
        pub index_depends_on_values: bool,
        /// Loops that matter for the solution or the index.
        pub loops: Vec<ReportedLoop>,
        /// Cutsets that matter for the solution or the index.
        pub cutsets: Vec<ReportedCutset>,
        /// How many of each kind there are.
        pub counts: CountedLoopsAndCutsets,
        /// The number of elements.
        pub elements: usize,
        /// The nodes, by name.
        pub nodes: BTreeMap<String, ConnectedNode>,
    }
}

report!(CircuitReport as "circuit", always false: "The document of `wellposed circuit check` and `wellposed circuit index`: whether a circuit has a solution, and its index.");
