//! Whether rows resolve what a derivative is compared with.
//!
//! The integral of a recorded derivative says something only if two things hold. The rows must be about as dense as the steps
//! that were taken: a method of order four has, over n of its steps at once, an error n^5 times that of one, and so has
//! the cubic through the rows. And the derivative must be well-conditioned: of a stiff variable, such as the voltage of a
//! node with next to no capacitance, it is a small difference of large terms divided by something small, and what
//! the tolerance leaves open in these terms is more than all that the variable ever changes by.

use equations::{EquationKind, Expr, ExprId, FlatModel, Operator, Type, Variability, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::origins::differentiated;
use super::{STEPS, Verification};
use crate::certificate::CertificateFindingKind;
use crate::judge::{Claim, Judge, RowCheck};
use crate::quadrature::{DifferentiatedVariable, QuadratureDefect};
use crate::recorded::{MissingQuantity, is_parameter, split, unknowns};

/// So many names of the same are followed.
const MAX_NAMES: usize = 100;

/// So many formulas are followed from one to the next.
const MAX_FORMULAS: usize = 6;

/// What is known of derivatives once one is looked at.
pub(super) struct Conditioning<'m> {
    known: Option<ConditioningData<'m>>,
    nominals: FxHashMap<VariableId, f64>,
}

impl Conditioning<'_> {
    /// With the sizes of variables as the model tells them: what the absolute error of integration is measured by.
    pub(super) fn new(nominals: FxHashMap<VariableId, f64>) -> Self {
        Conditioning { known: None, nominals }
    }
}

struct ConditioningData<'m> {
    /// The equations in which each derivative stands.
    equations: FxHashMap<VariableId, Vec<RowCheck<'m>>>,
    /// The size that the error of each variable is measured by: that of the largest term of a sum that it stands in, since
    /// the current of a capacitance is what others leave of each other.
    sizes: Vec<f64>,
    /// Equations that give each variable from others.
    formulas: FxHashMap<VariableId, Vec<VariableFormula>>,
    /// Which variables are differentiated: their errors are those of steps, relative to their sizes and absolute.
    states: FxHashSet<VariableId>,
    nominals: FxHashMap<VariableId, f64>,
}

/// Two sides that are equal; the first is the variable itself where a binding says so. Some say only that two variables are the
/// same, or that one is the negative of the other.
#[derive(Clone, Copy)]
struct VariableFormula {
    left: Option<ExprId>,
    right: ExprId,
    names: bool,
}

