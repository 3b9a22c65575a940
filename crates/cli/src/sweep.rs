//! One model with many values: `--param name=1,2,5` and `--param name=1:0.5:3`.

use clap::ArgMatches;
use wellposed::report::SweepRun;
use wellposed::syntax::Diagnostic;
use wellposed::{Experiment, FailedSimulation, Overrides, Sweep, Trajectory, side_by_side};

use crate::output::{Status, count, format_number, report_error};

/// More runs than this are a mistake: all of them are kept until they stand side by side.
const MOST: usize = 1_000;

/// So many of the runs that failed are named.
const NAMED: usize = 5;

/// A name with its values, as an argument gives them.
pub(crate) fn values(text: &str) -> Result<(String, Vec<f64>), String> {
    let (name, list) = text.rsplit_once('=').ok_or("write it as name=value")?;
    let mut values = Vec::new();
    for part in list.split(',') {
        values.extend(range(part)?);
    }
    // A value that is given twice is one.
    let mut seen = Vec::new();
    values.retain(|value: &f64| {
        let new = !seen.contains(&value.to_bits());
        seen.push(value.to_bits());
        new
    });
    Ok((name.trim().to_string(), values))
}

/// One value, or those from the first to the last as Modelica writes it: `first:last` or `first:step:last`.
fn range(text: &str) -> Result<Vec<f64>, String> {
    let numbers: Vec<f64> = text.split(':').map(number).collect::<Result<_, _>>()?;
    let (first, step, last) = match *numbers.as_slice() {
        [value] => return Ok(vec![value]),
        [first, last] => (first, 1.0, last),
        [first, step, last] => (first, step, last),
        _ => return Err(format!("`{text}` has too many colons: write first:step:last")),
    };
    if !numbers.iter().all(|number| number.is_finite()) {
        return Err(format!("`{text}` has no end: its numbers have to be finite"));
    }
    if step == 0.0 {
        return Err(format!("`{text}` has no end: its step is zero"));
    }
    let steps = (last - first) / step;
    // The last value belongs to it although 0.1 is no number of sixteen digits.
    let steps = (steps + 1e-9 * (1.0 + steps.abs())).floor();
    if steps < 0.0 {
        return Err(format!(
            "`{text}` has no values: for falling ones write first:step:last, such as 3:-1:1"
        ));
    }
    if steps >= MOST as f64 {
        return Err(format!("`{text}` has more than {MOST} values"));
    }
    Ok((0..=steps as usize).map(|at| round(first + at as f64 * step)).collect())
}

/// A sum of decimals without the digits that rounding leaves behind, such as 0.30000000000000004.
fn round(value: f64) -> f64 {
    format!("{value:.14e}").parse().unwrap_or(value)
}

fn number(text: &str) -> Result<f64, String> {
    match text.trim() {
        "true" => Ok(1.0),
        "false" => Ok(0.0),
        number => number.parse().map_err(|_| format!("`{number}` is no number")),
    }
}

/// All values that the arguments give beside the model.
pub(crate) fn sweep(options: &ArgMatches) -> Result<Sweep, Status> {
    let given = |name: &str| {
        let mut list: Vec<(String, Vec<f64>)> = Vec::new();
        for (name, values) in options.get_many::<(String, Vec<f64>)>(name).unwrap_or_default() {
            list.retain(|known| known.0 != *name);
            list.push((name.clone(), values.clone()));
        }
        list
    };
    let sweep = Sweep { parameters: given("param"), starts: given("set-start") };
    if sweep.count() > MOST {
        report_error(&format!("these values make more than {MOST} runs, which are too many for one table"));
        return Err(Status::Failed);
    }
    Ok(sweep)
}

/// The values of the only run.
pub(crate) fn single(options: &ArgMatches) -> Result<Overrides, Status> {
    let sweep = sweep(options)?;
    match sweep.run(0) {
        Some((_, given)) if sweep.count() == 1 => Ok(given),
        _ => {
            report_error("initialization takes one value for each name");
            Err(Status::Failed)
        }
    }
}

/// What came of all runs.
pub(crate) struct SweepRuns {
    done: Vec<(String, Trajectory)>,
    failed: Vec<(String, FailedSimulation)>,
    /// Each run for scripts.
    told: Vec<SweepRun>,
}

