//! `wellposed analyze`

use clap::{Arg, ArgAction, ArgMatches, Command};
use wellposed::Cancellation;
use wellposed::report::AnalyzeReport;
use wellposed::syntax::{Diagnostic, Place};
use wellposed::{
    Experiment, PlannedModel, analyze_model, annotations, equations_before_reduction, flatten,
    index_at_start, row_annotations, system,
};

use crate::disk::Disk;
use crate::model;
use crate::output::{Output, Status};
use crate::system::{show_system, with_emit as with_system_emit};

/// The command, which shows a model in one way more than a plain system.
pub(crate) fn with_emit(command: Command) -> Command {
    let command = with_system_emit(command).mut_arg("emit", |emit| {
        emit.value_parser(["structure", "eqs", "gml", "dot", "svg", "html", "dae", "schedule"]).help(
            "Prints the whole table, the system as text or GML, a picture of it, its equations without aliases, or the schedule of computation",
        )
    });
    command.arg(Arg::new("at-start").long("at-start").action(ArgAction::SetTrue).conflicts_with("emit").help(
        "Computes the index at the initial point from numbers, the hidden constraints, and which initial values may be chosen",
    ))
}

pub(crate) fn run(options: &ArgMatches, output: &Output<AnalyzeReport>) -> Status {
    let (mut loaded, name) = match model::read(options, output) {
        Ok(found) => found,
        Err(status) => return status,
    };
    let flattened = flatten(&Disk, &loaded, &name);
    loaded.diagnostics.extend(flattened.diagnostics);
    let Some(flat) = flattened.model.filter(|_| loaded.errors() == 0) else {
        return output.finish_without(&loaded, "");
    };
    let show = match options.get_one::<String>("emit").map(String::as_str) {
        Some("dae") => Some(equations_before_reduction as fn(_) -> _),
        Some("schedule") => Some(
            (|model| PlannedModel::new(model, &Cancellation::default()).map(|planned| planned.print()))
                as fn(_) -> _,
        ),
        _ => None,
    };
    if let Some(show) = show {
        let shown: Result<String, Vec<Diagnostic>> = show(flat);
        let result = shown.map_err(|found| loaded.diagnostics.extend(found)).unwrap_or_default();
        return output.finish_without(&loaded, &result);
    }
    if options.get_flag("at-start") {
        let experiment = Experiment::of(&loaded, &name);
        return match index_at_start(&Disk, &loaded, flat, &experiment) {
            Ok(found) => {
                loaded.diagnostics.extend(found.diagnostics);
                output.finish(&loaded, &found.text, || found.report.into())
            }
            Err(wrong) => {
                loaded.diagnostics.extend(wrong);
                output.finish_without(&loaded, "")
            }
        };
    }
    let (mut system, analysis, found) = analyze_model(&loaded.sources, &flat);
    loaded.diagnostics.extend(found);
    if options.get_one::<String>("emit").is_some_and(|emit| emit == "gml") {
        let locked = |place: Place, class: &str| loaded.is_locked(place.file, class);
        system = system.with_annotations(row_annotations(annotations(&loaded, &flat, &locked)));
    }
    let report = |system: &_, analysis: &_| system::report_model(system, analysis).into();
    show_system(options, output, &loaded, (&system, analysis), report)
}