impl<'a> Verification<'a, '_> {
    /// Whether the rows decide about a variable over the interval that begins at a row.
    pub(super) fn is_resolved(
        &mut self,
        conditioning: &mut Conditioning<'a>,
        state: &DifferentiatedVariable,
        suspect: &QuadratureDefect,
        row: usize,
    ) -> bool {
        let tolerance = self.options.tolerance;
        if suspect.rows == 1
            && !suspect.interior
            && let (Some(from), Some(to)) = (self.options.taken.get(row), self.options.taken.get(row + 1))
        {
            let steps = f64::from(to.saturating_sub(*from));
            if suspect.gap <= steps.powi(5) * tolerance * state.size.max(suspect.gap) {
                return false;
            }
        }
        let width = suspect.width;
        let known = conditioning.known.take().unwrap_or_else(|| ConditioningData {
            equations: self.derivatives(),
            sizes: self.summed_sizes(),
            formulas: self.formulas(),
            states: differentiated(self.judge.model),
            nominals: std::mem::take(&mut conditioning.nominals),
        });
        let mut open = f64::MAX;
        let mut value = 0.0;
        for check in known.equations.get(&state.id).into_iter().flatten() {
            for row in [row, row + 1] {
                let table = self.table;
                self.judge.recorded.load(
                    &mut self.judge.evaluator,
                    table.times[row],
                    table.points.point(row),
                );
                if let Some(error) = self.inexact(check, state.id, tolerance, &known) {
                    open = open.min(error);
                }
            }
        }
        // A variable that others give is as exact as they are: the energy of water is measured from a temperature near its own.
        for row in [row, row + 1] {
            let table = self.table;
            let (judge, tolerance) = (&mut self.judge, STEPS * tolerance);
            judge.recorded.load(&mut judge.evaluator, table.times[row], table.points.point(row));
            value +=
                VariableErrors::new(judge, &known, tolerance, (&[state.id], Some(state.id))).of(state.id);
        }
        conditioning.known = Some(known);
        match open == f64::MAX {
            // A derivative that no equation mentions is one of the result, and not of the model: equations say what the
            // variable is, and that it goes on is asked of those whose derivatives they mention.
            true => false,
            false => suspect.gap > width * open + value,
        }
    }

    fn derivatives(&self) -> FxHashMap<VariableId, Vec<RowCheck<'a>>> {
        let mut found: FxHashMap<VariableId, Vec<RowCheck>> = FxHashMap::default();
        for check in self.always.iter().filter(|check| check.differentiates) {
            let parts = match check.claim {
                Claim::Equal(left, right) => vec![left, right],
                Claim::Bound(_, binding) => vec![binding],
                _ => continue,
            };
            for unknown in unknowns(self.judge.model, parts) {
                if let MissingQuantity::Derivative(id) = unknown {
                    found.entry(id).or_default().push(check.clone());
                }
            }
        }
        // What is computed stands in the equation that gives it, too.
        let mut computed: Vec<VariableId> = self.judge.recorded.computed.keys().copied().collect();
        computed.sort_unstable();
        for id in computed {
            if let Some((left, right)) = self.judge.recorded.derived(id) {
                let claim = Claim::Equal(left, right);
                let origin = self.judge.model.variables[id.at()].bound;
                let check = RowCheck::new(self.judge.model, CertificateFindingKind::Equation, claim, origin);
                found.entry(id).or_default().push(check);
            }
        }
        found
    }

    /// Equations that give variables from others: those in which one stands as a term of a sum, or as one times what keeps its value
    /// between events.
    fn formulas(&self) -> FxHashMap<VariableId, Vec<VariableFormula>> {
        let model = self.judge.model;
        let mut found: FxHashMap<VariableId, Vec<VariableFormula>> = FxHashMap::default();
        let is_constant =
            |id: ExprId| model.exprs.variables([id]).into_iter().all(|part| is_held(model, part));
        let term = |id: ExprId| match model.exprs.get(id) {
            Expr::Variable(id) => Some(id),
            Expr::Binary(Operator::Multiply, a, b) => match (model.exprs.get(a), model.exprs.get(b)) {
                (Expr::Variable(id), _) if is_constant(b) => Some(id),
                (_, Expr::Variable(id)) if is_constant(a) => Some(id),
                _ => None,
            },
            _ => None,
        };
        let is_variable = |id: ExprId| matches!(model.exprs.get(id), Expr::Variable(_));
        let differentiates = |parts: Vec<ExprId>| {
            unknowns(model, parts).iter().any(|part| matches!(part, MissingQuantity::Derivative(_)))
        };
        for equation in &model.equations {
            let EquationKind::Equality(left, right) = equation.kind else { continue };
            if differentiates(vec![left, right]) {
                continue;
            }
            let mut terms = Vec::new();
            split(model, left, false, &mut terms);
            split(model, right, true, &mut terms);
            let names = terms.len() == 2 && terms.iter().all(|found| is_variable(found.1));
            for id in terms.into_iter().filter_map(|found| term(found.1)) {
                found.entry(id).or_default().push(VariableFormula { left: Some(left), right, names });
            }
        }
        for (id, variable) in (0..).map(VariableId).zip(&model.variables) {
            if let Some(binding) = variable.binding
                && !differentiates(vec![binding])
            {
                let names = is_variable(binding);
                found.entry(id).or_default().push(VariableFormula { left: None, right: binding, names });
            }
        }
        found
    }

    /// The largest term of the sums that each variable stands in, under any of its names.
    fn summed_sizes(&self) -> Vec<f64> {
        let model = self.judge.model;
        let mut sums: Vec<Vec<usize>> = Vec::new();
        let mut add = |left: ExprId, right: Option<ExprId>, own: Option<VariableId>| {
            let mut terms = Vec::new();
            split(model, left, false, &mut terms);
            right.into_iter().for_each(|right| split(model, right, true, &mut terms));
            let mut all: Vec<usize> = own.into_iter().map(VariableId::at).collect();
            for (_, term) in terms {
                match model.exprs.get(term) {
                    Expr::Variable(id) => all.push(id.at()),
                    Expr::Real(_) | Expr::Integer(_) => {}
                    _ => return,
                }
            }
            sums.push(all);
        };
        for equation in &model.equations {
            if let EquationKind::Equality(left, right) = equation.kind {
                add(left, Some(right), None);
            }
        }
        for (id, variable) in (0..).map(VariableId).zip(&model.variables) {
            if let Some(binding) = variable.binding {
                add(binding, None, Some(id));
            }
        }
        // Names of the same are followed until nothing changes; through longer sums one step alone is taken.
        let mut sizes = self.judge.recorded.sizes.clone();
        let share = |sizes: &mut Vec<f64>| {
            for _ in 0..MAX_NAMES {
                let mut changed = false;
                for pair in sums.iter().filter(|sum| sum.len() == 2) {
                    let most = sizes[pair[0]].max(sizes[pair[1]]);
                    changed |= sizes[pair[0]] != most || sizes[pair[1]] != most;
                    (sizes[pair[0]], sizes[pair[1]]) = (most, most);
                }
                if !changed {
                    break;
                }
            }
        };
        share(&mut sizes);
        let mut summed = sizes.clone();
        for sum in sums.iter().filter(|sum| sum.len() > 2) {
            let most = sum.iter().map(|&at| sizes[at]).fold(0.0, f64::max);
            for &at in sum {
                summed[at] = summed[at].max(most);
            }
        }
        share(&mut summed);
        summed
    }

    /// What is left open of a derivative by an equation, if each variable in it is as wrong as the tolerance allows.
    fn inexact(
        &mut self,
        check: &RowCheck,
        id: VariableId,
        tolerance: f64,
        known: &ConditioningData,
    ) -> Option<f64> {
        let variables = check.variables.clone();
        let mut check = check.clone();
        let judge = &mut self.judge;
        let mut side = |judge: &mut Judge| {
            judge.evaluator.clear_cache();
            let found = judge.difference(&mut check).ok()?;
            Some(found.sides.0 - found.sides.1)
        };
        let base = side(judge)?;
        let slope = judge.evaluator.slopes[id.at()];
        let size = slope.abs().max(judge.recorded.slope_sizes[id.at()]);
        // A variable that stands still tells no size.
        let step = 1e-3 * if size > 0.0 { size } else { 1.0 };
        judge.evaluator.slopes[id.at()] = slope + step;
        let moved = side(judge);
        judge.evaluator.slopes[id.at()] = slope;
        let factor = (moved? - base).abs() / step;
        if factor == 0.0 || !factor.is_finite() {
            return None;
        }
        let mut total = 0.0;
        let errors = VariableErrors::new(judge, known, STEPS * tolerance, (&variables, None));
        for variable in variables {
            let value = judge.evaluator.values[variable.at()];
            let step = errors.of(variable);
            if value.is_nan() || step == 0.0 {
                continue;
            }
            judge.evaluator.values[variable.at()] = value + step;
            let moved = side(judge);
            judge.evaluator.values[variable.at()] = value;
            total += moved.map_or(0.0, |moved| (moved - base).abs());
        }
        judge.evaluator.clear_cache();
        Some(total / factor)
    }
}

