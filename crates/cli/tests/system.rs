//! `wellposed system` as scripts and people use it.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::program;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};

use program::{stderr, stdout};

/// A folder of its own for each test.
fn folder(test: &str) -> PathBuf {
    program::folder("system", test, &[])
}

fn run(folder: &Path, args: &[&str]) -> Output {
    program::run(folder, &[&["system"], args].concat())
}

const PENDULUM: &str = "eq1: x^2 F\neq2: y^2 F\neq3: x y\n";
const NETWORK: &str =
    "unknowns: x1 \"voltage 1\" x2 x3\nf1: x1 x2 x3\nf2: x3 \"node 1\"\nf3: x3 \"node 2\"\n";

/// Runs on a text and gives what is printed in JSON.
fn json_of(test: &str, text: &str, status: i32) -> Value {
    let folder = folder(test);
    fs::write(folder.join("a.eqs"), text).unwrap();
    let output = run(&folder, &["a.eqs", "--format", "json"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(status), ""));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn json_has_the_promised_keys() {
    let found = json_of("json", PENDULUM, 0);
    let keys: BTreeSet<&str> = found.as_object().unwrap().keys().map(String::as_str).collect();
    let promised = BTreeSet::from([
        "equations",
        "unknowns",
        "structural_index",
        "degrees_of_freedom",
        "states",
        "blocks",
        "over",
        "under",
        "row_ranks",
        "column_ranks",
        "diagnostics",
        "errors",
        "warnings",
    ]);
    assert_eq!(keys, promised);
    assert_eq!((&found["equations"], &found["unknowns"]), (&json!(3), &json!(3)));
    assert_eq!((&found["structural_index"], &found["degrees_of_freedom"]), (&json!(3), &json!(2)));
    assert_eq!(found["states"].as_array().unwrap().len(), 2);
    let blocks = found["blocks"].as_array().unwrap();
    assert_eq!(blocks.len(), 1);
    assert_eq!(blocks[0]["kind"], "simultaneous");
    assert_eq!(blocks[0]["equations"], json!(["eq1", "eq2", "eq3"]));
    assert_eq!(blocks[0]["unknowns"].as_array().unwrap().len(), 3);
    assert!(blocks[0]["tearing"].is_array());
    assert_eq!(found["over"], json!({ "equations": [], "unknowns": [] }));
    assert_eq!((&found["row_ranks"], &found["diagnostics"]), (&json!([]), &json!([])));
}

/// A model has numbers, and JSON tells what they say.
#[test]
fn json_tells_the_true_index_of_a_model() {
    let folder = folder("true_index");
    let text =
        "model M Real v, w, i; equation der(v) - der(w) = i; der(w) - der(v) + w = 0; v = time; end M;";
    std::fs::write(folder.join("M.mo"), text).unwrap();
    let output = program::run(&folder, &["analyze", "M.mo", "--format", "json"]);
    let found: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!((&found["structural_index"], &found["true_index"]), (&json!(2), &json!(1)));
    assert_eq!(found["true_degrees_of_freedom"], json!(1));
    assert_eq!(found["true_index_differs"], json!([["der(v) - der(w) = i", "der(w) - der(v) + w = 0"]]));
    assert_eq!(found["dependences"], json!([]));
}

#[test]
fn json_tells_what_is_singular() {
    let found = json_of("json_singular", NETWORK, 1);
    assert_eq!(found["structural_index"], Value::Null);
    assert_eq!(found["degrees_of_freedom"], 1);
    assert_eq!(found["over"], json!({ "equations": ["f2", "f3"], "unknowns": ["x3"] }));
    assert_eq!(found["under"], json!({ "equations": ["f1"], "unknowns": ["x1", "x2"] }));
    assert_eq!(found["row_ranks"], json!([["f2", "f3"]]));
    assert_eq!(found["column_ranks"], json!([["x1", "x2"]]));
    let kinds: Vec<&Value> = found["blocks"].as_array().unwrap().iter().map(|block| &block["kind"]).collect();
    assert_eq!(kinds, ["over", "under"]);
    let codes: Vec<&Value> =
        found["diagnostics"].as_array().unwrap().iter().map(|one| &one["code"]).collect();
    assert_eq!(codes, ["W0402", "W0401"]);
    assert_eq!(found["diagnostics"][0]["message"], "over-determined: 2 equations for 1 unknown");
    assert_eq!(found["diagnostics"][0]["primary"]["start"], json!({ "line": 4, "column": 1 }));
}

#[test]
fn all_ranks_are_listed_when_asked_for() {
    let folder = folder("ranks");
    fs::write(folder.join("a.eqs"), "e1: x\ne2: x\ne3: x\n").unwrap();
    let ranks = |args: &[&str]| -> Value {
        let output = run(&folder, args);
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(
            found["diagnostics"].as_array().unwrap().len(),
            2,
            "one for each equation that is left over"
        );
        found["row_ranks"].clone()
    };
    assert_eq!(ranks(&["a.eqs", "--format", "json"]), json!([["e1", "e2"], ["e1", "e3"]]));
    let mut all: Vec<Value> =
        ranks(&["a.eqs", "--format", "json", "--all-ranks"]).as_array().unwrap().clone();
    all.sort_by_key(ToString::to_string);
    assert_eq!(all, [json!(["e1", "e2"]), json!(["e1", "e3"]), json!(["e2", "e3"])]);
}

#[test]
fn wrong_text_has_no_structure() {
    let found = json_of("json_wrong", "e1 x\n", 1);
    assert_eq!(found["diagnostics"][0]["code"], "W0421");
    assert!(found.get("blocks").is_none());
}

#[test]
fn status_tells_regular_singular_and_failed() {
    let folder = folder("status");
    fs::write(folder.join("good.eqs"), PENDULUM).unwrap();
    fs::write(folder.join("bad.eqs"), NETWORK).unwrap();
    fs::write(folder.join("warned.eqs"), "e1: x x\n").unwrap();
    fs::write(folder.join("empty.eqs"), "").unwrap();
    fs::write(folder.join("zeros.eqs"), [0; 100]).unwrap();
    fs::write(folder.join("Model.mo"), "model Model\n  Real x;\nequation\n  x = 1;\nend Model;\n").unwrap();
    let cases = [
        ("good.eqs", 0, ""),
        ("bad.eqs", 1, "W0402"),
        ("warned.eqs", 0, "W0425"),
        ("empty.eqs", 0, ""),
        ("zeros.eqs", 1, "W0132"),
        ("Model.mo", 1, "Modelica"),
        ("nowhere.eqs", 2, "W0134"),
        (".", 2, "folder"),
    ];
    for (file, status, text) in cases {
        let output = run(&folder, &[file]);
        assert_eq!(output.status.code(), Some(status), "{file}: {}", stderr(&output));
        assert!(stderr(&output).contains(text), "{file}: {}", stderr(&output));
        assert!(stderr(&output).len() < 3000, "{file}: {}", stderr(&output));
    }
    for args in [&[][..], &["good.eqs", "--emit", "picture"], &["good.eqs", "bad.eqs"]] {
        assert_eq!(run(&folder, args).status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn standard_input_is_a_file() {
    let folder = folder("stdin");
    fs::write(folder.join("a.eqs"), PENDULUM).unwrap();
    let file = fs::File::open(folder.join("a.eqs")).unwrap();
    let output = program::program(&folder, &["system", "-"]).stdin(file).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("structural index: 3"), "{}", stdout(&output));
}

#[test]
fn each_form_can_be_printed() {
    let folder = folder("emit");
    fs::write(folder.join("a.eqs"), NETWORK).unwrap();
    for (form, begin) in [
        ("structure", "block  part"),
        ("eqs", "unknowns: x1"),
        ("gml", "graph ["),
        ("dot", "graph \"a.eqs\" {"),
        ("svg", "<svg xmlns="),
        ("html", "<!doctype html>"),
    ] {
        let output = run(&folder, &["a.eqs", "--emit", form]);
        // The system is singular whatever is printed of it.
        assert_eq!(output.status.code(), Some(1), "{form}");
        assert!(stdout(&output).starts_with(begin), "{form}: {}", stdout(&output));
        assert!(stderr(&output).contains("W0402"), "{form}");
    }
}

#[test]
fn graphs_are_read_again() {
    let folder = folder("graph");
    fs::write(folder.join("a.eqs"), NETWORK).unwrap();
    let graph = run(&folder, &["a.eqs", "--emit", "gml"]);
    fs::write(folder.join("a.gml"), &graph.stdout).unwrap();
    let text = run(&folder, &["a.gml", "--emit", "eqs"]);
    let direct = run(&folder, &["a.eqs", "--emit", "eqs"]);
    assert_eq!(stdout(&text), stdout(&direct));
    let codes = |output: &Output| stderr(output).lines().filter(|line| line.starts_with("error")).count();
    assert_eq!((codes(&text), codes(&direct)), (2, 2));
}

#[test]
fn long_tables_are_shortened_unless_asked_for() {
    let folder = folder("long");
    let text: String = (0..1000).map(|at| format!("e{at}: x{at}\n")).collect();
    fs::write(folder.join("a.eqs"), text).unwrap();
    let short = run(&folder, &["a.eqs"]);
    assert!(stdout(&short).contains("800 lines not shown"), "{}", stdout(&short));
    assert!(stdout(&short).contains("  e0 ") && stdout(&short).contains("  e999 "));
    assert!(!stdout(&short).contains("  e500 "));
    let long = run(&folder, &["a.eqs", "--emit", "structure"]);
    assert!(stdout(&long).contains("  e500 ") && !stdout(&long).contains("not shown"));
}

#[test]
fn large_systems_have_no_picture_and_say_so() {
    let folder = folder("picture");
    let text: String = (0..2000).map(|at| format!("e{at}: x{at}\n")).collect();
    fs::write(folder.join("a.eqs"), text).unwrap();
    let output = run(&folder, &["a.eqs", "--emit", "svg"]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""));
    assert!(stderr(&output).contains("2000 equations") && stderr(&output).contains("--emit html"));
}

#[test]
fn ten_megabytes_on_one_line() {
    let folder = folder("line");
    let long = "a".repeat(10_000_000);
    let name = format!("{long}: x\n{long}: x\n");
    let order = format!("e: x^{}", "9".repeat(10_000_000));
    for text in [&long, &name, &order] {
        for file in ["a.eqs", "a.gml"] {
            fs::write(folder.join(file), text).unwrap();
            let output = run(&folder, &[file]);
            assert_eq!(output.status.code(), Some(1), "{file}");
            assert!(stderr(&output).len() < 5000, "the message is too long to read");
        }
    }
}

#[test]
fn a_million_unknowns_and_one_equation() {
    let folder = folder("wide");
    let names: String = (0..1_000_000).map(|at| format!(" x{at}")).collect();
    fs::write(folder.join("a.eqs"), format!("e:{names}\n")).unwrap();
    let output = run(&folder, &["a.eqs"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("under-determined: 1 equation for 1000000 unknowns"));
    assert!(
        stdout(&output).len() < 30_000 && stderr(&output).len() < 30_000,
        "the output is too long to read"
    );
}

#[test]
fn a_million_equations_and_one_unknown() {
    let folder = folder("tall");
    let text: String = (0..1_000_000).map(|at| format!("e{at}: x\n")).collect();
    fs::write(folder.join("a.eqs"), text).unwrap();
    let output = run(&folder, &["a.eqs"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("over-determined: 1000000 equations for 1 unknown"));
    assert!(stderr(&output).len() < 30_000, "the output is too long to read");
}
