//! `wellposed check`

use clap::ArgMatches;
use serde_json::json;
use wellposed::{Posed, check, to_repairs};

use crate::disk::Disk;
use crate::model;
use crate::output::{Output, Status};

pub(crate) fn run(options: &ArgMatches, output: &Output) -> Status {
    let (mut loaded, name) = match model::read(options, output) {
        Ok(found) => found,
        Err(status) => return status,
    };
    let checked = check(&Disk, &loaded, &name);
    loaded.diagnostics.extend(checked.diagnostics);
    let counts = checked.model.as_ref().map(|model| (model.scalar_equations(), model.unknowns()));
    let (equations, unknowns) = counts.unwrap_or_default();
    let summary = match checked.posed {
        Posed::Error => format!("{name} could not be built\n"),
        Posed::Well => format!("{name} is well-posed: {equations} equations, {unknowns} unknowns\n"),
        Posed::Over | Posed::Under | Posed::Mixed => {
            format!("{name} is not well-posed: {equations} equations, {unknowns} unknowns\n")
        }
    };
    let members = vec![
        ("model", json!(name)),
        ("status", json!(checked.posed.text())),
        ("equations", json!(equations)),
        ("unknowns", json!(unknowns)),
        ("repairs", to_repairs(&loaded.sources, &checked.repairs)),
    ];
    let status = output.finish(&loaded, &summary, members);
    if checked.posed == Posed::Well { status } else { status.max(Status::WrongInput) }
}
