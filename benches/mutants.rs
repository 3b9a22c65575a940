//! `cargo bench --bench mutants`: breaks the models of `examples/Workbench` one fault at a time, checks each, and counts how
//! often the fault is found, and how often what is proposed is what was broken.
//!
//! Without an argument it fails if a share in `tests/mutants/scoreboard.tsv` is lower than it was; `BLESS=1` writes the new
//! board, `SHOW=1` shows every fault that was not found or whose truth is not in first place. Arguments that do not
//! begin with `-` select models and kinds of faults by name; then nothing is compared.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, dead_code, unreachable_pub)]

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use wellposed::syntax::Severity;
use wellposed::syntax::tree::Prefix;
use wellposed::{Files, Loaded, Memory, Posed, check, flatten, load};

#[path = "mutants/board.rs"]
mod board;
#[path = "mutants/classes.rs"]
mod classes;
#[path = "../crates/cli/src/disk.rs"]
mod disk;
#[path = "mutants/fault.rs"]
mod fault;
#[path = "mutants/faults.rs"]
mod faults;
#[path = "mutants/judge.rs"]
mod judge;
#[path = "mutants/oracle.rs"]
mod oracle;
#[path = "mutants/words.rs"]
mod words;

use board::{Board, Line};
use classes::Classes;
use fault::{Fault, Kind};
use judge::{Broken, Outcome};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/Workbench");

/// The name that the library has in memory.
const LIBRARY: &str = "Workbench";

/// So many ill-posed models of each kind are made of each model, and so many faults looked at for that.
const MUTANTS: usize = 3;
const TRIES: usize = 12;

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let is_wanted = |name: &str, all: &mut dyn Iterator<Item = &str>| {
        let asked: Vec<&str> = all.filter(|known| wanted.iter().any(|wanted| wanted == known)).collect();
        asked.is_empty() || asked.contains(&name)
    };
    let mut files = Memory::default();
    read(Path::new(ROOT), Path::new(LIBRARY), &mut files);
    let loaded = load(&files, &[LIBRARY.into()]);
    let classes = Classes::new(&loaded);
    let models = models(&classes);
    let short: Vec<&str> = models.iter().map(|name| name.trim_start_matches("Workbench.Examples.")).collect();
    let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.text()).collect();
    let mut lines: BTreeMap<Kind, Line> = Kind::ALL.iter().map(|&kind| (kind, Line::default())).collect();
    for (number, (name, short_name)) in models.iter().zip(&short).enumerate() {
        if !is_wanted(short_name, &mut short.iter().copied()) {
            continue;
        }
        let bench = Bench { files: &files, loaded: &loaded, classes: &classes, model: name };
        let Some(faults) = bench.faults() else { continue };
        for &kind in Kind::ALL.iter().filter(|kind| is_wanted(kind.text(), &mut kinds.iter().copied())) {
            let own: Vec<&Fault> = faults.iter().filter(|fault| fault.kind == kind).collect();
            let line = lines.entry(kind).or_default();
            for at in spread(own.len(), number) {
                if line.of_model(number) == MUTANTS {
                    break;
                }
                bench.try_one(own[at], number, line);
            }
        }
    }
    let board = Board { lines };
    print!("{}", board.table());
    if wanted.is_empty() { board.compare() } else { ExitCode::SUCCESS }
}

/// Up to so many numbers below a bound, far from each other; where they begin is different for each model.
fn spread(bound: usize, number: usize) -> impl Iterator<Item = usize> {
    let tries = TRIES.min(bound);
    (0..tries).map(move |at| (number * 7 + at * bound / tries) % bound)
}

/// One model, unbroken.
struct Bench<'a> {
    files: &'a Memory,
    loaded: &'a Loaded,
    classes: &'a Classes<'a>,
    model: &'a str,
}

