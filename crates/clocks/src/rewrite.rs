//! The two models without clock operators: what is clocked, and what is not.
//!
//! In the clocked model `sample(u)`, `previous(x)`, `interval()` and `firstTick()` are inputs that the simulation sets at
//! ticks; a value that comes from another clock stands in `noClock`, which keeps the two variables apart. In the
//! continuous model a clocked variable keeps its value between ticks, as any discrete variable does, so that
//! `hold(x)` is `x`.

mod operator;

use equations::{
    AccessStep, AssignmentTarget, Builtin, Causality, Equation, EquationKind, Expr, ExprId, FlatModel,
    OriginId, Statement, Type, Variability, VariableId, Visit,
};
use rustc_hash::FxHashMap;

use crate::clock_graph::{ClockGraph, ClockSpec};
use crate::clock_inference::InferredClocks;
use crate::parameter_values::is_clock;
use crate::ratio::Ratio;
use crate::solver::SolverMethod;
use crate::{BaseClock, ClockId, ClockSplit, ClockTicks, ClockedModel, SubClock};

/// Both models while they are made.
struct ClockRewriter<'n> {
    /// The clock of each set, by the node that stands for it.
    clock: FxHashMap<u32, ClockId>,
    root: Vec<u32>,
    inner: &'n FxHashMap<(u32, ExprId), u32>,
    out: ClockedModel,
    continuous: FlatModel,
    memo: FxHashMap<(u32, ExprId), ExprId>,
    memories: FxHashMap<VariableId, VariableId>,
    samples: FxHashMap<(ClockId, ExprId), VariableId>,
    transfers: FxHashMap<(u32, ExprId), VariableId>,
    sources: FxHashMap<ExprId, VariableId>,
    /// What tells the continuous model of clocked variables.
    told: Vec<Equation>,
}

/// Where continuous time is.
const OUTSIDE: u32 = u32::MAX;

/// Writes both models.
pub(crate) fn split(
    net: &mut ClockGraph,
    found: &InferredClocks,
    methods: &FxHashMap<u32, SolverMethod>,
    model: FlatModel,
) -> ClockSplit {
    let root: Vec<u32> = (0..net.sets.size() as u32).map(|node| net.sets.root(node)).collect();
    let mut writer = ClockRewriter {
        clock: FxHashMap::default(),
        root,
        inner: &net.inner,
        out: ClockedModel { model: model.clone(), ..ClockedModel::default() },
        continuous: model,
        memo: FxHashMap::default(),
        memories: FxHashMap::default(),
        samples: FxHashMap::default(),
        transfers: FxHashMap::default(),
        sources: FxHashMap::default(),
        told: Vec::new(),
    };
    writer.clocks(found, methods);
    writer.variables();
    writer.intervals();
    writer.equations(&net.equations);
    writer.initial();
    writer.pace(found);
    writer.forget();
    ClockSplit { continuous: writer.continuous, clocked: Some(writer.out) }
}

