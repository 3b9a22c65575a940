//! Algebraic loops across `when`s.
//!
//! All equations are sorted together, as if all were active (MLS 3.6, 8.6). What the order leaves in one block is solved
//! together; two `when`s with different conditions in one block are not active at the same instants, whether they need
//! each other's values at once or by way of other equations.

use dae::{ModelRows, RowSource};
use equations::{Equation, EquationKind, ExprId, FlatModel, Statement, Type, Variability, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};
use structure::{Decomposition, Incidence, NONE, decompose};
use syntax::{Diagnostic, DiagnosticCode};

use super::dependencies::{AssignmentDependencies, assignment_dependencies, reads};
use super::{collect, is_clock, place};

/// So many equations of a loop are pointed at.
const MAX_ROWS: usize = 6;

/// Says which `when`s with different conditions need each other's values, and which wait for what they set.
pub(super) fn check_loops(model: &FlatModel, rows: &ModelRows) -> Option<Diagnostic> {
    if !model.equations.iter().any(has_when) {
        return None;
    }
    let mut algorithms = AlgorithmDependencies::default();
    for (at, equation) in (0u32..).zip(&model.equations).filter(|one| has_when(one.1)) {
        if let EquationKind::Algorithm(body, assigned) = &equation.kind {
            algorithms.insert(at, assignment_dependencies(model, body, assigned));
        }
    }
    let incidence = unknown_at_events(model, rows, &algorithms);
    let sorted = decompose(&incidence);
    let loops = WhenLoops { model, rows, algorithms: &algorithms, incidence: &incidence, sorted: &sorted };
    sorted.blocks.iter().find_map(|block| loops.waits(block.rows)).or_else(|| {
        let mut larger = sorted.blocks.iter().filter(|block| block.rows.len() > 1);
        larger.find_map(|block| loops.across(block.rows))
    })
}

fn has_when(equation: &Equation) -> bool {
    match &equation.kind {
        EquationKind::When(_) => true,
        EquationKind::Algorithm(body, _) => body.iter().any(|one| matches!(one, Statement::When(_))),
        _ => false,
    }
}

/// What algorithms with `when`s need, by the number of their equation.
type AlgorithmDependencies = FxHashMap<u32, FxHashMap<VariableId, AssignmentDependencies>>;

/// What has to be found at an instant: of states it is the derivative.
fn unknown_at_events(model: &FlatModel, rows: &ModelRows, algorithms: &AlgorithmDependencies) -> Incidence {
    let mut highest = vec![0; rows.columns.len()];
    for entry in rows.signature.rows().flatten() {
        let known = &mut highest[entry.column as usize];
        *known = entry.order.max(*known);
    }
    let mut incidence = Incidence::new(rows.columns.len());
    for (at, row) in rows.signature.rows().enumerate() {
        let own = row.iter().filter(|entry| entry.order == highest[entry.column as usize]);
        let mut columns: Vec<u32> = own.map(|entry| entry.column).collect();
        // Of what an algorithm reads a variable that it sets may need little.
        if let Some((target, needs)) = algorithm(model, rows, algorithms, at as u32) {
            let needed = |column: &u32| {
                let variable = rows.columns[*column as usize];
                variable == target || needs.variables.binary_search(&variable).is_ok()
            };
            columns.retain(needed);
        }
        incidence.push(&columns);
    }
    incidence
}

/// The variable that a row of an algorithm with `when`s sets, and what that needs.
fn algorithm<'a>(
    model: &FlatModel,
    rows: &ModelRows,
    algorithms: &'a AlgorithmDependencies,
    row: u32,
) -> Option<(VariableId, &'a AssignmentDependencies)> {
    let RowSource::Equation(at, number) = rows.rows[row as usize].source else { return None };
    let EquationKind::Algorithm(_, assigned) = &model.equations[at as usize].kind else { return None };
    let target = *assigned.get(number as usize)?;
    Some((target, algorithms.get(&at)?.get(&target)?))
}

struct WhenLoops<'a> {
    model: &'a FlatModel,
    rows: &'a ModelRows,
    algorithms: &'a AlgorithmDependencies,
    incidence: &'a Incidence,
    sorted: &'a Decomposition,
}

