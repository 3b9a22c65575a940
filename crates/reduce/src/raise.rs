//! States that the model asks for and that it does not differentiate itself.
//!
//! `stateSelect = StateSelect.prefer` may stand at a temperature where the model differentiates an energy (MLS 3.6,
//! 4.9.7.1), and an initial equation may set the derivative of something algebraic. Such a variable gets a derivative if
//! the rows that tie it to a state have one: all rows that hold the highest derivatives concerned are differentiated
//! once more. The number of states stays the same, because as many unknowns come in as rows.
//!
//! A state keeps its value at events. What the model differentiates does, and so does what follows from that; but what jumps
//! with a signal does not: the level in a tank with a stationary temperature jumps with the temperature, where the
//! mass that the model differentiates stays. Such a variable is no state, unless the model insists.

use equations::{Builtin, Expr, ExprId, Operator, Type, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};
use structure::{Pantelides, Signature};

use crate::attributes::StateSelect;
use crate::dae::{Dae, Role, RowId, RowKind};

/// More rows than this are not differentiated for one variable.
const MOST: usize = 300;

impl Dae {
    /// Raises the offsets for every variable that is wanted with a derivative and can have one.
    pub(crate) fn raise(
        &mut self,
        found: &mut Pantelides,
        signature: &Signature,
        rows: &[RowId],
        columns: &[VariableId],
    ) {
        let mut definitions = None;
        for (column, insists) in self.wanted(found, columns) {
            if found.offsets.columns[column as usize] > 0 {
                continue;
            }
            let Some((own_rows, own_columns)) = closure(found, signature, column) else { continue };
            if !insists {
                let definitions = definitions.get_or_insert_with(|| self.discrete_definitions());
                if own_rows.iter().any(|&row| self.jumps(rows[row as usize], definitions)) {
                    continue;
                }
            }
            if own_rows
                .iter()
                .all(|&row| self.has_derivative(rows[row as usize], found.offsets.rows[row as usize]))
            {
                own_rows.iter().for_each(|&row| found.offsets.rows[row as usize] += 1);
                own_columns.iter().for_each(|&column| found.offsets.columns[column as usize] += 1);
            }
        }
    }

    /// The columns that are wanted as states, or whose derivative the initial equations speak of, and whether they have to
    /// have a derivative, whatever they do at events.
    fn wanted(&self, found: &Pantelides, columns: &[VariableId]) -> Vec<(u32, bool)> {
        let mut initial = FxHashSet::default();
        for row in &self.initial {
            for side in [row.left, row.right] {
                initial.extend(self.variables_in(side).into_iter().filter_map(|at| self.integral[at.at()]));
            }
        }
        let select = |variable: VariableId| self.attributes.get(variable).select;
        let mut wanted: Vec<(std::cmp::Reverse<StateSelect>, u32)> = Vec::new();
        for (at, &variable) in (0..).zip(columns) {
            let low = found.offsets.columns[at as usize] == 0;
            if low && (select(variable) >= StateSelect::Prefer || initial.contains(&variable)) {
                wanted.push((std::cmp::Reverse(select(variable)), at));
            }
        }
        wanted.sort_unstable();
        let insists = |at: u32| {
            let variable = columns[at as usize];
            select(variable) == StateSelect::Always || initial.contains(&variable)
        };
        wanted.into_iter().map(|(_, at)| (at, insists(at))).collect()
    }

    /// The rows that determine something discrete, by what they determine.
    fn discrete_definitions(&self) -> FxHashMap<VariableId, RowId> {
        let mut found = FxHashMap::default();
        for (at, row) in (0..).zip(&self.rows).filter(|(_, row)| row.kind == RowKind::Discrete) {
            for side in [row.left, row.right] {
                if let Expr::Variable(variable) = self.model.exprs.get(side) {
                    found.entry(variable).or_insert(RowId(at));
                }
            }
        }
        found
    }

    /// Whether a row jumps with a signal: it holds a choice by time, what is sampled, or a discrete number. Choices by
    /// what the row determines, such as the phase of a medium, mostly join without a jump.
    fn jumps(&self, row: RowId, definitions: &FxHashMap<VariableId, RowId>) -> bool {
        let exprs = &self.model.exprs;
        let mut todo: Vec<ExprId> = vec![self.rows[row.at()].left, self.rows[row.at()].right];
        let mut seen = FxHashSet::default();
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            match exprs.get(id) {
                Expr::Builtin(Builtin::Smooth, _) => {}
                Expr::Builtin(Builtin::Sample, _) => return true,
                Expr::Binary(
                    Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual,
                    ..,
                ) if self.is_timed(id) => return true,
                Expr::Variable(variable) if self.roles[variable.at()] == Role::Discrete => {
                    if self.model.variables[variable.at()].kind == Type::Real {
                        return true;
                    }
                    if let Some(row) = definitions.get(&variable) {
                        todo.extend([self.rows[row.at()].left, self.rows[row.at()].right]);
                    }
                }
                expr => expr.children(exprs, &mut todo),
            }
        }
        false
    }

    /// Whether an expression depends on time, and besides on nothing that changes between events.
    fn is_timed(&self, id: ExprId) -> bool {
        self.holds_time(id)
            && !self.variables_in(id).into_iter().any(|variable| self.moves_between_events(variable))
    }

    /// Whether a row can be differentiated once more than it is.
    fn has_derivative(&mut self, row: RowId, times: u32) -> bool {
        let mut sides = [self.rows[row.at()].left, self.rows[row.at()].right];
        for _ in 0..=times {
            for side in &mut sides {
                match self.total(*side) {
                    Ok(Some(derivative)) => *side = derivative,
                    Ok(None) => *side = self.model.exprs.real(0.0),
                    Err(_) => return false,
                }
            }
        }
        true
    }
}

/// The rows and columns that rise by one with a column; none if they are many, or tied to no state.
fn closure(found: &Pantelides, signature: &Signature, column: u32) -> Option<(Vec<u32>, Vec<u32>)> {
    let mut columns = vec![column];
    let mut risen: FxHashSet<u32> = columns.iter().copied().collect();
    let mut rows = Vec::new();
    let mut met = false;
    let mut next = 0;
    while let Some(&column) = columns.get(next) {
        next += 1;
        let row = found.matching.row_of[column as usize];
        rows.push(row);
        if rows.len() > MOST {
            return None;
        }
        for entry in signature.row(row) {
            let reached = found.offsets.rows[row as usize] + 1 + entry.order;
            let highest = found.offsets.columns[entry.column as usize];
            if reached > highest && risen.insert(entry.column) {
                columns.push(entry.column);
            }
            met |= reached == highest;
        }
    }
    met.then_some((rows, columns))
}
