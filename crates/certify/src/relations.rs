//! Events that a result lost: relations that change between two rows without an event there (MLS 8.5).
//!
//! Between rows, values are interpolated: by the cubic that has the recorded values and derivatives where these are there,
//! and else by a straight line. What follows from such values by an equation is computed from that equation, so that
//! `u > 0.99` with `u = sin(time)` is looked at with the sine and not with a line between two points of it.

use equations::{
    Builtin, Equation, EquationKind, Expr, ExprId, FlatModel, Operator, OriginId, Statement, Type, VariableId,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::certificate::LostEvent;
use crate::evaluate::Evaluator;
use crate::recorded::{Recorded, is_parameter};
use crate::table::{Source, Table};

/// How many points each interval is cut into.
const FINER: usize = 16;

/// How far a relation must be on the other side, in parts of the size of its sides.
const BEYOND: f64 = 1e-6;

/// A relation that calls functions is far from changing if it is so many times as far as it moves between two rows.
const FAR: f64 = 8.0;

/// How deep definitions may stand on definitions.
const MAX_DEPTH: usize = 100;

/// A relation that makes events.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relation {
    pub(crate) expr: ExprId,
    left: ExprId,
    right: ExprId,
    origin: OriginId,
    /// Whether functions are called for it, which takes long.
    calls: bool,
}

/// How a variable is found between rows.
#[derive(Clone, Copy, Debug)]
enum Between {
    /// By value and derivative at both rows: columns and factors, and how far it may be from the line between them.
    Cubic(u32, f64, u32, f64, f64),
    /// By value at both rows.
    Straight(u32, f64),
    /// It stays what it is.
    Held(u32, f64),
    /// From other variables.
    Computed(ExprId),
}

/// All relations that make events, each once, with the equation it is first found in.
pub(crate) fn relations(model: &FlatModel) -> Vec<Relation> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut roots: Vec<(ExprId, OriginId)> = Vec::new();
    for equation in &model.equations {
        let mut parts = Vec::new();
        parts_with_effect(equation, &mut parts);
        roots.extend(parts.into_iter().map(|part| (part, equation.origin)));
    }
    for variable in &model.variables {
        roots.extend(variable.binding.map(|binding| (binding, variable.bound)));
    }
    for (root, origin) in roots {
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            match model.exprs.get(id) {
                Expr::Builtin(Builtin::NoEvent | Builtin::Smooth | Builtin::Assert, _) => {}
                Expr::Binary(
                    Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual,
                    left,
                    right,
                ) => {
                    if is_continuous(model, left) || is_continuous(model, right) {
                        let calls = has_call(model, left) || has_call(model, right);
                        found.push(Relation { expr: id, left, right, origin, calls });
                    }
                    todo.extend([left, right]);
                }
                expr => expr.children(&model.exprs, &mut todo),
            }
        }
    }
    found
}

/// The expressions of an equation, without the conditions of branches in which nothing but calls stand: what they lead to
/// is no value.
fn parts_with_effect(equation: &Equation, parts: &mut Vec<ExprId>) {
    match &equation.kind {
        EquationKind::Algorithm(body, _) => {
            body.iter().for_each(|statement| statement_parts(statement, parts));
        }
        EquationKind::If(branches) => {
            let calls = |inner: &Equation| matches!(inner.kind, EquationKind::Call(_));
            if !branches.iter().flat_map(|branch| &branch.1).all(calls) {
                equation.parts(parts);
            }
        }
        EquationKind::Call(_) => {}
        // What stands in a `when` counts at instants alone, and makes no events (MLS 3.6, 3.7.2).
        EquationKind::When(branches) => parts.extend(branches.iter().map(|branch| branch.0)),
        _ => equation.parts(parts),
    }
}

fn statement_parts(statement: &Statement, parts: &mut Vec<ExprId>) {
    match statement {
        Statement::Call(_) => {}
        Statement::If(branches) => {
            let calls = |inner: &Statement| matches!(inner, Statement::Call(_));
            if !branches.iter().flat_map(|branch| &branch.1).all(calls) {
                parts.extend(branches.iter().map(|branch| branch.0));
                branches.iter().flat_map(|branch| &branch.1).for_each(|inner| statement_parts(inner, parts));
            }
        }
        statement => statement.parts(parts),
    }
}

