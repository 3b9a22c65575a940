//! Several runs as one table.

use results::Trajectory;
use results::plot::Plot;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Experiment;

/// One table of several runs with their labels: every variable that all of them have once for each run, at the points of the
/// experiment that all runs reached. Events are not among them: each run has them at other times.
pub(super) fn side_by_side(experiment: &Experiment, runs: &[(String, Trajectory)]) -> Option<Trajectory> {
    let first = &runs.first()?.1;
    // A time of zero may be the negative one.
    let mark = |t: &f64| (t + 0.0).to_bits();
    let mut times = experiment.grid();
    for (_, run) in runs {
        let known: FxHashSet<u64> = run.times.iter().map(mark).collect();
        times.retain(|t| known.contains(&mark(t)));
    }
    let shown = if first.shown.is_empty() { Plot::interesting(first) } else { first.shown.clone() };
    // Plans differ in the derivatives they need.
    let numbers: Vec<FxHashMap<&str, usize>> = runs
        .iter()
        .map(|(_, run)| run.signals.iter().zip(0..).map(|(signal, at)| (signal.name.as_str(), at)).collect())
        .collect();
    let wanted: FxHashSet<usize> = shown.iter().copied().chain(0..first.listed).collect();
    let mut listed: Vec<(usize, Vec<usize>)> = Vec::new();
    for (at, signal) in first.signals.iter().enumerate().filter(|found| wanted.contains(&found.0)) {
        let places: Option<Vec<usize>> =
            numbers.iter().map(|names| names.get(signal.name.as_str()).copied()).collect();
        listed.extend(places.filter(|_| !signal.parameter).map(|places| (at, places)));
    }
    let columns: Vec<(String, &str)> = listed
        .iter()
        .flat_map(|(at, _)| {
            let signal = &first.signals[*at];
            let name = |label: &str| format!("{} @ {label}", signal.name);
            runs.iter().map(move |(label, _)| (name(label), signal.unit.as_str()))
        })
        .collect();
    // Where an event falls on a time of the table, what holds after it counts.
    let points: Vec<Vec<usize>> = runs
        .iter()
        .map(|(_, run)| times.iter().map(|t| run.times.partition_point(|point| point <= t) - 1).collect())
        .collect();
    let mut values = Vec::with_capacity(columns.len() * times.len());
    for at in 0..times.len() {
        for (_, places) in &listed {
            let all = runs.iter().zip(&points).zip(places);
            values.extend(all.map(|(((_, run), points), &signal)| run.value(points[at], signal)));
        }
    }
    let mut table = Trajectory::of_table(&first.axis, &columns, times, values);
    for (at, signal) in table.signals.iter_mut().enumerate() {
        signal.description.clone_from(&first.signals[listed[at / runs.len()].0].description);
    }
    let places = shown.iter().filter_map(|at| listed.binary_search_by_key(at, |own| own.0).ok());
    table.shown = places.flat_map(|at| (0..runs.len()).map(move |run| at * runs.len() + run)).collect();
    gather(&mut table, runs);
    Some(table)
}

/// What was said and done in all runs. What is said in several of them is said once, of the first.
fn gather(table: &mut Trajectory, runs: &[(String, Trajectory)]) {
    let mut said = FxHashSet::default();
    for (label, run) in runs {
        table.statistics += run.statistics;
        table.stiff |= run.stiff;
        for warning in
            run.warnings.iter().filter(|warning| said.insert((warning.code, warning.primary.place)))
        {
            table.warnings.push(warning.clone().note(format!("in the run with {label}")));
        }
    }
}
