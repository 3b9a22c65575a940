//! Newton's method on what tearing left over: steps that are shorter while the residual grows, until what is left of it is
//! rounding.

use codegen::{Calls, Fault};
use linear::{
    FactoredMatrix, NewtonFailure, NewtonOptions, NewtonProgress, NewtonStep, NonlinearProblem,
    solve_nonlinear,
};

use super::{MAX_SHORT, NEAR, ROUNDED, TornNewton, vanishes};
use crate::blocks::minimum_norm;
use crate::{SimulationError, SimulationResult};

/// How often Newton's method goes on, and how often a step is halved.
const MAX_ITERATIONS: usize = 100;
const MAX_HALVINGS: usize = 24;

/// The part of what a step promises by which the residual must get smaller: between two limits of an amplifier whole steps
/// go to and fro for ever, and lead to a residual of the same size.
const LESS: f64 = 1e-4;

/// Where equations hardly depend on an unknown, or its usual size is not known, rounding alone makes for longer steps. Steps
/// this short are then the last if what is left of each row is this part of its terms: the unknowns solve equations whose
/// derivatives differ by no more than that (Oettli and Prager, Numerische Mathematik 6, 1964).
const SHORT: f64 = 1e-4;
const HELD: f64 = 1e-10;

/// Terms without an unknown may be far larger than those. What their rounding makes of a row is measured, at these parts of a
/// short step: a smooth row, and one with a corner, is as good as straight there. So many times that may be left of it.
const PARTS: [f64; 4] = [1.0 / 64.0, -1.0 / 64.0, 1.0 / 128.0, -1.0 / 128.0];
const NOISY: f64 = 4.0;

/// Steps that hardly get shorter, this many one after the other, lead away: the residual gets smaller on the way to nowhere,
/// as that of `exp(x) = 0` does, and is zero at last because it is too small to be a number.
const MAX_DRIFTS: usize = 5;

/// How long a step is, relative to the one before, that hardly gets shorter, and one that clearly does.
const DRIFT: f64 = 0.95;
const NEARER: f64 = 0.5;

/// The part of the last step, on both sides of a solution, at which a residual that is zero there too says that it is none.
const BESIDE: f64 = 1e-3;

/// How steps are chosen.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum StepControl {
    /// Shorter while the residual grows.
    Damped,
    /// As they are: piecewise linear functions are solved by this where no short step leads downhill.
    Full,
}

impl TornNewton {
    /// Iterates from the present values on, to a residual of `offset` if there is one.
    pub(super) fn iterate(
        &mut self,
        values: &mut [f64],
        calls: &mut dyn Calls,
        control: StepControl,
        offset: Option<&[f64]>,
    ) -> SimulationResult {
        let size = self.unknowns.len();
        let mut residual = vec![0.0; size];
        self.evaluate(values, &mut residual, calls)?;
        shift(&mut residual, offset);
        if vanishes(&residual) {
            return Ok(());
        }
        let unit = unit(&residual);
        let mut iteration = TornIteration {
            first: norm(&residual, unit),
            residual,
            trial: vec![0.0; size],
            step: Vec::new(),
            start: Vec::new(),
            unit,
            whole: 0.0,
            last: f64::INFINITY,
            drifts: 0,
            regular: true,
            singular: false,
            held: false,
            matrix: self.matrix.clone(),
            newton: self,
            values,
            calls,
            control,
            offset,
        };
        let max_iterations = if offset.is_some() { MAX_SHORT } else { MAX_ITERATIONS };
        let solved =
            solve_nonlinear(&mut iteration, NewtonOptions { max_iterations, max_trials: MAX_HALVINGS });
        let (regular, singular, matrix) = (iteration.regular, iteration.singular, iteration.matrix);
        match solved {
            Ok(()) => {
                self.kept = regular.then_some(matrix);
                Ok(())
            }
            Err(NewtonFailure::Problem(error)) => Err(error),
            Err(_) if singular => Err(SimulationError::Singular(self.rows.clone())),
            Err(_) => Err(SimulationError::NoSolution(self.rows.clone())),
        }
    }

