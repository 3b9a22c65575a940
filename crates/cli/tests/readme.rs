//! The README shows what the program prints. This keeps it so; `BLESS=1` rewrites it.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::program;

use std::path::Path;

const PROMPT: &str = "$ cargo run --release -- ";

#[test]
fn outputs_in_the_readme_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    let mut actual = String::new();
    let mut shown = 0;
    let mut lines = readme.split_inclusive('\n');
    while let Some(line) = lines.next() {
        actual.push_str(line);
        let Some(args) = line.strip_prefix(PROMPT) else { continue };
        shown += 1;
        actual.push_str(&run(&root, args.trim_end()));
        // What the README says is printed reaches to the end of its block.
        actual.push_str(lines.by_ref().find(|line| line.starts_with("```")).unwrap());
    }
    assert!(shown > 0, "the README shows no output");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &actual).unwrap();
    } else {
        assert_eq!(actual, readme);
    }
}

/// What a terminal shows: the diagnostics, then the result.
fn run(root: &Path, args: &str) -> String {
    let args: Vec<&str> = args.split(' ').collect();
    let output = program::program(root, &args).env_remove("COLUMNS").env_remove("LINES").output().unwrap();
    String::from_utf8([output.stderr, output.stdout].concat()).unwrap()
}
