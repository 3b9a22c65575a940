//! Where a result has points: at the times asked for, and before and after each event.

use simulate::{HybridDae, Integrator, RunControl, StepObserver};

use super::Experiment;
use super::step_collapse::StepCollapse;
use results::ResultSink;

/// Whoever waits for a simulation: told how far it is, and asked whether to go on.
pub trait Progress {
    /// Whether to go on, now that this time was reached with so many steps.
    fn on_step(&self, t: f64, steps: u64) -> bool;

    /// Whether to go on, asked while a step or initialization is under way.
    fn should_continue(&self) -> bool {
        true
    }

    /// Who takes the points of the result as they are computed; they are kept if nobody does.
    fn sink(&self) -> Option<&dyn ResultSink> {
        None
    }

    /// Told once, as soon as the explicit method finds that the model is stiff and that another would be faster.
    fn stiff(&self, t: f64) {
        let _ = t;
    }
}

impl<F: Fn() -> bool> Progress for F {
    fn on_step(&self, _: f64, _: u64) -> bool {
        self()
    }

    fn should_continue(&self) -> bool {
        self()
    }
}

/// A method that is not made for stiff models is stopped if it would take more steps than this.
const MAX_STEPS: f64 = 1e6;

/// Over so many steps it is judged how long they are: after an event, and while something passes quickly, some are short.
const STRETCH: u32 = 1000;

/// Has the points of a result recorded as soon as the solution is known there.
pub(super) struct OutputPoints<'a> {
    progress: &'a dyn Progress,
    experiment: &'a Experiment,
    /// The number of the next point of the grid.
    next: usize,
    /// The last time at which something was recorded.
    last: Option<f64>,
    /// Whether what comes next is the same point in other unknowns.
    turned: bool,
    stiff: bool,
    /// The steps since it was judged last how long they are, and the time at which that was.
    stretch: (u32, f64),
    /// Whether the integrator is not made for this model and would take too many steps.
    pub(super) hopeless: bool,
    /// The time of a point at which something has no value.
    pub(super) failed: Option<f64>,
    pub(super) step_collapse: StepCollapse,
    y: Vec<f64>,
    yp: Vec<f64>,
}

impl<'a> OutputPoints<'a> {
    pub(super) fn new(experiment: &'a Experiment, progress: &'a dyn Progress) -> OutputPoints<'a> {
        OutputPoints {
            progress,
            experiment,
            next: 0,
            last: None,
            turned: false,
            stiff: false,
            stretch: (0, experiment.start),
            hopeless: false,
            failed: None,
            step_collapse: StepCollapse::new(experiment.start, experiment.stop),
            y: Vec::new(),
            yp: Vec::new(),
        }
    }

    /// From here on the unknowns are those of another choice of states.
    pub(super) fn restart_unknowns(&mut self) {
        self.turned = true;
    }

    /// Records a time within the last step.
    fn within(&mut self, system: &mut dyn HybridDae, integrator: &dyn Integrator, t: f64) -> RunControl {
        self.y.resize(integrator.y().len(), 0.0);
        self.yp.resize(integrator.y().len(), 0.0);
        integrator.interpolate(t, &mut self.y, &mut self.yp);
        let done = system.output(t, &self.y);
        self.note(t, done.is_ok())
    }

    fn note(&mut self, t: f64, recorded: bool) -> RunControl {
        if recorded {
            self.last = Some(t);
            return RunControl::Continue;
        }
        self.failed = Some(t);
        RunControl::Stop
    }
}

impl StepObserver for OutputPoints<'_> {
    fn advance(
        &mut self,
        system: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        _: f64,
        to: f64,
    ) -> RunControl {
        while let Some(t) = self.experiment.point(self.next).filter(|&t| t <= to) {
            if self.within(system, integrator, t) == RunControl::Stop {
                return RunControl::Stop;
            }
            self.next += 1;
        }
        if integrator.stiff() && !self.stiff {
            self.stiff = true;
            self.progress.stiff(to);
        }
        self.stretch.0 += 1;
        if self.stretch.0 == STRETCH {
            let passed = to - std::mem::replace(&mut self.stretch, (0, to)).1;
            let left = self.experiment.stop - to;
            self.hopeless = self.stiff && left > MAX_STEPS / f64::from(STRETCH) * passed;
        }
        let go = self.progress.on_step(to, integrator.statistics().steps) && !self.hopeless;
        if go { RunControl::Continue } else { RunControl::Stop }
    }

    fn step(&mut self, integrator: &dyn Integrator) -> RunControl {
        if self.step_collapse.step(integrator) { RunControl::Stop } else { RunControl::Continue }
    }

    fn leave(&mut self, system: &mut dyn HybridDae, integrator: &dyn Integrator, t: f64) -> RunControl {
        // What never began has no values to show.
        match self.last {
            Some(last) if last < t => self.within(system, integrator, t),
            _ => RunControl::Continue,
        }
    }

    fn event(&mut self, system: &mut dyn HybridDae, t: f64, y: &[f64], _: &[f64]) -> RunControl {
        if std::mem::take(&mut self.turned) {
            return RunControl::Continue;
        }
        self.step_collapse.restart(t);
        if self.experiment.point(self.next) == Some(t) {
            self.next += 1;
        }
        let done = system.output(t, y);
        self.note(t, done.is_ok())
    }
}
