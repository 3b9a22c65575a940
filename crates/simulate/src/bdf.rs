//! The default integrator: backward differentiation formulas of order one to five with variable steps and a fixed
//! leading coefficient.
//!
//! Brenan, Campbell, Petzold, Numerical Solution of Initial-Value Problems in Differential-Algebraic Equations, SIAM
//! 1996, chapter 5; Jackson, Sacks-Davis, An alternative implementation of variable step-size multistep formulas for
//! stiff ODEs, ACM TOMS 6 (1980).

mod conserved;
mod corrector;
mod history;
mod step_control;
mod trapezoidal;

use crate::consistent::troubled;
use crate::weights::ErrorWeights;
use crate::{
    HybridDae, IntegrationFailure, IntegrationFailureKind, IntegrationFormula, IntegrationResult, Integrator,
    IntegratorOptions, SolutionHistory, StepState, TAYLOR,
};
use conserved::ConservedQuantities;
use corrector::{Corrector, CorrectorFailure, CorrectorPoint};
use history::{DifferenceHistory, StepCoefficients};
use step_control::{StepController, StepErrors};
use trapezoidal::TrapezoidalFit;

/// How often one step is tried before it is given up.
const MAX_FAILURES: usize = 30;

/// Backward differentiation formulas of order one to five.
#[derive(Clone, Debug)]
pub struct Bdf {
    pace: StepState,
    /// The order to try next.
    order: usize,
    y: Vec<f64>,
    yp: Vec<f64>,
    delta: Vec<f64>,
    /// The derivatives at the last step, for the trapezoidal rule.
    slope: Vec<f64>,
    history: DifferenceHistory,
    /// When it started, and what it was told of the time before.
    begun: f64,
    inherited: Option<SolutionHistory>,
    /// What the system conserves, if it does.
    charge: Option<ConservedQuantities>,
    newton: Corrector,
    weights: ErrorWeights,
    control: StepController,
    /// What the trapezoidal rule is fitted to.
    fit: TrapezoidalFit,
}

impl Bdf {
    /// An integrator for a system of this size and pattern.
    #[must_use]
    pub fn new(system: &dyn HybridDae, options: IntegratorOptions) -> Bdf {
        let n = system.size();
        Bdf {
            pace: StepState::new(options),
            order: 1,
            y: vec![0.0; n],
            yp: vec![0.0; n],
            delta: vec![0.0; n],
            slope: Vec::new(),
            history: DifferenceHistory::new(n),
            begun: 0.0,
            inherited: None,
            charge: system
                .conserves()
                .then(|| ConservedQuantities::new(n, options.formula == IntegrationFormula::Backward)),
            newton: Corrector::new(system, options.quick),
            weights: ErrorWeights::new(system, &options),
            control: StepController::new(match options.formula {
                IntegrationFormula::Backward => options.max_order,
                IntegrationFormula::Trapezoidal => options.max_order.min(2),
            }),
            fit: TrapezoidalFit::default(),
        }
    }

    /// The order of the last step.
    #[must_use]
    pub fn order(&self) -> usize {
        self.history.order
    }

    /// The first step: short enough for the first order, which errs by half the step times the change of y'.
    fn first_step(&self, stop: f64) -> f64 {
        let span = stop - self.pace.t;
        if let Some(part) = self.pace.options.first_part {
            return (part * span).min(self.pace.options.max_step);
        }
        let longest = (0.001 * span).min(self.pace.options.max_step);
        let speed = self.weights.norm(&self.yp);
        if speed * longest > 0.5 { 0.5 / speed } else { longest }
    }

    /// Tries to reach `t` by a step.
    fn attempt(
        &mut self,
        system: &mut dyn HybridDae,
        step: &StepCoefficients,
        t: f64,
    ) -> Result<StepErrors, CorrectorFailure> {
        match &mut self.charge {
            Some(charge) => {
                self.history.extrapolate(step, &mut self.y);
                charge.predict(step);
            }
            None => self.predict(step),
        }
        let mut point = CorrectorPoint {
            t,
            y: &mut self.y,
            yp: &mut self.yp,
            delta: &mut self.delta,
            charge: self.charge.as_mut(),
        };
        self.newton.solve(system, step, &self.weights, &mut point, &mut self.pace.statistics)?;
        Ok(StepErrors::new(&self.history, step, &self.delta, &self.weights, self.control.safety(step)))
    }

