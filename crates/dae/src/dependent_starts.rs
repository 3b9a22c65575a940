//! Equations of initialization that depend on each other by their numbers: `x + y = 1` and `2*x + 2*y = 3`.
//!
//! By their places they determine two values. By their coefficients one of them says nothing, or contradicts the other, and one
//! value is left open.

use base::Residue;
use equations::{ExprId, VariableId};
use rustc_hash::FxHashSet;

use crate::dae::{Dae, RowId};
use crate::dependent_blocks::dependences;
use crate::exact::ExactEvaluator;
use crate::plan::Plan;
use crate::schedule::ScheduledBlock;

/// Whole numbers below this are what is written.
const MAX_WHOLE: f64 = 1e15;

/// Rows of the initialization problem that add up to nothing but numbers, whatever the unknowns are.
#[derive(Clone, Debug, PartialEq)]
pub struct DependentStart {
    /// The rows, ascending.
    pub rows: Vec<RowId>,
    /// The unknowns in them, of which one is left open.
    pub unknowns: Vec<VariableId>,
    /// Whether they agree, if that is known before the simulation.
    pub agree: Option<bool>,
}

impl Plan {
    /// The equations of initialization whose known coefficients make them depend on each other. What they leave open is not told
    /// where a condition that is too many by its places may determine it.
    pub fn dependent_starts(&self) -> Vec<DependentStart> {
        let mut found = dependent_starts(&self.reduced.dae, &self.initialization.blocks);
        if found.iter().any(|found| found.agree != Some(false)) {
            let surplus = self.initialization.surplus.iter();
            let reached: FxHashSet<RowId> =
                surplus.flat_map(|&row| self.initial_causes(row, usize::MAX)).collect();
            found.retain(|found| {
                found.agree == Some(false) || !found.rows.iter().any(|row| reached.contains(row))
            });
        }
        found
    }
}

/// All equations of initialization that depend on each other, in blocks that are solved one after the other.
pub(crate) fn dependent_starts(dae: &Dae, blocks: &[ScheduledBlock]) -> Vec<DependentStart> {
    let mut exact = ExactEvaluator::new(&dae.model, &dae.attributes, &dae.parameters);
    let mut found = Vec::new();
    for linear in blocks.iter().filter_map(|block| block.linear()) {
        for combination in dependences(linear, &mut |factor| exact.value(factor)) {
            let sum = combination.iter().try_fold(Residue::ZERO, |sum, &(row, factor)| {
                Some(sum.plus(factor.times(exact.value(linear.rest[row as usize])?)))
            });
            let has = |row: u32| combination.iter().any(|term| term.0 == row);
            // 0.9 is not three times 0.3 to the last digit: only whole numbers contradict each other for sure.
            let whole = |number: ExprId| {
                let number = dae.attributes.number(&dae.model, number);
                number.is_some_and(|number| number.fract() == 0.0 && number.abs() < MAX_WHOLE)
            };
            let factors = linear.coefficients.iter().filter(|entry| has(entry.0)).map(|entry| entry.2);
            let rests = combination.iter().map(|term| linear.rest[term.0 as usize]);
            let sure = sum.is_some_and(Residue::is_zero) || factors.chain(rests).all(whole);
            let mut rows: Vec<RowId> = combination.iter().map(|term| linear.rows[term.0 as usize]).collect();
            rows.sort_unstable();
            let held = linear.coefficients.iter().filter(|entry| has(entry.0));
            let mut unknowns: Vec<VariableId> = held.map(|entry| linear.unknowns[entry.1 as usize]).collect();
            unknowns.sort_unstable();
            unknowns.dedup();
            found.push(DependentStart { rows, unknowns, agree: sum.filter(|_| sure).map(Residue::is_zero) });
        }
    }
    found
}
