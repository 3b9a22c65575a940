//! Blocks of several rows.

use equations::{Bounds, Builtin, Expr, ExprId, Separator, Terms, Type, VariableId, Visit};
use rustc_hash::FxHashSet;
use structure::{Incidence, tear};

use super::sort::{MatchingProblem, formula};
use super::{Assignment, LinearBlock, ScheduledBlock, TornBlock};
use crate::dae::{Dae, RowId, RowKind, VariableRole};

impl MatchingProblem {
    /// A block of rows that hold each other's unknowns, or that has no formula.
    pub(super) fn torn(
        &self,
        dae: &mut Dae,
        rows: &[u32],
        columns: &[u32],
        unknown: &dyn Fn(VariableId) -> bool,
        bounds: &[Bounds],
    ) -> ScheduledBlock {
        if let Some(held) = self.held(dae, rows, columns, unknown, bounds) {
            return ScheduledBlock::Torn(held);
        }
        let (mut own_rows, mut own_columns, mut discrete) = (Vec::new(), Vec::new(), Vec::new());
        for (&row, &column) in rows.iter().zip(columns) {
            let (name, equality) = self.rows[row as usize];
            let variable = self.columns[column as usize];
            match equality.kind {
                RowKind::Discrete if dae.roles[variable.at()] == VariableRole::Discrete => {
                    // A row that holds its own unknown twice is one to be found by trying.
                    let alone = dae.model.exprs.add(Expr::Variable(variable));
                    let tried = |value| Some(Assignment { variable, value, row: name, divisor: None });
                    let assign = match formula(dae, name, &equality, variable, bounds) {
                        None if equality.left == alone => tried(equality.right),
                        None if equality.right == alone => tried(equality.left),
                        found => found,
                    };
                    match assign {
                        Some(assign) => discrete.push(assign),
                        None => {
                            own_rows.push(row);
                            own_columns.push(variable);
                        }
                    }
                }
                _ => {
                    own_rows.push(row);
                    own_columns.push(variable);
                }
            }
        }
        let held: FxHashSet<VariableId> = discrete.iter().map(|assign| assign.variable).collect();
        let iterated = |variable: VariableId| unknown(variable) && !held.contains(&variable);
        let mut separator = Separator::new(&iterated);
        let terms = self.terms(dae, &mut separator, &own_rows);
        own_columns.sort_unstable();
        let mut torn = self.tear(dae, &own_rows, &own_columns, &terms, bounds);
        torn.linear = self.linear(dae, &own_rows, &own_columns, terms);
        torn.discrete = discrete;
        ScheduledBlock::Torn(torn)
    }

    /// Numbers that `when`s set and that depend on each other linearly are solved for at once: trying them one after the
    /// other need not end.
    fn held(
        &self,
        dae: &mut Dae,
        rows: &[u32],
        columns: &[u32],
        unknown: &dyn Fn(VariableId) -> bool,
        bounds: &[Bounds],
    ) -> Option<TornBlock> {
        let mut own: Vec<VariableId> = columns.iter().map(|&column| self.columns[column as usize]).collect();
        let number = |id: &VariableId| {
            dae.roles[id.at()] == VariableRole::Discrete && dae.model.variables[id.at()].kind == Type::Real
        };
        let discrete = |&row: &u32| self.rows[row as usize].1.kind == RowKind::Discrete;
        if rows.len() < 2 || !own.iter().all(number) || !rows.iter().all(discrete) {
            return None;
        }
        own.sort_unstable();
        let mut separator = Separator::new(unknown);
        let terms = self.terms(dae, &mut separator, rows);
        let mut torn = self.tear(dae, rows, &own, &terms, bounds);
        torn.linear = Some(self.linear(dae, rows, &own, terms)?);
        Some(torn)
    }

    fn terms(&self, dae: &mut Dae, separator: &mut Separator<'_>, rows: &[u32]) -> Vec<Terms> {
        let of = |&row: &u32| {
            let equality = self.rows[row as usize].1;
            separator.terms(&mut dae.model.exprs, equality.left, equality.right)
        };
        rows.iter().map(of).collect()
    }

