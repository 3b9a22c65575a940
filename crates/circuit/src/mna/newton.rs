//! Newton's method with devices that cut its steps.

use linear::{
    FactoredMatrix, NewtonFailure, NewtonOptions, NewtonProgress, NewtonStep, NonlinearProblem,
    SingularMatrix, solve_nonlinear,
};

use super::{BypassTolerance, DomainError, Mna, MnaUnknown};
use crate::ElementId;

/// Iterations of one attempt.
const MAX_ITERATIONS: usize = 120;
/// More of them when nothing but the last digits is missing.
const POLISH: usize = 6;
/// A correction below this part of an unknown is small.
const RELATIVE: f64 = 1e-6;
/// So are volts below this, and amperes below that.
const VOLTS: f64 = 1e-9;
const AMPERES: f64 = 1e-14;
/// The conductance that holds a node at a potential.
const HOLD: f64 = 1e10;
/// Nothing in a circuit has so many volts.
const AWAY: f64 = 1e15;
/// A potential that goes on the same way by more than so many volts is not where it belongs: down from volts across a junction
/// Newton's method comes by its thermal voltage at a time, which the last digits of fluxes in a very short step may hide.
const DRIFT: f64 = 1e-4;
/// A correction goes on the same way if it is at least this part of the last one.
const SAME_WAY: f64 = 0.5;
/// How many unknowns are named that do not converge.
const NAMED: usize = 5;

/// What is to be solved.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NewtonTask<'a> {
    /// Direct current, with all independent sources times a factor.
    Steady(f64),
    /// f(t, y) + (q(y) - q0) / h = 0
    Step {
        /// The time.
        t: f64,
        /// The step.
        h: f64,
        /// The charges before.
        charge: &'a [f64],
    },
}

/// What is added to the circuit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AddedConstraints<'a> {
    /// A conductance at every node, and the potentials that it leads to; zero if there are none.
    pub(crate) conductance: f64,
    pub(crate) anchor: Option<&'a [f64]>,
    /// Potentials that are held, by their rows.
    pub(crate) fixed: &'a [(usize, f64)],
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq)]
pub enum OperatingPointError {
    /// The matrix is singular: this unknown is not determined, this row follows from others.
    Singular {
        /// The row.
        row: usize,
        /// The unknown.
        column: usize,
    },
    /// A function of an element is outside its domain wherever Newton's method led, or a number too large.
    Undefined(ElementId),
    /// Switches open and close without end.
    Switching,
    /// The iteration does not come to an end.
    Diverges {
        /// The unknowns that still change most, the worst first.
        unknowns: Vec<usize>,
        /// The elements whose devices cut the last step.
        devices: Vec<ElementId>,
    },
}

/// A solution of the equations of a circuit, or why there is none.
pub(crate) type PointResult<T = ()> = Result<T, OperatingPointError>;

impl From<SingularMatrix> for OperatingPointError {
    fn from(found: SingularMatrix) -> OperatingPointError {
        OperatingPointError::Singular { row: found.row.unwrap_or(0), column: found.column.unwrap_or(0) }
    }
}

impl From<DomainError> for OperatingPointError {
    fn from(found: DomainError) -> OperatingPointError {
        OperatingPointError::Undefined(found.0)
    }
}

/// Solves the equations of a circuit.
pub(crate) struct CircuitNewton {
    matrix: FactoredMatrix,
    f: Vec<f64>,
    q: Vec<f64>,
    /// How small a correction must be for each unknown, beside its own size.
    floor: Vec<f64>,
    /// How many iterations there were in all.
    pub(crate) iterations: usize,
    /// After how many of them an attempt is given up.
    pub(crate) patience: usize,
}

impl CircuitNewton {
    pub(crate) fn new(mna: &Mna) -> CircuitNewton {
        let floor = |unknown: &MnaUnknown| match unknown {
            MnaUnknown::Node(_) | MnaUnknown::Inner(..) => VOLTS,
            MnaUnknown::Current(..) | MnaUnknown::CapacitorCurrent(_) | MnaUnknown::Rate(_) => AMPERES,
        };
        let size = mna.size();
        CircuitNewton {
            matrix: FactoredMatrix::new(mna.pattern()),
            f: vec![0.0; size],
            q: vec![0.0; size],
            floor: mna.unknowns.list.iter().map(floor).collect(),
            iterations: 0,
            patience: MAX_ITERATIONS,
        }
    }

    /// Solves from a guess, which the solution replaces.
    pub(crate) fn solve(
        &mut self,
        mna: &mut Mna,
        task: NewtonTask<'_>,
        hold: AddedConstraints<'_>,
        y: &mut [f64],
    ) -> PointResult {
        let latency = std::mem::replace(&mut mna.latency, BypassTolerance::NONE);
        // A step goes on from where everything was: nothing is far away, unless it turns out to be.
        if let NewtonTask::Step { .. } = task {
            let mut near = y.to_vec();
            if self.iterate(mna, task, hold, &mut near).is_ok() {
                y.copy_from_slice(&near);
                mna.latency = latency;
                return Ok(());
            }
            mna.reset_devices();
        }
        mna.limiting = true;
        let solved = self.iterate(mna, task, hold, y);
        (mna.latency, mna.limiting) = (latency, false);
        solved
    }

