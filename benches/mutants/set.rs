//! Models that are broken, one fault at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use wellposed::equations::{Causality, FlatModel, InstanceId, InstanceKind};
use wellposed::syntax::{FileId, Severity};
use wellposed::{Checked, Files, Loaded, RepairSearch, Wellposedness, check, flatten};

use crate::agreement::{can_be_simulated, contradictions};
use crate::board::{Board, Line};
use crate::classes::{Classes, runnable};
use crate::fault::{Fault, Kind};
use crate::faults::faults;
use crate::home::Home;
use crate::judge::{Broken, Outcome};
use crate::oracle;

/// So many faults are looked at for each mutant that is wanted.
const TRIES: usize = 4;

/// Beyond so many equations it takes too long to ask how many initial values are free.
const MANY: usize = 1_500;

/// Models that are broken.
pub struct Set<'a> {
    pub home: &'a Home,
    /// The model, or a package and a dot; all models that stand for themselves are taken.
    pub within: &'a str,
    /// So many ill-posed models of each kind are made of each model.
    pub mutants: usize,
}

/// What is wanted of models and kinds of faults; everything if nothing is named.
pub struct Wanted {
    pub models: Vec<String>,
    pub kinds: Vec<String>,
}

impl Set<'_> {
    /// Breaks all models, and adds what came of it to the board.
    pub fn run(&self, wanted: &Wanted, board: &mut Board) {
        let (files, loaded) = self.home.load(None);
        let mut names = runnable(&Classes::new(loaded.trees.iter().map(|tree| &**tree), &loaded.sources));
        names.retain(|name| name.starts_with(self.within));
        let asked = |known: &[String], name: &str| {
            known.is_empty()
                || known.iter().any(|known| name == known || name.ends_with(&format!(".{known}")))
        };
        for name in names.iter().filter(|name| asked(&wanted.models, name)) {
            let checked = check(&*files, &loaded, name, &RepairSearch::default());
            let Some(model) = &checked.model else { continue };
            let classes = Classes::new(loaded.trees_of(model).into_iter(), &loaded.sources);
            let Some(bench) = Bench::new(self, &loaded, &classes, name, &checked) else { continue };
            board.models += 1;
            let number = board.models;
            for &kind in Kind::ALL.iter().filter(|kind| asked(&wanted.kinds, kind.text())) {
                let own: Vec<&Fault> = bench.faults.iter().filter(|fault| fault.kind == kind).collect();
                let line = board.lines.entry(kind).or_default();
                for at in spread(own.len(), self.mutants * TRIES, number - 1) {
                    if line.of_model(number) == self.mutants {
                        break;
                    }
                    bench.try_one(own[at], number, line);
                }
            }
        }
    }
}

/// Up to so many numbers below a bound, far from each other; where they begin is different for each model.
fn spread(bound: usize, tries: usize, number: usize) -> impl Iterator<Item = usize> {
    let tries = tries.min(bound);
    (0..tries).map(move |at| (number * 7 + at * bound / tries) % bound)
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
    /// Finds all faults that can be made in a model; none if it is not well-posed to begin with, or a part of others.
    fn new(
        set: &'a Set,
        loaded: &'a Loaded,
        classes: &'a Classes<'a>,
        model: &'a str,
        checked: &Checked,
    ) -> Option<Bench<'a>> {
        let flat = checked.model.as_ref().filter(|_| checked.wellposedness == Wellposedness::Well)?;
        if is_part(flat) {
            return None;
        }
        let verdict = oracle::judge(flat);
        if !verdict.regular || verdict.open > 0 {
            return None;
        }
        // Where initial values are left open or given twice, one more or less of them is no mistake.
        let starts = flat.scalar_equations() <= MANY
            && checked.initialization.total() == 0
            && oracle::freedom(flat) == verdict.given;
        let own = |file: FileId| loaded.trees.iter().any(|tree| tree.file == file);
        let mut faults = faults(classes, flat, &own);
        faults.retain(|fault| starts || !matches!(fault.kind, Kind::FixStart | Kind::FreeStart));
        let known = checked.diagnostics.iter().map(|found| found.message.clone()).collect();
        Some(Bench { set, loaded, classes, model, faults, known })
    }

    /// Makes one fault, and if it does harm checks the model.
    fn try_one(&self, fault: &Fault, number: usize, line: &mut Line) {
        let source = &self.loaded.sources[fault.file];
        let (after, marks) = fault.apply(source.text());
        let start = Instant::now();
        let (files, loaded) = self.set.home.load(Some((Path::new(source.name()), &after)));
        let reading = start.elapsed();
        let Some(harm) = self.harm(&*files, &loaded, fault.kind) else {
            line.broken += 1;
            return;
        };
        let start = Instant::now();
        let checked =
            catch_unwind(AssertUnwindSafe(|| check(&*files, &loaded, self.model, &RepairSearch::default())));
        // What a model needs of a library was read before, to see whether there is harm.
        let library = !self.set.home.folders.is_empty();
        let time = start.elapsed() + if library { Duration::ZERO } else { reading };
        let Ok(mut checked) = checked else {
            println!("PANIC {} {} {}", self.model, fault.kind.text(), fault.tell(source.text()));
            line.panics += 1;
            return;
        };
        let home = self.set.home.with(files.clone());
        let compared = || contradictions(&home, &loaded, self.model, &checked);
        let found = catch_unwind(AssertUnwindSafe(compared)).unwrap_or_else(|_| vec!["panic".to_string()]);
        if !found.is_empty() {
            let told = fault.tell(source.text());
            println!(
                "CONTRADICTION {} {} {told}\n    {}",
                self.model,
                fault.kind.text(),
                found.join("\n    ")
            );
            line.contradictions += 1;
        }
        checked.diagnostics.retain(|found| !self.known.contains(&found.message));
        if !harm {
            line.harmless += 1;
            // What values of parameters make singular is a fault that the oracle does not see.
            let runs = |model: &FlatModel| can_be_simulated(&*files, &loaded, self.model, model.clone());
            if checked.wellposedness != Wellposedness::Well && checked.model.as_ref().is_none_or(runs) {
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
            // Whatever the equations say, the rules for connectors and parameters do not allow it.
            Kind::ChangePrefix => true,
            _ => !verdict.regular || verdict.open > 0,
        })
    }

    fn show(&self, word: &str, fault: &Fault, checked: &Checked, outcome: &Outcome, time: Duration) {
        if std::env::var_os("SHOW").is_none() || word == "FIRST" && std::env::var_os("ALL").is_none() {
            return;
        }
        let text = self.loaded.sources[fault.file].text();
        let milliseconds = time.as_secs_f64() * 1e3;
        println!(
            "{word} {} {} rank {:?} of {}, {} in {milliseconds:.0} ms\n    {}",
            fault.kind.text(),
            self.model,
            outcome.rank,
            checked.repairs.len(),
            checked.wellposedness.status().word(),
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

/// True if a model has connectors or inputs of its own, or nothing at all: then it is a part of others.
fn is_part(model: &FlatModel) -> bool {
    let top = InstanceId(0);
    let mut own = model.instances.iter().skip(1).filter(|instance| instance.parent == top);
    let mut variables = model.variables.iter();
    own.any(|instance| instance.kind == InstanceKind::Connector)
        || variables.any(|variable| variable.instance == top && variable.causality == Causality::Input)
        || model.scalar_equations() == 0
}
