//! Events that a result lost: relations that change between two rows without an event there (MLS 8.5).
//!
//! Between rows, values are interpolated: by the cubic that has the recorded values and derivatives where these are there,
//! and else by a straight line. What follows from such values by an equation is computed from that equation, so that
//! `u > 0.99` with `u = sin(time)` is looked at with the sine and not with a line between two points of it.

use equations::{
    Builtin, Equation, EquationKind, Expr, ExprId, FlatModel, Operator, OriginId, Statement, Type,
    VariableId, Visit,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::certificate::LostEvent;
use crate::columns::RowBlock;
use crate::evaluate::RowEvaluator;
use crate::interpolation::{InterpolationPlanner, RowInterpolation};
use crate::judge::BLURRED;
use crate::recorded::{RecordedValues, is_parameter};
use crate::table::{ColumnSource, ResultTable};
use crate::tape::{ClaimOutcome, LANES, LaneTape, Lanes, TapeInput, Tracer};

/// How many points each interval is cut into.
const FINER: usize = 16;

/// How far a relation must be on the other side, in parts of the size of its sides.
const BEYOND: f64 = 1e-6;

/// So many times that far it is surely there, also next to an event, whose time is found to a tolerance.
const SURE: f64 = 10.0;

/// A relation that calls functions is far from changing if it is so many times as far as it moves between two rows.
const FAR: f64 = 8.0;

/// A relation that makes events.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EventRelation {
    pub(crate) expr: ExprId,
    left: ExprId,
    right: ExprId,
    origin: OriginId,
    /// Whether functions are called for it, which takes long.
    calls: bool,
}

/// All relations that make events, each once, with the equation it is first found in. What is multiplied with something
/// that is zero at all rows changes nothing. What never changes is loaded.
pub(crate) fn relations(evaluator: &mut RowEvaluator, recorded: &RecordedValues) -> Vec<EventRelation> {
    let model = evaluator.model;
    let mut vanishes = |id: ExprId| is_zero(evaluator, recorded, id);
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut roots: Vec<(ExprId, OriginId)> = Vec::new();
    let mut awaited = FxHashSet::default();
    for equation in &model.equations {
        let mut parts = Vec::new();
        parts_with_effect(model, equation, &mut parts);
        roots.extend(parts.into_iter().map(|part| (part, equation.origin)));
        conditions(model, equation, &mut awaited);
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
                // What a `when` waits for must be found in time, whatever stands around it (MLS 8.3.5.1).
                Expr::Builtin(Builtin::NoEvent, list) if awaited.contains(&id) => {
                    todo.extend(model.exprs.items(list));
                }
                Expr::Builtin(Builtin::NoEvent | Builtin::Smooth | Builtin::Assert, _) => {}
                Expr::Binary(Operator::Multiply | Operator::ElementMultiply, a, b)
                    if vanishes(a) || vanishes(b) => {}
                // What counts while the model begins alone makes no events later (MLS 8.6).
                Expr::If(condition, _, no) if is_initial(model, condition) => todo.push(no),
                Expr::Binary(Operator::And, left, right)
                    if is_initial(model, left) || is_initial(model, right) => {}
                Expr::Binary(
                    Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual,
                    left,
                    right,
                ) => {
                    if is_continuous(model, left) || is_continuous(model, right) {
                        let calls = has_call(model, left) || has_call(model, right);
                        found.push(EventRelation { expr: id, left, right, origin, calls });
                    }
                    todo.extend([left, right]);
                }
                expr => expr.children(&model.exprs, &mut todo),
            }
        }
    }
    found
}

/// Whether a factor is zero at all rows.
fn is_zero(evaluator: &mut RowEvaluator, recorded: &RecordedValues, id: ExprId) -> bool {
    let model = evaluator.model;
    match model.exprs.get(id) {
        Expr::Binary(Operator::Multiply | Operator::ElementMultiply, a, b) => {
            is_zero(evaluator, recorded, a) || is_zero(evaluator, recorded, b)
        }
        Expr::Variable(variable) if recorded.sources[variable.at()] != ColumnSource::None => {
            recorded.sizes[variable.at()] == 0.0
        }
        _ => {
            let constant = model.exprs.variables([id]).into_iter().all(|id| is_parameter(model, id));
            evaluator.begin_equation();
            constant && !has_call(model, id) && matches!(evaluator.number(id), Ok(0.0))
        }
    }
}

