//! What says how a model is simulated: arguments that `simulate`, `run` and `init` share.

use clap::{Arg, ArgAction, ArgMatches, Command};
use wellposed::{Experiment, IntegrationMethod, Loaded, parse_values};

use crate::output::{Status, report_error};

fn number(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(value)
        .allow_hyphen_values(true)
        .value_parser(clap::value_parser!(f64))
        .help(help)
}

/// The command with what says from where a model begins.
pub(crate) fn with_start(command: Command) -> Command {
    let pairs = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("NAME=VALUE")
            .action(ArgAction::Append)
            .value_parser(parse_values)
            .help(help)
    };
    command
        .arg(number("start", "TIME", "Start time; by default what the model says, or 0"))
        .arg(pairs("param", "Overrides the value of a parameter. Several values, as name=1,2,5 or name=1:0.5:3, are simulated one after the other; the model is compiled once, unless a value changes its structure or its equations"))
        .arg(pairs("set-start", "Overrides the start value of a variable, with one value or several"))
        .arg(
            Arg::new("variables")
                .long("variables")
                .value_name("NAMES")
                .value_delimiter(',')
                .action(ArgAction::Append)
                .help(
                    "The variables of the result; `*` stands for any part of a name; by default all",
                ),
        )
}

/// The command with what says how a model is simulated.
pub(crate) fn with_options(command: Command) -> Command {
    with_start(command)
        .arg(number("stop", "TIME", "Stop time; by default what the model says, or 1"))
        .arg(number("step", "TIME", "The time between two points of the result"))
        .arg(
            number("intervals", "N", "How many intervals the result has; by default 500")
                .conflicts_with("step"),
        )
        .arg(number(
            "tolerance",
            "ERROR",
            "Relative tolerance of a step; by default what the model says, or 1e-6",
        ))
        .arg(number(
            "max-step",
            "TIME",
            "Maximum step size of the solver; by default the step size follows from the tolerance, and is a hundredth of the time at most",
        ))
        .arg(
            Arg::new("solver")
                .long("solver")
                .value_parser(["bdf", "explicit"])
                .default_value("bdf")
                .help("bdf for stiff models, explicit (Runge-Kutta of order five) for others"),
        )
}

/// The names that an option lists.
pub(crate) fn names(options: &ArgMatches, option: &str) -> Vec<String> {
    let all = options.get_many::<String>(option).unwrap_or_default().map(|name| name.trim().to_string());
    all.filter(|name| !name.is_empty()).collect()
}

/// The experiment of a model with what the arguments say of it. What makes no sense has been told.
pub(crate) fn experiment(options: &ArgMatches, loaded: &Loaded, name: &str) -> Result<Experiment, Status> {
    let mut experiment = Experiment::of(loaded, name);
    let number = |name: &str| options.get_one::<f64>(name).copied();
    experiment.start = number("start").unwrap_or(experiment.start);
    experiment.stop = number("stop").unwrap_or(experiment.stop);
    experiment.tolerance = number("tolerance").unwrap_or(experiment.tolerance);
    let length = experiment.stop - experiment.start;
    if options.get_one::<String>("solver").is_some_and(|solver| solver == "explicit") {
        experiment.method = IntegrationMethod::Explicit;
    }
    let refuse = |message: String| {
        report_error(&message);
        Err(Status::Failed)
    };
    let Experiment { start, stop, tolerance, .. } = experiment;
    if !(start.is_finite() && stop.is_finite()) {
        return refuse(format!("start time {start} and stop time {stop} must be finite numbers"));
    }
    if length < 0.0 {
        return refuse(format!(
            "the stop time {stop} lies before the start time {start}: --stop must be later"
        ));
    }
    if !(tolerance > 0.0 && tolerance < 1.0) {
        return refuse(format!("the tolerance {tolerance} must lie between 0 and 1, such as 1e-6"));
    }
    if tolerance < f64::EPSILON {
        return refuse(format!(
            "the tolerance {tolerance:e} is below the precision of double numbers: use 1e-12 or more"
        ));
    }
    if let Some(step) = number("step") {
        if !(step > 0.0 && step.is_finite()) {
            return refuse(format!("the time between two points must be positive, and --step is {step}"));
        }
        experiment.interval = Some(step);
    }
    if let Some(count) = number("intervals") {
        if !(count >= 1.0 && count.fract() == 0.0 && count <= 1e7) {
            return refuse(format!(
                "--intervals must be a whole number from 1 to 10 million, and is {count}"
            ));
        }
        experiment.interval = (length > 0.0).then_some(length / count);
    }
    if experiment.interval.is_some_and(|interval| length / interval > 1e7) {
        return refuse(
            "the result would have more than 10 million points: --step gives longer intervals".to_string(),
        );
    }
    if let Some(step) = number("max-step") {
        if !(step > 0.0 && step.is_finite()) {
            return refuse(format!("the longest step must be positive, and --max-step is {step}"));
        }
        experiment.max_step = step;
    }
    experiment.variables = names(options, "variables");
    Ok(experiment)
}
