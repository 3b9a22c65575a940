//! Rows with integer coefficients: which of them are redundant, and which combinations say more than the rows do.
//!
//! Sums of flows, aliases and gear ratios have constant integer coefficients. That a sum of them is zero, as with the
//! current laws of all nodes of a circuit, is invisible to matchings; so is a constraint between states that appears only
//! when rows are combined. Exact elimination finds both before anything is differentiated. Pivots are the sparsest rows,
//! so that elimination follows the branches of a circuit, and numbers stay as small as they are.

mod combination;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::sparse::{self, Elimination, Overflow, Row};

/// What a column stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Something the rows have to determine: an algebraic unknown or a highest derivative.
    Unknown,
    /// Something known to the rows but not to the modeller: a state.
    State,
    /// A right-hand side: a parameter, an input, an expression that is not looked into.
    Given,
}

/// Rows with integer coefficients over columns of known kinds.
#[derive(Clone, Debug)]
pub struct Linear {
    kinds: Vec<Kind>,
    rows: Vec<Row>,
}

/// A combination of rows without any unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// What the combination means.
    pub meaning: Meaning,
    /// The row that can be replaced by the combination without losing anything.
    pub row: u32,
    /// The rows with their factors, rows ascending; `row` is one of them.
    pub combination: Vec<(u32, i128)>,
    /// The sum of the rows times their factors: columns with coefficients, columns ascending.
    pub left: Vec<(u32, i128)>,
}

/// What remains of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// States are left: a constraint between them, hidden if there is more than one row in the combination.
    Constraint,
    /// Only right-hand sides are left: they have to fulfil a condition, or there is no solution.
    Condition,
    /// Nothing is left: the row says nothing that the others do not say.
    Redundant,
}

/// What elimination finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependences {
    /// All independent combinations without unknowns, by row.
    pub found: Vec<Dependence>,
    /// Rows that were put aside because their numbers left 128 bits, ascending. Nothing is said about them.
    pub aside: Vec<u32>,
}

impl Linear {
    /// No rows yet, over columns of these kinds.
    pub fn new(kinds: Vec<Kind>) -> Linear {
        assert!(kinds.len() < u32::MAX as usize, "more than four thousand million columns");
        Linear { kinds, rows: Vec::new() }
    }

    /// Adds a row: the sum of these columns times their coefficients is zero. Of a column that comes twice the
    /// coefficients are added.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn push(&mut self, row: &[(u32, i64)]) {
        assert!(
            row.iter().all(|&(column, _)| (column as usize) < self.kinds.len()),
            "a column beyond the width"
        );
        self.rows.push(sparse::tidy(row.iter().copied()));
    }

    /// Eliminates unknowns, then states, then right-hand sides.
    pub fn dependences(&self) -> Dependences {
        let mut work = Work::new(self);
        let mut found = Vec::new();
        work.eliminate(Kind::Unknown, |_, _| {});
        work.eliminate(Kind::State, |row, left| found.push((Meaning::Constraint, row, left.clone())));
        work.eliminate(Kind::Given, |row, left| found.push((Meaning::Condition, row, left.clone())));
        let rest = (0..).zip(&work.active).filter(|&(_, &active)| active).map(|(row, _)| row);
        found.extend(rest.map(|row| (Meaning::Redundant, row, Row::new())));
        found.sort_unstable_by_key(|&(_, row, _)| row);
        let mut result = Dependences { found: Vec::new(), aside: work.aside };
        for (meaning, row, left) in found {
            match combination::expand(row, left, &work.steps, &work.turn) {
                Ok((combination, left)) => result.found.push(Dependence { meaning, row, combination, left }),
                Err(Overflow) => result.aside.push(row),
            }
        }
        result.aside.sort_unstable();
        result
    }
}

/// A pivot row, and how it was taken from another.
type Step = (u32, Elimination);

