//! Too many equations: which statements of the text could go.
//!
//! Bunus (2002), chapter 5, with the corrections of a statement being removed as a whole and of validity being decided
//! by matching.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use structure::{Incidence, Part, safe_removals};
use syntax::Place;

use crate::annotation::EquationAnnotation;
use crate::class_text::ClassTextId;
use crate::problem::{StructuralProblem, StructuralProblemKind};
use crate::removal_trial::{Deficit, RemovalTrial};
use crate::statement::{SourceStatementId, SourceStatementKind, SourceStatements};

/// Statements that could go together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The statements, ascending.
    pub statements: Vec<SourceStatementId>,
    /// The problems that this would end, by their numbers.
    pub ends: Vec<usize>,
    /// What would be left by the rows alone; connections may make other equations instead.
    pub left: Deficit,
    /// True if what competes hangs together without them, so that nothing is cut off.
    pub safe: bool,
    /// True if a class would be left without equations.
    pub empties: bool,
    /// True if their classes have too many equations when counted alone.
    pub crowd: bool,
    /// The higher, the likelier.
    pub score: i32,
}

/// So many statements are combined, and so many combinations are tried.
const MAX_SET: usize = 3;
const MAX_TRIES: usize = 2_000;

/// Of so many statements sets are made where more are too many than a set can hold.
const MAX_PARTS: usize = 60;

/// Each try looks at all rows, but not at more than these in all.
const MAX_ROWS: usize = 20_000_000;

/// What ends only a part of what is too much is so much less likely.
const PART: i32 = 15;

/// Where more than one equation is too many, so many statements are proposed that end a part of it.
const MAX_ALONE: usize = 3;

/// What removals are judged by.
pub struct Removals<'a> {
    /// The system.
    pub incidence: &'a Incidence,
    /// The system, to be tried without rows.
    pub trial: &'a RemovalTrial<'a>,
    /// The statements behind its rows.
    pub statements: &'a SourceStatements,
    /// What is known of its rows.
    pub annotations: &'a [EquationAnnotation],
    /// Tells of an equation that its component has too many when it is counted alone.
    pub crowded: &'a dyn Fn(&EquationAnnotation) -> bool,
    /// The classes that connect components.
    pub joining: &'a FxHashSet<ClassTextId>,
    /// What else speaks for a row being the wrong one.
    pub evidence: &'a dyn Fn(u32) -> i32,
}

