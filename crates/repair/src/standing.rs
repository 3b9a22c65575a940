//! How a system stands: by the places of its unknowns, and by the whole numbers in front of them.
//!
//! Matching sees only where unknowns stand. Of a circuit without a ground it says that all is well, though the sum of
//! its current laws is 0 = 0. So rows that follow from others are found first, exactly, and stand as empty rows: then
//! matching sees the unknown that they leave open.

use equations::FlatModel;
use reduce::{Rows, dependences};
use structure::{Decomposition, Dependence, Incidence, decompose, row_ranks};

use crate::problem::Problem;
use crate::trial::Deficit;

/// So many sets are compared to find a small one.
const MAX_RANKS: usize = 50;

/// A system, and what is too much or too little in it.
pub struct Standing {
    /// Which unknowns stand in which rows; none in the rows of `hidden`.
    pub incidence: Incidence,
    /// Its matching, parts and blocks.
    pub decomposition: Decomposition,
    /// Rows that follow from others or contradict them where matching alone would not say so.
    pub hidden: Vec<Dependence>,
    /// The same where matching says so too.
    pub plain: Vec<Dependence>,
}

impl Standing {
    /// Looks at a model.
    pub fn new(model: &FlatModel, rows: &Rows) -> Standing {
        let incidence = rows.signature.incidence();
        let decomposition = decompose(&incidence);
        let found = dependences(model, rows);
        if found.is_empty() {
            return Standing { incidence, decomposition, hidden: Vec::new(), plain: Vec::new() };
        }
        // Each dependence takes away one row. It is hidden if none of its rows was one too many already.
        let mut gone = vec![false; incidence.height()];
        let (mut hidden, mut plain) = (Vec::new(), Vec::new());
        let mut over = crowded(&decomposition, incidence.height());
        for dependence in found {
            let rows = || dependence.combination.iter().map(|term| term.0);
            let useless = rows().find(|&row| over[row as usize] && !gone[row as usize]);
            gone[useless.unwrap_or(dependence.row) as usize] = true;
            if useless.is_none() {
                hidden.push(dependence);
            } else {
                plain.push(dependence);
                over = crowded(&decompose(&without(&incidence, &gone)), incidence.height());
            }
        }
        if hidden.is_empty() {
            return Standing { incidence, decomposition, hidden, plain };
        }
        let mut gone = vec![false; incidence.height()];
        hidden.iter().for_each(|dependence| gone[dependence.row as usize] = true);
        let incidence = without(&incidence, &gone);
        let decomposition = decompose(&incidence);
        Standing { incidence, decomposition, hidden, plain }
    }

    /// The smallest set of rows of a problem that is known to be too many by itself, ascending.
    pub fn core(&self, problem: &Problem) -> Vec<u32> {
        let inside = |rows: &Vec<u32>| rows.iter().all(|row| problem.rows.binary_search(row).is_ok());
        let dependences =
            self.plain.iter().map(|found| found.combination.iter().map(|term| term.0).collect::<Vec<u32>>());
        let ranks = row_ranks(&self.incidence, &self.decomposition.matching).take(MAX_RANKS);
        let all = dependences.chain(ranks).filter(inside);
        all.min_by_key(Vec::len).unwrap_or_else(|| problem.rows.clone())
    }

    /// What is too much and too little: nothing if the model is well-posed.
    pub fn deficit(&self) -> Deficit {
        let size = self.decomposition.matching.size();
        Deficit { over: self.incidence.height() - size, under: self.incidence.width() - size }
    }
}

/// Which rows lie in the over-constrained part.
fn crowded(decomposition: &Decomposition, height: usize) -> Vec<bool> {
    let mut over = vec![false; height];
    decomposition.parts.over.rows.iter().for_each(|&row| over[row as usize] = true);
    over
}

/// The system with some rows empty.
fn without(incidence: &Incidence, gone: &[bool]) -> Incidence {
    let rows = incidence.rows().zip(gone).map(|(row, &gone)| if gone { &[] } else { row });
    Incidence::from_rows(incidence.width(), rows)
}
