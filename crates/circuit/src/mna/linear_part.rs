//! The linear part of the equations times the unknowns.
//!
//! What flows at a node follows from differences of potentials. They are taken before they are multiplied: else the last
//! digits of two large products remain, and a circuit that floats far above ground has nothing to hold them.

use linear::Pattern;

/// A constant sparse matrix by rows.
#[derive(Clone, Debug)]
pub(super) struct LinearPart {
    starts: Vec<u32>,
    /// From here on the columns of a row are no potentials, or its own unknown is none.
    middles: Vec<u32>,
    /// Columns and factors.
    entries: Vec<(u32, f64)>,
    /// The factor of the unknown of each row, and those of all potentials that it is compared with.
    own: Vec<f64>,
}

impl LinearPart {
    /// What is not zero of values on a pattern, of which the first belongs to ground; and which unknowns are potentials.
    pub(super) fn new(pattern: &Pattern, values: &[f64], potentials: &[bool]) -> LinearPart {
        let mut rows: Vec<Vec<(bool, u32, f64)>> = vec![Vec::new(); pattern.size()];
        for column in 0..pattern.size() as u32 {
            let first = pattern.starts()[column as usize] as usize + 1;
            for (&row, &value) in pattern.column(column).iter().zip(&values[first..]) {
                if value != 0.0 {
                    let plain = !(potentials[row as usize] && potentials[column as usize]);
                    rows[row as usize].push((plain, column, value));
                }
            }
        }
        let mut product = LinearPart {
            starts: vec![0],
            middles: Vec::new(),
            entries: Vec::new(),
            own: vec![0.0; rows.len()],
        };
        for (at, mut row) in rows.into_iter().enumerate() {
            row.sort_by_key(|&(plain, column, _)| (plain, column));
            product.middles.push(0);
            for (plain, column, value) in row {
                if !plain {
                    product.own[at] += value;
                }
                if plain || column as usize != at {
                    product.entries.push((column, value));
                }
                if !plain {
                    product.middles[at] = product.entries.len() as u32;
                }
            }
            product.middles[at] = product.middles[at].max(product.starts[at]);
            product.starts.push(product.entries.len() as u32);
        }
        product
    }

    /// Adds the product to `sum`, whose first value belongs to ground, and writes the result.
    pub(super) fn add(&self, y: &[f64], sum: &[f64], out: &mut [f64]) {
        let bounds = self.starts.windows(2).zip(&self.middles);
        let own = y.iter().zip(&self.own).zip(&sum[1..]);
        for ((out, ((here, own), sum)), (bounds, &middle)) in out.iter_mut().zip(own).zip(bounds) {
            let mut value = sum + own * here;
            let (voltages, others) =
                self.entries[bounds[0] as usize..bounds[1] as usize].split_at((middle - bounds[0]) as usize);
            for &(column, factor) in voltages {
                value += factor * (y[column as usize] - here);
            }
            for &(column, factor) in others {
                value += factor * y[column as usize];
            }
            *out = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A capacitor between two nodes, a resistor from the second to ground and a current into the first.
    #[test]
    fn floating_charge_is_exact() {
        let pattern = Pattern::new(vec![0, 2, 4, 6], vec![0, 1, 0, 1, 0, 2]).unwrap();
        let values = [9.0, 0.1, -0.1, -0.1, 0.3, 1.0, 5.0];
        let product = LinearPart::new(&pattern, &values, &[true, true, false]);
        let mut out = [0.0; 3];
        product.add(&[7.0, 4.0, 2.0], &[1.0, 0.5, 0.0, 0.0], &mut out);
        assert!((out[0] - 2.8).abs() < 1e-15 && (out[1] - 0.5).abs() < 1e-15, "{out:?}");
        assert_eq!(out[2], 10.0);
        // Far above ground a small difference has all its digits.
        let far = 1e6;
        product.add(&[far + 0.5, far, 0.0], &[0.0; 4], &mut out);
        assert_eq!(out[0], 0.1 * 0.5);
    }
}
