//! `wellposed simulate`

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::json;
use wellposed::{Experiment, Method, Overrides, Posed, Search, Trajectory, check, simulate};

use crate::disk::{Disk, create};
use crate::model;
use crate::output::{Format, Output, Status, complain};

/// The command with what says how a model is simulated.
pub(crate) fn with_options(command: Command) -> Command {
    let number = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name(value)
            .allow_hyphen_values(true)
            .value_parser(clap::value_parser!(f64))
            .help(help)
    };
    let pairs = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("NAME=VALUE")
            .action(ArgAction::Append)
            .value_parser(pair)
            .help(help)
    };
    command
        .arg(number("start", "TIME", "When the simulation begins; by default what the model says, or 0"))
        .arg(number("stop", "TIME", "When it ends; by default what the model says, or 1"))
        .arg(number("step", "TIME", "The time between two points of the result"))
        .arg(
            number("intervals", "N", "How many intervals the result has; 500 if nothing is said")
                .conflicts_with("step"),
        )
        .arg(number(
            "tolerance",
            "ERROR",
            "The relative error of a step; by default what the model says, or 1e-6",
        ))
        .arg(
            Arg::new("solver")
                .long("solver")
                .value_parser(["bdf", "explicit"])
                .default_value("bdf")
                .help("bdf for stiff models, explicit (Runge-Kutta of order five) for others"),
        )
        .arg(pairs("param", "Gives a parameter another value"))
        .arg(pairs("set-start", "Gives a variable another start value"))
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name("FILE")
                .value_parser(clap::value_parser!(PathBuf))
                .help(
                    "Where the result goes, as comma-separated values; to standard output if nothing is said",
                ),
        )
        .arg(
            Arg::new("variables")
                .long("variables")
                .value_name("NAMES")
                .value_delimiter(',')
                .help("The variables of the result; all if nothing is said"),
        )
}

fn pair(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.rsplit_once('=').ok_or("write it as name=value")?;
    let value = value.trim().parse().map_err(|_| format!("`{value}` is no number"))?;
    Ok((name.trim().to_string(), value))
}

pub(crate) fn run(options: &ArgMatches, output: &Output) -> Status {
    let (mut loaded, name) = match model::read(options, output) {
        Ok(found) => found,
        Err(status) => return status,
    };
    let begun = Instant::now();
    let checked = check(&Disk, &loaded, &name, &Search::default());
    loaded.diagnostics.extend(checked.diagnostics);
    let Some(model) = checked.model.filter(|_| checked.posed == Posed::Well) else {
        return output
            .finish(&loaded, &format!("{name} is not simulated\n"), Vec::new())
            .max(Status::WrongInput);
    };
    let mut experiment = Experiment::of(&loaded, &name);
    let number = |name: &str| options.get_one::<f64>(name).copied();
    experiment.start = number("start").unwrap_or(experiment.start);
    experiment.stop = number("stop").unwrap_or(experiment.stop);
    experiment.tolerance = number("tolerance").unwrap_or(experiment.tolerance);
    let length = experiment.stop - experiment.start;
    experiment.interval =
        number("step").or(number("intervals").map(|count| length / count)).or(experiment.interval);
    if options.get_one::<String>("solver").is_some_and(|solver| solver == "explicit") {
        experiment.method = Method::Explicit;
    }
    if !(length >= 0.0 && length.is_finite()) {
        complain(&format!(
            "the stop time {} lies before the start time {}",
            experiment.stop, experiment.start
        ));
        return Status::Failed;
    }
    if experiment.interval.is_some_and(|interval| interval.is_nan() || interval <= 0.0) {
        complain("the time between two points must be positive");
        return Status::Failed;
    }
    let given = |name: &str| options.get_many::<(String, f64)>(name).unwrap_or_default().cloned().collect();
    let overrides = Overrides { parameters: given("param"), starts: given("set-start") };
    let trajectory = match simulate(&Disk, &loaded, model, &experiment, &overrides, &|| true) {
        Ok(trajectory) => trajectory,
        Err(found) => {
            loaded.diagnostics.extend(found);
            return output.finish(&loaded, "", Vec::new()).max(Status::WrongInput);
        }
    };
    let seconds = begun.elapsed().as_secs_f64();
    let wanted: Vec<String> = options.get_many::<String>("variables").unwrap_or_default().cloned().collect();
    if let Some(unknown) = wanted.iter().find(|name| trajectory.variable(name).is_none()) {
        complain(&format!("the result has no variable `{unknown}`"));
        return Status::Failed;
    }
    let table = csv(&trajectory, &wanted);
    let file = options.get_one::<PathBuf>("output");
    let statistics = &trajectory.statistics;
    let events = statistics.root_events + statistics.time_events;
    let mut result = String::new();
    match file {
        Some(file) => {
            if let Err(error) = create(file, &table) {
                complain(&format!("{} cannot be written: {error}", file.display()));
                return Status::Failed;
            }
            let _ = writeln!(
                result,
                "{name}: {} steps, {events} events, {} points in {}",
                statistics.steps,
                trajectory.times.len(),
                file.display()
            );
        }
        None if output.format == Format::Human => result = table,
        None => {}
    }
    let solver = if experiment.method == Method::Bdf { "bdf" } else { "explicit" };
    let members = vec![
        ("model", json!(name)),
        ("solver", json!(solver)),
        ("steps", json!(statistics.steps)),
        ("events", json!(events)),
        ("newton_iterations", json!(statistics.iterations)),
        ("jacobians", json!(statistics.jacobians)),
        ("wall_seconds", json!(seconds)),
        ("output", json!(file.map(|file| file.display().to_string()))),
    ];
    output.finish(&loaded, &result, members)
}

/// The result as comma-separated values, a line to a point.
fn csv(trajectory: &Trajectory, wanted: &[String]) -> String {
    let all = 0..trajectory.names.len();
    let chosen: Vec<usize> = match wanted {
        [] => all.collect(),
        _ => wanted.iter().filter_map(|name| trajectory.variable(name)).collect(),
    };
    let mut text = String::from("time");
    for &variable in &chosen {
        let name = &trajectory.names[variable];
        // Names of elements of matrices hold commas.
        let _ = if name.contains(',') { write!(text, ",\"{name}\"") } else { write!(text, ",{name}") };
    }
    text.push('\n');
    for (point, t) in trajectory.times.iter().enumerate() {
        let _ = write!(text, "{t}");
        for &variable in &chosen {
            let _ = write!(text, ",{}", trajectory.value(point, variable));
        }
        text.push('\n');
    }
    text
}
