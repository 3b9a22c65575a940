//! State machines as clocked equations (MLS 3.6, chapter 17).
//!
//! Every machine gets the variables of the specification's semantics (17.3.4): which state is active, which transition
//! fires, what is to be reset. An equation of a state holds while the state is active; otherwise its variable keeps its
//! value. Definitions of one variable in several states become one (17.3.5).

mod chart;
mod merge;

use equations::{
    Attribute, Builtin, Equation, EquationKind, Expr, ExprId, FlatModel, InstanceId, Operator, OriginId,
    Type, VariableId,
};
use rustc_hash::FxHashMap;
use syntax::Diagnostic;

use chart::{StateChart, StateMachine};

/// Writes the state machines of a model out as clocked equations.
///
/// # Errors
/// What is wrong with them.
pub fn write_machines(model: FlatModel) -> Result<FlatModel, Vec<Diagnostic>> {
    if !has_machines(&model) {
        return Ok(model);
    }
    let chart = StateChart::new(&model)?;
    let mut writer = StateMachineWriter { model, chart, own: Vec::new(), wrong: Vec::new() };
    writer.machines();
    writer.merge();
    if writer.wrong.is_empty() { Ok(writer.model) } else { Err(writer.wrong) }
}

fn has_machines(model: &FlatModel) -> bool {
    use Builtin as B;
    (0..model.exprs.len() as u32).map(|at| model.exprs.get(ExprId(at))).any(|expr| {
        matches!(
            expr,
            Expr::Builtin(
                B::Transition | B::InitialState | B::ActiveState | B::TicksInState | B::TimeInState,
                _
            )
        )
    })
}

/// The variables of a machine.
#[derive(Clone)]
struct MachineVariables {
    active: ExprId,
    reset: ExprId,
    active_state: ExprId,
    active_reset: ExprId,
    active_reset_states: Vec<ExprId>,
    ticks: ExprId,
    time: ExprId,
}

struct StateMachineWriter {
    model: FlatModel,
    chart: StateChart,
    own: Vec<MachineVariables>,
    wrong: Vec<Diagnostic>,
}

impl StateMachineWriter {
    fn machines(&mut self) {
        // The variables of all machines come first: conditions may ask for states of others.
        for number in 0..self.chart.machines.len() {
            let own = self.declare(number);
            self.own.push(own);
        }
        for number in 0..self.chart.machines.len() {
            self.machine(number);
        }
    }

    fn variable(&mut self, number: usize, name: &str, kind: Type, start: Option<ExprId>) -> ExprId {
        let machine = &self.chart.machines[number];
        let (origin, instance) = (machine.origin, machine.parent);
        let name = format!("$machine{}.{name}", number + 1);
        let id = self.model.add_variable(instance, &name, kind, kind.variability(), origin);
        if let Some(start) = start {
            self.model.attributes.push((id, Attribute::Start, start));
        }
        self.model.exprs.add(Expr::Variable(id))
    }

    fn declare(&mut self, number: usize) -> MachineVariables {
        let one = self.model.exprs.integer(1);
        let states = self.chart.machines[number].states.len();
        MachineVariables {
            active: self.variable(number, "active", Type::Boolean, None),
            reset: self.variable(number, "reset", Type::Boolean, None),
            active_state: self.variable(number, "activeState", Type::Integer, Some(one)),
            active_reset: self.variable(number, "activeReset", Type::Boolean, None),
            active_reset_states: (0..states)
                .map(|at| {
                    self.variable(number, &format!("activeResetStates[{}]", at + 1), Type::Boolean, None)
                })
                .collect(),
            ticks: self.variable(number, "ticksInState", Type::Integer, None),
            time: self.variable(number, "timeInState", Type::Real, None),
        }
    }

    fn equal(&mut self, number: usize, left: ExprId, right: ExprId) {
        let origin = self.chart.machines[number].origin;
        self.model.equations.push(Equation { kind: EquationKind::Equality(left, right), origin });
    }

    fn is(&mut self, variable: ExprId, value: i64) -> ExprId {
        let value = self.model.exprs.integer(value);
        self.model.exprs.add(Expr::Binary(Operator::Equal, variable, value))
    }

    fn previous(&mut self, variable: ExprId) -> ExprId {
        self.model.exprs.builtin(Builtin::Previous, &[variable])
    }

    /// Whether a state is active.
    fn active(&mut self, (machine, state): (usize, usize)) -> ExprId {
        let own = self.own[machine].clone();
        let here = self.is(own.active_state, state as i64 + 1);
        self.model.exprs.and(own.active, here)
    }

    /// Whether a state is active and begins anew.
    fn reset(&mut self, (machine, state): (usize, usize)) -> ExprId {
        let own = self.own[machine].clone();
        let active = self.active((machine, state));
        let reset = self.model.exprs.or(own.active_reset, own.active_reset_states[state]);
        self.model.exprs.and(active, reset)
    }

