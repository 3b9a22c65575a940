//! Where one repair is left, it is carried out without asking (Bunus 2002, sections 5.4 and 5.9).

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::program;

use std::fs;
use std::path::Path;

/// Carries out the best repair of a model of the corpus in a folder of its own; what is left of the text.
fn fixed(name: &str, options: &[&str]) -> (String, String) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/debug");
    let before = fs::read_to_string(corpus.join(name)).unwrap();
    let folder = program::folder("thesis", name, &[(name, &before)]);
    let output = program::run(&folder, &[&["check", "--fix", name], options].concat());
    assert_eq!(output.status.code(), Some(0), "{}", program::stderr(&output));
    (before, fs::read_to_string(folder.join(name)).unwrap())
}

/// E003-5.8: `i = 23` is the only one that neither a connection made nor a class needs.
#[test]
fn e003_5_8() {
    let (before, after) = fixed("E003-5.4.mo", &["--sublevel", "1"]);
    assert_eq!(before.matches("  i = 23;\n").count(), 1);
    assert_eq!(after, before.replace("  i = 23;\n", ""));
}

/// E003-5.16: one statement makes all three equations that are too many.
#[test]
fn e003_5_16() {
    let (before, after) = fixed("E003-5.16.mo", &[]);
    assert_eq!(before.matches("  i = 10;\n").count(), 1);
    assert_eq!(after, before.replace("  i = 10;\n", ""));
}
