//! Flattens the models of the Modelica Standard Library whose numbers of equations are known, and keeps the
//! score in `tests/msl/scoreboard.tsv`: one line to a model with the known number, `ok` or what we have instead,
//! the revision of the library that the number was recorded from, and what makes up the difference.
//!
//! The library is found through `MODELICAPATH`. `RECORDED` names a folder with the revisions, each in a folder
//! named like it in the scoreboard; without it the last column is not checked. The program ends with an error if
//! a model that was `ok` no longer is, or a reason that was known no longer closes the difference; `BLESS=1` writes
//! the new score, and `SHOW=1` shows all diagnostics and units that do not fit. Arguments that do not begin with
//! `-` select models by name.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, dead_code)]

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use rayon::prelude::*;
use wellposed::syntax::Severity;
use wellposed::{LoadRequest, Loaded, RenderStyle, check_units, flatten, open_sources, render};

#[path = "../crates/cli/src/disk.rs"]
mod disk;
#[path = "../crates/cli/src/library.rs"]
mod library;
#[path = "meter.rs"]
mod meter;
#[path = "msl/recorded.rs"]
mod recorded;

const BOARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/msl/scoreboard.tsv");

/// Stands for the reason where a model is not flattened, or nothing explains its number.
const OPEN: &str = "open";

#[derive(Clone)]
struct Row {
    model: String,
    equations: usize,
    status: String,
    revision: String,
    reason: String,
}

fn main() -> ExitCode {
    let request = LoadRequest { folders: library::folders(&[]), ..LoadRequest::default() };
    // Files are parsed by whichever model needs them first.
    let loaded = open_sources(Arc::new(disk::Disk), &request);
    if loaded.known() == 0 {
        println!("MODELICAPATH names no folder with Modelica libraries: the scoreboard is NOT checked");
        return ExitCode::SUCCESS;
    }
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let mut before = rows();
    before.retain(|row| wanted.is_empty() || wanted.iter().any(|name| row.model.contains(name.as_str())));
    let count = |row: &Row| count(&loaded, &row.model);
    let (seconds, counts) = meter::timed(|| before.par_iter().map(count).collect::<Vec<_>>());
    let mut after = before.clone();
    for (row, count) in after.iter_mut().zip(&counts) {
        row.judge(count);
    }
    let ok = after.iter().filter(|row| row.status == "ok").count();
    println!(
        "{ok} of {} models are flattened to the known number of equations, in {seconds:.1} s",
        after.len()
    );
    match std::env::var_os("RECORDED") {
        Some(folder) => explain(&mut after, &counts, Path::new(&folder)),
        None => println!("RECORDED names no folder with old libraries: the reasons are NOT checked"),
    }
    if !wanted.is_empty() {
        for row in &after {
            println!("{}\t{}\t{}", row.model, row.status, row.reason);
        }
        return ExitCode::SUCCESS;
    }
    let lost = |after: &Row, before: &Row| {
        before.status == "ok" && after.status != "ok" || before.reason != OPEN && after.reason == OPEN
    };
    let lost: Vec<&Row> =
        after.iter().zip(&before).filter(|(after, before)| lost(after, before)).map(|pair| pair.0).collect();
    for row in &lost {
        println!("LOST {}: {} {}", row.model, row.status, row.reason);
    }
    if std::env::var_os("BLESS").is_some() {
        let lines = after.iter().map(|row| {
            format!("{}\t{}\t{}\t{}\t{}\n", row.model, row.equations, row.status, row.revision, row.reason)
        });
        std::fs::write(BOARD, lines.collect::<String>()).unwrap();
    }
    ExitCode::from(u8::from(!lost.is_empty()))
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(BOARD).unwrap();
    text.lines()
        .map(|line| {
            let mut cells = line.split('\t');
            let mut next = || cells.next().unwrap_or_default().to_string();
            Row {
                model: next(),
                equations: next().parse().unwrap_or(0),
                status: next(),
                revision: next(),
                reason: next(),
            }
        })
        .collect()
}

impl Row {
    /// Takes over what we have now. A reason holds for the numbers it was found for and no others.
    fn judge(&mut self, count: &Result<(usize, usize), String>) {
        let status = match count {
            Ok(count) if *count == (self.equations, self.equations) => "ok".to_string(),
            Ok((equations, unknowns)) => format!("{equations} equations, {unknowns} unknowns"),
            Err(problem) => problem.clone(),
        };
        if status != self.status {
            self.reason = if status == "ok" { String::new() } else { OPEN.to_string() };
            self.status = status;
        }
    }
}

/// Finds the reasons anew, one revision of the library after the other.
fn explain(rows: &mut [Row], counts: &[Result<(usize, usize), String>], folder: &Path) {
    let revisions: BTreeSet<String> = rows.iter().map(|row| row.revision.clone()).collect();
    for revision in &revisions {
        let Some(library) = recorded::Library::read(&folder.join(revision)) else {
            println!("no library {revision} in {}: its reasons are NOT checked", folder.display());
            continue;
        };
        let ours = rows.par_iter_mut().zip(counts).filter(|(row, _)| row.revision == *revision);
        ours.for_each(|(row, count)| {
            let reason = count.as_ref().ok().and_then(|count| library.reason(row, count.0));
            row.reason = reason.unwrap_or_else(|| OPEN.to_string());
        });
    }
    let explained = rows.iter().filter(|row| row.reason != OPEN).count();
    println!(
        "{explained} of {} numbers agree with the library and visualizers they were recorded with",
        rows.len()
    );
}

/// The equations and unknowns of a model, or why there are none, on one line.
fn count(loaded: &Loaded, model: &str) -> Result<(usize, usize), String> {
    let flattened = std::panic::catch_unwind(AssertUnwindSafe(|| flatten(&disk::Disk, loaded, model)));
    let Ok(flattened) = flattened else { return Err("panics".to_string()) };
    let found = || flattened.diagnostics.iter().chain(&flattened.balance);
    if std::env::var_os("SHOW").is_some() {
        for found in found() {
            println!("{}", render(&loaded.sources, found, RenderStyle::default()));
        }
    }
    // A warning does not keep a model from being flattened.
    if let Some(first) = found().find(|found| found.severity() == Severity::Error) {
        let source = &loaded.sources[first.primary.place.file];
        let line = source.locate(first.primary.place.span.start).line;
        let name = source.name().rsplit("Modelica/").next().unwrap_or_default();
        return Err(format!("{} {} ({name}:{line})", first.code, first.message));
    }
    let Some(model) = flattened.model else { return Err("no model".to_string()) };
    if std::env::var_os("SHOW").is_some() {
        for found in &check_units(&model) {
            println!("{}", render(&loaded.sources, found, RenderStyle::default()));
        }
    }
    Ok((model.scalar_equations(), model.unknowns()))
}
