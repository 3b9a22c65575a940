//! Rows and unknowns matched and sorted into blocks.

use equations::{Builtin, Expr, ExprId, Exprs, Operator, Solution, Type, VariableId, solve};
use rustc_hash::FxHashSet;
use structure::{Decomposition, Incidence, Matching, NONE};

use super::{Assignment, ScheduledBlock};
use crate::dae::{Dae, Equality, RowId, RowKind, Unsolvable, VariableRole};
use crate::variable_finder::VariableFinder;

/// Rows to be solved for unknowns.
pub(crate) struct MatchingProblem {
    /// The unknowns.
    pub(crate) columns: Vec<VariableId>,
    /// The number of each variable among them.
    pub(crate) column_of: Vec<u32>,
    /// The rows with the names that they keep.
    pub(crate) rows: Vec<(RowId, Equality)>,
    /// Rows that may determine anything they hold.
    free: Vec<bool>,
    finder: VariableFinder,
    /// Where the unknowns of each row begin in `places`.
    starts: Vec<usize>,
    places: Vec<u32>,
    /// Whether anything comes from other clocks, and which unknowns of which rows do.
    clocked: bool,
    foreign: FxHashSet<(u32, u32)>,
}

/// Rows and unknowns without a partner, by their numbers.
#[derive(Debug)]
pub(crate) struct UnmatchedRows {
    pub(crate) rows: Vec<u32>,
    pub(crate) columns: Vec<u32>,
}

impl UnmatchedRows {
    pub(crate) fn explain(&self, problem: &MatchingProblem) -> Unsolvable {
        Unsolvable::Singular {
            rows: self.rows.iter().map(|&row| problem.rows[row as usize].1.origin).collect(),
            variables: self.columns.iter().map(|&column| problem.columns[column as usize]).collect(),
        }
    }
}

impl MatchingProblem {
    pub(crate) fn new(dae: &Dae) -> MatchingProblem {
        MatchingProblem {
            columns: Vec::new(),
            column_of: vec![NONE; dae.roles.len()],
            rows: Vec::new(),
            free: Vec::new(),
            finder: VariableFinder::default(),
            starts: vec![0],
            places: Vec::new(),
            clocked: dae.has_transfers(),
            foreign: FxHashSet::default(),
        }
    }

    /// Adds the unknowns of the system that are wanted.
    pub(crate) fn add_unknowns(&mut self, dae: &Dae, wanted: &dyn Fn(VariableId) -> bool) {
        for at in 0..dae.roles.len() {
            let variable = VariableId(at as u32);
            if dae.is_unknown(variable) && dae.aliases[at].is_none() && wanted(variable) {
                self.add_unknown(variable);
            }
        }
    }

    pub(crate) fn add_unknown(&mut self, variable: VariableId) {
        if self.column_of.len() <= variable.at() {
            self.column_of.resize(variable.at() + 1, NONE);
        }
        self.column_of[variable.at()] = self.columns.len() as u32;
        self.columns.push(variable);
    }

    /// Adds a row under a name.
    pub(crate) fn add_row(&mut self, dae: &Dae, name: RowId, row: Equality, free: bool) {
        self.finder.row(&dae.model.exprs, row.left, row.right);
        for variable in &self.finder.found {
            let column = self.column_of.get(variable.at()).copied().unwrap_or(NONE);
            if column != NONE {
                self.places.push(column);
            }
        }
        if self.clocked {
            self.add_foreign(dae, row);
        }
        self.rows.push((name, row));
        self.free.push(free);
        self.starts.push(self.places.len());
    }

    /// What a row takes from other clocks comes before it, and is not determined by it.
    fn add_foreign(&mut self, dae: &Dae, row: Equality) {
        let mut found = Vec::new();
        for side in [row.left, row.right] {
            self.finder.add_clocked_inputs(&dae.model.exprs, side, &mut found);
        }
        let own = self.starts[self.starts.len() - 1];
        for variable in found {
            let column = self.column_of.get(variable.at()).copied().unwrap_or(NONE);
            if column != NONE && !self.places[own..].contains(&column) {
                self.foreign.insert((self.rows.len() as u32, column));
                self.places.push(column);
            }
        }
    }

    fn row(&self, at: usize) -> &[u32] {
        &self.places[self.starts[at]..self.starts[at + 1]]
    }

    /// The places at which a row may determine an unknown, of the rows that are wanted.
    pub(crate) fn eligible_entries(&self, dae: &Dae, wanted: &dyn Fn(usize) -> bool) -> Incidence {
        let mut incidence = Incidence::new(self.columns.len());
        let mut places = Vec::new();
        for at in 0..self.rows.len() {
            places.clear();
            if wanted(at) {
                places.extend(self.row(at).iter().copied().filter(|&column| self.fits(dae, at, column)));
                self.keep_isolated(dae, at, &mut places);
            }
            incidence.push(&places);
        }
        incidence
    }

    /// A row about something discrete determines something discrete, and no other row does.
    fn fits(&self, dae: &Dae, row: usize, column: u32) -> bool {
        let variable = self.columns[column as usize];
        if self.clocked && self.foreign.contains(&(row as u32, column)) {
            return false;
        }
        let row_is = &self.rows[row].1;
        if self.free[row] {
            return true;
        }
        match (row_is.kind, dae.roles[variable.at()]) {
            (_, VariableRole::Previous) => true,
            (RowKind::Discrete, role) => role == VariableRole::Discrete,
            (RowKind::Continuous, role) => role != VariableRole::Discrete,
        }
    }