impl Bench<'_> {
    /// All faults that can be made in the model.
    fn faults(&self) -> Option<Vec<Fault>> {
        let model = flatten(self.files, self.loaded, self.model).model?;
        let verdict = oracle::judge(&model);
        let freedom = oracle::freedom(&model);
        if !verdict.regular || verdict.open > 0 || verdict.given != freedom {
            println!(
                "{} is not a model to begin with: {verdict:?}, {freedom} initial values are free",
                self.model
            );
            return None;
        }
        Some(faults::faults(self.classes, &model))
    }

    /// Makes one fault, and if it does harm checks the model.
    fn try_one(&self, fault: &Fault, number: usize, line: &mut Line) {
        let source = &self.loaded.sources[fault.file];
        let (after, marks) = fault.apply(source.text());
        let mut files = self.files.clone();
        files.add(source.name(), after.clone());
        let start = Instant::now();
        let loaded = load(&files, &[LIBRARY.into()]);
        let reading = start.elapsed();
        let Some(harm) = self.harm(&files, &loaded, fault.kind) else {
            line.broken += 1;
            return;
        };
        let start = Instant::now();
        let checked = catch_unwind(AssertUnwindSafe(|| check(&files, &loaded, self.model)));
        let time = reading + start.elapsed();
        let Ok(checked) = checked else {
            println!("PANIC {} {} {}", self.model, fault.kind.text(), fault.tell(source.text()));
            line.panics += 1;
            return;
        };
        if !harm {
            line.harmless += 1;
            if checked.posed != Posed::Well {
                line.alarms += 1;
                self.show("ALARM", fault, &checked, &Outcome::default(), time);
            }
            return;
        }
        let broken = Broken { fault, loaded: &loaded, before: source.text(), after: &after, marks: &marks };
        let outcome = broken.judge(&checked);
        let word = match (outcome.detected, outcome.rank) {
            (false, _) => "MISSED",
            (true, None) => "UNTOLD",
            (true, Some(1)) => "FIRST",
            (true, Some(_)) => "LATER",
        };
        self.show(word, fault, &checked, &outcome, time);
        line.add(number, &outcome, time);
    }

    /// Whether a changed model is no longer well-posed; none if it is no model at all.
    fn harm(&self, files: &dyn Files, loaded: &Loaded, kind: Kind) -> Option<bool> {
        if loaded.errors() > 0 {
            return None;
        }
        let flattened = flatten(files, loaded, self.model);
        let failed = flattened.diagnostics.iter().any(|found| found.severity() == Severity::Error);
        let model = flattened.model.filter(|_| !failed)?;
        let verdict = oracle::judge(&model);
        Some(match kind {
            // The equations are those of the model to begin with, whose initial values are as many as are free.
            Kind::FixStart => verdict.given != oracle::freedom(&model),
            // Without a single fixed start all of them are meant, which is how many models are written.
            Kind::FreeStart => verdict.given > 0 && verdict.given != oracle::freedom(&model),
            Kind::DeleteValue => verdict.open > 0,
            // Whatever the equations say, the rules for connectors and parameters do not allow it.
            Kind::ChangeKind => true,
            _ => !verdict.regular || verdict.open > 0,
        })
    }

    fn show(
        &self,
        word: &str,
        fault: &Fault,
        checked: &wellposed::Checked,
        outcome: &Outcome,
        time: Duration,
    ) {
        if std::env::var_os("SHOW").is_none() || word == "FIRST" && std::env::var_os("ALL").is_none() {
            return;
        }
        let text = self.loaded.sources[fault.file].text();
        let milliseconds = time.as_secs_f64() * 1e3;
        println!(
            "{word} {} {} rank {:?} of {}, {} in {milliseconds:.0} ms\n    {}",
            fault.kind.text(),
            self.model.trim_start_matches("Workbench.Examples."),
            outcome.rank,
            checked.repairs.len(),
            checked.posed.text(),
            fault.tell(text)
        );
        for found in checked.diagnostics.iter().take(3) {
            println!("        {} {}", found.code, found.message);
        }
        for repair in checked.repairs.iter().take(4) {
            let verified = if repair.is_verified() { "" } else { " NOT VERIFIED" };
            println!("        -> {} ({}){verified}", repair.description, repair.score);
        }
    }
}

/// The models of the examples' packages.
fn models(classes: &Classes) -> Vec<String> {
    let runs = |class: &classes::Class| {
        let depth = class.name.split('.').count();
        class.name.starts_with("Workbench.Examples.")
            && depth == 4
            && !class.class.prefixes.has(Prefix::Partial)
    };
    classes.iter().filter(runs).map(|class| class.name.to_string()).collect()
}

/// Reads a folder into memory.
fn read(folder: &Path, name: &Path, files: &mut Memory) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = name.join(path.file_name().unwrap());
        if path.is_dir() {
            read(&path, &name, files);
        } else {
            files.add(name, std::fs::read(&path).unwrap());
        }
    }
}
