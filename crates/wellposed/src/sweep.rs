//! Several runs of one model, side by side.

use rustc_hash::FxHashSet;

use crate::plot::Plot;
use crate::{Experiment, Overrides, Trajectory};

/// Values of which each is tried with each of the others: names with their values.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// Parameters.
    pub parameters: Vec<(String, Vec<f64>)>,
    /// Start values.
    pub starts: Vec<(String, Vec<f64>)>,
}

impl Sweep {
    /// How many runs there are; as many as there can be if they cannot be counted.
    pub fn count(&self) -> usize {
        let lengths = self.parameters.iter().chain(&self.starts).map(|(_, values)| values.len());
        lengths.fold(1, usize::saturating_mul)
    }

    /// The values of a run; the last name changes from run to run.
    pub fn run(&self, number: usize) -> Overrides {
        let mut rest = number;
        let mut pick = |list: &[(String, Vec<f64>)]| {
            let mut picked: Vec<(String, f64)> = Vec::with_capacity(list.len());
            for (name, values) in list.iter().rev() {
                picked.push((name.clone(), values[rest % values.len()]));
                rest /= values.len();
            }
            picked.reverse();
            picked
        };
        let starts = pick(&self.starts);
        Overrides { parameters: pick(&self.parameters), starts }
    }

    /// The values of a run that other runs do not have, as text.
    pub fn label(&self, number: usize) -> String {
        let varies = |list: &[(String, Vec<f64>)]| -> Vec<bool> {
            list.iter().map(|(_, values)| values.len() > 1).collect()
        };
        let Overrides { parameters, starts } = self.run(number);
        let varied = varies(&self.parameters).into_iter().chain(varies(&self.starts));
        let all = parameters.into_iter().chain(starts).zip(varied).filter(|given| given.1);
        let texts: Vec<String> = all.map(|((name, value), _)| format!("{name}={value}")).collect();
        texts.join(" ")
    }
}

/// One table of several runs with their labels: every variable once for each run, at the points of the experiment that all
/// runs reached. Events are not among them: each run has them at other times.
pub fn side_by_side(experiment: &Experiment, runs: &[(String, Trajectory)]) -> Option<Trajectory> {
    let first = &runs.first()?.1;
    let mut times = experiment.grid();
    for (_, run) in runs {
        let known: FxHashSet<u64> = run.times.iter().map(|t| t.to_bits()).collect();
        times.retain(|t| known.contains(&t.to_bits()));
    }
    let shown = if first.shown.is_empty() { Plot::interesting(first) } else { first.shown.clone() };
    let listed = (0..first.signals.len()).filter(|&at| at < first.listed || shown.contains(&at));
    let listed: Vec<usize> = listed.filter(|&at| !first.signals[at].parameter).collect();
    let mut columns = Vec::with_capacity(listed.len() * runs.len());
    for &at in &listed {
        let signal = &first.signals[at];
        columns.extend(
            runs.iter().map(|(label, _)| (format!("{} @ {label}", signal.name), signal.unit.as_str())),
        );
    }
    // Where an event falls on a time of the table, what holds after it counts.
    let points: Vec<Vec<usize>> = runs
        .iter()
        .map(|(_, run)| times.iter().map(|t| run.times.partition_point(|point| point <= t) - 1).collect())
        .collect();
    let mut values = Vec::with_capacity(columns.len() * times.len());
    for at in 0..times.len() {
        for &signal in &listed {
            values.extend(runs.iter().zip(&points).map(|((_, run), points)| run.value(points[at], signal)));
        }
    }
    let mut table = Trajectory::of_table(&first.axis, &columns, times, values);
    for (at, signal) in table.signals.iter_mut().enumerate() {
        signal.description.clone_from(&first.signals[listed[at / runs.len()]].description);
    }
    let place = |at: usize| listed.iter().position(|&known| known == at);
    let numbers = shown.iter().filter_map(|&at| place(at));
    table.shown = numbers.flat_map(|at| (0..runs.len()).map(move |run| at * runs.len() + run)).collect();
    for (_, run) in runs {
        table.statistics += run.statistics;
        table.stiff |= run.stiff;
        for warning in &run.warnings {
            if !table.warnings.iter().any(|known| known.message == warning.message) {
                table.warnings.push(warning.clone());
            }
        }
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_tried_with_every_other() {
        let sweep = Sweep {
            parameters: vec![("R".into(), vec![1.0, 2.0]), ("C".into(), vec![5.0])],
            starts: vec![("v".into(), vec![0.0, 0.5, 1.0])],
        };
        assert_eq!(sweep.count(), 6);
        let labels: Vec<String> = (0..6).map(|number| sweep.label(number)).collect();
        assert_eq!(labels, ["R=1 v=0", "R=1 v=0.5", "R=1 v=1", "R=2 v=0", "R=2 v=0.5", "R=2 v=1"]);
        let run = sweep.run(4);
        assert_eq!(run.parameters, [("R".to_string(), 2.0), ("C".to_string(), 5.0)]);
        assert_eq!(run.starts, [("v".to_string(), 0.5)]);
        assert_eq!(Sweep::default().count(), 1);
    }
}
