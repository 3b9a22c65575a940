//! Which of the variables that constraints bind together are states.
//!
//! Among what the differentiated rows bind together, one derivative for each row becomes a dummy: first those of the highest
//! order, then among their integrals as many as there are rows differentiated twice, and so on. The constraints must be
//! solvable for the dummies, so these are taken one after the other, the least wanted as state first, whenever they are
//! independent of those taken before. Factors that are numbers are eliminated as numbers, so nothing that cancels is
//! chosen; others count as any number. Whether the choice holds for ever is then checked: if it divides by something
//! that may vanish, as a pendulum's coordinates do, the group says so and gives its matrix, so that another choice can
//! be made while the simulation runs ([`Reduced::choose`]).
//!
//! People think of the speed and the position of the same thing as its state. So what would be chosen among the
//! positions is looked at first, and of speeds that are otherwise as good that of a chosen position stays.

mod rank;

use equations::{Bounds, Expr, ExprId, Separator, VariableId, partial};
use rustc_hash::{FxHashMap, FxHashSet};
use structure::{Offsets, Signature};

use crate::attributes::StateSelect;
use crate::dae::RowId;
use crate::index::Reduced;

/// Constraints, and the variables among which they leave a choice of states.
#[derive(Clone, Debug)]
pub struct Group {
    /// The constraints, not differentiated as far as the candidates' derivatives are concerned.
    pub rows: Vec<RowId>,
    /// The variables that may be states: more than there are constraints.
    pub candidates: Vec<VariableId>,
    /// Those that are, now.
    pub states: Vec<VariableId>,
    /// The derivatives of the constraints by the candidates: row, candidate, both from zero, and the derivative.
    pub jacobian: Vec<(u32, u32, ExprId)>,
    /// True if the choice cannot hold for the whole simulation for sure.
    pub dynamic: bool,
}

/// A factor of a candidate in a constraint.
pub(crate) struct Factor {
    row: u32,
    column: u32,
    expr: ExprId,
    /// Its value, if it is made of literals and parameters.
    number: Option<f64>,
    /// Whether it cannot vanish.
    safe: bool,
}

/// Constraints that have variables in common.
pub(crate) struct Block {
    /// The rows that are differentiated, and how often.
    rows: Vec<(RowId, u32)>,
    /// The variables that they bind, each with the order of its highest derivative.
    columns: Vec<(VariableId, u32)>,
    factors: Vec<Factor>,
    /// The factors of each column.
    by_column: Vec<Vec<u32>>,
}

impl Block {
    pub(crate) fn new(
        reduced: &mut Reduced,
        names: &[RowId],
        signature: &Signature,
        offsets: &Offsets,
        rows: &[u32],
        columns: &[u32],
    ) -> Block {
        let rows: Vec<u32> = rows.iter().copied().filter(|&row| offsets.rows[row as usize] > 0).collect();
        let mut columns: Vec<u32> =
            columns.iter().copied().filter(|&column| offsets.columns[column as usize] > 0).collect();
        columns.sort_unstable();
        let mut block = Block {
            rows: rows.iter().map(|&row| (names[row as usize], offsets.rows[row as usize])).collect(),
            columns: columns.iter().map(|&column| reduced.columns[column as usize]).collect(),
            factors: Vec::new(),
            by_column: vec![Vec::new(); columns.len()],
        };
        for (at, &row) in (0..).zip(&rows) {
            let mut wanted = Vec::new();
            for entry in signature.row(row) {
                if offsets.tight(row, entry.column, entry.order)
                    && let Ok(column) = columns.binary_search(&entry.column)
                {
                    let base = reduced.columns[entry.column as usize].0;
                    wanted.push((reduced.dae.raised(base, entry.order), column as u32));
                }
            }
            block.add_row(reduced, at, names[row as usize], wanted);
        }
        for (at, factor) in (0..).zip(&block.factors) {
            block.by_column[factor.column as usize].push(at);
        }
        block
    }

    /// Finds the factors of the candidates in a row.
    fn add_row(&mut self, reduced: &mut Reduced, row: u32, name: RowId, mut wanted: Vec<(VariableId, u32)>) {
        wanted.sort_unstable();
        let equality = reduced.dae.rows[name.at()];
        let column = |variable| {
            wanted.binary_search_by_key(&variable, |&(known, _)| known).ok().map(|at| wanted[at].1)
        };
        let unknown = |variable| column(variable).is_some();
        let terms =
            Separator::new(&unknown).terms(&mut reduced.dae.model.exprs, equality.left, equality.right);
        let mut found: Vec<(u32, ExprId)> = Vec::new();
        for (variable, factor) in terms.linear {
            found.extend(column(variable).map(|column| (column, factor)));
        }
        for variable in terms.others {
            let dae = &mut reduced.dae;
            if let (Some(column), Ok(Some(factor))) =
                (column(variable), partial(&mut dae.model, &mut dae.made, terms.rest, variable))
            {
                found.push((column, factor));
            }
        }
        for (column, expr) in found {
            let dae = &reduced.dae;
            let number = dae.attributes.number(&dae.model, expr);
            let bounds = |variable| dae.attributes.bounds(&dae.model, variable);
            let safe = match number {
                Some(number) => number != 0.0,
                None => {
                    dae.model.exprs.bounds(expr, &bounds) != Bounds::ALL
                        && dae.model.exprs.bounds(expr, &bounds).excludes_zero()
                }
            };
            self.factors.push(Factor { row, column, expr, number, safe });
        }
    }