    /// Extrapolates values and derivatives.
    fn predict(&mut self, step: &StepCoefficients) {
        self.history.predict(step, &mut self.y, &mut self.yp);
        if step.trapezoidal {
            let last = self.history.phi[0].iter().zip(&self.slope);
            for ((yp, y), (last, slope)) in self.yp.iter_mut().zip(&self.y).zip(last) {
                *yp = step.c * (y - last) - step.past * slope;
            }
        }
    }

    /// The formula of a step of the given length.
    fn coefficients(&self, h: f64) -> StepCoefficients {
        match self.pace.options.formula {
            IntegrationFormula::Trapezoidal if self.order == 2 => {
                self.history.trapezoid(h, &self.fit.rule(h))
            }
            _ => self.history.coefficients(h, self.order),
        }
    }

    /// Takes a step into the past.
    fn accept(
        &mut self,
        system: &mut dyn HybridDae,
        step: &StepCoefficients,
        t: f64,
    ) -> Result<(), CorrectorFailure> {
        if let Some(charge) = &mut self.charge {
            charge.accept(system, step, t, &self.y)?;
        } else if self.pace.options.formula == IntegrationFormula::Trapezoidal {
            self.slope.clone_from(&self.yp);
        }
        self.history.accept(step, &self.delta);
        Ok(())
    }

    /// The step to try and the time it leads to: `stop` itself if that is near.
    fn aim(&self, stop: f64) -> (f64, f64) {
        let left = stop - self.pace.t;
        let (h, t) = self.pace.next_step(stop);
        // Two equal steps instead of one and a very short one, which would spoil the differences.
        if t < stop && 2.0 * h > left { (0.5 * left, self.pace.t + 0.5 * left) } else { (h, t) }
    }

    /// Sets the weights for the next step: no error is smaller than rounding makes it.
    fn weigh(&mut self, system: &mut dyn HybridDae) -> IntegrationResult {
        self.weights.set(&self.history.phi[0], self.pace.t)?;
        self.weights.add_noise(&self.newton.noise);
        system.allow(&self.weights.all);
        Ok(())
    }

    fn fail(&mut self, no: CorrectorFailure, h: f64) -> IntegrationFailure {
        // What was computed at the end of the step is void; the last good point stays.
        self.history.interpolate(0.0, &mut self.y, &mut self.yp);
        IntegrationFailure { kind: no.kind, t: self.pace.t, step: h, row: no.row, column: no.column }
    }
}

impl Integrator for Bdf {
    fn start(
        &mut self,
        system: &mut dyn HybridDae,
        t: f64,
        y: &[f64],
        yp: &[f64],
        stop: f64,
    ) -> IntegrationResult {
        self.pace.start(system, t, [y.len(), yp.len(), self.y.len()])?;
        self.y.copy_from_slice(y);
        self.yp.copy_from_slice(yp);
        self.weights.set(y, t)?;
        let h =
            self.pace.options.first_step.unwrap_or_else(|| self.first_step(stop)).max(self.pace.min_step());
        self.history.start(y, yp, h);
        if let Some(charge) = &mut self.charge {
            charge.start(system, t, y, h).map_err(|trouble| troubled(trouble, t))?;
        }
        self.slope.clone_from(&self.yp);
        (self.pace.h, self.order, self.begun) = (h, 1, t);
        self.newton.forget();
        self.control.start();
        self.fit = TrapezoidalFit::default();
        if let Some(solution) = self.inherited.take().filter(|solution| solution.fits(t, y.len())) {
            self.order = self.history.load_points(&solution).min(self.control.max_order);
            self.pace.h = solution.step.min(self.pace.options.max_step).max(self.pace.min_step());
            self.control.restart_from_history();
            self.begun = solution.times[solution.times.len() - 1];
        }
        Ok(())
    }

