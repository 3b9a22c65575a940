//! No verdict that the next command contradicts: what `check` says of a model, what `simulate` and `init` then do with it, what
//! `check` says without time to try repairs, and what it says of the model once a repair that it calls verified is carried out.

use std::cell::Cell;
use std::path::Path;

use wellposed::equations::FlatModel;
use wellposed::syntax::{Diagnostic, DiagnosticCode, Edit, Severity};
use wellposed::{
    Cancellation, Checked, Experiment, FailedSimulation, FailureClass, Files, InitialValueSource, Loaded,
    Overrides, Progress, Repair, RepairSearch, Wellposedness, check, check_whole, initialize, simulate,
};

use super::home::Home;

/// Steps that are made of a simulation, and how often it may ask whether to go on while none is finished. Structure shows in
/// the plan, at the start and at the first events.
const STEPS: u64 = 200;
const QUESTIONS: u64 = 20_000;

/// What became of a claim.
enum Agreement {
    /// Both commands say the same.
    Kept,
    /// The next command says something else: what.
    Broken(String),
}

/// Whoever has no patience for long simulations, whatever the clock says.
#[derive(Default)]
struct Effort(Cell<u64>);

impl Progress for Effort {
    fn on_step(&self, _: f64, steps: u64) -> bool {
        steps < STEPS
    }

    fn should_continue(&self) -> bool {
        self.0.set(self.0.get() + 1);
        self.0.get() < QUESTIONS
    }
}

/// So many repairs of a model are carried out.
const REPAIRS: usize = 2;

/// All that contradicts what `check` said of a model.
pub fn contradictions(home: &Home, loaded: &Loaded, name: &str, checked: &Checked) -> Vec<String> {
    let files = &*home.files;
    let all = [compare(files, loaded, name, checked), in_no_time(files, loaded, name, checked)];
    // An equation that only the modeller knows stands for another one.
    let verified = checked.repairs.iter().filter(|repair| repair.is_verified() && !repair.sketch);
    let verified = verified.filter(|repair| !repair.edits.is_empty());
    let repaired = verified.take(REPAIRS).map(|repair| carry_out(home, loaded, name, repair));
    let broken = all.into_iter().chain(repaired).filter_map(|found| match found {
        Agreement::Broken(what) => Some(what),
        Agreement::Kept => None,
    });
    broken.collect()
}

/// Without time to try repairs `check` may show fewer of them, and has to find the same.
fn in_no_time(files: &dyn Files, loaded: &Loaded, name: &str, checked: &Checked) -> Agreement {
    let again = check(
        files,
        loaded,
        name,
        &RepairSearch { budget: Cancellation::new(|| true), ..RepairSearch::default() },
    );
    let said = |checked: &Checked| {
        let found = checked.diagnostics.iter();
        found.map(|found| (found.code, found.primary.place, found.message.clone())).collect::<Vec<_>>()
    };
    if again.wellposedness != checked.wellposedness {
        return broken("without time check comes to another verdict", None);
    }
    let (all, few) = (said(checked), said(&again));
    match few.iter().zip(&all).find(|(few, all)| few != all) {
        Some((few, all)) => {
            let [few, all] = [few, all].map(|(code, _, message)| format!("{code} {message}"));
            broken(&format!("without time check says `{few}`, with time `{all}`"), None)
        }
        None if few.len() != all.len() => broken("without time check finds more or less", None),
        None => Agreement::Kept,
    }
}

/// A model is well-posed after a repair that is called verified.
fn carry_out(home: &Home, loaded: &Loaded, name: &str, repair: &Repair) -> Agreement {
    let file = repair.edits[0].place.file;
    let source = &loaded.sources[file];
    let Some(text) = edited(source.text(), repair.edits.iter().filter(|edit| edit.place.file == file)) else {
        return broken(&format!("the edits of `{}` overlap", repair.description), None);
    };
    if repair.edits.iter().any(|edit| edit.place.file != file) {
        return Agreement::Kept;
    }
    let (files, loaded) = home.load(Some((Path::new(source.name()), &text)));
    let checked = check(
        &*files,
        &loaded,
        name,
        &RepairSearch { budget: Cancellation::new(|| true), ..RepairSearch::default() },
    );
    match checked.wellposedness {
        Wellposedness::Well => Agreement::Kept,
        _ => {
            let wrong = checked.diagnostics.iter().find(|found| found.severity() == Severity::Error);
            broken(&format!("`{}` is verified, and check refuses the model then", repair.description), wrong)
        }
    }
}

