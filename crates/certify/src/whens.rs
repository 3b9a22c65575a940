//! `when` equations at events (MLS 8.3.5), and what must not change there.
//!
//! A result has two rows at an event, before it and after it, but an event may take several rounds: what one changes may
//! make the condition of another true. What is claimed here is what the two rows decide. A condition that is false before
//! and true after became true, and then the equations hold with what is after, where `pre` is what was before, or what it
//! became in a round between. A condition that stays false or stays true leaves everything as it was. Where neither fits,
//! but something that the equations depend on may have changed more than once at the same event, the rows do not decide it:
//! what waits for time or states alone becomes true once.

mod algorithms;
mod definitions;

use equations::{Builtin, Equation, EquationKind, Expr, ExprId, FlatModel, OriginId, VariableId};
use rustc_hash::FxHashSet;

use crate::algorithm::uses_pre;
use crate::certificate::CertificateFindingKind;
use crate::evaluate::PreMeaning;
use crate::judge::{ALLOWED, Claim, Difference, Judge, RowCheck, assigned_by};
use crate::missing_value::{CertifyResult, MissingValue, UndecidedReason};
pub(crate) use algorithms::WhenAlgorithm;
pub(crate) use definitions::DiscreteDefinitions;

/// So many variables are tried with the value before and the value after.
const MAX_MIXED: usize = 5;

/// A `when` equation.
pub(crate) struct WhenEquation<'m> {
    pub(crate) equation: &'m Equation,
    /// What any of its branches assigns.
    pub(crate) assigned: Vec<VariableId>,
    /// What it sets anew.
    pub(crate) reinits: Vec<VariableId>,
    /// Those of them that no other `when` sets anew.
    pub(crate) alone: Vec<VariableId>,
    /// What its conditions depend on and `when` equations assign.
    conditions: FxHashSet<VariableId>,
    /// The same for its equations.
    bodies: FxHashSet<VariableId>,
    /// The `sample` operators that its conditions depend on, and the variables of which these ask what was before.
    samples: Vec<ExprId>,
    asked: Vec<VariableId>,
    /// What it mentions that is there for a moment alone, with what defines it, and the same of its conditions.
    moments: Vec<(VariableId, ExprId)>,
    awaited: Vec<(VariableId, ExprId)>,
    /// What its conditions depend on that equations give in no explicit form: it may change in every round.
    implicit: Vec<VariableId>,
    pub(crate) undecided: Option<UndecidedReason>,
    pub(crate) worst: Option<(f64, f64, (f64, f64))>,
    pub(crate) failed: bool,
    /// How many events it was looked at.
    pub(crate) seen: usize,
}

impl<'m> WhenEquation<'m> {
    pub(crate) fn new(
        model: &FlatModel,
        equation: &'m Equation,
        definitions: &DiscreteDefinitions,
    ) -> WhenEquation<'m> {
        let EquationKind::When(branches) = &equation.kind else { return WhenEquation::empty(equation) };
        let (mut conditions, mut bodies, mut reinits) = (Vec::new(), Vec::new(), Vec::new());
        let mut assigned = FxHashSet::default();
        for (condition, body) in branches {
            conditions.push(*condition);
            for inner in body {
                inner.parts(&mut bodies);
                assigned_by(model, inner, &mut assigned);
                find_reinits(model, inner, &mut reinits);
            }
        }
        let mut assigned: Vec<VariableId> = assigned.into_iter().collect();
        assigned.sort_unstable();
        let (samples, asked) = definitions.samples_and_pre(&conditions);
        WhenEquation {
            samples,
            asked,
            moments: definitions.moments(bodies.clone()),
            awaited: definitions.moments(conditions.clone()),
            implicit: definitions.implicit(conditions.clone()),
            assigned,
            reinits,
            conditions: definitions.discrete_dependencies(conditions),
            bodies: definitions.discrete_dependencies(bodies),
            ..WhenEquation::empty(equation)
        }
    }

    /// Whether it may be carried out more than once at one event.
    pub(crate) fn may_repeat(&self) -> bool {
        !self.conditions.is_empty() || !self.implicit.is_empty()
    }

    /// Whether one of its conditions depends on such a variable.
    pub(crate) fn depends_on(&self, model: &FlatModel, is_it: impl Fn(VariableId) -> bool) -> bool {
        let EquationKind::When(branches) = &self.equation.kind else { return false };
        model.exprs.variables(branches.iter().map(|branch| branch.0)).into_iter().any(is_it)
    }

    fn empty(equation: &'m Equation) -> WhenEquation<'m> {
        WhenEquation {
            equation,
            assigned: Vec::new(),
            reinits: Vec::new(),
            alone: Vec::new(),
            conditions: FxHashSet::default(),
            bodies: FxHashSet::default(),
            samples: Vec::new(),
            asked: Vec::new(),
            moments: Vec::new(),
            awaited: Vec::new(),
            implicit: Vec::new(),
            undecided: None,
            worst: None,
            failed: false,
            seen: 0,
        }
    }
}

