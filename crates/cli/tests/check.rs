//! `wellposed check` as people and scripts use it: what is reported, what is changed on disk, and when nothing is.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::program;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};

use program::{run, stderr, stdout};

/// A lamp with a current that someone has set to try something. The comments must survive every repair.
const LAMP: &str = "// A lamp at a battery.
connector Pin
  Real v; // the potential
  flow Real i;
end Pin;

model Battery
  Pin p, n;
equation
  p.v - n.v = 12;
  p.i + n.i = 0;
end Battery;

model Lamp
  Pin p, n;
equation
  p.v - n.v = 60*p.i; /* the law of Ohm */
  p.i + n.i = 0;

  p.i = 3; // just to try
end Lamp;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Circuit
  Battery battery;
  Lamp lamp;
  Ground ground;
equation
  connect(battery.p, lamp.p);
  connect(lamp.n, battery.n);
  connect(ground.p, battery.n);
end Circuit; // the end
";

/// The same without the statement that is too much.
fn mended() -> String {
    LAMP.replace("  p.i = 3; // just", "   // just")
}

/// A folder of its own for each test, with a file in it.
fn folder(test: &str, text: &str) -> PathBuf {
    program::folder("check", test, &[("A.mo", text)])
}

fn check(folder: &Path, args: &[&str]) -> Output {
    run(folder, &[&["check"], args].concat())
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The file as it is now.
fn text(folder: &Path) -> String {
    fs::read_to_string(folder.join("A.mo")).unwrap()
}

#[test]
fn a_good_model_is_fine() {
    let folder = folder("good", &mended());
    let output = check(&folder, &["A.mo"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    assert_eq!(stdout(&output), "Circuit is well-posed: 10 equations, 10 unknowns\n");
}

/// A component is right for `check`, which says what has to be connected, and no model for the others: they say the same.
#[test]
fn a_component_is_judged_as_one() {
    let resistor = "connector Pin
  Real v;
  flow Real i;
end Pin;
model Resistor
  Pin p, n;
equation
  p.v - n.v = 10 * p.i;
  p.i + n.i = 0;
end Resistor;
";
    let folder = folder("component", resistor);
    let output = check(&folder, &["A.mo"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    assert_eq!(
        stdout(&output),
        "Resistor is balanced as a component: 4 equations, 4 unknowns; to simulate it, connect p and n\n"
    );
    let document = json(&check(&folder, &["--format", "json", "A.mo"]));
    assert_eq!(document["status"], "well-posed");
    assert_eq!(document["boundary"], "component");
    assert_eq!(document["open"], serde_json::json!(["p", "n"]));
    for command in ["init", "simulate", "run"] {
        let output = run(&folder, &[command, "A.mo"]);
        assert_eq!(output.status.code(), Some(1), "{command}");
        let told = stderr(&output);
        assert!(told.starts_with("error[W0410]: `Resistor` is a component"), "{command}: {told}");
        assert!(told.contains("`p.i` is zero, and nothing determines `p.v`"), "{command}: {told}");
        assert!(!told.contains("wellposed check"), "{command}: {told}");
    }
    let whole = json(&check(&self::folder("whole", &mended()), &["--format", "json", "A.mo"]));
    assert_eq!((&whole["boundary"], &whole["open"]), (&"whole".into(), &serde_json::json!([])));
}

#[test]
fn nothing_is_written_without_being_asked() {
    let folder = folder("unasked", LAMP);
    for args in [
        &["A.mo"][..],
        &["--verbose", "A.mo"],
        &["--format", "json", "A.mo"],
        &["--format", "sarif", "A.mo"],
        &["--level", "2", "--sublevel", "1", "A.mo"],
        &["--fix", "--dry-run", "A.mo"],
        &["--dry-run", "A.mo"],
        &["--dry-run", "--repair", "1", "A.mo"],
    ] {
        let output = check(&folder, args);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {}", stderr(&output));
        assert_eq!(text(&folder), LAMP, "{args:?}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left behind");
}

#[test]
fn a_dry_run_shows_the_difference() {
    let folder = folder("dry", LAMP);
    let output = check(&folder, &["--fix", "--dry-run", "A.mo"]);
    let shown = stdout(&output);
    let changed: Vec<&str> = shown.lines().filter(|line| line.starts_with(['-', '+'])).collect();
    assert_eq!(
        changed,
        ["--- A.mo", "+++ A.mo", "-  p.i = 3; // just to try", "+   // just to try"],
        "{shown}"
    );
    assert!(shown.contains(
        "would apply: remove `p.i = 3` from `Lamp` (verified: the model is well-posed after this change)"
    ));
}

#[test]
fn fix_changes_what_it_says_and_no_other_byte() {
    // With line ends of both kinds, as files come from different machines.
    for (test, ends) in [("unix", "\n"), ("windows", "\r\n")] {
        let folder = folder(test, &LAMP.replace('\n', ends));
        let output = check(&folder, &["--fix", "A.mo"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stdout(&output).contains("applied: remove `p.i = 3` from `Lamp`"), "{}", stdout(&output));
        assert_eq!(text(&folder), mended().replace('\n', ends));
        assert_eq!(check(&folder, &["A.mo"]).status.code(), Some(0), "it is well-posed now");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left behind");
    }
}

#[test]
fn fix_says_which_files_it_changed_in_json() {
    let folder = folder("changed", LAMP);
    let output = check(&folder, &["--fix", "--format", "json", "A.mo"]);
    assert_eq!(json(&output)["changed"], json!(["A.mo"]));
    assert_eq!(text(&folder), mended());
}

#[test]
fn repair_takes_the_rank() {
    let folder = folder("rank", LAMP);
    let repairs = json(&check(&folder, &["--format", "json", "A.mo"]))["repairs"].clone();
    let removes = |at: usize| repairs[at]["removes"][0].as_str().unwrap().to_string();
    assert_eq!(removes(0), "p.i = 3");
    let second = removes(1);
    assert_ne!(second, "p.i = 3");
    let output = check(&folder, &["--repair", "2", "A.mo"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(!text(&folder).contains(&second) && text(&folder).contains("p.i = 3;"), "{}", text(&folder));
    // There is none with this rank.
    let output = check(&folder, &["--repair", "99", "A.mo"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("there is no repair 99"), "{}", stderr(&output));
}

#[test]
fn fix_leaves_what_only_the_modeller_knows() {
    let missing = mended().replace("  p.v - n.v = 60*p.i; /* the law of Ohm */\n", "");
    let folder = folder("sketch", &missing);
    for args in [["--fix", "A.mo"].as_slice(), &["--repair", "1", "A.mo"]] {
        let output = check(&folder, args);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("only the modeller can write it"), "{}", stderr(&output));
        assert_eq!(text(&folder), missing);
    }
}

#[test]
fn fix_does_not_choose_between_equals() {
    let folder = folder("equals", "model A\n  Real x;\nequation\n  x = 1;\n  x = 2;\nend A;\n");
    let before = text(&folder);
    let output = check(&folder, &["--fix", "A.mo"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("--repair 1") && stderr(&output).contains("--repair 2"));
    assert_eq!(text(&folder), before);
    assert_eq!(check(&folder, &["--repair", "2", "A.mo"]).status.code(), Some(0));
    assert_eq!(text(&folder), "model A\n  Real x;\nequation\n  x = 2;\nend A;\n");
}

/// E003-5.3: the only equation of a class is not taken away by itself.
#[test]
fn fix_leaves_no_class_without_equations() {
    let model = "model Law\n  Real x;\nequation\n  x = 1;\nend Law;\n\n\
                 model A\n  Law law;\n  Real y;\nequation\n  law.x = time;\n  y = 2;\nend A;\n";
    let folder = folder("emptied", model);
    let output = check(&folder, &["--lock", "A", "--fix", "A.mo"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("would leave a class without equations"), "{}", stderr(&output));
    assert_eq!(text(&folder), model);
    assert_eq!(check(&folder, &["--lock", "A", "--repair", "1", "A.mo"]).status.code(), Some(0));
    assert_eq!(text(&folder), model.replace("  x = 1;\n", ""));
}

#[test]
fn fix_with_nothing_to_mend() {
    let folder = folder("mended", &mended());
    for args in [["--fix", "A.mo"].as_slice(), &["--fix", "--dry-run", "A.mo"]] {
        check(&folder, args);
        assert_eq!(text(&folder), mended());
    }
}

#[test]
fn locked_classes_are_left_alone() {
    let folder = folder("locked", LAMP);
    let all = ["--lock", "Lamp", "--lock", "Battery", "--lock", "Ground", "--lock", "Circuit"];
    for args in [
        // The mistake is in the lamp, and to take the law of the battery away instead is not for a program to decide.
        ["--lock", "Lamp", "--fix", "A.mo"].as_slice(),
        &[&all[..], &["--fix", "A.mo"]].concat(),
        &[&all[..], &["--level", "1", "--repair", "1", "A.mo"]].concat(),
    ] {
        let output = check(&folder, args);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("nothing is changed"), "{args:?}: {}", stderr(&output));
        assert_eq!(text(&folder), LAMP, "{args:?}");
    }
    let output = check(&folder, &[&all[..], &["A.mo"]].concat());
    let told = "no repair is possible without editing a locked class; the nearest is to remove `p.i = 3` from `Lamp`";
    assert!(stderr(&output).contains(told), "{}", stderr(&output));
    // The second level may change all classes.
    let output = check(&folder, &["--lock", "Lamp", "--level", "2", "--fix", "A.mo"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(text(&folder), mended());
}

#[test]
fn the_project_locks_classes_too() {
    let folder = folder("project", LAMP);
    fs::write(folder.join("wellposed.toml"), "locked = [\"Lamp\"]\n").unwrap();
    assert_eq!(check(&folder, &["--fix", "A.mo"]).status.code(), Some(1));
    assert_eq!(text(&folder), LAMP);
}

/// As the superuser may write everywhere, a name is taken that leaves no room for the new file beside the old one.
#[cfg(unix)]
#[test]
fn a_failed_write_leaves_the_old_file() {
    let folder = folder("failed", LAMP);
    let name = format!("{}.mo", "A".repeat(249));
    fs::rename(folder.join("A.mo"), folder.join(&name)).unwrap();
    let output = check(&folder, &["--fix", &name]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("cannot be written"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(folder.join(&name)).unwrap(), LAMP);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left behind");
}

#[test]
fn what_came_from_standard_input_is_not_changed() {
    let folder = folder("stdin", LAMP);
    let read = |args: &[&str]| {
        let file = fs::File::open(folder.join("A.mo")).unwrap();
        program::program(&folder, &[&["check", "-"], args].concat()).stdin(file).output().unwrap()
    };
    let output = read(&["--fix"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("standard input"), "{}", stderr(&output));
    assert!(stdout(&read(&["--fix", "--dry-run"])).contains("-  p.i = 3; // just to try"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn json_has_the_promised_keys() {
    let folder = folder("json", LAMP);
    let output = check(&folder, &["--format", "json", "A.mo"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(1), ""));
    let found = json(&output);
    assert_eq!(found["model"], "Circuit");
    assert_eq!(found["status"], "over");
    assert_eq!((&found["equations"], &found["unknowns"]), (&json!(11), &json!(10)));
    assert_eq!(found["errors"], 1);
    let told = &found["diagnostics"][0];
    assert_eq!((&told["code"], &told["severity"]), (&json!("W0402"), &json!("error")));
    assert_eq!(told["primary"]["start"], json!({ "line": 20, "column": 3 }));
    let best = &found["repairs"][0];
    assert_eq!(best["rank"], 1);
    assert!(best["score"].is_i64() && best["reason"].is_string(), "{best}");
    assert_eq!(best["verified"], true);
    assert_eq!((&best["removes"], &best["adds"]), (&json!(["p.i = 3"]), &json!([])));
    let edit = &best["edits"][0];
    assert_eq!((&edit["file"], &edit["replacement"]), (&json!("A.mo"), &json!("")));
    assert_eq!(edit["start"]["line"], 20);
    assert!(edit["end"]["line"].is_u64() && edit["description"].is_string(), "{edit}");
    // Scores fall with the rank.
    let scores: Vec<i64> =
        found["repairs"].as_array().unwrap().iter().map(|repair| repair["score"].as_i64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
}

#[test]
fn the_status_says_which_way_it_is_wrong() {
    let cases = [
        ("well", "Real x; equation x = 1;", "well-posed"),
        ("over", "Real x; equation x = 1; x = time;", "over"),
        ("under", "Real x, y; equation x = y + 1;", "under"),
        ("both", "Real x, y, z; equation x = 1; x = time; y = z;", "mixed"),
        ("error", "Real x = nowhere;", "error"),
    ];
    for (test, body, status) in cases {
        let folder = folder(test, &format!("model A {body} end A;\n"));
        let output = check(&folder, &["--format", "json", "A.mo"]);
        assert_eq!(json(&output)["status"], status, "{test}");
        assert_eq!(output.status.code(), Some(i32::from(test != "well")), "{test}");
    }
}

#[test]
fn verbose_lists_all_repairs() {
    let folder = folder("verbose", LAMP);
    let output = check(&folder, &["--verbose", "A.mo"]);
    let lines: Vec<&str> = stdout(&output).lines().filter(|line| line.starts_with("repair ")).collect();
    let repairs = json(&check(&folder, &["--format", "json", "A.mo"]))["repairs"].as_array().unwrap().len();
    assert_eq!(lines.len(), repairs);
    assert!(
        lines[0]
            .contains("remove `p.i = 3` from `Lamp` (verified: the model is well-posed after this change)")
    );
}

#[test]
fn wrong_options_are_usage() {
    let folder = folder("usage", LAMP);
    for args in [
        ["--level", "3", "A.mo"],
        ["--sublevel", "5", "A.mo"],
        ["--repair", "0", "A.mo"],
        ["--budget", "soon", "A.mo"],
        ["--budget", "0", "A.mo"],
        ["--budget", "NaN", "A.mo"],
    ] {
        assert_eq!(check(&folder, &args).status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn a_budget_that_suffices_changes_nothing() {
    let folder = folder("budget", LAMP);
    let plain = check(&folder, &["--format", "json", "A.mo"]);
    let limited = check(&folder, &["--format", "json", "--budget", "600", "A.mo"]);
    assert_eq!(stdout(&plain), stdout(&limited));
}

/// Not a thousandth of a second is enough to flatten a model of thousands of equations, let alone to try anything. The best
/// repair is tried all the same: what is wrong is told by it.
#[test]
fn a_budget_that_does_not_suffice_cuts_the_list() {
    let mut body = String::from("model A\n");
    (0..5_000).for_each(|at| writeln!(body, "  Real x{at};").unwrap());
    body += "equation\n  x0 = 1;\n  x0 = time;\n";
    (1..5_000).for_each(|at| writeln!(body, "  x{at} = 2*x{};", at - 1).unwrap());
    let folder = folder("cut", &format!("{body}end A;\n"));
    let output = check(&folder, &["--budget", "0.001", "--format", "json", "A.mo"]);
    assert_eq!(output.status.code(), Some(1));
    let found = json(&output);
    assert_eq!(found["status"], "over");
    let whole = json(&check(&folder, &["--format", "json", "A.mo"]));
    assert_eq!(found["repairs"].as_array().unwrap(), &whole["repairs"].as_array().unwrap()[..1]);
    for part in ["code", "message", "primary"] {
        assert_eq!(found["diagnostics"][0][part], whole["diagnostics"][0][part]);
    }
    let notes = found["diagnostics"][0]["notes"].as_array().unwrap();
    let cut = notes.iter().filter_map(Value::as_str).find(|note| note.starts_with("time limit reached: "));
    assert!(cut.is_some_and(|note| note.ends_with("not checked")), "{notes:?}");
    // What is as likely and was not tried may be meant as well.
    let output = check(&folder, &["--budget", "0.001", "--fix", "A.mo"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("nothing is changed"), "{}", stderr(&output));
}

/// Five hundred classes, each with a mistake of its own: twenty are explained, and the others counted.
#[test]
fn five_hundred_faults() {
    let mut text = String::new();
    for at in 0..500 {
        let body = if at % 2 == 0 { "x = 1;\n  x = time" } else { "der(x) = y" };
        writeln!(text, "model Part{at}\n  Real x, y;\nequation\n  y = 2*x;\n  {body};\nend Part{at};")
            .unwrap();
    }
    let text = text.replace("  y = 2*x;\n  der(x) = y", "  der(x) = y");
    let parts: String = (0..500).map(|at| format!("  Part{at} part{at};\n")).collect();
    let folder = folder("many", &format!("{text}model All\n{parts}end All;\n"));
    let output = check(&folder, &["--format", "json", "A.mo"]);
    assert_eq!(output.status.code(), Some(1));
    let found = json(&output);
    assert_eq!(found["status"], "mixed");
    let told = found["diagnostics"].as_array().unwrap();
    assert_eq!(told.len(), 20);
    let notes = told.iter().flat_map(|found| found["notes"].as_array().unwrap());
    let more: Vec<&str> = notes.filter_map(Value::as_str).filter(|note| note.contains("not shown")).collect();
    assert_eq!(more, ["480 more problems are not shown"]);
}

#[test]
fn models_of_almost_nothing() {
    let cases = [
        ("comments", "// Nothing yet.\n/* Nothing at all. */\n", 1),
        ("class", "model A end A;", 0),
        ("unknowns", "model A Real x, y; end A;", 1),
        ("equations", "model A parameter Real p = 1; equation p = 1; end A;", 1),
    ];
    for (test, text, status) in cases {
        let folder = folder(test, text);
        let output = check(&folder, &["A.mo"]);
        assert_eq!(output.status.code(), Some(status), "{test}: {}", stderr(&output));
        assert_eq!(stderr(&output).is_empty(), status == 0, "{test}: {}", stderr(&output));
    }
}

/// E003-8.2: the same system as flat text, as a graph and as GML, which can be read back.
#[test]
fn e003_8_2() {
    let folder = folder("gml", LAMP);
    let run = |args: &[&str]| stdout(&run(&folder, args)).to_string();
    let graph = run(&["analyze", "--emit", "gml", "A.mo"]);
    fs::write(folder.join("A.gml"), &graph).unwrap();
    let of_model: Value = serde_json::from_str(&run(&["analyze", "--format", "json", "A.mo"])).unwrap();
    let of_graph: Value = serde_json::from_str(&run(&["system", "--format", "json", "A.gml"])).unwrap();
    assert_eq!((&of_model["equations"], &of_model["unknowns"]), (&json!(11), &json!(10)));
    for key in ["equations", "unknowns", "over", "under", "row_ranks", "column_ranks"] {
        assert_eq!(of_graph[key], of_model[key], "{key}");
    }
    let again = run(&["system", "--emit", "gml", "A.gml"]);
    assert_eq!(again.replace("label \"A.gml\"", "label \"Circuit\""), graph);
}

#[test]
fn what_cannot_be_read_has_a_status_too() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check-unread");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("Broken.mo"), "model Broken Real x end Broken;").unwrap();
    for (file, status) in [("Broken.mo", 1), ("Absent.mo", 2)] {
        let output = run(&folder, &["check", file, "--format", "json"]);
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((output.status.code(), &found["status"]), (Some(status), &json!("error")), "{file}");
    }
}
