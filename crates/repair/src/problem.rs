//! What is wrong with a system, one thing at a time: connected sets of rows that are too many for their columns, and
//! of columns that are too many for their rows.

use structure::{Decomposition, Incidence, NONE, Part};

/// Rows and columns that do not come out even, and that share nothing with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Which way.
    pub kind: ProblemKind,
    /// Its rows, ascending.
    pub rows: Vec<u32>,
    /// Its columns, ascending.
    pub columns: Vec<u32>,
}

/// Which way a problem is out of balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProblemKind {
    /// More rows than columns.
    Over,
    /// More columns than rows.
    Under,
}

impl Problem {
    /// How many rows or columns are too many.
    pub fn excess(&self) -> usize {
        self.rows.len().abs_diff(self.columns.len())
    }
}

/// All problems of a system: those with too many rows first, each kind in the order of its first row or column.
pub fn problems(incidence: &Incidence, decomposition: &Decomposition) -> Vec<Problem> {
    let parts = &decomposition.parts;
    let mut found = split(incidence, &parts.over, ProblemKind::Over);
    found.extend(split(incidence, &parts.under, ProblemKind::Under));
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
            found.push(Problem { kind, rows: Vec::new(), columns: Vec::new() });
        }
        let problem = &mut found[numbers[set] as usize];
        match part.rows.get(at as usize) {
            Some(&row) => problem.rows.push(row),
            None => problem.columns.push(part.columns[at as usize - part.rows.len()]),
        }
    }
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
        let found = problems(&incidence, &structure::decompose(&incidence));
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
        assert!(found.iter().all(|found| found.excess() == 1));
    }
}
