//! Values over time, as a simulation gives them.

use simulate::Statistics;
use syntax::Diagnostic;

/// Values over time.
#[derive(Clone, Debug, Default)]
pub struct Trajectory {
    /// What the points are counted by, mostly time.
    pub axis: String,
    /// The variables.
    pub signals: Vec<ResultVariable>,
    /// Points in time, if they are kept; at an event there are two.
    pub times: Vec<f64>,
    /// How many steps the integrator had begun by each of them; all the same if it does not tell.
    pub steps: Vec<u32>,
    /// The values of each point, one after the other.
    pub values: Vec<f64>,
    /// How many values a point has.
    pub width: usize,
    /// How many points there are, whether they are kept or a [`ResultSink`] took them.
    pub count: usize,
    /// The time of the last point.
    pub end: f64,
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

/// Takes the points of a result as they are computed, so that nobody need keep them.
pub trait ResultSink {
    /// A result begins that has these variables, and no points yet. False if there is no use in going on.
    fn begin(&self, table: &Trajectory) -> bool;

    /// The next point: its time, and its values as [`ResultVariable::value`] reads them. False if there is no use in going on.
    fn point(&self, t: f64, values: &[f64]) -> bool;
}

/// A variable of a result.
#[derive(Clone, Debug)]
pub struct ResultVariable {
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
    pub column: Option<u32>,
    /// Its factor, or its value if it never changes.
    pub factor: f64,
}

impl ResultVariable {
    /// The value of the variable at a point, given what is kept of the point.
    pub fn value(&self, point: &[f64]) -> f64 {
        // A sum with zero has no negative zero.
        self.column.map_or(self.factor, |column| self.factor * point[column as usize] + 0.0)
    }
}

impl Trajectory {
    /// A table of values, those of a point one after the other: names and units of its columns.
    pub fn of_table(axis: &str, columns: &[(String, &str)], times: Vec<f64>, values: Vec<f64>) -> Trajectory {
        let signals = (0u32..).zip(columns).map(|(column, (name, unit))| ResultVariable {
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
            count: times.len(),
            end: times.last().copied().unwrap_or_default(),
            times,
            values,
            width: columns.len(),
            listed: columns.len(),
            ..Trajectory::default()
        }
    }

    /// The value of a variable at a point.
    pub fn value(&self, point: usize, variable: usize) -> f64 {
        self.signals[variable].value(self.point(point))
    }

    /// The number of a variable.
    pub fn variable(&self, name: &str) -> Option<usize> {
        self.signals.iter().position(|known| known.name == name)
    }

    /// The values of a variable at all points; none if the result does not have it.
    pub fn column(&self, name: &str) -> Option<Vec<f64>> {
        let variable = self.variable(name)?;
        Some((0..self.times.len()).map(|point| self.value(point, variable)).collect())
    }

    /// The values of a point as they are kept: each once, whatever it is called.
    pub fn point(&self, point: usize) -> &[f64] {
        &self.values[point * self.width..(point + 1) * self.width]
    }

    /// How many values a point has.
    pub(crate) fn width(&self) -> usize {
        self.width
    }
}

impl certify::ResultRows for Trajectory {
    fn point(&self, at: usize) -> &[f64] {
        Trajectory::point(self, at)
    }
}
