//! `cargo bench --bench mutants`: breaks the models of `examples/Workbench` one fault at a time, checks each, and counts how
//! often the fault is found, and how often what is proposed is what was broken.
//!
//! Without an argument it fails if a share in `tests/mutants/scoreboard.tsv` is lower than it was; `BLESS=1` writes the new
//! board, `SHOW=1` shows every fault that was not found or whose truth is not in first place. Arguments that do not
//! begin with `-` select models and kinds of faults by name; then nothing is compared.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, dead_code, unreachable_pub)]

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use wellposed::syntax::Severity;
use wellposed::syntax::tree::{Prefix, Restriction};
use wellposed::{Entry, EntryKind, Files, Loaded, Memory, Posed, Search, check, flatten, load};

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
#[path = "../crates/cli/src/library.rs"]
mod library;
#[path = "mutants/oracle.rs"]
mod oracle;
#[path = "mutants/words.rs"]
mod words;

use board::{Board, Line};
use classes::Classes;
use fault::{Fault, Kind};
use judge::{Broken, Outcome};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/Workbench");

/// So many faults are looked at for each mutant that is wanted.
const TRIES: usize = 4;

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let mut files = Memory::default();
    read(Path::new(ROOT), Path::new("Workbench"), &mut files);
    let own = Set {
        files: &files,
        paths: vec!["Workbench".into()],
        packages: &["Workbench.Examples."],
        models: usize::MAX,
        mutants: 3,
        starts: true,
        whole: false,
    };
    let board = own.run(&wanted);
    print!("{}", board.table());
    if !wanted.is_empty() {
        return ExitCode::SUCCESS;
    }
    let status = board.compare();
    if let Some(paths) = library::folders(&[]).iter().find_map(|folder| standard(folder)) {
        let library = Set {
            files: &disk::Disk,
            paths,
            packages: STANDARD,
            models: 4,
            mutants: 1,
            starts: false,
            whole: true,
        };
        println!("\nA sample of the standard library, for comparison only:");
        print!("{}", library.run(&[]).table());
    }
    status
}

/// The packages of the standard library that a sample is taken from.
const STANDARD: &[&str] = &[
    "Modelica.Blocks.Examples.",
    "Modelica.Electrical.Analog.Examples.",
    "Modelica.Mechanics.Rotational.Examples.",
    "Modelica.Mechanics.Translational.Examples.",
];

/// The parts of the standard library in a folder.
fn standard(folder: &Path) -> Option<Vec<PathBuf>> {
    let parts = ["Modelica", "ModelicaServices", "Complex.mo"].map(|part| folder.join(part));
    parts.iter().all(|part| part.exists()).then(|| parts.to_vec())
}

/// Models that are broken.
struct Set<'a> {
    files: &'a dyn Files,
    paths: Vec<PathBuf>,
    /// The models are those directly in these packages, or in packages of these.
    packages: &'a [&'a str],
    /// So many of each package, far from each other.
    models: usize,
    /// So many ill-posed models of each kind are made of each model.
    mutants: usize,
    /// True if the models give all their initial values.
    starts: bool,
    /// True if far more is read than the models need.
    whole: bool,
}

impl Set<'_> {
    fn run(&self, wanted: &[String]) -> Board {
        let loaded = load(self.files, &self.paths);
        let classes = Classes::new(&loaded);
        let models = self.names(&classes);
        let asked = |name: &str, all: &[&str]| {
            let asked = || all.iter().filter(|known| wanted.iter().any(|wanted| wanted == *known));
            asked().next().is_none() || asked().any(|known| *known == name)
        };
        let short: Vec<&str> =
            models.iter().map(|name| name.trim_start_matches("Workbench.Examples.")).collect();
        let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.text()).collect();
        let mut lines: BTreeMap<Kind, Line> = Kind::ALL.iter().map(|&kind| (kind, Line::default())).collect();
        for (number, (name, short_name)) in models.iter().zip(&short).enumerate() {
            if !asked(short_name, &short) {
                continue;
            }
            let Some(bench) = Bench::new(self, &loaded, &classes, name) else { continue };
            for &kind in Kind::ALL.iter().filter(|kind| asked(kind.text(), &kinds)) {
                let own: Vec<&Fault> = bench.faults.iter().filter(|fault| fault.kind == kind).collect();
                let line = lines.entry(kind).or_default();
                for at in spread(own.len(), self.mutants * TRIES, number) {
                    if line.of_model(number) == self.mutants {
                        break;
                    }
                    bench.try_one(own[at], number, line);
                }
            }
        }
        Board { lines }
    }

    /// The models.
    fn names(&self, classes: &Classes) -> Vec<String> {
        let mut names = Vec::new();
        for package in self.packages {
            let runs = |class: &classes::Class| {
                let inside = class.name.strip_prefix(package).map(|rest| rest.split('.').count());
                let is_model = class.class.restriction == Restriction::Model;
                inside.is_some_and(|depth| depth <= 2)
                    && is_model
                    && !class.class.prefixes.has(Prefix::Partial)
            };
            let all: Vec<&str> = classes.iter().filter(runs).map(|class| class.name).collect();
            let few = self.models.min(all.len());
            names.extend((0..few).map(|at| all[at * all.len() / few].to_string()));
        }
        names
    }
}

