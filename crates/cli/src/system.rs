//! `wellposed system`

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use wellposed::syntax::Sources;
use wellposed::system::{self, Analysis, System};

use crate::disk::Disk;
use crate::output::{Format, Output, Status, complain};

/// A table with more lines is shortened, unless it is asked for.
const LINES: usize = 200;

pub(crate) fn run(options: &ArgMatches, output: &Output) -> Status {
    let path = options.get_one::<PathBuf>("file").map_or(Path::new("-"), PathBuf::as_path);
    let (mut loaded, system) = system::open(&Disk, path);
    let Some(system) = system else { return output.finish(&loaded, "", Vec::new()) };
    let mut analysis = system::analyze(&system);
    // One finding for each mistake, however many sets of equations it shows in.
    loaded.diagnostics.extend(system::diagnose(&system, &analysis));
    if options.get_flag("all-ranks") {
        analysis.complete(&system);
    }
    match output.format {
        Format::Json => output.finish(&loaded, "", system::members(&system, &analysis)),
        Format::Sarif => output.finish(&loaded, "", Vec::new()),
        Format::Human => {
            let emit = options.get_one::<String>("emit").map(String::as_str);
            match show(emit, &loaded.sources, &system, &analysis) {
                Ok(result) => output.finish(&loaded, &result, Vec::new()),
                Err(reason) => {
                    complain(&reason);
                    Status::Failed
                }
            }
        }
    }
}

/// The result in the form that is asked for.
fn show(
    emit: Option<&str>,
    sources: &Sources,
    system: &System,
    analysis: &Analysis,
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
