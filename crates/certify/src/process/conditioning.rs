//! Whether rows resolve what a derivative is compared with.
//!
//! The integral of a recorded derivative says something only if two things hold. The rows must be about as dense as the steps
//! that were taken: a method of order four has, over n of its steps at once, an error n^5 times that of one, and so has
//! the cubic through the rows. And the derivative must be well-conditioned: of a stiff variable, such as the voltage of a
//! node with next to no capacitance, it is a small difference of large terms divided by something small, and what
//! the tolerance leaves open in these terms is more than all that the variable ever changes by.

use equations::{EquationKind, Expr, ExprId, VariableId};
use rustc_hash::FxHashMap;

use super::{Process, STEPS};
use crate::judge::Claim;
use crate::quadrature::{State, Suspect};
use crate::recorded::{Unknown, is_parameter, split, unknowns};

/// So many names of the same are followed.
const MAX_NAMES: usize = 100;

/// What is known of derivatives once one is looked at.
#[derive(Default)]
pub(super) struct Conditioning {
    known: Option<Known>,
}

struct Known {
    /// The equations, by number, in which each derivative stands.
    equations: FxHashMap<VariableId, Vec<usize>>,
    /// The size that the error of each variable is measured by: that of the largest term of a sum that it stands in, since
    /// the current of a capacitance is what others leave of each other.
    sizes: Vec<f64>,
}

impl Process<'_, '_> {
    /// Whether the rows decide about a variable over the interval that begins at a row.
    pub(super) fn is_resolved(
        &mut self,
        conditioning: &mut Conditioning,
        state: &State,
        suspect: &Suspect,
        row: usize,
    ) -> bool {
        let tolerance = self.options.tolerance;
        if let (Some(from), Some(to)) = (self.options.taken.get(row), self.options.taken.get(row + 1)) {
            let steps = f64::from(to.saturating_sub(*from));
            if suspect.gap <= steps.powi(5) * tolerance * state.size.max(suspect.gap) {
                return false;
            }
        }
        let width = self.table.times[row + 1] - self.table.times[row];
        let known = conditioning
            .known
            .take()
            .unwrap_or_else(|| Known { equations: self.derivatives(), sizes: self.summed_sizes() });
        let mut open = f64::MAX;
        for at in known.equations.get(&state.id).into_iter().flatten() {
            for row in [row, row + 1] {
                let table = self.table;
                self.judge.recorded.load(
                    &mut self.judge.evaluator,
                    table.times[row],
                    table.points.point(row),
                );
                if let Some(error) = self.inexact(*at, state.id, tolerance, &known.sizes) {
                    open = open.min(error);
                }
            }
        }
        conditioning.known = Some(known);
        open == f64::MAX || suspect.gap > width * open
    }

    fn derivatives(&self) -> FxHashMap<VariableId, Vec<usize>> {
        let mut found: FxHashMap<VariableId, Vec<usize>> = FxHashMap::default();
        for (at, check) in self.always.iter().enumerate().filter(|(_, check)| check.differentiates) {
            let parts = match check.claim {
                Claim::Equal(left, right) => vec![left, right],
                Claim::Bound(_, binding) => vec![binding],
                _ => continue,
            };
            for unknown in unknowns(self.judge.model, parts) {
                if let Unknown::Derivative(id) = unknown {
                    found.entry(id).or_default().push(at);
                }
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
    fn inexact(&mut self, at: usize, id: VariableId, tolerance: f64, sizes: &[f64]) -> Option<f64> {
        let mut check = self.always[at].clone();
        let judge = &mut self.judge;
        let mut side = |judge: &mut crate::judge::Judge| {
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
        for variable in self.always[at].variables.clone() {
            let value = judge.evaluator.values[variable.at()];
            let step = STEPS * tolerance * sizes[variable.at()];
            // Parameters are what they are.
            if value.is_nan() || step == 0.0 || is_parameter(judge.model, variable) {
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
