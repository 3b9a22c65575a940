//! Causalization by two rules, as it is taught, every step to be seen.
//!
//! Cellier and Elmqvist, "Automated Formula Manipulation Supports Object-Oriented Continuous-System Modeling" (IEEE
//! Control Systems 1993). A place is black at first. A row with one black place must determine that column: the place
//! becomes red, the other places of the column blue. A column with one black place must be determined by that row: the
//! place becomes red, the other places of the row blue. What stays black is an algebraic loop or a singular part;
//! [`crate::decompose`] is the way for those.

use crate::Incidence;

/// Why a row determines a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CausalizationRule {
    /// The row holds no other column that is still unknown. It comes next from the front.
    OnlyColumn,
    /// No other row that is still undecided holds the column. It comes next from the back.
    OnlyRow,
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CausalAssignment {
    /// Why.
    pub rule: CausalizationRule,
    /// The row.
    pub row: u32,
    /// The column it determines.
    pub column: u32,
}

/// What the two rules decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Causalized {
    /// The decisions as they were taken.
    pub choices: Vec<CausalAssignment>,
    /// Rows that are left over, ascending.
    pub rows: Vec<u32>,
    /// Columns that are left over, ascending.
    pub columns: Vec<u32>,
}

impl Causalized {
    /// Whether nothing is left over: the system can be solved by one assignment after the other.
    pub fn is_complete(&self) -> bool {
        self.rows.is_empty() && self.columns.is_empty()
    }

    /// The rows with their columns in the order of solving: what is decided from the front, then, with a gap for what is
    /// left over, what is decided from the back.
    pub fn sequence(&self) -> impl Iterator<Item = (u32, u32)> {
        let by = |rule| move |choice: &&CausalAssignment| choice.rule == rule;
        let front = self.choices.iter().filter(by(CausalizationRule::OnlyColumn));
        let back = self.choices.iter().rev().filter(by(CausalizationRule::OnlyRow));
        front.chain(back).map(|choice| (choice.row, choice.column))
    }

    /// The new number of each row, counted from one: the lowest free one by the first rule, the highest by the second.
    /// Rows that are left over have none.
    pub fn numbers(&self) -> Vec<Option<u32>> {
        let height = self.choices.len() + self.rows.len();
        let mut numbers = vec![None; height];
        let (mut low, mut high) = (0, height as u32 + 1);
        for choice in &self.choices {
            numbers[choice.row as usize] = Some(match choice.rule {
                CausalizationRule::OnlyColumn => {
                    low += 1;
                    low
                }
                CausalizationRule::OnlyRow => {
                    high -= 1;
                    high
                }
            });
        }
        numbers
    }
}

/// Applies the rules in turns: the first to all rows that fit it when its turn begins, in order, then the second to all
/// columns that fit it, until neither decides anything.
pub fn causalize(incidence: &Incidence) -> Causalized {
    let turned = incidence.transpose();
    let mut rows = BipartiteSide::new(incidence);
    let mut columns = BipartiteSide::new(&turned);
    let mut choices = Vec::new();
    while !(rows.single.is_empty() && columns.single.is_empty()) {
        for row in rows.turn() {
            if let Some(column) = rows.last(row, &columns) {
                choices.push(CausalAssignment { rule: CausalizationRule::OnlyColumn, row, column });
                decide(row, column, &mut rows, &mut columns);
            }
        }
        for column in columns.turn() {
            if let Some(row) = columns.last(column, &rows) {
                choices.push(CausalAssignment { rule: CausalizationRule::OnlyRow, row, column });
                decide(row, column, &mut rows, &mut columns);
            }
        }
    }
    Causalized { choices, rows: rows.left(), columns: columns.left() }
}

/// The rows as seen from the columns, or the columns as seen from the rows.
struct BipartiteSide<'a> {
    places: &'a Incidence,
    /// How many black places each has.
    black: Vec<u32>,
    done: Vec<bool>,
    /// Those that came to have one black place since the last turn.
    single: Vec<u32>,
}

impl<'a> BipartiteSide<'a> {
    fn new(places: &'a Incidence) -> BipartiteSide<'a> {
        let black: Vec<u32> = places.rows().map(|row| row.len() as u32).collect();
        let single = (0..).zip(&black).filter(|&(_, &count)| count == 1).map(|(at, _)| at).collect();
        BipartiteSide { places, done: vec![false; black.len()], black, single }
    }

    /// Those whose turn it is, in order.
    fn turn(&mut self) -> Vec<u32> {
        let mut turn = std::mem::take(&mut self.single);
        turn.sort_unstable();
        turn
    }

    /// The other end of the only black place, if it is still there.
    fn last(&self, at: u32, others: &BipartiteSide<'_>) -> Option<u32> {
        if self.done[at as usize] || self.black[at as usize] != 1 {
            return None;
        }
        self.places.row(at).iter().copied().find(|&other| !others.done[other as usize])
    }

    /// One black place less for each of the others that this one meets.
    fn fade(&mut self, met: &[u32]) {
        for &at in met {
            self.black[at as usize] -= 1;
            if self.black[at as usize] == 1 && !self.done[at as usize] {
                self.single.push(at);
            }
        }
    }

    fn left(&self) -> Vec<u32> {
        (0..).zip(&self.done).filter(|&(_, &done)| !done).map(|(at, _)| at).collect()
    }
}

/// Colours the place red and what it meets blue.
fn decide(row: u32, column: u32, rows: &mut BipartiteSide<'_>, columns: &mut BipartiteSide<'_>) {
    rows.done[row as usize] = true;
    columns.done[column as usize] = true;
    rows.fade(columns.places.row(column));
    columns.fade(rows.places.row(row));
}
