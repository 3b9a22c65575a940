//! `wellposed circuit`

use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command};
use wellposed::circuit::{self, AnalysisResult, Circuit, RequestedAnalysis, Topology};
use wellposed::plot::{Plot, terminal};
use wellposed::report::{CircuitAnalysisReport, CircuitReport};
use wellposed::{Loaded, ResultFormat, write_csv};

use crate::disk::Disk;
use crate::output::{Output, Status, report_error};
use crate::result_target::targets;
use crate::{atomic_write, simulate};

pub(crate) fn run(options: &ArgMatches) -> Status {
    let Some((what, options)) = options.subcommand() else { return Status::Failed };
    let asked = match what {
        "op" => RequestedAnalysis::Point,
        "dc" => RequestedAnalysis::Sweep,
        "tran" => RequestedAnalysis::Transient,
        "ac" => RequestedAnalysis::Small,
        "tf" => RequestedAnalysis::Transfer,
        _ => return judge(what, options, &crate::output(options)),
    };
    match analyze(options, &crate::output(options), asked) {
        Ok(status) | Err(status) => status,
    }
}

/// The netlist that the arguments name, and what its graph tells.
fn read(options: &ArgMatches, of: fn(&Circuit) -> Topology) -> (Loaded, Option<(Circuit, Topology)>) {
    let (mut loaded, circuit) = circuit::open(&Disk, path(options));
    let Some(circuit) = circuit else { return (loaded, None) };
    let topology = of(&circuit);
    loaded.diagnostics.extend(circuit::diagnose(&loaded.sources, &circuit, &topology));
    (loaded, Some((circuit, topology)))
}

fn path(options: &ArgMatches) -> &Path {
    options.get_one::<PathBuf>("file").map_or(Path::new("-"), PathBuf::as_path)
}

/// `check` and `index`: what the graph tells.
fn judge(what: &str, options: &ArgMatches, output: &Output<CircuitReport>) -> Status {
    let (loaded, circuit) = read(options, Topology::new);
    let Some((circuit, topology)) = circuit else { return output.finish_without(&loaded, "") };
    let result = match what {
        "index" => circuit::summary(&loaded.sources, &circuit, &topology),
        _ => circuit::summary_line(&path(options).to_string_lossy(), &circuit, &topology, loaded.errors()),
    };
    output.finish(&loaded, &result, || circuit::report(&loaded.sources, &circuit, &topology))
}

fn analyze(
    options: &ArgMatches,
    output: &Output<CircuitAnalysisReport>,
    asked: RequestedAnalysis,
) -> Result<Status, Status> {
    // Transients with `uic` need no operating point; who asks for it wants to know why there is none.
    let of = if asked == RequestedAnalysis::Point { Topology::for_operating_point } else { Topology::new };
    let (mut loaded, circuit) = read(options, of);
    let Some((circuit, topology)) = circuit.filter(|_| loaded.errors() == 0) else {
        return Err(output.finish_without(&loaded, ""));
    };
    let named = options.get_many::<PathBuf>("output").unwrap_or_default().cloned();
    let files = targets(named, ResultFormat::OF_CIRCUITS)?;
    let outcome = match circuit::analyze(&loaded.sources, &circuit, &topology, asked) {
        Ok(outcome) => outcome,
        Err(found) => {
            loaded.diagnostics.extend(found);
            return Err(output.finish_without(&loaded, "").max(Status::WrongInput));
        }
    };
    loaded.diagnostics.extend(outcome.warnings.iter().cloned());
    let plot = || Plot::of(&outcome.raw.title, &outcome.table);
    for (path, kind) in &files {
        let raw = Some((&outcome.raw, options.get_flag("ascii")));
        let written = atomic_write::file(path, &|out| kind.write(out, &outcome.table, &plot, raw));
        if let Err(error) = written {
            report_error(&format!("{} cannot be written: {error}", path.display()));
            return Err(Status::Failed);
        }
    }
    let drawn = options.get_flag("plot").then(|| terminal(&plot(), simulate::screen(options)));
    let mut result = show(&outcome, files.is_empty() && drawn.is_none());
    if let Some(drawn) = drawn {
        result.insert_str(0, &drawn);
    }
    let outputs = files.iter().map(|file| file.0.display().to_string()).collect();
    let report = || {
        let graph = circuit::report(&loaded.sources, &circuit, &topology);
        CircuitAnalysisReport { graph, analysis: outcome.found, outputs }
    };
    Ok(output.finish(&loaded, &result, report))
}

/// The table if nothing else was asked for, and one line otherwise; then what is measured. A netlist with measures alone
/// wants no table.
fn show(outcome: &AnalysisResult, printed: bool) -> String {
    let mut text = match &outcome.text {
        _ if printed && !outcome.measures.is_empty() && !outcome.printed => String::new(),
        Some(text) if printed => text.clone(),
        _ if printed => {
            let mut table = Vec::new();
            let _ = write_csv(&outcome.table, &mut table);
            String::from_utf8_lossy(&table).into_owned()
        }
        _ => outcome.line.clone(),
    };
    if printed && outcome.printed && !outcome.measures.is_empty() {
        text.push('\n');
    }
    text.push_str(&outcome.measures);
    text
}

pub(crate) fn command(format: &Arg, color: &Arg) -> Command {
    let file = Arg::new("file")
        .value_name("FILE")
        .help("A netlist in the dialect of ngspice; `-` reads standard input")
        .value_parser(clap::value_parser!(PathBuf))
        .required(true);
    let with = |name: &'static str, about: &'static str| {
        Command::new(name).about(about).arg(file.clone()).arg(format).arg(color)
    };
    let computed = |name: &'static str, about: &'static str| {
        with(name, about)
            .arg(
                Arg::new("output")
                    .long("output")
                    .short('o')
                    .value_name("FILE")
                    .action(ArgAction::Append)
                    .value_parser(clap::value_parser!(PathBuf))
                    .help("Where the result goes: .csv, .mat, .raw as ngspice writes it, .svg or .html; may be repeated; by default the table goes to standard output"),
            )
            .arg(Arg::new("ascii").long("ascii").action(ArgAction::SetTrue).help("Writes .raw files as text"))
            .arg(Arg::new("plot").long("plot").action(ArgAction::SetTrue).help("Draws the result in the terminal"))
    };
    Command::new("circuit")
        .about("Reads a SPICE netlist, analyzes its network graph, and simulates it")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(with(
            "check",
            "Says whether a circuit has a solution, and what is wrong with it if it has none",
        ))
        .subcommand(with(
            "index",
            "Prints the index of a circuit, and the loops and cutsets that are the reason",
        ))
        .subcommand(computed("op", "Finds the operating point"))
        .subcommand(computed("dc", "Sweeps sources as `.dc` says"))
        .subcommand(computed("tran", "Simulates a circuit over time as `.tran` says"))
        .subcommand(computed("ac", "Computes the small-signal response as `.ac` says"))
        .subcommand(computed("tf", "Gain, input and output resistance at the operating point as `.tf` says"))
}
