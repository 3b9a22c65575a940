//! `wellposed flatten`

use clap::ArgMatches;
use wellposed::report::FlattenReport;
use wellposed::{check_units, flatten, report_flat_model};

use crate::disk::Disk;
use crate::model;
use crate::output::{Output, Status};

pub(crate) fn run(options: &ArgMatches, output: &Output<FlattenReport>) -> Status {
    let (mut loaded, model) = match model::read(options, output) {
        Ok(found) => found,
        Err(status) => return status,
    };
    let flattened = flatten(&Disk, &loaded, &model);
    loaded.diagnostics.extend(flattened.diagnostics);
    let Some(flat) = &flattened.model else { return output.finish_without(&loaded, "") };
    loaded.diagnostics.extend(check_units(flat));
    output.finish(&loaded, &flat.print(), || report_flat_model(&loaded, flat).into())
}
