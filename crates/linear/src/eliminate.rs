//! Which rows become pivots, and where the factors have entries.
//!
//! J. R. Gilbert and T. Peierls, "Sparse partial pivoting in time proportional to arithmetic operations", SIAM Journal on
//! Scientific and Statistical Computing 9 (1988): a search from the entries of a column finds which earlier columns change
//! it, so no step is spent on zeros. The search is shortened as S. C. Eisenstat and J. W. H. Liu showed, "Exploiting
//! structural symmetry in a sparse partial pivoting code", SIAM Journal on Scientific Computing 14 (1993).

mod rounding_error;

pub(crate) use rounding_error::{UncertainNumber, is_rounding_error};

use structure::NONE;

use crate::failure::FactorFailure;
use crate::symbolic::BlockOrdering;

/// The diagonal is taken if it is at least this part of the largest candidate, so that the order keeps the fill it found.
const PREFER: f64 = 1e-3;
/// If all candidates are this much smaller than the column, they may be nothing but rounding errors.
pub(crate) const SUSPECT: f64 = 1e-9;

/// The pivots and the places of the factors. Places of rows are those of the plan, numbers of pivots those of columns.
pub(crate) struct SparseElimination<'a> {
    plan: &'a BlockOrdering,
    values: &'a [f64],
    /// A factor for each row of the matrix.
    scales: &'a [f64],
    /// The pivot that each row is, or `NONE`.
    pub(crate) pivot_of: Vec<u32>,
    /// The row of each pivot.
    pub(crate) row_of: Vec<u32>,
    /// Where each column begins, and the end of the last.
    pub(crate) columns: Vec<ColumnStart>,
    /// Rows below the pivot of each column.
    pub(crate) lower: Vec<u32>,
    numbers: Vec<f64>,
    /// The doubts about the numbers, where it was necessary to have any.
    doubts: Vec<f64>,
    careful: bool,
    /// Pivots above the one of each column, in its own block.
    pub(crate) upper: Vec<u32>,
    /// How much larger than in the matrix a column became, at most.
    pub(crate) growth: f64,
    /// How small a pivot is beside the other numbers of its column, at least.
    pub(crate) smallest: f64,
    work: ColumnWork,
}

/// Where a column begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColumnStart {
    pub(crate) lower: usize,
    /// How far the search looks into the rows below the pivot.
    search: usize,
    pub(crate) upper: usize,
}

/// What is needed for one column at a time.
struct ColumnWork {
    column: Vec<f64>,
    doubts: Vec<f64>,
    /// The last column that reached a row.
    marks: Vec<u32>,
    stack: Vec<(u32, usize)>,
    /// Pivots that change the column, in reverse order.
    order: Vec<u32>,
    /// Rows without a pivot in the column.
    rest: Vec<u32>,
}

