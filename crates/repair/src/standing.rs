//! How a system stands: by the places of its unknowns, and by the numbers in front of them.
//!
//! Matching sees only where unknowns stand. Of a circuit without a ground it says that all is well, though the sum of
//! its current laws is 0 = 0. So where all places come out even, the Jacobian is looked at as well, block by block, at a
//! random point.

use equations::FlatModel;
use reduce::{Dependence, Jacobian, Rows};
use structure::{Decomposition, Incidence, decompose, row_ranks};

use crate::problem::Problem;
use crate::trial::Deficit;

/// So many sets are compared to find a small one.
const MAX_RANKS: usize = 50;

/// A system, and what is too much or too little in it.
pub struct Standing {
    /// Which unknowns stand in which rows.
    pub incidence: Incidence,
    /// Its matching, parts and blocks.
    pub decomposition: Decomposition,
    /// Rows that depend on each other, where their places do not show it.
    pub hidden: Vec<Hidden>,
}

/// Sets of rows of the over-constrained part that depend on each other, each ascending, and whether they agree.
pub struct Cores(Vec<(Vec<u32>, Option<bool>)>);

/// Rows that depend on each other, and the unknowns that are open because of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// The rows, ascending. Without any one of them the others are independent.
    pub rows: Vec<u32>,
    /// The unknowns, ascending. To give one of them is to give all.
    pub columns: Vec<u32>,
    /// Whether the rows agree: none if that depends on more than constants.
    pub agree: Option<bool>,
}

impl Standing {
    /// Looks at a model.
    pub fn new(model: &FlatModel, rows: &Rows) -> Standing {
        let incidence = rows.signature.incidence();
        let decomposition = decompose(&incidence);
        let mut jacobian = Jacobian::new(model, rows);
        let hidden = jacobian.hidden(&decomposition.blocks).into_iter();
        let hidden =
            hidden.map(|found| Hidden { rows: bare(&found), columns: found.columns, agree: found.agree });
        Standing { incidence, decomposition, hidden: hidden.collect() }
    }

    /// Looks for the sets of rows that depend on each other. Of many there are large ones, and they are many.
    pub fn cores(&self, model: &FlatModel, rows: &Rows) -> Cores {
        let over = &self.decomposition.parts.over;
        let few = over.rows.len() <= over.columns.len() + MAX_RANKS;
        let found = if few { Jacobian::new(model, rows).left(&over.rows, &over.columns) } else { Vec::new() };
        let mut sets: Vec<(Vec<u32>, Option<bool>)> =
            found.iter().map(|found| (bare(found), found.agree)).collect();
        let ranks = row_ranks(&self.incidence, &self.decomposition.matching).take(MAX_RANKS);
        sets.extend(ranks.map(|rows| (rows, None)));
        Cores(sets)
    }

    /// What is too much and too little: nothing if the model is well-posed.
    pub fn deficit(&self) -> Deficit {
        let size = self.decomposition.matching.size() - self.hidden.len();
        Deficit { over: self.incidence.height() - size, under: self.incidence.width() - size }
    }
}

impl Cores {
    /// The smallest set of rows of a problem that is known to be too many by itself, ascending.
    pub fn smallest(&self, problem: &Problem) -> Vec<u32> {
        let inside = |rows: &&Vec<u32>| rows.iter().all(|row| problem.rows.binary_search(row).is_ok());
        let all = self.0.iter().map(|core| &core.0).filter(inside);
        all.min_by_key(|rows| rows.len()).unwrap_or(&problem.rows).clone()
    }

    /// Whether the rows of a core agree: none if that is not known.
    pub fn agree(&self, core: &[u32]) -> Option<bool> {
        self.0.iter().find(|known| known.0 == core).and_then(|known| known.1)
    }
}

/// The rows of a dependence without their factors.
fn bare(found: &Dependence) -> Vec<u32> {
    found.rows.iter().map(|row| row.0).collect()
}
