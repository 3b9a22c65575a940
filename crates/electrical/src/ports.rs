//! Components with two pairs of pins: controlled sources, transformers, gyrators.

use ::circuit::{CircuitElementKind, ControlLaw, ControllingQuantity, ElementId, LawId, NodeId};

use super::recognize::BranchLaw;

/// What one pair of pins is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PinPairKind {
    /// Nothing flows: it only looks at a voltage.
    Open,
    Shape(BranchLaw),
}

/// What both pairs are, given how many initial values can be chosen when the first and the second are driven by a current
/// (0) or by a voltage (1); nothing if that does not tell.
pub(super) fn judge(driven: [[Option<i64>; 2]; 2], open: [bool; 2]) -> Option<[PinPairKind; 2]> {
    let ways = |which: usize, voltage: usize| -> Vec<Option<i64>> {
        (0..2).map(|other| if which == 0 { driven[voltage][other] } else { driven[other][voltage] }).collect()
    };
    let port = |which: usize| {
        let (current, voltage) = (ways(which, 0), ways(which, 1));
        let possible = |ways: &[Option<i64>]| ways.iter().any(Option::is_some);
        match (possible(&current), possible(&voltage)) {
            (true, false) => Some(PinPairKind::Shape(BranchLaw::Voltage)),
            (false, true) if open[which] => Some(PinPairKind::Open),
            (false, true) => Some(PinPairKind::Shape(BranchLaw::Current)),
            (true, true) => {
                // With the other pair driven in the same way; where that is not possible, as for an ideal transformer,
                // what this pair is depends on what the other one is connected to.
                let both = current
                    .iter()
                    .zip(&voltage)
                    .find_map(|(current, voltage)| Some(((*current)?, (*voltage)?)));
                both.map(|(current, voltage)| match current.cmp(&voltage) {
                    std::cmp::Ordering::Greater => PinPairKind::Shape(BranchLaw::Capacitor),
                    std::cmp::Ordering::Less => PinPairKind::Shape(BranchLaw::Inductor),
                    std::cmp::Ordering::Equal => PinPairKind::Shape(BranchLaw::Resistor),
                })
            }
            (false, false) => None,
        }
    };
    Some([port(0)?, port(1)?])
}

/// The elements of a component, and what its controlled source depends on.
pub(super) struct TwoPortElements {
    pub(super) kinds: Vec<CircuitElementKind>,
    pub(super) law: Option<ControlLaw>,
}

/// Puts both pairs between their nodes. The elements are counted from `first`; `law` is the next law of the circuit.
pub(super) fn join(
    ports: [PinPairKind; 2],
    nodes: [[NodeId; 2]; 2],
    first: ElementId,
    law: LawId,
) -> TwoPortElements {
    let is_source =
        |port: PinPairKind| matches!(port, PinPairKind::Shape(BranchLaw::Voltage | BranchLaw::Current));
    // The pair that controls the other one: it lets nothing through, or is a wire whose current is looked at.
    let controls = match ports {
        [PinPairKind::Open, other] if is_source(other) => Some(0),
        [other, PinPairKind::Open] if is_source(other) => Some(1),
        [PinPairKind::Shape(BranchLaw::Voltage), other] if is_source(other) => Some(0),
        [other, PinPairKind::Shape(BranchLaw::Voltage)] if is_source(other) => Some(1),
        _ => None,
    };
    let Some(input) = controls else {
        let kinds = ports.into_iter().zip(nodes).filter_map(|(port, nodes)| match port {
            PinPairKind::Open => None,
            PinPairKind::Shape(shape) => Some(shape.between(nodes)),
        });
        return TwoPortElements { kinds: kinds.collect(), law: None };
    };
    let mut kinds = Vec::new();
    let control = match ports[input] {
        PinPairKind::Shape(shape) => {
            kinds.push(shape.between(nodes[input]));
            ControllingQuantity::Current(first)
        }
        PinPairKind::Open => ControllingQuantity::Voltage(nodes[input][0], nodes[input][1]),
    };
    let (output, nodes) = (ports[1 - input], nodes[1 - input]);
    kinds.push(match output {
        PinPairKind::Shape(BranchLaw::Voltage) => CircuitElementKind::ControlledVoltage { nodes, law },
        _ => CircuitElementKind::ControlledCurrent { nodes, law },
    });
    // Which gain it is does not matter to the graph.
    TwoPortElements { kinds, law: Some(ControlLaw::Linear { control, gain: 1.0 }) }
}
