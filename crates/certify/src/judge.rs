//! Equations at a row: both sides, the terms, and what explains a difference.

use equations::{Equation, EquationKind, Expr, ExprId, FlatModel, OriginId, VariableId, Visit};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::certificate::{CertificateFinding, CertificateFindingKind};
use crate::evaluate::{PreMeaning, RowEvaluator};
use crate::missing_value::{CertifyResult, MissingValue, UndecidedReason};
use crate::recorded::RecordedValues;

/// The residual that is allowed, in parts of the terms of an equation.
pub(crate) const ALLOWED: f64 = 1e-6;

/// How exactly algebraic loops are solved for, in parts of their unknowns.
const SOLVED: f64 = 1e-9;

/// A derivative is the small rest of large terms where a model is at rest: in parts of the largest it has.
const DERIVED: f64 = 1e-6;

/// A value that is small beside what it was or will be is not exact in parts of itself, but of this much of that.
const SMALL: f64 = 1.0;

/// How near the sides of a relation are, in parts of their size, for the row to leave open which way it is.
const NEAR: f64 = 1e-6;

/// The same at events, whose times are found to a tolerance.
const NEAR_EVENT: f64 = 1e-5;

/// The sides of a relation may each be off by what the digits leave open, and so may the time of the row.
pub(crate) const BLURRED: f64 = 4.0;

/// So many relations that are open are tried both ways.
const MAX_OPEN: usize = 6;

/// A difference of two sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difference {
    pub(crate) sides: (f64, f64),
    /// The sum of the sizes of all terms.
    pub(crate) terms: f64,
    /// What the values may be wrong by explains so much of it.
    pub(crate) explained: f64,
}

impl Difference {
    /// The residual in parts of the terms.
    pub(crate) fn relative(self) -> f64 {
        let gap = (self.sides.0 - self.sides.1).abs() - self.explained;
        if gap <= 0.0 { 0.0 } else { gap / self.terms.max(f64::MIN_POSITIVE) }
    }

    /// Nothing differs.
    pub(crate) fn none() -> Difference {
        Difference::of(0.0, 0.0, 0.0)
    }

    pub(crate) fn of(left: f64, right: f64, terms: f64) -> Difference {
        Difference { sides: (left, right), terms, explained: 0.0 }
    }
}

/// Something that holds at every row.
#[derive(Clone, Debug)]
pub(crate) struct RowCheck<'m> {
    pub(crate) kind: CertificateFindingKind,
    pub(crate) claim: Claim<'m>,
    pub(crate) origin: OriginId,
    /// What it mentions.
    pub(crate) variables: Vec<VariableId>,
    /// Whether it has derivatives in it.
    pub(crate) differentiates: bool,
    /// Why it is not decided, once that is known.
    pub(crate) undecided: Option<UndecidedReason>,
    pub(crate) worst: Option<(f64, f64, (f64, f64))>,
    pub(crate) failed: bool,
}