/// What the tolerance leaves open of variables at a row: a part of their size, or what that of others makes of it. The current of
/// a small resistance is a difference of two voltages, each of which is wrong by a part of its own size, and not of theirs.
struct VariableErrors(FxHashMap<VariableId, f64>);

/// What the error of a variable is by an equation that gives it: those of others, each times a factor.
struct Sensitivity {
    variable: VariableId,
    others: Vec<(VariableId, f64)>,
    names: bool,
}

/// A variable on the way to others: its error by its own size, and through how many formulas it was reached.
#[derive(Clone, Copy)]
struct VisitedVariable {
    own: f64,
    depth: usize,
}

impl VariableErrors {
    /// Of some variables. Errors are followed through as many formulas as that may be, and always inwards: what is nearer to the
    /// variables that are asked for takes nothing back from them.
    /// A variable that is differentiated is as exact as the tolerance says, but for the one that is looked through.
    fn new(
        judge: &mut Judge,
        known: &ConditioningData,
        tolerance: f64,
        (variables, through): (&[VariableId], Option<VariableId>),
    ) -> VariableErrors {
        let mut reached: FxHashMap<VariableId, VisitedVariable> = FxHashMap::default();
        let mut formulas: Vec<Vec<(VariableId, VariableFormula, Vec<VariableId>)>> = Vec::new();
        let mut layer = variables.to_vec();
        for depth in 0..=MAX_FORMULAS {
            let (mut next, mut found) = (Vec::new(), Vec::new());
            while let Some(id) = layer.pop() {
                if reached.contains_key(&id) {
                    continue;
                }
                let own = own_error(judge, known, tolerance, id);
                reached.insert(id, VisitedVariable { own, depth });
                let integrated = known.states.contains(&id) && through != Some(id);
                if depth == MAX_FORMULAS || own == 0.0 || integrated {
                    continue;
                }
                for &formula in known.formulas.get(&id).into_iter().flatten() {
                    let parts = judge.model.exprs.variables(formula.left.into_iter().chain([formula.right]));
                    // Another name is no way.
                    let onward = if formula.names { &mut layer } else { &mut next };
                    onward.extend(parts.iter().copied().filter(|&part| part != id));
                    found.push((id, formula, parts));
                }
            }
            formulas.push(found);
            layer = next;
        }
        let own = |id: VariableId| reached.get(&id).map_or(0.0, |found| found.own);
        let mut errors: FxHashMap<VariableId, f64> =
            reached.iter().map(|(&id, found)| (id, found.own)).collect();
        for (depth, formulas) in formulas.into_iter().enumerate().rev() {
            let made = formulas.iter();
            let made =
                made.filter_map(|(id, formula, parts)| sensitivity(judge, (*id, *formula), parts, &own));
            let (names, ways): (Vec<_>, Vec<_>) = made.partition(|found| found.names);
            let outer =
                |id: &VariableId, than: usize| reached.get(id).is_some_and(|found| found.depth > than);
            spread(&ways, &mut errors, &|id, known| if outer(&id, depth) { known } else { own(id) });
            let beside = |id: VariableId, known: f64| match reached.get(&id) {
                Some(found) if found.depth >= depth => known,
                _ => own(id),
            };
            for _ in 0..MAX_NAMES {
                if !spread(&names, &mut errors, &beside) {
                    break;
                }
            }
        }
        judge.evaluator.clear_cache();
        VariableErrors(errors)
    }

