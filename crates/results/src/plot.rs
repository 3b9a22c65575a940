//! Results as pictures: in a terminal, as SVG, and as a page to look around in.

mod axis;
mod decimate;
mod html;
mod svg;
mod terminal;

use crate::Trajectory;

pub use html::html;
pub use svg::svg;
pub use terminal::{TerminalSize, terminal};

/// Curves over time. Those of the same unit and of similar size share a panel.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What stands above it.
    pub title: String,
    /// Points in time.
    times: Vec<f64>,
    panels: Vec<PlotPanel>,
}

/// Curves that share an axis.
#[derive(Clone, Debug)]
struct PlotPanel {
    curves: Vec<PlotCurve>,
}

#[derive(Clone, Debug)]
struct PlotCurve {
    name: String,
    unit: String,
    /// Which of all curves it is, for its colour.
    number: usize,
    values: Vec<f64>,
}

/// So many curves are shown if nobody says which.
const FEW: usize = 6;

/// Curves in one panel differ in size by this factor at most: else one of them looks like a straight line.
const SIMILAR: f64 = 50.0;

impl Plot {
    /// The curves of some variables, by their numbers.
    pub fn new(title: &str, trajectory: &Trajectory, variables: &[usize]) -> Plot {
        let mut panels: Vec<PlotPanel> = Vec::new();
        for (number, &variable) in variables.iter().enumerate() {
            let signal = &trajectory.signals[variable];
            let values = (0..trajectory.times.len()).map(|point| trajectory.value(point, variable)).collect();
            let curve = PlotCurve { name: signal.name.clone(), unit: signal.unit.clone(), number, values };
            match panels.iter_mut().find(|panel| panel.fits(&curve)) {
                Some(panel) => panel.curves.push(curve),
                None => panels.push(PlotPanel { curves: vec![curve] }),
            }
        }
        Plot { title: title.to_string(), times: trajectory.times.clone(), panels }
    }

    /// The curves that were asked for, or else those that are likely to be wanted.
    pub fn of(title: &str, trajectory: &Trajectory) -> Plot {
        match trajectory.shown.as_slice() {
            [] => Plot::new(title, trajectory, &Plot::interesting(trajectory)),
            shown => Plot::new(title, trajectory, shown),
        }
    }

    /// What is likely to be wanted: outputs of the model, else its states, else whatever changes. Those of the model itself
    /// come before those of its components.
    pub fn interesting(trajectory: &Trajectory) -> Vec<usize> {
        let signals = &trajectory.signals;
        let changes = |at: &usize| {
            let first = trajectory.value(0, *at);
            (1..trajectory.times.len()).any(|point| trajectory.value(point, *at) != first)
        };
        let own = |at: &usize| !signals[*at].name.contains('.');
        let all: Vec<usize> = (0..signals.len()).filter(|&at| signals[at].column.is_some()).collect();
        let kinds: [&dyn Fn(&usize) -> bool; 5] = [
            &|at| signals[*at].output,
            &|at| signals[*at].state && own(at),
            &|at| signals[*at].state,
            &|at| own(at) && !signals[*at].name.starts_with("der("),
            &|_| true,
        ];
        let found = kinds.iter().find_map(|kind| {
            let found: Vec<usize> =
                all.iter().copied().filter(|at| kind(at) && changes(at)).take(FEW).collect();
            (!found.is_empty()).then_some(found)
        });
        found.unwrap_or_else(|| all.into_iter().take(1).collect())
    }

    /// From when to when it goes.
    fn span(&self) -> (f64, f64) {
        let first = self.times.first().copied().unwrap_or(0.0);
        let last = self.times.last().copied().unwrap_or(1.0);
        if last > first { (first, last) } else { (first - 0.5, first + 0.5) }
    }
}

impl PlotPanel {
    fn fits(&self, curve: &PlotCurve) -> bool {
        let size = |curve: &PlotCurve| {
            let (low, high) = axis::range(curve.values.iter().copied());
            (high - low).max(1e-9 * high.abs().max(low.abs()))
        };
        let own = size(curve);
        self.curves.iter().all(|known| {
            let known_size = size(known);
            known.unit == curve.unit && own <= SIMILAR * known_size && known_size <= SIMILAR * own
        })
    }

    /// Between which values its curves lie, never nothing.
    fn range(&self) -> (f64, f64) {
        let (low, high) = axis::range(self.curves.iter().flat_map(|curve| curve.values.iter().copied()));
        let room = if high > low { 0.03 * (high - low) } else { 0.5 * high.abs().max(1e-3) };
        (low - room, high + room)
    }

    fn unit(&self) -> &str {
        self.curves.first().map_or("", |curve| curve.unit.as_str())
    }
}