/// The expressions that the conditions of a `when` are made of.
fn conditions(model: &FlatModel, equation: &Equation, found: &mut FxHashSet<ExprId>) {
    let mut todo: Vec<ExprId> = match &equation.kind {
        EquationKind::When(branches) => branches.iter().map(|branch| branch.0).collect(),
        EquationKind::Algorithm(body, _) => body
            .iter()
            .filter_map(|statement| match statement {
                Statement::When(branches) => Some(branches.iter().map(|branch| branch.0)),
                _ => None,
            })
            .flatten()
            .collect(),
        _ => return,
    };
    while let Some(id) = todo.pop() {
        if found.insert(id) {
            model.exprs.get(id).children(&model.exprs, &mut todo);
        }
    }
}

/// The expressions of an equation, without the conditions of branches in which nothing but calls stand: what they lead to
/// is no value.
fn parts_with_effect(model: &FlatModel, equation: &Equation, parts: &mut Vec<ExprId>) {
    match &equation.kind {
        EquationKind::Algorithm(body, _) => {
            body.iter().for_each(|statement| statement_parts(statement, parts));
        }
        EquationKind::If(branches) => {
            let calls = |inner: &Equation| matches!(inner.kind, EquationKind::Call(_));
            if branches.iter().flat_map(|branch| &branch.1).all(calls) {
                return;
            }
            // What counts while the model begins alone makes no events later.
            for (condition, body) in branches.iter().filter(|branch| !is_initial(model, branch.0)) {
                parts.push(*condition);
                body.iter().for_each(|inner| inner.parts(parts));
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
    model.exprs.visit([root], |_, expr| match expr {
        Expr::Call(..) | Expr::Apply(..) => Visit::Stop,
        _ => Visit::Enter,
    })
}

/// Whether an expression has continuous variables or time in it.
fn is_continuous(model: &FlatModel, root: ExprId) -> bool {
    model.exprs.visit([root], |_, expr| match expr {
        Expr::Time => Visit::Stop,
        Expr::Variable(variable) => {
            let declared = &model.variables[variable.at()];
            if declared.kind == Type::Real && declared.variability == equations::Variability::Continuous {
                return Visit::Stop;
            }
            Visit::Skip
        }
        Expr::Builtin(Builtin::Pre, _) => Visit::Skip,
        _ => Visit::Enter,
    })
}

/// What is looked at between rows.
pub(crate) struct RelationMonitor<'m> {
    model: &'m FlatModel,
    relations: Vec<EventRelation>,
    /// Variables in the order in which they are found between rows.
    plan: Vec<(VariableId, RowInterpolation)>,
    /// The same by variable.
    between: FxHashMap<VariableId, RowInterpolation>,
    /// The sides of relations at rows and between them, for many at once.
    at_rows: LaneTape,
    inside: LaneTape,
    places: Vec<Lanes>,
    /// Relations, by number, that tapes cannot compute.
    slow: Vec<usize>,
    /// How far the sides of each relation are apart at the rows of the block, and at the row before it.
    gaps: Vec<Lanes>,
    last: Vec<f64>,
    /// Whether a relation seems to have changed before each row of the block.
    suspicious: [bool; LANES],
    lost: FxHashMap<ExprId, LostEvent>,
    /// What each relation was at the row before: its two sides' difference.
    before: Vec<f64>,
    now: Vec<f64>,
    /// On which side each surely was last since the last event; zero if that is not known.
    sure: Vec<f64>,
}

impl<'m> RelationMonitor<'m> {
    pub(crate) fn new(
        evaluator: &mut RowEvaluator<'m>,
        recorded: &RecordedValues,
        memories: &FxHashSet<VariableId>,
        clocked: &[bool],
        mut relations: Vec<EventRelation>,
    ) -> RelationMonitor<'m> {
        let model = evaluator.model;
        let mut planner = InterpolationPlanner::new(model, memories);
        relations.retain(|relation| {
            let all = model.exprs.variables([relation.left, relation.right]);
            !all.iter().any(|id| clocked[id.at()])
        });
        for relation in &relations {
            for id in model.exprs.variables([relation.left, relation.right]) {
                planner.visit(recorded, id, 0);
            }
        }
        let count = relations.len();
        let mut slow = Vec::new();
        let mut tracer = Tracer::new(evaluator, recorded);
        for (at, relation) in relations.iter().enumerate() {
            if !tracer.sides(at as u32, relation.left, relation.right) {
                slow.push(at);
            }
        }
        let at_rows = tracer.finish();
        let mut tracer = Tracer::new(evaluator, recorded);
        for &(id, between) in &planner.plan {
            if let RowInterpolation::Computed(from) = between {
                tracer.compute(id, from);
            }
        }
        for (at, relation) in relations.iter().enumerate() {
            if !slow.contains(&at) && !tracer.sides(at as u32, relation.left, relation.right) {
                slow.push(at);
            }
        }
        RelationMonitor {
            model,
            relations,
            between: planner.plan.iter().copied().collect(),
            plan: planner.plan,
            at_rows,
            inside: tracer.finish(),
            places: Vec::new(),
            slow,
            gaps: vec![[f64::NAN; LANES]; count],
            last: vec![f64::NAN; count],
            suspicious: [false; LANES],
            lost: FxHashMap::default(),
            before: vec![f64::NAN; count],
            now: vec![f64::NAN; count],
            sure: vec![0.0; count],
        }
    }

    /// Takes the sizes of the sides of relations at all rows.
    pub(crate) fn measure(
        &mut self,
        evaluator: &mut RowEvaluator,
        recorded: &RecordedValues,
        table: &ResultTable,
    ) {
        let count = table.times.len();
        let mut sizes = vec![0.0f64; self.relations.len()];
        for from in (0..count).step_by(LANES) {
            let block = RowBlock::new(table, from);
            let judge = |found: ClaimOutcome| {
                let size = &mut sizes[found.owner as usize];
                for (left, right) in found.left.iter().zip(found.right) {
                    // What is no number is passed over.
                    *size = size.max(left.abs() + right.abs());
                }
            };
            self.at_rows.run(&mut self.places, |input, lanes| block.load(recorded, input, lanes), judge);
        }
        for at in (0..count).filter(|_| !self.slow.is_empty()) {
            recorded.load(evaluator, table.times[at], table.points.point(at));
            for &one in &self.slow {
                evaluator.begin_equation();
                let relation = self.relations[one];
                if let (Ok(a), Ok(b)) = (evaluator.number(relation.left), evaluator.number(relation.right)) {
                    sizes[one] = sizes[one].max(a.abs() + b.abs());
                }
            }
        }
        for (relation, size) in self.relations.iter().zip(sizes) {
            evaluator.sizes.insert(relation.expr, size);
        }
    }

    /// Whether the evaluator is asked at every row.
    pub(crate) fn is_slow(&self) -> bool {
        !self.slow.is_empty()
    }

    /// Looks at a block of rows, and between them, in columns.
    pub(crate) fn block(
        &mut self,
        evaluator: &RowEvaluator,
        recorded: &RecordedValues,
        table: &ResultTable,
        from: usize,
    ) {
        if self.relations.is_empty() {
            return;
        }
        for (last, gaps) in self.last.iter_mut().zip(&self.gaps) {
            *last = gaps[LANES - 1];
        }
        let block = RowBlock::new(table, from);
        let gaps = &mut self.gaps;
        let judge = |found: ClaimOutcome| {
            let to = &mut gaps[found.owner as usize];
            for (to, (left, right)) in to.iter_mut().zip(found.left.iter().zip(found.right)) {
                *to = left - right;
            }
        };
        self.at_rows.run(&mut self.places, |input, lanes| block.load(recorded, input, lanes), judge);
        self.suspicious = [false; LANES];
        let beyond: Vec<f64> = self.relations.iter().map(|relation| beyond(evaluator, relation)).collect();
        let count = LANES.min(table.times.len() - from);
        let whole: Vec<usize> = (0..count).filter(|&lane| is_whole(table, from + lane)).collect();
        for group in whole.chunks(LANES / FINER) {
            let lane =
                |at: usize| (group[(at / FINER).min(group.len() - 1)], (at % FINER) as f64 / FINER as f64);
            let between = &self.between;
            let load = |input: TapeInput, lanes: &mut Lanes| {
                for (at, to) in lanes.iter_mut().enumerate() {
                    let (end, share) = lane(at);
                    let row = from + end;
                    let (t0, t1) = (table.times[row - 1], table.times[row]);
                    let rows = (table.points.point(row - 1), table.points.point(row));
                    let source = match input {
                        TapeInput::Time => {
                            *to = t0 + share * (t1 - t0);
                            continue;
                        }
                        TapeInput::Value(id) => match between.get(&id) {
                            Some(between) => {
                                *to = between.value(t1 - t0, rows, share, true).unwrap_or(f64::NAN);
                                continue;
                            }
                            None => recorded.sources[id.at()],
                        },
                        TapeInput::Slope(id) => recorded.slopes[id.at()],
                    };
                    *to = match source {
                        ColumnSource::Column(column, factor) => {
                            let (a, b) = (rows.0[column as usize], rows.1[column as usize]);
                            factor * (a + share * (b - a))
                        }
                        ColumnSource::Constant(value) => value,
                        ColumnSource::None => f64::NAN,
                    };
                }
            };
            let (relations, gaps, last) = (&self.relations, &self.gaps, &self.last);
            let suspicious = &mut self.suspicious;
            let judge = |found: ClaimOutcome| {
                let one = found.owner as usize;
                for at in (0..group.len() * FINER).filter(|at| at % FINER != 0) {
                    let end = lane(at).0;
                    if suspicious[end] {
                        continue;
                    }
                    let now = gaps[one][end];
                    let before = if end == 0 { last[one] } else { gaps[one][end - 1] };
                    let Some(side) = side(&relations[one], before, now, beyond[one]) else { continue };
                    let here = found.left[at] - found.right[at];
                    suspicious[end] = here.abs() > beyond[one] && here.signum() != side.signum();
                }
            };
            self.inside.run(&mut self.places, load, judge);
        }
    }

    /// Looks between a row and the row before it. True if the evaluator was asked; it has the row then.
    pub(crate) fn check_between_rows(
        &mut self,
        evaluator: &mut RowEvaluator,
        recorded: &RecordedValues,
        table: &ResultTable,
        row: usize,
    ) -> bool {
        if self.relations.is_empty() {
            return false;
        }
        std::mem::swap(&mut self.before, &mut self.now);
        for (now, gaps) in self.now.iter_mut().zip(&self.gaps) {
            *now = gaps[row % LANES];
        }
        for &at in &self.slow {
            self.now[at] = gap(evaluator, &self.relations[at]);
        }
        if !is_whole(table, row) {
            self.sure.fill(0.0);
            self.settle(evaluator);
            return false;
        }
        let (t0, t1) = (table.times[row - 1], table.times[row]);
        let ends = table.times.get(row + 1) == Some(&t1);
        let (from, to) = (table.points.point(row - 1), table.points.point(row));
        let mut found = Vec::new();
        // A point that stands right where a relation changes hides it, unless the last on either side of it are compared.
        for (at, relation) in self.relations.iter().enumerate() {
            let (before, now, beyond) = (self.before[at], self.now[at], beyond(evaluator, relation));
            let hidden =
                before.abs() <= SURE * beyond && now.abs() > SURE * beyond && self.sure[at] * now < 0.0;
            if hidden && !ends {
                found.push((at, t0));
            }
        }
        self.settle(evaluator);
        // What changes at the event that ends the interval is not lost, on whichever side of it the row is.
        let at_end: Vec<bool> = (0..self.relations.len())
            .map(|at| ends && self.before[at].signum() != self.now[at].signum())
            .collect();
        for (at, relation) in self.relations.iter().enumerate() {
            if at_end[at] {
                continue;
            }
            let (before, now) = (self.before[at], self.now[at]);
            let beyond = beyond(evaluator, relation);
            if before.abs() > beyond && now.abs() > beyond && before.signum() != now.signum() {
                found.push((at, t0 + (t1 - t0) * before / (before - now)));
            }
        }
        let mut watched: Vec<usize> = match self.suspicious[row % LANES] {
            true => (0..self.relations.len()).collect(),
            false => self.slow.clone(),
        };
        let sides: Vec<Option<f64>> = (0..self.relations.len())
            .map(|at| {
                let relation = &self.relations[at];
                side(relation, self.before[at], self.now[at], beyond(evaluator, relation))
            })
            .collect();
        watched.retain(|&at| !at_end[at] && sides[at].is_some() && found.iter().all(|known| known.0 != at));
        if watched.is_empty() && found.is_empty() {
            return false;
        }
        for step in 1..FINER {
            if watched.is_empty() {
                break;
            }
            let share = step as f64 / FINER as f64;
            self.interpolate(evaluator, recorded, (t0, t1), (from, to), (share, true));
            watched.retain(|&at| {
                let relation = &self.relations[at];
                let here = gap(evaluator, relation);
                let crossed = here.abs() > beyond(evaluator, relation)
                    && sides[at].is_some_and(|side| here.signum() != side.signum());
                if crossed {
                    found.push((at, t0 + share * (t1 - t0)));
                }
                !crossed
            });
        }
        // What straight lines say differs from what cubics say by more than either is wrong.
        found.retain(|&(at, time)| {
            let relation = self.relations[at];
            if self.before[at].signum() != self.now[at].signum() || time == t0 {
                return true;
            }
            let share = (time - t0) / (t1 - t0);
            self.interpolate(evaluator, recorded, (t0, t1), (from, to), (share, true));
            let cubic = gap(evaluator, &relation);
            self.interpolate(evaluator, recorded, (t0, t1), (from, to), (share, false));
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
        true
    }

    /// Notes on which side each relation surely is at the row.
    fn settle(&mut self, evaluator: &RowEvaluator) {
        for (at, relation) in self.relations.iter().enumerate() {
            if self.now[at].abs() > SURE * beyond(evaluator, relation) {
                self.sure[at] = self.now[at].signum();
            }
        }
    }

    fn interpolate(
        &self,
        evaluator: &mut RowEvaluator,
        recorded: &RecordedValues,
        (t0, t1): (f64, f64),
        rows: (&[f64], &[f64]),
        (share, cubic): (f64, bool),
    ) {
        let width = t1 - t0;
        evaluator.time = t0 + share * width;
        evaluator.clear_cache();
        for &(id, between) in &self.plan {
            let value = match between {
                RowInterpolation::Computed(expr) => {
                    evaluator.begin_equation();
                    evaluator.number(expr).ok()
                }
                between => between.value(width, rows, share, cubic),
            };
            evaluator.values[id.at()] = value.unwrap_or(f64::NAN);
        }
        recorded.complete_row(evaluator);
    }

    /// What was lost, in the order of time.
    pub(crate) fn finish(self) -> Vec<LostEvent> {
        let order = self.relations.iter().filter_map(|relation| self.lost.get(&relation.expr).cloned());
        let mut lost: Vec<LostEvent> = order.collect();
        lost.sort_by(|a, b| a.time.total_cmp(&b.time));
        lost
    }
}

/// How far the sides of a relation are apart; not a number if that cannot be computed.
fn gap(evaluator: &mut RowEvaluator, relation: &EventRelation) -> f64 {
    evaluator.begin_equation();
    match (evaluator.number(relation.left), evaluator.number(relation.right)) {
        (Ok(a), Ok(b)) => a - b,
        _ => f64::NAN,
    }
}

fn is_initial(model: &FlatModel, condition: ExprId) -> bool {
    matches!(model.exprs.get(condition), Expr::Builtin(Builtin::Initial, _))
}

/// How far a relation must be on the other side.
fn beyond(evaluator: &RowEvaluator, relation: &EventRelation) -> f64 {
    let part = BEYOND.max(BLURRED * evaluator.blur);
    part * evaluator.sizes.get(&relation.expr).copied().unwrap_or(0.0)
}

/// On which side a relation is between two rows; nothing if they do not tell, or if it is not looked at.
fn side(relation: &EventRelation, before: f64, now: f64, beyond: f64) -> Option<f64> {
    let side = if before.abs() > beyond { before } else { now };
    // What takes long is looked at where it could reach the other side if it went on as it does.
    let far = relation.calls && side.abs() > FAR * (now - before).abs();
    (side.abs() > beyond && !far).then_some(side)
}

/// Whether an interval without events ends at a row. Two events that are as near to each other as rounding are one instant.
fn is_whole(table: &ResultTable, row: usize) -> bool {
    row > 0 && table.times[row] - table.times[row - 1] > (1e-9 * table.times[row].abs()).max(table.instant())
}
