//! Typed indices.

base::ids! {
    /// A name in lower case, of [`crate::Names`].
    NameId;
    /// A node of a [`crate::Circuit`]; zero is ground.
    NodeId;
    /// An element of a [`crate::Circuit`].
    ElementId;
    /// A call of a subcircuit; zero is the netlist itself.
    SubcircuitInstanceId;
    /// A subcircuit as it is written; zero is the netlist itself.
    SubcircuitDefinitionId;
    /// A `.model` of a [`crate::Circuit`].
    ModelId;
    /// An independent source of a [`crate::Circuit`].
    SourceId;
    /// What a controlled source does, of a [`crate::Circuit`].
    LawId;
    /// A diode, a transistor or a switch of a [`crate::Circuit`].
    DeviceId;
}

impl NodeId {
    /// The node that potentials are measured from.
    pub const GROUND: NodeId = NodeId(0);
}

impl SubcircuitInstanceId {
    /// The netlist itself.
    pub const TOP: SubcircuitInstanceId = SubcircuitInstanceId(0);
}

impl SubcircuitDefinitionId {
    /// The netlist itself.
    pub const TOP: SubcircuitDefinitionId = SubcircuitDefinitionId(0);
}
