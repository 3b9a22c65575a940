//! Branches of an `if` that do not bring the same number of equations: which of them differs, and by what.

use std::collections::BTreeSet;

use equations::{Equation, EquationKind, Expr, ExprId, Variability, VariableId};
use syntax::{Diagnostic, DiagnosticCode, Place, Span};

use crate::Flattener;
use crate::error::list_in_words;

/// So many unknowns are named.
const MAX_NAMES: usize = 3;

/// A branch: where its equations are written, none if it has none, and what they are.
pub(crate) struct BranchBody<'b> {
    pub(crate) span: Option<Span>,
    pub(crate) equations: &'b [Equation],
}

impl Flattener<'_> {
    /// What is wrong with the branches of the `if` at a place; none if they have the same number of equations.
    pub(crate) fn uneven_branches(&self, whole: Place, branches: &[BranchBody]) -> Option<Diagnostic> {
        let counts: Vec<usize> = branches.iter().map(|body| self.model.count(body.equations)).collect();
        let usual = usual(&counts)?;
        let odd = counts.iter().position(|&count| count != usual)?;
        let place = |body: &BranchBody| body.span.map(|span| Place { span, ..whole });
        let (count, body) = (counts[odd], &branches[odd]);
        let numbers: Vec<String> = counts.iter().map(ToString::to_string).collect();
        let message = format!("the branches of this `if` have {} equations", list_in_words(&numbers));
        let mut found =
            Diagnostic::new(DiagnosticCode::UnevenBranches, place(body).unwrap_or(whole), message)
                .label(label(count, place(body).is_some()));
        for (at, (other, &count)) in branches.iter().zip(&counts).enumerate() {
            // Where the branch that differs is not written, the whole `if` is shown already.
            if let Some(place) = place(other).filter(|_| at != odd && place(body).is_some()) {
                found = found.related(place, counted(count));
            }
        }
        found = found.note("whichever condition holds, there have to be as many equations as unknowns").note(
            "only a condition of parameters with values is decided at once, and its branches may differ",
        );
        // What the branches with more equations speak of, and those with fewer do not.
        let held = |less: bool| -> BTreeSet<VariableId> {
            let side = branches.iter().zip(&counts).filter(|found| (*found.1 < usual.max(count)) == less);
            side.flat_map(|found| self.unknowns(found.0.equations)).collect()
        };
        let (fewer, more) = (held(true), held(false));
        let missing: Vec<VariableId> = more.difference(&fewer).copied().collect();
        // What stands alone on a side is what an equation is meant to determine.
        let meant: Vec<VariableId> = {
            let longer = branches.iter().zip(&counts).filter(|found| *found.1 == usual.max(count));
            let alone: BTreeSet<VariableId> =
                longer.flat_map(|found| self.alone(found.0.equations)).collect();
            missing.iter().copied().filter(|variable| alone.contains(variable)).collect()
        };
        let lacking: Vec<String> = if meant.is_empty() { missing } else { meant }
            .iter()
            .take(MAX_NAMES)
            .map(|&id| format!("`{}`", self.model.variable_name(id)))
            .collect();
        let what = if lacking.is_empty() { String::new() } else { format!(" for {}", lacking.join(" or ")) };
        let number = count.abs_diff(usual);
        let missing = if number == 1 { "an equation".to_string() } else { format!("{number} equations") };
        Some(found.help(match (count < usual, place(body)) {
            (true, Some(_)) => format!("add {missing}{what} to this branch"),
            (true, None) => format!("add an `else` with {missing}{what}"),
            (false, _) => {
                let some = if number == 1 { "one of its equations" } else { &missing };
                format!("take {some} out of this branch, or give the others {missing} more{what}")
            }
        }))
    }

    /// The variables that stand alone on a side of equations.
    fn alone(&self, equations: &[Equation]) -> Vec<VariableId> {
        let variable = |id: ExprId| match self.model.exprs.get(id) {
            Expr::Variable(variable) => Some(variable),
            _ => None,
        };
        let sides = equations.iter().filter_map(|equation| match equation.kind {
            EquationKind::Equality(left, right) => Some([left, right]),
            _ => None,
        });
        sides.flatten().filter_map(variable).collect()
    }

    /// The unknowns in equations.
    fn unknowns(&self, equations: &[Equation]) -> BTreeSet<VariableId> {
        let exprs = &self.model.exprs;
        let mut todo = Vec::new();
        equations.iter().for_each(|equation| equation.parts(&mut todo));
        let unknown = |id: &VariableId| self.model.variables[id.at()].variability > Variability::Parameter;
        exprs.variables(todo).into_iter().filter(unknown).collect()
    }
}

/// The number of equations that a branch should have: what most have, and of two that are as frequent the larger; none if
/// all have the same.
fn usual(counts: &[usize]) -> Option<usize> {
    let often = |count: usize| counts.iter().filter(|&&other| other == count).count();
    let first = *counts.first()?;
    let differ = counts.iter().any(|&count| count != first);
    counts.iter().copied().filter(|_| differ).max_by_key(|&count| (often(count), count))
}

fn label(count: usize, written: bool) -> String {
    if written { counted(count) } else { "no equation at all where no condition holds".to_string() }
}

fn counted(count: usize) -> String {
    match count {
        0 => "no equation".to_string(),
        1 => "1 equation".to_string(),
        _ => format!("{count} equations"),
    }
}