    fn step(&mut self, system: &mut dyn HybridDae, stop: f64) -> IntegrationResult {
        self.pace.check()?;
        self.weigh(system)?;
        if self.pace.h < self.pace.min_step() {
            // Steps that were accepted one by one became too short to move the time.
            return Err(IntegrationFailure::new(IntegrationFailureKind::Error, self.pace.t, self.pace.h)
                .column(self.weights.largest(&self.delta)));
        }
        let (mut failures, mut too_large) = (0, 0);
        loop {
            let (h, t) = self.aim(stop);
            let step = self.coefficients(h);
            let no = match self.attempt(system, &step, t) {
                Ok(errors) if errors.local <= 1.0 => {
                    let (order, factor) =
                        self.control.next(&self.history, &step, &self.delta, &errors, &self.weights);
                    if let Err(no) = self.accept(system, &step, t) {
                        return Err(self.fail(no, h));
                    }
                    if step.trapezoidal {
                        self.fit.adapt(&self.history, &self.weights);
                    }
                    (self.order, self.pace.h) = (order, factor * h);
                    if t == stop {
                        // It was short because of the stop and not because of the error.
                        self.pace.h = self.pace.h.max(self.pace.min_step());
                    }
                    self.pace.accept(t);
                    return Ok(());
                }
                Ok(errors) => {
                    self.pace.statistics.error_failures += 1;
                    too_large += 1;
                    let (order, factor) = errors.retry(&step, too_large);
                    (self.order, self.pace.h) = (order, factor * h);
                    CorrectorFailure {
                        kind: IntegrationFailureKind::Error,
                        row: None,
                        column: self.weights.largest(&self.delta),
                    }
                }
                Err(no) => {
                    match no.kind {
                        IntegrationFailureKind::Newton | IntegrationFailureKind::Singular => {
                            self.pace.statistics.newton_failures += 1;
                        }
                        _ => self.pace.statistics.domain_failures += 1,
                    }
                    self.pace.h = 0.25 * h;
                    no
                }
            };
            self.control.record_failure(self.order, self.pace.h / h);
            self.weigh(system)?;
            failures += 1;
            if failures >= MAX_FAILURES
                || self.pace.h < self.pace.min_step()
                || no.kind == IntegrationFailureKind::Fatal
            {
                return Err(self.fail(no, h));
            }
        }
    }

    fn y(&self) -> &[f64] {
        &self.y
    }

    fn yp(&self) -> &[f64] {
        &self.yp
    }

    fn interpolate(&self, t: f64, y: &mut [f64], yp: &mut [f64]) {
        self.history.interpolate(t - self.pace.t, y, yp);
    }

    fn taylor(&self, t: f64, unknown: usize) -> [f64; TAYLOR] {
        self.history.taylor(t - self.pace.t, unknown)
    }

    fn history(&self) -> Option<SolutionHistory> {
        // What a system conserves has a past of its own.
        if self.charge.is_some() || self.pace.options.formula != IntegrationFormula::Backward {
            return None;
        }
        let mut solution = SolutionHistory { times: Vec::new(), values: Vec::new(), step: self.pace.h };
        for distance in self.history.distances().take_while(|distance| self.pace.t - distance >= self.begun) {
            let (mut y, mut yp) = (self.y.clone(), self.yp.clone());
            self.history.interpolate(-distance, &mut y, &mut yp);
            solution.times.push(self.pace.t - distance);
            solution.values.push(y);
        }
        (solution.times.len() > 1).then_some(solution)
    }

    fn inherit(&mut self, solution: SolutionHistory) {
        self.inherited = Some(solution).filter(|_| self.charge.is_none());
    }

    fn pace(&self) -> &StepState {
        &self.pace
    }

    fn pace_mut(&mut self) -> &mut StepState {
        &mut self.pace
    }
}
