//! `wellposed check --fix` where more than one thing is wrong: what is clear is mended, the rest is told, and the files are
//! changed together or not at all.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};

use program::{run, stderr, stdout};

const PARTS: &str = "connector Pin
  Real v; // the potential
  flow Real i;
end Pin;

model Battery
  Pin p, n;
equation
  p.v - n.v = 12;
  p.i + n.i = 0;
end Battery;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
";

/// Someone has set a current to try something.
const LAMP: &str = "model Lamp
  Pin p, n;
equation
  p.v - n.v = 60*p.i; /* the law of Ohm */
  p.i + n.i = 0;

  p.i = 3; // just to try
end Lamp;
";

/// And another time.
const HEATER: &str = "model Heater // at the second battery
  Pin p, n;
equation
  p.v - n.v = 20*p.i;
  p.i + n.i = 0;
  p.i = 0.5; // to be taken out again
end Heater;
";

const HOUSE: &str = "model House
  Battery one, two;
  Lamp lamp;
  Heater heater;
  Ground ground, earth;
equation
  connect(one.p, lamp.p);
  connect(lamp.n, one.n);
  connect(ground.p, one.n);
  connect(two.p, heater.p);
  connect(heater.n, two.n);
  connect(earth.p, two.n);
end House; // the end
";

/// A folder of its own for each test, with files in it.
fn folder(test: &str, files: &[(&str, &str)]) -> PathBuf {
    program::folder("fix", test, files)
}