impl SweepRuns {
    /// Makes all runs of a sweep.
    pub(crate) fn of(
        sweep: &Sweep,
        mut run: impl FnMut(&Overrides) -> Result<Trajectory, FailedSimulation>,
    ) -> SweepRuns {
        let mut runs = SweepRuns { done: Vec::new(), failed: Vec::new(), told: Vec::new() };
        for (label, given) in (0..).map_while(|number| sweep.run(number)) {
            let done = run(&given);
            let finished = done.as_ref().ok();
            runs.told.push(SweepRun {
                param: given.parameters.iter().cloned().collect(),
                set_start: given.starts.iter().cloned().collect(),
                ok: finished.is_some(),
                steps: finished.map(|run| run.statistics.steps).into(),
                events: finished.map(|run| run.statistics.events()).into(),
                ended: finished.map(|run| run.ended.clone()).into(),
            });
            match done {
                Ok(trajectory) => runs.done.push((label, trajectory)),
                Err(failed) => runs.failed.push((label, failed)),
            }
        }
        runs
    }

    /// The runs side by side, if any reached its end. What failed is told once, with the values it failed with.
    pub(crate) fn finish(self, experiment: &Experiment) -> FinishedSweep {
        let mut labels: Vec<&str> = self.failed.iter().map(|failed| failed.0.as_str()).collect();
        let count_all = labels.len();
        labels.truncate(NAMED);
        let told = labels.split_first().map(|(first, others)| match others {
            [] => format!("this is the run with {first}"),
            others => {
                let more = if count_all > NAMED { ", …" } else { "" };
                let others = others.join(", ");
                format!(
                    "this is the run with {first}; {} failed as well: {others}{more}",
                    count(count_all - 1, "other run")
                )
            }
        });
        let ends = self.done.iter().filter_map(|(label, run)| {
            let (time, reason) = (run.times.last()?, run.ended.as_ref()?);
            Some((
                *time,
                format!("the model ended the run with {label} at time {}: {reason}", format_number(*time)),
            ))
        });
        let ended =
            ends.min_by(|a, b| a.0.total_cmp(&b.0)).map(|end| format!("{}; the table ends there", end.1));
        let failed = self.failed.into_iter().next().map(|failed| failed.1.found);
        let failed = failed.map(|found| {
            let noted = found.into_iter().map(|found| match &told {
                Some(told) => found.note(told.clone()),
                None => found,
            });
            noted.collect()
        });
        FinishedSweep { table: side_by_side(experiment, &self.done), failed, ended, told: self.told }
    }
}

/// All runs of a sweep together.
pub(crate) struct FinishedSweep {
    pub(crate) table: Option<Trajectory>,
    /// What is said of the runs that failed, if any did.
    pub(crate) failed: Option<Vec<Diagnostic>>,
    /// What is said of the run that the model itself ended first.
    pub(crate) ended: Option<String>,
    /// Each run for scripts.
    pub(crate) told: Vec<SweepRun>,
}

#[cfg(test)]
mod tests {
    use super::values;

    #[test]
    fn values_are_written_as_in_modelica() {
        let list = |text: &str| values(text).map(|found| found.1);
        assert_eq!(list("R=2"), Ok(vec![2.0]));
        assert_eq!(list("R=1,2.5,-4"), Ok(vec![1.0, 2.5, -4.0]));
        assert_eq!(list("R=0:0.1:0.3"), Ok(vec![0.0, 0.1, 0.2, 0.3]));
        assert_eq!(list("R=1:3,10"), Ok(vec![1.0, 2.0, 3.0, 10.0]));
        assert_eq!(list("R=3:-1:1"), Ok(vec![3.0, 2.0, 1.0]));
        assert_eq!(list("on=true,false"), Ok(vec![1.0, 0.0]));
        assert_eq!(list("R=1,2,1"), Ok(vec![1.0, 2.0]));
        assert_eq!(values("a[2].x=1").map(|found| found.0), Ok("a[2].x".to_string()));
        for wrong in [
            "R",
            "R=",
            "R=x",
            "R=1:2:3:4",
            "R=1:-1:3",
            "R=0:1e-9:1",
            "R=1,,2",
            "R=1:0:2",
            "R=nan:1",
            "R=1:inf",
        ] {
            assert!(list(wrong).is_err(), "{wrong}");
        }
    }
}
