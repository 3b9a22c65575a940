//! E004-part3-1: connections keep power. Potentials are equal and flows sum to zero, so that their products sum to zero at
//! every node and every instant; this holds for every simulation.

use wellposed::Trajectory;
use wellposed::equations::{EquationKind, Expr, ExprId, FlatModel, Operator, Origin, VariableId};

/// What connections let through.
pub struct Power {
    /// How many nodes were looked at.
    pub nodes: usize,
    /// The largest power of a connector.
    pub largest: f64,
    /// The first node that loses power, in words.
    pub loss: Option<String>,
}

/// Looks at every node and every instant; powers may be lost up to the given part of what flows.
pub fn kept(model: &FlatModel, trajectory: &Trajectory, allowed: f64) -> Power {
    let mut power = Power { nodes: 0, largest: 0.0, loss: None };
    let signal = |variable: VariableId| trajectory.variable(&model.variable_name(variable));
    for node in nodes(model) {
        // Trajectories lack what equals a parameter.
        let ends: Option<Vec<(usize, usize, f64)>> = node
            .iter()
            .map(|&(potential, flow, sign)| Some((signal(potential)?, signal(flow)?, sign)))
            .collect();
        let Some(ends) = ends else { continue };
        power.nodes += 1;
        for point in 0..trajectory.times.len() {
            let powers: Vec<f64> = ends
                .iter()
                .map(|&(potential, flow, sign)| {
                    sign * trajectory.value(point, potential) * trajectory.value(point, flow)
                })
                .collect();
            let largest = powers.iter().fold(0.0f64, |most, power| most.max(power.abs()));
            let total: f64 = powers.iter().sum();
            power.largest = power.largest.max(largest);
            if (total.is_nan() || total.abs() > allowed * largest.max(1.0)) && power.loss.is_none() {
                let names: Vec<String> = node.iter().map(|end| model.variable_name(end.1)).collect();
                let time = trajectory.times[point];
                power.loss = Some(format!("{total} is lost between {} at {time}", names.join(", ")));
            }
        }
    }
    power
}

/// The connectors of each node: potential, flow and the sign of the flow. Connectors with several potentials or flows are
/// left out, because nothing says which go together.
fn nodes(model: &FlatModel) -> Vec<Vec<(VariableId, VariableId, f64)>> {
    let mut all = Vec::new();
    for equation in &model.equations {
        let EquationKind::Equality(left, right) = equation.kind else { continue };
        if !matches!(model.origins[equation.origin.at()], Origin::Connected { .. }) {
            continue;
        }
        let mut flows = Vec::new();
        let found =
            summands(model, left, 1.0, &mut flows).and_then(|()| summands(model, right, -1.0, &mut flows));
        if found.is_none() || !flows.iter().all(|(variable, _)| model.variables[variable.at()].flow) {
            continue;
        }
        let ends = flows.into_iter().map(|(flow, sign)| Some((potential(model, flow)?, flow, sign)));
        all.extend(ends.collect::<Option<Vec<_>>>());
    }
    all
}

/// The only potential of the connector with the flow, if that is its only flow.
fn potential(model: &FlatModel, flow: VariableId) -> Option<VariableId> {
    let instance = model.variables[flow.at()].instance;
    let all = (0..model.variables.len() as u32).map(VariableId);
    let beside = all.filter(|other| model.variables[other.at()].instance == instance);
    let (flows, others): (Vec<VariableId>, Vec<VariableId>) =
        beside.partition(|other| model.variables[other.at()].flow);
    match (&flows[..], &others[..]) {
        ([_], &[other]) => Some(other),
        _ => None,
    }
}

/// The variables of a sum, each with its sign; none if it is no such sum.
fn summands(model: &FlatModel, expr: ExprId, sign: f64, out: &mut Vec<(VariableId, f64)>) -> Option<()> {
    match model.exprs.get(expr) {
        Expr::Variable(variable) => out.push((variable, sign)),
        Expr::Binary(Operator::Add, a, b) => {
            summands(model, a, sign, out)?;
            summands(model, b, sign, out)?;
        }
        Expr::Binary(Operator::Subtract, a, b) => {
            summands(model, a, sign, out)?;
            summands(model, b, -sign, out)?;
        }
        Expr::Unary(Operator::Negate, a) => summands(model, a, -sign, out)?,
        Expr::Real(_) | Expr::Integer(_) => {}
        _ => return None,
    }
    Some(())
}
