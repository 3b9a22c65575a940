//! `wellposed system`

use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command};
use wellposed::Loaded;
use wellposed::report::{Report, ReportedStructure};
use wellposed::syntax::SourceMap;
use wellposed::system::{self, EquationSystem, SystemAnalysis};

use crate::disk::Disk;
use crate::output::{Format, Output, Status, report_error};

/// A table with more lines is shortened, unless it is asked for.
const LINES: usize = 200;

pub(crate) fn run(options: &ArgMatches, output: &Output<ReportedStructure>) -> Status {
    let path = options.get_one::<PathBuf>("file").map_or(Path::new("-"), PathBuf::as_path);
    let (mut loaded, system) = system::open(&Disk, path);
    let Some(system) = system else { return output.finish_without(&loaded, "") };
    let analysis = system::analyze(&system);
    // One finding for each mistake, however many sets of equations it shows in.
    loaded.diagnostics.extend(system::diagnose(&system, &analysis));
    show_system(options, output, &loaded, (&system, analysis), system::report)
}

/// Shows what was found about a system, or reports it.
pub(crate) fn show_system<R: Report>(
    options: &ArgMatches,
    output: &Output<R>,
    loaded: &Loaded,
    (system, mut analysis): (&EquationSystem, SystemAnalysis),
    report: impl FnOnce(&EquationSystem, &SystemAnalysis) -> R,
) -> Status {
    if options.get_flag("all-ranks") {
        analysis.complete(system);
    }
    match output.format {
        Format::Json => output.finish(loaded, "", || report(system, &analysis)),
        Format::Sarif => output.finish_without(loaded, ""),
        Format::Human => {
            let emit = options.get_one::<String>("emit").map(String::as_str);
            match show(emit, &loaded.sources, system, &analysis) {
                Ok(result) => output.finish_without(loaded, &result),
                Err(reason) => {
                    report_error(&reason);
                    Status::Failed
                }
            }
        }
    }
}

/// The result in the form that is asked for.
fn show(
    emit: Option<&str>,
    sources: &SourceMap,
    system: &EquationSystem,
    analysis: &SystemAnalysis,
) -> Result<String, String> {
    Ok(match emit {
        Some("eqs") => system::write(system),
        Some("gml") => system::gml(system, analysis),
        Some("dot") => system::dot(system, analysis),
        Some("svg") => system::svg(system, analysis).map_err(|large| large.to_string())?,
        Some("html") => system::html(sources, system, analysis),
        Some(_) => system::structure(sources, system, analysis, usize::MAX),
        None => system::structure(sources, system, analysis, LINES),
    })
}

/// The arguments that say what is shown.
pub(crate) fn with_emit(command: Command) -> Command {
    command
        .arg(
            Arg::new("emit")
                .long("emit")
                .value_parser(["structure", "eqs", "gml", "dot", "svg", "html"])
                .help("Prints the whole table, the system as text or GML, or a picture of it"),
        )
        .arg(
            Arg::new("all-ranks")
                .long("all-ranks")
                .action(ArgAction::SetTrue)
                .help("Lists all row ranks and column ranks, not one for each unmatched equation or unknown"),
        )
}