    fn of(&self, id: VariableId) -> f64 {
        self.0.get(&id).copied().unwrap_or(0.0)
    }
}

/// Makes errors as large as those of others make them, all at once; false if nothing changes. Which error of another counts is said
/// by its number and what is known of it.
fn spread(
    sensitivities: &[Sensitivity],
    errors: &mut FxHashMap<VariableId, f64>,
    counts: &dyn Fn(VariableId, f64) -> f64,
) -> bool {
    let of = |errors: &FxHashMap<VariableId, f64>, id: VariableId| {
        counts(id, errors.get(&id).copied().unwrap_or(0.0))
    };
    let made: Vec<f64> = sensitivities
        .iter()
        .map(|found| found.others.iter().map(|&(other, factor)| factor * of(errors, other)).sum())
        .collect();
    let mut changed = false;
    for (found, error) in sensitivities.iter().zip(made) {
        let known = errors.entry(found.variable).or_default();
        if error.is_finite() && error > *known * (1.0 + 1e-9) {
            *known = error;
            changed = true;
        }
    }
    changed
}

/// Parameters are what they are, and so is what changes at events alone.
fn is_held(model: &FlatModel, id: VariableId) -> bool {
    let declared = &model.variables[id.at()];
    is_parameter(model, id) || declared.kind != Type::Real || declared.variability <= Variability::Discrete
}

/// The error of a variable by its own size.
fn own_error(judge: &Judge, known: &ConditioningData, tolerance: f64, id: VariableId) -> f64 {
    if is_held(judge.model, id) {
        return 0.0;
    }
    let size = known.sizes[id.at()];
    let relative = (tolerance * size).max(4.0 * judge.recorded.precisions[id.at()].of(size));
    match known.states.contains(&id) {
        true => relative.max(tolerance / STEPS * known.nominals.get(&id).copied().unwrap_or(1.0)),
        false => relative,
    }
}

/// How the error of a variable follows from those of others by a formula, from differences as large as their own errors.
fn sensitivity(
    judge: &mut Judge,
    (variable, formula): (VariableId, VariableFormula),
    parts: &[VariableId],
    own: &dyn Fn(VariableId) -> f64,
) -> Option<Sensitivity> {
    let base = residual(judge, formula, variable)?;
    let by = own(variable).max(1e-6 * judge.evaluator.values[variable.at()].abs()).max(f64::MIN_POSITIVE);
    let mut slope = |part: VariableId, by: f64| {
        let kept = judge.evaluator.values[part.at()];
        judge.evaluator.values[part.at()] = kept + by;
        let found = residual(judge, formula, variable);
        judge.evaluator.values[part.at()] = kept;
        found.map_or(0.0, |found| (found - base).abs() / by)
    };
    let factor = slope(variable, by);
    if factor == 0.0 || !factor.is_finite() {
        return None;
    }
    let others = parts.iter().filter(|&&part| part != variable && own(part) > 0.0);
    let others = others.map(|&part| (part, slope(part, own(part)) / factor)).collect();
    Some(Sensitivity { variable, others, names: formula.names })
}

/// The difference of the sides of a formula of a variable.
fn residual(
    judge: &mut Judge,
    VariableFormula { left, right, .. }: VariableFormula,
    id: VariableId,
) -> Option<f64> {
    judge.evaluator.begin_equation();
    judge.evaluator.clear_cache();
    let left = match left {
        Some(left) => judge.evaluator.number(left).ok()?,
        None => judge.evaluator.values[id.at()],
    };
    let difference = left - judge.evaluator.number(right).ok()?;
    Some(difference).filter(|difference| difference.is_finite())
}
