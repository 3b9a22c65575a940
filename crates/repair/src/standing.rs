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
    /// Sets of rows of the over-constrained part that depend on each other, each ascending, and whether they agree.
    cores: Vec<(Vec<u32>, Option<bool>)>,
}

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
        let bare = |found: &Dependence| found.rows.iter().map(|row| row.0).collect::<Vec<u32>>();
        let hidden = jacobian.hidden(&decomposition.blocks).into_iter();
        let hidden =
            hidden.map(|found| Hidden { rows: bare(&found), columns: found.columns, agree: found.agree });
        let hidden = hidden.collect();
        let over = &decomposition.parts.over;
        let cores = jacobian.left(&over.rows, &over.columns);
        let cores = cores.iter().map(|found| (bare(found), found.agree)).collect();
        Standing { incidence, decomposition, hidden, cores }
    }

    /// What is too much and too little: nothing if the model is well-posed.
    pub fn deficit(&self) -> Deficit {
        let size = self.decomposition.matching.size() - self.hidden.len();
        Deficit { over: self.incidence.height() - size, under: self.incidence.width() - size }
    }

    /// The smallest set of rows of a problem that is known to be too many by itself, ascending.
    pub fn core(&self, problem: &Problem) -> Vec<u32> {
        let inside = |rows: &Vec<u32>| rows.iter().all(|row| problem.rows.binary_search(row).is_ok());
        let ranks = row_ranks(&self.incidence, &self.decomposition.matching).take(MAX_RANKS);
        let all = self.cores.iter().map(|core| core.0.clone()).chain(ranks).filter(inside);
        all.min_by_key(Vec::len).unwrap_or_else(|| problem.rows.clone())
    }

    /// Whether the rows of a core agree: none if that is not known.
    pub fn agree(&self, core: &[u32]) -> Option<bool> {
        self.cores.iter().find(|known| known.0 == core).and_then(|known| known.1)
    }
}
