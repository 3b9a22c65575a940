//! Chooses the states of the models of the Modelica Standard Library whose numbers of states are known, and keeps the
//! score in `tests/msl/states.tsv`: one line to a model with the known number, ours, and `ok` or what differs.
//!
//! The library is found through `MODELICAPATH`; `REFERENCE` names the folder with `index.json`. Nothing is simulated: a
//! model counts if it comes to an order of computation. The program ends with an error if a model that was `ok` no
//! longer is; `BLESS=1` writes the new score. Arguments that do not begin with `-` select models by name, and show
//! their states.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, dead_code)]

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::process::ExitCode;

use rayon::prelude::*;
use serde_json::Value;
use wellposed::syntax::Severity;
use wellposed::{Cancellation, Loaded, PlannedModel, flatten};

#[path = "meter.rs"]
mod meter;
#[path = "msl/reference.rs"]
mod reference;

use meter::timed;
use reference::{Reference, disk};

const BOARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/msl/states.tsv");

/// The least part of the models with an order of computation that must have as many states as is known.
const EQUAL: f64 = 0.8;

fn main() -> ExitCode {
    let Some(reference) = Reference::find("the scoreboard of states") else { return ExitCode::SUCCESS };
    let (loaded, wanted) = (&reference.loaded, &reference.wanted);
    let selected = reference.with("translates");
    let rows: Vec<Row> = selected.par_iter().map(|(name, facts)| row(loaded, name, facts)).collect();
    let translated = rows.iter().filter(|row| row.ours.is_some()).count();
    let equal = rows.iter().filter(|row| row.equal()).count();
    println!(
        "{} models with a known number of states, {translated} come to an order of computation, {equal} of these \
         ({:.1} %) have as many states; must be {:.0} %",
        rows.len(),
        100.0 * equal as f64 / translated.max(1) as f64,
        100.0 * EQUAL
    );
    if !wanted.is_empty() {
        for row in &rows {
            println!(
                "{}\t{:.2} s\n  here alone: {:?}\n  there alone: {:?}",
                row.line(),
                row.seconds,
                row.more,
                row.less
            );
        }
        return ExitCode::SUCCESS;
    }
    let before: BTreeSet<String> = std::fs::read_to_string(BOARD)
        .unwrap_or_default()
        .lines()
        .filter(|line| line.ends_with("\tok"))
        .filter_map(|line| line.split('\t').next().map(str::to_string))
        .collect();
    let lost: Vec<&Row> = rows.iter().filter(|row| before.contains(&row.model) && !row.equal()).collect();
    lost.iter().for_each(|row| println!("LOST {}", row.line()));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(BOARD, rows.iter().map(|row| row.line() + "\n").collect::<String>()).unwrap();
        return ExitCode::SUCCESS;
    }
    let reached = equal as f64 >= EQUAL * translated as f64;
    if lost.is_empty() && reached { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What is known of a model, and what we find.
struct Row {
    model: String,
    known: u64,
    /// The number of our states; none if the model does not get so far.
    ours: Option<u64>,
    status: String,
    /// States that only we have, and such that only the record has.
    more: Vec<String>,
    less: Vec<String>,
    seconds: f64,
}

impl Row {
    fn equal(&self) -> bool {
        self.ours == Some(self.known)
    }

    fn line(&self) -> String {
        let ours = self.ours.map_or("-".to_string(), |ours| ours.to_string());
        format!("{}\t{}\t{ours}\t{}", self.model, self.known, self.status)
    }
}

fn row(loaded: &Loaded, name: &str, facts: &Value) -> Row {
    let (seconds, found) = timed(|| std::panic::catch_unwind(AssertUnwindSafe(|| chosen(loaded, name))));
    let found = found.unwrap_or_else(|_| Err("panic".to_string()));
    // A model whose record tells no number has none.
    let mut row = Row {
        model: name.to_string(),
        known: facts["states"].as_u64().unwrap_or(0),
        ours: None,
        status: String::new(),
        more: Vec::new(),
        less: Vec::new(),
        seconds,
    };
    match found {
        Err(why) => row.status = why,
        Ok(ours) => {
            row.ours = Some(ours.len() as u64);
            row.status = if row.equal() { "ok" } else { "differs" }.to_string();
            let known: BTreeSet<String> = facts["state_names"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .map(str::to_string)
                .collect();
            row.more = ours.difference(&known).cloned().collect();
            row.less = known.difference(&ours).cloned().collect();
        }
    }
    row
}

/// The states of a model by name, or why there are none.
fn chosen(loaded: &Loaded, name: &str) -> Result<BTreeSet<String>, String> {
    let found = flatten(&disk::Disk, loaded, name);
    let failed = found.diagnostics.iter().any(|found| found.severity() == Severity::Error);
    let Some(model) = found.model.filter(|_| !failed) else { return Err("not flattened".to_string()) };
    match PlannedModel::new(model, &Cancellation::default()) {
        Ok(planned) => Ok(planned.state_names().into_iter().collect()),
        Err(found) => {
            let first =
                found.first().map_or(String::new(), |found| format!("{} {}", found.code, found.message));
            Err(format!("fails: {}", first.chars().take(100).collect::<String>().replace(['\t', '\n'], " ")))
        }
    }
}
