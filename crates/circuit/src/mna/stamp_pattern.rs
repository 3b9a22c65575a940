//! Where the numbers of elements go in the matrix, worked out once.
//!
//! While the equations are made every element asks for its places, each a row and a column; when all have asked, each
//! place has a slot, and from then on nothing is searched for. Row, column and slot zero stand for ground: what goes there
//! is lost, so that no element has to look whether one of its nodes is grounded.

use linear::Pattern;

/// Places that were asked for, in the order of asking.
#[derive(Debug, Default)]
pub(super) struct StampPattern {
    asked: Vec<(u32, u32)>,
}

impl StampPattern {
    /// Asks for a place; rows and columns are counted from one, zero is ground. The answer is the number of the question.
    pub(super) fn request_entry(&mut self, row: u32, column: u32) -> u32 {
        self.asked.push((row, column));
        self.asked.len() as u32 - 1
    }

    /// The pattern of a matrix of a size, and the slot of every question: one more than its place in the pattern.
    pub(super) fn finish(self, size: usize) -> (Pattern, Vec<u32>) {
        // Questions by column, those of ground left out.
        let mut starts = vec![0u32; size + 2];
        for &(row, column) in &self.asked {
            if row > 0 && column > 0 {
                starts[column as usize] += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += std::mem::replace(start, sum);
        }
        let mut next = starts.clone();
        let mut sorted: Vec<(u32, u32)> = vec![(0, 0); sum as usize];
        for (question, &(row, column)) in (0u32..).zip(&self.asked) {
            if row > 0 && column > 0 {
                let at = &mut next[column as usize];
                sorted[*at as usize] = (row, question);
                *at += 1;
            }
        }
        let mut slots = vec![0; self.asked.len()];
        let mut columns = vec![0];
        let mut rows: Vec<u32> = Vec::with_capacity(sorted.len() / 2);
        for column in 1..=size {
            let own = &mut sorted[starts[column] as usize..starts[column + 1] as usize];
            own.sort_unstable();
            let mut last = 0;
            for &(row, question) in own.iter() {
                if row != last {
                    rows.push(row - 1);
                    last = row;
                }
                slots[question as usize] = rows.len() as u32;
            }
            columns.push(rows.len() as u32);
        }
        let pattern = Pattern::new(columns, rows);
        // Rows of a column ascend strictly and none is beyond the size, which is all that a pattern asks for.
        (pattern.unwrap_or_else(|_| unreachable!("columns are sorted")), slots)
    }
}