impl ClockRewriter<'_> {
    /// Numbers the clocks: sets that tick at the same times and are integrated in the same way share one.
    fn clocks(&mut self, found: &InferredClocks, methods: &FxHashMap<u32, SolverMethod>) {
        let mut steps: Vec<Option<Ratio>> = vec![None; found.paces.len()];
        let mut sets: Vec<u32> = found.times.keys().copied().collect();
        sets.sort_unstable();
        for set in &sets {
            let (period, start) = found.times[set];
            let step = &mut steps[found.base[set] as usize];
            let all = step.map_or(Some(period), |step| step.common_divisor(period));
            *step =
                all.and_then(|all| if start == Ratio::ZERO { Some(all) } else { all.common_divisor(start) });
        }
        for (at, spec) in found.paces.iter().enumerate() {
            // Clocks that are no fractions of seconds are counted in ticks of their own.
            if !matches!(spec, ClockSpec::Every(_)) {
                steps[at] = steps[at].and_then(|step| step.common_divisor(Ratio::ONE));
            }
        }
        let mut known: FxHashMap<(u32, i64, i64, Option<SolverMethod>), ClockId> = FxHashMap::default();
        for set in sets {
            let ((period, start), base) = (found.times[&set], found.base[&set]);
            let Some(step) = steps[base as usize] else { continue };
            let count = |ratio: Ratio| ratio.divide(step).and_then(Ratio::as_integer).unwrap_or(1);
            let (every, first, method) = (count(period), count(start), methods.get(&set).copied());
            let clocks = &mut self.out.clocks;
            let clock = *known.entry((base, every, first, method)).or_insert_with(|| {
                let id = ClockId(clocks.len() as u32);
                clocks.push(SubClock { base, every, first, method, interval: None, first_tick: None });
                id
            });
            self.clock.insert(set, clock);
        }
        self.out.bases = steps
            .iter()
            .map(|step| BaseClock { step: step.unwrap_or(Ratio::ONE), pace: ClockTicks::Periodic })
            .collect();
    }

    /// What is integrated needs to know its steps.
    fn intervals(&mut self) {
        for at in 0..self.out.clocks.len() {
            if self.out.clocks[at].method.is_some() {
                self.attribute(ClockId(at as u32), "interval", Type::Real, OriginId(0));
            }
        }
    }

    fn clock_of(&self, node: u32) -> Option<ClockId> {
        self.clock.get(&self.root[node as usize]).copied()
    }

    fn is_clocked(&self, variable: VariableId) -> bool {
        self.continuous.variables[variable.at()].variability > Variability::Parameter
            && (variable.at() < self.root.len())
            && self.clock_of(variable.0).is_some()
    }

    /// Says in both models what is unknown there.
    fn variables(&mut self) {
        let count = self.continuous.variables.len();
        self.out.shared = count;
        self.out.clock_of = vec![None; count];
        for at in 0..count {
            let id = VariableId(at as u32);
            let clock = self.clock_of(id.0);
            let declared = self.continuous.variables[at];
            let binding = declared.binding;
            if declared.variability <= Variability::Parameter {
                continue;
            }
            if declared.kind == Type::Clock {
                continue;
            }
            if let Some(clock) = clock {
                self.out.clock_of[at] = Some(clock);
                self.add_clocked_result(clock, id, id, declared.origin);
                let own = &mut self.out.model.variables[at];
                if own.kind == Type::Real {
                    own.variability = Variability::Continuous;
                }
                if let Some(binding) = binding {
                    let value = self.expr(binding, id.0, declared.bound);
                    self.out.model.variables[at].binding = Some(value);
                    self.out.owners.insert(declared.bound, clock);
                }
            } else {
                let own = &mut self.out.model.variables[at];
                own.causality = Causality::Input;
                own.binding = None;
                if let Some(binding) = binding {
                    self.continuous.variables[at].binding = Some(self.outside(binding));
                }
            }
        }
    }

    fn equations(&mut self, nodes: &[u32]) {
        let all = std::mem::take(&mut self.out.model.equations);
        self.continuous.equations.clear();
        for (equation, &node) in all.iter().zip(nodes) {
            if let EquationKind::Equality(left, right) = equation.kind
                && (is_clock(&self.continuous, left) || is_clock(&self.continuous, right))
            {
                continue;
            }
            match self.clock_of(node) {
                Some(clock) => {
                    let mut made = Vec::new();
                    self.equation(equation, node, &mut made);
                    for one in &made {
                        self.own(one, clock);
                    }
                    self.out.model.equations.extend(made);
                }
                None => {
                    let mut made = Vec::new();
                    self.equation(equation, OUTSIDE, &mut made);
                    self.continuous.equations.extend(made);
                }
            }
        }
    }

    fn own(&mut self, equation: &Equation, clock: ClockId) {
        self.out.owners.insert(equation.origin, clock);
        if let EquationKind::If(branches) | EquationKind::When(branches) = &equation.kind {
            branches.iter().flat_map(|branch| &branch.1).for_each(|inner| self.own(inner, clock));
        }
    }

    /// Initial equations about what is integrated on a clock hold at its first tick.
    fn initial(&mut self) {
        let all = std::mem::take(&mut self.out.model.initial_equations);
        self.continuous.initial_equations.clear();
        for equation in &all {
            let node = self.clocked_in(equation);
            let mut made = Vec::new();
            self.equation(equation, node.unwrap_or(OUTSIDE), &mut made);
            match node {
                Some(_) => self.out.model.initial_equations.extend(made),
                None => self.continuous.initial_equations.extend(made),
            }
        }
    }

    /// The first clocked variable in an equation.
    fn clocked_in(&self, equation: &Equation) -> Option<u32> {
        let exprs = &self.continuous.exprs;
        let mut todo = Vec::new();
        equation.parts(&mut todo);
        let mut found = None;
        exprs.visit(todo, |_, expr| match expr {
            Expr::Variable(variable) if self.is_clocked(variable) => {
                found = Some(variable.0);
                Visit::Stop
            }
            Expr::Builtin(Builtin::Hold, _) => Visit::Skip,
            _ => Visit::Enter,
        });
        found
    }

    fn equation(&mut self, equation: &Equation, node: u32, made: &mut Vec<Equation>) {
        let origin = equation.origin;
        let kind = match &equation.kind {
            EquationKind::Equality(left, right) => {
                EquationKind::Equality(self.expr(*left, node, origin), self.expr(*right, node, origin))
            }
            EquationKind::When(branches) if is_clock(&self.continuous, branches[0].0) => {
                for inner in &branches[0].1 {
                    self.equation(inner, node, made);
                }
                return;
            }
            EquationKind::If(branches) | EquationKind::When(branches) => {
                let mut new = Vec::with_capacity(branches.len());
                for (condition, body) in branches {
                    let mut inside = Vec::new();
                    body.iter().for_each(|inner| self.equation(inner, node, &mut inside));
                    new.push((self.expr(*condition, node, origin), inside));
                }
                match equation.kind {
                    EquationKind::If(_) => EquationKind::If(new),
                    _ => EquationKind::When(new),
                }
            }
            EquationKind::Call(call) => EquationKind::Call(self.expr(*call, node, origin)),
            EquationKind::Algorithm(body, assigned) => {
                if node != OUTSIDE {
                    // In an algorithm a clocked variable begins with its value at the tick before (MLS 3.6, 11.1.2).
                    for variable in assigned {
                        self.out.model.variables[variable.at()].variability = Variability::Discrete;
                    }
                }
                let mut body = body.clone();
                self.statements(&mut body, node, origin);
                EquationKind::Algorithm(body, assigned.clone())
            }
        };
        made.push(Equation { kind, origin });
    }

    fn statements(&mut self, body: &mut [Statement], node: u32, origin: OriginId) {
        for statement in body {
            match statement {
                Statement::Assign(target, value) => {
                    self.target(target, node, origin);
                    *value = self.expr(*value, node, origin);
                }
                Statement::AssignMany(targets, value) => {
                    targets.iter_mut().flatten().for_each(|target| self.target(target, node, origin));
                    *value = self.expr(*value, node, origin);
                }
                Statement::Call(call) => *call = self.expr(*call, node, origin),
                Statement::If(branches) | Statement::When(branches) => {
                    for (condition, body) in branches {
                        *condition = self.expr(*condition, node, origin);
                        self.statements(body, node, origin);
                    }
                }
                Statement::For(_, value, body) | Statement::While(value, body) => {
                    *value = self.expr(*value, node, origin);
                    self.statements(body, node, origin);
                }
                Statement::Break | Statement::Return => {}
            }
        }
    }

    fn target(&mut self, target: &mut AssignmentTarget, node: u32, origin: OriginId) {
        for step in &mut target.path {
            if let AccessStep::Index(subscripts) = step {
                subscripts.iter_mut().for_each(|at| *at = self.expr(*at, node, origin));
            }
        }
    }

    fn outside(&mut self, id: ExprId) -> ExprId {
        self.expr(id, OUTSIDE, OriginId(0))
    }

    /// An expression without clock operators, in the model that its node belongs to. The numbers of expressions that both
    /// models had at first are the same.
    fn expr(&mut self, root: ExprId, node: u32, origin: OriginId) -> ExprId {
        let mut todo = vec![(root, false)];
        let mut parts = Vec::new();
        while let Some((id, ready)) = todo.pop() {
            if self.memo.contains_key(&(node, id)) {
                continue;
            }
            // What stood in the model before is read from it; both have it under the same number.
            let expr = self.continuous.exprs.get(id);
            if ready {
                let exprs =
                    if node == OUTSIDE { &mut self.continuous.exprs } else { &mut self.out.model.exprs };
                let memo = &self.memo;
                let new = exprs.map(id, &mut |_, part| memo.get(&(node, part)).copied().unwrap_or(part));
                self.memo.insert((node, id), new);
                continue;
            }
            if let Some(new) = self.operator(id, expr, node, origin) {
                self.memo.insert((node, id), new);
                continue;
            }
            parts.clear();
            expr.children(&self.continuous.exprs, &mut parts);
            if parts.is_empty() {
                self.memo.insert((node, id), id);
                continue;
            }
            todo.push((id, true));
            todo.extend(parts.iter().map(|&part| (part, false)));
        }
        self.memo[&(node, root)]
    }

    /// What each base clock goes by.
    fn pace(&mut self, found: &InferredClocks) {
        for (at, spec) in found.paces.iter().enumerate() {
            let parts = Ratio::ONE.divide(self.out.bases[at].step).and_then(Ratio::as_integer).unwrap_or(1);
            self.out.bases[at].pace = match *spec {
                ClockSpec::Every(_) => ClockTicks::Periodic,
                ClockSpec::Varying(interval, resolution) => {
                    ClockTicks::Varying { interval, resolution, parts }
                }
                ClockSpec::Event(condition, start) => {
                    let condition = self.condition(condition, at);
                    ClockTicks::Event { condition, start }
                }
            };
        }
    }

    /// A variable of the continuous model that is true while the condition of a clock is.
    fn condition(&mut self, condition: ExprId, at: usize) -> VariableId {
        let origin = self.continuous.variables.first().map_or(OriginId(0), |variable| variable.origin);
        let value = self.outside(condition);
        let made = add(&mut self.continuous, &format!("$clock{}", at + 1), Type::Boolean, origin);
        let own = &mut self.continuous.variables[made.at()];
        own.binding = Some(value);
        own.variability = Variability::Discrete;
        made
    }

    /// Nothing is left to be said about clocks.
    fn forget(&mut self) {
        self.continuous.equations.append(&mut self.told);
        for model in [&mut self.continuous, &mut self.out.model] {
            for variable in model.variables.iter_mut().filter(|variable| variable.kind == Type::Clock) {
                variable.variability = Variability::Parameter;
                variable.causality = Causality::None;
                variable.binding = None;
            }
        }
    }
}

/// Adds a variable to a model.
fn add(model: &mut FlatModel, name: &str, kind: Type, origin: OriginId) -> VariableId {
    model.add_variable(equations::InstanceId(0), name, kind, kind.variability(), origin)
}
