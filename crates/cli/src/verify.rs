//! `wellposed verify`

use clap::{Arg, ArgAction, ArgMatches, Command};
use wellposed::report::{VerifiedResult, VerifyModel, VerifyReport, VerifyTarget};
use wellposed::{
    Experiment, Files, RepairSearch, VerifyOptions, Wellposedness, check, parse_values, read_result,
    unreadable_result, verify,
};

use crate::disk::Disk;
use crate::model;
use crate::output::{Output, Status, report_error};

/// The command with the result, and what is known of how it was made.
pub(crate) fn with_options(command: Command) -> Command {
    command
        .override_usage("wellposed verify [OPTIONS] [MODEL]... RESULT")
        .mut_arg("files", |files| {
            files.value_name("FILE").num_args(1..).required(true).help(
                "Files or package folders of the model, if the libraries do not contain it, and at last the result: a table \
                 as .csv, or a .mat as Modelica tools write it",
            )
        })
        .arg(
            Arg::new("param")
                .long("param")
                .value_name("NAME")
                .action(ArgAction::Append)
                .help("A parameter whose value was overridden; its value is the one in the result, or NAME=VALUE where the result does not have it"),
        )
        .arg(
            Arg::new("set-start")
                .long("set-start")
                .value_name("NAME")
                .action(ArgAction::Append)
                .help("A variable whose start value was overridden"),
        )
        .arg(
            Arg::new("tolerance")
                .long("tolerance")
                .value_name("ERROR")
                .value_parser(clap::value_parser!(f64))
                .help("Relative tolerance of a step that was used; by default what the model says, or 1e-6"),
        )
}

pub(crate) fn run(options: &ArgMatches, output: &Output<VerifyReport>) -> Status {
    match go(options, output) {
        Ok(status) | Err(status) => status,
    }
}

fn go(options: &ArgMatches, output: &Output<VerifyReport>) -> Result<Status, Status> {
    let mut own = model::own_files(options);
    let Some(path) = own.pop() else { return Err(Status::Failed) };
    if path.extension().is_some_and(|end| end == "mo") || path.is_dir() {
        report_error(&format!("{} is a model: name the result after it, a .csv or a .mat", path.display()));
        return Err(Status::Failed);
    }
    let (mut loaded, name) = model::read_own(own, options, output)?;
    let bytes = Disk.read(&path).map_err(|error| {
        report_error(&format!("{} cannot be read: {error}", path.display()));
        Status::Failed
    })?;
    let checked = check(&Disk, &loaded, &name, &RepairSearch::default());
    loaded.diagnostics.extend(checked.diagnostics);
    let Some(model) = checked.model.filter(|_| checked.wellposedness == Wellposedness::Well) else {
        let status = output.finish_without(&loaded, &format!("{name} has no result to verify\n"));
        return Err(status.max(Status::WrongInput));
    };
    let file = path.display().to_string();
    let result = match read_result(&bytes) {
        Ok(result) => result,
        Err(reason) => {
            loaded.diagnostics.push(unreadable_result(&model, &file, &reason));
            return Err(output.finish(&loaded, "", || VerifyModel { model: name }.into()));
        }
    };
    let names = |option: &str| -> Vec<String> {
        let all = options.get_many::<String>(option).unwrap_or_default();
        // `name=value` is understood, too.
        all.map(|name| name.split('=').next().unwrap_or(name).trim().to_string()).collect()
    };
    let mut told = Vec::new();
    for text in options.get_many::<String>("param").unwrap_or_default().filter(|text| text.contains('=')) {
        match parse_values(text) {
            Ok((name, values)) if values.len() == 1 => told.push((name, values[0])),
            Ok(_) => {
                report_error(&format!("`{text}` has several values: a result was made with one"));
                return Err(Status::Failed);
            }
            Err(reason) => {
                report_error(&format!("`--param {text}`: {reason}"));
                return Err(Status::Failed);
            }
        }
    }
    let known = VerifyOptions {
        tolerance: options
            .get_one::<f64>("tolerance")
            .copied()
            .unwrap_or(Experiment::of(&loaded, &name).tolerance),
        parameters: names("param"),
        starts: names("set-start"),
        ..VerifyOptions::default()
    };
    match verify(&Disk, &loaded, &model, &file, &result, &known, &told) {
        Ok(certified) => {
            loaded.diagnostics.extend(certified.diagnostics);
            let text = format!("{name}, {file}: {}", certified.text);
            let report = VerifiedResult { model: name, result: file, certificate: certified.report };
            Ok(output.finish(&loaded, &text, || report.into()))
        }
        Err(found) => {
            loaded.diagnostics.extend(found);
            Err(output.finish(&loaded, "", || VerifyTarget { model: name, result: file }.into()))
        }
    }
}
