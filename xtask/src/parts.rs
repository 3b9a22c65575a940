//! The parts of `cargo xtask test`, one after the other, and what came of them.

use std::time::Instant;

use crate::command::{cargo, has};
use crate::{features, licences, questions, tests, type_names};

/// What came of a part that does not fail.
pub(crate) enum Outcome {
    Passed,
    /// Something is not there that it needs. Under `CI` this is a failure.
    Missing(String),
    /// The toolchain is not made for it, and nothing that CI could install would help.
    Impossible(String),
}

struct Part {
    name: &'static str,
    run: fn() -> Result<Outcome, String>,
}

/// What is quick comes first.
const PARTS: &[Part] = &[
    Part { name: "layout", run: || passed(cargo(&["fmt", "--all", "--check"]).run()) },
    Part { name: "licences", run: || passed(licences::check()) },
    Part { name: "features", run: || passed(features::check()) },
    Part { name: "type-names", run: || passed(type_names::check()) },
    Part { name: "questions", run: || passed(questions::check()) },
    Part { name: "hidden-tests", run: || passed(tests::hidden()) },
    Part { name: "lints", run: lints },
    Part { name: "tests", run: || passed(tests::run(&["--workspace"])) },
    // What a newcomer types first.
    Part {
        name: "newcomer",
        run: || passed(cargo(&["run", "--quiet", "--", "parse", "examples/ball.mo"]).run()),
    },
    Part { name: "pages", run: pages },
    Part { name: "docs", run: docs },
    Part {
        name: "interpreter",
        run: || passed(tests::run(&["--package", "wellposed", "--no-default-features"])),
    },
    Part { name: "wasm", run: features::wasm },
    Part {
        name: "fuzz",
        run: || passed(cargo(&["run", "--quiet", "--package", "fuzz", "--", "--seconds", "120"]).run()),
    },
];

fn passed(outcome: Result<(), String>) -> Result<Outcome, String> {
    outcome.map(|()| Outcome::Passed)
}

fn lints() -> Result<Outcome, String> {
    passed(cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]).run())
}

fn docs() -> Result<Outcome, String> {
    passed(cargo(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings").run())
}

/// The tests of pages run their scripts only where there is `node`.
fn pages() -> Result<Outcome, String> {
    let missing =
        || Outcome::Missing("the scripts of pages were read and not run: there is no `node`".to_string());
    Ok(if has("node") { Outcome::Passed } else { missing() })
}

/// Carries out the chosen parts, or all. A part that fails does not keep the next from being told.
pub(crate) fn run(chosen: &[&str]) -> Result<(), String> {
    if let Some(unknown) = chosen.iter().find(|name| PARTS.iter().all(|part| part.name != **name)) {
        let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
        return Err(format!("no part `{unknown}`: there are {}", names.join(", ")));
    }
    let strict = std::env::var_os("CI").is_some_and(|value| value == "true");
    let (mut lines, mut failures) = (Vec::new(), 0);
    for part in PARTS.iter().filter(|part| chosen.is_empty() || chosen.contains(&part.name)) {
        println!("\n== {}", part.name);
        let begin = Instant::now();
        let outcome = (part.run)();
        let (word, reason) = match outcome {
            Ok(Outcome::Passed) => ("ok", String::new()),
            Ok(Outcome::Impossible(reason)) => ("not here", reason),
            Ok(Outcome::Missing(reason)) if !strict => ("missing", reason),
            Ok(Outcome::Missing(reason)) | Err(reason) => ("FAILED", reason),
        };
        failures += usize::from(word == "FAILED");
        if !reason.is_empty() {
            println!("{reason}");
        }
        let first = reason.lines().next().unwrap_or_default();
        lines.push(format!("{:13} {word:8} {:5.0} s  {first}", part.name, begin.elapsed().as_secs_f64()));
    }
    println!("\n{}", lines.join("\n"));
    if failures == 0 { Ok(()) } else { Err(format!("{failures} parts failed")) }
}
