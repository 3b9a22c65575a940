//! What is wrong with a system, one thing at a time: connected sets of rows that are too many for their columns, and
//! of columns that are too many for their rows.

use structure::{Dependence, Incidence, NONE, Part};

use crate::standing::Standing;

/// Rows and columns that do not come out even, and that share nothing with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Which way.
    pub kind: ProblemKind,
    /// Its rows, ascending.
    pub rows: Vec<u32>,
    /// Its columns, ascending.
    pub columns: Vec<u32>,
    /// How many rows or columns are too many.
    pub excess: usize,
    /// The dependence that it is, by its number, if matching alone does not show it.
    pub hidden: Option<usize>,
}

/// Which way a problem is out of balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProblemKind {
    /// More rows than columns.
    Over,
    /// More columns than rows.
    Under,
}

/// All problems of a system: those with too many rows first, each kind in the order of its first row or column.
/// `rows` is the system as it was before rows that follow from others were emptied.
pub fn problems(standing: &Standing, rows: &Incidence) -> Vec<Problem> {
    let parts = &standing.decomposition.parts;
    let mut found = split(&standing.incidence, &parts.over, ProblemKind::Over);
    for problem in &mut found {
        let is_row = |dependence: &Dependence| problem.rows == [dependence.row];
        problem.hidden = standing.hidden.iter().position(is_row);
        if let Some(number) = problem.hidden {
            problem.rows = standing.hidden[number].combination.iter().map(|term| term.0).collect();
            problem.columns = problem.rows.iter().flat_map(|&row| rows.row(row)).copied().collect();
            problem.columns.sort_unstable();
            problem.columns.dedup();
        }
    }
    found.extend(split(&standing.incidence, &parts.under, ProblemKind::Under));
    found
}

/// The connected components of a part.
fn split(incidence: &Incidence, part: &Part, kind: ProblemKind) -> Vec<Problem> {
    // Union-find over the rows of the part and then its columns.
    let mut sets: Vec<u32> = (0..(part.rows.len() + part.columns.len()) as u32).collect();
    let mut column_at = vec![NONE; incidence.width()];
    for (at, &column) in (part.rows.len() as u32..).zip(&part.columns) {
        column_at[column as usize] = at;
    }
    for (at, &row) in (0..).zip(&part.rows) {
        for &column in incidence.row(row) {
            let other = column_at[column as usize];
            if other != NONE {
                let (a, b) = (root(&mut sets, at), root(&mut sets, other));
                sets[a.max(b) as usize] = a.min(b);
            }
        }
    }
    let mut numbers = vec![NONE; sets.len()];
    let mut found: Vec<Problem> = Vec::new();
    for at in 0..sets.len() as u32 {
        let set = root(&mut sets, at) as usize;
        if numbers[set] == NONE {
            numbers[set] = found.len() as u32;
            found.push(Problem { kind, rows: Vec::new(), columns: Vec::new(), excess: 0, hidden: None });
        }
        let problem = &mut found[numbers[set] as usize];
        match part.rows.get(at as usize) {
            Some(&row) => problem.rows.push(row),
            None => problem.columns.push(part.columns[at as usize - part.rows.len()]),
        }
    }
    found.iter_mut().for_each(|problem| problem.excess = problem.rows.len().abs_diff(problem.columns.len()));
    found
}

fn root(sets: &mut [u32], mut at: u32) -> u32 {
    while sets[at as usize] != at {
        sets[at as usize] = sets[sets[at as usize] as usize];
        at = sets[at as usize];
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_that_share_nothing_are_told_apart() {
        // Two rows for column 0, three for columns 1 and 2, none for column 3, and one for columns 4 and 5.
        let rows: [&[u32]; 6] = [&[0], &[0], &[1], &[1, 2], &[2], &[4, 5]];
        let incidence = Incidence::from_rows(6, rows);
        let decomposition = structure::decompose(&incidence);
        let standing =
            Standing { incidence: incidence.clone(), decomposition, hidden: Vec::new(), plain: Vec::new() };
        let found = problems(&standing, &incidence);
        let shown: Vec<(ProblemKind, &[u32], &[u32])> =
            found.iter().map(|found| (found.kind, &found.rows[..], &found.columns[..])).collect();
        assert_eq!(
            shown,
            [
                (ProblemKind::Over, &[0, 1][..], &[0][..]),
                (ProblemKind::Over, &[2, 3, 4], &[1, 2]),
                (ProblemKind::Under, &[5], &[4, 5]),
                (ProblemKind::Under, &[], &[3]),
            ]
        );
        assert!(found.iter().all(|found| found.excess == 1));
    }
}
