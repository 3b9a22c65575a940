//! Which of the variables that constraints bind together are states.
//!
//! Among what the differentiated rows bind together, one derivative for each row becomes a dummy: first those of the highest
//! order, then among their integrals as many as there are rows differentiated twice, and so on. The constraints must be
//! solvable for the dummies, so these are taken one after the other, the least wanted as state first, whenever they are
//! independent of those taken before. Factors that are numbers are eliminated as numbers, so nothing that cancels is
//! chosen; others count as any number. Whether the choice holds for ever is then checked: if it divides by something
//! that may vanish, as a pendulum's coordinates do, the part is dynamic, and another choice can be made while the
//! simulation runs: [`StateSelectionBlock::better`] says which, given the values of its factors, and [`ReducedDae::choose`] makes it.
//!
//! People think of the speed and the position of the same thing as its state. So what would be chosen among the
//! positions is looked at first, and of speeds that are otherwise as good that of a chosen position stays.

mod dynamic_selection;
mod independent_columns;
mod initial_selection;

pub use dynamic_selection::{SelectionQuality, StageConstraints};

use equations::{Bounds, Expr, ExprId, Separator, VariableId, partial};
use rustc_hash::{FxHashMap, FxHashSet};
use structure::{Offsets, Signature};

use crate::attributes::StateSelect;
use crate::dae::RowId;
use crate::index_reduction::ReducedDae;

/// Constraints, and the variables among which they leave a choice of states.
#[derive(Clone, Debug)]
pub struct StateCandidates {
    /// The constraints, not differentiated as far as the candidates' derivatives are concerned.
    pub rows: Vec<RowId>,
    /// The variables that may be states: more than there are constraints.
    pub candidates: Vec<VariableId>,
    /// Those that are, now.
    pub states: Vec<VariableId>,
    /// True if the choice cannot hold for the whole simulation for sure.
    pub dynamic: bool,
}

/// So much smaller than the strongest term of its constraint is a term that does not count.
const FAINT: f64 = 1e-6;

/// A factor of a candidate in a constraint.
#[derive(Clone, Debug)]
pub(crate) struct Factor {
    row: u32,
    column: u32,
    expr: ExprId,
    /// Its value, if it is made of literals and parameters.
    number: Option<f64>,
    /// Whether it cannot vanish.
    safe: bool,
}

/// Constraints that have variables in common. Among these the choice of states is made stage by stage: the first stage is
/// about the highest derivatives, and each stage chooses among what the stage before made dummies.
#[derive(Clone, Debug)]
pub struct StateSelectionBlock {
    /// The rows that are differentiated, and how often.
    rows: Vec<(RowId, u32)>,
    /// The variables that they bind, each with the order of its highest derivative.
    columns: Vec<(VariableId, u32)>,
    factors: Vec<Factor>,
    /// The factors of each column.
    by_column: Vec<Vec<u32>>,
    stages: Vec<SelectionStage>,
}

/// The choice among variables of one order.
#[derive(Clone, Debug)]
struct SelectionStage {
    /// The columns whose derivatives of this order are dummies.
    dummies: Vec<u32>,
    /// How large each column counts in the choice: by its nominal value, and less the more it is wanted as a state.
    weights: Vec<f64>,
    /// Whether the choice holds for ever.
    certain: bool,
}

impl StateSelectionBlock {
    pub(crate) fn new(
        reduced: &mut ReducedDae,
        names: &[RowId],
        signature: &Signature,
        offsets: &Offsets,
        rows: &[u32],
        columns: &[u32],
    ) -> StateSelectionBlock {
        let rows: Vec<u32> = rows.iter().copied().filter(|&row| offsets.rows[row as usize] > 0).collect();
        let mut columns: Vec<u32> =
            columns.iter().copied().filter(|&column| offsets.columns[column as usize] > 0).collect();
        columns.sort_unstable();
        let mut part = StateSelectionBlock {
            rows: rows.iter().map(|&row| (names[row as usize], offsets.rows[row as usize])).collect(),
            columns: columns.iter().map(|&column| reduced.columns[column as usize]).collect(),
            factors: Vec::new(),
            by_column: vec![Vec::new(); columns.len()],
            stages: Vec::new(),
        };
        for (at, &row) in (0..).zip(&rows) {
            let mut wanted = Vec::new();
            for entry in signature.row(row) {
                if offsets.is_tight(row, entry.column, entry.order)
                    && let Ok(column) = columns.binary_search(&entry.column)
                {
                    let base = reduced.columns[entry.column as usize].0;
                    wanted.push((reduced.dae.existing_derivative(base, entry.order), column as u32));
                }
            }
            part.add_row(reduced, at, names[row as usize], wanted);
        }
        for (at, factor) in (0..).zip(&part.factors) {
            part.by_column[factor.column as usize].push(at);
        }
        part
    }

