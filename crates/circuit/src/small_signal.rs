//! Small signals: (G + jωC) x = b around an operating point.
//!
//! Real and imaginary parts are unknowns of one real system of twice the size, whose pattern is analyzed once for all
//! frequencies. Lines add a delay, which is a factor exp(-jωT).

use linear::{FactoredMatrix, Pattern, SingularMatrix};

use crate::mna::PointResult;
use crate::{Mna, OperatingPointError};

/// The answers of a circuit to small signals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SmallSignalResponse {
    /// Frequencies in hertz.
    pub frequencies: Vec<f64>,
    /// Real and imaginary part of every unknown, one frequency after the other.
    pub values: Vec<[f64; 2]>,
}

impl Mna {
    /// The answers at some frequencies around a point.
    ///
    /// # Errors
    /// If the equations are singular at a frequency, or undefined at the point.
    pub fn small_signal(&mut self, point: &[f64], frequencies: &[f64]) -> PointResult<SmallSignalResponse> {
        let size = self.size();
        let entries = self.pattern().entries();
        let (mut conductance, mut both) = (vec![0.0; entries], vec![0.0; entries]);
        self.accept(0.0, point);
        let mut f = vec![0.0; size];
        self.evaluate_dc(1.0, point, &mut f)?;
        self.derivatives_at_last_point(0.0, &mut conductance);
        self.derivatives_at_last_point(1.0, &mut both);
        let capacitance: Vec<f64> = both.iter().zip(&conductance).map(|(both, g)| both - g).collect();
        let (mut real, mut imaginary) = (vec![0.0; size], vec![0.0; size]);
        self.small(&mut real, &mut imaginary);
        let mut imaginary_at: Vec<bool> = capacitance.iter().map(|&capacitance| capacitance != 0.0).collect();
        self.mark_delayed(&mut imaginary_at);
        let (pattern, sources) = doubled(self.pattern(), &imaginary_at);
        let inside = |singular: SingularMatrix| OperatingPointError::Singular {
            row: singular.row.map_or(0, |row| row % size),
            column: singular.column.map_or(0, |column| column % size),
        };
        let mut matrix = FactoredMatrix::new(&pattern);
        matrix.symbolic().map_err(inside)?;
        let mut answers = SmallSignalResponse { frequencies: frequencies.to_vec(), values: Vec::new() };
        let (mut same, mut turned) = (vec![0.0; entries], vec![0.0; entries]);
        for &frequency in frequencies {
            let rate = std::f64::consts::TAU * frequency;
            same.copy_from_slice(&conductance);
            for (turned, capacitance) in turned.iter_mut().zip(&capacitance) {
                *turned = rate * capacitance;
            }
            self.add_delay_terms(rate, &mut same, &mut turned);
            for (value, &(entry, part)) in matrix.values.iter_mut().zip(&sources) {
                *value = match part {
                    AcEntry::Same => same[entry as usize],
                    AcEntry::Forward => turned[entry as usize],
                    AcEntry::Back => -turned[entry as usize],
                };
            }
            matrix.factor().map_err(inside)?;
            let mut x: Vec<f64> = real.iter().chain(&imaginary).map(|f| -f).collect();
            matrix.solve(&mut x).map_err(|_| OperatingPointError::Singular { row: 0, column: 0 })?;
            answers.values.extend((0..size).map(|at| [x[at], x[size + at]]));
        }
        Ok(answers)
    }
}

/// What stands at a place of the doubled matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
enum AcEntry {
    Same,
    /// What the real part does to the imaginary one.
    Forward,
    /// What the imaginary part does to the real one.
    Back,
}

/// The pattern of [[G, -B], [B, G]] with B where it is marked, and what each of its places holds.
fn doubled(pattern: &Pattern, marked: &[bool]) -> (Pattern, Vec<(u32, AcEntry)>) {
    let size = pattern.size() as u32;
    let mut starts = vec![0];
    let (mut rows, mut sources) = (Vec::new(), Vec::new());
    for (offset, other) in [(0, AcEntry::Forward), (size, AcEntry::Back)] {
        for column in 0..size {
            let first = pattern.starts()[column as usize];
            for (entry, &row) in (first..).zip(pattern.column(column)) {
                rows.push(row + offset);
                sources.push((entry, AcEntry::Same));
                if marked[entry as usize] {
                    rows.push((row + size + offset) % (2 * size));
                    sources.push((entry, other));
                }
            }
            starts.push(rows.len() as u32);
        }
    }
    let pattern = Pattern::new(starts, rows);
    // Each place of the pattern gives up to four, in other rows or columns.
    (pattern.unwrap_or_else(|_| unreachable!("rows are different")), sources)
}