fn check(folder: &Path, args: &[&str]) -> Output {
    run(folder, &[&["check", "-m", "House"], args].concat())
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

fn without(text: &str) -> String {
    text.replace("  p.i = 3; // just", "   // just").replace("  p.i = 0.5; // to", "   // to")
}

#[test]
fn all_that_is_clear_is_mended_at_once() {
    for (test, ends) in [("both", "\n"), ("windows", "\r\n")] {
        let all = [PARTS, LAMP, HEATER, HOUSE].concat().replace('\n', ends);
        let folder = folder(test, &[("A.mo", &all)]);
        // First it is only shown.
        let shown = check(&folder, &["--fix", "--dry-run", "A.mo"]);
        assert_eq!(shown.status.code(), Some(1));
        let changed = |line: &&str| {
            line.starts_with(['-', '+']) && !line.starts_with("---") && !line.starts_with("+++")
        };
        let lines: Vec<&str> = stdout(&shown).lines().filter(changed).collect();
        assert_eq!(
            lines,
            [
                "-  p.i = 3; // just to try",
                "+   // just to try",
                "-  p.i = 0.5; // to be taken out again",
                "+   // to be taken out again"
            ],
            "{}",
            stdout(&shown)
        );
        assert!(stdout(&shown).contains("would apply: remove `p.i = 3` from `Lamp`\n"), "{}", stdout(&shown));
        assert_eq!(text(&folder, "A.mo"), all);
        let output = check(&folder, &["--fix", "A.mo"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let told: Vec<&str> = stdout(&output).lines().filter(|line| line.contains(": ")).collect();
        assert_eq!(
            told,
            [
                "applied: remove `p.i = 3` from `Lamp`",
                "applied: remove `p.i = 0.5` from `Heater`",
                "together: the model is well-posed after these changes"
            ]
        );
        assert_eq!(text(&folder, "A.mo"), without(&all));
        assert_eq!(check(&folder, &["A.mo"]).status.code(), Some(0));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left behind");
    }
}

/// The heater has lost its law, which only the modeller knows; the lamp is mended all the same.
#[test]
fn what_is_not_clear_is_left_and_told() {
    let heater =
        HEATER.replace("  p.v - n.v = 20*p.i;\n", "").replace("  p.i = 0.5; // to be taken out again\n", "");
    let all = [PARTS, LAMP, &heater, HOUSE].concat();
    let folder = folder("part", &[("A.mo", &all)]);
    let output = check(&folder, &["--fix", "A.mo"]);
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    let told = stdout(&output);
    assert!(told.contains("applied: remove `p.i = 3` from `Lamp`"), "{told}");
    assert!(
        told.contains("not applied: add an equation to `Heater`") && told.contains("only the modeller"),
        "{told}"
    );
    assert!(told.contains("together: 1 equation missing after these changes"), "{told}");
    assert_eq!(text(&folder, "A.mo"), without(&all));
    // What is still wrong is shown where it is now.
    assert!(stderr(&output).contains("Heater"), "{}", stderr(&output));
}

#[test]
fn scripts_read_what_was_done_and_what_was_not() {
    let heater =
        HEATER.replace("  p.v - n.v = 20*p.i;\n", "").replace("  p.i = 0.5; // to be taken out again\n", "");
    let all = [PARTS, LAMP, &heater, HOUSE].concat();
    let folder = folder("json", &[("A.mo", &all)]);
    let output = check(&folder, &["--fix", "--dry-run", "--format", "json", "A.mo"]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["changed"], &found["done"]), (&json!(["A.mo"]), &json!([1])));
    let left = found["left"].as_array().unwrap();
    assert_eq!(left.len(), 1);
    assert!(
        left[0]["rank"].is_u64() && left[0]["reason"].as_str().unwrap().contains("only the modeller"),
        "{left:?}"
    );
    assert_eq!(text(&folder, "A.mo"), all);
}

#[test]
fn several_files_are_changed_together() {
    let files = [("Parts.mo", PARTS), ("Lamp.mo", LAMP), ("Heater.mo", HEATER), ("House.mo", HOUSE)];
    let names = ["Parts.mo", "Lamp.mo", "Heater.mo", "House.mo"];
    let folder = folder("files", &files);
    let output = check(&folder, &[&["--fix"][..], &names].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for (name, before) in files {
        assert_eq!(text(&folder, name), without(before), "{name}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 4, "nothing else is left behind");
}

/// As the superuser may write everywhere, a name is taken that leaves no room for the new file beside the old one.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_leaves_all_as_they_were() {
    let long = format!("{}.mo", "H".repeat(249));
    let files = [("Parts.mo", PARTS), ("Lamp.mo", LAMP), (&long, HEATER), ("House.mo", HOUSE)];
    let folder = folder("unwritten", &files);
    let output = check(&folder, &["--fix", "Parts.mo", "Lamp.mo", &long, "House.mo"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("cannot be written"), "{}", stderr(&output));
    for (name, before) in files {
        assert_eq!(text(&folder, name), before, "{name}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 4, "nothing else is left behind");
}

/// A second mistake in the same equations is seen only once the first is mended.
#[test]
fn mistakes_on_top_of_each_other() {
    let law = "  p.v - n.v = 12;\n  p.i = 2; // a guess\n";
    let all = [&PARTS.replace("  p.v - n.v = 12;\n", law), LAMP, HEATER, HOUSE].concat();
    let folder = folder("chain", &[("A.mo", &all)]);
    let output = check(&folder, &["--fix", "A.mo"]);
    let now = text(&folder, "A.mo");
    if output.status.code() == Some(0) {
        assert_eq!(check(&folder, &["A.mo"]).status.code(), Some(0), "{}", stdout(&output));
    } else {
        assert!(
            now == all || stdout(&output).contains("not applied: "),
            "{}{}",
            stdout(&output),
            stderr(&output)
        );
    }
    assert!(now.contains("// a guess") && now.contains("// just to try"), "comments stay");
}

#[test]
fn a_good_model_needs_nothing() {
    let all = without(&[PARTS, LAMP, HEATER, HOUSE].concat());
    let folder = folder("good", &[("A.mo", &all)]);
    let output = check(&folder, &["--fix", "A.mo"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    assert!(stdout(&output).contains("House is well-posed"), "{}", stdout(&output));
    assert_eq!(text(&folder, "A.mo"), all);
}
