//! What is kept of a simulation: values at the points asked for, and around events.

use equations::VariableId;
use reduce::{Alias, Dae, Role};
use simulate::{Flow, Integrator, Statistics, Watch};
use syntax::Diagnostic;

use super::Experiment;
use super::choice::{Choice, is_parameter};
use super::crawl::Crawl;
use super::describe::Descriptions;

/// Values over time.
#[derive(Clone, Debug)]
pub struct Trajectory {
    /// What the points are counted by, mostly time.
    pub axis: String,
    /// The variables.
    pub signals: Vec<Signal>,
    /// Points in time; at an event there are two.
    pub times: Vec<f64>,
    /// The values of each point, one after the other.
    values: Vec<f64>,
    /// How many values a point has.
    width: usize,
    /// How many of the variables belong to the result; those after them were only to be shown.
    pub listed: usize,
    /// Whether they were asked for by name.
    pub asked: bool,
    /// The variables to be shown, by their numbers.
    pub shown: Vec<usize>,
    /// What the integrator did.
    pub statistics: Statistics,
    /// Whether the explicit method found the model stiff.
    pub stiff: bool,
    /// Why the model itself ended the simulation, if it did.
    pub ended: Option<String>,
    /// What the model itself warned of while it ran.
    pub warnings: Vec<Diagnostic>,
}

/// A variable of a result.
#[derive(Clone, Debug)]
pub struct Signal {
    /// Its name.
    pub name: String,
    /// What its declaration says of it.
    pub description: String,
    /// Its unit, empty if it has none.
    pub unit: String,
    /// Whether it is a parameter or a constant.
    pub parameter: bool,
    /// Whether it is a state.
    pub state: bool,
    /// Whether it is an output of the model itself.
    pub output: bool,
    /// Which value of a point it is, and its factor; none for what never changes, which is the factor then.
    pub(crate) column: Option<u32>,
    pub(crate) factor: f64,
}

impl Trajectory {
    /// A table of values, those of a point one after the other: names and units of its columns.
    pub(crate) fn of_table(
        axis: &str,
        columns: &[(String, &str)],
        times: Vec<f64>,
        values: Vec<f64>,
    ) -> Trajectory {
        let signals = (0u32..).zip(columns).map(|(column, (name, unit))| Signal {
            name: name.clone(),
            description: String::new(),
            unit: (*unit).to_string(),
            parameter: false,
            state: false,
            output: true,
            column: Some(column),
            factor: 1.0,
        });
        Trajectory {
            axis: axis.to_string(),
            signals: signals.collect(),
            times,
            values,
            width: columns.len(),
            listed: columns.len(),
            asked: false,
            shown: Vec::new(),
            statistics: Statistics::default(),
            stiff: false,
            ended: None,
            warnings: Vec::new(),
        }
    }

    /// The value of a variable at a point.
    pub fn value(&self, point: usize, variable: usize) -> f64 {
        let Signal { column, factor, .. } = self.signals[variable];
        // A sum with zero has no negative zero.
        column.map_or(factor, |column| factor * self.values[point * self.width + column as usize] + 0.0)
    }

    /// The number of a variable.
    pub fn variable(&self, name: &str) -> Option<usize> {
        self.signals.iter().position(|known| known.name == name)
    }

    /// The values of a point as they are kept: each once, whatever it is called.
    pub(crate) fn point(&self, point: usize) -> &[f64] {
        &self.values[point * self.width..(point + 1) * self.width]
    }

    /// How many values a point has.
    pub(crate) fn width(&self) -> usize {
        self.width
    }
}

/// Whoever waits for a simulation: told how far it is, and asked whether to go on.
pub trait Patience {
    /// Whether to go on, now that this time was reached with so many steps.
    fn wait(&self, t: f64, steps: u64) -> bool;

    /// Whether to go on, asked while a step or the beginning is under way.
    fn waits(&self) -> bool {
        true
    }

    /// Told once, as soon as the explicit method finds that the model is stiff and that another would be faster.
    fn stiff(&self, t: f64) {
        let _ = t;
    }
}

impl<F: Fn() -> bool> Patience for F {
    fn wait(&self, _: f64, _: u64) -> bool {
        self()
    }

