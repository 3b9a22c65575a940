//! `wellposed analyze`

use clap::{ArgMatches, Command};
use wellposed::reduce::{Outside, rows};
use wellposed::{flatten, schedule, system};

use crate::disk::Disk;
use crate::model;
use crate::output::{Output, Status};
use crate::system::{present, with_emit as with_system_emit};

/// The command, which shows a model in one way more than a plain system.
pub(crate) fn with_emit(command: Command) -> Command {
    with_system_emit(command).mut_arg("emit", |emit| {
        emit.value_parser(["structure", "eqs", "gml", "dot", "svg", "html", "schedule"]).help(
            "Prints the whole table, the system as text or GML, a picture of it, or what is computed in which order",
        )
    })
}

pub(crate) fn run(options: &ArgMatches, output: &Output) -> Status {
    let (mut loaded, name) = match model::read(options, output) {
        Ok(found) => found,
        Err(status) => return status,
    };
    let flattened = flatten(&Disk, &loaded, &name);
    loaded.diagnostics.extend(flattened.diagnostics);
    let Some(flat) = flattened.model.filter(|_| loaded.errors() == 0) else {
        return output.finish(&loaded, "", Vec::new());
    };
    if options.get_one::<String>("emit").is_some_and(|emit| emit == "schedule") {
        let result = schedule(flat).map_err(|found| loaded.diagnostics.extend(found)).unwrap_or_default();
        return output.finish(&loaded, &result, Vec::new());
    }
    let rows = rows(&flat, Outside::Nothing);
    let system = system::from_model(&flat, &rows);
    let mut analysis = system::analyze(&system);
    analysis.look_at_numbers(&flat, &rows);
    present(options, output, loaded, &system, analysis)
}
