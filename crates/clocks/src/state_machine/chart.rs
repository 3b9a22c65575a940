//! The machines of a model: which states belong together, and the transitions between them.

use equations::{Builtin, EquationKind, Expr, ExprId, FlatModel, InstanceId, OriginId};
use rustc_hash::FxHashMap;
use syntax::{Diagnostic, DiagnosticCode};

use crate::diagnostics::place;
use crate::parameter_values::ParameterValues;

/// All machines.
pub(super) struct StateChart {
    pub(super) machines: Vec<StateMachine>,
    /// Machine and number of each state.
    states: FxHashMap<InstanceId, (usize, usize)>,
    names: FxHashMap<String, InstanceId>,
}

/// States and the transitions between them.
#[derive(Clone)]
pub(super) struct StateMachine {
    /// The component it is in.
    pub(super) parent: InstanceId,
    /// The state of another machine that it is in.
    pub(super) within: Option<(usize, usize)>,
    /// Its states, the initial one first.
    pub(super) states: Vec<InstanceId>,
    /// Its transitions: of several that could fire the last does.
    pub(super) transitions: Vec<Transition>,
    /// Where its initial state is given.
    pub(super) origin: OriginId,
}

#[derive(Clone, Copy)]
pub(super) struct Transition {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) condition: ExprId,
    pub(super) immediate: bool,
    pub(super) reset: bool,
    pub(super) synchronize: bool,
    priority: i64,
    pub(super) origin: OriginId,
}

impl StateChart {
    /// Reads the transitions of a model.
    pub(super) fn new(model: &FlatModel) -> Result<StateChart, Vec<Diagnostic>> {
        let names = (0..model.instances.len() as u32)
            .map(|at| (model.instance_name(InstanceId(at)), InstanceId(at)))
            .collect();
        let mut chart = StateChart { machines: Vec::new(), states: FxHashMap::default(), names };
        let mut wrong = Vec::new();
        let mut calls = Vec::new();
        for equation in &model.equations {
            let EquationKind::Call(call) = equation.kind else { continue };
            if let Expr::Builtin(builtin @ (Builtin::Transition | Builtin::InitialState), list) =
                model.exprs.get(call)
            {
                calls.push((builtin, model.exprs.items(list), equation.origin));
            }
        }
        let named = |id: ExprId| match model.exprs.get(id) {
            Expr::String(name) => chart.names.get(model.symbols.name(name)).copied(),
            _ => None,
        };
        // States that a transition joins belong to the same machine.
        let mut sets: FxHashMap<InstanceId, usize> = FxHashMap::default();
        let mut members: Vec<Vec<InstanceId>> = Vec::new();
        for (_, items, _) in &calls {
            let states: Vec<InstanceId> = items.iter().take(2).filter_map(|&item| named(item)).collect();
            for &state in &states {
                sets.entry(state).or_insert_with(|| {
                    members.push(vec![state]);
                    members.len() - 1
                });
            }
            if let [a, b] = *states
                && sets[&a] != sets[&b]
            {
                let (keep, drop) = (sets[&a].min(sets[&b]), sets[&a].max(sets[&b]));
                for state in std::mem::take(&mut members[drop]) {
                    sets.insert(state, keep);
                    members[keep].push(state);
                }
            }
        }
        let mut initial: FxHashMap<usize, (InstanceId, OriginId)> = FxHashMap::default();
        for (builtin, items, origin) in &calls {
            if let (Builtin::InitialState, Some(state)) =
                (builtin, items.first().and_then(|&item| named(item)))
            {
                match initial.entry(sets[&state]) {
                    std::collections::hash_map::Entry::Vacant(slot) => {
                        slot.insert((state, *origin));
                    }
                    std::collections::hash_map::Entry::Occupied(slot) => {
                        wrong.push(twice(model, slot.get().1, *origin));
                    }
                }
            }
        }
        for (set, mut states) in members.into_iter().enumerate().filter(|(_, states)| !states.is_empty()) {
            let Some(&(first, origin)) = initial.get(&set) else {
                let call =
                    calls.iter().find(|call| call.1.first().and_then(|&item| named(item)) == Some(states[0]));
                wrong.extend(call.map(|call| no_initial(model, call.2)));
                continue;
            };
            states.retain(|&state| state != first);
            states.insert(0, first);
            let number = chart.machines.len();
            for (at, &state) in states.iter().enumerate() {
                chart.states.insert(state, (number, at));
            }
            let parent = model.instances[first.at()].parent;
            chart.machines.push(StateMachine {
                parent,
                within: None,
                states,
                transitions: Vec::new(),
                origin,
            });
        }
        let mut values = ParameterValues::new(model);
        for (_, items, origin) in calls.iter().filter(|call| call.0 == Builtin::Transition) {
            match chart.transition(model, &mut values, items, *origin) {
                Ok(()) => {}
                Err(found) => wrong.push(*found),
            }
        }
        for number in 0..chart.machines.len() {
            chart.machines[number].within = chart.innermost_state(model, chart.machines[number].parent);
            // Of several that could fire the one with the smallest number does.
            chart.machines[number].transitions.sort_by_key(|transition| -transition.priority);
        }
        if wrong.is_empty() { Ok(chart) } else { Err(wrong) }
    }

