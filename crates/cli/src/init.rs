//! `wellposed init`

use clap::ArgMatches;
use wellposed::report::InitReport;
use wellposed::syntax::{Diagnostic, Severity};
use wellposed::{Experiment, RepairSearch, Wellposedness, check_with, initialize};

use crate::disk::Disk;
use crate::experiment::names;
use crate::model;
use crate::output::{Output, Status};
use crate::sweep::single;

pub(crate) fn run(options: &ArgMatches, output: &Output<InitReport>) -> Status {
    let overrides = match single(options) {
        Ok(overrides) => overrides,
        Err(status) => return status,
    };
    let (mut loaded, name) = match model::read(options, output) {
        Ok(found) => found,
        Err(status) => return status,
    };
    let checked = check_with(&Disk, &loaded, &name, &RepairSearch::default(), &overrides);
    // What contradicts itself at initialization is told with its values.
    let inconsistent = checked.has_inconsistent_initial_conditions();
    let told_later = |found: &Diagnostic| inconsistent && found.severity() == Severity::Error;
    loaded.diagnostics.extend(checked.diagnostics.into_iter().filter(|found| !told_later(found)));
    let Some(model) = checked.model.filter(|_| inconsistent || checked.wellposedness == Wellposedness::Well)
    else {
        return output
            .finish_without(&loaded, &format!("{name} is not initialized\n"))
            .max(Status::WrongInput);
    };
    let start = options.get_one("start").copied().unwrap_or(Experiment::of(&loaded, &name).start);
    let variables = names(options, "variables");
    match initialize(&Disk, &loaded, model, start, &overrides, &variables) {
        Ok(initial) => {
            loaded.diagnostics.extend(initial.diagnostics.iter().cloned());
            let text = initial.print(&name, !variables.is_empty());
            output.finish(&loaded, &text, || initial.report(&name).into())
        }
        Err(found) => {
            loaded.diagnostics.extend(found);
            output.finish_without(&loaded, "").max(Status::WrongInput)
        }
    }
}