    /// A row between discrete variables determines one that can be brought alone to one side, if there is one: it is assigned,
    /// not solved for (MLS 3.6, appendix B). What holds another one inside of `or`, a relation or a function says nothing
    /// of it that could be computed.
    fn keep_isolated(&self, dae: &Dae, row: usize, places: &mut Vec<u32>) {
        let row_is = &self.rows[row].1;
        if row_is.kind != RowKind::Discrete || self.free[row] {
            return;
        }
        let mut isolated = Vec::new();
        add_isolated(&dae.model.exprs, row_is.left, &mut isolated);
        add_isolated(&dae.model.exprs, row_is.right, &mut isolated);
        let is_isolated = |column: &u32| isolated.contains(&self.columns[*column as usize]);
        if places.iter().any(is_isolated) {
            places.retain(is_isolated);
        }
    }

    /// Matches all rows with all unknowns and solves block by block.
    pub(crate) fn sort(&self, dae: &mut Dae) -> Result<Vec<ScheduledBlock>, UnmatchedRows> {
        let matching = Matching::maximum(&self.eligible_entries(dae, &|_| true));
        if !matching.is_perfect() {
            return Err(UnmatchedRows {
                rows: matching.free_rows().collect(),
                columns: matching.free_columns().collect(),
            });
        }
        Ok(self.solve(dae, &matching))
    }

    /// Blocks from a matching of all unknowns; rows without one are left out.
    pub(crate) fn solve(&self, dae: &mut Dae, matching: &Matching) -> Vec<ScheduledBlock> {
        let kept: Vec<u32> =
            (0..self.rows.len() as u32).filter(|&row| matching.column_of[row as usize] != NONE).collect();
        let mut incidence = Incidence::new(self.columns.len());
        let mut own = Matching::empty(kept.len(), self.columns.len());
        for (at, &row) in kept.iter().enumerate() {
            incidence.push(self.row(row as usize));
            let column = matching.column_of[row as usize];
            own.column_of[at] = column;
            own.row_of[column as usize] = at as u32;
        }
        let blocks = Decomposition::from_matching(&incidence, own).blocks;
        let bounds = dae.all_bounds();
        let mut out = Vec::with_capacity(blocks.len());
        let mut inside = vec![NONE; dae.roles.len().max(self.column_of.len())];
        for (number, block) in (0..).zip(blocks.iter()) {
            let rows: Vec<u32> = block.rows.iter().map(|&row| kept[row as usize]).collect();
            if let (&[row], &[column]) = (rows.as_slice(), block.columns)
                && let Some(assign) = self.single(dae, row, column, &bounds)
            {
                out.push(ScheduledBlock::Assign(assign));
                continue;
            }
            for &column in block.columns {
                inside[self.columns[column as usize].at()] = number;
            }
            let unknown = |variable: VariableId| inside[variable.at()] == number;
            out.push(self.torn(dae, &rows, block.columns, &unknown, &bounds));
        }
        out
    }

    /// A row solved for its only unknown by a formula, if there is one.
    fn single(
        &self,
        dae: &mut Dae,
        row: u32,
        column: u32,
        bounds: &[equations::Bounds],
    ) -> Option<Assignment> {
        let (name, equality) = self.rows[row as usize];
        formula(dae, name, &equality, self.columns[column as usize], bounds)
    }
}

impl Dae {
    /// Whether anything goes from one clock to another.
    fn has_transfers(&self) -> bool {
        let exprs = &self.model.exprs;
        let mut all = (0..exprs.len() as u32).map(|at| exprs.get(ExprId(at)));
        all.any(|expr| matches!(expr, Expr::Builtin(Builtin::NoClock, _)))
    }
}

/// Adds the variables of a side of an equation that operators with an inverse lead to.
fn add_isolated(exprs: &Exprs, side: ExprId, found: &mut Vec<VariableId>) {
    let mut todo = vec![side];
    while let Some(id) = todo.pop() {
        match exprs.get(id) {
            Expr::Variable(variable) => found.push(variable),
            Expr::Unary(Operator::Not | Operator::Negate, inner) => todo.push(inner),
            Expr::Binary(
                Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide,
                a,
                b,
            ) => {
                todo.extend([a, b]);
            }
            _ => {}
        }
    }
}

/// A row solved for a variable by a formula, if there is one.
pub(crate) fn formula(
    dae: &mut Dae,
    name: RowId,
    row: &Equality,
    variable: VariableId,
    bounds: &[equations::Bounds],
) -> Option<Assignment> {
    let of = |variable: VariableId| bounds.get(variable.at()).copied().unwrap_or(equations::Bounds::ALL);
    let exprs = &mut dae.model.exprs;
    let (left, right) = match dae.model.variables[variable.at()].kind {
        Type::Boolean => {
            // `not a = b` is `a = not b`.
            let unwrap = |exprs: &mut equations::Exprs, left, right| match exprs.get(left) {
                Expr::Unary(equations::Operator::Not, inner) => (inner, exprs.not(right)),
                _ => (left, right),
            };
            let (left, right) = unwrap(exprs, row.left, row.right);
            let (right, left) = unwrap(exprs, right, left);
            (left, right)
        }
        _ => (row.left, row.right),
    };
    match solve(exprs, &dae.model.functions, left, right, variable, &of) {
        Solution::Value(value) => Some(Assignment { variable, value, row: name, divisor: None }),
        Solution::Unless { value, factor } => {
            Some(Assignment { variable, value, row: name, divisor: Some(factor) })
        }
        Solution::Absent | Solution::Implicit => None,
    }
}
