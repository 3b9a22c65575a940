//! What is computed at ticks, in which order.

use clocks::{ClockId, ClockedModel, SolverMethod};
use dae::{
    Dae, Equality, Initialization, Plan, ReducedDae, RowKind, ScheduledBlock, UnsolvableSystem, VariableRole,
};
use equations::{Builtin, Expr, VariableId};
use syntax::{Diagnostic, DiagnosticCode};

use super::tick_actions::TickActionPlan;
use crate::diagnostics;

/// The clocked part of a model, ready to be computed.
#[derive(Clone, Debug)]
pub(crate) struct ClockedPlan {
    pub(super) clocked: ClockedModel,
    pub(super) reduced: ReducedDae,
    /// The clock of each variable.
    pub(super) owners: Vec<Option<ClockId>>,
    /// Blocks in order, those of one clock together as far as the order allows.
    pub(super) later: Vec<(ClockId, Vec<ScheduledBlock>)>,
    /// The same for first ticks; empty if nothing is integrated.
    pub(super) first: Vec<(ClockId, Vec<ScheduledBlock>)>,
    /// What is done rather than equal.
    pub(super) planned: TickActionPlan,
    /// The whole as a plan, for words about it.
    pub(crate) plan: Plan,
}

impl ClockedPlan {
    /// Sorts the clocked equations.
    ///
    /// # Errors
    /// Why they cannot be solved.
    pub(crate) fn new(clocked: ClockedModel) -> Result<ClockedPlan, Vec<Diagnostic>> {
        let said = |failed: Box<UnsolvableSystem>| vec![diagnostics::unsolvable(&failed)];
        let mut clocked = clocked;
        let mut dae = Dae::new(std::mem::take(&mut clocked.model)).map_err(said)?;
        dae.remove_aliases();
        let planned = TickActionPlan::new(&clocked, &mut dae)?;
        let mut reduced = dae.reduce().map_err(said)?;
        let integrates = !reduced.states.is_empty();
        // Without states the first tick is like any other.
        let initialization = if integrates { reduced.initialize() } else { Ok(nothing()) };
        if integrates {
            discretize(&clocked, &mut reduced);
        }
        let found = initialization.and_then(|initialization| Ok((initialization, reduced.schedule()?)));
        let (initialization, schedule) = match found {
            Ok(found) => found,
            Err(reason) => return Err(said(Box::new(UnsolvableSystem { reason, dae: reduced.dae }))),
        };
        let owners = owners(&clocked, &reduced.dae, &initialization.previous);
        let later = groups(&reduced.dae, &owners, &schedule.blocks)?;
        let first =
            if integrates { groups(&reduced.dae, &owners, &initialization.blocks)? } else { Vec::new() };
        let plan = Plan { reduced: reduced.clone(), initialization, schedule };
        Ok(ClockedPlan { clocked, reduced, owners, later, first, planned, plan })
    }
}

fn nothing() -> Initialization {
    Initialization {
        rows: Vec::new(),
        blocks: Vec::new(),
        starts: Vec::new(),
        surplus: Vec::new(),
        previous: Vec::new(),
    }
}

/// Adds the equations of implicit methods: the new state follows from the derivative at the same tick.
fn discretize(clocked: &ClockedModel, reduced: &mut ReducedDae) {
    let mut given = Vec::new();
    for state in std::mem::take(&mut reduced.states) {
        let clock = owner(clocked, &reduced.dae, state).map(|clock| clocked.clocks[clock.at()]);
        let method = clock.and_then(|clock| clock.method);
        let (Some(interval), Some(derivative), Some(true)) = (
            clock.and_then(|clock| clock.interval),
            reduced.dae.derivative[state.at()],
            method.map(SolverMethod::is_implicit),
        ) else {
            given.push(state);
            continue;
        };
        let origin = reduced.dae.model.variables[state.at()].origin;
        let exprs = &mut reduced.dae.model.exprs;
        let [left, step, now] = [state, interval, derivative].map(|id| exprs.add(Expr::Variable(id)));
        let before = exprs.builtin(Builtin::Pre, &[left]);
        let slope = if method == Some(SolverMethod::ImplicitTrapezoid) {
            let old = exprs.builtin(Builtin::Pre, &[now]);
            let (sum, half) = (exprs.sum(now, old), exprs.real(0.5));
            exprs.product(half, sum)
        } else {
            now
        };
        let way = exprs.product(step, slope);
        let right = exprs.sum(before, way);
        reduced.dae.rows.push(Equality { left, right, kind: RowKind::Continuous, origin });
    }
    reduced.states = given;
}

/// The clock of a variable of the clocked model, or of what it is a derivative of.
pub(super) fn owner(clocked: &ClockedModel, dae: &Dae, variable: VariableId) -> Option<ClockId> {
    let mut at = variable;
    loop {
        if let Some(clock) = clocked.clock_of.get(at.at()).copied().flatten() {
            return Some(clock);
        }
        match dae.integral[at.at()] {
            Some(integral) => at = integral,
            // What was made for an equation ticks with it.
            None => return clocked.owners.get(&dae.model.variables[at.at()].origin).copied(),
        }
    }
}

fn owners(clocked: &ClockedModel, dae: &Dae, previous: &[(VariableId, VariableId)]) -> Vec<Option<ClockId>> {
    let mut owners: Vec<Option<ClockId>> = (0..dae.roles.len() as u32)
        .map(VariableId)
        .map(|id| match dae.roles[id.at()] {
            VariableRole::Continuous | VariableRole::Discrete | VariableRole::Derivative => {
                owner(clocked, dae, id)
            }
            _ => None,
        })
        .collect();
    for &(made, of) in previous {
        owners[made.at()] = owners[of.at()];
    }
    owners
}

/// Blocks by clock, in order.
fn groups(
    dae: &Dae,
    owners: &[Option<ClockId>],
    blocks: &[ScheduledBlock],
) -> Result<Vec<(ClockId, Vec<ScheduledBlock>)>, Vec<Diagnostic>> {
    let mut groups: Vec<(ClockId, Vec<ScheduledBlock>)> = Vec::new();
    for block in blocks {
        let variables = block.variables();
        let mut clocks: Vec<ClockId> =
            variables.iter().filter_map(|variable| owners.get(variable.at()).copied().flatten()).collect();
        clocks.sort_unstable();
        clocks.dedup();
        let clock = match *clocks.as_slice() {
            [clock] => clock,
            // A parameter that initial equations determine changes with none.
            [] => continue,
            _ => return Err(vec![across(dae, &variables)]),
        };
        match groups.last_mut() {
            Some(group) if group.0 == clock => group.1.push(block.clone()),
            _ => groups.push((clock, vec![block.clone()])),
        }
    }
    Ok(groups)
}

fn across(dae: &Dae, variables: &[VariableId]) -> Diagnostic {
    let name = |id: &VariableId| format!("`{}`", dae.model.variable_name(*id));
    let names: Vec<String> = variables.iter().take(6).map(name).collect();
    let message = format!("algebraic loop between equations on different clocks: {}", names.join(", "));
    let origin = variables.first().map(|id| dae.model.variables[id.at()].origin);
    let place = origin.and_then(|origin| diagnostics::place(&dae.model, origin));
    Diagnostic::new(DiagnosticCode::TwoClocks, place.unwrap_or(dae.model.instances[0].place), message)
        .help("break the loop with `previous(…)`")
}