    fn waits(&self) -> bool {
        self()
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
    patient: &'a dyn Patience,
    pub(super) points: Vec<Point>,
    grid: Vec<f64>,
    next: usize,
    /// None before the beginning.
    events: Option<usize>,
    form: usize,
    /// Whether what comes next is the same point in other unknowns.
    turned: bool,
    stiff: bool,
    /// Whether the integrator is not made for this model and would take too many steps.
    pub(super) hopeless: bool,
    pub(super) crawl: Crawl,
}

impl<'a> Collect<'a> {
    pub(super) fn new(experiment: &Experiment, patient: &'a dyn Patience) -> Collect<'a> {
        Collect {
            patient,
            points: Vec::new(),
            grid: experiment.grid(),
            next: 0,
            events: None,
            form: 0,
            turned: false,
            stiff: false,
            hopeless: false,
            crawl: Crawl::new(experiment.start, experiment.stop),
        }
    }

    /// From here on the unknowns are those of another choice of states.
    pub(super) fn turn(&mut self, form: usize) {
        (self.form, self.turned) = (form, true);
    }

    /// Keeps the unknowns at a time within the last step.
    fn keep(&mut self, integrator: &dyn Integrator, t: f64) {
        let mut y = vec![0.0; integrator.y().len()];
        let mut yp = y.clone();
        integrator.interpolate(t, &mut y, &mut yp);
        self.points.push(Point { t, events: self.events.unwrap_or(0), form: self.form, y });
    }
}

impl Watch for Collect<'_> {
    fn advance(&mut self, integrator: &dyn Integrator, _: f64, to: f64) -> Flow {
        while let Some(&t) = self.grid.get(self.next).filter(|&&t| t <= to) {
            self.keep(integrator, t);
            self.next += 1;
        }
        if integrator.stiff() {
            if !self.stiff {
                self.stiff = true;
                self.patient.stiff(to);
            }
            let left = self.grid.last().map_or(0.0, |stop| stop - to);
            self.hopeless = left > MAX_STEPS * (integrator.t() - integrator.previous());
        }
        let due = self.crawl.step(integrator);
        let go = self.patient.wait(to, integrator.statistics().steps) && !self.hopeless && !due;
        if go { Flow::Continue } else { Flow::Stop }
    }

    fn leave(&mut self, integrator: &dyn Integrator, t: f64) {
        // What never began has no values to show.
        if self.points.last().is_some_and(|last| last.t < t) {
            self.keep(integrator, t);
        }
    }

    fn event(&mut self, t: f64, y: &[f64], _: &[f64]) -> Flow {
        if std::mem::take(&mut self.turned) {
            return Flow::Continue;
        }
        self.crawl.begin(t);
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
    choice: Choice,
    kept: Vec<VariableId>,
    times: Vec<f64>,
    values: Vec<f64>,
}

impl Record {
    /// Keeps these variables, and those that others are called after.
    pub(super) fn new(dae: &Dae, choice: Choice) -> Record {
        let moves = |id: VariableId| match dae.aliases[id.at()] {
            Some(Alias::Literal(_)) => None,
            Some(Alias::Variable { of, .. }) => Some(of),
            None => (!is_parameter(dae, id)).then_some(id),
        };
        let mut kept: Vec<VariableId> = choice.all.iter().filter_map(|&id| moves(id)).collect();
        kept.sort_unstable();
        kept.dedup();
        Record { choice, kept, times: Vec::new(), values: Vec::new() }
    }

    pub(super) fn take(&mut self, t: f64, values: &[f64]) {
        self.times.push(t);
        self.values.extend(self.kept.iter().map(|id| values[id.at()]));
    }

    /// The result; `last` are the values of all variables at the end, those of parameters among them, and `states` are
    /// in ascending order.
    pub(super) fn finish(
        self,
        dae: &Dae,
        last: &[f64],
        descriptions: &Descriptions,
        states: &[VariableId],
    ) -> Trajectory {
        let column = |id: VariableId| self.kept.binary_search(&id).ok().map(|at| at as u32);
        let mut signals = Vec::with_capacity(self.choice.all.len());
        for &id in &self.choice.all {
            let (column, factor) = match dae.aliases[id.at()] {
                None if is_parameter(dae, id) => (None, parameter(dae, id, last)),
                None => (column(id), 1.0),
                Some(Alias::Variable { of, negated }) => (column(of), if negated { -1.0 } else { 1.0 }),
                Some(Alias::Literal(value)) => (None, dae.model.exprs.worth(value).unwrap_or(f64::NAN)),
            };
            signals.push(Signal {
                name: dae.model.variable_name(id),
                description: descriptions.text(&dae.model, id),
                unit: descriptions.unit(&dae.model, id),
                parameter: is_parameter(dae, id),
                state: states.binary_search(&id).is_ok(),
                output: dae.model.variables[id.at()].causality == equations::Causality::Output
                    && dae.model.variables[id.at()].instance.at() == 0,
                column,
                factor,
            });
        }
        Trajectory {
            axis: "time".to_string(),
            signals,
            times: self.times,
            values: self.values,
            width: self.kept.len(),
            listed: self.choice.listed,
            asked: self.choice.asked,
            shown: self.choice.shown,
            statistics: Statistics::default(),
            stiff: false,
            ended: None,
            warnings: Vec::new(),
        }
    }
}

/// The value of something that never changes.
pub(super) fn parameter(dae: &Dae, id: VariableId, values: &[f64]) -> f64 {
    match dae.roles[id.at()] {
        Role::Constant => dae.attributes.value(id).and_then(super::given::number).unwrap_or(f64::NAN),
        _ => values[id.at()],
    }
}
