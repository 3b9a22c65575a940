//! Answers for small systems straight from the definitions, by trying everything.

use structure::{Incidence, Part, Parts};

/// A system as one set of columns for each row, sets being the bits of a number.
pub(crate) struct Brute {
    pub(crate) rows: Vec<u32>,
    pub(crate) width: usize,
}

impl Brute {
    pub(crate) fn new(incidence: &Incidence) -> Brute {
        let bits = |row: &[u32]| row.iter().fold(0, |bits, column| bits | 1 << column);
        Brute { rows: incidence.rows().map(bits).collect(), width: incidence.width() }
    }

    /// How many of some rows can be matched at once with some columns.
    pub(crate) fn size(&self, rows: u32, columns: u32) -> u32 {
        // The sets of columns that the rows so far can take, each bit of the table being such a set.
        let mut reached = vec![false; 1 << self.width];
        reached[0] = true;
        for row in members(rows) {
            for set in (0..reached.len()).rev() {
                if reached[set] {
                    for column in members(self.rows[row as usize] & columns & !(set as u32)) {
                        reached[set | 1 << column] = true;
                    }
                }
            }
        }
        (0..reached.len()).filter(|&set| reached[set]).map(usize::count_ones).max().unwrap_or(0)
    }

    pub(crate) fn all_rows(&self) -> u32 {
        (1 << self.rows.len()) - 1
    }

    pub(crate) fn all_columns(&self) -> u32 {
        (1 << self.width) - 1
    }

    /// A row is over-determined if some maximum matching does without it, and a column under-determined likewise.
    pub(crate) fn parts(&self) -> Parts {
        let (rows, columns) = (self.all_rows(), self.all_columns());
        let size = self.size(rows, columns);
        let spare = |bits: u32, test: &dyn Fn(u32) -> u32| {
            members(bits).filter(|&node| test(1 << node) == size).fold(0, |set, node| set | 1 << node)
        };
        let over_rows = spare(rows, &|row| self.size(rows & !row, columns));
        let under_columns = spare(columns, &|column| self.size(rows, columns & !column));
        let over_columns = members(over_rows).fold(0, |set, row| set | self.rows[row as usize]);
        let under_rows = members(rows)
            .filter(|&row| self.rows[row as usize] & under_columns != 0)
            .fold(0, |set, row| set | 1 << row);
        let part = |rows: u32, columns: u32| Part {
            rows: members(rows).collect(),
            columns: members(columns).collect(),
        };
        Parts {
            over: part(over_rows, over_columns),
            well: part(rows & !over_rows & !under_rows, columns & !over_columns & !under_columns),
            under: part(under_rows, under_columns),
        }
    }

    /// The rows of each block of the well-determined part: rows joined by places that occur in some perfect matching.
    pub(crate) fn blocks(&self, well: &Part) -> Vec<Vec<u32>> {
        let rows = set(&well.rows);
        let columns = set(&well.columns);
        let mut blocks: Vec<(u32, u32)> = Vec::new();
        for &row in &well.rows {
            let usable = members(self.rows[row as usize] & columns)
                .filter(|&column| {
                    self.size(rows & !(1 << row), columns & !(1 << column)) + 1 == well.rows.len() as u32
                })
                .fold(0, |set, column| set | 1 << column);
            let mut joined = (1 << row, usable);
            blocks.retain(|&(rows, columns)| {
                let apart = columns & usable == 0;
                if !apart {
                    joined = (joined.0 | rows, joined.1 | columns);
                }
                apart
            });
            blocks.push(joined);
        }
        let mut blocks: Vec<Vec<u32>> = blocks.into_iter().map(|(rows, _)| members(rows).collect()).collect();
        blocks.sort();
        blocks
    }

    /// All sets of rows that cannot be matched at once, though all but any one of them can.
    pub(crate) fn row_ranks(&self) -> Vec<Vec<u32>> {
        let fits = |rows: u32| self.size(rows, self.all_columns()) == rows.count_ones();
        let fitting: Vec<bool> = (0..=self.all_rows()).map(fits).collect();
        let minimal = |&rows: &u32| {
            !fitting[rows as usize] && members(rows).all(|row| fitting[(rows & !(1 << row)) as usize])
        };
        let mut ranks: Vec<Vec<u32>> =
            (1..=self.all_rows()).filter(minimal).map(|rows| members(rows).collect()).collect();
        ranks.sort();
        ranks
    }
}

/// The members of a set, ascending.
pub(crate) fn members(bits: u32) -> impl Iterator<Item = u32> {
    (0..32).filter(move |node| bits & 1 << node != 0)
}

/// A list as a set.
pub(crate) fn set(nodes: &[u32]) -> u32 {
    nodes.iter().fold(0, |bits, node| bits | 1 << node)
}
