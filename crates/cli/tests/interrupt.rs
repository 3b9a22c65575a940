//! Ctrl-C leaves no half-written file.

#![cfg(unix)]
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::program;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

fn folder(name: &str, model: &str) -> PathBuf {
    program::folder("interrupt", name, &[("M.mo", model)])
}

fn spawn(folder: &Path, arguments: &[&str]) -> Child {
    program::program(folder, &[&["simulate", "M.mo"], arguments].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn interrupt(child: &Child) {
    let done = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(done.success());
}

fn others(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| !path.ends_with("M.mo")).collect()
}

#[test]
fn a_simulation_that_is_stopped_leaves_nothing() {
    // It takes seconds, and says when it has begun: the explicit method complains that the model is stiff.
    let model = "model M\n  Real y(start = 0, fixed = true);\nequation\n  der(y) = -1e6*(y - cos(time));\n  \
                 annotation(experiment(StopTime = 3));\nend M;\n";
    let folder = folder("running", model);
    let mut child = spawn(&folder, &["--solver", "explicit", "-o", "r.mat"]);
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    assert!(first.contains("the model is stiff"), "{first}");
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let last = lines.next().unwrap().unwrap();
    assert!(
        last.starts_with("wellposed: stopped at time ") && last.ends_with("; nothing was written"),
        "{last}"
    );
    assert_eq!(others(&folder), Vec::<PathBuf>::new());
}

#[test]
fn a_result_is_there_as_a_whole_or_not_at_all() {
    let model =
        "model M\n  Real x[40](each start = 1, each fixed = true);\nequation\n  der(x) = -x;\nend M;\n";
    let folder = folder("writing", model);
    let mut child = spawn(&folder, &["--intervals", "40000", "-o", "r.csv"]);
    // As soon as anything is seen of the file, the program is stopped.
    while others(&folder).is_empty() && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    if child.try_wait().unwrap().is_none() {
        interrupt(&child);
    }
    child.wait().unwrap();
    let left = others(&folder);
    let whole = |path: &PathBuf| {
        let lines = std::fs::read_to_string(path).unwrap().lines().count();
        path.ends_with("r.csv") && lines == 40_002
    };
    assert!(left.is_empty() || left.len() == 1 && left.iter().all(whole), "{left:?}");
}