    /// Whether what is left of each row is nothing beside its terms. In a corner of a limit with a high gain steps are short
    /// although it is not: the solution that was followed ends there.
    fn holds(&self, values: &[f64], entries: &[f64], residual: &[f64], noise: Option<&[f64]>) -> bool {
        let mut sizes = vec![0.0; residual.len()];
        for (column, (&slot, least)) in self.unknowns.iter().zip(&self.sizes).enumerate() {
            let places = self.shape.starts[column] as usize..self.shape.starts[column + 1] as usize;
            let size = values[slot as usize].abs() + least;
            for (&row, entry) in self.shape.rows[places.clone()].iter().zip(&entries[places]) {
                sizes[row as usize] += entry.abs() * size;
            }
        }
        let noise = |row: usize| noise.map_or(0.0, |noise| NOISY * noise[row]);
        (0..)
            .zip(residual.iter().zip(&sizes))
            .all(|(row, (left, size))| left.abs() <= HELD * size + noise(row))
    }
}

/// Newton's method from the present values on.
struct TornIteration<'a> {
    newton: &'a mut TornNewton,
    values: &'a mut [f64],
    calls: &'a mut dyn Calls,
    control: StepControl,
    /// What the residual is to be instead of zero.
    offset: Option<&'a [f64]>,
    matrix: FactoredMatrix,
    /// The residual at the present point, and at the one that is tried.
    residual: Vec<f64>,
    trial: Vec<f64>,
    /// The correction, from where it is made, and how long it is beside the unknowns; the one before.
    step: Vec<f64>,
    start: Vec<f64>,
    whole: f64,
    last: f64,
    /// What residuals are multiplied by before they are squared, and the first sum of squares.
    unit: f64,
    first: f64,
    /// How many steps hardly got shorter.
    drifts: usize,
    /// Whether the last Jacobian was regular, and whether one was not.
    regular: bool,
    singular: bool,
    /// Whether what is left is rounding.
    held: bool,
}

impl TornIteration<'_> {
    /// Moves by a part of the step and computes the residual there. Whether it has values.
    fn move_by(&mut self, part: f64) -> bool {
        let points = self.newton.unknowns.iter().zip(&self.start).zip(&self.step);
        points.for_each(|((&slot, x), step)| self.values[slot as usize] = x - part * step);
        let known = self.newton.residual.run(self.values, &mut self.trial, self.calls).is_ok();
        shift(&mut self.trial, self.offset);
        known
    }

    /// How far rows are from straight lines along a short step, at parts of it that are shorter still. None where they have
    /// no values.
    fn noise(&mut self) -> Option<Vec<f64>> {
        let mut most = vec![0.0; self.residual.len()];
        for part in PARTS {
            if !self.move_by(part) {
                return None;
            }
            for ((most, here), there) in most.iter_mut().zip(&self.residual).zip(&self.trial) {
                *most = f64::max(*most, (there - (1.0 - part) * here).abs());
            }
        }
        Some(most)
    }

    /// Whether a residual of zero after steps that hardly got shorter is that of a solution.
    fn is_solution(&mut self) -> SimulationResult<bool> {
        let here = self.newton.point(self.values);
        let mut other = vec![0.0; here.len()];
        let (start, offset) = (&self.start, self.offset);
        let (newton, values, calls) = (&mut *self.newton, &mut *self.values, &mut *self.calls);
        let mut beside = |part: f64| {
            let between = here.iter().zip(start).map(|(here, start)| here + part * (start - here));
            newton.put(values, &between.collect::<Vec<f64>>());
            let known = newton.residual.run(values, &mut other, calls).is_ok();
            shift(&mut other, offset);
            known.then(|| other.clone())
        };
        // A solution that steps come nearer to is a point, and no more than one side of it may be flat.
        let flat = |found: &Option<Vec<f64>>| found.as_ref().is_none_or(|found| vanishes(found));
        let straight = beside(0.5).is_some_and(|middle| !bends(&self.residual, &middle));
        let alone = !flat(&beside(BESIDE)) || !flat(&beside(-BESIDE));
        newton.put(values, &here);
        newton.evaluate(values, &mut other, calls)?;
        Ok(alone && (self.drifts < MAX_DRIFTS || straight))
    }
}