impl WhenLoops<'_> {
    /// A `when` of a block whose condition needs what it sets, directly or by way of what is discrete.
    fn waits(&self, block: &[u32]) -> Option<Diagnostic> {
        let whens: Vec<u32> = block.iter().copied().filter(|&row| self.conditions(row).is_some()).collect();
        if whens.is_empty() {
            return None;
        }
        let block: FxHashSet<u32> = block.iter().copied().collect();
        whens.into_iter().find_map(|row| self.waits_for_itself(&block, row))
    }

    fn waits_for_itself(&self, block: &FxHashSet<u32>, row: u32) -> Option<Diagnostic> {
        let RowSource::Equation(at, _) = self.rows.rows[row as usize].source else { return None };
        let EquationKind::When(branches) = &self.model.equations[at as usize].kind else { return None };
        let conditions = self.conditions(row)?;
        let mut targets = Vec::new();
        branches.iter().for_each(|branch| collect(self.model, &branch.1, &mut targets));
        // Each row on the way, and the variable that it gives.
        let mut way: Vec<(Option<usize>, u32, VariableId)> = Vec::new();
        let mut todo: Vec<(Option<usize>, VariableId)> = conditions
            .iter()
            .flat_map(|&condition| reads(self.model, condition))
            .map(|variable| (None, variable))
            .collect();
        let mut seen = FxHashSet::default();
        while let Some((from, variable)) = todo.pop() {
            if targets.contains(&variable) {
                return Some(self.waiting(row, variable, &way, from));
            }
            let own = &self.model.variables[variable.at()];
            let column = self.rows.column_of[variable.at()];
            let discrete = own.kind != Type::Real || own.variability == Variability::Discrete;
            if column == NONE || !discrete || !seen.insert(variable) {
                continue;
            }
            let next = self.sorted.matching.row_of[column as usize];
            if !block.contains(&next) {
                continue;
            }
            way.push((from, next, variable));
            let needed = self.incidence.row(next).iter().map(|&column| self.rows.columns[column as usize]);
            let here = way.len() - 1;
            todo.extend(needed.filter(|&other| other != variable).map(|other| (Some(here), other)));
        }
        None
    }

    fn waiting(
        &self,
        row: u32,
        variable: VariableId,
        way: &[(Option<usize>, u32, VariableId)],
        from: Option<usize>,
    ) -> Diagnostic {
        let name = self.model.variable_name(variable);
        let at = |row: u32| place(self.model, self.rows.rows[row as usize].origin);
        let mut found = Diagnostic::new(
            DiagnosticCode::WhenLoop,
            at(row),
            format!("the condition of this `when` depends on `{name}`, which the `when` itself sets"),
        )
        .label(format!("whether it is active depends on the value of `{name}` after the event"));
        let mut step = from;
        while let Some((before, row, variable)) = step.map(|at| way[at]) {
            let text = format!("the condition needs `{}` from here", self.model.variable_name(variable));
            found = found.related(at(row), text);
            step = before;
        }
        found
            .note("all equations hold at once at an event: an active and an inactive `when` could both be consistent, or neither")
            .help(format!("use the value before the event in the condition: `pre({name})`"))
    }

    /// A loop through rows of two `when`s of a block.
    fn across(&self, block: &[u32]) -> Option<Diagnostic> {
        let whens = block.iter().filter_map(|&row| Some((row, self.conditions(row)?)));
        let whens: Vec<(u32, Vec<ExprId>)> = whens.collect();
        let first = whens.first()?;
        let second = whens.iter().find(|when| when.1 != first.1)?;
        let mut path = self.way(block, first.0, second.0)?;
        path.extend(self.way(block, second.0, first.0)?);
        let name = |row: u32| format!("`{}`", self.model.variable_name(self.given(row)));
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
            DiagnosticCode::WhenLoop,
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
                .help("use the value before the event, `pre(…)`, in one of them"),
        )
    }

    /// The variable that a row gives: what it sets, or what it is to be solved for.
    fn given(&self, row: u32) -> VariableId {
        let matched = self.sorted.matching.column_of[row as usize];
        let matched = self.rows.columns[matched as usize];
        let RowSource::Equation(at, number) = self.rows.rows[row as usize].source else { return matched };
        match &self.model.equations[at as usize].kind {
            EquationKind::When(branches) => {
                let mut targets = Vec::new();
                branches.iter().for_each(|branch| collect(self.model, &branch.1, &mut targets));
                targets.sort_unstable();
                targets.dedup();
                targets.get(number as usize).copied().unwrap_or(matched)
            }
            EquationKind::Algorithm(_, assigned) => assigned.get(number as usize).copied().unwrap_or(matched),
            _ => matched,
        }
    }

    /// The conditions of the `when` that a row belongs to.
    fn conditions(&self, row: u32) -> Option<Vec<ExprId>> {
        let RowSource::Equation(at, _) = self.rows.rows[row as usize].source else { return None };
        let conditions: Vec<ExprId> = match &self.model.equations[at as usize].kind {
            EquationKind::When(branches) => branches.iter().map(|branch| branch.0).collect(),
            EquationKind::Algorithm(..) => {
                algorithm(self.model, self.rows, self.algorithms, row)?.1.conditions.clone()
            }
            _ => return None,
        };
        let clocked = conditions.iter().any(|&condition| is_clock(self.model, condition));
        (!conditions.is_empty() && !clocked).then_some(conditions)
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
