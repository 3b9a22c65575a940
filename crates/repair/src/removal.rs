//! Too many equations: which statements of the text could go.
//!
//! Bunus (2002), chapter 5, with the corrections of a statement being removed as a whole and of validity being decided
//! by matching.

use structure::{Incidence, Part, safe};

use crate::annotate::Annotation;
use crate::problem::Problem;
use crate::statement::{StatementId, StatementKind, Statements};
use crate::trial::{Deficit, Trial};

/// Statements that could go together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The statements, ascending.
    pub statements: Vec<StatementId>,
    /// What would be left by the rows alone; connections may make other equations instead.
    pub left: Deficit,
    /// True if what competes hangs together without them, so that nothing is cut off.
    pub safe: bool,
    /// True if a class would be left without equations.
    pub empties: bool,
    /// The higher, the likelier.
    pub score: i32,
}

/// So many statements are combined, and so many combinations are tried.
const MAX_SET: usize = 3;
const MAX_TRIES: usize = 2_000;

/// The sets of statements that could go to end a problem, the likeliest first.
pub fn removals(
    incidence: &Incidence,
    trial: &Trial,
    problem: &Problem,
    statements: &Statements,
    annotations: &[Annotation],
) -> Vec<Removal> {
    let part = Part { rows: problem.rows.clone(), columns: problem.columns.clone() };
    let safe_rows = safe(incidence, &part).rows;
    let is_safe = |id: StatementId| {
        let rows = &statements.get(id).rows;
        rows.iter().all(|row| safe_rows.binary_search(row).is_ok())
    };
    let before = trial.deficit();
    let mut candidates: Vec<StatementId> =
        problem.rows.iter().flat_map(|&row| statements.of_row[row as usize].iter().copied()).collect();
    candidates.sort_unstable();
    candidates.dedup();
    // Statements that take away nothing but what is too many, by themselves.
    let mut single = Vec::new();
    let mut found = Vec::new();
    for &id in &candidates {
        let statement = statements.get(id);
        if statement.kind == StatementKind::Connect || statement.rows.len() > problem.excess() {
            continue;
        }
        let left = trial.without(&statement.rows);
        if left.under == before.under && left.over + statement.rows.len() == before.over {
            if statement.rows.len() == problem.excess() {
                found.push(removal(vec![id], left, statements, annotations, &is_safe));
            } else {
                single.push(id);
            }
        }
    }
    let mut tries = 0;
    let mut chosen = Vec::new();
    combine(&single, problem.excess(), statements, &mut chosen, &mut |set| {
        tries += 1;
        let rows: Vec<u32> = set.iter().flat_map(|&id| statements.get(id).rows.iter().copied()).collect();
        let left = trial.without(&rows);
        if left.under == before.under && left.over + rows.len() == before.over {
            found.push(removal(set.to_vec(), left, statements, annotations, &is_safe));
        }
        tries < MAX_TRIES
    });
    found.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.statements.cmp(&b.statements)));
    found
}

/// Calls `visit` with all sets of statements that make as many rows as are too many; false from it ends the search.
fn combine(
    from: &[StatementId],
    missing: usize,
    statements: &Statements,
    chosen: &mut Vec<StatementId>,
    visit: &mut impl FnMut(&[StatementId]) -> bool,
) -> bool {
    if missing == 0 {
        return visit(chosen);
    }
    if chosen.len() == MAX_SET {
        return true;
    }
    for (at, &id) in from.iter().enumerate() {
        let rows = statements.get(id).rows.len();
        if rows <= missing {
            chosen.push(id);
            let go_on = combine(&from[at + 1..], missing - rows, statements, chosen, visit);
            chosen.pop();
            if !go_on {
                return false;
            }
        }
    }
    true
}

fn removal(
    set: Vec<StatementId>,
    left: Deficit,
    statements: &Statements,
    annotations: &[Annotation],
    is_safe: &impl Fn(StatementId) -> bool,
) -> Removal {
    let safe = set.iter().all(|&id| is_safe(id));
    let first = |id: StatementId| &annotations[statements.get(id).rows[0] as usize];
    let empties = set.iter().any(|&id| {
        let same = set.iter().filter(|&&other| first(other).class == first(id).class).count();
        statements.get(id).kind == StatementKind::Equation && first(id).associated <= same
    });
    let flexibility = set.iter().map(|&id| i32::from(first(id).flexibility)).min().unwrap_or(0);
    // Freely changed before rigid; nothing cut off; no class left empty; few statements.
    let score =
        20 * flexibility + 15 * i32::from(safe) - 25 * i32::from(empties) - 10 * (set.len() as i32 - 1);
    Removal { statements: set, left, safe, empties, score }
}