impl NonlinearProblem for TornIteration<'_> {
    type Failure = SimulationError;

    fn correct(&mut self) -> SimulationResult<NewtonProgress> {
        // When that was is known to who began.
        if !self.calls.should_continue() {
            return Err(SimulationError::Cancelled(f64::NAN));
        }
        let newton = &mut *self.newton;
        let row = |fault: &Fault| newton.steps.get(fault.place.step as usize).copied();
        newton
            .jacobian
            .run(self.values, &mut self.matrix.values, self.calls)
            .map_err(|fault| SimulationError::NoDerivative(row(&fault), fault))?;
        self.step.clone_from(&self.residual);
        self.regular = self.matrix.factor().is_ok() && self.matrix.solve(&mut self.step).is_ok();
        if !self.regular {
            self.singular = true;
            let (shape, entries) = (&newton.shape, &self.matrix.values);
            let short = minimum_norm::correction(&shape.starts, &shape.rows, entries, &self.residual);
            self.step = short.ok_or_else(|| SimulationError::Singular(newton.rows.clone()))?;
        }
        self.start = newton.point(self.values);
        let parts = self.step.iter().zip(&self.start).zip(&newton.sizes);
        self.whole = parts.map(|((step, x), size)| step.abs() / (x.abs() + size)).fold(0.0, f64::max);
        self.held = false;
        Ok(NewtonProgress::Continue)
    }

    fn advance(&mut self, part: f64) -> SimulationResult<NewtonStep> {
        let fine = self.move_by(part);
        let (old, new) = (norm(&self.residual, self.unit), norm(&self.trial, self.unit));
        let less = new <= (1.0 - LESS * part) * old;
        // Rounding of one row may hide that all others get smaller.
        if fine && part == 1.0 && self.whole < SHORT && new > 0.5 * old {
            let noise = self.noise();
            self.move_by(1.0);
            self.held = self.newton.holds(self.values, &self.matrix.values, &self.trial, noise.as_deref());
        }
        let short = self.whole * part < ROUNDED;
        let accepted = fine && (self.control == StepControl::Full || less || short || self.held);
        Ok(if accepted { NewtonStep::Accepted } else { NewtonStep::TooLong })
    }

    fn judge(&mut self) -> SimulationResult<NewtonProgress> {
        self.drifts = match self.whole / self.last {
            part if part > DRIFT => self.drifts + 1,
            part if part < NEARER || self.whole < ROUNDED => 0,
            _ => self.drifts,
        };
        self.last = self.whole;
        let done = vanishes(&self.trial);
        if done && self.drifts > 0 && !self.is_solution()? {
            return Ok(NewtonProgress::Diverged);
        }
        let old = norm(&self.residual, self.unit);
        std::mem::swap(&mut self.residual, &mut self.trial);
        let now = norm(&self.residual, self.unit);
        // What follows from the iterated unknowns may be a hundred thousand times as large: it is exact only when
        // the residual does not get smaller any more.
        let stays = (self.whole < NEAR && now > 0.01 * old)
            || (self.whole < SHORT
                && now > 0.5 * old
                && (self.held || self.newton.holds(self.values, &self.matrix.values, &self.residual, None)));
        let solved = done || (stays && (self.regular || now <= 1e-20 * self.first.max(1.0)));
        Ok(if solved { NewtonProgress::Converged } else { NewtonProgress::Continue })
    }
}

/// Takes away what a residual is to be instead of zero.
fn shift(residual: &mut [f64], offset: Option<&[f64]>) {
    if let Some(offset) = offset {
        residual.iter_mut().zip(offset).for_each(|(r, offset)| *r -= offset);
    }
}

/// The sum of the squares of a residual.
fn norm(residual: &[f64], unit: f64) -> f64 {
    residual.iter().map(|r| (r * unit).powi(2)).sum()
}

/// Whether a residual that comes to zero does not on a straight line, which has half of it half-way.
fn bends(before: &[f64], middle: &[f64]) -> bool {
    before.iter().zip(middle).any(|(before, middle)| (0.5 * before - middle).abs() > 0.05 * before.abs())
}

/// What residuals are multiplied by before they are squared: one, unless they are so small, or so large, that no digit would
/// be left of the squares.
fn unit(residual: &[f64]) -> f64 {
    let most = residual.iter().fold(0.0, |most: f64, r| most.max(r.abs()));
    if most > 0.0 && most.is_finite() && !(1e-100..1e100).contains(&most) { most.recip() } else { 1.0 }
}
