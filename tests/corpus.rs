//! Runs every model of `tests/corpus` through the stages that have an expected file beside it.
//!
//! `X.mo` (or the package folder `X/`) with `X.tree` checks the tree, `X.diag` the diagnostics, `X.fmt` the
//! formatted text. `BLESS=1` rewrites the expected files. A model without a single expected file fails.

#![allow(clippy::disallowed_methods, unreachable_pub)]

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use wellposed::syntax::{FileId, dump, format, lex};
use wellposed::{EntryKind, Files, Loaded, Style, load, render};

#[path = "../crates/cli/src/disk.rs"]
mod disk;
use disk::Disk;

fn main() {
    // Names relative to the corpus, so that expected files hold no path of a machine.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    std::env::set_current_dir(root).unwrap_or_else(|error| panic!("there is no corpus: {error}"));
    let mut cases = Vec::new();
    collect(Path::new(""), &mut cases);
    let bless = std::env::var_os("BLESS").is_some();
    let trials = cases.into_iter().map(|case| {
        let name = case.display().to_string();
        Trial::test(name, move || check(&case, bless))
    });
    let trials: Vec<Trial> = trials.collect();
    assert!(!trials.is_empty(), "the corpus is empty");
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Models and package folders below a folder, in the order of names.
fn collect(folder: &Path, cases: &mut Vec<PathBuf>) {
    let entries = Disk.list(&Path::new(".").join(folder)).unwrap_or_default();
    for entry in entries {
        let path = folder.join(&entry.name);
        match entry.kind {
            EntryKind::File if entry.name.ends_with(".mo") => cases.push(path),
            // Every folder below `packages` is one case, whether it is a package or fails to be one.
            EntryKind::Folder if folder == Path::new("packages") => cases.push(path),
            EntryKind::Folder => collect(&path, cases),
            _ => {}
        }
    }
}

type Stage = fn(&Loaded) -> String;

const STAGES: &[(&str, Stage)] = &[("tree", trees), ("diag", diagnostics), ("fmt", formatted)];

fn check(case: &Path, bless: bool) -> Result<(), Failed> {
    let loaded = load(&Disk, &[case.to_path_buf()]);
    let mut checked = 0;
    for (ending, stage) in STAGES {
        let expected_path = case.with_extension(ending);
        if !expected_path.exists() {
            continue;
        }
        checked += 1;
        let actual = stage(&loaded);
        if bless {
            fs::write(&expected_path, &actual)?;
            continue;
        }
        let expected = fs::read_to_string(&expected_path)?;
        if actual != expected {
            let shown = expected_path.display();
            return Err(format!("{shown} differs\n--- expected\n{expected}\n--- actual\n{actual}").into());
        }
    }
    if checked == 0 {
        return Err("no expected file: add an empty .tree, .diag or .fmt and run with BLESS=1".into());
    }
    if !case.with_extension("diag").exists() && !loaded.diagnostics.is_empty() {
        return Err(format!("unexpected diagnostics\n{}", diagnostics(&loaded)).into());
    }
    stable(&loaded)
}

fn trees(loaded: &Loaded) -> String {
    loaded.trees.iter().map(|tree| dump(tree, loaded.sources[tree.file].text())).collect()
}

fn diagnostics(loaded: &Loaded) -> String {
    let shown = loaded.diagnostics.iter().map(|found| render(&loaded.sources, found, Style::default()));
    shown.collect::<Vec<_>>().join("\n")
}

fn formatted(loaded: &Loaded) -> String {
    let format =
        |file| format(file, loaded.sources[file].text()).unwrap_or_else(|_| "has errors\n".to_string());
    loaded.trees.iter().map(|tree| format(tree.file)).collect()
}

/// Formatting a model twice is formatting it once, and changes neither its words nor its tree.
fn stable(loaded: &Loaded) -> Result<(), Failed> {
    for tree in &loaded.trees {
        let text = loaded.sources[tree.file].text();
        let Ok(once) = format(tree.file, text) else { continue };
        if format(tree.file, &once).as_deref() != Ok(once.as_str()) {
            return Err("formatting is not idempotent".into());
        }
        if words(&once) != words(text) {
            return Err("formatting changes the words".into());
        }
        let parsed = wellposed::syntax::parse(tree.file, &once);
        if dump(&parsed.tree, &once) != dump(tree, text) {
            return Err("formatting changes the tree".into());
        }
    }
    Ok(())
}

fn words(text: &str) -> Vec<&str> {
    lex(FileId(0), text).spans.iter().map(|span| &text[span.range()]).collect()
}
