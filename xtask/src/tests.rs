//! The tests: that all of them run, that none is skipped, and that they stay few programs.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{cargo, root};

/// Programs of tests in the whole workspace. Each takes seconds to link, and seconds again after every change.
const MOST_PROGRAMS: usize = 15;

/// Builds and runs tests, and counts what did not run as a failure.
pub(crate) fn run(selection: &[&str]) -> Result<(), String> {
    let mut programs = 0;
    cargo(&[&["test", "--no-run"], selection].concat()).run()?;
    let all = [&["test", "--no-run", "--message-format", "json"], selection].concat();
    for line in cargo(&all).output()?.lines() {
        programs += usize::from(is_program(line));
    }
    if programs > MOST_PROGRAMS {
        return Err(format!(
            "{programs} programs of tests; {MOST_PROGRAMS} are enough (docs/architecture.md, Tests)"
        ));
    }
    let (mut passed, mut skipped) = (0, 0);
    let all = [&["test", "--no-fail-fast"], selection].concat();
    let outcome = cargo(&all).watch(|line| {
        if line.starts_with("test result:") {
            passed += count(line, "passed");
            skipped += count(line, "ignored") + count(line, "filtered out");
        }
    });
    println!("{passed} tests passed in {programs} programs, {skipped} were skipped");
    outcome?;
    match (passed, skipped) {
        (0, _) => Err("no test ran".to_string()),
        (_, 0) => Ok(()),
        _ => Err(format!("{skipped} tests were skipped, which is no way to pass")),
    }
}

/// A line of cargo about something that was built as a program of tests.
fn is_program(line: &str) -> bool {
    line.contains("\"test\":true},\"features\":") && line.contains("\"executable\":\"")
}

/// The number before a word of `test result: ok. 3 passed; 0 failed; …`.
fn count(line: &str, word: &str) -> usize {
    let Some(end) = line.find(word) else { return 0 };
    line[..end]
        .split([' ', '.', ';'])
        .rfind(|part| !part.is_empty())
        .and_then(|part| part.parse().ok())
        .unwrap_or(0)
}

/// Tests within the files of a crate that is no program of tests run only if `tests/mod.rs` builds those files by their paths.
pub(crate) fn hidden() -> Result<(), String> {
    let mut forgotten = Vec::new();
    for entry in fs::read_dir(root().join("crates")).map_err(|error| error.to_string())?.flatten() {
        let folder = entry.path();
        let manifest = read(&folder.join("Cargo.toml"));
        let whole = !manifest.lines().any(|line| line == "test = false");
        let named = read(&folder.join("tests/mod.rs"));
        if whole {
            continue;
        }
        for file in sources(&folder.join("src")) {
            let within = file.strip_prefix(&folder).unwrap_or(&file).display().to_string();
            if read(&file).contains("#[cfg(test)]") && !named.contains(&format!("\"../{within}\"")) {
                forgotten.push(file.display().to_string());
            }
        }
    }
    forgotten.sort();
    if forgotten.is_empty() {
        Ok(())
    } else {
        Err(format!("tests that never run, in {}", forgotten.join(", ")))
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}
