//! Whether rows resolve what a derivative is compared with.
//!
//! The integral of a recorded derivative says something only if two things hold. The rows must be about as dense as the steps
//! that were taken: a method of order four has, over n of its steps at once, an error n^5 times that of one, and so has
//! the cubic through the rows. And the derivative must be well-conditioned: of a stiff variable, such as the voltage of a
//! node with next to no capacitance, it is a small difference of large terms divided by something small, and what
//! the tolerance leaves open in these terms is more than all that the variable ever changes by.

use equations::{EquationKind, Expr, ExprId, Operator, Type, Variability, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::origins::differentiated;
use super::{Process, STEPS};
use crate::certificate::FindingKind;
use crate::judge::{Check, Claim, Judge};
use crate::quadrature::{State, Suspect};
use crate::recorded::{Unknown, is_parameter, split, unknowns};

/// So many names of the same are followed.
const MAX_NAMES: usize = 100;

/// So many formulas are followed from one to the next.
const MAX_FORMULAS: usize = 6;

/// What is known of derivatives once one is looked at.
#[derive(Default)]
pub(super) struct Conditioning<'m> {
    known: Option<Known<'m>>,
}

struct Known<'m> {
    /// The equations in which each derivative stands.
    equations: FxHashMap<VariableId, Vec<Check<'m>>>,
    /// The size that the error of each variable is measured by: that of the largest term of a sum that it stands in, since
    /// the current of a capacitance is what others leave of each other.
    sizes: Vec<f64>,
    /// Equations that give each variable from others.
    formulas: FxHashMap<VariableId, Vec<Formula>>,
    /// Which variables are differentiated: their errors are those of steps.
    states: FxHashSet<VariableId>,
}

/// Two sides that are equal; the first is the variable itself where a binding says so.
#[derive(Clone, Copy)]
struct Formula(Option<ExprId>, ExprId);

