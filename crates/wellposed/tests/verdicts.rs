//! No verdict that the next command contradicts: what `check` accepts as a whole model can be planned, at all times and at
//! the start. All models of the corpus and of the examples are asked.

use std::path::{Path, PathBuf};
use wellposed::Cancellation;

use wellposed::syntax::tree::Restriction;
use wellposed::syntax::{Diagnostic, DiagnosticCode, Severity};
use wellposed::{
    EntryKind, Files, Loaded, PlannedModel, RenderStyle, RepairSearch, Wellposedness, check, check_whole,
    load, models, render,
};

#[allow(clippy::disallowed_methods, dead_code, unreachable_pub)]
use super::disk;
use disk::Disk;

/// Fewer models that are accepted would say less.
const LEAST: usize = 600;

/// Models in which only the plan sees what is wrong, so that `check` asks it too: equations that are singular for the given
/// values of parameters, clocks that wait for each other, and `reinit` of what is no state. It should stay a short list.
const BY_PLAN_ALONE: &[&str] = &["clocks/WrongAcross.mo", "debug/reinit_tied.mo", "numbers/values.mo"];

/// The models, blocks and classes of what was read, besides partial ones.
fn names(loaded: &Loaded) -> Vec<String> {
    let mut names = Vec::new();
    for tree in loaded.trees.iter().filter(|tree| tree.within.is_none_or(|within| within.name.is_none())) {
        for class in &tree[tree.classes] {
            let name = loaded.sources[tree.file].text()[class.name.span.range()].to_string();
            match class.restriction {
                Restriction::Package => names.extend(models(loaded, &name).unwrap_or_default()),
                Restriction::Model | Restriction::Block | Restriction::Class => names.push(name),
                _ => {}
            }
        }
    }
    names.sort();
    names.dedup();
    names
}

/// Models and packages below a folder.
fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in Disk.list(folder).unwrap_or_default() {
        let path = folder.join(&entry.name);
        match entry.kind {
            EntryKind::File if entry.name.ends_with(".mo") => found.push(path),
            EntryKind::Folder if Disk.kind(&path.join("package.mo")).is_ok() => found.push(path),
            EntryKind::Folder => collect(&path, found),
            _ => {}
        }
    }
}

/// What is wrong with a plan that `check` should have said; what is not supported yet is something else.
fn is_structural(found: &Diagnostic) -> bool {
    found.severity() == Severity::Error && !matches!(found.code, DiagnosticCode::NotSupported)
}

#[test]
fn what_check_accepts_can_be_planned() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    ["tests/corpus", "examples"].iter().for_each(|folder| collect(&root.join(folder), &mut files));
    let (mut accepted, mut complaints) = (0, Vec::new());
    for path in files {
        let loaded = load(&Disk, std::slice::from_ref(&path));
        if loaded.errors() > 0 {
            continue;
        }
        for name in names(&loaded) {
            let search = RepairSearch { budget: Cancellation::new(|| true), ..RepairSearch::default() };
            let checked = check_whole(&Disk, &loaded, &name, &search);
            let errors = checked.diagnostics.iter().any(|found| found.severity() == Severity::Error);
            let Some(model) =
                checked.model.filter(|_| checked.wellposedness == Wellposedness::Well && !errors)
            else {
                continue;
            };
            accepted += 1;
            let Err(found) = PlannedModel::new(model, &Cancellation::default()) else { continue };
            let found = found.iter().filter(|found| is_structural(found));
            if BY_PLAN_ALONE.iter().any(|known| path.ends_with(known)) {
                assert_ne!(
                    check(&Disk, &loaded, &name, &search).wellposedness,
                    Wellposedness::Well,
                    "{name}"
                );
                continue;
            }
            let shown = found.map(|found| render(&loaded.sources, found, RenderStyle::default()));
            complaints.extend(shown.map(|shown| format!("{} {name}\n{shown}", path.display())));
        }
    }
    assert!(complaints.is_empty(), "{} of {accepted}\n{}", complaints.len(), complaints.join("\n"));
    assert!(accepted >= LEAST, "{accepted} models");
}

/// A component is accepted by `check` and refused as a whole model, or it can be planned.
#[test]
fn components_are_judged_with_their_boundary() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/Basics");
    let loaded = load(&Disk, &[root]);
    let search = RepairSearch::default();
    let resistor = "Basics.Electrical.Resistor";
    let alone = check(&Disk, &loaded, resistor, &search);
    assert_eq!(alone.wellposedness, Wellposedness::Well);
    let open: Vec<&str> =
        alone.component.iter().flat_map(|found| &found.open).map(|open| &*open.name).collect();
    assert_eq!(open, ["p", "n"]);
    let whole = check_whole(&Disk, &loaded, resistor, &search);
    assert_eq!(whole.wellposedness, Wellposedness::Mixed);
    let codes: Vec<DiagnosticCode> = whole.diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, [DiagnosticCode::OpenComponent]);
}
