//! `wellposed flatten`

use clap::ArgMatches;
use serde_json::json;
use wellposed::equations::{FlatModel, Variability};
use wellposed::{check_units, flatten};

use crate::model;
use crate::output::{Output, Status};

pub(crate) fn run(options: &ArgMatches, output: &Output) -> Status {
    let (mut loaded, model) = match model::read(options, output) {
        Ok(found) => found,
        Err(status) => return status,
    };
    let flattened = flatten(&loaded, &model);
    loaded.diagnostics.extend(flattened.diagnostics);
    if let Some(flat) = &flattened.model {
        loaded.diagnostics.extend(check_units(flat));
    }
    match &flattened.model {
        Some(flat) => output.finish(&loaded, &flat.print(), members(flat)),
        None => output.finish(&loaded, "", Vec::new()),
    }
}

fn members(flat: &FlatModel) -> Vec<(&'static str, serde_json::Value)> {
    let parameters =
        flat.variables.iter().filter(|variable| variable.variability <= Variability::Parameter).count();
    let names = (0..flat.variables.len() as u32).map(wellposed::equations::VariableId);
    let names: Vec<String> = names.map(|id| flat.variable_name(id)).collect();
    vec![
        ("model", json!(flat.name)),
        ("equations", json!(flat.scalar_equations())),
        ("unknowns", json!(flat.unknowns())),
        ("parameters", json!(parameters)),
        ("variables", json!(names)),
    ]
}