fn find_reinits(model: &FlatModel, equation: &Equation, found: &mut Vec<VariableId>) {
    match &equation.kind {
        EquationKind::Call(call) => {
            if let Expr::Builtin(Builtin::Reinit, list) = model.exprs.get(*call)
                && let Some(&first) = model.exprs.items(list).first()
                && let Expr::Variable(id) = model.exprs.get(first)
            {
                found.push(id);
            }
        }
        EquationKind::If(branches) | EquationKind::When(branches) => {
            branches.iter().flat_map(|branch| &branch.1).for_each(|inner| find_reinits(model, inner, found));
        }
        _ => {}
    }
}

/// The rows around an event.
pub(crate) struct EventRows<'r> {
    pub(crate) time: f64,
    /// The last row of the interval before, and one more before it if there is one.
    pub(crate) left: &'r [f64],
    pub(crate) earlier: Option<(f64, &'r [f64])>,
    /// The first row of the interval after, and one more after it if there is one.
    pub(crate) right: &'r [f64],
    pub(crate) later: Option<(f64, &'r [f64])>,
    /// Whether something happened at another event that is so near that they count as one instant.
    pub(crate) crowded: bool,
    /// What may be assigned more than once at one event.
    pub(crate) repeated: &'r FxHashSet<VariableId>,
}

/// What came of a `when` at an event.
enum WhenOutcome {
    Holds(f64),
    Fails(Difference),
    Open,
}

impl Judge<'_> {
    /// Looks at a `when` at an event. The row after it is loaded, and `left` of the evaluator is the row before it.
    pub(crate) fn check_when(&mut self, when: &mut WhenEquation, around: &EventRows) {
        if when.undecided.is_some() {
            return;
        }
        when.seen += 1;
        let outcome = self.fired(when, around);
        self.evaluator.pre = PreMeaning::Same;
        match outcome {
            Ok(WhenOutcome::Holds(relative)) => {
                if when.worst.is_none_or(|worst| relative > worst.0) {
                    when.worst = Some((relative, around.time, (0.0, 0.0)));
                }
            }
            Ok(WhenOutcome::Fails(found)) => {
                let relative = found.relative();
                if !when.failed || when.worst.is_none_or(|worst| relative > worst.0) {
                    when.worst = Some((relative, around.time, found.sides));
                }
                when.failed = true;
            }
            Ok(WhenOutcome::Open) => when.undecided = Some(UndecidedReason::EventRounds),
            Err(gap) => when.undecided = Some(gap.into()),
        }
    }

    fn fired(&mut self, when: &WhenEquation, around: &EventRows) -> CertifyResult<WhenOutcome> {
        let EquationKind::When(branches) = &when.equation.kind else { return Err(MissingValue::Unsupported) };
        let mut candidates: Vec<Option<&Vec<Equation>>> = Vec::new();
        let mut surely = false;
        // What is true for a moment alone is in neither row.
        let changed = |id: &VariableId| self.evaluator.left[id.at()] != self.evaluator.values[id.at()];
        let mut pulse = !when.asked.is_empty() && when.asked.iter().chain(&when.conditions).any(changed);
        for &sample in &when.samples {
            if let Expr::Builtin(_, list) = self.model.exprs.get(sample)
                && let &[start, interval] = self.model.exprs.items(list)
                && !self.evaluator.is_clock(interval)
            {
                pulse |= self.evaluator.is_sample_due(start, interval)?;
            }
        }
        for (condition, body) in branches {
            match self.became(*condition, around, &when.awaited)? {
                Some(false) if pulse && !self.is_sample(*condition) => candidates.push(Some(body)),
                Some(false) if self.may_pass(*condition)? => candidates.push(Some(body)),
                Some(true) => {
                    candidates.push(Some(body));
                    surely = true;
                    break;
                }
                Some(false) => {}
                None => candidates.push(Some(body)),
            }
        }
        if !surely {
            candidates.push(None);
        }
        let mut worst: Option<Difference> = None;
        for candidate in &candidates {
            let found = match candidate {
                Some(body) => self.body(body, when)?,
                None => self.unchanged(when),
            };
            if found.relative() <= ALLOWED {
                return Ok(WhenOutcome::Holds(found.relative()));
            }
            // What surely should have happened is what is told.
            if worst.is_none() || candidate.is_some() {
                worst = Some(found);
            }
        }
        for body in candidates.iter().flatten() {
            if let Some(found) = self.at_moment(body, when)?
                && found.relative() <= ALLOWED
            {
                return Ok(WhenOutcome::Holds(found.relative()));
            }
        }
        let changed = |id: &VariableId| {
            let (before, after) = (self.evaluator.left[id.at()], self.evaluator.values[id.at()]);
            before != after && !(before.is_nan() && after.is_nan())
        };
        let again = |id: &VariableId| changed(id) && around.repeated.contains(id);
        let rounds = around.crowded
            || when.conditions.iter().any(again)
            || when.bodies.iter().any(|id| !when.assigned.contains(id) && again(id))
            || self.is_moved(&when.implicit);
        match worst {
            Some(found) if !rounds => Ok(WhenOutcome::Fails(found)),
            _ => Ok(WhenOutcome::Open),
        }
    }

    /// Whether one of some states jumped at the event.
    fn is_moved(&self, states: &[VariableId]) -> bool {
        let jumps = |id: &VariableId| self.jump(*id).relative() > ALLOWED;
        states.iter().any(jumps)
    }

    /// How far a state jumped, in parts of its size: steps do not end exactly where the next begin.
    fn jump(&self, id: VariableId) -> Difference {
        let (before, after) = (self.evaluator.left[id.at()], self.evaluator.values[id.at()]);
        let precision = self.recorded.precisions[id.at()];
        let found = Difference::of(after, before, 10.0 * self.recorded.sizes[id.at()]);
        Difference { explained: precision.of(before) + precision.of(after), ..found }
    }

    /// Whether a condition that is not true after the event may have become true while it went on: with some of what changed as it
    /// was before, and the rest as it is after.
    fn may_pass(&mut self, condition: ExprId) -> CertifyResult<bool> {
        let parts: Vec<ExprId> = match self.model.exprs.get(condition) {
            Expr::Array(list) => self.model.exprs.items(list).to_vec(),
            _ => vec![condition],
        };
        for part in parts {
            let moved = self.changed(&[part]);
            if moved.len() > MAX_MIXED {
                return Ok(true);
            }
            let after: Vec<f64> = moved.iter().map(|id| self.evaluator.values[id.at()]).collect();
            let (mut before, mut may, mut may_not) = (None, false, false);
            for choice in (0..1u32 << moved.len()).skip(usize::from(moved.is_empty())) {
                for (at, (id, after)) in moved.iter().zip(&after).enumerate() {
                    let early = choice >> at & 1 == 0;
                    self.evaluator.values[id.at()] =
                        if early { self.evaluator.left[id.at()] } else { *after };
                }
                let truth = self.evaluate_condition(part, true);
                for (id, after) in moved.iter().zip(&after) {
                    self.evaluator.values[id.at()] = *after;
                }
                let truth = truth?;
                if choice == 0 {
                    before = truth;
                }
                may |= truth != Some(false);
                may_not |= truth != Some(true);
            }
            self.evaluator.clear_cache();
            if may && (before != Some(true) || may_not) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a condition is a `sample` as it stands.
    fn is_sample(&self, condition: ExprId) -> bool {
        matches!(self.model.exprs.get(condition), Expr::Builtin(Builtin::Sample, _))
    }

    /// Whether a condition, or one of several, became true at the event; none if that is open.
    /// `awaited` are variables that are true for a moment alone, with what defines them.
    fn became(
        &mut self,
        condition: ExprId,
        around: &EventRows,
        awaited: &[(VariableId, ExprId)],
    ) -> CertifyResult<Option<bool>> {
        let parts: Vec<ExprId> = match self.model.exprs.get(condition) {
            Expr::Array(list) => self.model.exprs.items(list).to_vec(),
            _ => vec![condition],
        };
        let mut answer = Some(false);
        for part in parts {
            let part = match self.model.exprs.get(part) {
                Expr::Variable(id) => match awaited.iter().find(|found| found.0 == id) {
                    Some(&(_, definition)) if self.is_sample(definition) => definition,
                    _ => part,
                },
                _ => part,
            };
            match self.rose(part, around)? {
                Some(true) => return Ok(Some(true)),
                Some(false) => {}
                None => answer = None,
            }
        }
        Ok(answer)
    }

    fn rose(&mut self, condition: ExprId, around: &EventRows) -> CertifyResult<Option<bool>> {
        if let Expr::Builtin(Builtin::Initial, _) = self.model.exprs.get(condition) {
            return Ok(Some(false));
        }
        if let Expr::Builtin(Builtin::Sample, list) = self.model.exprs.get(condition)
            && let &[start, interval] = self.model.exprs.items(list)
            && !self.evaluator.is_clock(interval)
        {
            let due = self.evaluator.is_sample_due(start, interval)?;
            // Of two events at one instant either may be the one.
            return Ok(if due && around.crowded { None } else { Some(due) });
        }
        // What was and what is decide these.
        if let Expr::Builtin(operator @ (Builtin::Edge | Builtin::Change), list) =
            self.model.exprs.get(condition)
            && let &[one] = self.model.exprs.items(list)
            && let Expr::Variable(id) = self.model.exprs.get(one)
        {
            let (before, after) = (self.evaluator.left[id.at()], self.evaluator.values[id.at()]);
            if before.is_nan() || after.is_nan() {
                return Err(MissingValue::Missing(id));
            }
            let rises =
                if operator == Builtin::Edge { before == 0.0 && after != 0.0 } else { before != after };
            return Ok(Some(rises));
        }
        let back = uses_pre(self.model, vec![condition]);
        // While the event goes on `sample` is true if it is due; of two events at one instant either may be the one.
        self.evaluator.pulses = !around.crowded;
        let after = self.at_right(condition);
        self.evaluator.pulses = false;
        let after = match after? {
            None if back => None,
            // The rows inside the intervals tell on which side it was.
            None => match around.later {
                Some((time, row)) => {
                    let later = self.elsewhere(condition, time, row, around)?;
                    // What was true for an instant alone may have ended by what it set off.
                    later.filter(|&later| later)
                }
                None => None,
            },
            found => found,
        };
        if after == Some(false) {
            return Ok(Some(false));
        }
        let before = self.elsewhere(condition, around.time, around.left, around)?;
        let before = match (before, around.earlier) {
            (None, Some((time, row))) if !back => self.elsewhere(condition, time, row, around)?,
            (found, _) => found,
        };
        Ok(match (before, after) {
            (Some(true), _) => Some(false),
            (Some(false), Some(true)) => Some(true),
            _ => None,
        })
    }

    /// A condition with the values after the event: `pre` may be what was before it or what is after it.
    fn at_right(&mut self, condition: ExprId) -> CertifyResult<Option<bool>> {
        self.evaluator.pre = PreMeaning::Same;
        let same = self.evaluate_condition(condition, true)?;
        let changed = self.changed(&[condition]);
        if changed.is_empty() {
            return Ok(same);
        }
        self.evaluator.pre = PreMeaning::Left(changed);
        let left = self.evaluate_condition(condition, true)?;
        self.evaluator.pre = PreMeaning::Same;
        Ok(if same == left { same } else { None })
    }

    /// A condition at another row.
    fn elsewhere(
        &mut self,
        condition: ExprId,
        time: f64,
        row: &[f64],
        around: &EventRows,
    ) -> CertifyResult<Option<bool>> {
        self.evaluator.pre = PreMeaning::Same;
        self.reload(time, row);
        let event = self.evaluator.event;
        self.evaluator.event = false;
        let found = self.evaluate_condition(condition, time == around.time);
        self.evaluator.event = event;
        self.reload(around.time, around.right);
        found
    }

    fn reload(&mut self, time: f64, row: &[f64]) {
        self.recorded.load(&mut self.evaluator, time, row);
    }

    /// Variables that expressions mention and that changed at the event.
    fn changed(&self, roots: &[ExprId]) -> Vec<VariableId> {
        let mut all = self.model.exprs.variables(roots.iter().copied());
        all.retain(|id| self.evaluator.left[id.at()] != self.evaluator.values[id.at()]);
        all
    }

    /// Whether a state is set anew by this `when` alone, and once.
    fn is_alone(&self, when: &WhenEquation, state: ExprId) -> bool {
        let Expr::Variable(id) = self.model.exprs.get(state) else { return false };
        when.alone.contains(&id) && when.reinits.iter().filter(|&&other| other == id).count() == 1
    }

    /// A state that is set anew (MLS 8.3.6). States in the value are what they were as the event began, this one and others
    /// that are set at the same time; of what else changed, each value is the one before or the one after.
    fn reset(&mut self, when: &WhenEquation, state: ExprId, value: ExprId) -> CertifyResult<Difference> {
        let Expr::Variable(id) = self.model.exprs.get(state) else { return Err(MissingValue::Unsupported) };
        let set = self.evaluator.values[id.at()];
        if set.is_nan() {
            return Err(MissingValue::Missing(id));
        }
        let moved = self.changed(&[value]);
        let others: Vec<VariableId> =
            moved.iter().copied().filter(|other| !when.reinits.contains(other)).take(MAX_MIXED).collect();
        let after: Vec<f64> = moved.iter().map(|other| self.evaluator.values[other.at()]).collect();
        self.evaluator.pre = PreMeaning::Left(moved.clone());
        let digits = self.digits_before(value, &moved);
        let mut best: Option<Difference> = None;
        let mut gap = MissingValue::Failed;
        // First everything as it was.
        for choice in (0..1u32 << others.len()).rev() {
            for (other, after) in moved.iter().zip(&after) {
                let place = others.iter().position(|one| one == other);
                let early = place.is_none_or(|at| choice >> at & 1 == 1);
                self.evaluator.values[other.at()] =
                    if early { self.evaluator.left[other.at()] } else { *after };
            }
            self.evaluator.begin_equation();
            self.evaluator.clear_cache();
            match self.evaluator.number(value) {
                Ok(value) => {
                    // The state itself was found to the tolerance of the event's time.
                    let size = set.abs() + value.abs() + self.recorded.sizes[id.at()];
                    let explained = self.recorded.precisions[id.at()].of(set) + digits;
                    let found = Difference { explained, ..Difference::of(set, value, 10.0 * size) };
                    if best.is_none_or(|best| found.relative() < best.relative()) {
                        best = Some(found);
                    }
                    if found.relative() <= ALLOWED {
                        break;
                    }
                }
                Err(found) => gap = found,
            }
        }
        for (other, after) in moved.iter().zip(after) {
            self.evaluator.values[other.at()] = after;
        }
        self.evaluator.pre = PreMeaning::Same;
        self.evaluator.clear_cache();
        best.ok_or(gap)
    }

    /// What the digits of values before an event leave open of an expression of them.
    fn digits_before(&mut self, value: ExprId, moved: &[VariableId]) -> f64 {
        let mut total = 0.0;
        let after: Vec<f64> = moved.iter().map(|id| self.evaluator.values[id.at()]).collect();
        for id in moved {
            self.evaluator.values[id.at()] = self.evaluator.left[id.at()];
        }
        let worth = |judge: &mut Self| {
            judge.evaluator.begin_equation();
            judge.evaluator.clear_cache();
            judge.evaluator.number(value).ok()
        };
        let base = worth(self);
        for id in moved {
            let precision = self.recorded.precisions[id.at()];
            let before = self.evaluator.left[id.at()];
            if precision.is_full() || before.is_nan() {
                continue;
            }
            self.evaluator.values[id.at()] = before + precision.of(before);
            self.evaluator.left[id.at()] = before + precision.of(before);
            if let (Some(base), Some(found)) = (base, worth(self)) {
                total += (found - base).abs();
            }
            self.evaluator.values[id.at()] = before;
            self.evaluator.left[id.at()] = before;
        }
        for (id, after) in moved.iter().zip(after) {
            self.evaluator.values[id.at()] = after;
        }
        self.evaluator.clear_cache();
        total
    }

    /// The worst equation of a branch that is carried out.
    fn body(&mut self, body: &[Equation], when: &WhenEquation) -> CertifyResult<Difference> {
        let mut worst = Difference::none();
        for equation in body {
            let found = match &equation.kind {
                EquationKind::Equality(left, right) => {
                    self.mixed(Claim::Equal(*left, *right), equation.origin, when)?
                }
                EquationKind::If(branches) => {
                    let all: Vec<&Equation> = branches.iter().flat_map(|branch| &branch.1).collect();
                    if all.iter().any(|inner| matches!(inner.kind, EquationKind::Call(_))) {
                        // Which of them were carried out depends on conditions of the round.
                        continue;
                    }
                    self.mixed(Claim::If(equation), equation.origin, when)?
                }
                EquationKind::Call(call) => match self.model.exprs.get(*call) {
                    Expr::Builtin(Builtin::Reinit, list) => match self.model.exprs.items(list) {
                        // Where several `when` set a state anew, one of the others may have done it.
                        &[state, value] if self.is_alone(when, state) => self.reset(when, state, value)?,
                        _ => continue,
                    },
                    _ => continue,
                },
                EquationKind::When(_) | EquationKind::Algorithm(..) => return Err(MissingValue::Unsupported),
            };
            if found.relative() > worst.relative() {
                worst = found;
            }
        }
        Ok(worst)
    }

    /// The same with what is there for a moment alone as it is in the first round of the event; nothing if that is as the row
    /// after it has it.
    fn at_moment(&mut self, body: &[Equation], when: &WhenEquation) -> CertifyResult<Option<Difference>> {
        let mut kept = Vec::new();
        for &(id, definition) in &when.moments {
            self.evaluator.pre = PreMeaning::Left(self.changed(&[definition]));
            self.evaluator.begin_equation();
            self.evaluator.clear_cache();
            let found = self.evaluator.number(definition);
            self.evaluator.pre = PreMeaning::Same;
            if let Ok(value) = found
                && value != self.evaluator.values[id.at()]
            {
                kept.push((id, self.evaluator.values[id.at()]));
                self.evaluator.values[id.at()] = value;
            }
        }
        self.evaluator.clear_cache();
        if kept.is_empty() {
            return Ok(None);
        }
        let found = self.body(body, when);
        for (id, value) in kept {
            self.evaluator.values[id.at()] = value;
        }
        self.evaluator.clear_cache();
        found.map(Some)
    }

    /// An equation in the round in which it was carried out: of what changed at the event, each value is the one before
    /// or the one after.
    fn mixed(&mut self, claim: Claim, origin: OriginId, when: &WhenEquation) -> CertifyResult<Difference> {
        let mut check = RowCheck::new(self.model, CertificateFindingKind::When, claim, origin);
        let own = match claim {
            Claim::Equal(left, _) => match self.model.exprs.get(left) {
                Expr::Variable(id) => Some(id),
                _ => None,
            },
            _ => None,
        };
        let mut moved: Vec<VariableId> = check.variables.clone();
        moved.retain(|id| self.evaluator.left[id.at()] != self.evaluator.values[id.at()]);
        let mut best: Option<Difference> = None;
        let try_it = |judge: &mut Self, best: &mut Option<Difference>| {
            judge.evaluator.clear_cache();
            let mut look = RowCheck { worst: None, undecided: None, failed: false, ..check.clone() };
            judge.check_claim(&mut look);
            match (look.worst, look.undecided) {
                (Some((relative, _, sides)), _) => {
                    let gap = (sides.0 - sides.1).abs();
                    let found = match relative > 0.0 {
                        true => Difference::of(sides.0, sides.1, gap / relative),
                        false => Difference { sides, terms: 0.0, explained: gap },
                    };
                    if best.is_none_or(|best| found.relative() < best.relative()) {
                        *best = Some(found);
                    }
                    None
                }
                (_, undecided) => undecided,
            }
        };
        // First as it is most often: `pre` is what was before.
        self.evaluator.pre = PreMeaning::Left(moved.clone());
        let undecided = try_it(self, &mut best);
        let done = |best: &Option<Difference>| best.is_some_and(|best| best.relative() <= ALLOWED);
        if undecided.is_none() && !done(&best) {
            // What it assigns itself was what it was before, unless it is carried out again.
            let own = |id: &VariableId| when.assigned.contains(id);
            self.evaluator.pre = match when.may_repeat() {
                true => PreMeaning::Same,
                false => PreMeaning::Left(moved.iter().copied().filter(own).collect()),
            };
            try_it(self, &mut best);
        }
        // Then with each of what changed as it was, for `pre` and for itself.
        let mixed: Vec<VariableId> =
            moved.iter().copied().filter(|&id| Some(id) != own).take(MAX_MIXED).collect();
        for choice in 1..1u32 << mixed.len() {
            if undecided.is_some() || done(&best) {
                break;
            }
            let chosen: Vec<VariableId> =
                mixed.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1).map(|(_, &id)| id).collect();
            let kept: Vec<f64> = chosen.iter().map(|id| self.evaluator.values[id.at()]).collect();
            self.evaluator.pre = PreMeaning::Left(moved.clone());
            try_it(self, &mut best);
            for id in &chosen {
                self.evaluator.values[id.at()] = self.evaluator.left[id.at()];
            }
            try_it(self, &mut best);
            self.evaluator.pre = PreMeaning::Same;
            for (id, value) in chosen.iter().zip(kept) {
                self.evaluator.values[id.at()] = value;
            }
        }
        self.evaluator.pre = PreMeaning::Same;
        self.evaluator.clear_cache();
        check.worst = None;
        best.ok_or_else(|| self.lacks(&check, undecided))
    }

    /// Why a claim cannot be computed, as an expression would say it.
    fn lacks(&self, check: &RowCheck, undecided: Option<UndecidedReason>) -> MissingValue {
        let missing = check.variables.iter().find(|id| self.evaluator.values[id.at()].is_nan());
        match (undecided, missing) {
            (Some(UndecidedReason::MissingVariable), Some(&id)) => MissingValue::Missing(id),
            (Some(UndecidedReason::MissingDerivative), _) => MissingValue::Derivative,
            (Some(UndecidedReason::Memory), _) => MissingValue::Memory,
            (Some(UndecidedReason::Delay), _) => MissingValue::Delay,
            (Some(UndecidedReason::BeforeStart), _) => MissingValue::Past,
            _ => MissingValue::Failed,
        }
    }

    /// How far what a `when` assigns is from what it was.
    fn unchanged(&self, when: &WhenEquation) -> Difference {
        let mut worst = Difference::none();
        for id in &when.assigned {
            let (before, after) = (self.evaluator.left[id.at()], self.evaluator.values[id.at()]);
            let found = Difference::of(after, before, before.abs() + after.abs());
            if found.relative() > worst.relative() {
                worst = found;
            }
        }
        for &id in &when.alone {
            let found = self.jump(id);
            if found.relative() > worst.relative() {
                worst = found;
            }
        }
        worst
    }
}
