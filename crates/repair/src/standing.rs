//! How a system stands: by the places of its unknowns, and by the numbers in front of them.
//!
//! Matching sees only where unknowns stand. Of a circuit without a ground it says that all is well, though the sum of
//! its current laws is 0 = 0. So where all places come out even, the Jacobian is looked at as well, block by block, at a
//! random point.

use equations::FlatModel;
use reduce::{Point, PointRow, Rows};
use structure::{
    Decomposition, Incidence, ModularRow, NONE, Residue, decompose, kernel, row_ranks, transpose,
};

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
        let mut look = Look { point: Point::new(model, rows), local: vec![NONE; incidence.width()] };
        // Singular blocks may make up for each other, so that all have to be looked at together.
        let singular = decomposition.blocks.iter().any(|block| look.is_singular(block.rows, block.columns));
        let blocks = &decomposition.blocks;
        let hidden = if singular { look.hidden(blocks.rows(), blocks.columns()) } else { Vec::new() };
        Standing { incidence, decomposition, hidden }
    }

    /// Looks for the sets of rows that depend on each other. Of many there are large ones, and they are many.
    pub fn cores(&self, model: &FlatModel, rows: &Rows) -> Cores {
        let over = &self.decomposition.parts.over;
        let mut look = Look { point: Point::new(model, rows), local: vec![NONE; self.incidence.width()] };
        let few = over.rows.len() <= over.columns.len() + MAX_RANKS;
        let mut sets = if few { look.left(&over.rows, &over.columns) } else { Vec::new() };
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

/// Looks at parts of the Jacobian.
struct Look<'a> {
    point: Point<'a>,
    /// The number of each column within the part, for its time.
    local: Vec<u32>,
}

impl Look<'_> {
    /// True if the determinant of a block is zero.
    fn is_singular(&mut self, rows: &[u32], columns: &[u32]) -> bool {
        let jacobian = self.jacobian(rows, columns);
        // Most blocks are a single unknown with a coefficient.
        if let [row] = &jacobian[..] {
            return row.entries.is_empty();
        }
        let entries = jacobian.into_iter().map(|row| row.entries).collect();
        kernel(columns.len(), entries).is_some_and(|open| !open.is_empty())
    }

    /// What is dependent and open in rows and columns, as many of one as of the other.
    fn hidden(&mut self, rows: &[u32], columns: &[u32]) -> Vec<Hidden> {
        let jacobian = self.jacobian(rows, columns);
        let entries: Vec<ModularRow> = jacobian.iter().map(|row| row.entries.clone()).collect();
        let left = kernel(rows.len(), transpose(columns.len(), &entries)).unwrap_or_default();
        let right = kernel(columns.len(), entries).unwrap_or_default();
        let hidden = |(left, right): (ModularRow, ModularRow)| {
            let mut all: Vec<u32> = left.iter().map(|entry| rows[entry.0 as usize]).collect();
            let mut open: Vec<u32> = right.iter().map(|entry| columns[entry.0 as usize]).collect();
            all.sort_unstable();
            open.sort_unstable();
            Hidden { rows: all, columns: open, agree: agree(&jacobian, &left) }
        };
        left.into_iter().zip(right).map(hidden).collect()
    }

    /// Rows of which a combination is zero in all columns, and whether it is zero altogether.
    fn left(&mut self, rows: &[u32], columns: &[u32]) -> Vec<(Vec<u32>, Option<bool>)> {
        let jacobian = self.jacobian(rows, columns);
        let entries: Vec<ModularRow> = jacobian.iter().map(|row| row.entries.clone()).collect();
        let found = kernel(rows.len(), transpose(columns.len(), &entries)).unwrap_or_default();
        let core = |left: ModularRow| {
            let mut all: Vec<u32> = left.iter().map(|entry| rows[entry.0 as usize]).collect();
            all.sort_unstable();
            (all, agree(&jacobian, &left))
        };
        found.into_iter().map(core).collect()
    }

    /// The Jacobian of some rows by some columns, both numbered anew.
    fn jacobian(&mut self, rows: &[u32], columns: &[u32]) -> Vec<PointRow> {
        for (at, &column) in (0..).zip(columns) {
            self.local[column as usize] = at;
        }
        let mut found: Vec<PointRow> = rows.iter().map(|&row| self.point.row(row)).collect();
        for row in &mut found {
            row.entries.retain_mut(|entry| {
                entry.0 = self.local[entry.0 as usize];
                entry.0 != NONE
            });
            row.entries.sort_unstable_by_key(|entry| entry.0);
        }
        columns.iter().for_each(|&column| self.local[column as usize] = NONE);
        found
    }
}

/// Whether a combination of rows that holds no unknown is 0 = 0: none if that depends on more than constants.
fn agree(rows: &[PointRow], combination: &ModularRow) -> Option<bool> {
    let rest = combination.iter().map(|&(row, factor)| Some(rows[row as usize].rest?.times(factor)));
    let rest: Option<Vec<Residue>> = rest.collect();
    rest.map(|rest| rest.into_iter().fold(Residue::ZERO, Residue::plus).is_zero())
}
