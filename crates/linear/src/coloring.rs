//! Columns that have no row in common.
//!
//! Where derivatives are differences, all columns of a group are moved at once: every row shows the change of one of them. So
//! a matrix with three entries to a row takes three evaluations, however large it is (A. R. Curtis, M. J. D. Powell and
//! J. K. Reid, 1974).

use crate::Pattern;

impl Pattern {
    /// All columns in groups, of which no two columns have a row in common. Columns are taken in order, each into the first
    /// group that it fits in.
    pub fn groups(&self) -> Vec<Vec<u32>> {
        let mut holders: Vec<Vec<u32>> = vec![Vec::new(); self.size()];
        for column in 0..self.size() as u32 {
            for &row in self.column(column) {
                holders[row as usize].push(column);
            }
        }
        let mut groups: Vec<Vec<u32>> = Vec::new();
        let mut group_of = vec![u32::MAX; self.size()];
        // The last column that each group did not take.
        let mut refused: Vec<u32> = Vec::new();
        for column in 0..self.size() as u32 {
            for &row in self.column(column) {
                for &other in holders[row as usize].iter().take_while(|&&other| other < column) {
                    refused[group_of[other as usize] as usize] = column;
                }
            }
            let free = refused.iter().position(|&last| last != column).unwrap_or_else(|| {
                groups.push(Vec::new());
                refused.push(u32::MAX);
                groups.len() - 1
            });
            groups[free].push(column);
            group_of[column as usize] = free as u32;
        }
        groups
    }
}