    /// The equations of a machine, as in 17.3.4.
    fn machine(&mut self, number: usize) {
        let machine = self.chart.machines[number].clone();
        let own = self.own[number].clone();
        let (active, reset) = match machine.within {
            Some(state) => (self.active(state), self.reset(state)),
            None => (self.model.exprs.boolean(true), self.model.exprs.builtin(Builtin::FirstTick, &[])),
        };
        self.equal(number, own.active, active);
        self.equal(number, own.reset, reset);
        let one = self.model.exprs.integer(1);
        let next_state = self.variable(number, "nextState", Type::Integer, Some(one));
        let next_reset = self.variable(number, "nextReset", Type::Boolean, None);
        let fired = self.variable(number, "fired", Type::Integer, None);
        let delayed = self.variable(number, "delayed", Type::Integer, None);
        let before = self.previous(next_state);
        let selected = self.model.exprs.if_then_else(own.reset, one, before);
        let fires = self.fires(number, &machine, selected, next_state);
        let late = self.previous(delayed);
        let best = self.model.exprs.builtin(Builtin::Max, &[late, fires.0]);
        self.equal(number, fired, best);
        self.equal(number, delayed, fires.1);
        let (mut to, mut resets) = (selected, self.previous(next_reset));
        for (at, transition) in machine.transitions.iter().enumerate() {
            let this = self.is(fired, at as i64 + 1);
            let target = self.model.exprs.integer(transition.to as i64 + 1);
            to = self.model.exprs.if_then_else(this, target, to);
            let flag = self.model.exprs.boolean(transition.reset);
            resets = self.model.exprs.if_then_else(this, flag, resets);
        }
        let state = self.model.exprs.if_then_else(own.reset, one, to);
        self.equal(number, own.active_state, state);
        let anew = self.model.exprs.or(own.reset, resets);
        self.equal(number, own.active_reset, anew);
        let next = self.model.exprs.if_then_else(own.active, own.active_state, before);
        self.equal(number, next_state, next);
        let rests = self.model.exprs.not(own.active);
        let kept = self.previous(next_reset);
        let kept = self.model.exprs.and(rests, kept);
        self.equal(number, next_reset, kept);
        for at in 0..machine.states.len() {
            let name = format!("nextResetStates[{}]", at + 1);
            let next = self.variable(number, &name, Type::Boolean, None);
            let before = self.previous(next);
            let now = self.model.exprs.or(own.reset, before);
            self.equal(number, own.active_reset_states[at], now);
            let here = self.is(own.active_state, at as i64 + 1);
            let away = self.model.exprs.not(here);
            let stays = self.model.exprs.and(away, own.active_reset_states[at]);
            let next_value = self.model.exprs.if_then_else(own.active, stays, before);
            self.equal(number, next, next_value);
        }
        self.count(number, &own, fired);
    }

    /// `ticksInState()` and `timeInState()`: both begin anew with a transition, and when the machine was at rest.
    fn count(&mut self, number: usize, own: &MachineVariables, fired: ExprId) {
        let (zero, one, nothing) =
            (self.model.exprs.integer(0), self.model.exprs.integer(1), self.model.exprs.real(0.0));
        let moved = self.model.exprs.add(Expr::Binary(Operator::Greater, fired, zero));
        let old = self.previous(own.ticks);
        let rested = self.is(old, 0);
        let begins = self.model.exprs.or(own.reset, moved);
        let begins = self.model.exprs.or(begins, rested);
        let more = self.model.exprs.sum(old, one);
        let ticks = self.model.exprs.if_then_else(begins, one, more);
        let ticks = self.model.exprs.if_then_else(own.active, ticks, zero);
        self.equal(number, own.ticks, ticks);
        let interval = self.model.exprs.builtin(Builtin::Interval, &[]);
        let old = self.previous(own.time);
        let more = self.model.exprs.sum(old, interval);
        let time = self.model.exprs.if_then_else(begins, nothing, more);
        let time = self.model.exprs.if_then_else(own.active, time, nothing);
        self.equal(number, own.time, time);
    }

    /// The immediate transition that may fire now, and the delayed one that may fire at the next tick, by their
    /// numbers; later ones go before earlier ones.
    fn fires(
        &mut self,
        number: usize,
        machine: &StateMachine,
        selected: ExprId,
        next_state: ExprId,
    ) -> (ExprId, ExprId) {
        let zero = self.model.exprs.integer(0);
        let (mut now, mut later) = (zero, zero);
        for (at, transition) in machine.transitions.iter().enumerate() {
            let mut condition = self.condition(transition.condition, number, transition.origin);
            if transition.synchronize {
                for inner in self.chart.submachines(number, transition.from) {
                    let done = self.in_final(inner);
                    condition = self.model.exprs.and(condition, done);
                }
            }
            let name = format!("condition[{}]", at + 1);
            let made = self.variable(number, &name, Type::Boolean, None);
            self.equal(number, made, condition);
            let state = if transition.immediate { selected } else { next_state };
            let here = self.is(state, transition.from as i64 + 1);
            let may = self.model.exprs.and(here, made);
            let index = self.model.exprs.integer(at as i64 + 1);
            let best = if transition.immediate { &mut now } else { &mut later };
            *best = self.model.exprs.if_then_else(may, index, *best);
        }
        (now, later)
    }

