//! What is kept of a simulation: values at the points asked for, and around events.

use equations::VariableId;
use reduce::{Alias, Dae, Role};
use simulate::{Flow, Integrator, Statistics, Watch};

use super::Experiment;

/// Values over time.
#[derive(Clone, Debug)]
pub struct Trajectory {
    /// The names of the variables.
    pub names: Vec<String>,
    /// Points in time; at an event there are two.
    pub times: Vec<f64>,
    /// The values of each point, one after the other.
    values: Vec<f64>,
    /// How many values a point has.
    width: usize,
    /// Which value of a point each variable is, and its factor; none for a constant, which is the factor then.
    columns: Vec<(Option<u32>, f64)>,
    /// What the integrator did.
    pub statistics: Statistics,
}

impl Trajectory {
    /// The value of a variable at a point.
    pub fn value(&self, point: usize, variable: usize) -> f64 {
        match self.columns[variable] {
            (Some(column), factor) => factor * self.values[point * self.width + column as usize],
            (None, value) => value,
        }
    }

    /// The number of a variable.
    pub fn variable(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }
}

/// The unknowns at a time, after so many events.
pub(super) struct Point {
    pub(super) t: f64,
    pub(super) events: usize,
    /// Which choice of states the unknowns are those of.
    pub(super) form: usize,
    pub(super) y: Vec<f64>,
}

/// A method that is not made for stiff models is stopped if it would take more steps than this.
const MAX_STEPS: f64 = 1e6;

/// Gathers the unknowns at the points asked for, and around events.
pub(super) struct Collect<'a> {
    patient: &'a dyn Fn() -> bool,
    pub(super) points: Vec<Point>,
    grid: Vec<f64>,
    next: usize,
    /// None before the beginning.
    events: Option<usize>,
    form: usize,
    /// Whether what comes next is the same point in other unknowns.
    turned: bool,
    /// Whether the integrator is not made for this model and would take too many steps.
    pub(super) stiff: bool,
}

impl<'a> Collect<'a> {
    pub(super) fn new(experiment: &Experiment, patient: &'a dyn Fn() -> bool) -> Collect<'a> {
        Collect {
            patient,
            points: Vec::new(),
            grid: experiment.grid(),
            next: 0,
            events: None,
            form: 0,
            turned: false,
            stiff: false,
        }
    }

    /// From here on the unknowns are those of another choice of states.
    pub(super) fn turn(&mut self, form: usize) {
        (self.form, self.turned) = (form, true);
    }
}

impl Watch for Collect<'_> {
    fn advance(&mut self, integrator: &dyn Integrator, _: f64, to: f64) -> Flow {
        while let Some(&t) = self.grid.get(self.next).filter(|&&t| t <= to) {
            let mut y = vec![0.0; integrator.y().len()];
            let mut yp = y.clone();
            integrator.interpolate(t, &mut y, &mut yp);
            self.points.push(Point { t, events: self.events.unwrap_or(0), form: self.form, y });
            self.next += 1;
        }
        let left = self.grid.last().map_or(0.0, |stop| stop - to);
        let step = integrator.t() - integrator.previous();
        self.stiff = integrator.stiff() && left > MAX_STEPS * step;
        if (self.patient)() && !self.stiff { Flow::Continue } else { Flow::Stop }
    }

    fn event(&mut self, t: f64, y: &[f64], _: &[f64]) -> Flow {
        if std::mem::take(&mut self.turned) {
            return Flow::Continue;
        }
        let events = self.events.map_or(0, |events| events + 1);
        self.events = Some(events);
        self.points.push(Point { t, events, form: self.form, y: y.to_vec() });
        if self.grid.get(self.next) == Some(&t) {
            self.next += 1;
        }
        Flow::Continue
    }
}

/// What is kept of a simulation.
pub(super) struct Record {
    kept: Vec<VariableId>,
    times: Vec<f64>,
    values: Vec<f64>,
}

impl Record {
    pub(super) fn new(dae: &Dae) -> Record {
        let moves = |id: &VariableId| {
            dae.aliases[id.at()].is_none()
                && matches!(
                    dae.roles[id.at()],
                    Role::Continuous | Role::Discrete | Role::Derivative | Role::Input
                )
        };
        let kept = (0..dae.roles.len() as u32).map(VariableId).filter(moves).collect();
        Record { kept, times: Vec::new(), values: Vec::new() }
    }

    pub(super) fn take(&mut self, t: f64, values: &[f64]) {
        self.times.push(t);
        self.values.extend(self.kept.iter().map(|id| values[id.at()]));
    }

    pub(super) fn finish(self, dae: &Dae, statistics: Statistics) -> Trajectory {
        let mut column_of = vec![None; dae.roles.len()];
        for (at, id) in (0..).zip(&self.kept) {
            column_of[id.at()] = Some(at);
        }
        let (mut names, mut columns) = (Vec::new(), Vec::new());
        for id in (0..dae.roles.len() as u32).map(VariableId) {
            let column = match dae.aliases[id.at()] {
                None => column_of[id.at()].map(|column| (Some(column), 1.0)),
                Some(Alias::Variable { of, negated }) => {
                    column_of[of.at()].map(|column| (Some(column), if negated { -1.0 } else { 1.0 }))
                }
                Some(Alias::Literal(value)) => dae.model.exprs.number(value).map(|value| (None, value)),
            };
            if let Some(column) = column {
                names.push(dae.model.variable_name(id));
                columns.push(column);
            }
        }
        let width = self.kept.len();
        Trajectory { names, times: self.times, values: self.values, width, columns, statistics }
    }
}
