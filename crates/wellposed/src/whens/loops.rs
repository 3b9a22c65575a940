//! Algebraic loops across `when`s.
//!
//! All equations are sorted together, as if all were active (MLS 3.6, 8.6). What the order leaves in one block is solved
//! together; two `when`s with different conditions in one block are not active at the same instants, whether they need
//! each other's values at once or by way of other equations.

use equations::{EquationKind, ExprId, FlatModel};
use reduce::{Rows, Source};
use rustc_hash::FxHashMap;
use structure::{Decomposition, Incidence, decompose};
use syntax::{Code, Diagnostic};

use super::{is_clock, place};

/// So many equations of a loop are pointed at.
const MAX_ROWS: usize = 6;

/// Says which `when`s with different conditions need each other's values.
pub(super) fn loops(model: &FlatModel, rows: &Rows) -> Option<Diagnostic> {
    if model.equations.iter().filter(|one| matches!(one.kind, EquationKind::When(_))).count() < 2 {
        return None;
    }
    let incidence = unknown_at_events(rows);
    let sorted = decompose(&incidence);
    sorted.blocks.iter().filter(|block| block.rows.len() > 1).find_map(|block| {
        let loops = Loops { model, rows, incidence: &incidence, sorted: &sorted };
        loops.across(block.rows)
    })
}

/// What has to be found at an instant: of states it is the derivative.
fn unknown_at_events(rows: &Rows) -> Incidence {
    let mut highest = vec![0; rows.columns.len()];
    for entry in rows.signature.rows().flatten() {
        let known = &mut highest[entry.column as usize];
        *known = entry.order.max(*known);
    }
    let mut incidence = Incidence::new(rows.columns.len());
    for row in rows.signature.rows() {
        let own = row.iter().filter(|entry| entry.order == highest[entry.column as usize]);
        incidence.push(&own.map(|entry| entry.column).collect::<Vec<u32>>());
    }
    incidence
}

struct Loops<'a> {
    model: &'a FlatModel,
    rows: &'a Rows,
    incidence: &'a Incidence,
    sorted: &'a Decomposition,
}

impl Loops<'_> {
    /// A loop through rows of two `when`s of a block.
    fn across(&self, block: &[u32]) -> Option<Diagnostic> {
        // What an algorithm needs for one variable is not told apart from what it needs for another.
        let kind = |row: u32| match self.rows.rows[row as usize].source {
            Source::Equation(at, _) => Some(&self.model.equations[at as usize].kind),
            Source::Binding(_) => None,
        };
        if block.iter().any(|&row| matches!(kind(row), Some(EquationKind::Algorithm(..)))) {
            return None;
        }
        let whens = block.iter().filter_map(|&row| Some((row, self.conditions(row)?)));
        let whens: Vec<(u32, Vec<ExprId>)> = whens.collect();
        let first = whens.first()?;
        let second = whens.iter().find(|when| when.1 != first.1)?;
        let mut path = self.way(block, first.0, second.0)?;
        path.extend(self.way(block, second.0, first.0)?);
        let name = |row: u32| {
            let column = self.sorted.matching.column_of[row as usize];
            format!("`{}`", self.model.variable_name(self.rows.columns[column as usize]))
        };
        // Each row needs what the next one on the path gives, and the last one what the first gives.
        let mut steps: Vec<(u32, String)> = Vec::new();
        for (at, &row) in path.iter().enumerate() {
            let next = path[(at + 1) % path.len()];
            let what = if self.conditions(row).is_some() { "this `when` sets" } else { "this gives" };
            let text = format!("{what} {}, and needs {}", name(row), name(next));
            if steps.iter().all(|step| step.0 != row) {
                steps.push((row, text));
            }
        }
        let names: Vec<String> =
            steps.iter().filter(|step| self.conditions(step.0).is_some()).map(|step| name(step.0)).collect();
        let at = |row: u32| place(self.model, self.rows.rows[row as usize].origin);
        let mut found = Diagnostic::new(
            Code::WhenLoop,
            at(steps[0].0),
            format!("`when`s with different conditions need each other's values: {}", names.join(", ")),
        )
        .label(&steps[0].1);
        for (row, text) in steps.iter().skip(1).take(MAX_ROWS) {
            found = found.related(at(*row), text);
        }
        Some(
            found
                .note("with one condition they would be solved together; with two, they are active at different times")
                .help("take the value from before the event, `pre(…)`, in one of them"),
        )
    }

    /// The conditions of the `when` that a row belongs to.
    fn conditions(&self, row: u32) -> Option<Vec<ExprId>> {
        let Source::Equation(at, _) = self.rows.rows[row as usize].source else { return None };
        let EquationKind::When(branches) = &self.model.equations[at as usize].kind else { return None };
        let conditions: Vec<ExprId> = branches.iter().map(|branch| branch.0).collect();
        (!conditions.iter().any(|&condition| is_clock(self.model, condition))).then_some(conditions)
    }

    /// A shortest way from one row of a block to what it needs, without the end.
    fn way(&self, block: &[u32], from: u32, to: u32) -> Option<Vec<u32>> {
        let mut before: FxHashMap<u32, u32> = block.iter().map(|&row| (row, u32::MAX)).collect();
        let mut todo = std::collections::VecDeque::from([from]);
        while let Some(row) = todo.pop_front() {
            for &column in self.incidence.row(row) {
                let next = self.sorted.matching.row_of[column as usize];
                let Some(known) = before.get_mut(&next).filter(|known| **known == u32::MAX) else { continue };
                if next == from || next == row {
                    continue;
                }
                *known = row;
                todo.push_back(next);
            }
        }
        let mut path = Vec::new();
        let mut at = to;
        while at != from {
            at = before.get(&at).copied().filter(|&row| row != u32::MAX)?;
            path.push(at);
        }
        path.reverse();
        Some(path)
    }
}