    fn iterate(
        &mut self,
        mna: &mut Mna,
        task: NewtonTask<'_>,
        hold: AddedConstraints<'_>,
        y: &mut [f64],
    ) -> PointResult {
        let options = NewtonOptions { max_iterations: self.patience, max_trials: 1 };
        let (size, last, polishing) = (f64::INFINITY, f64::INFINITY, 0);
        let (largest, drifts) = ((0, f64::INFINITY), false);
        let newton = &mut *self;
        let mut iteration =
            CircuitIteration { newton, mna, task, hold, y, size, last, largest, drifts, polishing };
        match solve_nonlinear(&mut iteration, options) {
            Ok(()) => return Ok(()),
            Err(NewtonFailure::Problem(failure)) => return Err(failure),
            Err(NewtonFailure::Diverged | NewtonFailure::Iterations) => {}
        }
        if let Some(element) = mna.outside() {
            return Err(OperatingPointError::Undefined(element));
        }
        let noise = self.noise(task);
        let part = |at: usize| self.f[at].abs() / (RELATIVE * y[at].abs() + self.floor[at] + noise);
        let mut unknowns: Vec<usize> =
            (0..y.len()).filter(|&at| part(at) > 1.0 || part(at).is_nan()).collect();
        unknowns.sort_by(|&a, &b| part(b).total_cmp(&part(a)).then(a.cmp(&b)));
        unknowns.truncate(NAMED);
        Err(OperatingPointError::Diverges { unknowns, devices: mna.limited() })
    }

    /// The current that the last digits of charges make in a very short step.
    fn noise(&self, task: NewtonTask<'_>) -> f64 {
        match task {
            NewtonTask::Steady(_) => 0.0,
            NewtonTask::Step { h, .. } => {
                let most = self.q.iter().fold(0f64, |most, q| most.max(q.abs()));
                16.0 * f64::EPSILON * most / h
            }
        }
    }

    /// The residual and the matrix.
    fn evaluate(
        &mut self,
        mna: &mut Mna,
        task: NewtonTask<'_>,
        hold: AddedConstraints<'_>,
        y: &[f64],
    ) -> PointResult {
        match task {
            NewtonTask::Steady(scale) => {
                mna.evaluate_dc(scale, y, &mut self.f)?;
                mna.derivatives_at_last_point(0.0, &mut self.matrix.values);
            }
            NewtonTask::Step { t, h, charge } => {
                mna.balance(t, y, &mut self.q, &mut self.f)?;
                for ((f, q), before) in self.f.iter_mut().zip(&self.q).zip(charge) {
                    *f += (q - before) / h;
                }
                mna.derivatives_at_last_point(1.0 / h, &mut self.matrix.values);
            }
        }
        if hold.conductance > 0.0 {
            for (row, place) in mna.diagonals() {
                let anchor = hold.anchor.map_or(0.0, |anchor| anchor[row]);
                self.f[row] += hold.conductance * (y[row] - anchor);
                self.matrix.values[place] += hold.conductance;
            }
        }
        if !hold.fixed.is_empty() {
            let places: Vec<(usize, usize)> = mna.diagonals().collect();
            for &(at, value) in hold.fixed {
                if let Ok(found) = places.binary_search_by_key(&at, |place| place.0) {
                    self.f[at] += HOLD * (y[at] - value);
                    self.matrix.values[places[found].1] += HOLD;
                }
            }
        }
        Ok(())
    }
}

/// Whole steps, which devices cut where their currents are steep.
struct CircuitIteration<'a, 'h> {
    newton: &'a mut CircuitNewton,
    mna: &'a mut Mna,
    task: NewtonTask<'h>,
    hold: AddedConstraints<'h>,
    y: &'a mut [f64],
    /// The sizes of the last correction and of the one before, as multiples of what is small.
    size: f64,
    last: f64,
    /// The largest correction of a potential, and whether it is much the same as the one before.
    largest: (usize, f64),
    drifts: bool,
    polishing: usize,
}

impl NonlinearProblem for CircuitIteration<'_, '_> {
    type Failure = OperatingPointError;

    fn correct(&mut self) -> PointResult<NewtonProgress> {
        let newton = &mut *self.newton;
        newton.iterations += 1;
        newton.evaluate(self.mna, self.task, self.hold, self.y)?;
        newton.matrix.factor()?;
        let solved = newton.matrix.solve(&mut newton.f).is_ok();
        Ok(if solved { NewtonProgress::Continue } else { NewtonProgress::Diverged })
    }

    fn advance(&mut self, _: f64) -> PointResult<NewtonStep> {
        let noise = self.newton.noise(self.task);
        let mut size: f64 = 0.0;
        let mut largest = (0, 0f64);
        let all = self.y.iter_mut().zip(&self.newton.f).zip(&self.newton.floor);
        for (at, ((y, f), floor)) in all.enumerate() {
            *y -= f;
            size = size.max(f.abs() / (RELATIVE * y.abs() + floor + noise));
            if *floor == VOLTS && f.abs() > largest.1.abs() {
                largest = (at, *f);
            }
        }
        let (before, now) = (self.largest, largest);
        self.drifts = now.1.abs() > DRIFT && before.0 == now.0 && now.1 / before.1 > SAME_WAY;
        self.largest = largest;
        (self.last, self.size) = (self.size, size);
        Ok(NewtonStep::Accepted)
    }

    fn judge(&mut self) -> PointResult<NewtonProgress> {
        if self.mna.limited > 0 || self.size > 1.0 || self.drifts {
            return Ok(NewtonProgress::Continue);
        }
        // Near the end the error is squared by each iteration, until rounding is all that is left.
        self.polishing += 1;
        if self.size == 0.0 || self.size > 0.25 * self.last || self.polishing > POLISH {
            // What has run away stands still beside its own size. Currents may have any size, for no time.
            let near = |(y, floor): (&f64, &f64)| *floor != VOLTS || y.abs() < AWAY;
            let stays = self.y.iter().zip(&self.newton.floor).all(near);
            return Ok(if stays { NewtonProgress::Converged } else { NewtonProgress::Diverged });
        }
        Ok(NewtonProgress::Continue)
    }
}
