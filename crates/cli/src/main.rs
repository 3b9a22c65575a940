//! The `wellposed` program: the only part of the project that touches files, the terminal and the environment.
//!
//! Exit status: 0 = fine, 1 = the input is wrong and the diagnostics say why, 2 = usage, a file that cannot
//! be read, or an error of the machine.

// This is where the world is touched; the lint guards the other crates.
#![allow(clippy::disallowed_methods)]

mod analyze;
mod atomic_write;
mod check;
mod circuit;
mod disk;
mod experiment;
mod explain;
mod flatten;
mod fmt;
mod host;
mod init;
mod library;
mod model;
mod output;
mod parse;
mod progress;
mod result_files;
mod result_target;
mod simulate;
mod sweep;
mod system;
mod time_zone;
mod verify;

use std::panic::AssertUnwindSafe;
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command};

use output::{Color, Format, Output, Status};
use simulate::ResultView;
use wellposed::report::Report;

fn main() -> ExitCode {
    let matches = match command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    atomic_write::install_interrupt_handler();
    let status = std::panic::catch_unwind(AssertUnwindSafe(|| run(&matches))).unwrap_or_else(|_| {
        output::report_error("this is a bug in wellposed: please report it with the model that shows it");
        Status::Failed
    });
    ExitCode::from(output::exit_status(status) as u8)
}

fn run(matches: &ArgMatches) -> Status {
    match matches.subcommand() {
        Some(("parse", options)) => parse::run(options, &output(options)),
        Some(("fmt", options)) => fmt::run(options, &output(options)),
        Some(("flatten", options)) => flatten::run(options, &output(options)),
        Some(("check", options)) => check::run(options, &output(options)),
        Some(("init", options)) => init::run(options, &output(options)),
        Some(("simulate", options)) => simulate::run(options, &output(options), ResultView::Table),
        Some(("run", options)) => simulate::run(options, &output(options), ResultView::Plot),
        Some(("verify", options)) => verify::run(options, &output(options)),
        Some(("analyze", options)) => analyze::run(options, &output(options)),
        Some(("system", options)) => system::run(options, &output(options)),
        Some(("circuit", options)) => circuit::run(options),
        Some(("explain", options)) => explain::run(options),
        _ => Status::Failed,
    }
}

fn command() -> Command {
    let files = Arg::new("files")
        .value_name("FILE")
        .help("Files or package folders; `-` reads standard input")
        .value_parser(clap::value_parser!(std::path::PathBuf))
        .num_args(1..)
        .required(true);
    let color = Arg::new("color")
        .long("color")
        .value_parser(["auto", "always", "never"])
        .default_value("auto")
        .help("Whether to colour diagnostics");
    let format = Arg::new("format")
        .long("format")
        .value_parser(["human", "json", "sarif"])
        .default_value("human")
        .help("How to print diagnostics and the result");
    Command::new("wellposed")
        .about("Reads equation-based models and says exactly what is wrong with them")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            Command::new("parse")
                .about("Reads files or package folders and reports all syntax errors")
                .arg(files.clone())
                .arg(format.clone())
                .arg(color.clone())
                .arg(
                    Arg::new("emit")
                        .long("emit")
                        .value_parser(["tree"])
                        .help("Prints what was read: the tree of each file"),
                ),
        )
        .subcommand(
            Command::new("fmt")
                .about("Formats files or package folders in place")
                .arg(files)
                .arg(format.clone())
                .arg(color.clone())
                .arg(Arg::new("check").long("check").action(ArgAction::SetTrue).help(
                    "Changes nothing; names the files that would change and exits with 1 if there are any",
                )),
        )
        .subcommand(
            model::command("flatten").about("Turns a model into one flat list of variables and equations"),
        )
        .subcommand(
            check::with_options(model::command("check"))
                .about("Says whether a model has a solution, and what is wrong with it if it has none"),
        )
        .subcommand(
            experiment::with_start(model::command("init"))
                .about("Solves the initialization problem and says which values are fixed, free, computed and in conflict"),
        )
        .subcommand(
            simulate::with_options(model::command("simulate")).about("Runs a model and prints its variables over time"),
        )
        .subcommand(
            simulate::with_options(model::command("run"))
                .about("Checks a model, runs it as its `experiment` annotation says, and draws what is interesting"),
        )
        .subcommand(
            verify::with_options(model::command("verify"))
                .about("Says whether a result, also one of another tool, solves a model: puts it back into the equations as written"),
        )
        .subcommand(
            analyze::with_emit(model::command("analyze")).about(
                "Analyzes the structure of a model: over- and under-determined parts, states, index, blocks in their order",
            ),
        )
        .subcommand(circuit::command(&format, &color))
        .subcommand(
            system::with_emit(Command::new("system"))
                .about("Analyzes the structure of a system of equations: over- and under-determined parts, blocks in their order")
                .arg(
                    Arg::new("file")
                        .value_name("FILE")
                        .help("A list of equations and their unknowns, or a graph if it ends in `.gml`; `-` reads standard input")
                        .value_parser(clap::value_parser!(std::path::PathBuf))
                        .required(true),
                )
                .arg(format)
                .arg(color),
        )
        .subcommand(
            Command::new("explain")
                .about("Prints the page of a diagnostic code, or lists all codes")
                .arg(Arg::new("code").value_name("CODE").help("Such as W0102")),
        )
}

fn output<R: Report>(options: &ArgMatches) -> Output<R> {
    let text = |name: &str| options.get_one::<String>(name).map_or("", String::as_str);
    let format = match text("format") {
        "json" => Format::Json,
        "sarif" => Format::Sarif,
        _ => Format::Human,
    };
    Output::new(format, Color::of(options))
}
