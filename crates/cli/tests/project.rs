//! Libraries and the project file on disk.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::program;

use std::path::{Path, PathBuf};
use std::process::Output;

use program::{stderr, stdout};

/// A folder of its own for each test, with the given files.
fn folder(test: &str, files: &[(&str, &str)]) -> PathBuf {
    program::folder("project", test, files)
}

fn run(folder: &Path, modelica_path: &[&str], args: &[&str]) -> Output {
    let path = std::env::join_paths(modelica_path).unwrap();
    program::program(folder, args).env("MODELICAPATH", path).output().unwrap()
}

const LIBRARY: (&str, &str) =
    ("shared/libs/Lib/package.mo", "package Lib model M Real x = 1; end M; end Lib;\n");
const USER: (&str, &str) = ("plant/models/A.mo", "model A\n  Lib.M m;\nend A;\n");

#[test]
fn libraries_are_found_in_every_way() {
    let folder = folder("ways", &[LIBRARY, USER]);
    let ways: [(&[&str], &[&str]); 4] = [
        (&["shared/libs"], &["flatten", "plant/models/A.mo"]),
        (&["nowhere", "shared/libs"], &["flatten", "plant/models/A.mo"]),
        (&[], &["flatten", "plant/models/A.mo", "-L", "shared/libs"]),
        (&[], &["flatten", "plant/models/A.mo", "shared/libs/Lib"]),
    ];
    for (path, args) in ways {
        let output = run(&folder, path, args);
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""), "{path:?} {args:?}");
        assert!(stdout(&output).contains("m.x = 1"), "{}", stdout(&output));
    }
}

#[test]
fn a_missing_library_says_where_it_was_sought_and_what_to_do() {
    let folder = folder("missing", &[USER, ("libs/Other.mo", "package Other end Other;")]);
    let output = run(&folder, &["libs", "nowhere"], &["check", "plant/models/A.mo"]);
    assert_eq!(output.status.code(), Some(1));
    for part in
        ["W0146", "library `Lib` is not found", "A.mo:2:3", "looked in `libs`", "`nowhere` cannot be read"]
    {
        assert!(stderr(&output).contains(part), "{part}: {}", stderr(&output));
    }
    assert!(stderr(&output).contains("help: name the folder that `Lib` lies in"), "{}", stderr(&output));
}

#[test]
fn the_project_file_is_found_above_the_model() {
    let project = "libraries = [\"../shared/libs\"]\nmodel = \"Lib.M\"\nlocked = [\"Lib\"]\n";
    let folder = folder("above", &[LIBRARY, USER, ("plant/wellposed.toml", project)]);
    // From anywhere, by the file.
    let output = run(&folder, &[], &["flatten", "plant/models/A.mo"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    assert!(stdout(&output).contains("m.x = 1"), "{}", stdout(&output));
    // From inside, without a file: the model of the project.
    let output = run(&folder.join("plant/models"), &[], &["flatten"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    assert!(stdout(&output).starts_with("model Lib.M\n"), "{}", stdout(&output));
    // From outside there is no project.
    let output = run(&folder.join("shared"), &[], &["flatten"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("name a file"), "{}", stderr(&output));
}

#[test]
fn a_wrong_project_file_has_its_place() {
    let folder = folder("wrong", &[USER, ("plant/wellposed.toml", "# ours\nlibaries = [\"x\"]\n")]);
    let output = run(&folder, &[], &["check", "plant/models/A.mo"]);
    assert_eq!(output.status.code(), Some(1));
    for part in ["W0149", "wellposed.toml:2:1", "did you mean"] {
        assert!(stderr(&output).contains(part), "{part}: {}", stderr(&output));
    }
    let output = run(&folder, &[], &["check", "--format", "json", "plant/models/A.mo"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["diagnostics"][0]["code"], "W0149");
}

#[test]
fn a_library_given_as_a_file_hides_nothing() {
    let folder = folder("same", &[LIBRARY]);
    let args = &["flatten", "shared/../shared/libs/Lib", "-m", "Lib.M"];
    let output = run(&folder, &["shared/libs"], args);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
}

#[test]
fn the_file_of_a_library_class_is_that_class() {
    let part = ("libs/Lib/Part.mo", "within Lib;\nmodel Part\n  Real x = one;\nend Part;\n");
    let folder =
        folder("part", &[("libs/Lib/package.mo", "package Lib constant Real one = 1; end Lib;"), part]);
    let output = run(&folder, &["libs"], &["flatten", "libs/Lib/Part.mo"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    assert!(stdout(&output).starts_with("model Lib.Part\n"), "{}", stdout(&output));
}
