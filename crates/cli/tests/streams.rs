//! The program as scripts and people use it: what it prints where, how it exits, what it leaves on disk.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::program;

use std::fs;
use std::path::PathBuf;

use program::{run, stderr, stdout};

/// A folder of its own for each test.
fn folder(test: &str) -> PathBuf {
    program::folder("cli", test, &[])
}

/// Runs `parse` on bytes and checks the exit status and that the message holds a code and a place.
fn complains(test: &str, bytes: &[u8], code: &str, place: &str) {
    let folder = folder(test);
    fs::write(folder.join("A.mo"), bytes).unwrap();
    let output = run(&folder, &["parse", "A.mo"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains(code), "{}", stderr(&output));
    assert!(stderr(&output).contains(place), "{}", stderr(&output));
    assert!(stderr(&output).len() < 5000, "the message is too long to read");
}

#[test]
fn a_good_file_is_fine() {
    let folder = folder("good");
    fs::write(folder.join("A.mo"), "model A end A;").unwrap();
    let output = run(&folder, &["parse", "A.mo"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!((stdout(&output), stderr(&output)), ("1 file, 0 errors\n", ""));
}

#[test]
fn wrong_input_exits_with_one_and_speaks_on_stderr() {
    complains("wrong", b"model A\n  Real x\nend A;\n", "W0102", "A.mo:2:9");
}

#[test]
fn invalid_utf8() {
    complains("utf8", b"model A \"Gr\xf6\xdfe\" end A;", "W0131", "A.mo:1:12");
}

#[test]
fn a_binary_file() {
    complains("binary", b"\x7fELF\x02\x01\x00\x00\x00", "W0132", "A.mo");
}

#[test]
fn an_empty_file() {
    complains("empty", b"", "W0133", "A.mo");
}

#[test]
fn unterminated_string_and_comment() {
    complains("string", b"model A\n  Real x \"open;\nend A;\n", "W0107", "A.mo:2:10");
    complains("comment", b"model A\n  /* open\nend A;\n", "W0108", "A.mo:2:3");
}

#[test]
fn a_hundred_megabytes_on_one_line() {
    complains("long", &vec![b'a'; 100_000_000], "W0101", "A.mo:1:1");
    let text = format!("model A \"{}\" Real x = = 1; end A;", "a".repeat(100_000_000));
    complains("far", text.as_bytes(), "W0101", "A.mo:1:100000021");
}

#[test]
fn a_hundred_thousand_levels() {
    let text = format!("model A Real x = {}1; end A;", "(".repeat(100_000));
    complains("parentheses", text.as_bytes(), "W0117", "A.mo:1:");
    complains("classes", "model A ".repeat(100_000).as_bytes(), "W0117", "A.mo:1:");
}

#[test]
fn a_file_that_cannot_be_read_exits_with_two() {
    let folder = folder("missing");
    for path in ["nowhere.mo", "no/where/at/all"] {
        let output = run(&folder, &["parse", path]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("W0134") && stderr(&output).contains(path), "{}", stderr(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn links_devices_and_refusals() {
    let folder = folder("links");
    std::os::unix::fs::symlink("nowhere", folder.join("Dangling.mo")).unwrap();
    fs::write(folder.join("package.mo"), "package links end links;").unwrap();
    // A file that opens, and whose reading fails even for the superuser.
    for path in ["Dangling.mo", "/dev/zero", "/proc/self/mem", "."] {
        let output = run(&folder, &["parse", path]);
        assert_eq!(output.status.code(), Some(2), "{path}: {}", stderr(&output));
        assert!(stderr(&output).contains("W0134"), "{path}: {}", stderr(&output));
    }
    // A package that holds itself through a link is read once.
    fs::remove_file(folder.join("Dangling.mo")).unwrap();
    std::os::unix::fs::symlink(".", folder.join("Loop")).unwrap();
    let output = run(&folder, &["parse", "."]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(0), "1 file, 0 errors\n"));
}

#[test]
fn a_folder_without_package_file() {
    let folder = folder("folder");
    fs::create_dir_all(folder.join("Lib")).unwrap();
    fs::write(folder.join("Lib/A.mo"), "within Lib; model A end A;").unwrap();
    let output = run(&folder, &["parse", "Lib"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("W0141"), "{}", stderr(&output));
}

#[test]
fn a_file_that_names_another_class() {
    let folder = folder("name");
    fs::create_dir_all(folder.join("Lib")).unwrap();
    fs::write(folder.join("Lib/package.mo"), "package Lib end Lib;").unwrap();
    fs::write(folder.join("Lib/A.mo"), "within Lib; model B end B;").unwrap();
    let output = run(&folder, &["parse", "Lib"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("W0142") && stderr(&output).contains("A.mo:1:19"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn usage_errors_exit_with_two() {
    let folder = folder("usage");
    for args in
        [&["parse"][..], &["prase", "A.mo"], &["parse", "--format", "xml", "A.mo"], &["explain", "W9999"]]
    {
        let output = run(&folder, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
    assert_eq!(run(&folder, &["--help"]).status.code(), Some(0));
    assert_eq!(run(&folder, &["--version"]).status.code(), Some(0));
}

#[test]
fn json_has_the_promised_keys() {
    let folder = folder("json");
    fs::write(folder.join("A.mo"), "model A\n  Real x\nend A;\n").unwrap();
    let output = run(&folder, &["parse", "--format", "json", "A.mo"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output), "");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["files"], 1);
    assert_eq!(document["errors"], 1);
    let found = &document["diagnostics"][0];
    assert_eq!(found["code"], "W0102");
    assert_eq!(found["severity"], "error");
    assert_eq!(found["message"], "a `;` is missing");
    assert_eq!(found["primary"]["file"], "A.mo");
    assert_eq!(found["primary"]["start"], serde_json::json!({ "line": 2, "column": 9 }));
    assert_eq!(found["primary"]["end"], serde_json::json!({ "line": 2, "column": 9 }));
    assert_eq!(found["primary"]["label"], "expected `;` here");
    assert_eq!(found["related"], serde_json::json!([]));
    assert_eq!(found["notes"], serde_json::json!([]));
    assert_eq!(found["help"], "write `;`");
    assert_eq!(found["edits"][0]["replacement"], ";");
}

#[test]
fn sarif_has_what_the_standard_requires() {
    let folder = folder("sarif");
    fs::write(folder.join("A b.mo"), "model A\n  Real x\nend B;\n").unwrap();
    let output = run(&folder, &["parse", "--format", "sarif", "A b.mo"]);
    let log: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "wellposed");
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    let rules: Vec<&str> = run["tool"]["driver"]["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| rule["id"].as_str().unwrap())
        .collect();
    assert_eq!(rules, ["W0102", "W0103"]);
    let location = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "A%20b.mo");
    assert_eq!(location["region"]["startLine"], 2);
    assert_eq!(results[1]["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 1);
    assert!(results[0]["message"]["text"].as_str().unwrap().starts_with("a `;` is missing"));
}

#[test]
fn explain_prints_the_page() {
    let folder = folder("explain");
    let output = run(&folder, &["explain", "w0102"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).starts_with("# W0102: "));
    let list = run(&folder, &["explain"]);
    assert!(stdout(&list).lines().any(|line| line.starts_with("W0102  ")));
}

#[test]
fn color_only_where_it_is_wanted() {
    let folder = folder("color");
    fs::write(folder.join("A.mo"), "model A").unwrap();
    let colored = |args: &[&str]| stderr(&run(&folder, args)).contains('\u{1b}');
    assert!(!colored(&["parse", "A.mo"]));
    assert!(colored(&["parse", "--color", "always", "A.mo"]));
    assert!(!colored(&["parse", "--color", "never", "A.mo"]));
}

#[test]
fn standard_input_is_a_file() {
    let folder = folder("stdin");
    fs::write(folder.join("A.mo"), "model A Real x end A;").unwrap();
    let file = fs::File::open(folder.join("A.mo")).unwrap();
    let output = program::program(&folder, &["parse", "-"]).stdin(file).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("-:1:15"), "{}", stderr(&output));
}

const SPRING: &str = "model Spring\n  parameter Real c = 2;\n  input Real f;\n  Real s, v;\nequation\n  \
                      v = der(s);\n  der(v) = f - c*s;\nend Spring;\n";

#[test]
fn flatten_prints_the_last_class_of_the_first_file() {
    let folder = folder("flatten");
    fs::write(folder.join("A.mo"), format!("model Other end Other;\n{SPRING}")).unwrap();
    fs::write(folder.join("B.mo"), "package Lib model M Real x = 1; end M; end Lib;").unwrap();
    let output = run(&folder, &["flatten", "A.mo", "B.mo"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    assert!(stdout(&output).starts_with("model Spring\n"), "{}", stdout(&output));
    assert!(stdout(&output).contains("\n  v = der(s);\n"), "{}", stdout(&output));
    let output = run(&folder, &["flatten", "A.mo", "B.mo", "-m", "Lib.M"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    assert_eq!(stdout(&output), "model Lib.M\n  Real x = 1;\nend Lib.M;\n");
}

#[test]
fn flatten_counts_in_json() {
    let folder = folder("flatten_json");
    fs::write(folder.join("A.mo"), SPRING).unwrap();
    let output = run(&folder, &["flatten", "--format", "json", "A.mo"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["model"], "Spring");
    assert_eq!(document["equations"], 2);
    assert_eq!(document["unknowns"], 2);
    assert_eq!(document["parameters"], 1);
    assert_eq!(document["variables"], serde_json::json!(["c", "f", "s", "v"]));
    assert_eq!(document["errors"], 0);
    assert_eq!(document["diagnostics"], serde_json::json!([]));
}

#[test]
fn flatten_says_what_is_wrong() {
    let folder = folder("flatten_wrong");
    fs::write(folder.join("A.mo"), SPRING.replace("c*s", "k*s")).unwrap();
    fs::write(folder.join("Broken.mo"), "model Broken Real x end Broken;").unwrap();
    let cases: [(&[&str], i32, &str); 6] = [
        (&["A.mo"], 1, "W0201"),
        (&["Broken.mo"], 1, "W0102"),
        (&["A.mo", "-m", "Nowhere"], 1, "there is no class `Nowhere`"),
        (&["nowhere.mo"], 2, "W0134"),
        (&[], 2, "name a file"),
        (&["-m", "Nowhere"], 2, "nothing to read"),
    ];
    for (args, status, text) in cases {
        let output = run(&folder, &[&["flatten"], args].concat());
        assert_eq!(output.status.code(), Some(status), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(text), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn fmt_formats_in_place_once() {
    let folder = folder("fmt");
    let path = folder.join("A.mo");
    fs::write(&path, "model A Real x=1; // one\nequation x=time;end A;").unwrap();
    let check = run(&folder, &["fmt", "--check", "A.mo"]);
    assert_eq!(check.status.code(), Some(1));
    assert!(stdout(&check).contains("A.mo"), "{}", stdout(&check));
    assert!(fs::read_to_string(&path).unwrap().starts_with("model A Real"), "--check changes nothing");
    assert_eq!(run(&folder, &["fmt", "A.mo"]).status.code(), Some(0));
    let formatted = fs::read_to_string(&path).unwrap();
    assert_eq!(formatted, "model A\n  Real x = 1; // one\nequation\n  x = time;\nend A;\n");
    assert_eq!(run(&folder, &["fmt", "--check", "A.mo"]).status.code(), Some(0));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left behind");
}

#[test]
fn fmt_leaves_wrong_files_alone() {
    let folder = folder("fmt_wrong");
    for bytes in [&b"model A Real x end A;"[..], b"model A \"\xe4\" end A;"] {
        fs::write(folder.join("A.mo"), bytes).unwrap();
        let output = run(&folder, &["fmt", "A.mo"]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(fs::read(folder.join("A.mo")).unwrap(), bytes);
    }
}

#[cfg(unix)]
#[test]
fn fmt_keeps_links_and_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("fmt_link");
    fs::write(folder.join("A.mo"), "model A end A;").unwrap();
    fs::set_permissions(folder.join("A.mo"), fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("A.mo", folder.join("Link.mo")).unwrap();
    assert_eq!(run(&folder, &["fmt", "Link.mo"]).status.code(), Some(0));
    assert!(fs::symlink_metadata(folder.join("Link.mo")).unwrap().is_symlink());
    assert_eq!(fs::metadata(folder.join("A.mo")).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_to_string(folder.join("A.mo")).unwrap(), "model A\nend A;\n");
}