struct Work<'a> {
    kinds: &'a [Kind],
    rows: Vec<Row>,
    /// Rows that are neither pivots nor put aside.
    active: Vec<bool>,
    aside: Vec<u32>,
    /// The rows in which each column stands or stood, and in how many active rows it stands.
    containing: Vec<Vec<u32>>,
    uses: Vec<u32>,
    /// What was taken from each row, in order; and when each row became a pivot.
    steps: Vec<Vec<Step>>,
    turn: Vec<u32>,
    turns: u32,
}

impl<'a> Work<'a> {
    fn new(linear: &'a Linear) -> Work<'a> {
        let mut containing = vec![Vec::new(); linear.kinds.len()];
        for (row, entries) in (0..).zip(&linear.rows) {
            for &column in entries.keys() {
                containing[column as usize].push(row);
            }
        }
        Work {
            kinds: &linear.kinds,
            active: vec![true; linear.rows.len()],
            aside: Vec::new(),
            uses: containing.iter().map(|rows| rows.len() as u32).collect(),
            containing,
            steps: vec![Vec::new(); linear.rows.len()],
            turn: vec![u32::MAX; linear.rows.len()],
            turns: 0,
            rows: linear.rows.clone(),
        }
    }

    /// Eliminates the columns of a kind from all active rows, and tells the pivots.
    fn eliminate(&mut self, kind: Kind, mut tell: impl FnMut(u32, &Row)) {
        let kinds = self.kinds;
        let is = |column: u32| kinds[column as usize] == kind;
        // How many columns of the kind each row has.
        let count = |row: &Row| row.keys().filter(|&&column| is(column)).count() as u32;
        let mut counts: Vec<u32> = self.rows.iter().map(count).collect();
        let active = (0..).zip(&counts).filter(|&(row, _)| self.active[row as usize]);
        let mut queue: BinaryHeap<_> = active.map(|(row, &count)| Reverse((count, row))).collect();
        while let Some(Reverse((count, row))) = queue.pop() {
            if !self.active[row as usize] || count == 0 || count != counts[row as usize] {
                continue;
            }
            let Some(column) = self.choose(row, is) else { continue };
            self.retire(row);
            self.turn[row as usize] = self.turns;
            self.turns += 1;
            tell(row, &self.rows[row as usize]);
            let pivot = std::mem::take(&mut self.rows[row as usize]);
            for other in std::mem::take(&mut self.containing[column as usize]) {
                if self.active[other as usize] && self.rows[other as usize].contains_key(&column) {
                    self.take(other, (row, &pivot), column, |column, has| {
                        if is(column) && has {
                            counts[other as usize] += 1;
                        } else if is(column) {
                            counts[other as usize] -= 1;
                        }
                    });
                    queue.push(Reverse((counts[other as usize], other)));
                }
            }
        }
    }

    /// The column to eliminate by a row: one with a small coefficient, for small numbers, and in few rows.
    fn choose(&self, row: u32, is: impl Fn(u32) -> bool) -> Option<u32> {
        let entries = self.rows[row as usize].iter().filter(|&(&column, _)| is(column));
        let cost =
            |&(&column, value): &(&u32, &i128)| (value.unsigned_abs(), self.uses[column as usize], column);
        entries.min_by_key(cost).map(|(&column, _)| column)
    }

    fn retire(&mut self, row: u32) {
        self.active[row as usize] = false;
        for &column in self.rows[row as usize].keys() {
            self.uses[column as usize] -= 1;
        }
    }

    /// Takes a pivot row from another row so that the column vanishes.
    fn take(&mut self, row: u32, (at, pivot): (u32, &Row), column: u32, mut changed: impl FnMut(u32, bool)) {
        let (uses, containing) = (&mut self.uses, &mut self.containing);
        let step = sparse::eliminate(&mut self.rows[row as usize], pivot, column, |column, has| {
            if has {
                uses[column as usize] += 1;
                containing[column as usize].push(row);
            } else {
                uses[column as usize] -= 1;
            }
            changed(column, has);
        });
        match step {
            Ok(step) => self.steps[row as usize].push((at, step)),
            Err(Overflow) => {
                self.retire(row);
                self.aside.push(row);
            }
        }
    }
}
