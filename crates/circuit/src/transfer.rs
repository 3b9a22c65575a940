//! Gain and resistances of a circuit at its operating point, `.tf`.

use linear::FactoredMatrix;

use crate::mna::{PointResult, SourceTarget};
use crate::{ElementId, Mna, OperatingPointError};

/// What `.tf` gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransferFunction {
    /// How much the output changes with the source.
    pub gain: f64,
    /// The resistance that the source sees, in ohms.
    pub input: f64,
    /// The resistance that is seen at an output that is a voltage, in ohms.
    pub output: f64,
}

impl Mna {
    /// The transfer function from a source to a sum of unknowns, each with a factor, around an operating point.
    ///
    /// # Errors
    /// If the equations are singular or undefined at the point.
    pub fn transfer(
        &mut self,
        point: &[f64],
        source: ElementId,
        output: &[(usize, f64)],
    ) -> PointResult<TransferFunction> {
        let size = self.size();
        let mut matrix = FactoredMatrix::new(self.pattern());
        self.accept(0.0, point);
        self.evaluate_dc(1.0, point, &mut vec![0.0; size])?;
        self.derivatives_at_last_point(0.0, &mut matrix.values);
        matrix.factor()?;
        let mut solve = |mut side: Vec<f64>| match matrix.solve(&mut side) {
            Ok(()) => Ok(side),
            Err(_) => Err(OperatingPointError::Singular { row: 0, column: 0 }),
        };
        let target = self.target(source);
        let mut side = vec![0.0; size];
        match target {
            Some(SourceTarget::Row(row)) => side[row as usize - 1] = 1.0,
            Some(SourceTarget::Nodes(from, to)) => {
                for (node, sign) in [(from, -1.0), (to, 1.0)] {
                    if node > 0 {
                        side[node as usize - 1] += sign;
                    }
                }
            }
            None => {}
        }
        let answer = solve(side)?;
        let look = |answer: &[f64]| -> f64 { output.iter().map(|&(at, factor)| factor * answer[at]).sum() };
        let at = |number: u32| if number == 0 { 0.0 } else { answer[number as usize - 1] };
        let input = match target {
            // The current of a source flows into its first node.
            Some(SourceTarget::Row(row)) => -at(row).recip(),
            Some(SourceTarget::Nodes(from, to)) => at(to) - at(from),
            None => f64::NAN,
        };
        let mut side = vec![0.0; size];
        for &(row, factor) in output {
            side[row] = factor;
        }
        let answered = solve(side)?;
        Ok(TransferFunction { gain: look(&answer), input, output: look(&answered) })
    }
}
