//! Matrices of tests: made of entries, turned into all forms.

use linear::{DenseFactors, FactorFailure, Lu, Pattern, Symbolic};
use proptest::prelude::*;

/// A square matrix as rows, columns and values.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    pub(crate) pattern: Pattern,
    pub(crate) values: Vec<f64>,
}

impl Matrix {
    /// Of entries at the same place the last one counts.
    pub(crate) fn new(size: usize, entries: &[(usize, usize, f64)]) -> Matrix {
        let mut columns: Vec<Vec<(u32, f64)>> = vec![Vec::new(); size];
        for &(row, column, value) in entries {
            let list = &mut columns[column];
            list.retain(|&(other, _)| other != row as u32);
            list.push((row as u32, value));
        }
        let rows = columns.iter().map(|list| list.iter().map(|&(row, _)| row).collect::<Vec<_>>());
        let pattern = Pattern::from_columns(rows).unwrap();
        Matrix { pattern, values: columns.into_iter().flatten().map(|(_, value)| value).collect() }
    }

    pub(crate) fn size(&self) -> usize {
        self.pattern.size()
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = (usize, usize, f64)> + '_ {
        (0..self.size()).flat_map(move |column| {
            let start = self.pattern.starts()[column] as usize;
            let rows = self.pattern.column(column as u32);
            rows.iter().zip(&self.values[start..]).map(move |(&row, &value)| (row as usize, column, value))
        })
    }

    /// Column after column.
    pub(crate) fn dense(&self) -> Vec<f64> {
        let mut dense = vec![0.0; self.size() * self.size()];
        for (row, column, value) in self.entries() {
            dense[column * self.size() + row] = value;
        }
        dense
    }

    pub(crate) fn factor(&self) -> Result<Lu, FactorFailure> {
        Lu::factor(&Symbolic::analyze(&self.pattern).unwrap(), &self.values)
    }

    pub(crate) fn factor_dense(&self) -> Result<DenseFactors, FactorFailure> {
        let mut dense = DenseFactors::new(self.size());
        dense.factor(&self.dense())?;
        Ok(dense)
    }

    /// By how much a solution fails the equations, at most, beside the largest it could be: the backward error of the rows
    /// brought to the same size.
    pub(crate) fn residual(&self, x: &[f64], side: &[f64], transposed: bool) -> f64 {
        let mut rest: Vec<f64> = side.to_vec();
        let mut largest = vec![0f64; self.size()];
        for (row, _, value) in self.entries() {
            largest[row] = largest[row].max(value.abs());
        }
        // Rows that are divided by their largest value; of the transposed matrix these are the columns.
        let mut most = 0f64;
        for (row, column, value) in self.entries() {
            let (term, at) =
                if transposed { (value * x[row], column) } else { (value * x[column] / largest[row], row) };
            rest[at] -= if transposed { term } else { term * largest[row] };
            most = most.max(if transposed { (x[row] * largest[row]).abs() } else { x[column].abs() });
        }
        let scaled = rest.iter().zip(&largest).zip(side).map(|((rest, largest), side)| {
            let (largest, most) = if transposed { (1.0, most) } else { (*largest, most) };
            if *rest == 0.0 { 0.0 } else { (rest / largest).abs() / (most + (side / largest).abs()) }
        });
        scaled.fold(0.0, f64::max)
    }
}

/// Numbers of moderate size.
pub(crate) fn tame() -> impl Strategy<Value = f64> {
    prop_oneof![-2.0..-0.1, 0.1..2.0]
}

/// Numbers of all sizes that models have.
pub(crate) fn wild() -> impl Strategy<Value = f64> {
    (tame(), -14i32..9).prop_map(|(number, power)| number * 10f64.powi(power))
}

/// Any entries with a diagonal under random numbers of rows and columns, so that the pattern is never singular.
pub(crate) fn sparse(most: usize, density: usize) -> impl Strategy<Value = Matrix> {
    (1..=most).prop_flat_map(move |size| {
        let diagonal = proptest::collection::vec(tame(), size);
        let others = proptest::collection::vec((0..size, 0..size, tame()), 0..=density * size);
        (diagonal, others, order(size), order(size)).prop_map(move |(diagonal, others, rows, columns)| {
            let mut entries: Vec<_> = others.into_iter().filter(|&(row, column, _)| row != column).collect();
            entries.extend(diagonal.into_iter().enumerate().map(|(at, value)| (at, at, value)));
            for (row, column, _) in &mut entries {
                (*row, *column) = (rows[*row], columns[*column]);
            }
            Matrix::new(size, &entries)
        })
    })
}

/// Triangular, or in blocks of a few columns that are, under random numbers of rows and columns.
pub(crate) fn blocks(most: usize, block: usize) -> impl Strategy<Value = Matrix> {
    sparse(most, 4).prop_flat_map(move |matrix| {
        let size = matrix.size();
        (Just(matrix), order(size), order(size)).prop_map(move |(matrix, rows, columns)| {
            let mut entries: Vec<_> =
                matrix.entries().filter(|&(row, column, _)| row / block <= column / block).collect();
            entries.extend((0..size).map(|at| (at, at, 3.0)));
            for (row, column, _) in &mut entries {
                (*row, *column) = (rows[*row], columns[*column]);
            }
            Matrix::new(size, &entries)
        })
    })
}

pub(crate) fn order(size: usize) -> impl Strategy<Value = Vec<usize>> {
    Just((0..size).collect::<Vec<_>>()).prop_shuffle()
}
