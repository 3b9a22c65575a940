//! How a system stands: by the places of its unknowns, and by the numbers in front of them.
//!
//! Matching sees only where unknowns stand. Of a circuit without a ground it says that all is well, though the sum of
//! its current laws is 0 = 0. So where all places come out even, the Jacobian is looked at as well, block by block, at a
//! random point.

use dae::{ModelRows, ModularJacobian, RowDependence, RowSource};
use equations::{EquationKind, ExprId, FlatModel, VariableId};
use rustc_hash::FxHashMap;
use structure::{Block, Decomposition, Incidence, NONE, decompose, row_ranks};

use crate::problem::StructuralProblem;
use crate::removal_trial::Deficit;

/// So many sets are compared to find a small one.
const MAX_RANKS: usize = 50;

/// A system, and what is too much or too little in it.
pub struct StructuralAnalysis {
    /// Which unknowns stand in which rows.
    pub incidence: Incidence,
    /// Its matching, parts and blocks.
    pub decomposition: Decomposition,
    /// Rows that depend on each other, where their places do not show it.
    pub hidden: Vec<HiddenDependence>,
}

/// Sets of rows of the over-constrained part that depend on each other, each ascending, and whether they agree.
pub struct ConflictSets(Vec<(Vec<u32>, Option<bool>)>);

/// Rows that depend on each other, and the unknowns that are open because of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenDependence {
    /// The rows, ascending. Without any one of them the others are independent.
    pub rows: Vec<u32>,
    /// The unknowns, ascending. To give one of them is to give all.
    pub columns: Vec<u32>,
    /// Whether the rows agree: none if that depends on more than constants.
    pub agree: Option<bool>,
}

/// The blocks of a model that are known to be regular, so that they need not be looked at again in a model that has
/// them as well.
pub struct RegularBlocks {
    /// The block of each variable, and of each equation by its two sides.
    of_variable: Vec<u32>,
    of_equation: FxHashMap<(ExprId, ExprId), u32>,
    /// How many equations each block has.
    sizes: Vec<u32>,
    /// Equations with later origins were added.
    origins: usize,
}

impl RegularBlocks {
    /// True if a block of a changed model is one of those.
    fn has(&self, model: &FlatModel, rows: &ModelRows, block: &Block) -> bool {
        let of_variable = |variable: VariableId| self.of_variable.get(variable.at()).copied().unwrap_or(NONE);
        let of_row = |row: u32| {
            let row = rows.rows[row as usize];
            let old = row.origin.at() < self.origins;
            sides(model, row.source).filter(|_| old).and_then(|sides| self.of_equation.get(&sides).copied())
        };
        let Some(number) = block.rows.first().and_then(|&row| of_row(row)) else { return false };
        self.sizes[number as usize] as usize == block.rows.len()
            && block.rows.iter().all(|&row| of_row(row) == Some(number))
            && block.columns.iter().all(|&column| of_variable(rows.columns[column as usize]) == number)
    }
}

/// The two sides of an equation; none if it is another statement.
fn sides(model: &FlatModel, source: RowSource) -> Option<(ExprId, ExprId)> {
    let RowSource::Equation(at, _) = source else { return None };
    match model.equations[at as usize].kind {
        EquationKind::Equality(left, right) => Some((left, right)),
        _ => None,
    }
}

impl StructuralAnalysis {
    /// Looks at a model.
    pub fn new(model: &FlatModel, rows: &ModelRows) -> StructuralAnalysis {
        StructuralAnalysis::changed(model, rows, None, usize::MAX)
    }

    /// Looks at a model that was another one before, of which some blocks are known. If places show as much wrong as
    /// there may be at most, numbers are not looked at.
    pub fn changed(
        model: &FlatModel,
        rows: &ModelRows,
        regular: Option<&RegularBlocks>,
        most: usize,
    ) -> StructuralAnalysis {
        let incidence = rows.eligible.incidence();
        let decomposition = decompose(&incidence);
        let mut structure = StructuralAnalysis { incidence, decomposition, hidden: Vec::new() };
        if structure.deficit().total() < most {
            let known = |block: &Block| regular.is_some_and(|regular| regular.has(model, rows, block));
            let found =
                ModularJacobian::new(model, rows).hidden_dependences(&structure.decomposition.blocks, &known);
            let hidden = found.into_iter().map(|found| HiddenDependence {
                rows: bare(&found),
                columns: found.columns,
                agree: found.agree,
            });
            structure.hidden = hidden.collect();
        }
        structure
    }

    /// The blocks that are known to be regular; none if some are not.
    pub fn regular(&self, model: &FlatModel, rows: &ModelRows) -> Option<RegularBlocks> {
        if !self.hidden.is_empty() {
            return None;
        }
        let mut regular = RegularBlocks {
            of_variable: vec![NONE; model.variables.len()],
            of_equation: FxHashMap::default(),
            sizes: Vec::new(),
            origins: model.origins.len(),
        };
        for (number, block) in (0..).zip(self.decomposition.blocks.iter()) {
            regular.sizes.push(block.rows.len() as u32);
            for &column in block.columns {
                regular.of_variable[rows.columns[column as usize].at()] = number;
            }
            let equations = block.rows.iter().filter_map(|&row| sides(model, rows.rows[row as usize].source));
            equations.for_each(|equation| {
                regular.of_equation.insert(equation, number);
            });
        }
        Some(regular)
    }

    /// Looks for the sets of rows that depend on each other. Of many there are large ones, and they are many.
    pub fn cores(&self, model: &FlatModel, rows: &ModelRows) -> ConflictSets {
        let over = &self.decomposition.parts.over;
        let few = over.rows.len() <= over.columns.len() + MAX_RANKS;
        let found = if few {
            ModularJacobian::new(model, rows).left_kernel(&over.rows, &over.columns)
        } else {
            Vec::new()
        };
        let mut sets: Vec<(Vec<u32>, Option<bool>)> =
            found.iter().map(|found| (bare(found), found.agree)).collect();
        let ranks = row_ranks(&self.incidence, &self.decomposition.matching).take(MAX_RANKS);
        sets.extend(ranks.map(|rows| (rows, None)));
        ConflictSets(sets)
    }

    /// What is too much and too little: nothing if the model is well-posed.
    pub fn deficit(&self) -> Deficit {
        let size = self.decomposition.matching.size() - self.hidden.len();
        Deficit { over: self.incidence.height() - size, under: self.incidence.width() - size }
    }
}

impl ConflictSets {
    /// The smallest set of rows of a problem that is known to be too many by itself, ascending.
    pub fn smallest(&self, problem: &StructuralProblem) -> Vec<u32> {
        let inside = |rows: &&Vec<u32>| rows.iter().all(|row| problem.rows.binary_search(row).is_ok());
        let all = self.0.iter().map(|core| &core.0).filter(inside);
        all.min_by_key(|rows| rows.len()).unwrap_or(&problem.rows).clone()
    }

    /// Whether the rows of a core agree: none if that is not known.
    pub fn is_consistent(&self, core: &[u32]) -> Option<bool> {
        self.0.iter().find(|known| known.0 == core).and_then(|known| known.1)
    }
}

/// The rows of a dependence without their factors.
fn bare(found: &RowDependence) -> Vec<u32> {
    found.rows.iter().map(|row| row.0).collect()
}