/// Whether functions of the model are called in an expression.
pub(crate) fn has_call(model: &FlatModel, root: ExprId) -> bool {
    let mut todo = vec![root];
    let mut seen = FxHashSet::default();
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        match model.exprs.get(id) {
            Expr::Call(..) | Expr::Apply(..) => return true,
            expr => expr.children(&model.exprs, &mut todo),
        }
    }
    false
}

/// Whether an expression has continuous variables or time in it.
fn is_continuous(model: &FlatModel, root: ExprId) -> bool {
    let mut todo = vec![root];
    let mut seen = FxHashSet::default();
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        match model.exprs.get(id) {
            Expr::Time => return true,
            Expr::Variable(variable) => {
                let declared = &model.variables[variable.at()];
                if declared.kind == Type::Real && declared.variability == equations::Variability::Continuous {
                    return true;
                }
            }
            Expr::Builtin(Builtin::Pre, _) => {}
            expr => expr.children(&model.exprs, &mut todo),
        }
    }
    false
}

/// What is looked at between rows.
pub(crate) struct Watch<'m> {
    model: &'m FlatModel,
    relations: Vec<Relation>,
    /// Variables in the order in which they are found between rows.
    plan: Vec<(VariableId, Between)>,
    lost: FxHashMap<ExprId, LostEvent>,
    /// What each relation was at the row before: its two sides' difference.
    before: Vec<f64>,
    now: Vec<f64>,
}

