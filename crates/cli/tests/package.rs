//! `wellposed check` of a package, and what other commands say of one.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::program;

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use program::{run, stderr, stdout};

/// A package in a folder: a good model, one with a fault, and classes that are no models.
const FILES: &[(&str, &str)] = &[
    ("Lib/package.mo", "package Lib\n  constant Real c = 1;\nend Lib;\n"),
    ("Lib/Good.mo", "within Lib;\nmodel Good\n  Real x = c;\nend Good;\n"),
    ("Lib/Bad.mo", "within Lib;\nmodel Bad\n  Real x = y;\nend Bad;\n"),
    ("Lib/Base.mo", "within Lib;\npartial model Base\n  Real x;\nend Base;\n"),
    (
        "Lib/Parts.mo",
        "within Lib;\npackage Parts\n  connector Pin\n    Real v;\n    flow Real i;\n  end Pin;\n  \
         block Twice\n    input Real u;\n    output Real y = 2*u;\n  end Twice;\nend Parts;\n",
    ),
];

fn folder(test: &str) -> PathBuf {
    program::folder("package", test, FILES)
}

#[test]
fn every_model_of_a_package_is_checked() {
    let folder = folder("all");
    let output = run(&folder, &["check", "Lib"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output), "Lib.Bad could not be built\nLib: 2 of 3 models well-posed\n");
    assert_eq!(stderr(&output).matches("error[").count(), 1, "{}", stderr(&output));
    assert!(stderr(&output).contains("`y` is not declared"), "{}", stderr(&output));
    fs::remove_file(folder.join("Lib/Bad.mo")).unwrap();
    let output = run(&folder, &["check", "Lib"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    assert_eq!(stdout(&output), "Lib: 2 models checked, well-posed\n");
}

#[test]
fn json_lists_the_models() {
    let folder = folder("json");
    let output = run(&folder, &["check", "--format", "json", "Lib"]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&found["package"], &found["status"], &found["errors"]),
        (&json!("Lib"), &json!("error"), &json!(1))
    );
    let mut names: Vec<(&str, &str)> = Vec::new();
    for model in found["models"].as_array().unwrap() {
        names.push((model["model"].as_str().unwrap(), model["status"].as_str().unwrap()));
    }
    names.sort_unstable();
    let expected = [("Lib.Bad", "error"), ("Lib.Good", "well-posed"), ("Lib.Parts.Twice", "well-posed")];
    assert_eq!(names, expected);
}

#[test]
fn a_package_is_neither_simulated_nor_repaired() {
    let folder = folder("simulate");
    for args in [&["simulate", "Lib"][..], &["flatten", "Lib"], &["check", "--fix", "Lib"]] {
        let output = run(&folder, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains("Lib is a package"), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("-m"), "{args:?}: {}", stderr(&output));
    }
    // One that is named is looked at by itself.
    let output = run(&folder, &["check", "Lib", "-m", "Lib.Good"]);
    assert_eq!(stdout(&output), "Lib.Good is well-posed: 1 equation, 1 unknown\n");
}
