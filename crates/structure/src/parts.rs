//! The over-, well- and under-determined parts, which do not depend on the matching.
//!
//! A. L. Dulmage and N. S. Mendelsohn, "Coverings of bipartite graphs", Canadian Journal of Mathematics 10 (1958).

use crate::incidence::{Incidence, NONE};
use crate::matching::Matching;

/// Some rows and some columns, both ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The rows.
    pub rows: Vec<u32>,
    /// The columns.
    pub columns: Vec<u32>,
}

impl Part {
    /// Whether there is neither a row nor a column.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.columns.is_empty()
    }
}

/// Every row and every column in one of three parts. The over-determined part uses no column of the others, the
/// well-determined part none of the under-determined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// More rows than columns: what a row that cannot be matched competes with.
    pub over: Part,
    /// As many rows as columns, all matched.
    pub well: Part,
    /// Fewer rows than columns: what could be determined instead of a column that cannot be matched.
    pub under: Part,
}

/// The part that a row belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowPart {
    Over,
    Well,
    Under,
}

impl Parts {
    /// Sorts rows and columns into parts; a column goes with its row, and a free one is under-determined.
    pub(crate) fn collect(sides: &[RowPart], matching: &Matching) -> Parts {
        let mut parts = Parts::default();
        if matching.is_perfect() {
            parts.well.rows = (0..sides.len() as u32).collect();
            parts.well.columns = parts.well.rows.clone();
            return parts;
        }
        for (row, &side) in (0..).zip(sides) {
            parts.get(side).rows.push(row);
        }
        for (column, &row) in (0..).zip(&matching.row_of) {
            let side = if row == NONE { RowPart::Under } else { sides[row as usize] };
            parts.get(side).columns.push(column);
        }
        parts
    }

    fn get(&mut self, side: RowPart) -> &mut Part {
        match side {
            RowPart::Over => &mut self.over,
            RowPart::Well => &mut self.well,
            RowPart::Under => &mut self.under,
        }
    }
}

/// The sides of all rows as far as the rows without a column decide them: those that they reach are over-determined.
pub(crate) fn over(incidence: &Incidence, matching: &Matching) -> Vec<RowPart> {
    let mut sides = vec![RowPart::Well; incidence.height()];
    let mut found: Vec<u32> = matching.free_rows().collect();
    for &row in &found {
        sides[row as usize] = RowPart::Over;
    }
    let mut at = 0;
    while let Some(&row) = found.get(at) {
        at += 1;
        for &column in incidence.row(row) {
            let next = matching.row_of[column as usize];
            if sides[next as usize] != RowPart::Over {
                sides[next as usize] = RowPart::Over;
                found.push(next);
            }
        }
    }
    sides
}
