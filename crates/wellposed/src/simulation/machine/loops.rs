//! Algebraic loops where the states are given: for explicit methods, which know nothing of them, and for results, where
//! what an implicit method interpolates is made to fulfil its equations again.

use codegen::Calls;
use linear::{Lu, Pattern, Symbolic};

use super::flow::Flow;
use crate::simulation::Halt;

/// How often the loops are corrected.
const MAX_ITERATIONS: usize = 25;

/// How near to the solution is near enough, relative to the size of an unknown.
const NEAR: f64 = 1e-12;

/// Slower convergence than this asks for a new matrix.
const SLOW: f64 = 0.1;

/// Newton's method for all loops at once. The matrix is kept as long as it serves.
pub(super) struct Loops {
    /// Where the derivatives of the residuals by the iterated unknowns lie among those of the whole system.
    taken: Vec<u32>,
    symbolic: Option<Symbolic>,
    lu: Option<Lu>,
    fresh: bool,
    all: Vec<f64>,
    own: Vec<f64>,
    nominal: Vec<f64>,
}

impl Loops {
    pub(super) fn new(flow: &Flow, nominal: &[f64]) -> Loops {
        let states = flow.states as u32;
        let (mut columns, mut taken) = (Vec::new(), Vec::new());
        let mut at = 0u32;
        for column in 0..flow.unknowns.len() as u32 {
            let mut own = Vec::new();
            for &row in flow.pattern.column(column) {
                if column >= states && row >= states {
                    own.push(row - states);
                    taken.push(at);
                }
                at += 1;
            }
            if column >= states {
                columns.push(own);
            }
        }
        let pattern = Pattern::from_columns(&columns).ok();
        Loops {
            own: vec![0.0; taken.len()],
            symbolic: pattern.and_then(|pattern| Symbolic::analyze(&pattern).ok()),
            lu: None,
            fresh: false,
            all: vec![0.0; at as usize],
            nominal: nominal[flow.states..].to_vec(),
            taken,
        }
    }

    /// Solves for what is iterated, from the values that it has, and computes everything that follows.
    pub(super) fn solve(
        &mut self,
        flow: &mut Flow,
        values: &mut [f64],
        calls: &mut dyn Calls,
    ) -> Result<(), Halt> {
        let guesses: Vec<f64> = flow.iterated().map(|slot| values[slot]).collect();
        let done = self.newton(flow, values, calls);
        if done.is_err() {
            let slots: Vec<usize> = flow.iterated().collect();
            slots.into_iter().zip(guesses).for_each(|(slot, guess)| values[slot] = guess);
            self.lu = None;
        }
        done
    }

    fn newton(&mut self, flow: &mut Flow, values: &mut [f64], calls: &mut dyn Calls) -> Result<(), Halt> {
        flow.run(values, calls)?;
        if self.nominal.is_empty() {
            return Ok(());
        }
        let mut last = f64::INFINITY;
        self.fresh = false;
        for _ in 0..MAX_ITERATIONS {
            if self.lu.is_none() {
                self.factor(flow, values, calls)?;
            }
            let mut step = flow.outputs[flow.states..].to_vec();
            if self.lu.as_mut().is_none_or(|lu| lu.solve(&mut step).is_err()) {
                return Err(Halt::Singular(flow.residuals.clone()));
            }
            let mut size: f64 = 0.0;
            for ((slot, step), nominal) in flow.iterated().zip(&step).zip(&self.nominal) {
                size = size.max(step.abs() / (values[slot].abs() + nominal));
            }
            if size.is_nan() {
                break;
            }
            if size > SLOW * last && !self.fresh {
                // The matrix is to blame, or nothing is: another one tells.
                self.lu = None;
                last = f64::INFINITY;
                continue;
            }
            let near = size < NEAR || (size < 1e3 * NEAR && size > 0.5 * last);
            for (slot, step) in flow.iterated().zip(&step) {
                values[slot] -= step;
            }
            flow.run(values, calls)?;
            if near {
                return Ok(());
            }
            if self.fresh {
                self.lu = None;
            }
            last = size;
        }
        Err(Halt::NoSolution(flow.residuals.clone()))
    }

    fn factor(&mut self, flow: &mut Flow, values: &mut [f64], calls: &mut dyn Calls) -> Result<(), Halt> {
        flow.differentiate(values, calls, 0.0, &mut self.all)?;
        self.own.iter_mut().zip(&self.taken).for_each(|(own, &at)| *own = self.all[at as usize]);
        let made = self.symbolic.as_ref().and_then(|symbolic| Lu::factor(symbolic, &self.own).ok());
        self.lu = Some(made.ok_or_else(|| Halt::Singular(flow.residuals.clone()))?);
        self.fresh = true;
        Ok(())
    }
}
