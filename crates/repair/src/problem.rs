//! What is wrong with a system, one thing at a time: connected sets of rows that are too many for their columns, and
//! of columns that are too many for their rows.

use base::DisjointSets;
use structure::{Incidence, NONE, Part};

use crate::structural_analysis::StructuralAnalysis;

/// Rows and columns that do not come out even, and that share nothing with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructuralProblem {
    /// Which way.
    pub kind: StructuralProblemKind,
    /// Its rows, ascending.
    pub rows: Vec<u32>,
    /// Its columns, ascending.
    pub columns: Vec<u32>,
    /// How many rows or columns are too many.
    pub excess: usize,
    /// What it is among the things that places do not show, by its number.
    pub hidden: Option<usize>,
}

/// Which way a problem is out of balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StructuralProblemKind {
    /// More rows than columns.
    Over,
    /// More columns than rows.
    Under,
}

/// All problems of a system: those with too many rows first, each kind in the order of its first row or column, what
/// places do not show last.
pub fn problems(structure: &StructuralAnalysis) -> Vec<StructuralProblem> {
    let parts = &structure.decomposition.parts;
    let mut found = split(&structure.incidence, &parts.over, StructuralProblemKind::Over);
    for (number, hidden) in structure.hidden.iter().enumerate() {
        let mut columns: Vec<u32> =
            hidden.rows.iter().flat_map(|&row| structure.incidence.row(row)).copied().collect();
        columns.sort_unstable();
        columns.dedup();
        let rows = hidden.rows.clone();
        found.push(StructuralProblem {
            kind: StructuralProblemKind::Over,
            rows,
            columns,
            excess: 1,
            hidden: Some(number),
        });
    }
    found.extend(split(&structure.incidence, &parts.under, StructuralProblemKind::Under));
    for (number, hidden) in structure.hidden.iter().enumerate() {
        let columns = hidden.columns.clone();
        found.push(StructuralProblem {
            kind: StructuralProblemKind::Under,
            rows: Vec::new(),
            columns,
            excess: 1,
            hidden: Some(number),
        });
    }
    found
}

/// The connected components of a part.
fn split(incidence: &Incidence, part: &Part, kind: StructuralProblemKind) -> Vec<StructuralProblem> {
    // The rows of the part, and then its columns.
    let mut sets = DisjointSets::new(part.rows.len() + part.columns.len());
    let mut column_at = vec![NONE; incidence.width()];
    for (at, &column) in (part.rows.len() as u32..).zip(&part.columns) {
        column_at[column as usize] = at;
    }
    for (at, &row) in (0..).zip(&part.rows) {
        for &column in incidence.row(row) {
            let other = column_at[column as usize];
            if other != NONE {
                sets.join(at, other);
            }
        }
    }
    let (numbers, count) = sets.number();
    let none = StructuralProblem { kind, rows: Vec::new(), columns: Vec::new(), excess: 0, hidden: None };
    let mut found = vec![none; count];
    for (at, number) in numbers.into_iter().enumerate() {
        let problem = &mut found[number as usize];
        match part.rows.get(at) {
            Some(&row) => problem.rows.push(row),
            None => problem.columns.push(part.columns[at - part.rows.len()]),
        }
    }
    found.iter_mut().for_each(|problem| problem.excess = problem.rows.len().abs_diff(problem.columns.len()));
    found
}