    /// Finds the factors of the candidates in a row.
    fn add_row(
        &mut self,
        reduced: &mut ReducedDae,
        row: u32,
        name: RowId,
        mut wanted: Vec<(VariableId, u32)>,
    ) {
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
    pub(crate) fn select(&mut self, reduced: &mut ReducedDae, named: &FxHashMap<VariableId, VariableId>) {
        let most = self.rows.iter().map(|row| row.1).max().unwrap_or(0);
        let all: Vec<u32> = (0..self.columns.len() as u32).collect();
        let mut hints = FxHashSet::default();
        for stage in (2..=most).rev() {
            let dummies = self.stage(reduced, stage, &all, named, &hints).dummies;
            let states = self.candidates(stage, &all).into_iter().filter(|column| !dummies.contains(column));
            hints.extend(states.map(|column| self.candidate(reduced, stage, column)));
        }
        let mut columns = all;
        for stage in 1..=most {
            let chosen = self.stage(reduced, stage, &columns, named, &hints);
            columns.clone_from(&chosen.dummies);
            self.stages.push(chosen);
        }
    }

    /// The rows that are differentiated at least so often.
    fn bound(&self, stage: u32) -> Vec<u32> {
        (0..self.rows.len() as u32).filter(|&row| self.rows[row as usize].1 >= stage).collect()
    }

    /// Those of some columns that have a derivative of this stage.
    fn candidates(&self, stage: u32, columns: &[u32]) -> Vec<u32> {
        columns.iter().copied().filter(|&column| self.columns[column as usize].1 >= stage).collect()
    }

    /// The variable that is a state unless its derivative, one order up, is a dummy.
    fn candidate(&self, reduced: &mut ReducedDae, stage: u32, column: u32) -> VariableId {
        let (variable, highest) = self.columns[column as usize];
        reduced.dae.existing_derivative(variable, highest - stage)
    }

    /// Chooses among the variables whose derivatives of some order may be dummies.
    fn stage(
        &self,
        reduced: &mut ReducedDae,
        stage: u32,
        columns: &[u32],
        named: &FxHashMap<VariableId, VariableId>,
        hints: &FxHashSet<VariableId>,
    ) -> SelectionStage {
        let rows = self.bound(stage);
        let columns = self.candidates(stage, columns);
        let candidates: Vec<VariableId> =
            columns.iter().map(|&column| self.candidate(reduced, stage, column)).collect();
        let hinted = |candidate: VariableId| {
            let of = reduced.dae.integral[candidate.at()].or_else(|| named.get(&candidate).copied());
            of.is_some_and(|of| hints.contains(&of))
        };
        let mut sizes = vec![0.0; self.columns.len()];
        for (&column, &candidate) in columns.iter().zip(&candidates) {
            sizes[column as usize] = nominal(reduced, candidate);
        }
        let faint = self.faint(&rows, &sizes);
        let mut weights = vec![1.0; self.columns.len()];
        let mut order: Vec<usize> = (0..columns.len()).collect();
        order.sort_by_cached_key(|&at| {
            let (select, kind, rest) = self.wanted(reduced, columns[at], candidates[at], &rows);
            weights[columns[at] as usize] = weight(reduced, candidates[at], select, kind);
            (select, kind, hinted(candidates[at]), faint[columns[at] as usize], rest)
        });
        let ordered: Vec<u32> = order.iter().map(|&at| columns[at]).collect();
        let mut dummies = independent_columns::independent(&rows, &ordered, &self.factors);
        let certain =
            dummies.len() == columns.len() || independent_columns::certain(&rows, &dummies, &self.factors);
        dummies.sort_unstable();
        SelectionStage { dummies, weights, certain }
    }

    /// The choices that were made, stage by stage.
    pub(crate) fn groups(&self, reduced: &mut ReducedDae) -> Vec<StateCandidates> {
        let mut groups = Vec::new();
        let mut columns: Vec<u32> = (0..self.columns.len() as u32).collect();
        for (stage, chosen) in (1..).zip(&self.stages) {
            columns = self.candidates(stage, &columns);
            let rows = self.bound(stage).into_iter().map(|row| {
                let (name, count) = self.rows[row as usize];
                reduced.levels[name.at()][(count - stage) as usize]
            });
            let rows = rows.collect();
            let candidates: Vec<VariableId> =
                columns.iter().map(|&column| self.candidate(reduced, stage, column)).collect();
            let is_state = |pair: &(&u32, &VariableId)| chosen.dummies.binary_search(pair.0).is_err();
            let states = columns.iter().zip(&candidates).filter(is_state).map(|pair| *pair.1).collect();
            groups.push(StateCandidates { rows, candidates, states, dynamic: !chosen.certain });
            columns.clone_from(&chosen.dummies);
        }
        groups
    }

    /// Whether the choice may have to be changed while the simulation runs.
    pub fn is_dynamic(&self) -> bool {
        self.stages.iter().any(|stage| !stage.certain)
    }

    /// The factors of the candidates in the constraints, on whose values the choice depends.
    pub fn factors(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.factors.iter().map(|factor| factor.expr)
    }

    /// The present choice: the columns that are dummies, stage by stage.
    pub fn dummies(&self) -> Vec<Vec<u32>> {
        self.stages.iter().map(|stage| stage.dummies.clone()).collect()
    }

    /// The columns that have next to nothing to do with one of these rows, given the usual sizes of what stands there: to
    /// solve that row for them would cost most of the digits.
    fn faint(&self, rows: &[u32], sizes: &[f64]) -> Vec<bool> {
        let bound = || self.factors.iter().filter(|factor| rows.binary_search(&factor.row).is_ok());
        let term =
            |factor: &Factor| factor.number.map(|number| (number * sizes[factor.column as usize]).abs());
        let mut strongest = vec![0.0; self.rows.len()];
        for factor in bound() {
            let most = &mut strongest[factor.row as usize];
            *most = term(factor).map_or(*most, |term| term.max(*most));
        }
        let mut faint = vec![false; self.columns.len()];
        for factor in bound() {
            let small = term(factor).is_some_and(|term| term < FAINT * strongest[factor.row as usize]);
            faint[factor.column as usize] |= small;
        }
        faint
    }

    /// How much a variable is wanted as a state: by its `stateSelect`; then what the model differentiates itself before
    /// what only index reduction does, with a name before without; then what is hard to solve for; then what has a start.
    fn wanted(
        &self,
        reduced: &ReducedDae,
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

/// What a candidate of usual size counts as a dummy.
fn weight(reduced: &ReducedDae, candidate: VariableId, select: StateSelect, kind: u8) -> f64 {
    nominal(reduced, candidate) * 0.1f64.powi(select as i32) * 0.8f64.powi(i32::from(kind))
}

/// The usual size of a candidate.
fn nominal(reduced: &ReducedDae, candidate: VariableId) -> f64 {
    reduced.dae.attributes.nominal(&reduced.dae.model, candidate).unwrap_or(1.0)
}

impl ReducedDae {
    /// Lets each candidate of a part count so many times what it did, from now on.
    pub fn scale_candidates(&mut self, part: usize, times: &dyn Fn(&crate::Dae, VariableId) -> f64) {
        let own = self.parts[part].clone();
        for (stage, at) in (1..).zip(0..own.stages.len()) {
            let all: Vec<u32> = (0..own.columns.len() as u32).collect();
            for column in own.candidates(stage, &all) {
                let candidate = own.candidate(self, stage, column);
                let times = times(&self.dae, candidate);
                self.parts[part].stages[at].weights[column as usize] *= times;
            }
        }
    }

    /// Makes another choice of the states of a part, as [`StateSelectionBlock::better_selection`] gives it. `schedule` is called afterwards.
    pub fn select_states(&mut self, part: usize, choice: Vec<Vec<u32>>) {
        for (stage, dummies) in self.parts[part].stages.iter_mut().zip(choice) {
            stage.dummies = dummies;
        }
        self.update_states();
    }
}
