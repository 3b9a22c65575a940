//! The pins of a model and the nodes that they are connected to.

use ::circuit::NodeId;
use base::DisjointSets;
use equations::{
    Attribute, EquationKind, Expr, FlatModel, InstanceId, InstanceKind, Origin, Type, VariableId,
};

/// An electrical connector: one voltage and one current.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pin {
    /// The connector.
    pub(super) instance: InstanceId,
    /// The model that it is a border of.
    pub(super) owner: InstanceId,
    pub(super) voltage: VariableId,
    pub(super) current: VariableId,
}

/// All pins, those of a component side by side.
pub(super) fn pins(model: &FlatModel) -> Vec<Pin> {
    let mut found: Vec<Option<(Option<VariableId>, Option<VariableId>)>> = vec![None; model.instances.len()];
    for (at, instance) in model.instances.iter().enumerate() {
        if instance.kind == InstanceKind::Connector {
            found[at] = Some((None, None));
        }
    }
    for (at, variable) in model.variables.iter().enumerate() {
        let id = VariableId(at as u32);
        let Some(pair) = &mut found[variable.instance.at()] else { continue };
        let place = if variable.flow { &mut pair.1 } else { &mut pair.0 };
        let fits = variable.kind == Type::Real && !variable.stream && place.is_none();
        *place = Some(id);
        if !fits {
            found[variable.instance.at()] = None;
        }
    }
    let pairs = found.into_iter().enumerate().filter_map(|(at, pair)| {
        let (Some(voltage), Some(current)) = pair? else { return None };
        let instance = InstanceId(at as u32);
        let pin = Pin { instance, owner: model.owner(instance), voltage, current };
        electrical(model, &pin).then_some(pin)
    });
    let mut pins: Vec<Pin> = pairs.collect();
    pins.sort_by_key(|pin| (pin.owner, pin.instance));
    pins
}

/// By units; by the usual names where there are none.
fn electrical(model: &FlatModel, pin: &Pin) -> bool {
    match (unit(model, pin.voltage), unit(model, pin.current)) {
        (Some(voltage), Some(current)) => (voltage, current) == ("V", "A"),
        (None, None) => {
            let name = |id: VariableId| model.symbols.name(model.variables[id.at()].name);
            (name(pin.voltage), name(pin.current)) == ("v", "i")
        }
        _ => false,
    }
}

fn unit(model: &FlatModel, id: VariableId) -> Option<&str> {
    let at = model.attributes.partition_point(|known| known.0 < id);
    let own = model.attributes[at..].iter().take_while(|known| known.0 == id);
    let value = own.into_iter().find(|known| known.1 == Attribute::Unit)?.2;
    match model.exprs.get(value) {
        Expr::String(text) => Some(model.symbols.name(text)).filter(|text| !text.is_empty()),
        _ => None,
    }
}

/// The node of each pin, and how many nodes there are. Node 0 is for ground, which is not known here.
pub(super) fn nodes(model: &FlatModel, pins: &[Pin]) -> (Vec<NodeId>, usize) {
    let mut pin_of = vec![u32::MAX; model.variables.len()];
    for (at, pin) in pins.iter().enumerate() {
        pin_of[pin.voltage.at()] = at as u32;
    }
    let mut sets = DisjointSets::new(pins.len());
    for equation in &model.equations {
        let EquationKind::Equality(left, right) = equation.kind else { continue };
        if !matches!(model.source(equation.origin), Origin::Connected { .. }) {
            continue;
        }
        let (Expr::Variable(a), Expr::Variable(b)) = (model.exprs.get(left), model.exprs.get(right)) else {
            continue;
        };
        let (a, b) = (pin_of[a.at()], pin_of[b.at()]);
        if a != u32::MAX && b != u32::MAX {
            sets.join(a, b);
        }
    }
    let (numbers, count) = sets.number();
    (numbers.into_iter().map(|number| NodeId(number + 1)).collect(), count + 1)
}
