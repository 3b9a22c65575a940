//! `wellposed circuit` as scripts and people use it.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// A folder of its own for each test.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("circuit").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wellposed"))
        .arg("circuit")
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn json_has_the_promised_keys() {
    let folder = folder("json");
    fs::write(folder.join("a.cir"), "t\nV1 a 0 1\nC1 a 0 1n\nR1 a b 1k\nL1 b 0 1m\n").unwrap();
    for what in ["check", "index"] {
        let output = run(&folder, &[what, "a.cir", "--format", "json"]);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(found["index"], json!(2));
        assert_eq!(found["loops"], json!([{ "kind": "capacitor-voltage", "elements": ["V1", "C1"] }]));
        assert_eq!(found["cutsets"], json!([]));
        assert_eq!(found["nodes"]["a"], json!({ "connections": 3 }));
        assert_eq!(found["diagnostics"][0]["code"], json!("W0841"));
    }
}

#[test]
fn the_exit_status_tells_what_happened() {
    let folder = folder("status");
    fs::write(folder.join("good.cir"), "t\nV1 a 0 1\nR1 a 0 1k\n").unwrap();
    fs::write(folder.join("wrong.cir"), "t\nV1 a 0 1\nV2 a 0 1\n").unwrap();
    let good = run(&folder, &["check", "good.cir"]);
    assert_eq!((good.status.code(), text(&good.stderr)), (Some(0), ""));
    assert_eq!(text(&good.stdout), "good.cir is well-posed: 2 elements, 2 nodes, index 1\n");
    let wrong = run(&folder, &["check", "wrong.cir"]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(text(&wrong.stderr).contains("W0833"));
    assert_eq!(run(&folder, &["check", "missing.cir"]).status.code(), Some(2));
    assert_eq!(run(&folder, &["check"]).status.code(), Some(2));
}

#[test]
fn files_and_sections_of_libraries_are_included() {
    let folder = folder("include");
    fs::create_dir_all(folder.join("lib")).unwrap();
    fs::write(
        folder.join("a.cir"),
        "t\n.include \"lib/half.inc\"\n.lib lib/parts.lib slow\nV1 a 0 1\nX1 a b half\nD1 b 0 d1\n",
    )
    .unwrap();
    fs::write(folder.join("lib/half.inc"), ".include inner.inc\n.subckt half a b\nR1 a b {r}\n.ends\n")
        .unwrap();
    fs::write(folder.join("lib/inner.inc"), ".param r=1k\n").unwrap();
    fs::write(
        folder.join("lib/parts.lib"),
        ".lib fast\n.model d1 NPN()\n.endl\n.lib slow\n.model d1 D(is=1p)\n.endl\n",
    )
    .unwrap();
    let output = run(&folder, &["check", "a.cir"]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
}

#[test]
fn latin_1_is_read_with_a_warning() {
    let folder = folder("latin");
    fs::write(folder.join("a.cir"), b"amplifier of M\xfcller\nV1 a 0 1\nR1 a 0 1k ; 5 \xb5A\n").unwrap();
    let output = run(&folder, &["check", "a.cir"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stderr).contains("W0817"), "{}", text(&output.stderr));
}

/// What `help` proposes is right: the netlist with the edits in it has one finding less.
#[test]
fn repairs_hold_in_the_text() {
    let folder = folder("repairs");
    let netlists = [
        "t\nV1 a 0 1\nV2 a 0 1\nR1 a 0 1k\n",
        "t\nI1 0 a 1\nI2 a b 1\nR1 b 0 1k\n",
        "t\nC1 1 0 1n\nR1 1 2 1k\nC2 2 0 1n\n",
        "t\nV1 a 0 1\nL1 a 0 1m\n+ ; continued\nR1 a 0 1k\n",
        "t\nV1 1 0 1\nC1 1 0 1n\nR1 1 0 1\n",
        "t\nI1 1 0 1\nL1 1 2 1m\nR1 2 0 1k\n",
        "t\n.subckt s a b\nC1 a m 1n\nC2 m b 1n\n.ends\nV1 a 0 1\nR1 a b 1\nX1 b 0 s\nX2 b 0 s\n",
    ];
    for netlist in netlists {
        fs::write(folder.join("a.cir"), netlist).unwrap();
        let before = run(&folder, &["check", "a.cir", "--format", "json"]);
        let before: Value = serde_json::from_slice(&before.stdout).unwrap();
        let first = &before["diagnostics"][0];
        let mut lines: Vec<String> = netlist.lines().map(str::to_string).collect();
        let mut edits: Vec<&Value> = first["edits"].as_array().unwrap().iter().collect();
        assert!(!edits.is_empty(), "{first:#}");
        // From the end, so that places stay true.
        edits.sort_by_key(|edit| {
            let start = &edit["start"];
            std::cmp::Reverse((start["line"].as_u64(), start["column"].as_u64()))
        });
        for edit in edits {
            let at = |key: &str, part: &str| edit[key][part].as_u64().unwrap() as usize - 1;
            let line = &mut lines[at("start", "line")];
            line.replace_range(
                at("start", "column")..at("end", "column"),
                edit["replacement"].as_str().unwrap(),
            );
        }
        fs::write(folder.join("a.cir"), lines.join("\n")).unwrap();
        let after = run(&folder, &["check", "a.cir", "--format", "json"]);
        let after: Value = serde_json::from_slice(&after.stdout).unwrap();
        let count = |found: &Value| found["diagnostics"].as_array().unwrap().len();
        assert!(count(&after) < count(&before), "{}\n{after:#}", lines.join("\n"));
    }
}

/// A divider with a capacitor: 1 kΩ, 1 kΩ and 1 µF, so that the time constant is 0.5 ms.
const DIVIDER: &str = "divider\nV1 in 0 DC 1 AC 1 PULSE(1 2 0 1n 1n 1 2)\nR1 in out 1k\nR2 out 0 1k\nC1 out 0 1u\n\
                       .dc V1 0 2 1\n.tran 10u 2m\n.ac dec 1 1 1k\n";

/// The rows of a table and the column of a name.
fn table(output: &Output, name: &str) -> Vec<[f64; 2]> {
    let mut lines = text(&output.stdout).lines();
    let column = lines.next().unwrap().split(',').position(|found| found == name).unwrap();
    let number = |line: &str, at: usize| line.split(',').nth(at).unwrap().parse().unwrap();
    lines.map(|line| [number(line, 0), number(line, column)]).collect()
}

#[test]
fn netlists_are_computed() {
    let folder = folder("computed");
    fs::write(folder.join("a.cir"), DIVIDER).unwrap();
    let point = run(&folder, &["op", "a.cir"]);
    assert!(text(&point.stdout).lines().any(|line| line.starts_with("v(out)") && line.contains(" 0.5 V")));
    for [source, value] in table(&run(&folder, &["dc", "a.cir"]), "v(out)") {
        assert!((value - 0.5 * source).abs() < 1e-9, "{source} {value}");
    }
    // From half of one volt to half of two.
    for [t, value] in table(&run(&folder, &["tran", "a.cir"]), "v(out)") {
        assert!((value - (1.0 - 0.5 * (-t / 5e-4).exp())).abs() < 2e-3, "{t} {value}");
    }
    for [frequency, value] in table(&run(&folder, &["ac", "a.cir"]), "v(out)") {
        let angle = std::f64::consts::TAU * frequency * 5e-4;
        assert!((value - 0.5 / (1.0 + angle * angle).sqrt()).abs() < 1e-9, "{frequency} {value}");
    }
}

#[test]
fn raw_files_have_the_form_of_ngspice() {
    let folder = folder("raw");
    fs::write(folder.join("a.cir"), DIVIDER).unwrap();
    let output = run(&folder, &["dc", "a.cir", "-o", "a.raw"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let bytes = fs::read(folder.join("a.raw")).unwrap();
    let mark = b"Binary:\n";
    let data = bytes.windows(mark.len()).position(|found| found == mark).unwrap() + mark.len();
    let head = text(&bytes[..data]);
    let value = |name: &str| {
        let line = head.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().parse::<usize>().unwrap()
    };
    let (variables, points) = (value("No. Variables:"), value("No. Points:"));
    assert_eq!((points, bytes.len() - data), (3, 8 * variables * points), "{head}");
    let first = f64::from_le_bytes(bytes[data + 8 * variables..data + 8 * variables + 8].try_into().unwrap());
    assert_eq!(first, 1.0, "the second value of the source");
}

#[test]
fn lines_are_refused_where_they_would_be_wrong() {
    let folder = folder("line");
    let netlist = "line\nV1 a 0 AC 1\nT1 a 0 b 0 Z0=50 TD=1n\nR1 b 0 50\n.ac dec 1 1 1k\n";
    fs::write(folder.join("a.cir"), netlist).unwrap();
    let output = run(&folder, &["ac", "a.cir"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("error[W0901]: lines are not supported by `.ac` yet"));
    assert!(text(&output.stderr).contains("a.cir:3:1"));
}
