//! `wellposed analyze`

use clap::ArgMatches;
use wellposed::reduce::{Outside, rows};
use wellposed::{flatten, system};

use crate::disk::Disk;
use crate::model;
use crate::output::{Output, Status};
use crate::system::present;

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
    let system = system::from_model(&flat, &rows(&flat, Outside::Nothing));
    present(options, output, loaded, &system)
}