    fn residual(&self, dae: &mut Dae, row: u32) -> (ExprId, RowId) {
        let (name, equality) = self.rows[row as usize];
        (dae.model.exprs.difference(equality.left, equality.right), name)
    }

    /// Tears rows by the places at which they can be solved without dividing by what may vanish.
    fn tear(
        &self,
        dae: &mut Dae,
        rows: &[u32],
        columns: &[VariableId],
        terms: &[Terms],
        bounds: &[Bounds],
    ) -> TornBlock {
        let of = |variable: VariableId| bounds.get(variable.at()).copied().unwrap_or(Bounds::ALL);
        let place = |variable: VariableId| columns.binary_search(&variable).ok().map(|at| at as u32);
        let mut block = Incidence::new(columns.len());
        let mut solvable = Incidence::new(columns.len());
        for terms in terms {
            let linear = terms.linear.iter().map(|term| term.0);
            let all: Vec<u32> = linear.chain(terms.others.iter().copied()).filter_map(place).collect();
            block.push(&all);
            let safe = terms.linear.iter().filter(|term| dae.model.exprs.bounds(term.1, &of).excludes_zero());
            let safe: Vec<u32> = safe.filter_map(|term| place(term.0)).collect();
            solvable.push(&safe);
        }
        let found = tear(&block, &solvable);
        let mut inner = Vec::with_capacity(found.sequence.len());
        let (mut tearing, mut left_over) = (found.columns, found.rows);
        for &(row, column) in &found.sequence {
            let (name, equality) = self.rows[rows[row as usize] as usize];
            match formula(dae, name, &equality, columns[column as usize], bounds) {
                Some(assign) => inner.push(assign),
                None => {
                    tearing.push(column);
                    left_over.push(row);
                }
            }
        }
        tearing.sort_unstable();
        left_over.sort_unstable();
        TornBlock {
            tearing: tearing.iter().map(|&column| columns[column as usize]).collect(),
            inner,
            residuals: left_over.iter().map(|&row| self.residual(dae, rows[row as usize])).collect(),
            linear: None,
            discrete: Vec::new(),
        }
    }

    /// The rows as a linear system, if they are one.
    fn linear(
        &self,
        dae: &Dae,
        rows: &[u32],
        columns: &[VariableId],
        terms: Vec<Terms>,
    ) -> Option<LinearBlock> {
        if rows.is_empty() || terms.iter().any(|terms| !terms.others.is_empty()) {
            return None;
        }
        let mut coefficients = Vec::new();
        let mut rest = Vec::with_capacity(terms.len());
        for (row, terms) in (0..).zip(terms) {
            for (variable, factor) in terms.linear {
                let column = columns.binary_search(&variable).ok()?;
                coefficients.push((row, column as u32, factor));
            }
            rest.push(terms.rest);
        }
        let constant = coefficients.iter().all(|entry| dae.is_constant(entry.2));
        let rows = rows.iter().map(|&row| self.rows[row as usize].0).collect();
        Some(LinearBlock { unknowns: columns.to_vec(), rows, coefficients, rest, constant })
    }
}

impl Dae {
    /// Whether an expression has the same value during the whole simulation.
    pub(crate) fn is_constant(&self, root: ExprId) -> bool {
        !self.model.exprs.visit([root], |_, expr| match expr {
            Expr::Real(_) | Expr::Integer(_) | Expr::Boolean(_) => Visit::Skip,
            Expr::Time => Visit::Stop,
            Expr::Variable(variable) if self.is_given(variable) => Visit::Skip,
            Expr::Variable(_) => Visit::Stop,
            Expr::Builtin(
                Builtin::Pre | Builtin::Initial | Builtin::Terminal | Builtin::Sample | Builtin::Delay,
                _,
            ) => Visit::Stop,
            _ => Visit::Enter,
        })
    }

    fn is_given(&self, variable: VariableId) -> bool {
        matches!(
            self.roles[variable.at()],
            VariableRole::Constant | VariableRole::Parameter | VariableRole::Free
        )
    }
}