/// What is claimed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Claim<'m> {
    Equal(ExprId, ExprId),
    Bound(VariableId, ExprId),
    If(&'m Equation),
    Assert(ExprId),
    Algorithm(&'m Equation),
}

impl<'m> RowCheck<'m> {
    pub(crate) fn new(
        model: &FlatModel,
        kind: CertificateFindingKind,
        claim: Claim<'m>,
        origin: OriginId,
    ) -> RowCheck<'m> {
        let mut parts = Vec::new();
        let mut own = None;
        match claim {
            Claim::Equal(left, right) => parts.extend([left, right]),
            Claim::Bound(id, binding) => {
                parts.push(binding);
                own = Some(id);
            }
            Claim::If(equation) | Claim::Algorithm(equation) => equation.parts(&mut parts),
            Claim::Assert(call) => parts.push(call),
        }
        let differentiates = has_derivative(model, &parts);
        let mut variables = model.exprs.variables(parts);
        variables.extend(own);
        if let Claim::Algorithm(Equation { kind: EquationKind::Algorithm(_, assigned), .. }) = claim {
            variables.extend(assigned);
        }
        variables.sort_unstable();
        variables.dedup();
        RowCheck {
            kind,
            claim,
            origin,
            variables,
            differentiates,
            undecided: None,
            worst: None,
            failed: false,
        }
    }

    /// The equation as text.
    pub(crate) fn text(&self, model: &FlatModel) -> String {
        match self.claim {
            Claim::Equal(left, right) => format!("{} = {}", model.expr_text(left), model.expr_text(right)),
            Claim::Bound(id, binding) => {
                format!("{} = {}", model.variable_name(id), model.expr_text(binding))
            }
            Claim::If(equation) => model.equation_text(equation),
            Claim::Assert(call) => model.expr_text(call),
            Claim::Algorithm(equation) => match self.kind {
                CertificateFindingKind::Algorithm(id) => {
                    format!("algorithm for {}", model.variable_name(id))
                }
                _ => model.equation_text(equation),
            },
        }
    }

    pub(crate) fn finding(&self, model: &FlatModel) -> Option<CertificateFinding> {
        let (residual, time, sides) = self.worst?;
        Some(CertificateFinding {
            kind: self.kind,
            residual,
            allowed: ALLOWED,
            time,
            origin: self.origin,
            equation: self.text(model),
            sides: Some(sides),
        })
    }
}

/// A model at a row, and what is known of how exact its values are.
pub(crate) struct Judge<'a> {
    pub(crate) model: &'a FlatModel,
    pub(crate) evaluator: RowEvaluator<'a>,
    pub(crate) recorded: RecordedValues,
    /// The start values that are given.
    pub(crate) starts: FxHashMap<VariableId, ExprId>,
    pub(crate) parts: ClaimParts,
}

/// Claims of several parts: the equations of a branch, and what an algorithm assigns. Each is explained for itself, for what may
/// be wrong with one says nothing of another.
#[derive(Default)]
pub(crate) struct ClaimParts {
    /// How many the claim that is looked at has, as far as they were seen.
    seen: usize,
    /// The only one that counts.
    only: Option<usize>,
}

impl ClaimParts {
    /// Takes the next part if it is the one that counts, or else if it is worse.
    pub(crate) fn take(&mut self, worst: &mut Difference, found: Difference) -> bool {
        let at = self.seen;
        self.seen += 1;
        let takes = match self.only {
            Some(only) => only == at,
            None => found.relative() > worst.relative(),
        };
        if takes {
            *worst = found;
        }
        takes
    }
}

