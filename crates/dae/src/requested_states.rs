//! States that the model asks for and that it does not differentiate itself.
//!
//! `stateSelect = StateSelect.prefer` may stand at a temperature where the model differentiates an energy (MLS 3.6,
//! 4.9.7.1), and an initial equation may set the derivative of something algebraic. Such a variable gets a derivative if
//! the rows that tie it to a state have one: all rows that hold the highest derivatives concerned are differentiated
//! once more, and again if an initial equation holds a higher derivative. The number of states stays the same, because as
//! many unknowns come in as rows.
//!
//! A state keeps its value at events. What the model differentiates does, and so does what follows from that; but what jumps
//! with a signal does not: the level in a tank with a stationary temperature jumps with the temperature, where the
//! mass that the model differentiates stays. Such a variable is no state, unless the model insists.

use equations::{Builtin, DerivativeObstacle, Expr, ExprId, Operator, OriginId, Type, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};
use structure::{Pantelides, Signature};

use crate::attributes::StateSelect;
use crate::dae::{Dae, RowId, RowKind, Unsolvable, UnsolvableResult, VariableRole};

/// More rows than this are not differentiated for one variable.
const MOST: usize = 300;

/// A variable that is to have a derivative.
struct Wanted {
    column: u32,
    /// Up to this order.
    order: u32,
    reason: WantedBy,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum WantedBy {
    /// `StateSelect.prefer`: as a state, if it keeps its value at events.
    Prefer,
    /// `StateSelect.always`: as a state, whatever it does at events.
    Always,
    /// An initial equation holds the derivative, which has to have a value then.
    InitialEquation(OriginId),
}

impl Dae {
    /// Raises the offsets for every variable that is wanted with a derivative and can have one.
    ///
    /// # Errors
    /// If an initial equation holds a derivative that cannot be computed, because a row has none.
    pub(crate) fn add_requested_states(
        &mut self,
        found: &mut Pantelides,
        signature: &Signature,
        rows: &[RowId],
        columns: &[VariableId],
    ) -> UnsolvableResult {
        let mut definitions = None;
        for Wanted { column, order, reason } in self.wanted(found, columns) {
            while found.offsets.columns[column as usize] < order {
                let (own_rows, own_columns, tied) = closure(found, signature, column);
                if !matches!(reason, WantedBy::InitialEquation(_)) && (!tied || own_rows.len() > MOST) {
                    break;
                }
                if reason == WantedBy::Prefer {
                    let definitions = definitions.get_or_insert_with(|| self.discrete_definitions());
                    if own_rows.iter().any(|&row| self.jumps(rows[row as usize], definitions)) {
                        break;
                    }
                }
                let raised = own_rows.iter().try_for_each(|&row| {
                    let (id, times) = (rows[row as usize], found.offsets.rows[row as usize]);
                    self.differentiable(id, times).map_err(|obstacle| (self.rows[id.at()].origin, obstacle))
                });
                match (raised, reason) {
                    (Err((origin, obstacle)), WantedBy::InitialEquation(initial)) => {
                        return Err(Unsolvable::Derivative { origin, obstacle, initial: Some(initial) });
                    }
                    (Err(_), _) => break,
                    (Ok(()), _) => {}
                }
                own_rows.iter().for_each(|&row| found.offsets.rows[row as usize] += 1);
                own_columns.iter().for_each(|&column| found.offsets.columns[column as usize] += 1);
            }
        }
        Ok(())
    }

    /// The columns that are wanted as states, or whose derivatives initial equations hold.
    fn wanted(&self, found: &Pantelides, columns: &[VariableId]) -> Vec<Wanted> {
        let mut initial: FxHashMap<VariableId, (u32, OriginId)> = FxHashMap::default();
        for row in &self.initial {
            for variable in [row.left, row.right].into_iter().flat_map(|side| self.variables_in(side)) {
                let (base, order) = self.base(variable);
                let highest = initial.entry(base).or_insert((0, row.origin));
                if order > highest.0 {
                    *highest = (order, row.origin);
                }
            }
        }
        let select = |variable: VariableId| self.attributes.get(variable).select;
        let mut wanted = Vec::new();
        for (column, &variable) in (0..).zip(columns) {
            let highest = found.offsets.columns[column as usize];
            match (select(variable), initial.get(&variable)) {
                (_, Some(&(order, origin))) if order > highest => {
                    wanted.push(Wanted { column, order, reason: WantedBy::InitialEquation(origin) });
                }
                (StateSelect::Prefer, _) if highest == 0 => {
                    wanted.push(Wanted { column, order: 1, reason: WantedBy::Prefer });
                }
                (StateSelect::Always, _) if highest == 0 => {
                    wanted.push(Wanted { column, order: 1, reason: WantedBy::Always });
                }
                _ => {}
            }
        }
        wanted.sort_by_key(|wanted| std::cmp::Reverse(select(columns[wanted.column as usize])));
        wanted
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
                Expr::Variable(variable) if self.roles[variable.at()] == VariableRole::Discrete => {
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

    /// Differentiates a row once more than it is, and tells what cannot be.
    fn differentiable(&mut self, row: RowId, times: u32) -> Result<(), DerivativeObstacle> {
        let mut sides = [self.rows[row.at()].left, self.rows[row.at()].right];
        for _ in 0..=times {
            for side in &mut sides {
                *side = self.total(*side)?.unwrap_or_else(|| self.model.exprs.real(0.0));
            }
        }
        Ok(())
    }
}

/// The rows and columns that rise by one with a column, and whether they are tied to a state.
fn closure(found: &Pantelides, signature: &Signature, column: u32) -> (Vec<u32>, Vec<u32>, bool) {
    let mut columns = vec![column];
    let mut risen: FxHashSet<u32> = columns.iter().copied().collect();
    let mut rows = Vec::new();
    let mut tied = false;
    let mut next = 0;
    while let Some(&column) = columns.get(next) {
        next += 1;
        let row = found.matching.row_of[column as usize];
        rows.push(row);
        for entry in signature.row(row) {
            let reached = found.offsets.rows[row as usize] + 1 + entry.order;
            let highest = found.offsets.columns[entry.column as usize];
            if reached > highest && risen.insert(entry.column) {
                columns.push(entry.column);
            }
            tied |= reached == highest;
        }
    }
    (rows, columns, tied)
}