impl<'m> Watch<'m> {
    pub(crate) fn new(
        model: &'m FlatModel,
        recorded: &Recorded,
        memories: &FxHashSet<VariableId>,
        clocked: &[bool],
        mut relations: Vec<Relation>,
    ) -> Watch<'m> {
        let mut planner = Planner::new(model, recorded, memories);
        relations.retain(|relation| {
            let all = model.exprs.variables([relation.left, relation.right]);
            !all.iter().any(|id| clocked[id.at()])
        });
        for relation in &relations {
            for id in model.exprs.variables([relation.left, relation.right]) {
                planner.visit(id, 0);
            }
        }
        let count = relations.len();
        Watch {
            model,
            relations,
            plan: planner.plan,
            lost: FxHashMap::default(),
            before: vec![f64::NAN; count],
            now: vec![f64::NAN; count],
        }
    }

    /// Takes the sizes of the sides of relations at the row that is loaded.
    pub(crate) fn measure(&self, evaluator: &mut Evaluator) {
        for relation in &self.relations {
            evaluator.begin();
            if let (Ok(a), Ok(b)) = (evaluator.number(relation.left), evaluator.number(relation.right)) {
                let size = evaluator.sizes.entry(relation.expr).or_default();
                *size = size.max(a.abs() + b.abs());
            }
        }
    }

    /// Looks between a row, which is loaded, and the row before it. `fresh` says that the row before it is another
    /// interval's, `ends` that an event follows at once.
    pub(crate) fn look(
        &mut self,
        evaluator: &mut Evaluator,
        recorded: &Recorded,
        table: &Table,
        row: usize,
        fresh: bool,
        ends: bool,
    ) {
        std::mem::swap(&mut self.before, &mut self.now);
        for (at, relation) in self.relations.iter().enumerate() {
            self.now[at] = gap(evaluator, relation);
        }
        if fresh {
            return;
        }
        let (t0, t1) = (table.times[row - 1], table.times[row]);
        // Two events so near to each other are one instant.
        if t1 - t0 <= 1e-9 * t1.abs() {
            return;
        }
        let (from, to) = (table.points.point(row - 1), table.points.point(row));
        let mut found = Vec::new();
        // What changes at the event that ends the interval is not lost, on whichever side of it the row is.
        let at_end: Vec<bool> = (0..self.relations.len())
            .map(|at| ends && self.before[at].signum() != self.now[at].signum())
            .collect();
        for (at, relation) in self.relations.iter().enumerate() {
            if at_end[at] {
                continue;
            }
            let (before, now) = (self.before[at], self.now[at]);
            let beyond = BEYOND * evaluator.sizes.get(&relation.expr).copied().unwrap_or(0.0);
            if before.abs() > beyond && now.abs() > beyond && before.signum() != now.signum() {
                found.push((at, t0 + (t1 - t0) * before / (before - now)));
            }
        }
        if self.plan.is_empty() && found.is_empty() && self.relations.is_empty() {
            return;
        }
        for step in 1..FINER {
            let share = step as f64 / FINER as f64;
            self.interpolate(evaluator, (t0, t1), (from, to), share, true);
            for (at, relation) in self.relations.iter().enumerate() {
                let beyond = BEYOND * evaluator.sizes.get(&relation.expr).copied().unwrap_or(0.0);
                let side = if self.before[at].abs() > beyond { self.before[at] } else { self.now[at] };
                if at_end[at]
                    || found.iter().any(|known| known.0 == at)
                    || side.abs() <= beyond
                    || side.is_nan()
                {
                    continue;
                }
                // What takes long is looked at where it could reach the other side if it went on as it does.
                let moves = (self.now[at] - self.before[at]).abs();
                if relation.calls && side.abs() > FAR * moves {
                    continue;
                }
                let here = gap(evaluator, relation);
                if here.abs() <= beyond || here.signum() == side.signum() || here.is_nan() {
                    continue;
                }
                found.push((at, t0 + share * (t1 - t0)));
            }
        }
        // What straight lines say differs from what cubics say by more than either is wrong.
        found.retain(|&(at, time)| {
            let relation = self.relations[at];
            if self.before[at].signum() != self.now[at].signum() {
                return true;
            }
            let share = (time - t0) / (t1 - t0);
            self.interpolate(evaluator, (t0, t1), (from, to), share, true);
            let cubic = gap(evaluator, &relation);
            self.interpolate(evaluator, (t0, t1), (from, to), share, false);
            let straight = gap(evaluator, &relation);
            cubic.abs() > 0.25 * (cubic - straight).abs() || straight.is_nan()
        });
        for (at, time) in found {
            let relation = self.relations[at];
            let lost = self.lost.entry(relation.expr).or_insert_with(|| LostEvent {
                time,
                between: (t0, t1),
                count: 0,
                origin: relation.origin,
                relation: self.model.expr_text(relation.expr),
            });
            lost.count += 1;
        }
        recorded.load(evaluator, t1, to);
    }

    fn interpolate(
        &self,
        evaluator: &mut Evaluator,
        (t0, t1): (f64, f64),
        (from, to): (&[f64], &[f64]),
        share: f64,
        cubic: bool,
    ) {
        let width = t1 - t0;
        evaluator.time = t0 + share * width;
        evaluator.forget();
        for &(id, between) in &self.plan {
            let value = match between {
                Between::Held(column, factor) => factor * from[column as usize],
                Between::Straight(column, factor) => {
                    let (a, b) = (from[column as usize], to[column as usize]);
                    factor * (a + share * (b - a))
                }
                Between::Cubic(column, factor, slope, other, most) => {
                    let (a, b) = (factor * from[column as usize], factor * to[column as usize]);
                    let line = a + share * (b - a);
                    if cubic {
                        let (p, q) = (other * from[slope as usize], other * to[slope as usize]);
                        let back = 1.0 - share;
                        let bend =
                            share * back * (back * (width * p - (b - a)) - share * (width * q - (b - a)));
                        // What would leave all it ever is between two rows is not resolved by them.
                        let (slow, steep) = (p.abs().min(q.abs()), p.abs().max(q.abs()));
                        let fast = width * steep > 4.0 * most;
                        // Nor is what began fast and is over, or the reverse, without having got far.
                        let fast = fast || (slow < 0.25 * steep && width * steep > 4.0 * (b - a).abs());
                        if bend.abs() <= most && !fast { line + bend } else { line }
                    } else {
                        line
                    }
                }
                Between::Computed(expr) => {
                    evaluator.begin();
                    evaluator.number(expr).unwrap_or(f64::NAN)
                }
            };
            evaluator.values[id.at()] = value;
        }
    }

    /// What was lost, in the order of time.
    pub(crate) fn finish(self) -> Vec<LostEvent> {
        let order = self.relations.iter().filter_map(|relation| self.lost.get(&relation.expr).cloned());
        let mut lost: Vec<LostEvent> = order.collect();
        lost.sort_by(|a, b| a.time.total_cmp(&b.time));
        lost
    }

    /// Whether there is anything to look at.
    pub(crate) fn is_empty(&self) -> bool {
        self.relations.is_empty()
    }
}

