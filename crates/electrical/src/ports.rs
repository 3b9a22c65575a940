//! Components with two pairs of pins: controlled sources, transformers, gyrators.

use ::circuit::{Control, ElementId, Kind, Law, LawId, NodeId};

use super::recognize::Shape;

/// What one pair of pins is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Port {
    /// Nothing flows: it only looks at a voltage.
    Open,
    Shape(Shape),
}

/// What both pairs are, given how many initial values can be chosen when the first and the second are driven by a current
/// (0) or by a voltage (1); nothing if that does not tell.
pub(super) fn judge(driven: [[Option<i64>; 2]; 2], open: [bool; 2]) -> Option<[Port; 2]> {
    let ways = |which: usize, voltage: usize| -> Vec<Option<i64>> {
        (0..2).map(|other| if which == 0 { driven[voltage][other] } else { driven[other][voltage] }).collect()
    };
    let port = |which: usize| {
        let (current, voltage) = (ways(which, 0), ways(which, 1));
        let possible = |ways: &[Option<i64>]| ways.iter().any(Option::is_some);
        match (possible(&current), possible(&voltage)) {
            (true, false) => Some(Port::Shape(Shape::Voltage)),
            (false, true) if open[which] => Some(Port::Open),
            (false, true) => Some(Port::Shape(Shape::Current)),
            (true, true) => {
                // With the other pair driven in the same way; where that is not possible, as for an ideal transformer,
                // what this pair is depends on what the other one is connected to.
                let both = current
                    .iter()
                    .zip(&voltage)
                    .find_map(|(current, voltage)| Some(((*current)?, (*voltage)?)));
                both.map(|(current, voltage)| match current.cmp(&voltage) {
                    std::cmp::Ordering::Greater => Port::Shape(Shape::Capacitor),
                    std::cmp::Ordering::Less => Port::Shape(Shape::Inductor),
                    std::cmp::Ordering::Equal => Port::Shape(Shape::Resistor),
                })
            }
            (false, false) => None,
        }
    };
    Some([port(0)?, port(1)?])
}

/// The elements of a component, and what its controlled source depends on.
pub(super) struct Joined {
    pub(super) kinds: Vec<Kind>,
    pub(super) law: Option<Law>,
}

/// Puts both pairs between their nodes. The elements are counted from `first`; `law` is the next law of the circuit.
pub(super) fn join(ports: [Port; 2], nodes: [[NodeId; 2]; 2], first: ElementId, law: LawId) -> Joined {
    let is_source = |port: Port| matches!(port, Port::Shape(Shape::Voltage | Shape::Current));
    // The pair that controls the other one: it lets nothing through, or is a wire whose current is looked at.
    let controls = match ports {
        [Port::Open, other] if is_source(other) => Some(0),
        [other, Port::Open] if is_source(other) => Some(1),
        [Port::Shape(Shape::Voltage), other] if is_source(other) => Some(0),
        [other, Port::Shape(Shape::Voltage)] if is_source(other) => Some(1),
        _ => None,
    };
    let Some(input) = controls else {
        let kinds = ports.into_iter().zip(nodes).filter_map(|(port, nodes)| match port {
            Port::Open => None,
            Port::Shape(shape) => Some(shape.between(nodes)),
        });
        return Joined { kinds: kinds.collect(), law: None };
    };
    let mut kinds = Vec::new();
    let control = match ports[input] {
        Port::Shape(shape) => {
            kinds.push(shape.between(nodes[input]));
            Control::Current(first)
        }
        Port::Open => Control::Voltage(nodes[input][0], nodes[input][1]),
    };
    let (output, nodes) = (ports[1 - input], nodes[1 - input]);
    kinds.push(match output {
        Port::Shape(Shape::Voltage) => Kind::ControlledVoltage { nodes, law },
        _ => Kind::ControlledCurrent { nodes, law },
    });
    // Which gain it is does not matter to the graph.
    Joined { kinds, law: Some(Law::Linear { control, gain: 1.0 }) }
}
