//! The linear part of the equations times the unknowns.

use linear::Pattern;

/// A constant sparse matrix by rows.
#[derive(Clone, Debug)]
pub(super) struct Product {
    starts: Vec<u32>,
    columns: Vec<u32>,
    values: Vec<f64>,
}

impl Product {
    /// What is not zero of values on a pattern; the first value belongs to ground.
    pub(super) fn new(pattern: &Pattern, values: &[f64]) -> Product {
        let size = pattern.size();
        let mut starts = vec![0u32; size + 2];
        let entries = |use_entry: &mut dyn FnMut(u32, u32, f64)| {
            for column in 0..size as u32 {
                let first = pattern.starts()[column as usize] as usize;
                for (at, &row) in pattern.column(column).iter().enumerate() {
                    let value = values[first + at + 1];
                    if value != 0.0 {
                        use_entry(row, column, value);
                    }
                }
            }
        };
        entries(&mut |row, _, _| starts[row as usize + 2] += 1);
        for row in 2..starts.len() {
            starts[row] += starts[row - 1];
        }
        let count = starts[size + 1] as usize;
        let (mut columns, mut numbers) = (vec![0; count], vec![0.0; count]);
        entries(&mut |row, column, value| {
            let at = &mut starts[row as usize + 1];
            columns[*at as usize] = column;
            numbers[*at as usize] = value;
            *at += 1;
        });
        starts.pop();
        Product { starts, columns, values: numbers }
    }

    /// Adds the product to `sum`, whose first value belongs to ground, and writes the result.
    pub(super) fn add(&self, y: &[f64], sum: &[f64], out: &mut [f64]) {
        for (row, out) in out.iter_mut().enumerate() {
            let range = self.starts[row] as usize..self.starts[row + 1] as usize;
            let mut value = sum[row + 1];
            for (&column, factor) in self.columns[range.clone()].iter().zip(&self.values[range]) {
                value += factor * y[column as usize];
            }
            *out = value;
        }
    }
}
