//! The project file: keys, and what is said of wrong ones.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use project::{Loaded, MemoryFiles, Project, read_project};

fn read(text: &str) -> Loaded {
    let mut files = MemoryFiles::default();
    files.add("plant/wellposed.toml", text);
    read_project(&files, Path::new("plant/wellposed.toml"))
}

#[test]
fn all_keys_are_read() {
    let loaded = read(
        "# A plant.\r\nlibraries = [\n  \"libs\", # ours\n  '/opt/C:\\x',\n]\r\nmodel = \"Plant.\\\"Main\\\"\"\n\
         locked = []",
    );
    assert_eq!(loaded.diagnostics, []);
    let libraries = vec![PathBuf::from("plant/libs"), PathBuf::from("/opt/C:\\x")];
    let model = Some("Plant.\"Main\"".to_string());
    assert_eq!(loaded.project, Project { libraries, model, locked: Vec::new() });
}

#[test]
fn every_mistake_has_its_place() {
    let cases = [
        ("[project]", "[", "no sections"),
        ("modle = \"A\"", "modle", "no `modle`"),
        ("model \"A\"", "\"", "expected `=`"),
        ("model = A", "A", "expected a string"),
        ("model = \"A", "\"", "not closed"),
        ("model = \"A\" B", "B", "end of the line"),
        ("model = \"A\\u\"", "\\u", "escape"),
        ("model = \"A\"\nmodel = \"B\"", "model", "twice"),
        ("libraries = \"libs\"", "\"", "list of strings"),
        ("libraries = [\"a\" \"b\"]", "\"", "`,` or `]`"),
        ("libraries = [\"a\",", "[", "not closed"),
        ("= 1", "=", "expected a key"),
    ];
    for (text, place, message) in cases {
        let loaded = read(text);
        let [found] = &loaded.diagnostics[..] else { panic!("{text}: {:?}", loaded.diagnostics) };
        assert_eq!(&text[found.primary.place.span.range()], place, "{text}");
        assert!(found.message.contains(message), "{text}: {}", found.message);
    }
}

#[test]
fn one_mistake_costs_one_line() {
    let loaded = read("modle = \"A\"\nlocked = [\"B\"]\nlibraries = [\n1,\n2\n]\nmodel = 3\n");
    assert_eq!(loaded.diagnostics.len(), 3);
    assert_eq!(loaded.project.locked, ["B"]);
}
