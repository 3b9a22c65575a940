//! The problem to be solved at initialization.
//!
//! Unknown is everything that is unknown later, and besides that the states, the parameters that are not fixed and the
//! values that discrete variables had before. The rows of the system hold, differentiated ones among them; then the
//! initial equations, then start values that are fixed. What these leave open is closed by start values that are only
//! guesses, first of discrete variables, then of states in order, as other tools do; what was chosen is told. Rows that
//! are too many are told as well, and are not solved for: they can be checked with the solution.

use equations::{Builtin, Derivation, Expr, ExprId, Exprs, Origin, Type, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};
use structure::Matching;

use crate::dae::{Dae, Equality, Replacement, RowId, RowKind, Unsolvable, UnsolvableResult, VariableRole};
use crate::dependent_starts::dependent_starts;
use crate::index_reduction::ReducedDae;
use crate::initial_causes::find_causes;
use crate::lower::output_at_start;
use crate::parameters;
use crate::schedule::{MatchingProblem, ScheduledBlock};
use crate::variable_finder::holders;

/// Why a start value is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartReason {
    /// The model demands it.
    Fixed,
    /// Nothing else determined the variable.
    Chosen,
}

/// A start value that is used.
#[derive(Clone, Copy, Debug)]
pub struct StartValue {
    /// The variable.
    pub variable: VariableId,
    /// The value.
    pub value: ExprId,
    /// Why.
    pub given: StartReason,
    /// Its row.
    pub row: RowId,
}

/// What to compute in which order at initialization.
#[derive(Clone, Debug)]
pub struct Initialization {
    /// All rows: those of the system as they are at initialization, then initial equations, then start values.
    pub rows: Vec<Equality>,
    /// Blocks in order.
    pub blocks: Vec<ScheduledBlock>,
    /// The start values that are used.
    pub starts: Vec<StartValue>,
    /// Initial equations and fixed start values that are too many. The solution must satisfy them nevertheless.
    pub surplus: Vec<RowId>,
    /// The values before initialization: the variable that stands for `pre(x)`, and `x`.
    pub previous: Vec<(VariableId, VariableId)>,
}

/// In which order rows are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RowPriority {
    System,
    Initial,
    Fixed,
    Before,
    Written,
    Open,
    /// It says what others say already, and is only compared with them.
    Dependent,
}

const TIERS: [RowPriority; 6] = [
    RowPriority::System,
    RowPriority::Initial,
    RowPriority::Fixed,
    RowPriority::Before,
    RowPriority::Written,
    RowPriority::Open,
];

impl ReducedDae {
    /// The order of computation at initialization.
    ///
    /// # Errors
    /// If something remains that nothing determines, or the rows of the system contradict each other.
    pub fn initialize(&mut self) -> UnsolvableResult<Initialization> {
        let highest = self.highest();
        let previous = match self.previous.take() {
            Some(made) => made,
            None => self.dae.previous(),
        };
        self.previous = Some(previous.clone());
        let dae = &mut self.dae;
        let before: FxHashMap<VariableId, VariableId> =
            previous.iter().map(|&(made, of)| (of, made)).collect();
        let mut rows = Vec::with_capacity(dae.rows.len() + dae.initial.len());
        let mut tiers = Vec::with_capacity(rows.capacity());
        let mut memo = FxHashMap::default();
        let all = dae.rows.iter().map(|row| (*row, RowPriority::System));
        let all: Vec<(Equality, RowPriority)> =
            all.chain(dae.initial.iter().map(|row| (*row, RowPriority::Initial))).collect();
        let carrier = dae.carrier;
        let holds = holders(&dae.model.exprs, &|expr| {
            is_of_start(expr) || matches!(expr, Expr::Call(function, _) if Some(function) == carrier)
        });
        let mut then = |exprs: &mut Exprs, id: ExprId| {
            output_at_start(exprs, carrier, id).or_else(|| at_start(exprs, &before, id))
        };
        for (mut row, tier) in all {
            if !holds[row.left.at()] && !holds[row.right.at()] {
                rows.push(row);
                tiers.push(tier);
                continue;
            }
            row.left = dae.model.exprs.substitute(row.left, &mut memo, &mut then);
            row.right = dae.model.exprs.substitute(row.right, &mut memo, &mut then);
            rows.push(row);
            tiers.push(tier);
        }
        let mut starts = Vec::new();
        self.add_starts(&before, &mut rows, &mut tiers, &mut starts);
        let dae = &mut self.dae;
        let mut problem = MatchingProblem::new(dae);
        problem.add_unknowns(dae, &|variable| !over(dae, &highest, variable));
        for at in 0..dae.roles.len() {
            if matches!(dae.roles[at], VariableRole::Free | VariableRole::Previous) {
                problem.add_unknown(VariableId(at as u32));
            }
        }
        for (at, (row, tier)) in rows.iter().zip(&tiers).enumerate() {
            problem.add_row(dae, RowId(at as u32), *row, *tier != RowPriority::System);
        }
        let mut matching = matched(&problem, dae, &tiers)?;
        let mut blocks = problem.solve(dae, &matching);
        // By their places conditions may determine a value that they do not by their numbers: others come in for them.
        while let Some(row) = dependent_condition(dae, &rows, &blocks, &tiers) {
            let tier = std::mem::replace(&mut tiers[row.at()], RowPriority::Dependent);
            match matched(&problem, dae, &tiers) {
                Ok(other) => matching = other,
                Err(_) => {
                    tiers[row.at()] = tier;
                    break;
                }
            }
            blocks = problem.solve(dae, &matching);
        }
        let used = |row: RowId| matching.column_of[row.at()] != structure::NONE;
        starts.retain(|start| used(start.row));
        let surplus = (0..rows.len() as u32)
            .map(RowId)
            .filter(|&row| !used(row))
            .filter(|&row| {
                matches!(tiers[row.at()], RowPriority::Initial | RowPriority::Fixed | RowPriority::Dependent)
            })
            .collect();
        Ok(Initialization { rows, blocks, starts, surplus, previous })
    }

