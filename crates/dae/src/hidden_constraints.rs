//! Constraints that the places of unknowns do not show, put in the place of a row that hides them.
//!
//! In `x + y + 2*z = 0` and `x + y + z = 1` coefficients cancel: the rows do not determine `x` and `y`, their difference is a
//! constraint on `z`. G. Tan, N. S. Nedialkov, J. D. Pryce, "Conversion methods for improving structural analysis of
//! differential-algebraic equation systems" (BIT 2017), the linear combination method: one of the rows is replaced by the
//! combination, and the index is reduced anew. As long as the factors are numbers and the row that goes is part of the
//! combination, the system has the same solutions.

use base::Residue;
use equations::{ExprId, Value, VariableId};
use rustc_hash::FxHashMap;

use crate::dae::{Equality, RowId, RowKind, VariableRole};
use crate::dependent_blocks::{DependentBlock, dependences};
use crate::index_reduction::ReducedDae;
use crate::schedule::{LinearBlock, Schedule};

/// So many rows are combined at most.
const MAX_ROWS: usize = 100;

/// Beyond this part of their size sums of factors times coefficients are not zero.
const ROUNDING: f64 = 1e-12;

impl ReducedDae {
    /// A row of the system as it was before index reduction, which had `written` rows, and the hidden constraint that can
    /// take its place; none if in these blocks no rows with numbers for coefficients depend on each other.
    pub(crate) fn hidden_constraint(
        &mut self,
        schedule: &Schedule,
        blocks: &[DependentBlock],
        written: usize,
    ) -> Option<(RowId, Equality)> {
        blocks.iter().find_map(|(at, _)| self.combination(schedule.blocks[*at].linear()?, written))
    }

    /// The parameters with known values that are coefficients in rows which depend on each other: it depends on them what
    /// these hide. The other rows of their block may have any coefficients.
    pub(crate) fn coefficient_parameters(
        &self,
        schedule: &Schedule,
        blocks: &[DependentBlock],
    ) -> Vec<VariableId> {
        let mut factors = Vec::new();
        for (at, found) in blocks {
            let Some(linear) = schedule.blocks[*at].linear() else { continue };
            let rows: Vec<u32> = found.iter().flatten().map(|entry| entry.0).collect();
            let entries = linear.coefficients.iter().filter(|entry| rows.contains(&entry.0));
            factors.extend(entries.map(|entry| entry.2));
        }
        let mut parameters = self.dae.model.exprs.variables(factors);
        let dae = &self.dae;
        parameters.retain(|&id| {
            dae.roles[id.at()] == VariableRole::Parameter
                && dae.aliases[id.at()].is_none()
                && dae.attributes.value(id).and_then(Value::as_real).is_some()
        });
        parameters
    }

    fn combination(&mut self, linear: &LinearBlock, written: usize) -> Option<(RowId, Equality)> {
        let factors = factors(linear, &|factor| self.dae.model.exprs.number(factor))?;
        let replaced = factors.iter().find(|found| linear.rows[found.0].at() < written)?;
        let row = linear.rows[replaced.0];
        let exprs = &mut self.dae.model.exprs;
        let mut sum = exprs.real(0.0);
        for &(at, factor) in &factors {
            let factor = exprs.real(factor);
            let term = exprs.product(factor, linear.rest[at]);
            sum = exprs.sum(sum, term);
        }
        // What holds no unknown is a contradiction, or says nothing.
        let held = self.dae.model.exprs.variables([sum]);
        let says = held.iter().any(|&variable| self.dae.is_unknown(variable));
        let right = self.dae.model.exprs.real(0.0);
        let origin = self.dae.rows[row.at()].origin;
        says.then_some((row, Equality { left: sum, right, kind: RowKind::Continuous, origin }))
    }
}

/// Factors with which rows of a linear block that have numbers for coefficients add up to nothing but their rests, each with
/// the number of its row; none if these rows are independent.
fn factors(linear: &LinearBlock, number: &dyn Fn(ExprId) -> Option<f64>) -> Option<Vec<(usize, f64)>> {
    let found =
        dependences(linear, &mut |factor| Residue::from_number(number(factor)?)).into_iter().next()?;
    let involved: Vec<usize> = found.iter().map(|entry| entry.0 as usize).collect();
    if involved.len() > MAX_ROWS {
        return None;
    }
    let place = |row: u32| involved.iter().position(|&known| known == row as usize);
    let mut columns: FxHashMap<u32, Vec<f64>> = FxHashMap::default();
    for &(row, column, factor) in &linear.coefficients {
        if let (Some(at), Some(value)) = (place(row), number(factor)) {
            columns.entry(column).or_insert_with(|| vec![0.0; involved.len()])[at] += value;
        }
    }
    let mut columns: Vec<(u32, Vec<f64>)> = columns.into_iter().collect();
    columns.sort_unstable_by_key(|column| column.0);
    let columns: Vec<Vec<f64>> = columns.into_iter().map(|column| column.1).collect();
    let factors = vanishing(&columns, involved.len())?;
    Some(involved.into_iter().zip(factors).collect())
}

/// Numbers, of which the first is one, that give zero with every one of some lists. That there are such numbers is known
/// exactly; here they are rounded.
fn vanishing(lists: &[Vec<f64>], count: usize) -> Option<Vec<f64>> {
    let mut rows = lists.to_vec();
    let mut pivots = Vec::with_capacity(count);
    for column in 1..count {
        let open = (0..rows.len()).filter(|at| !pivots.contains(at));
        let pivot = open.max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        if rows[pivot][column] == 0.0 {
            return None;
        }
        let own = rows[pivot].clone();
        for (at, row) in rows.iter_mut().enumerate().filter(|(_, row)| row[column] != 0.0) {
            if at != pivot {
                let factor = row[column] / own[column];
                row.iter_mut().zip(&own).for_each(|(value, own)| *value -= factor * own);
                row[column] = 0.0;
            }
        }
        pivots.push(pivot);
    }
    let rest = pivots.iter().zip(1..).map(|(&pivot, column)| -rows[pivot][0] / rows[pivot][column]);
    let numbers: Vec<f64> = std::iter::once(1.0).chain(rest).collect();
    let vanishes = |list: &Vec<f64>| {
        let terms = || list.iter().zip(&numbers).map(|(value, number)| value * number);
        let size = terms().fold(0.0, |most: f64, term| most.max(term.abs()));
        terms().sum::<f64>().abs() <= ROUNDING * size
    };
    lists.iter().all(vanishes).then_some(numbers)
}
