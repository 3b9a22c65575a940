//! The two models without clock operators: what is clocked, and what is not.
//!
//! In the clocked model `sample(u)`, `previous(x)`, `interval()` and `firstTick()` are inputs that the simulation sets at
//! ticks; a value that comes from another clock stands in `noClock`, which keeps the two variables apart. In the
//! continuous model a clocked variable keeps its value between ticks, as any discrete variable does, so that
//! `hold(x)` is `x`.

use equations::{
    Builtin, Causality, Equation, EquationKind, Expr, ExprId, FlatModel, OriginId, Statement, Step, Target,
    Type, Variability, Variable, VariableId,
};
use rustc_hash::FxHashMap;

use crate::infer::Inferred;
use crate::net::{Net, Spec};
use crate::ratio::Ratio;
use crate::solver::Method;
use crate::values::{clocked_sample, is_clock, kind};
use crate::{Base, ClockId, Clocked, Held, Memory, Pace, Sample, Split, SubClock};

/// Both models while they are made.
struct Writer<'n> {
    /// The clock of each set, by the node that stands for it.
    clock: FxHashMap<u32, ClockId>,
    root: Vec<u32>,
    inner: &'n FxHashMap<(u32, ExprId), u32>,
    out: Clocked,
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
    net: &mut Net,
    found: &Inferred,
    methods: &FxHashMap<u32, Method>,
    model: FlatModel,
) -> Split {
    let root: Vec<u32> = (0..net.sets.len() as u32).map(|node| net.sets.find(node)).collect();
    let mut writer = Writer {
        clock: FxHashMap::default(),
        root,
        inner: &net.inner,
        out: Clocked { model: model.clone(), ..Clocked::default() },
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
    Split { continuous: writer.continuous, clocked: Some(writer.out) }
}

impl Writer<'_> {
    /// Numbers the clocks: sets that tick at the same times and are integrated in the same way share one.
    fn clocks(&mut self, found: &Inferred, methods: &FxHashMap<u32, Method>) {
        let mut steps: Vec<Option<Ratio>> = vec![None; found.paces.len()];
        let mut sets: Vec<u32> = found.times.keys().copied().collect();
        sets.sort_unstable();
        for set in &sets {
            let (period, start) = found.times[set];
            let step = &mut steps[found.base[set] as usize];
            let all = step.map_or(Some(period), |step| step.common(period));
            *step = all.and_then(|all| if start == Ratio::ZERO { Some(all) } else { all.common(start) });
        }
        for (at, spec) in found.paces.iter().enumerate() {
            // Clocks that are no fractions of seconds are counted in ticks of their own.
            if !matches!(spec, Spec::Every(_)) {
                steps[at] = steps[at].and_then(|step| step.common(Ratio::ONE));
            }
        }
        let mut known: FxHashMap<(u32, i64, i64, Option<Method>), ClockId> = FxHashMap::default();
        for set in sets {
            let ((period, start), base) = (found.times[&set], found.base[&set]);
            let Some(step) = steps[base as usize] else { continue };
            let count = |ratio: Ratio| ratio.over(step).and_then(Ratio::whole).unwrap_or(1);
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
            .map(|step| Base { step: step.unwrap_or(Ratio::ONE), pace: Pace::Periodic })
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
                self.tell(clock, id, id, declared.origin);
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
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(id) = todo.pop() {
            match exprs.get(id) {
                Expr::Variable(variable) if self.is_clocked(variable) => return Some(variable.0),
                Expr::Builtin(Builtin::Hold, _) => {}
                expr if seen.insert(id) => expr.children(exprs, &mut todo),
                _ => {}
            }
        }
        None
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

    fn target(&mut self, target: &mut Target, node: u32, origin: OriginId) {
        for step in &mut target.path {
            if let Step::Index(subscripts) = step {
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

    /// What stands for a clock operator.
    fn operator(&mut self, id: ExprId, expr: Expr, node: u32, origin: OriginId) -> Option<ExprId> {
        let Expr::Builtin(builtin, list) = expr else { return None };
        let items = self.continuous.exprs.items(list).to_vec();
        let first = items.first().copied();
        if node == OUTSIDE {
            return match builtin {
                Builtin::Hold => Some(self.held(id, first?, node, origin)),
                _ => None,
            };
        }
        let clock = self.clock_of(node)?;
        let variable = match builtin {
            Builtin::Sample if clocked_sample(&self.continuous, id) => {
                return Some(self.sample(clock, first?, origin));
            }
            Builtin::Previous => {
                let Expr::Variable(of) = self.continuous.exprs.get(first?) else { return None };
                if !self.is_clocked(of) {
                    return first;
                }
                self.previous(of, self.clock_of(of.0)?)
            }
            Builtin::Interval => self.attribute(clock, "interval", Type::Real, origin),
            Builtin::FirstTick => self.attribute(clock, "firstTick", Type::Boolean, origin),
            Builtin::SubSample
            | Builtin::SuperSample
            | Builtin::ShiftSample
            | Builtin::BackSample
            | Builtin::NoClock => {
                let value = match self.continuous.exprs.get(first?) {
                    Expr::Variable(variable) if self.is_clocked(variable) => variable,
                    _ => match self.inner.get(&(node, id)).copied() {
                        Some(inner) if self.clock_of(inner).is_some() => {
                            self.transfer(inner, id, first?, origin)
                        }
                        _ => return None,
                    },
                };
                let value = self.out.model.exprs.add(Expr::Variable(value));
                return Some(self.out.model.exprs.builtin(Builtin::NoClock, &[value]));
            }
            _ => return None,
        };
        Some(self.out.model.exprs.add(Expr::Variable(variable)))
    }

    /// `hold(x)` in continuous time.
    fn held(&mut self, id: ExprId, value: ExprId, node: u32, origin: OriginId) -> ExprId {
        match (self.continuous.exprs.get(value), self.inner.get(&(node, id)).copied()) {
            (Expr::Variable(_), _) => value,
            (_, Some(inner)) if self.clock_of(inner).is_some() => {
                let of = self.transfer(inner, id, value, origin);
                let kind = self.out.model.variables[of.at()].kind;
                let name = format!("$hold{}", self.out.results.len() + 1);
                let to = add(&mut self.continuous, &name, kind, origin);
                if let Some(clock) = self.clock_of(inner) {
                    self.tell(clock, of, to, origin);
                }
                self.continuous.exprs.add(Expr::Variable(to))
            }
            _ => value,
        }
    }

    /// Tells continuous time a clocked variable: it changes when its clock ticks. `Clock(k)` with the number of the clock is
    /// true at its ticks then, and `hold(n)` the value of the result with this number.
    fn tell(&mut self, clock: ClockId, of: VariableId, to: VariableId, origin: OriginId) {
        let exprs = &mut self.continuous.exprs;
        let left = exprs.add(Expr::Variable(to));
        let number = exprs.integer(self.out.results.len() as i64);
        let value = exprs.builtin(Builtin::Hold, &[number]);
        let number = exprs.integer(i64::from(clock.0));
        let ticks = exprs.builtin(Builtin::Clock, &[number]);
        let own = &mut self.continuous.variables[to.at()];
        own.variability = Variability::Discrete;
        own.causality = Causality::None;
        own.binding = None;
        if own.kind != Type::String {
            let change = Equation { kind: EquationKind::Equality(left, value), origin };
            let kind = EquationKind::When(vec![(ticks, vec![change])]);
            self.told.push(Equation { kind, origin });
            self.out.results.push(Held { clock, of, ticks, value });
        }
    }

    /// A variable of the clocked model that the simulation sets.
    fn input(&mut self, name: &str, kind: Type, clock: ClockId, origin: OriginId) -> VariableId {
        let id = add(&mut self.out.model, name, kind, origin);
        self.out.model.variables[id.at()].causality = Causality::Input;
        self.out.clock_of.push(Some(clock));
        id
    }

    fn sample(&mut self, clock: ClockId, value: ExprId, origin: OriginId) -> ExprId {
        // What does not change need not be sampled.
        if self.is_fixed(value) {
            return value;
        }
        if let Some(&known) = self.samples.get(&(clock, value)) {
            return self.out.model.exprs.add(Expr::Variable(known));
        }
        let from = self.source(value, origin);
        let kind = self.continuous.variables[from.at()].kind;
        let name = format!("sample({})", self.continuous.expr_text(value));
        let to = self.input(&name, kind, clock, origin);
        self.out.samples.push(Sample { clock, from, to });
        self.samples.insert((clock, value), to);
        self.out.model.exprs.add(Expr::Variable(to))
    }

    fn is_fixed(&self, root: ExprId) -> bool {
        let exprs = &self.continuous.exprs;
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            match exprs.get(id) {
                Expr::Variable(variable)
                    if self.continuous.variables[variable.at()].variability <= Variability::Parameter => {}
                Expr::Variable(_) | Expr::Time | Expr::Builtin(Builtin::Hold, _) | Expr::Call(..) => {
                    return false;
                }
                expr => expr.children(exprs, &mut todo),
            }
        }
        true
    }

    /// The variable of the continuous model that has a value.
    fn source(&mut self, value: ExprId, origin: OriginId) -> VariableId {
        let value = self.outside(value);
        if let Expr::Variable(variable) = self.continuous.exprs.get(value) {
            return variable;
        }
        if let Some(&known) = self.sources.get(&value) {
            return known;
        }
        let kind = kind(&self.continuous, value);
        let name = format!("$source{}", self.sources.len() + 1);
        let made = add(&mut self.continuous, &name, kind, origin);
        let own = &mut self.continuous.variables[made.at()];
        own.binding = Some(value);
        if kind != Type::Real {
            own.variability = Variability::Discrete;
        }
        self.sources.insert(value, made);
        made
    }

    fn previous(&mut self, of: VariableId, clock: ClockId) -> VariableId {
        if let Some(&known) = self.memories.get(&of) {
            return known;
        }
        let declared = self.out.model.variables[of.at()];
        let name = format!("previous({})", self.out.model.variable_name(of));
        let to = self.input(&name, declared.kind, clock, declared.origin);
        self.memories.insert(of, to);
        self.out.memories.push(Memory { clock, of, to });
        to
    }

    /// `interval()` and `firstTick()`.
    fn attribute(&mut self, clock: ClockId, what: &str, kind: Type, origin: OriginId) -> VariableId {
        let own = &self.out.clocks[clock.at()];
        let known = if kind == Type::Real { own.interval } else { own.first_tick };
        if let Some(known) = known {
            return known;
        }
        let made = self.input(&format!("${what}{}", clock.0 + 1), kind, clock, origin);
        let own = &mut self.out.clocks[clock.at()];
        if kind == Type::Real {
            own.interval = Some(made);
        } else {
            own.first_tick = Some(made);
        }
        made
    }

    /// A variable for a formula that goes from one clock to another.
    fn transfer(&mut self, inner: u32, id: ExprId, value: ExprId, origin: OriginId) -> VariableId {
        if let Some(&known) = self.transfers.get(&(inner, id)) {
            return known;
        }
        let kind = kind(&self.continuous, value);
        let name = format!("$value{}", self.transfers.len() + 1);
        let made = add(&mut self.out.model, &name, kind, origin);
        self.out.clock_of.push(self.clock_of(inner));
        self.transfers.insert((inner, id), made);
        let value = self.expr(value, inner, origin);
        self.out.model.variables[made.at()].binding = Some(value);
        made
    }

    /// What each base clock goes by.
    fn pace(&mut self, found: &Inferred) {
        for (at, spec) in found.paces.iter().enumerate() {
            let parts = Ratio::ONE.over(self.out.bases[at].step).and_then(Ratio::whole).unwrap_or(1);
            self.out.bases[at].pace = match *spec {
                Spec::Every(_) => Pace::Periodic,
                Spec::Varying(interval, resolution) => Pace::Varying { interval, resolution, parts },
                Spec::Event(condition, start) => {
                    let condition = self.condition(condition, at);
                    Pace::Event { condition, start }
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
    let id = VariableId(model.variables.len() as u32);
    let name = model.symbols.add(name);
    model.variables.push(Variable {
        instance: equations::InstanceId(0),
        name,
        subscripts: None,
        kind,
        variability: if kind == Type::Real { Variability::Continuous } else { Variability::Discrete },
        causality: Causality::None,
        flow: false,
        stream: false,
        binding: None,
        origin,
        bound: origin,
    });
    id
}