    /// Adds a row for every start value that may be used.
    fn add_starts(
        &mut self,
        before: &FxHashMap<VariableId, VariableId>,
        rows: &mut Vec<Equality>,
        tiers: &mut Vec<RowPriority>,
        starts: &mut Vec<StartValue>,
    ) {
        let states: FxHashSet<VariableId> = self.states.iter().copied().collect();
        let dae = &mut self.dae;
        for at in 0..dae.roles.len() {
            let variable = VariableId(at as u32);
            let solver = dae.attributes.get(variable);
            let fixed = solver.fixed == Some(true);
            if let Some(alias) = dae.aliases[at] {
                // What is the same as a parameter has its value, and a start that says otherwise contradicts that.
                if let (Replacement::Variable { of, .. }, true, Some(value)) = (alias, fixed, solver.start)
                    && matches!(dae.roles[of.at()], VariableRole::Parameter | VariableRole::Constant)
                {
                    let left = dae.resolve(variable);
                    rows.push(started(dae, variable, left, value));
                    tiers.push(RowPriority::Fixed);
                }
                continue;
            }
            let (target, tier) = match (dae.roles[at], before.get(&variable)) {
                (VariableRole::Discrete, Some(&made)) => {
                    (made, if fixed { RowPriority::Fixed } else { RowPriority::Before })
                }
                (VariableRole::Continuous, _) if fixed => (variable, RowPriority::Fixed),
                (VariableRole::Continuous | VariableRole::Derivative, _) if states.contains(&variable) => {
                    (variable, if solver.start.is_some() { RowPriority::Written } else { RowPriority::Open })
                }
                (VariableRole::Free, _) => (variable, RowPriority::Open),
                _ => continue,
            };
            let kind = dae.model.variables[at].kind;
            let Some(value) =
                solver.start.or_else(|| match dae.attributes.default_start(&dae.model, variable) {
                    least if least != 0.0 && kind == Type::Real => Some(dae.model.exprs.real(least)),
                    least if least != 0.0 && kind == Type::Integer => {
                        Some(dae.model.exprs.integer(least as i64))
                    }
                    _ => parameters::default(&mut dae.model, kind),
                })
            else {
                continue;
            };
            let left = dae.model.exprs.add(Expr::Variable(target));
            let given = if tier == RowPriority::Fixed { StartReason::Fixed } else { StartReason::Chosen };
            starts.push(StartValue { variable: target, value, given, row: RowId(rows.len() as u32) });
            rows.push(started(dae, variable, left, value));
            tiers.push(tier);
        }
    }
}

/// An initial equation or a fixed start value that leaves other equations dependent on each other, the last one if there are
/// several: one of these itself, or what they follow from.
fn dependent_condition(
    dae: &Dae,
    rows: &[Equality],
    blocks: &[ScheduledBlock],
    tiers: &[RowPriority],
) -> Option<RowId> {
    let is_condition = |row: &RowId| matches!(tiers[row.at()], RowPriority::Initial | RowPriority::Fixed);
    if !(0..rows.len() as u32).map(RowId).any(|row| is_condition(&row)) {
        return None;
    }
    dependent_starts(dae, blocks).iter().find_map(|found| {
        let own = found.rows.iter().copied().filter(is_condition).max();
        let behind = || {
            let all = found.rows.iter().flat_map(|&row| find_causes(dae, rows, blocks, (row, usize::MAX)));
            all.filter(is_condition).max()
        };
        own.or_else(behind)
    })
}

/// The row that says how a variable begins.
fn started(dae: &mut Dae, variable: VariableId, left: ExprId, right: ExprId) -> Equality {
    let from = dae.model.variables[variable.at()].origin;
    let origin = equations::OriginId(dae.model.origins.len() as u32);
    dae.model.origins.push(Origin::Derived { from, step: Derivation::Started(variable) });
    Equality { left, right, kind: RowKind::Continuous, origin }
}