impl<'a> SparseElimination<'a> {
    /// Eliminates all blocks.
    ///
    /// # Errors
    /// If a block is singular.
    pub(crate) fn run(
        plan: &'a BlockOrdering,
        values: &'a [f64],
        scales: &'a [f64],
    ) -> Result<SparseElimination<'a>, FactorFailure> {
        let size = plan.rows.len();
        let entries = values.len();
        let mut elimination = SparseElimination {
            plan,
            values,
            scales,
            pivot_of: vec![NONE; size],
            row_of: Vec::with_capacity(size),
            columns: Vec::with_capacity(size + 1),
            lower: Vec::with_capacity(entries),
            numbers: Vec::with_capacity(entries),
            doubts: Vec::new(),
            careful: false,
            upper: Vec::with_capacity(entries),
            growth: 1.0,
            smallest: 1.0,
            work: ColumnWork {
                column: vec![0.0; size],
                doubts: Vec::new(),
                marks: vec![NONE; size],
                stack: Vec::new(),
                order: Vec::new(),
                rest: Vec::new(),
            },
        };
        elimination.columns.push(ColumnStart { lower: 0, search: 0, upper: 0 });
        for ends in plan.blocks.windows(2) {
            if ends[1] - ends[0] == 1 {
                elimination.single(ends[0])?;
            } else {
                elimination.block(ends[0], ends[1])?;
            }
        }
        Ok(elimination)
    }

    fn single(&mut self, place: u32) -> Result<(), FactorFailure> {
        let (row, column) = (self.plan.rows[place as usize], self.plan.columns[place as usize]);
        let start = self.plan.pattern.starts()[column as usize] as usize;
        let rows = self.plan.pattern.column(column);
        let at = rows.iter().position(|&other| other == row);
        if at.is_none_or(|at| is_zero(self.values[start + at] * self.scales[row as usize])) {
            return Err(FactorFailure::Singular { row, column });
        }
        self.accept(place);
        Ok(())
    }

    /// The row of this place becomes the next pivot, and its column is closed.
    fn accept(&mut self, place: u32) {
        self.pivot_of[place as usize] = self.row_of.len() as u32;
        self.row_of.push(place);
        if let Some(own) = self.columns.last_mut() {
            own.search = self.lower.len();
        }
        self.columns.push(ColumnStart {
            lower: self.lower.len(),
            search: self.lower.len(),
            upper: self.upper.len(),
        });
    }

    /// First without doubts, which most blocks need not have, then with them.
    fn block(&mut self, begin: u32, end: u32) -> Result<(), FactorFailure> {
        self.careful = false;
        if self.attempt(begin, end) == Ok(()) {
            return Ok(());
        }
        self.rewind(begin, end);
        self.careful = true;
        self.attempt(begin, end).map_err(|column| {
            // The row that no other column takes follows from the others.
            let left = (begin..end).find(|&place| self.pivot_of[place as usize] == NONE);
            FactorFailure::Singular { row: self.plan.rows[left.unwrap_or(begin) as usize], column }
        })
    }

    /// Eliminates a block. A column without a pivot is an error; with doubts, the others go on without it.
    fn attempt(&mut self, begin: u32, end: u32) -> Result<(), u32> {
        let mut dependent = Ok(());
        for place in begin..end {
            let given = self.reach(place, begin, end);
            let above = if self.careful { self.solve_with_doubts(place) } else { self.solve() };
            let Some(pivot) = self.choose(place, given, above) else {
                self.forget();
                dependent = dependent.and(Err(self.plan.columns[place as usize]));
                if self.careful {
                    continue;
                }
                return dependent;
            };
            self.store(pivot);
            self.prune(pivot);
        }
        dependent
    }

    /// Takes back all columns of a block.
    fn rewind(&mut self, begin: u32, end: u32) {
        let (from, to) = (begin as usize, end as usize);
        self.pivot_of[from..to].fill(NONE);
        self.work.marks[from..to].fill(NONE);
        self.row_of.truncate(from);
        self.lower.truncate(self.columns[from].lower);
        self.numbers.truncate(self.columns[from].lower);
        self.upper.truncate(self.columns[from].upper);
        self.columns.truncate(from + 1);
        self.doubts.clear();
        self.doubts.resize(self.lower.len(), 0.0);
        self.work.doubts.resize(self.plan.rows.len(), 0.0);
    }

    /// Scatters a column and finds all rows and pivots that it reaches. The largest number of the column.
    fn reach(&mut self, place: u32, begin: u32, end: u32) -> f64 {
        let mut given = 0f64;
        let column = self.plan.columns[place as usize];
        let start = self.plan.pattern.starts()[column as usize] as usize;
        self.work.order.clear();
        self.work.rest.clear();
        for (&row, &value) in self.plan.pattern.column(column).iter().zip(&self.values[start..]) {
            let at = self.plan.places[row as usize];
            if !(begin..end).contains(&at) {
                continue;
            }
            let number = value * self.scales[row as usize];
            given = given.max(number.abs());
            self.work.column[at as usize] = number;
            if self.work.marks[at as usize] != place {
                self.visit(at, place);
            }
        }
        given
    }

    fn visit(&mut self, row: u32, stamp: u32) {
        let ColumnWork { marks, stack, order, rest, .. } = &mut self.work;
        marks[row as usize] = stamp;
        let pivot = self.pivot_of[row as usize];
        if pivot == NONE {
            rest.push(row);
            return;
        }
        let ColumnStart { lower: mut at, search: mut end, .. } = self.columns[pivot as usize];
        let mut pivot = pivot;
        loop {
            let mut deeper = None;
            while at < end {
                let row = self.lower[at];
                at += 1;
                if marks[row as usize] == stamp {
                    continue;
                }
                marks[row as usize] = stamp;
                let next = self.pivot_of[row as usize];
                if next != NONE {
                    deeper = Some(next);
                    break;
                }
                rest.push(row);
            }
            if let Some(next) = deeper {
                stack.push((pivot, at));
                pivot = next;
                ColumnStart { lower: at, search: end, .. } = self.columns[next as usize];
                continue;
            }
            order.push(pivot);
            let Some(above) = stack.pop() else { return };
            (pivot, at) = above;
            end = self.columns[pivot as usize].search;
        }
    }

    /// Eliminates the pivots from the scattered column. The largest number met in the pivots' rows.
    fn solve(&mut self) -> f64 {
        let ColumnWork { column, order, .. } = &mut self.work;
        let mut largest = 0f64;
        for &pivot in order.iter().rev() {
            let factor = std::mem::take(&mut column[self.row_of[pivot as usize] as usize]);
            largest = largest.max(factor.abs());
            if factor == 0.0 {
                continue;
            }
            let range = self.columns[pivot as usize].lower..self.columns[pivot as usize + 1].lower;
            for (&row, &number) in self.lower[range.clone()].iter().zip(&self.numbers[range]) {
                column[row as usize] -= number * factor;
            }
        }
        largest
    }

    /// The row to divide by: that of the diagonal if it is large enough, else the one with the largest number. `None` if
    /// there is nothing but zeros and rounding errors, or, as long as there are no doubts, if there may be nothing else.
    fn choose(&mut self, place: u32, given: f64, above: f64) -> Option<u32> {
        let ColumnWork { column, doubts, rest, .. } = &self.work;
        let (mut best, mut most) = (NONE, 0.0);
        let (mut diagonal, mut largest) = (0.0, above);
        for &row in rest {
            let number = column[row as usize];
            largest = largest.max(number.abs());
            if self.careful && is_rounding_error(number, doubts[row as usize]) {
                continue;
            }
            if number.abs() > most {
                (best, most) = (row, number.abs());
            }
            if row == place {
                diagonal = number.abs();
            }
        }
        if best == NONE || is_zero(most) || !self.careful && most < SUSPECT * largest {
            return None;
        }
        let good = diagonal >= PREFER * most && !is_zero(diagonal);
        let (pivot, size) = if good { (place, diagonal) } else { (best, most) };
        if size < self.smallest * largest {
            self.smallest = size / largest;
        }
        if largest > self.growth * given {
            self.growth = largest / given;
        }
        Some(pivot)
    }

    /// The scaled entries of a column in its own block, with the places of their rows.
    fn entries(&self, place: u32) -> impl Iterator<Item = (u32, f64)> + use<'_, 'a> {
        let column = self.plan.columns[place as usize];
        let start = self.plan.pattern.starts()[column as usize] as usize;
        self.plan
            .pattern
            .column(column)
            .iter()
            .zip(&self.values[start..])
            .map(|(&row, &value)| (self.plan.places[row as usize], value * self.scales[row as usize]))
            .filter(move |&(at, _)| self.work.marks[at as usize] == place)
    }

    fn store(&mut self, pivot: u32) {
        if let Some(at) = self.work.rest.iter().position(|&row| row == pivot) {
            self.work.rest.swap_remove(at);
        }
        if self.careful {
            self.store_doubts(pivot);
        }
        let ColumnWork { column, order, rest, .. } = &mut self.work;
        let inverse = 1.0 / std::mem::take(&mut column[pivot as usize]);
        self.numbers.extend(rest.iter().map(|&row| std::mem::take(&mut column[row as usize]) * inverse));
        self.lower.extend_from_slice(rest);
        self.upper.extend(order.iter().rev());
        self.accept(pivot);
    }

    fn forget(&mut self) {
        for &row in &self.work.rest {
            self.work.column[row as usize] = 0.0;
            if self.careful {
                self.work.doubts[row as usize] = 0.0;
            }
        }
    }

    /// Where the new pivot stands in an earlier column that changed this one, all rows without a pivot of that column stand
    /// in this one too. So the search need not look at them there.
    fn prune(&mut self, pivot: u32) {
        let last = self.columns.len() - 2;
        for at in self.columns[last].upper..self.columns[last + 1].upper {
            let earlier = self.upper[at] as usize;
            let (ColumnStart { lower: start, search, .. }, end) =
                (self.columns[earlier], self.columns[earlier + 1].lower);
            if search != end || !self.lower[start..end].contains(&pivot) {
                continue;
            }
            let mut front = start;
            for at in start..end {
                if self.pivot_of[self.lower[at] as usize] != NONE {
                    self.lower.swap(front, at);
                    self.numbers.swap(front, at);
                    if self.careful {
                        self.doubts.swap(front, at);
                    }
                    front += 1;
                }
            }
            self.columns[earlier].search = front;
        }
    }
}

/// Whether a number is no use as a pivot: zero, or so small that its inverse may be infinite.
pub(crate) fn is_zero(number: f64) -> bool {
    number.abs() < f64::MIN_POSITIVE
}