impl Removals<'_> {
    /// The sets of statements that could go to end problems with too many rows, the likeliest first.
    pub fn find(&self, problems: &[StructuralProblem]) -> Vec<Removal> {
        let over = (0..problems.len()).filter(|&at| problems[at].kind == StructuralProblemKind::Over);
        // What no matching shows cannot be tried by matching.
        let over: Vec<usize> = over.filter(|&at| problems[at].hidden.is_none()).collect();
        let mut problem_of = vec![None; self.incidence.height()];
        let mut safe_rows = vec![false; self.incidence.height()];
        for &at in &over {
            problems[at].rows.iter().for_each(|&row| problem_of[row as usize] = Some(at));
        }
        let part = union(over.iter().map(|&at| &problems[at]));
        safe_removals(self.incidence, &part).rows.into_iter().for_each(|row| safe_rows[row as usize] = true);
        let mut candidates: Vec<SourceStatementId> = over
            .iter()
            .flat_map(|&at| &problems[at].rows)
            .flat_map(|&row| self.statements.of_row[row as usize].iter().copied())
            .collect();
        candidates.sort_unstable();
        candidates.dedup();
        // Connections make other equations when one of them goes, and so cannot be judged by their rows.
        candidates.retain(|&id| self.statements.get(id).kind != SourceStatementKind::Connect);
        let mut found = Vec::new();
        let mut parts: BTreeMap<usize, Vec<(SourceStatementId, Deficit)>> = BTreeMap::new();
        let mut shared: Vec<Removal> = Vec::new();
        for &id in &candidates {
            let rows = &self.statements.get(id).rows;
            // A single row of what competes can always go.
            let alone = matches!(rows[..], [row] if problem_of[row as usize].is_some());
            let before = self.trial.deficit();
            let left =
                if alone { Some(Deficit { over: before.over - 1, ..before }) } else { self.left(rows) };
            let Some(left) = left else { continue };
            let touched = count(rows.iter().filter_map(|&row| problem_of[row as usize]));
            if touched.iter().all(|(&at, &rows)| rows == problems[at].excess) {
                let ends = touched.keys().copied().collect();
                found.push(self.removal(vec![id], ends, left, &safe_rows));
            } else if let Some(&at) = touched.keys().next().filter(|_| touched.len() == 1) {
                parts.entry(at).or_default().push((id, left));
            } else {
                // A class that is used often has one mistake, and what it is used with others.
                let ends = touched.keys().copied().collect();
                shared.push(self.removal(vec![id], ends, left, &safe_rows));
            }
        }
        self.likeliest(&mut shared);
        found.append(&mut shared);
        for (at, parts) in parts {
            // There may be more than one mistake: each of the likeliest by itself.
            let alone = parts.iter().map(|&(id, left)| self.removal(vec![id], vec![at], left, &safe_rows));
            let mut alone: Vec<Removal> = alone.collect();
            self.likeliest(&mut alone);
            found.extend(alone);
            let mut parts: Vec<SourceStatementId> = parts.into_iter().map(|part| part.0).collect();
            let most = MAX_TRIES.min(MAX_ROWS / self.incidence.height().max(1));
            if problems[at].excess > MAX_SET {
                found.extend(self.gather(at, &parts, problems[at].excess, most, &safe_rows));
                // Few statements are enough only if some make many rows.
                parts.sort_by_key(|&id| Reverse(self.statements.get(id).rows.len()));
                parts.truncate(MAX_PARTS);
                parts.sort_unstable();
            }
            let (mut tries, mut chosen) = (0, Vec::new());
            combine(&parts, problems[at].excess, self.statements, &mut chosen, &mut |set| {
                tries += 1;
                let rows: Vec<u32> =
                    set.iter().flat_map(|&id| self.statements.get(id).rows.iter().copied()).collect();
                if let Some(left) = self.left(&rows) {
                    found.push(self.removal(set.to_vec(), vec![at], left, &safe_rows));
                }
                tries < most
            });
        }
        found.sort_by(|a, b| self.likelier(a, b));
        found
    }

    /// Of two that are as likely, the one written later is the one added later.
    fn likelier(&self, a: &Removal, b: &Removal) -> Ordering {
        let places = |removal: &Removal| -> Vec<Place> {
            removal.statements.iter().map(|&id| self.statements.get(id).place).collect()
        };
        b.score.cmp(&a.score).then_with(|| places(b).cmp(&places(a)))
    }

    /// Leaves the likeliest of those that end only a part of what is too much.
    fn likeliest(&self, alone: &mut Vec<Removal>) {
        alone.iter_mut().for_each(|removal| removal.score -= PART);
        alone.sort_by(|a, b| self.likelier(a, b));
        alone.truncate(MAX_ALONE);
    }

    /// Where very many are too many: the likeliest one after the other, as long as each is one too many besides those
    /// before it. There may be other sets that are as likely, but none that is smaller or likelier.
    fn gather(
        &self,
        at: usize,
        parts: &[SourceStatementId],
        excess: usize,
        most: usize,
        safe_rows: &[bool],
    ) -> Option<Removal> {
        let mut sorted: Vec<Removal> = parts
            .iter()
            .map(|&id| self.removal(vec![id], vec![at], self.trial.deficit(), safe_rows))
            .collect();
        sorted.sort_by(|a, b| self.likelier(a, b));
        let (mut set, mut rows, mut score) = (Vec::new(), Vec::new(), i32::MAX);
        let mut left = None;
        for removal in sorted.iter().take(most) {
            let own = &self.statements.get(removal.statements[0]).rows;
            if rows.len() + own.len() > excess {
                continue;
            }
            let before = rows.len();
            rows.extend_from_slice(own);
            match self.left(&rows) {
                Some(without) => {
                    set.push(removal.statements[0]);
                    score = score.min(removal.score);
                    left = Some(without);
                }
                None => rows.truncate(before),
            }
            if rows.len() == excess {
                break;
            }
        }
        set.sort_unstable();
        // What cannot be taken away as a whole is no answer.
        let mut whole = self.removal(set, vec![at], left.filter(|_| rows.len() == excess)?, safe_rows);
        // Before each of them alone, of which the rest would have to be found again and again.
        whole.score = score - PART + 1;
        Some(whole)
    }

    /// What is left without rows, if each of them is one too many.
    fn left(&self, rows: &[u32]) -> Option<Deficit> {
        let before = self.trial.deficit();
        if rows.len() > before.over {
            return None;
        }
        let left = self.trial.deficit_without(rows);
        (left.under == before.under && left.over + rows.len() == before.over).then_some(left)
    }

    fn removal(
        &self,
        set: Vec<SourceStatementId>,
        ends: Vec<usize>,
        left: Deficit,
        safe_rows: &[bool],
    ) -> Removal {
        let all = |test: &dyn Fn(u32) -> bool| {
            set.iter().all(|&id| self.statements.get(id).rows.iter().all(|&row| test(row)))
        };
        let safe = all(&|row| safe_rows[row as usize]);
        let crowd = all(&|row| (self.crowded)(&self.annotations[row as usize]));
        let first = |id: SourceStatementId| &self.annotations[self.statements.get(id).rows[0] as usize];
        let empties = set.iter().any(|&id| {
            let same = set.iter().filter(|&&other| first(other).class == first(id).class).count();
            // A class that connects its components is for more than its equations.
            let alone = self.statements.get(id).class.is_none_or(|class| !self.joining.contains(&class));
            self.statements.get(id).kind == SourceStatementKind::Equation
                && first(id).associated <= same
                && alone
        });
        let flexibility = set.iter().map(|&id| i32::from(first(id).flexibility)).min().unwrap_or(0);
        // Where a class has too many by itself the mistake is in it; then what is freely changed before what is rigid;
        // nothing cut off; no class left empty; several problems at once; few statements.
        let rows = set.iter().flat_map(|&id| &self.statements.get(id).rows);
        let evidence = rows.map(|&row| (self.evidence)(row)).min().unwrap_or(0);
        let score = evidence
            + 60 * i32::from(crowd)
            + 10 * flexibility
            + 15 * i32::from(safe)
            + 10 * (ends.len() as i32 - 1)
            - 25 * i32::from(empties)
            - 10 * (set.len() as i32 - 1);
        Removal { statements: set, ends, left, safe, empties, crowd, score }
    }
}

/// The rows and columns of problems that share nothing, together.
pub(crate) fn union<'a>(problems: impl Iterator<Item = &'a StructuralProblem>) -> Part {
    let mut part = Part::default();
    for problem in problems {
        part.rows.extend(&problem.rows);
        part.columns.extend(&problem.columns);
    }
    part.rows.sort_unstable();
    part.columns.sort_unstable();
    part
}

/// How often each number comes.
fn count(numbers: impl Iterator<Item = usize>) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    numbers.for_each(|number| *counts.entry(number).or_default() += 1);
    counts
}

/// Calls `visit` with all sets of statements that make as many rows as are too many; false from it ends the search.
fn combine(
    from: &[SourceStatementId],
    missing: usize,
    statements: &SourceStatements,
    chosen: &mut Vec<SourceStatementId>,
    visit: &mut impl FnMut(&[SourceStatementId]) -> bool,
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
