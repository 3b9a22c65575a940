//! `wellposed flatten`

use std::path::PathBuf;

use clap::ArgMatches;
use serde_json::json;
use wellposed::equations::{FlatModel, Variability};
use wellposed::{check_units, flatten, load};

use crate::disk::Disk;
use crate::library::libraries;
use crate::output::{Output, Status, complain};

pub(crate) fn run(options: &ArgMatches, output: &Output) -> Status {
    let mut paths: Vec<PathBuf> = options.get_many("files").unwrap_or_default().cloned().collect();
    let own = paths.len();
    let folders: Vec<PathBuf> = options.get_many("libraries").unwrap_or_default().cloned().collect();
    paths.extend(libraries(&folders));
    let mut loaded = load(&Disk, &paths);
    let model = options.get_one::<String>("model").cloned().or_else(|| {
        let tree = loaded.trees.first().filter(|_| own > 0)?;
        let class = tree[tree.classes].last()?;
        Some(loaded.sources[tree.file].text()[class.name.span.range()].to_string())
    });
    if loaded.errors() > 0 {
        return output.finish(&loaded, "", Vec::new());
    }
    let Some(model) = model else {
        complain("name a file, or a model with -m");
        return Status::Failed;
    };
    if loaded.trees.is_empty() {
        complain("there is nothing to read: name a file, or a folder of libraries with -L");
        return Status::Failed;
    }
    let flattened = flatten(&Disk, &loaded, &model);
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
