//! An explicit Runge-Kutta pair for systems y' = f(t, y) that are not stiff.
//!
//! Dormand, Prince, A family of embedded Runge-Kutta formulae, J. Comp. Appl. Math. 6 (1980); the interpolant and the
//! test for stiffness are those of Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, sections II.6
//! and IV.2.

use base::rms;

use crate::consistent::troubled;
use crate::enclosure::expand;
use crate::weights::{ErrorWeights, largest};
use crate::{
    HybridDae, IntegrationFailure, IntegrationFailureKind, IntegrationResult, Integrator, IntegratorOptions,
    StepState, TAYLOR,
};

const STAGES: usize = 7;
const NODES: [f64; STAGES] = [0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0];
const A: [[f64; 6]; STAGES] = [
    [0.0; 6],
    [1.0 / 5.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [3.0 / 40.0, 9.0 / 40.0, 0.0, 0.0, 0.0, 0.0],
    [44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0, 0.0, 0.0, 0.0],
    [19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0, 0.0, 0.0],
    [9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0, 0.0],
    [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
];
/// The fifth order less the fourth.
const ERROR: [f64; STAGES] =
    [71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0];
/// What the interpolant of the fourth order adds to the cubic through the ends.
const DENSE: [f64; STAGES] = [
    -12715105075.0 / 11282082432.0,
    0.0,
    87487479700.0 / 32700410799.0,
    -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0,
    -1453857185.0 / 822651844.0,
    69997945.0 / 29380423.0,
];
/// The method is stable for h times an eigenvalue down to 3.3 on the negative axis, where the steps of a linear stiff system
/// end up. Those of systems with corners, such as flows that turn round, are held a little before it, at 2.4 and 2.9 in pipes;
/// what the tolerance asks for is far shorter: at 1e-6 less than one.
const STABLE: f64 = 2.25;
/// So many steps at the border of stability are a stiff system.
const STIFF_STEPS: usize = 15;
/// How often one step is tried before it is given up.
const MAX_FAILURES: usize = 60;

/// The explicit Runge-Kutta pair of Dormand and Prince, orders 5 and 4.
#[derive(Clone, Debug)]
pub struct DormandPrince {
    pace: StepState,
    /// The error of the last step that was accepted, for a smooth choice of the next.
    last_error: f64,
    y: Vec<f64>,
    start: Vec<f64>,
    stages: [Vec<f64>; STAGES],
    /// The argument of the last but one stage, which together with `y` measures the stiffness.
    argument: Vec<f64>,
    error: Vec<f64>,
    weights: ErrorWeights,
    stiff_steps: usize,
    calm_steps: usize,
    stiff: bool,
}

impl DormandPrince {
    /// An integrator for a system of this size.
    #[must_use]
    pub fn new(system: &dyn HybridDae, options: IntegratorOptions) -> DormandPrince {
        let n = system.size();
        DormandPrince {
            pace: StepState::new(options),
            last_error: 1e-4,
            y: vec![0.0; n],
            start: vec![0.0; n],
            stages: std::array::from_fn(|_| vec![0.0; n]),
            argument: vec![0.0; n],
            error: vec![0.0; n],
            weights: ErrorWeights::new(system, &options),
            stiff_steps: 0,
            calm_steps: 0,
            stiff: false,
        }
    }

    /// Tries a step: the error on success, and the failure of the system otherwise.
    fn attempt(&mut self, system: &mut dyn HybridDae, h: f64) -> IntegrationResult<f64> {
        let n = self.y.len();
        for stage in 1..STAGES {
            if stage == STAGES - 1 {
                std::mem::swap(&mut self.argument, &mut self.y);
            }
            self.y.copy_from_slice(&self.start);
            for (k, a) in self.stages.iter().zip(&A[stage][..stage]) {
                if *a != 0.0 {
                    for (y, k) in self.y.iter_mut().zip(k) {
                        *y += h * a * k;
                    }
                }
            }
            let t = self.pace.t + NODES[stage] * h;
            self.pace.statistics.residuals += 1;
            system
                .derivatives(t, &self.y, &mut self.stages[stage])
                .map_err(|trouble| IntegrationFailure { step: h, ..troubled(trouble, self.pace.t) })?;
        }
        self.error.fill(0.0);
        for (k, e) in self.stages.iter().zip(&ERROR) {
            for (error, k) in self.error.iter_mut().zip(k) {
                *error += h * e * k;
            }
        }
        let size = self.weights.error(|i| self.error[i]);
        if size.is_finite() {
            return Ok(size);
        }
        let row = (0..n).find(|&i| self.stages.iter().any(|k| !k[i].is_finite()));
        Err(IntegrationFailure::new(IntegrationFailureKind::NotFinite, self.pace.t, h).row(row))
    }

    /// Compares how the slope changes with how the argument does: their ratio estimates the largest eigenvalue. Both are
    /// weighed as errors are, so that a pressure of 1e5 does not hide what is stiff beside it.
    fn watch_stiffness(&mut self, h: f64) {
        let (mut slope, mut change) = (0.0, 0.0);
        for i in 0..self.y.len() {
            let weight = self.weights.all[i];
            slope += (weight * (self.stages[6][i] - self.stages[5][i])).powi(2);
            change += (weight * (self.y[i] - self.argument[i])).powi(2);
        }
        if change > 0.0 && h * rms(slope, change) > STABLE {
            self.stiff_steps += 1;
            self.calm_steps = 0;
            self.stiff |= self.stiff_steps >= STIFF_STEPS;
        } else {
            self.calm_steps += 1;
            if self.calm_steps == 6 {
                self.stiff_steps = 0;
            }
        }
    }

    /// Hairer, Nørsett, Wanner, section II.4: the first step, from the slope and its change in a small trial.
    fn first_step(&mut self, system: &mut dyn HybridDae, stop: f64) -> f64 {
        let longest = (stop - self.pace.t).min(self.pace.options.max_step);
        let (size, speed) = (self.weights.norm(&self.y), self.weights.norm(&self.stages[0]));
        let h = if size < 1e-5 || speed < 1e-5 { 1e-6 } else { 0.01 * size / speed };
        let h = h.min(longest);
        for i in 0..self.y.len() {
            self.error[i] = self.y[i] + h * self.stages[0][i];
        }
        self.pace.statistics.residuals += 1;
        if system.derivatives(self.pace.t + h, &self.error, &mut self.stages[1]).is_err() {
            return 1e-3 * h;
        }
        let bend = self.weights.error(|i| self.stages[1][i] - self.stages[0][i]) / h;
        let most = speed.max(bend);
        let second = if most <= 1e-15 { (1e-3 * h).max(1e-6) } else { (0.01 / most).powf(0.2) };
        (100.0 * h).min(second).min(longest)
    }
}

impl Integrator for DormandPrince {
    fn start(
        &mut self,
        system: &mut dyn HybridDae,
        t: f64,
        y: &[f64],
        yp: &[f64],
        stop: f64,
    ) -> IntegrationResult {
        if !system.explicit() {
            return Err(IntegrationFailure::new(IntegrationFailureKind::Implicit, t, 0.0));
        }
        self.pace.start(system, t, [y.len(), yp.len(), self.y.len()])?;
        self.y.copy_from_slice(y);
        self.start.copy_from_slice(y);
        self.weights.set(y, t)?;
        self.pace.statistics.residuals += 1;
        system.derivatives(t, y, &mut self.stages[6]).map_err(|trouble| troubled(trouble, t))?;
        let (first, last) = self.stages.split_at_mut(6);
        first[0].copy_from_slice(&last[0]);
        let h = match self.pace.options.first_step {
            Some(h) => h,
            None => self.first_step(system, stop),
        };
        self.pace.h = h.max(self.pace.min_step());
        self.last_error = 1e-4;
        Ok(())
    }

    fn step(&mut self, system: &mut dyn HybridDae, stop: f64) -> IntegrationResult {
        self.pace.check()?;
        self.start.copy_from_slice(&self.y);
        self.weights.set(&self.y, self.pace.t)?;
        // The last stage of a step is the first of the next.
        self.stages.swap(0, STAGES - 1);
        let mut grow = 10.0;
        for _ in 0..MAX_FAILURES {
            let (h, t) = self.pace.next_step(stop);
            let failure = match self.attempt(system, h) {
                Ok(error) if error <= 1.0 => {
                    // Gustafsson's controller looks at the last two errors.
                    let factor = error.max(1e-10).powf(-0.17) * self.last_error.powf(0.04);
                    self.pace.h = h * (0.9 * factor).clamp(0.2, grow);
                    self.last_error = error.max(1e-4);
                    self.pace.accept(t);
                    self.watch_stiffness(h);
                    return Ok(());
                }
                Ok(error) => {
                    self.pace.statistics.error_failures += 1;
                    self.pace.h = h * (0.9 * error.powf(-0.2)).clamp(0.1, 1.0);
                    let column = largest((0..self.y.len()).map(|i| self.error[i] * self.weights.all[i]));
                    IntegrationFailure::new(IntegrationFailureKind::Error, self.pace.t, h).column(column)
                }
                Err(failure) => {
                    self.pace.statistics.domain_failures += 1;
                    self.pace.h = 0.25 * h;
                    failure
                }
            };
            grow = 1.0;
            if self.pace.h < self.pace.min_step() || failure.kind == IntegrationFailureKind::Fatal {
                self.y.copy_from_slice(&self.start);
                self.stages.swap(0, STAGES - 1);
                return Err(failure);
            }
        }
        self.y.copy_from_slice(&self.start);
        self.stages.swap(0, STAGES - 1);
        Err(IntegrationFailure::new(IntegrationFailureKind::Error, self.pace.t, self.pace.h)
            .column(self.weights.largest(&self.error)))
    }

    fn y(&self) -> &[f64] {
        &self.y
    }

    fn yp(&self) -> &[f64] {
        &self.stages[STAGES - 1]
    }

    fn interpolate(&self, t: f64, y: &mut [f64], yp: &mut [f64]) {
        let h = self.pace.t - self.pace.previous;
        if h == 0.0 {
            y.copy_from_slice(&self.y);
            yp.copy_from_slice(&self.stages[STAGES - 1]);
            return;
        }
        let s = (t - self.pace.previous) / h;
        let r = 1.0 - s;
        for i in 0..y.len() {
            let change = self.y[i] - self.start[i];
            let bend = h * self.stages[0][i] - change;
            let twist = change - h * self.stages[6][i] - bend;
            let rest: f64 = h * self.stages.iter().zip(&DENSE).map(|(k, d)| d * k[i]).sum::<f64>();
            let inner = twist + r * rest;
            let outer = bend + s * inner;
            y[i] = self.start[i] + s * (change + r * outer);
            // The derivative of the same nest of products.
            let slope_inner = -rest;
            let slope_outer = inner + s * slope_inner;
            yp[i] = ((change + r * outer) + s * (r * slope_outer - outer)) / h;
        }
    }

    fn taylor(&self, t: f64, unknown: usize) -> [f64; TAYLOR] {
        let h = self.pace.t - self.pace.previous;
        let (start, mut taylor) = (self.start[unknown], [0.0; TAYLOR]);
        if h == 0.0 {
            taylor[0] = self.y[unknown];
            return taylor;
        }
        let change = self.y[unknown] - start;
        let bend = h * self.stages[0][unknown] - change;
        let twist = change - h * self.stages[6][unknown] - bend;
        let rest: f64 = h * self.stages.iter().zip(&DENSE).map(|(k, d)| d * k[unknown]).sum::<f64>();
        // start + s (change + r (bend + s (twist + r rest))) with r = 1 - s, in powers of s.
        let powers = [start, change + bend, twist + rest - bend, -twist - 2.0 * rest, rest];
        taylor[..powers.len()].copy_from_slice(&powers);
        let mut taylor = expand(taylor, (t - self.pace.previous) / h);
        let mut scale = 1.0;
        for coefficient in &mut taylor {
            *coefficient *= scale;
            scale /= h;
        }
        taylor
    }

    fn pace(&self) -> &StepState {
        &self.pace
    }

    fn pace_mut(&mut self) -> &mut StepState {
        &mut self.pace
    }

    fn stiff(&self) -> bool {
        self.stiff
    }
}