impl<'a> Process<'a, '_> {
    /// Whether the rows decide about a variable over the interval that begins at a row.
    pub(super) fn is_resolved(
        &mut self,
        conditioning: &mut Conditioning<'a>,
        state: &State,
        suspect: &Suspect,
        row: usize,
    ) -> bool {
        let tolerance = self.options.tolerance;
        if suspect.rows == 1
            && let (Some(from), Some(to)) = (self.options.taken.get(row), self.options.taken.get(row + 1))
        {
            let steps = f64::from(to.saturating_sub(*from));
            if suspect.gap <= steps.powi(5) * tolerance * state.size.max(suspect.gap) {
                return false;
            }
        }
        let width = suspect.width;
        let known = conditioning.known.take().unwrap_or_else(|| Known {
            equations: self.derivatives(),
            sizes: self.summed_sizes(),
            formulas: self.formulas(),
            states: differentiated(self.judge.model),
        });
        let mut open = f64::MAX;
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
        conditioning.known = Some(known);
        match open == f64::MAX {
            // A derivative that no equation mentions follows from others by differentiation, as exactly as they are. What the
            // model asks of it is that values go on; that they follow it is asked of those it mentions.
            true => !suspect.smooth,
            false => suspect.gap > width * open,
        }
    }

    fn derivatives(&self) -> FxHashMap<VariableId, Vec<Check<'a>>> {
        let mut found: FxHashMap<VariableId, Vec<Check>> = FxHashMap::default();
        for check in self.always.iter().filter(|check| check.differentiates) {
            let parts = match check.claim {
                Claim::Equal(left, right) => vec![left, right],
                Claim::Bound(_, binding) => vec![binding],
                _ => continue,
            };
            for unknown in unknowns(self.judge.model, parts) {
                if let Unknown::Derivative(id) = unknown {
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
                let check = Check::new(self.judge.model, FindingKind::Equation, claim, origin);
                found.entry(id).or_default().push(check);
            }
        }
        found
    }

    /// Equations that give variables from others: those in which one stands as a term of a sum, or as one times a parameter.
    fn formulas(&self) -> FxHashMap<VariableId, Vec<Formula>> {
        let model = self.judge.model;
        let mut found: FxHashMap<VariableId, Vec<Formula>> = FxHashMap::default();
        let is_constant =
            |id: ExprId| model.exprs.variables([id]).into_iter().all(|part| is_parameter(model, part));
        let term = |id: ExprId| match model.exprs.get(id) {
            Expr::Variable(id) => Some(id),
            Expr::Binary(Operator::Multiply, a, b) => match (model.exprs.get(a), model.exprs.get(b)) {
                (Expr::Variable(id), _) if is_constant(b) => Some(id),
                (_, Expr::Variable(id)) if is_constant(a) => Some(id),
                _ => None,
            },
            _ => None,
        };
        let differentiates = |parts: Vec<ExprId>| {
            unknowns(model, parts).iter().any(|part| matches!(part, Unknown::Derivative(_)))
        };
        for equation in &model.equations {
            let EquationKind::Equality(left, right) = equation.kind else { continue };
            if differentiates(vec![left, right]) {
                continue;
            }
            let mut terms = Vec::new();
            split(model, left, false, &mut terms);
            split(model, right, true, &mut terms);
            for id in terms.into_iter().filter_map(|found| term(found.1)) {
                found.entry(id).or_default().push(Formula(Some(left), right));
            }
        }
        for (id, variable) in (0..).map(VariableId).zip(&model.variables) {
            if let Some(binding) = variable.binding
                && !differentiates(vec![binding])
            {
                found.entry(id).or_default().push(Formula(None, binding));
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
    fn inexact(&mut self, check: &Check, id: VariableId, tolerance: f64, known: &Known) -> Option<f64> {
        let variables = check.variables.clone();
        let mut check = check.clone();
        let judge = &mut self.judge;
        let mut side = |judge: &mut Judge| {
            judge.evaluator.forget();
            let found = judge.differ(&mut check).ok()?;
            Some(found.sides.0 - found.sides.1)
        };
        let base = side(judge)?;
        let slope = judge.evaluator.slopes[id.at()];
        let step = 1e-3 * slope.abs().max(judge.recorded.slope_sizes[id.at()]);
        judge.evaluator.slopes[id.at()] = slope + step;
        let moved = side(judge);
        judge.evaluator.slopes[id.at()] = slope;
        let factor = (moved? - base).abs() / step;
        if factor == 0.0 || !factor.is_finite() {
            return None;
        }
        let mut total = 0.0;
        let mut errors = Errors { known, tolerance: STEPS * tolerance, found: FxHashMap::default() };
        for variable in variables {
            let value = judge.evaluator.values[variable.at()];
            let step = errors.of(judge, variable, MAX_FORMULAS);
            if value.is_nan() || step == 0.0 {
                continue;
            }
            judge.evaluator.values[variable.at()] = value + step;
            let moved = side(judge);
            judge.evaluator.values[variable.at()] = value;
            total += moved.map_or(0.0, |moved| (moved - base).abs());
        }
        judge.evaluator.forget();
        Some(total / factor)
    }
}

/// What variables may be wrong by at a row.
struct Errors<'k> {
    known: &'k Known<'k>,
    tolerance: f64,
    found: FxHashMap<VariableId, f64>,
}

impl Errors<'_> {
    /// What the tolerance leaves open of a variable: a part of its size, or what that of others makes of it. The current of a
    /// small resistance is a difference of two voltages, each of which is wrong by a part of its own size, and not of theirs.
    fn of(&mut self, judge: &mut Judge, id: VariableId, depth: usize) -> f64 {
        // Parameters are what they are, and so is what changes at events alone.
        let declared = &judge.model.variables[id.at()];
        if is_parameter(judge.model, id)
            || declared.kind != Type::Real
            || declared.variability <= Variability::Discrete
        {
            return 0.0;
        }
        let precision = self.tolerance.max(4.0 * judge.recorded.precisions[id.at()]);
        let own = precision * self.known.sizes[id.at()];
        if let Some(found) = self.found.get(&id) {
            return *found;
        }
        // Whoever asks for it on the way takes this.
        self.found.insert(id, own);
        if depth == 0 || self.known.states.contains(&id) {
            return own;
        }
        let known = self.known;
        let mut most = own;
        for &formula in known.formulas.get(&id).into_iter().flatten() {
            let sides = formula.0.into_iter().chain([formula.1]);
            let parts: Vec<VariableId> =
                judge.model.exprs.variables(sides).into_iter().filter(|&part| part != id).collect();
            let errors: Vec<f64> = parts.iter().map(|&part| self.of(judge, part, depth - 1)).collect();
            let Some(base) = residual(judge, formula, id) else { continue };
            let moved = |judge: &mut Judge, part: VariableId, by: f64| {
                let kept = judge.evaluator.values[part.at()];
                judge.evaluator.values[part.at()] = kept + by;
                let found = residual(judge, formula, id);
                judge.evaluator.values[part.at()] = kept;
                found.map_or(0.0, |found| (found - base).abs())
            };
            let by = own.max(1e-6 * judge.evaluator.values[id.at()].abs()).max(f64::MIN_POSITIVE);
            let factor = moved(judge, id, by) / by;
            let pairs = parts.iter().zip(&errors).filter(|pair| *pair.1 > 0.0);
            let total: f64 = pairs.map(|(&part, &error)| moved(judge, part, error)).sum();
            if factor > 0.0 && (total / factor).is_finite() {
                most = most.max(total / factor);
            }
        }
        judge.evaluator.forget();
        self.found.insert(id, most);
        most
    }
}

/// The difference of the sides of a formula of a variable.
fn residual(judge: &mut Judge, Formula(left, right): Formula, id: VariableId) -> Option<f64> {
    judge.evaluator.begin();
    judge.evaluator.forget();
    let left = match left {
        Some(left) => judge.evaluator.number(left).ok()?,
        None => judge.evaluator.values[id.at()],
    };
    let difference = left - judge.evaluator.number(right).ok()?;
    Some(difference).filter(|difference| difference.is_finite())
}
