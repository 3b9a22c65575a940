//! Simulates small models of the blocks of `Modelica.Blocks` and compares what is recorded with the tables of `tests/blocks`,
//! whose values were computed outside of this program, from the definitions of the blocks.
//!
//! `MODELICAPATH=folder cargo bench -p wellposed --bench blocks` prints how many models agree and each value that differs, and ends
//! with an error if one does. Arguments that do not begin with `-` select models by name.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, dead_code, unreachable_pub)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use rayon::prelude::*;
use wellposed::syntax::Severity;
use wellposed::{Experiment, Files, LoadRequest, Loaded, Overrides, flatten, open_sources, simulate};

#[path = "../tests/desk.rs"]
mod desk;
#[path = "../crates/cli/src/disk.rs"]
mod disk;
#[path = "../crates/cli/src/library.rs"]
mod library;
#[path = "../tests/rows.rs"]
mod rows;

use desk::Desk;
use disk::Disk;
use rows::Rows;

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/blocks");

/// So many differences of a model are printed.
const SHOWN: usize = 8;

fn main() -> ExitCode {
    let (files, folders) = (found("mo"), library::folders(&[]));
    if folders.is_empty() {
        println!("MODELICAPATH names no folder: the values of blocks are NOT checked");
        return ExitCode::SUCCESS;
    }
    let request = LoadRequest { own: files.clone(), folders, ..LoadRequest::default() };
    let loaded = open_sources(Arc::new(Disk), &request);
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let names = |file: &PathBuf| {
        let package = file.file_stem().unwrap().to_string_lossy().into_owned();
        tables(&package).into_iter().map(move |case| (package.clone(), case))
    };
    let cases: Vec<(String, String)> = files
        .iter()
        .flat_map(names)
        .filter(|(package, case)| {
            let name = format!("{package}.{case}");
            wanted.is_empty() || wanted.iter().any(|part| name.contains(part))
        })
        .collect();
    let judged: Vec<(usize, Vec<String>)> =
        cases.par_iter().map(|(package, case)| judge(&loaded, package, case)).collect();
    let mut packages: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for ((package, case), (_, differences)) in cases.iter().zip(&judged) {
        let (agree, all) = packages.entry(package).or_default();
        *all += 1;
        *agree += usize::from(differences.is_empty());
        if !differences.is_empty() {
            println!("{package}.{case}: {} differences", differences.len());
            differences.iter().take(SHOWN).for_each(|line| println!("    {line}"));
        }
    }
    for (package, (agree, all)) in &packages {
        println!("{package}: {agree} of {all} agree");
    }
    let agree = judged.iter().filter(|(_, differences)| differences.is_empty()).count();
    let values: usize = judged.iter().map(|(known, _)| known).sum();
    println!("{agree} of {} agree, in {values} values", judged.len());
    if agree == judged.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The files of the folder with this ending, by name.
fn found(ending: &str) -> Vec<PathBuf> {
    let entries = Disk.list(Path::new(CASES)).unwrap();
    let paths = entries.iter().map(|entry| Path::new(CASES).join(&entry.name));
    paths.filter(|path| path.extension().is_some_and(|found| found == ending)).collect()
}

/// The names of the cases of a package.
fn tables(package: &str) -> Vec<String> {
    let entries = Disk.list(&Path::new(CASES).join(package)).unwrap();
    entries.iter().filter_map(|entry| entry.name.strip_suffix(".csv").map(str::to_string)).collect()
}

/// How many values are known of a case, and what differs from them.
fn judge(loaded: &Loaded, package: &str, case: &str) -> (usize, Vec<String>) {
    let table = std::fs::read_to_string(Path::new(CASES).join(package).join(format!("{case}.csv"))).unwrap();
    let rows = match Rows::read(&table) {
        Ok(rows) => rows,
        Err(wrong) => return (0, vec![wrong]),
    };
    let name = format!("{package}Cases.{case}");
    let flat = flatten(&Disk, loaded, &name);
    let failed = flat.diagnostics.iter().any(|found| found.severity() == Severity::Error);
    let Some(model) = flat.model.filter(|_| !failed) else {
        let first = flat.diagnostics.first().map_or(String::new(), |found| found.message.clone());
        return (rows.known(), vec![format!("is not flattened: {first}")]);
    };
    let experiment = Experiment::of(loaded, &name);
    // What models print and write is noted and stays here.
    let desk = Desk::default();
    let run = simulate(&Disk, loaded, model, &experiment, &Overrides::default(), &|| true, Some(&desk));
    let differences = match run {
        Ok(trajectory) => rows.differences(&trajectory),
        Err(failed) => {
            failed.found.iter().map(|found| format!("fails: {} {}", found.code, found.message)).collect()
        }
    };
    (rows.known(), differences)
}