    fn transition(
        &mut self,
        model: &FlatModel,
        values: &mut ParameterValues,
        items: &[ExprId],
        origin: OriginId,
    ) -> Result<(), Box<Diagnostic>> {
        let &[from, to, condition, immediate, reset, synchronize, priority] = items else { return Ok(()) };
        let (Some((machine, from)), Some((_, to))) = (self.state(model, from), self.state(model, to)) else {
            // A machine without an initial state was told already.
            return Ok(());
        };
        let mut flag = |id: ExprId| {
            let value = values.get(model, id).and_then(|value| value.as_boolean());
            value.ok_or_else(|| Box::new(setting(model, id, origin)))
        };
        let (immediate, reset, synchronize) = (flag(immediate)?, flag(reset)?, flag(synchronize)?);
        let priority = values.get(model, priority).and_then(|value| value.as_integer()).filter(|&at| at >= 1);
        let priority = priority.ok_or_else(|| Box::new(setting(model, items[6], origin)))?;
        let all = &mut self.machines[machine].transitions;
        if let Some(other) = all.iter().find(|other| other.from == from && other.priority == priority) {
            return Err(Box::new(priorities(model, other.origin, origin, priority)));
        }
        all.push(Transition { from, to, condition, immediate, reset, synchronize, priority, origin });
        Ok(())
    }

    /// Machine and number of the state that an expression names.
    pub(super) fn state(&self, model: &FlatModel, id: ExprId) -> Option<(usize, usize)> {
        let Expr::String(name) = model.exprs.get(id) else { return None };
        self.states.get(self.names.get(model.symbols.name(name))?).copied()
    }

    /// The innermost state that a component is or is a part of.
    pub(super) fn innermost_state(&self, model: &FlatModel, instance: InstanceId) -> Option<(usize, usize)> {
        let mut at = instance;
        loop {
            if let Some(&state) = self.states.get(&at) {
                return Some(state);
            }
            let parent = model.instances[at.at()].parent;
            if parent == at {
                return None;
            }
            at = parent;
        }
    }

    /// The machines directly inside of a state.
    pub(super) fn submachines(&self, machine: usize, state: usize) -> Vec<usize> {
        let here = Some((machine, state));
        (0..self.machines.len()).filter(|&inner| self.machines[inner].within == here).collect()
    }
}

fn at(model: &FlatModel, origin: OriginId, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(DiagnosticCode::WrongMachine, place(model, origin), message)
}

fn no_initial(model: &FlatModel, origin: OriginId) -> Diagnostic {
    at(model, origin, "this state machine has no initial state")
        .help("write `initialState(…)` for one of its states")
}

fn twice(model: &FlatModel, first: OriginId, second: OriginId) -> Diagnostic {
    at(model, second, "this state machine has two initial states")
        .label("one")
        .related(place(model, first), "the other")
        .help("remove one of them; two machines share no transition")
}

fn priorities(model: &FlatModel, first: OriginId, second: OriginId, priority: i64) -> Diagnostic {
    at(model, second, format!("two transitions from the same state have the priority {priority}"))
        .related(place(model, first), "the other one")
        .help("give one of them another `priority`, so that it is clear which fires first")
}

fn setting(model: &FlatModel, id: ExprId, origin: OriginId) -> Diagnostic {
    let text = model.expr_text(id);
    at(model, origin, format!("`{text}` is no value that a transition can have, or is not known before the simulation"))
        .help("`immediate`, `reset` and `synchronize` are Boolean, `priority` is a whole number from 1; parameters are allowed")
}

pub(super) fn no_state(model: &FlatModel, id: ExprId, origin: OriginId) -> Diagnostic {
    let name = match model.exprs.get(id) {
        Expr::String(name) => model.symbols.name(name).to_string(),
        _ => model.expr_text(id),
    };
    at(model, origin, format!("`{name}` is not a state of a state machine"))
        .help("a component becomes a state by `transition(…)` or `initialState(…)`")
}

pub(super) fn outside(model: &FlatModel, builtin: Builtin, origin: OriginId) -> Diagnostic {
    at(model, origin, format!("`{}()` stands outside of any state", builtin.text()))
        .help("it can be used in the equations of a state and in the conditions of transitions")
}

pub(super) fn no_assignment(model: &FlatModel, origin: OriginId) -> Diagnostic {
    at(model, origin, "an equation of a state must have a variable alone on one side")
        .help("solve the equation for the variable that it determines")
}
