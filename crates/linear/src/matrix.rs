//! Matrices of reals.

/// A matrix, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The elements, the column running fastest.
    pub items: Vec<f64>,
}

impl Matrix {
    /// A matrix of zeros.
    pub fn zeros(rows: usize, columns: usize) -> Matrix {
        Matrix { rows, columns, items: vec![0.0; rows * columns] }
    }

    /// The identity.
    pub fn identity(size: usize) -> Matrix {
        Matrix::from_fn(size, size, |row, column| f64::from(u8::from(row == column)))
    }

    /// The matrix whose elements a function gives.
    pub fn from_fn(rows: usize, columns: usize, element: impl Fn(usize, usize) -> f64) -> Matrix {
        let items = (0..rows * columns).map(|at| element(at / columns, at % columns)).collect();
        Matrix { rows, columns, items }
    }

    /// A row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.items[row * self.columns..(row + 1) * self.columns]
    }

    /// A column.
    pub fn column(&self, column: usize) -> Vec<f64> {
        (0..self.rows).map(|row| self[(row, column)]).collect()
    }

    /// Rows and columns exchanged.
    #[must_use]
    pub fn transposed(&self) -> Matrix {
        Matrix::from_fn(self.columns, self.rows, |row, column| self[(column, row)])
    }

    /// The product with another matrix that has as many rows as this has columns.
    #[must_use]
    pub fn times(&self, other: &Matrix) -> Matrix {
        Matrix::from_fn(self.rows, other.columns, |row, column| {
            (0..self.columns.min(other.rows)).map(|k| self[(row, k)] * other[(k, column)]).sum()
        })
    }

    /// Exchanges two rows.
    pub(crate) fn swap_rows(&mut self, a: usize, b: usize) {
        if a != b {
            for column in 0..self.columns {
                self.items.swap(a * self.columns + column, b * self.columns + column);
            }
        }
    }

    /// Exchanges two columns.
    pub(crate) fn swap_columns(&mut self, a: usize, b: usize) {
        for row in 0..self.rows {
            self.items.swap(row * self.columns + a, row * self.columns + b);
        }
    }
}

impl std::ops::Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.items[row * self.columns + column]
    }
}

impl std::ops::IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.items[row * self.columns + column]
    }
}
