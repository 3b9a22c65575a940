//! Rows that follow from others or contradict them, which no matching shows: the current laws of a circuit without a ground
//! add up to 0 = 0, two voltage sources side by side say the same or quarrel.
//!
//! The Jacobian is looked at, at a random point and modulo a prime ([`RandomPoint`]), so that sums of flows, gear ratios and
//! parameters are exact and no tolerance decides.

use base::{ModularRow, Residue, kernel, transpose};
use equations::FlatModel;
use structure::{Block, Blocks, NONE, Part, decompose};

use crate::random_point::{RandomPoint, RandomPointRow};
use crate::rows::ModelRows;

/// Rows that depend on each other, and the unknowns that are open because of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowDependence {
    /// The rows, ascending, with factors: with these they add up to something without unknowns. Without any one of them
    /// the others are independent. The first factor is one.
    pub rows: Vec<(u32, Residue)>,
    /// The unknowns, ascending. To give one of them is to give all.
    pub columns: Vec<u32>,
    /// Whether the rows agree: none if that depends on more than constants.
    pub agree: Option<bool>,
}

impl RowDependence {
    /// Whether the rows add up as they are written.
    pub fn is_sum(&self) -> bool {
        self.rows.iter().all(|row| row.1 == Residue::ONE)
    }

    /// Whether the rows have only to be added and subtracted.
    pub fn is_signed_sum(&self) -> bool {
        self.rows.iter().all(|row| [Residue::ONE, Residue::ONE.negated()].contains(&row.1))
    }
}

/// All dependences of a model.
pub fn dependences(model: &FlatModel, rows: &ModelRows) -> Vec<RowDependence> {
    let incidence = rows.eligible.incidence();
    let whole = decompose(&incidence);
    let mut jacobian = ModularJacobian::new(model, rows);
    if whole.is_well_determined() {
        return jacobian.hidden_dependences(&whole.blocks, &|_| false);
    }
    let all = Part::all(&incidence);
    jacobian.left_kernel(&all.rows, &all.columns)
}

/// Looks at parts of the Jacobian.
pub struct ModularJacobian<'a> {
    point: RandomPoint<'a>,
    rows: &'a ModelRows,
    /// The rows that were asked for so far: the same ones are looked at block by block, as a whole and turned.
    known: Vec<Option<RandomPointRow>>,
    /// The number of each column within the part, for its time.
    local: Vec<u32>,
}

impl<'a> ModularJacobian<'a> {
    /// The Jacobian of a model.
    pub fn new(model: &'a FlatModel, rows: &'a ModelRows) -> ModularJacobian<'a> {
        ModularJacobian {
            point: RandomPoint::new(model, rows),
            rows,
            known: vec![None; rows.rows.len()],
            local: vec![NONE; rows.columns.len()],
        }
    }

    /// What is dependent in blocks that places show to be regular, and what is open because of it. Blocks that are known
    /// to be regular are not looked at.
    pub fn hidden_dependences(
        &mut self,
        blocks: &Blocks,
        known: &dyn Fn(&Block) -> bool,
    ) -> Vec<RowDependence> {
        // Singular blocks may make up for each other, so that all have to be looked at together.
        if !blocks.iter().any(|block| !known(&block) && self.is_singular(block.rows, block.columns)) {
            return Vec::new();
        }
        let (rows, columns) = (blocks.rows(), blocks.columns());
        let mut found = self.left_kernel(rows, columns);
        let right = kernel(columns.len(), self.part(rows, columns)).unwrap_or_default();
        for (dependence, open) in found.iter_mut().zip(right) {
            dependence.columns = open.iter().map(|entry| columns[entry.0 as usize]).collect();
            dependence.columns.sort_unstable();
        }
        found
    }

    /// Rows of which a combination is zero in all columns.
    pub fn left_kernel(&mut self, rows: &[u32], columns: &[u32]) -> Vec<RowDependence> {
        let turned = transpose(columns.len(), &self.part(rows, columns));
        let found = kernel(rows.len(), turned).unwrap_or_default();
        let mut tell = |left: ModularRow| {
            let mut all: Vec<(u32, Residue)> =
                left.iter().map(|&(row, factor)| (rows[row as usize], factor)).collect();
            all.sort_unstable();
            let scale = all.first().and_then(|first| first.1.inverse()).unwrap_or(Residue::ONE);
            all.iter_mut().for_each(|row| row.1 = row.1.times(scale));
            let agree = self.agree(&all);
            RowDependence { rows: all, columns: Vec::new(), agree }
        };
        found.into_iter().map(&mut tell).collect()
    }

    /// True if the determinant of a block is zero.
    fn is_singular(&mut self, rows: &[u32], columns: &[u32]) -> bool {
        // Most blocks are a single unknown with a coefficient.
        if let ([row], [column]) = (rows, columns) {
            return !self.row(*row).entries.iter().any(|entry| entry.0 == *column);
        }
        let entries = self.part(rows, columns);
        kernel(columns.len(), entries).is_some_and(|open| !open.is_empty())
    }

    /// A row of the Jacobian, with the unknowns that it may be solved for.
    fn row(&mut self, at: u32) -> &RandomPointRow {
        self.known[at as usize].get_or_insert_with(|| {
            let mut row = self.point.row(at);
            let own = self.rows.eligible.row(at);
            row.entries.retain(|entry| own.binary_search_by_key(&entry.0, |known| known.column).is_ok());
            row
        })
    }

    /// The Jacobian of some rows by some columns, both numbered anew.
    fn part(&mut self, rows: &[u32], columns: &[u32]) -> Vec<ModularRow> {
        for (at, &column) in (0..).zip(columns) {
            self.local[column as usize] = at;
        }
        let mut found = Vec::with_capacity(rows.len());
        for &row in rows {
            self.row(row);
            let known = self.known[row as usize].iter().flat_map(|known| &known.entries);
            let inside = known.map(|entry| (self.local[entry.0 as usize], entry.1));
            let mut entries: ModularRow = inside.filter(|entry| entry.0 != NONE).collect();
            entries.sort_unstable_by_key(|entry| entry.0);
            found.push(entries);
        }
        columns.iter().for_each(|&column| self.local[column as usize] = NONE);
        found
    }

    /// Whether a combination of rows that holds no unknown is 0 = 0: none if that depends on more than constants.
    fn agree(&mut self, combination: &[(u32, Residue)]) -> Option<bool> {
        let mut sum = Residue::ZERO;
        for &(row, factor) in combination {
            // What the rows hold besides, and are not solved for, may make the difference.
            let besides = self.rows.signature.row(row).len() > self.rows.eligible.row(row).len();
            if besides || !self.row(row).exact {
                return None;
            }
            sum = sum.plus(self.point.rest(row)?.times(factor));
        }
        // A factor may stand for a derivative, and that of a constant is zero: what is left of constants then says nothing.
        let differentiated = combination
            .iter()
            .any(|&(row, _)| self.rows.signature.row(row).iter().any(|entry| entry.order > 0));
        if sum.is_zero() { Some(true) } else { (!differentiated).then_some(false) }
    }
}