/// A text with edits carried out; none if they overlap.
pub fn edited<'a>(text: &str, edits: impl Iterator<Item = &'a Edit>) -> Option<String> {
    let mut edits: Vec<&Edit> = edits.collect();
    edits.sort_by_key(|edit| edit.place.span);
    let (mut result, mut done) = (String::new(), 0);
    for edit in edits {
        let range = edit.place.span.range();
        result.push_str(text.get(done..range.start)?);
        result.push_str(&edit.replacement);
        done = range.end;
    }
    Some(result + text.get(done..)?)
}

/// Compares what `check` said of a model with what the next commands do.
fn compare(files: &dyn Files, loaded: &Loaded, name: &str, checked: &Checked) -> Agreement {
    let search = RepairSearch { budget: Cancellation::new(|| true), ..RepairSearch::default() };
    let whole = check_whole(files, loaded, name, &search);
    let is_error = |found: &&Diagnostic| found.severity() == Severity::Error;
    match (checked.wellposedness, whole.wellposedness) {
        (Wellposedness::Well, Wellposedness::Well) => accepted(files, loaded, name, (checked, whole)),
        (Wellposedness::Well, _) => match whole.diagnostics.iter().find(is_error) {
            // The model is a component, and `check` says so.
            Some(found) if found.code == DiagnosticCode::OpenComponent && checked.component.is_some() => {
                Agreement::Kept
            }
            found => broken("check accepts, and simulate refuses at once", found),
        },
        (Wellposedness::Error, _) => Agreement::Kept,
        (_, Wellposedness::Well) => refused(files, loaded, name, (checked, whole)),
        _ => Agreement::Kept,
    }
}

/// What is accepted must not fail for a structural reason, and what is said of initial conditions must hold.
fn accepted(
    files: &dyn Files,
    loaded: &Loaded,
    name: &str,
    (checked, whole): (&Checked, Checked),
) -> Agreement {
    let said = |code: DiagnosticCode| checked.diagnostics.iter().any(|found| found.code == code);
    // With zero for a parameter that has no value fewer values can be chosen.
    let (unset, few) = (said(DiagnosticCode::NoValue), said(DiagnosticCode::FewStarts));
    let Some(model) = whole.model else { return broken("there is no model", None) };
    let experiment = Experiment::of(loaded, name);
    let nothing = Overrides::default();
    let run = simulate(files, loaded, model.clone(), &experiment, &nothing, &Effort::default(), None);
    if let Err(failed) = &run {
        let unforeseen = match failed.class {
            FailureClass::Structure => true,
            FailureClass::InitialConditions => !unset,
            FailureClass::Values => false,
        };
        if unforeseen {
            return broken("check accepts, and simulate fails for a structural reason", failed.found.last());
        }
    }
    let Ok(initial) = initialize(files, loaded, model, experiment.start, &nothing, &[]) else {
        return match run {
            Ok(_) => broken("simulate begins, and init says that there is no beginning", None),
            Err(_) => Agreement::Kept,
        };
    };
    let free =
        |how: &InitialValueSource| matches!(how, InitialValueSource::Free(_) | InitialValueSource::Tied(_));
    if few && !initial.values.iter().any(|valued| free(&valued.how)) {
        return broken(
            "check says that initial conditions are missing, and init finds no value that is free",
            None,
        );
    }
    Agreement::Kept
}

/// Whether a model could be simulated, whatever `check` says of it.
pub fn can_be_simulated(files: &dyn Files, loaded: &Loaded, name: &str, model: FlatModel) -> bool {
    let experiment = Experiment::of(loaded, name);
    let run = simulate(files, loaded, model, &experiment, &Overrides::default(), &Effort::default(), None);
    run.map_or_else(|failed| failed.class == FailureClass::Values, |_| true)
}

/// What is refused must not be simulated.
fn refused(
    files: &dyn Files,
    loaded: &Loaded,
    name: &str,
    (checked, whole): (&Checked, Checked),
) -> Agreement {
    let foreseen = match checked.has_inconsistent_initial_conditions() {
        true => {
            |failed: &FailedSimulation| failed.found.iter().any(|found| found.code == DiagnosticCode::NoStart)
        }
        false => |failed: &FailedSimulation| failed.class == FailureClass::Structure,
    };
    let Some(model) = whole.model else { return Agreement::Kept };
    let experiment = Experiment::of(loaded, name);
    match simulate(files, loaded, model, &experiment, &Overrides::default(), &Effort::default(), None) {
        Err(failed) if foreseen(&failed) => Agreement::Kept,
        Err(failed) => broken("check refuses, and simulate fails for another reason", failed.found.last()),
        Ok(_) => broken("check refuses, and simulate accepts", None),
    }
}

fn broken(what: &str, found: Option<&Diagnostic>) -> Agreement {
    let found = found.map(|found| format!(": {} {}", found.code, found.message)).unwrap_or_default();
    Agreement::Broken(format!("{what}{found}"))
}
