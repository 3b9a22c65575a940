//! Flattens the models of the Modelica Standard Library whose numbers of equations are known, and keeps the
//! score in `tests/msl/scoreboard.tsv`: one line to a model with the known number and `ok` or the reason.
//!
//! The library is found through `MODELICAPATH`. The program ends with an error if a model that was `ok` no
//! longer is; `BLESS=1` writes the new score, and `SHOW=1` shows all diagnostics and units that do not fit. Arguments that do not begin with `-` select models by name.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, dead_code)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use rayon::prelude::*;
use wellposed::{Loaded, Style, check_units, flatten, load, render};

#[path = "../crates/cli/src/disk.rs"]
mod disk;
#[path = "../crates/cli/src/library.rs"]
mod library;

const BOARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/msl/scoreboard.tsv");

struct Row {
    model: String,
    equations: usize,
    status: String,
}

fn main() -> ExitCode {
    let libraries: Vec<PathBuf> = library::libraries(&[]);
    if libraries.is_empty() {
        println!("MODELICAPATH names no folder with Modelica libraries: the scoreboard is NOT checked");
        return ExitCode::SUCCESS;
    }
    let loaded = load(&disk::Disk, &libraries);
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let before = rows();
    let start = Instant::now();
    let after: Vec<Row> = before
        .par_iter()
        .filter(|row| wanted.is_empty() || wanted.iter().any(|name| row.model.contains(name.as_str())))
        .map(|row| Row { model: row.model.clone(), equations: row.equations, status: status(&loaded, row) })
        .collect();
    let seconds = start.elapsed().as_secs_f64();
    let ok = after.iter().filter(|row| row.status == "ok").count();
    println!(
        "{ok} of {} models are flattened to the known number of equations, in {seconds:.1} s",
        after.len()
    );
    if !wanted.is_empty() {
        for row in &after {
            println!("{}\t{}", row.model, row.status);
        }
        return ExitCode::SUCCESS;
    }
    let lost: Vec<&Row> = after
        .iter()
        .zip(&before)
        .filter(|(after, before)| before.status == "ok" && after.status != "ok")
        .map(|(after, _)| after)
        .collect();
    for row in &lost {
        println!("LOST {}: {}", row.model, row.status);
    }
    if std::env::var_os("BLESS").is_some() {
        let lines = after.iter().map(|row| format!("{}\t{}\t{}\n", row.model, row.equations, row.status));
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
            Row { model: next(), equations: next().parse().unwrap_or(0), status: next() }
        })
        .collect()
}

/// `ok`, or why not, on one line.
fn status(loaded: &Loaded, row: &Row) -> String {
    let flattened = std::panic::catch_unwind(|| flatten(&disk::Disk, loaded, &row.model));
    let Ok(flattened) = flattened else { return "panics".to_string() };
    if let Some(first) = flattened.diagnostics.first() {
        if std::env::var_os("SHOW").is_some() {
            for found in &flattened.diagnostics {
                println!("{}", render(&loaded.sources, found, Style::default()));
            }
        }
        let source = &loaded.sources[first.primary.place.file];
        let line = source.locate(first.primary.place.span.start).line;
        let name = source.name().rsplit("Modelica/").next().unwrap_or_default();
        return format!("{} {} ({name}:{line})", first.code, first.message);
    }
    let Some(model) = flattened.model else { return "no model".to_string() };
    if std::env::var_os("SHOW").is_some() {
        for found in &check_units(&model) {
            println!("{}", render(&loaded.sources, found, Style::default()));
        }
    }
    let (equations, unknowns) = (model.scalar_equations(), model.unknowns());
    if (equations, unknowns) == (row.equations, row.equations) {
        "ok".to_string()
    } else {
        format!("{equations} equations, {unknowns} unknowns")
    }
}