impl Judge<'_> {
    /// Looks at a claim at the row that is loaded.
    pub(crate) fn check_claim(&mut self, check: &mut RowCheck) {
        if check.undecided.is_some() {
            return;
        }
        let found = self.difference(check);
        let found = match found {
            Ok(found) if found.relative() <= ALLOWED => Ok(found.relative()),
            Ok(_) => self.explain_parts(check).map(|found| match found {
                small if small <= ALLOWED => small,
                large => self.inverted(check.claim).map_or(large, |other| large.min(other.relative())),
            }),
            Err(gap) => Err(gap),
        };
        match found {
            Ok(relative) => {
                if check.worst.is_none_or(|worst| relative > worst.0) {
                    let sides = self.difference(check).map_or((0.0, 0.0), |found| found.sides);
                    check.worst = Some((relative, self.evaluator.time, sides));
                }
                check.failed |= relative > ALLOWED;
            }
            Err(gap) => check.undecided = Some(gap.into()),
        }
    }

    /// Both sides of a claim at the row.
    pub(crate) fn difference(&mut self, check: &mut RowCheck) -> CertifyResult<Difference> {
        self.evaluator.begin_equation();
        self.parts.seen = 0;
        match check.claim {
            Claim::Equal(left, right) => self.compare(left, right),
            Claim::Bound(id, binding) => {
                let own = self.evaluator.values[id.at()];
                if own.is_nan() {
                    return Err(MissingValue::Missing(id));
                }
                let (value, terms) = self.sum(binding)?;
                finite(own, value, own.abs() + terms)
            }
            Claim::If(equation) => {
                let mut worst = Difference::none();
                self.branch(equation, &mut worst)?;
                Ok(worst)
            }
            Claim::Assert(call) => self.assertion(call),
            Claim::Algorithm(equation) => {
                let (found, id) = self.algorithm(equation)?;
                check.kind = CertificateFindingKind::Algorithm(id);
                Ok(found)
            }
        }
    }

    pub(crate) fn compare(&mut self, left: ExprId, right: ExprId) -> CertifyResult<Difference> {
        let (left, size) = self.sum(left)?;
        let (right, other) = self.sum(right)?;
        finite(left, right, size + other)
    }

    /// A sum and the sizes of its terms.
    fn sum(&mut self, id: ExprId) -> CertifyResult<(f64, f64)> {
        use equations::Operator as O;
        match self.model.exprs.get(id) {
            Expr::Binary(O::Add | O::ElementAdd, a, b) => {
                let ((a, one), (b, other)) = (self.sum(a)?, self.sum(b)?);
                Ok((a + b, one + other))
            }
            Expr::Binary(O::Subtract | O::ElementSubtract, a, b) => {
                let ((a, one), (b, other)) = (self.sum(a)?, self.sum(b)?);
                Ok((a - b, one + other))
            }
            Expr::Unary(O::Negate, a) => {
                let (value, size) = self.sum(a)?;
                Ok((-value, size))
            }
            _ => {
                let value = self.evaluator.number(id)?;
                Ok((value, value.abs()))
            }
        }
    }

    /// The worst equation of the branch that holds.
    fn branch(&mut self, equation: &Equation, worst: &mut Difference) -> CertifyResult<()> {
        let EquationKind::If(branches) = &equation.kind else { return Err(MissingValue::Unsupported) };
        for (condition, body) in branches {
            if self.evaluator.number(*condition)? == 0.0 {
                continue;
            }
            for inner in body {
                let found = match &inner.kind {
                    EquationKind::Equality(left, right) => self.compare(*left, *right)?,
                    EquationKind::If(_) => {
                        self.branch(inner, worst)?;
                        continue;
                    }
                    EquationKind::Call(call) => self.assertion(*call)?,
                    EquationKind::When(_) | EquationKind::Algorithm(..) => {
                        return Err(MissingValue::Unsupported);
                    }
                };
                self.parts.take(worst, found);
            }
            return Ok(());
        }
        Ok(())
    }

    /// An assertion that must hold is 1 = 1 or 0 = 1; other calls claim nothing.
    fn assertion(&mut self, call: ExprId) -> CertifyResult<Difference> {
        let Expr::Builtin(equations::Builtin::Assert, list) = self.model.exprs.get(call) else {
            return Ok(Difference::none());
        };
        let (condition, level) = match *self.model.exprs.items(list) {
            [condition, _] => (condition, None),
            [condition, _, level] => (condition, Some(level)),
            _ => return Err(MissingValue::Unsupported),
        };
        let holds = self.evaluator.number(condition)? != 0.0
            || match level {
                Some(level) => self.evaluator.number(level)? == 1.0,
                None => false,
            };
        Ok(Difference::of(f64::from(u8::from(holds)), 1.0, 1.0))
    }

    /// What the row leaves open of each part of a claim is tried; the worst of what is not explained.
    fn explain_parts(&mut self, check: &mut RowCheck) -> CertifyResult<f64> {
        let (mut worst, count) = ((0.0, check.kind), self.parts.seen);
        for part in 0..count.max(1) {
            self.parts.only = (count > 1).then_some(part);
            let found = self.explain(check);
            self.parts.only = None;
            let relative = found?.relative();
            if relative > worst.0 {
                worst = (relative, check.kind);
            }
        }
        check.kind = worst.1;
        Ok(worst.0)
    }

    /// Tries what the row leaves open: relations whose sides are next to each other, and digits that were not recorded.
    fn explain(&mut self, check: &mut RowCheck) -> CertifyResult<Difference> {
        // What the row lacks is computed again with each of what is tried.
        let (rules, variables) = self.recorded.required_rules(self.model, &check.variables);
        self.evaluator.clear_cache();
        self.evaluator.width = self.nearness(self.evaluator.event);
        self.evaluator.near = Some(Vec::new());
        self.recorded.recompute(&mut self.evaluator, &rules);
        let plain = self.difference(check);
        let mut open = self.evaluator.near.take().unwrap_or_default();
        open.truncate(MAX_OPEN);
        let mut best = plain?;
        let mut forced = Vec::new();
        for choice in 0..1u32 << open.len() {
            let trial = open.iter().enumerate().map(|(at, &id)| (id, choice >> at & 1 == 1)).collect();
            self.evaluator.forced = trial;
            self.evaluator.clear_cache();
            self.recorded.recompute(&mut self.evaluator, &rules);
            if let Ok(found) = self.difference(check)
                && found.relative() < best.relative()
            {
                best = found;
                forced.clone_from(&self.evaluator.forced);
            }
            if best.relative() <= ALLOWED {
                break;
            }
        }
        if best.relative() > ALLOWED {
            self.evaluator.forced = forced;
            let reach = self.reach(check, best, (&rules, &variables));
            best.explained = reach;
        }
        self.evaluator.forced.clear();
        self.evaluator.clear_cache();
        self.recorded.recompute(&mut self.evaluator, &rules);
        Ok(best)
    }

    /// The difference of `y = f(x)` where an annotation of `f` names its inverse (MLS 12.8): by declaration the equation is
    /// `x = g(y)` too, whichever of the two is solved, and where the functions are not exactly inverse to each other one of
    /// them holds.
    fn inverted(&mut self, claim: Claim) -> Option<Difference> {
        let model = self.model;
        let calls = |side: ExprId| matches!(model.exprs.get(side), Expr::Call(..));
        let (call, result) = match claim {
            Claim::Equal(left, right) if calls(right) => (right, self.evaluator.number(left).ok()?),
            Claim::Equal(left, right) if calls(left) => (left, self.evaluator.number(right).ok()?),
            Claim::Bound(id, binding) if calls(binding) => (binding, self.evaluator.values[id.at()]),
            _ => return None,
        };
        let Expr::Call(function, list) = model.exprs.get(call) else { return None };
        let inverses = &model.functions.get(function.at())?.inverses;
        let found = inverses.iter().filter_map(|inverse| {
            let (argument, value) = self.evaluator.invert(inverse, list, result).ok()?;
            finite(argument, value, argument.abs() + value.abs()).ok()
        });
        found.min_by(|a, b| a.relative().total_cmp(&b.relative()))
    }

    /// How near the sides of a relation are, in parts of their size, for a row to leave it open.
    fn nearness(&self, event: bool) -> f64 {
        let near = if event { NEAR_EVENT } else { NEAR };
        near.max(BLURRED * self.recorded.blur)
    }

    /// How far a value may be wrong.
    pub(crate) fn value_step(&self, id: VariableId, value: f64) -> f64 {
        let at = id.at();
        let size = value.abs() + SMALL * self.recorded.sizes[at];
        // What changes at events alone is assigned, and not solved for: it is as exact as its digits, and which side of a
        // jump a table of time is on depends on the last of them.
        let discrete = self.model.variables[at].variability == equations::Variability::Discrete;
        match (discrete, self.recorded.precisions[at]) {
            (true, precision) if precision.is_full() => 0.0,
            (true, precision) => precision.of(size),
            (false, precision) => size * SOLVED + precision.of(size) + self.recorded.floors[at],
        }
    }

    /// How far a derivative may be wrong.
    pub(crate) fn slope_step(&self, id: VariableId, slope: f64) -> f64 {
        slope.abs() * SOLVED
            + self.recorded.slope_precisions[id.at()].of(slope)
            + DERIVED * self.recorded.slope_sizes[id.at()]
    }

    /// How far the difference moves if each value moves as far as it may be wrong: by its last recorded digit, and by what
    /// solving for it leaves.
    fn reach(
        &mut self,
        check: &mut RowCheck,
        best: Difference,
        (rules, variables): (&[usize], &[VariableId]),
    ) -> f64 {
        let base = best.sides.0 - best.sides.1;
        let mut total = 0.0;
        for &id in variables {
            let at = id.at();
            let value = self.evaluator.values[at];
            let step = self.value_step(id, value);
            let mut most: f64 = 0.0;
            // What is computed moves with what it is computed from.
            let given = self.recorded.rule(id, false).is_none();
            if given
                && !value.is_nan()
                && step > 0.0
                && self.model.variables[at].kind == equations::Type::Real
            {
                for moved in [value + step, value - step] {
                    self.evaluator.values[at] = moved;
                    self.evaluator.clear_cache();
                    self.recorded.recompute(&mut self.evaluator, rules);
                    if let Ok(found) = self.difference(check) {
                        most = most.max((found.sides.0 - found.sides.1 - base).abs());
                    }
                }
                self.evaluator.values[at] = value;
            }
            total += self.reach_before(check, id, base);
            let slope = self.evaluator.slopes[at];
            if slope.is_finite() && (check.differentiates || !rules.is_empty()) {
                self.evaluator.slopes[at] = slope + self.slope_step(id, slope);
                self.evaluator.clear_cache();
                self.recorded.recompute(&mut self.evaluator, rules);
                if let Ok(found) = self.difference(check) {
                    most += (found.sides.0 - found.sides.1 - base).abs();
                }
                self.evaluator.slopes[at] = slope;
            }
            total += most;
        }
        self.recorded.recompute(&mut self.evaluator, rules);
        if !self.evaluator.delays.is_empty() {
            // What lines between rows say of the past differs from cubics by more than these are wrong.
            self.evaluator.straight = true;
            self.evaluator.clear_cache();
            match self.difference(check) {
                Ok(found) => total += (found.sides.0 - found.sides.1 - base).abs(),
                Err(MissingValue::Vague) => total = f64::INFINITY,
                Err(_) => {}
            }
            self.evaluator.straight = false;
            self.evaluator.displaced = true;
            self.evaluator.clear_cache();
            if let Ok(found) = self.difference(check) {
                total += (found.sides.0 - found.sides.1 - base).abs();
            }
            self.evaluator.displaced = false;
            self.evaluator.clear_cache();
        }
        let time = self.evaluator.time;
        let step = 4.0 * f64::EPSILON * time.abs() + self.recorded.time_precision.of(time);
        let mut most: f64 = 0.0;
        for moved in [time + step, time - step] {
            self.evaluator.time = moved;
            self.evaluator.clear_cache();
            self.recorded.recompute(&mut self.evaluator, rules);
            if let Ok(found) = self.difference(check) {
                most = most.max((found.sides.0 - found.sides.1 - base).abs());
            }
        }
        self.evaluator.time = time;
        self.evaluator.clear_cache();
        total + most
    }

    /// The same where `pre` is what a variable was before the event.
    fn reach_before(&mut self, check: &mut RowCheck, id: VariableId, base: f64) -> f64 {
        let asked = matches!(&self.evaluator.pre, PreMeaning::Left(ids) if ids.contains(&id));
        let before = self.evaluator.left[id.at()];
        let step = self.value_step(id, before);
        if !asked || before.is_nan() || step == 0.0 {
            return 0.0;
        }
        let mut most: f64 = 0.0;
        for moved in [before + step, before - step] {
            self.evaluator.left[id.at()] = moved;
            self.evaluator.clear_cache();
            if let Ok(found) = self.difference(check) {
                most = most.max((found.sides.0 - found.sides.1 - base).abs());
            }
        }
        self.evaluator.left[id.at()] = before;
        self.evaluator.clear_cache();
        most
    }

    /// Whether a condition is true at the row: yes, no, or open.
    pub(crate) fn evaluate_condition(
        &mut self,
        condition: ExprId,
        event: bool,
    ) -> CertifyResult<Option<bool>> {
        // What the row lacks follows from relations that may be open, too.
        let variables = self.model.exprs.variables([condition]);
        let (rules, _) = self.recorded.required_rules(self.model, &variables);
        self.evaluator.begin_equation();
        self.evaluator.clear_cache();
        self.evaluator.width = self.nearness(event);
        self.evaluator.near = Some(Vec::new());
        self.recorded.recompute(&mut self.evaluator, &rules);
        let plain = self.evaluator.number(condition);
        let mut open = self.evaluator.near.take().unwrap_or_default();
        open.truncate(MAX_OPEN);
        let mut answer = Some(plain? != 0.0);
        for choice in 0..1u32 << open.len() {
            if open.is_empty() {
                break;
            }
            self.evaluator.forced =
                open.iter().enumerate().map(|(at, &id)| (id, choice >> at & 1 == 1)).collect();
            self.evaluator.clear_cache();
            self.recorded.recompute(&mut self.evaluator, &rules);
            if let Ok(found) = self.evaluator.number(condition)
                && answer != Some(found != 0.0)
            {
                answer = None;
                break;
            }
        }
        self.evaluator.forced.clear();
        self.evaluator.clear_cache();
        self.recorded.recompute(&mut self.evaluator, &rules);
        Ok(answer)
    }
}

