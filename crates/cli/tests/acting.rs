//! What models do outside of themselves, on the disk and the streams of this machine.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::program;

use std::path::{Path, PathBuf};

use program::{run, stderr, stdout};

const MODEL: &str = r#"model Acting
  impure function print
    input String string = "";
    input String fileName = "";
  external "C" ModelicaInternal_print(string, fileName);
  end print;

  impure function mkdir
    input String name;
  external "C" ModelicaInternal_mkdir(name);
  end mkdir;

  impure function chdir
    input String name;
  external "C" ModelicaInternal_chdir(name);
  end chdir;

  impure function cwd
    output String name;
  external "C" name = ModelicaInternal_getcwd(0);
  end cwd;

  impure function year
    output Integer n;
  protected
    Integer ms, sec, min, hour, day, mon;
  external "C" ModelicaInternal_getTime(ms, sec, min, hour, day, mon, n);
  end year;

  parameter Real limit = 10;
  final parameter String begun = cwd();
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when initial() then
    print("in " + begun);
    print(if year() > 2000 and year() < 10000 then "now" else "at another time");
  end when;
algorithm
  when x > 0.5 then
    mkdir("inner");
    chdir("inner");
    print("half", "log.txt");
    print("of " + String(2*x, significantDigits = 3), "log.txt");
    print(cwd());
    if x > limit then
      print("x", "nowhere/log.txt");
    end if;
  end when;
  annotation(experiment(StopTime = 1, Interval = 0.5));
end Acting;
"#;

/// A folder of its own with the model in it, by the name that the model finds it under.
fn folder(test: &str) -> PathBuf {
    program::folder("acting", test, &[("Acting.mo", MODEL)]).canonicalize().unwrap()
}

/// What the model says in a folder.
fn said(folder: &Path) -> String {
    format!("in {0}\nnow\n{0}/inner\n", folder.display())
}

#[test]
fn a_model_prints_and_writes_where_it_runs() {
    let folder = folder("files");
    let output = run(&folder, &["simulate", "Acting.mo", "-o", "result.csv"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).starts_with(&said(&folder)), "{}", stdout(&output));
    let log = std::fs::read_to_string(folder.join("inner/log.txt")).unwrap();
    assert_eq!(log, "half\nof 1\n");
    // The program itself stayed where it was.
    assert!(folder.join("result.csv").exists());
}

#[test]
fn what_is_printed_does_not_mix_with_results() {
    let table = folder("table");
    let output = run(&table, &["simulate", "Acting.mo", "--variables", "x"]);
    assert!(stdout(&output).starts_with("time,x\n"), "{}", stdout(&output));
    assert!(stderr(&output).contains(&said(&table)), "{}", stderr(&output));
    let json = folder("json");
    let output = run(&json, &["simulate", "Acting.mo", "--format", "json", "-o", "result.csv"]);
    assert!(serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok());
    assert!(stderr(&output).contains(&said(&json)));
}

#[test]
fn what_cannot_be_done_is_told_at_the_call() {
    let folder = folder("fails");
    let output = run(&folder, &["simulate", "Acting.mo", "--param", "limit=0.1", "-o", "result.csv"]);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    assert!(told.contains("`nowhere/log.txt` cannot be written") && told.contains("at time 0.5"), "{told}");
    assert!(told.contains("print(\"x\", \"nowhere/log.txt\");"), "{told}");
    // What was done before stays done.
    assert!(folder.join("inner/log.txt").exists());
}

#[test]
fn nothing_happens_unless_the_model_is_simulated() {
    let folder = folder("looks");
    for command in ["check", "flatten", "analyze", "init"] {
        let output = run(&folder, &[command, "Acting.mo"]);
        assert_eq!(output.status.code(), Some(0), "{command}: {}", stderr(&output));
        assert!(!stdout(&output).contains("now\n"), "{command}");
    }
    let left: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(left, ["Acting.mo"]);
}