/// Matches the rows of each tier after those before, so that an earlier one is never given up for a later one.
fn matched(problem: &MatchingProblem, dae: &Dae, tiers: &[RowPriority]) -> UnsolvableResult<Matching> {
    let mut matching = Matching::empty(problem.rows.len(), problem.columns.len());
    for tier in TIERS {
        if matching.size() == problem.columns.len() {
            break;
        }
        if !tiers.contains(&tier) {
            continue;
        }
        matching.extend(&problem.eligible_entries(dae, &|row| tiers[row] <= tier));
        if tier == RowPriority::System {
            let free = matching.free_rows().filter(|&row| tiers[row as usize] == RowPriority::System);
            let rows: Vec<_> = free.map(|row| problem.rows[row as usize].1.origin).collect();
            if !rows.is_empty() {
                return Err(Unsolvable::Singular { rows, variables: Vec::new() });
            }
        }
    }
    let open: Vec<VariableId> =
        matching.free_columns().map(|column| problem.columns[column as usize]).collect();
    if open.is_empty() {
        Ok(matching)
    } else {
        Err(Unsolvable::Singular { rows: Vec::new(), variables: open })
    }
}

/// Whether a variable is a derivative higher than any that occurs.
pub(crate) fn over(dae: &Dae, highest: &FxHashMap<VariableId, u32>, variable: VariableId) -> bool {
    let (base, order) = dae.base(variable);
    order > 0 && highest.get(&base).is_none_or(|&most| order > most)
}

/// Whether an expression is another one at initialization.
fn is_of_start(expr: Expr) -> bool {
    use Builtin as B;
    matches!(
        expr,
        Expr::Builtin(
            B::Initial | B::Edge | B::Change | B::Terminal | B::Sample | B::Clock | B::Pre | B::Delay,
            _
        )
    )
}

/// What an expression is at initialization: nothing becomes true then but `initial()`.
fn at_start(exprs: &mut Exprs, before: &FxHashMap<VariableId, VariableId>, id: ExprId) -> Option<ExprId> {
    match exprs.get(id) {
        Expr::Builtin(Builtin::Initial, _) => Some(exprs.boolean(true)),
        Expr::Builtin(
            Builtin::Edge | Builtin::Change | Builtin::Terminal | Builtin::Sample | Builtin::Clock,
            _,
        ) => Some(exprs.boolean(false)),
        // What is delayed has been as it is now.
        Expr::Builtin(Builtin::Delay, list) => {
            let now = *exprs.items(list).first()?;
            let mut memo = FxHashMap::default();
            Some(exprs.substitute(now, &mut memo, &mut |exprs, id| at_start(exprs, before, id)))
        }
        Expr::Builtin(Builtin::Pre, list) => match exprs.get(*exprs.items(list).first()?) {
            // What changes all the time was before what it is now.
            Expr::Variable(variable) => {
                let made = before.get(&variable).copied().unwrap_or(variable);
                Some(exprs.add(Expr::Variable(made)))
            }
            _ => None,
        },
        _ => None,
    }
}

impl ReducedDae {
    /// The highest derivative of each unknown.
    pub(crate) fn highest(&self) -> FxHashMap<VariableId, u32> {
        self.columns.iter().copied().collect()
    }
}

impl Dae {
    /// Makes a variable for every `pre(x)` of something discrete in the rows.
    fn previous(&mut self) -> Vec<(VariableId, VariableId)> {
        let mut found = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let holds = holders(&self.model.exprs, &|expr| matches!(expr, Expr::Builtin(Builtin::Pre, _)));
        let sides = self.rows.iter().chain(&self.initial).flat_map(|row| [row.left, row.right]);
        let mut todo: Vec<ExprId> = sides.filter(|side| holds[side.at()]).collect();
        while let Some(id) = todo.pop() {
            let expr = self.model.exprs.get(id);
            if matches!(expr, Expr::Variable(_) | Expr::Real(_) | Expr::Integer(_)) || !seen.insert(id) {
                continue;
            }
            if let Expr::Builtin(Builtin::Pre, list) = expr
                && let Some(&inner) = self.model.exprs.items(list).first()
                && let Expr::Variable(variable) = self.model.exprs.get(inner)
                && self.roles[variable.at()] == VariableRole::Discrete
            {
                found.insert(variable);
            }
            expr.children(&self.model.exprs, &mut todo);
        }
        let mut found: Vec<VariableId> = found.into_iter().collect();
        found.sort_unstable();
        found
            .into_iter()
            .map(|of| {
                let name = format!("pre({})", self.model.variable_name(of));
                let variable = self.model.variables[of.at()];
                let made = self.add_variable(&name, variable.kind, VariableRole::Previous, variable.origin);
                (made, of)
            })
            .collect()
    }
}
