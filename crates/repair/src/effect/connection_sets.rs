//! Connections made and undone: potentials that are equal, and flows that add up to zero.
//!
//! Modelica Language Specification 3.6, chapter 9.2. Only connectors that hold nothing but potentials and flows: the
//! equations of frames and of streams depend on more than on what is connected.

use std::collections::BTreeSet;

use base::DisjointSets;
use equations::{
    Equation, EquationKind, Expr, ExprId, FlatModel, InstanceId, InstanceKind, Operator, Origin, Variability,
    VariableId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::Place;

use super::push;

/// A `connect` and the instance it is written in.
type ConnectStatement = (Place, InstanceId);

/// Undoes some `connect` equations wherever their class is used; none if it is not known what is left. All at once: a
/// node may have as many connections as the model has components.
pub(super) fn disconnect(model: &mut FlatModel, gone: &FxHashSet<Place>) -> Option<()> {
    let ports = ConnectorMembers::new(model);
    let origins = &model.origins;
    let is_gone = |equation: &Equation| match &origins[equation.origin.at()] {
        Origin::Connected { connects } => connects.iter().any(|connect| gone.contains(&connect.0)),
        _ => false,
    };
    let mut sums = Vec::new();
    let mut sets: FxHashSet<ConnectStatement> = FxHashSet::default();
    for equation in model.equations.iter().filter(|equation| is_gone(equation)) {
        let EquationKind::Equality(left, right) = equation.kind else { return None };
        let Origin::Connected { connects } = &model.origins[equation.origin.at()] else { return None };
        match (model.exprs.get(left), model.exprs.get(right)) {
            (Expr::Variable(a), Expr::Variable(b)) => {
                for variable in [a, b] {
                    ports.plain(model, model.variables[variable.at()].instance)?;
                }
            }
            _ => {
                // One that repeats what others say takes their place when one of them goes.
                if connects.iter().any(|connect| model.repeated.binary_search(&connect.0).is_ok()) {
                    return None;
                }
                sets.extend(connects.iter().copied());
                sums.push((flows(model, left, right)?, connects.clone()));
            }
        }
    }
    // The connectors that each `connect` joins.
    let mut joined: FxHashMap<ConnectStatement, BTreeSet<(InstanceId, InstanceId)>> = FxHashMap::default();
    for equation in &model.equations {
        let EquationKind::Equality(left, right) = equation.kind else { continue };
        let Origin::Connected { connects } = &model.origins[equation.origin.at()] else { continue };
        if let (Expr::Variable(a), Expr::Variable(b), [connect]) =
            (model.exprs.get(left), model.exprs.get(right), &connects[..])
            && sets.contains(connect)
        {
            let [a, b] = [a, b].map(|variable| model.variables[variable.at()].instance);
            joined.entry(*connect).or_default().insert((a, b));
        }
    }
    let mut made = Vec::new();
    for (flows, connects) in sums {
        let number: FxHashMap<InstanceId, usize> =
            (0..).zip(&flows).map(|(at, flow)| (model.variables[flow.0.at()].instance, at)).collect();
        let joints = connects.iter().flat_map(|connect| {
            let pairs = joined.get(connect).into_iter().flatten();
            pairs.filter_map(|(a, b)| Some((*connect, *number.get(a)?, *number.get(b)?)))
        });
        let joints: Vec<(ConnectStatement, usize, usize)> = joints.collect();
        if joints.len() + 1 != flows.len() || number.len() != flows.len() {
            return None;
        }
        let left: Vec<_> = joints.into_iter().filter(|joint| !gone.contains(&joint.0.0)).collect();
        made.extend(groups(&flows, &left));
    }
    let origins = &model.origins;
    model.equations.retain(|equation| match &origins[equation.origin.at()] {
        Origin::Connected { connects } => !connects.iter().any(|connect| gone.contains(&connect.0)),
        _ => true,
    });
    for (group, connects) in made {
        match group[..] {
            [(variable, true)] => {
                let (left, zero) = (model.exprs.add(Expr::Variable(variable)), model.exprs.real(0.0));
                push(model, left, zero, Origin::Unconnected { variable });
            }
            // What nothing inside the component reaches says nothing there.
            [(_, false)] => {}
            _ => push_sum(model, &group, Origin::Connected { connects: connects.into() }),
        }
    }
    Some(())
}

/// Connects two connectors of components from outside them; none if it is not known what that makes.
pub(super) fn connect(model: &mut FlatModel, one: InstanceId, other: InstanceId) -> Option<()> {
    let ports = ConnectorMembers::new(model);
    let (left, right) = (ports.plain(model, one)?, ports.plain(model, other)?);
    if left.len() != right.len() {
        return None;
    }
    let mut wanted: FxHashMap<VariableId, usize> = FxHashMap::default();
    let mut pairs = Vec::new();
    for &a in left {
        let variable = model.variables[a.at()];
        let b = *right.iter().find(|b| {
            let other = &model.variables[b.at()];
            (other.name, other.flow, other.kind) == (variable.name, variable.flow, variable.kind)
        })?;
        if variable.flow {
            wanted.insert(a, pairs.len());
            wanted.insert(b, pairs.len());
        }
        pairs.push((a, b, variable.flow));
    }
    // The two sums that each flow and its partner stand in, seen from inside their components.
    let mut sums: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (at, equation) in model.equations.iter().enumerate() {
        let made = matches!(
            model.origins[equation.origin.at()],
            Origin::Connected { .. } | Origin::Unconnected { .. }
        );
        let EquationKind::Equality(left, right) = equation.kind else { continue };
        for (flow, inside) in flows(model, left, right).into_iter().flatten().filter(|_| made) {
            if let Some(&pair) = wanted.get(&flow).filter(|_| inside) {
                sums.entry(pair).or_default().push(at);
            }
        }
    }
    let mut gone = FxHashSet::default();
    let mut added = Vec::new();
    for (number, &(.., flow)) in pairs.iter().enumerate() {
        if !flow {
            continue;
        }
        let [first, second] = sums.get(&number)?[..] else { return None };
        if first == second {
            // They are connected already.
            return Some(());
        }
        let mut all = Vec::new();
        let mut connects = Vec::new();
        for at in [first, second] {
            let EquationKind::Equality(left, right) = model.equations[at].kind else { return None };
            all.extend(flows(model, left, right)?);
            if let Origin::Connected { connects: known } = &model.origins[model.equations[at].origin.at()] {
                connects.extend(known.iter().copied());
            }
            gone.insert(at);
        }
        added.push((all, connects));
    }
    if added.is_empty() {
        return None;
    }
    let mut at = 0;
    model.equations.retain(|_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
    for (all, connects) in added {
        push_sum(model, &all, Origin::Connected { connects: connects.into() });
    }
    for (a, b, _) in pairs.into_iter().filter(|pair| !pair.2) {
        let [a, b] = [a, b].map(|variable| model.exprs.add(Expr::Variable(variable)));
        push(model, a, b, Origin::Connected { connects: Box::new([]) });
    }
    Some(())
}

/// The connectors of a model, and what they hold.
struct ConnectorMembers {
    /// True for instances with parts that are instances themselves.
    nested: Vec<bool>,
    own: FxHashMap<InstanceId, Vec<VariableId>>,
}

impl ConnectorMembers {
    fn new(model: &FlatModel) -> ConnectorMembers {
        let mut nested = vec![false; model.instances.len()];
        model.instances.iter().skip(1).for_each(|instance| nested[instance.parent.at()] = true);
        let mut own: FxHashMap<InstanceId, Vec<VariableId>> = FxHashMap::default();
        for (id, variable) in (0..).map(VariableId).zip(&model.variables) {
            if model.instances[variable.instance.at()].kind == InstanceKind::Connector {
                own.entry(variable.instance).or_default().push(id);
            }
        }
        ConnectorMembers { nested, own }
    }

    /// The variables of a connector of a component that holds potentials and flows and nothing else.
    fn plain(&self, model: &FlatModel, connector: InstanceId) -> Option<&[VariableId]> {
        let parent = model.instances[connector.at()].parent;
        let nested = self.nested[connector.at()] || model.instances[parent.at()].kind != InstanceKind::Model;
        let own = self.own.get(&connector)?;
        let all = || own.iter().map(|id| &model.variables[id.at()]);
        let mixed = all().any(|variable| variable.flow) && all().any(|variable| !variable.flow);
        let odd = all().any(|variable| {
            variable.stream || variable.subscripts.is_some() || variable.variability <= Variability::Parameter
        });
        (mixed && !odd && !nested).then_some(own)
    }
}

/// The flows of a sum, each with whether it is seen from inside its component; none if it is no such sum.
fn flows(model: &FlatModel, left: ExprId, right: ExprId) -> Option<Vec<(VariableId, bool)>> {
    let is_zero = matches!(model.exprs.get(right), Expr::Real(value) if value.get() == 0.0);
    let mut found = Vec::new();
    let mut todo = vec![(left, true)];
    while let Some((id, sign)) = todo.pop() {
        match model.exprs.get(id) {
            Expr::Binary(Operator::Add, a, b) => todo.extend([(b, sign), (a, sign)]),
            Expr::Binary(Operator::Subtract, a, b) => todo.extend([(b, !sign), (a, sign)]),
            Expr::Unary(Operator::Negate, a) => todo.push((a, !sign)),
            Expr::Variable(variable) if model.variables[variable.at()].flow => found.push((variable, sign)),
            _ => return None,
        }
    }
    is_zero.then_some(found)
}

/// Flows with whether each is seen from inside its component, and the connections between them.
type FlowSet = (Vec<(VariableId, bool)>, Vec<ConnectStatement>);

/// Flows that hang together by joints between them.
fn groups(flows: &[(VariableId, bool)], joints: &[(ConnectStatement, usize, usize)]) -> Vec<FlowSet> {
    let mut sets = DisjointSets::new(flows.len());
    for &(_, one, other) in joints {
        sets.join(one as u32, other as u32);
    }
    let (numbers, count) = sets.number();
    let mut found: Vec<FlowSet> = vec![FlowSet::default(); count];
    for (&number, &flow) in numbers.iter().zip(flows) {
        found[number as usize].0.push(flow);
    }
    for &(connect, one, _) in joints {
        found[numbers[one] as usize].1.push(connect);
    }
    found
}

fn push_sum(model: &mut FlatModel, flows: &[(VariableId, bool)], origin: Origin) {
    let zero = model.exprs.real(0.0);
    let mut total = zero;
    for &(variable, inside) in flows {
        let item = model.exprs.add(Expr::Variable(variable));
        total = if inside { model.exprs.sum(total, item) } else { model.exprs.difference(total, item) };
    }
    push(model, total, zero, origin);
}
