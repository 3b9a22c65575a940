//! Where the factors have entries, once the pivots are chosen: all that a factorization with other values needs to know.

use crate::eliminate::SparseElimination;
use crate::symbolic::BlockOrdering;

/// Places of the factors. Rows and columns are numbered by the pivots.
#[derive(Clone, Debug)]
pub(crate) struct FactorPattern {
    /// The row of the matrix that each pivot stands in.
    pub(crate) rows: Vec<u32>,
    /// Where the values of each column begin.
    pub(crate) sources: Vec<u32>,
    /// Where the entries of each column go; as many as the pattern has entries in it.
    pub(crate) target_starts: Vec<u32>,
    pub(crate) targets: Vec<u32>,
    /// The rows below each pivot, ascending.
    pub(crate) lower_starts: Vec<usize>,
    pub(crate) lower: Vec<u32>,
    /// The end of the panel that each column belongs to: of columns side by side, each with the rows of the next one and
    /// the next one's pivot. A column that one of them changes is changed by all that follow in the panel.
    pub(crate) panels: Vec<u32>,
    /// The rows above each pivot, ascending, and from `outer` on those of later blocks, as they stand in the pattern.
    pub(crate) upper_starts: Vec<usize>,
    pub(crate) upper: Vec<u32>,
    pub(crate) outer: Vec<usize>,
    /// Where blocks begin, those of one column that follow each other taken together.
    pub(crate) runs: Vec<ColumnRun>,
}

/// Some columns side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ColumnRun {
    pub(crate) begin: usize,
    pub(crate) end: usize,
    /// Whether each column is a block of its own, rather than all of them one.
    pub(crate) single: bool,
}

impl FactorPattern {
    pub(crate) fn new(plan: &BlockOrdering, mut elimination: SparseElimination<'_>) -> FactorPattern {
        let size = plan.rows.len();
        let mut lower = std::mem::take(&mut elimination.lower);
        for row in &mut lower {
            *row = elimination.pivot_of[*row as usize];
        }
        let mut shape = FactorPattern {
            rows: elimination.row_of.iter().map(|&place| plan.rows[place as usize]).collect(),
            sources: plan.columns.iter().map(|&column| plan.pattern.starts()[column as usize]).collect(),
            target_starts: Vec::with_capacity(size + 1),
            targets: Vec::with_capacity(plan.pattern.entries()),
            lower_starts: elimination.columns.iter().map(|column| column.lower).collect(),
            lower,
            panels: Vec::new(),
            upper_starts: Vec::with_capacity(size + 1),
            upper: Vec::with_capacity(elimination.upper.len()),
            outer: Vec::with_capacity(size),
            runs: runs(&plan.blocks),
        };
        for ends in shape.lower_starts.windows(2) {
            shape.lower[ends[0]..ends[1]].sort_unstable();
        }
        shape.panels = panels(&shape.lower_starts, &shape.lower);
        shape.target_starts.push(0);
        shape.upper_starts.push(0);
        for ends in plan.blocks.windows(2) {
            for place in ends[0]..ends[1] {
                shape.column(plan, &elimination, place as usize, ends[1]);
            }
        }
        shape
    }

    fn column(&mut self, plan: &BlockOrdering, elimination: &SparseElimination<'_>, place: usize, end: u32) {
        let inner = elimination.columns[place].upper..elimination.columns[place + 1].upper;
        let start = self.upper.len();
        self.upper.extend_from_slice(&elimination.upper[inner]);
        self.upper[start..].sort_unstable();
        self.outer.push(self.upper.len());
        for &row in plan.pattern.column(plan.columns[place]) {
            let target = elimination.pivot_of[plan.places[row as usize] as usize];
            self.targets.push(target);
            if target >= end {
                self.upper.push(target);
            }
        }
        self.target_starts.push(self.targets.len() as u32);
        self.upper_starts.push(self.upper.len());
    }
}

fn runs(blocks: &[u32]) -> Vec<ColumnRun> {
    let mut runs: Vec<ColumnRun> = Vec::new();
    for ends in blocks.windows(2) {
        let (begin, end) = (ends[0] as usize, ends[1] as usize);
        let single = end - begin == 1;
        match runs.last_mut() {
            Some(last) if last.single && single => last.end = end,
            _ => runs.push(ColumnRun { begin, end, single }),
        }
    }
    runs
}

fn panels(starts: &[usize], lower: &[u32]) -> Vec<u32> {
    let size = starts.len() - 1;
    let mut panels: Vec<u32> = (1..=size as u32).collect();
    for k in (1..size).rev() {
        let (one, next) = (&lower[starts[k - 1]..starts[k]], &lower[starts[k]..starts[k + 1]]);
        if one.split_first().is_some_and(|(&first, rest)| first as usize == k && rest == next) {
            panels[k - 1] = panels[k];
        }
    }
    panels
}