fn has_derivative(model: &FlatModel, roots: &[ExprId]) -> bool {
    model.exprs.visit(roots.iter().copied(), |_, expr| match expr {
        Expr::Builtin(equations::Builtin::Der, _) => Visit::Stop,
        _ => Visit::Enter,
    })
}

fn finite(left: f64, right: f64, terms: f64) -> CertifyResult<Difference> {
    if left == right {
        return Ok(Difference::of(left, right, terms));
    }
    if left.is_finite() && right.is_finite() && terms.is_finite() {
        Ok(Difference::of(left, right, terms))
    } else {
        Err(MissingValue::Failed)
    }
}

/// Variables that are assigned when something happens, and keep their values until then.
pub(crate) fn memories(model: &FlatModel) -> FxHashSet<VariableId> {
    let mut found = FxHashSet::default();
    for equation in &model.equations {
        match &equation.kind {
            EquationKind::When(branches) => {
                for (_, body) in branches {
                    for inner in body {
                        assigned_by(model, inner, &mut found);
                    }
                }
            }
            EquationKind::Algorithm(body, assigned) => {
                let waits = body.iter().any(crate::algorithm::has_when);
                found.extend(assigned.iter().copied().filter(|_| waits));
            }
            _ => {}
        }
    }
    found
}

/// The variables that an equation of a `when` assigns.
pub(crate) fn assigned_by(model: &FlatModel, equation: &Equation, found: &mut FxHashSet<VariableId>) {
    match &equation.kind {
        EquationKind::Equality(left, right) => {
            for side in [*left, *right] {
                if let Expr::Variable(id) = model.exprs.get(side) {
                    found.insert(id);
                    break;
                }
            }
        }
        EquationKind::If(branches) | EquationKind::When(branches) => {
            branches.iter().flat_map(|branch| &branch.1).for_each(|inner| assigned_by(model, inner, found));
        }
        EquationKind::Algorithm(_, assigned) => found.extend(assigned),
        EquationKind::Call(_) => {}
    }
}
