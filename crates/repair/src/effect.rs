//! What a change of the text does to the flat model, where that is known without flattening again.
//!
//! To flatten a large model takes longer than everything else together, and most repairs change a few of its equations.
//! What is not certain to come out as flattening would make it has no effect here, and is flattened: equations that
//! stand in others, values that replace others, connectors that hold more than potentials and flows.

mod connection_sets;
mod graft;

use equations::{
    Equation, EquationKind, Expr, ExprId, FlatModel, InstanceId, Operator, Origin, Symbol, VariableId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::Place;

use crate::class_text::ClassTexts;
use crate::statement::{SourceStatement, SourceStatementKind};

pub use graft::GraftedComponent;

/// What a change of the text does.
#[derive(Clone, Debug)]
pub enum EditEffect {
    /// The equations that a statement made go.
    Equation(Place),
    /// The values that a declaration gave go.
    Value(Place),
    /// A `connect` goes.
    Disconnect(Place),
    /// Two connectors of components are connected.
    Connect(InstanceId, InstanceId),
    /// Two signals are connected, one of which nothing was connected to.
    Equal(VariableId, VariableId),
    /// The component that is declared here goes, with all that belongs to it.
    Component(Place),
    /// A component is added to the model itself, and connected.
    Graft(GraftedComponent),
    /// Each of these instances gets an equation with variables that stand to it as each of those to its instance.
    Sum(Vec<InstanceId>, Vec<(InstanceId, VariableId)>),
    /// Each of these variables gets an equation by which it is zero.
    Zero(Vec<VariableId>),
}

impl EditEffect {
    /// What it does to take a statement away; none if that is not known.
    pub fn of_removal(texts: &ClassTexts, statement: &SourceStatement) -> Option<EditEffect> {
        let place = statement.place;
        let plain = statement
            .class
            .is_some_and(|class| texts.equations(class).iter().any(|equation| equation.span == place.span));
        match statement.kind {
            SourceStatementKind::Equation => plain.then_some(EditEffect::Equation(place)),
            SourceStatementKind::Connect => plain.then_some(EditEffect::Disconnect(place)),
            // An argument may hide a value that the declaration gives.
            SourceStatementKind::Value => texts.component(place).map(|_| EditEffect::Value(place)),
        }
    }
}

/// The model after some changes; none if it has to be flattened again.
pub fn apply_effects(model: &FlatModel, effects: &[EditEffect]) -> Option<FlatModel> {
    let mut model = model.clone();
    let undone = effects.iter().filter_map(|effect| match effect {
        EditEffect::Disconnect(place) => Some(*place),
        _ => None,
    });
    let undone: FxHashSet<Place> = undone.collect();
    if !undone.is_empty() {
        connection_sets::disconnect(&mut model, &undone)?;
    }
    for effect in effects {
        match effect {
            EditEffect::Disconnect(_) => {}
            EditEffect::Equation(place) => without_equations(&mut model, *place),
            EditEffect::Value(place) => without_values(&mut model, *place)?,
            EditEffect::Connect(one, other) => connection_sets::connect(&mut model, *one, *other)?,
            EditEffect::Equal(one, other) => {
                let [one, other] = [*one, *other].map(|variable| model.exprs.add(Expr::Variable(variable)));
                push(&mut model, one, other, Origin::Connected { connects: Box::new([]) });
            }
            EditEffect::Component(place) => without_component(&mut model, *place)?,
            EditEffect::Sum(instances, variables) => {
                for copy in copies(&model, instances, variables)? {
                    let sum =
                        copy.iter().zip(2..).map(|(&variable, factor)| (variable, f64::from(factor) + 0.37));
                    add(&mut model, sum.collect());
                }
            }
            EditEffect::Graft(graft) => graft::graft(&mut model, graft)?,
            EditEffect::Zero(variables) => {
                variables.iter().for_each(|&variable| add(&mut model, vec![(variable, 1.0)]));
            }
        }
    }
    Some(model)
}

fn without_equations(model: &mut FlatModel, gone: Place) {
    let origins = &model.origins;
    let stays = |equation: &Equation| !matches!(origins[equation.origin.at()], Origin::Written { place, .. } if place == gone);
    model.equations.retain(stays);
}

fn without_values(model: &mut FlatModel, gone: Place) -> Option<()> {
    for variable in &mut model.variables {
        let at = |origin: equations::OriginId| match model.origins[origin.at()] {
            Origin::Written { place, .. } => Some(place),
            _ => None,
        };
        if variable.binding.is_some() && at(variable.bound) == Some(gone) {
            // A value that is given from further outside is another one than that of the declaration.
            if at(variable.origin) != Some(gone) {
                return None;
            }
            variable.binding = None;
        }
    }
    Some(())
}

/// Takes a component away whose connections are gone already: its variables are no longer unknown, its equations go.
fn without_component(model: &mut FlatModel, place: Place) -> Option<()> {
    // What is declared later belongs to what is declared before.
    let mut inside = vec![false; model.instances.len()];
    for at in 1..model.instances.len() {
        let instance = &model.instances[at];
        inside[at] = instance.place == place || inside[instance.parent.at()];
    }
    for variable in model.variables.iter_mut().filter(|variable| inside[variable.instance.at()]) {
        variable.variability = equations::Variability::Parameter;
    }
    let origins = &model.origins;
    let variables = &model.variables;
    model.equations.retain(|equation| match &origins[equation.origin.at()] {
        Origin::Written { instance, .. } => !inside[instance.at()],
        Origin::Connected { connects } => !connects.iter().all(|connect| inside[connect.1.at()]),
        Origin::Unconnected { variable } => !inside[variables[variable.at()].instance.at()],
        Origin::Derived { .. } => true,
    });
    // Where something else speaks of it, flattening has more to say.
    let mut seen = FxHashSet::default();
    let mut todo: Vec<ExprId> = Vec::new();
    model.equations.iter().for_each(|equation| equation.parts(&mut todo));
    let outside = model.variables.iter().filter(|variable| !inside[variable.instance.at()]);
    todo.extend(outside.filter_map(|variable| variable.binding));
    while let Some(id) = todo.pop() {
        match model.exprs.get(id) {
            Expr::Variable(variable) if inside[model.variables[variable.at()].instance.at()] => return None,
            expr if seen.insert(id) => expr.children(&model.exprs, &mut todo),
            _ => {}
        }
    }
    Some(())
}

/// Adds an equation: a sum that is zero.
fn add(model: &mut FlatModel, terms: Vec<(VariableId, f64)>) {
    let zero = model.exprs.real(0.0);
    let mut sum = zero;
    for (variable, factor) in terms {
        let (variable, factor) = (model.exprs.add(Expr::Variable(variable)), model.exprs.real(factor));
        let term = model.exprs.add(Expr::Binary(Operator::Multiply, factor, variable));
        sum = model.exprs.sum(sum, term);
    }
    let origin = model.instances[0].place;
    push(model, sum, zero, Origin::Written { place: origin, instance: InstanceId(0) });
}

fn push(model: &mut FlatModel, left: ExprId, right: ExprId, origin: Origin) {
    let id = equations::OriginId(model.origins.len() as u32);
    model.origins.push(origin);
    model.equations.push(Equation { kind: EquationKind::Equality(left, right), origin: id });
}

/// The variables that stand to each instance as each of those given stands to its own.
fn copies(
    model: &FlatModel,
    instances: &[InstanceId],
    variables: &[(InstanceId, VariableId)],
) -> Option<Vec<Vec<VariableId>>> {
    if let [only] = instances
        && variables.iter().all(|variable| variable.0 == *only)
    {
        return Some(vec![variables.iter().map(|variable| variable.1).collect()]);
    }
    type ScopedName = (InstanceId, Symbol, Option<equations::ListId>);
    let mut parts: FxHashMap<ScopedName, InstanceId> = FxHashMap::default();
    for (at, part) in (0..).map(InstanceId).zip(&model.instances).skip(1) {
        parts.insert((part.parent, part.name, part.subscripts), at);
    }
    let mut leaves: FxHashMap<ScopedName, VariableId> = FxHashMap::default();
    for (at, leaf) in (0..).map(VariableId).zip(&model.variables) {
        leaves.insert((leaf.instance, leaf.name, leaf.subscripts), at);
    }
    let mut paths = Vec::new();
    for &(own, variable) in variables {
        let mut path = Vec::new();
        let mut at = model.variables[variable.at()].instance;
        while at != own {
            let part = &model.instances[at.at()];
            if part.parent == at {
                return None;
            }
            path.push((part.name, part.subscripts));
            at = part.parent;
        }
        path.reverse();
        paths.push(path);
    }
    let mut all = Vec::with_capacity(instances.len());
    for &instance in instances {
        let one = variables.iter().zip(&paths).map(|(&(_, variable), path)| {
            let mut at = instance;
            for &(name, subscripts) in path {
                at = *parts.get(&(at, name, subscripts))?;
            }
            let leaf = &model.variables[variable.at()];
            leaves.get(&(at, leaf.name, leaf.subscripts)).copied()
        });
        all.push(one.collect::<Option<Vec<VariableId>>>()?);
    }
    Some(all)
}