    /// Whether a machine is in a state that no transition leaves.
    fn in_final(&mut self, machine: usize) -> ExprId {
        let states = self.chart.machines[machine].states.len();
        let leaves: Vec<usize> =
            self.chart.machines[machine].transitions.iter().map(|transition| transition.from).collect();
        let mut any = self.model.exprs.boolean(false);
        for state in (0..states).filter(|state| !leaves.contains(state)) {
            let here = self.is(self.own[machine].active_state, state as i64 + 1);
            any = self.model.exprs.or(any, here);
        }
        any
    }

    /// A condition of a transition: `ticksInState()` is about the machine itself.
    fn condition(&mut self, id: ExprId, machine: usize, origin: OriginId) -> ExprId {
        let within = self.chart.machines[machine].within;
        self.inside(id, within, Some(machine), origin)
    }

    /// An expression of a state without operators of state machines. Previous values of variables that belong to a state
    /// are their start values when the state is reset.
    fn inside(
        &mut self,
        root: ExprId,
        state: Option<(usize, usize)>,
        machine: Option<usize>,
        origin: OriginId,
    ) -> ExprId {
        let mut memo: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        let mut todo = vec![(root, false)];
        let mut parts = Vec::new();
        while let Some((id, ready)) = todo.pop() {
            if memo.contains_key(&id) {
                continue;
            }
            let expr = self.model.exprs.get(id);
            if ready {
                let new = self.model.exprs.map(id, &mut |_, part| memo.get(&part).copied().unwrap_or(part));
                memo.insert(id, new);
                continue;
            }
            if let Some(new) = self.operator(expr, state, machine, origin) {
                memo.insert(id, new);
                continue;
            }
            parts.clear();
            expr.children(&self.model.exprs, &mut parts);
            todo.push((id, true));
            todo.extend(parts.iter().map(|&part| (part, false)));
        }
        memo[&root]
    }

    fn operator(
        &mut self,
        expr: Expr,
        state: Option<(usize, usize)>,
        machine: Option<usize>,
        origin: OriginId,
    ) -> Option<ExprId> {
        let Expr::Builtin(builtin, list) = expr else { return None };
        let first = self.model.exprs.items(list).first().copied();
        match builtin {
            Builtin::Previous => match self.model.exprs.get(first?) {
                Expr::Variable(variable) => Some(self.remembered(variable)),
                _ => None,
            },
            Builtin::ActiveState => match self.chart.state(&self.model, first?) {
                Some(found) => Some(self.active(found)),
                None => {
                    self.wrong.push(chart::no_state(&self.model, first?, origin));
                    Some(self.model.exprs.boolean(false))
                }
            },
            Builtin::TicksInState | Builtin::TimeInState => match machine.or(state.map(|state| state.0)) {
                Some(machine) if builtin == Builtin::TicksInState => Some(self.own[machine].ticks),
                Some(machine) => Some(self.own[machine].time),
                None => {
                    self.wrong.push(chart::outside(&self.model, builtin, origin));
                    Some(self.model.exprs.integer(0))
                }
            },
            _ => None,
        }
    }

    /// The previous value of a variable, or its start value when the state that declares it is reset.
    fn remembered(&mut self, variable: VariableId) -> ExprId {
        let itself = self.model.exprs.add(Expr::Variable(variable));
        let before = self.previous(itself);
        let declared = self.model.variables[variable.at()];
        let Some(state) = self.chart.innermost_state(&self.model, declared.instance) else { return before };
        let start = self.start(variable);
        let reset = self.reset(state);
        self.model.exprs.if_then_else(reset, start, before)
    }

    fn start(&mut self, variable: VariableId) -> ExprId {
        let given = self
            .model
            .attributes
            .iter()
            .find(|given| given.0 == variable && given.1 == Attribute::Start)
            .map(|given| given.2);
        given.unwrap_or_else(|| match self.model.variables[variable.at()].kind {
            Type::Boolean => self.model.exprs.boolean(false),
            Type::Real => self.model.exprs.real(0.0),
            Type::Enumeration(kind) => self.model.exprs.add(Expr::Literal(kind, 1)),
            _ => self.model.exprs.integer(0),
        })
    }
}

/// The instance that an equation is written in.
fn written_in(model: &FlatModel, origin: OriginId) -> InstanceId {
    match model.source(origin) {
        equations::Origin::Written { instance, .. } => *instance,
        equations::Origin::Connected { connects } => {
            connects.first().map_or(InstanceId(0), |connect| connect.1)
        }
        _ => InstanceId(0),
    }
}