/// How far the sides of a relation are apart; not a number if that cannot be computed.
fn gap(evaluator: &mut Evaluator, relation: &Relation) -> f64 {
    evaluator.begin();
    match (evaluator.number(relation.left), evaluator.number(relation.right)) {
        (Ok(a), Ok(b)) => a - b,
        _ => f64::NAN,
    }
}

/// Decides how variables are found between rows.
struct Planner<'p> {
    model: &'p FlatModel,
    recorded: &'p Recorded,
    memories: &'p FxHashSet<VariableId>,
    /// Expressions that are equal to each variable.
    equals: FxHashMap<VariableId, Vec<ExprId>>,
    state: Vec<State>,
    plan: Vec<(VariableId, Between)>,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Asked,
    Done,
}

impl<'p> Planner<'p> {
    fn new(model: &'p FlatModel, recorded: &'p Recorded, memories: &'p FxHashSet<VariableId>) -> Planner<'p> {
        let mut equals: FxHashMap<VariableId, Vec<ExprId>> = FxHashMap::default();
        for (id, variable) in (0..).map(VariableId).zip(&model.variables) {
            if let Some(binding) = variable.binding {
                equals.entry(id).or_default().push(binding);
            }
        }
        for equation in &model.equations {
            let EquationKind::Equality(left, right) = equation.kind else { continue };
            for (side, other) in [(left, right), (right, left)] {
                if let Expr::Variable(id) = model.exprs.get(side) {
                    equals.entry(id).or_default().push(other);
                }
            }
        }
        let state = vec![State::New; model.variables.len()];
        Planner { model, recorded, memories, equals, state, plan: Vec::new() }
    }

    /// Plans a variable. False if it is being planned already.
    fn visit(&mut self, id: VariableId, depth: usize) -> bool {
        match self.state[id.at()] {
            State::Done => return true,
            State::Asked => return false,
            State::New => {}
        }
        let Source::Column(column, factor) = self.recorded.sources[id.at()] else {
            self.state[id.at()] = State::Done;
            return true;
        };
        let declared = &self.model.variables[id.at()];
        let discrete = declared.kind != Type::Real
            || declared.variability < equations::Variability::Continuous
            || self.memories.contains(&id)
            || is_parameter(self.model, id);
        if discrete {
            self.done(id, Between::Held(column, factor));
            return true;
        }
        if let Source::Column(slope, other) = self.recorded.slopes[id.at()] {
            let most = 0.25 * self.recorded.ranges[id.at()];
            self.done(id, Between::Cubic(column, factor, slope, other, most));
            return true;
        }
        self.state[id.at()] = State::Asked;
        if depth < MAX_DEPTH {
            for expr in self.equals.get(&id).cloned().unwrap_or_default() {
                if !is_plain(self.model, expr) {
                    continue;
                }
                let parts = self.model.exprs.variables([expr]);
                if parts.contains(&id) {
                    continue;
                }
                if parts.into_iter().all(|part| self.visit(part, depth + 1)) {
                    self.done(id, Between::Computed(expr));
                    return true;
                }
                // What was planned on the way stays: it holds by itself.
            }
        }
        self.done(id, Between::Straight(column, factor));
        true
    }

    fn done(&mut self, id: VariableId, between: Between) {
        self.state[id.at()] = State::Done;
        self.plan.push((id, between));
    }
}

/// Whether an expression can be computed between rows from values of variables.
fn is_plain(model: &FlatModel, root: ExprId) -> bool {
    let mut todo = vec![root];
    let mut seen = FxHashSet::default();
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        match model.exprs.get(id) {
            Expr::Builtin(
                Builtin::Der
                | Builtin::Delay
                | Builtin::SpatialDistribution
                | Builtin::Sample
                | Builtin::Hold
                | Builtin::Edge
                | Builtin::Change,
                _,
            ) => return false,
            // Functions would be called sixteen times between two rows.
            Expr::Call(..) | Expr::Apply(..) => return false,
            expr => expr.children(&model.exprs, &mut todo),
        }
    }
    true
}
