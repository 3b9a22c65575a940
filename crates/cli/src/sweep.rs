//! The values that `--param` and `--set-start` give beside a model.

use clap::ArgMatches;
use wellposed::{Overrides, Sweep};

use crate::output::{Status, report_error};

/// All values that the arguments give. What makes no sense has been told.
pub(crate) fn sweep(options: &ArgMatches) -> Result<Sweep, Status> {
    let given = |name: &str| options.get_many::<(String, Vec<f64>)>(name).unwrap_or_default().cloned();
    Sweep::new(given("param"), given("set-start")).map_err(|reason| {
        report_error(&reason);
        Status::Failed
    })
}

/// The values of the only run.
pub(crate) fn single(options: &ArgMatches) -> Result<Overrides, Status> {
    sweep(options)?.single().ok_or_else(|| {
        report_error("initialization takes one value for each name");
        Status::Failed
    })
}