    /// Chooses order by order.
    pub(crate) fn select(
        &self,
        reduced: &mut Reduced,
        named: &FxHashMap<VariableId, VariableId>,
    ) -> Vec<Group> {
        let most = self.rows.iter().map(|row| row.1).max().unwrap_or(0);
        let all: Vec<u32> = (0..self.columns.len() as u32).collect();
        let mut hints = FxHashSet::default();
        for stage in (2..=most).rev() {
            let group = self.stage(reduced, stage, &all, named, &hints).0;
            hints.extend(group.states);
        }
        let mut groups = Vec::new();
        let mut columns = all;
        for stage in 1..=most {
            let (group, chosen) = self.stage(reduced, stage, &columns, named, &hints);
            groups.push(group);
            columns = chosen;
        }
        groups
    }

    /// Chooses among the variables whose derivatives of some order may be dummies, and gives those that are.
    fn stage(
        &self,
        reduced: &mut Reduced,
        stage: u32,
        columns: &[u32],
        named: &FxHashMap<VariableId, VariableId>,
        hints: &FxHashSet<VariableId>,
    ) -> (Group, Vec<u32>) {
        let rows: Vec<u32> =
            (0..self.rows.len() as u32).filter(|&row| self.rows[row as usize].1 >= stage).collect();
        let columns: Vec<u32> =
            columns.iter().copied().filter(|&column| self.columns[column as usize].1 >= stage).collect();
        // The variable that is a state unless its derivative, one order up, is a dummy.
        let candidates: Vec<VariableId> = columns
            .iter()
            .map(|&column| {
                let (variable, highest) = self.columns[column as usize];
                reduced.dae.raised(variable, highest - stage)
            })
            .collect();
        let hinted = |candidate: VariableId| {
            let of = reduced.dae.integral[candidate.at()].or_else(|| named.get(&candidate).copied());
            of.is_some_and(|of| hints.contains(&of))
        };
        let mut order: Vec<usize> = (0..columns.len()).collect();
        order.sort_by_cached_key(|&at| {
            let (select, kind, rest) = self.wanted(reduced, columns[at], candidates[at], &rows);
            (select, kind, hinted(candidates[at]), rest)
        });
        let ordered: Vec<u32> = order.iter().map(|&at| columns[at]).collect();
        let chosen = rank::independent(&rows, &ordered, &self.factors);
        let certain = chosen.len() == columns.len() || rank::certain(&rows, &chosen, &self.factors);
        let dummies: FxHashSet<u32> = chosen.iter().copied().collect();
        let is_state = |pair: &(&u32, &VariableId)| !dummies.contains(pair.0);
        let states = columns.iter().zip(&candidates).filter(is_state).map(|pair| *pair.1).collect();
        let names = rows.iter().map(|&row| {
            let (name, count) = self.rows[row as usize];
            reduced.levels[name.at()][(count - stage) as usize]
        });
        let row_of: FxHashMap<u32, u32> = rows.iter().copied().zip(0..).collect();
        let column_of: FxHashMap<u32, u32> = columns.iter().copied().zip(0..).collect();
        let jacobian = self.factors.iter().filter_map(|factor| {
            Some((*row_of.get(&factor.row)?, *column_of.get(&factor.column)?, factor.expr))
        });
        let group = Group {
            rows: names.collect(),
            candidates,
            states,
            jacobian: jacobian.collect(),
            dynamic: !certain,
        };
        let mut chosen = chosen;
        chosen.sort_unstable();
        (group, chosen)
    }

    /// How much a variable is wanted as a state: by its `stateSelect`; then what the model differentiates itself before
    /// what only index reduction does, with a name before without; then what is hard to solve for; then what has a start.
    fn wanted(
        &self,
        reduced: &Reduced,
        column: u32,
        candidate: VariableId,
        rows: &[u32],
    ) -> (StateSelect, u8, (u8, bool, bool, std::cmp::Reverse<VariableId>)) {
        let dae = &reduced.dae;
        let solver = dae.attributes.get(candidate);
        let generated = dae.integral[candidate.at()].is_some();
        let differentiated = reduced.dae.written_der(candidate);
        let kind = match (generated, differentiated) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        };
        let own = self.by_column[column as usize].iter().map(|&at| &self.factors[at as usize]);
        let own = own.filter(|factor| rows.binary_search(&factor.row).is_ok());
        let hardest = own.map(|factor| match (factor.safe, dae.model.exprs.get(factor.expr)) {
            (false, _) => 2,
            (true, Expr::Real(_) | Expr::Integer(_)) => 0,
            (true, _) => 1,
        });
        let hardest = hardest.max().unwrap_or(2);
        let rest =
            (hardest, solver.fixed == Some(true), solver.start.is_some(), std::cmp::Reverse(candidate));
        (solver.select, kind, rest)
    }
}

impl Reduced {
    /// Makes other candidates of a group the states, as a simulation does when the present choice becomes singular.
    /// False if it is no choice of that group: the number of states does not change.
    pub fn choose(&mut self, group: usize, states: &[VariableId]) -> bool {
        let Some(known) = self.groups.get_mut(group) else { return false };
        let fits =
            states.len() == known.states.len() && states.iter().all(|state| known.candidates.contains(state));
        if fits {
            known.states = states.to_vec();
            self.settle();
        }
        fits
    }
}