/// Up to so many numbers below a bound, far from each other; where they begin is different for each model.
fn spread(bound: usize, tries: usize, number: usize) -> impl Iterator<Item = usize> {
    let tries = tries.min(bound);
    (0..tries).map(move |at| (number * 7 + at * bound / tries) % bound)
}

/// A file that is another, and all others as they are.
struct Overlay<'a> {
    files: &'a dyn Files,
    path: &'a Path,
    text: &'a str,
}

impl Files for Overlay<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if path == self.path { Ok(self.text.as_bytes().to_vec()) } else { self.files.read(path) }
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<Entry>> {
        self.files.list(folder)
    }

    fn kind(&self, path: &Path) -> io::Result<EntryKind> {
        self.files.kind(path)
    }
}

/// One model, unbroken.
struct Bench<'a> {
    set: &'a Set<'a>,
    loaded: &'a Loaded,
    classes: &'a Classes<'a>,
    model: &'a str,
    faults: Vec<Fault>,
    /// What is said of it as it is.
    known: Vec<String>,
}

impl<'a> Bench<'a> {
    /// Finds all faults that can be made in a model; none if it is not well-posed to begin with.
    fn new(set: &'a Set, loaded: &'a Loaded, classes: &'a Classes<'a>, model: &'a str) -> Option<Bench<'a>> {
        let checked = check(set.files, loaded, model, &Search::default());
        let flat = checked.model.as_ref().filter(|_| checked.posed == Posed::Well);
        let verdict = flat.map(oracle::judge);
        let free = flat.filter(|_| set.starts).map(oracle::freedom);
        let right = verdict.is_some_and(|verdict| {
            verdict.regular && verdict.open == 0 && free.is_none_or(|free| free == verdict.given)
        });
        let Some(flat) = flat.filter(|_| right) else {
            println!("{model} is not a model to begin with: {verdict:?}, {free:?} initial values are free");
            return None;
        };
        let mut faults = faults::faults(classes, flat);
        faults.retain(|fault| set.starts || !matches!(fault.kind, Kind::FixStart | Kind::FreeStart));
        let known = checked.diagnostics.iter().map(|found| found.message.clone()).collect();
        Some(Bench { set, loaded, classes, model, faults, known })
    }

    /// Makes one fault, and if it does harm checks the model.
    fn try_one(&self, fault: &Fault, number: usize, line: &mut Line) {
        let source = &self.loaded.sources[fault.file];
        let (after, marks) = fault.apply(source.text());
        let files = Overlay { files: self.set.files, path: Path::new(source.name()), text: &after };
        let start = Instant::now();
        let loaded = load(&files, &self.set.paths);
        let reading = start.elapsed();
        let Some(harm) = self.harm(&files, &loaded, fault.kind) else {
            line.broken += 1;
            return;
        };
        let start = Instant::now();
        let checked =
            catch_unwind(AssertUnwindSafe(|| check(&files, &loaded, self.model, &Search::default())));
        // Nobody reads a whole library for one model; here it is read so that it can be changed.
        let time = start.elapsed() + if self.set.whole { Duration::ZERO } else { reading };
        let Ok(mut checked) = checked else {
            println!("PANIC {} {} {}", self.model, fault.kind.text(), fault.tell(source.text()));
            line.panics += 1;
            return;
        };
        checked.diagnostics.retain(|found| !self.known.contains(&found.message));
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
            Kind::ChangePrefix => true,
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
            let place =
                repair.edits.first().and_then(|edit| self.classes.around(edit.place.file, edit.place.span));
            let place = place.unwrap_or_default();
            println!("        -> {} ({}, in {place}){verified}", repair.description, repair.score);
        }
    }
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
