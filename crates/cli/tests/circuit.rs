//! `wellposed circuit` as scripts and people use it.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use super::program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};

use program::{stderr, stdout};

/// A folder of its own for each test.
fn folder(test: &str) -> PathBuf {
    program::folder("circuit", test, &[])
}

fn run(folder: &Path, args: &[&str]) -> Output {
    program::run(folder, &[&["circuit"], args].concat())
}

#[test]
fn what_is_computed_comes_with_what_the_graph_tells() {
    let folder = folder("both");
    fs::write(folder.join("a.cir"), "t\nV1 a 0 1\nC1 a 0 1u\nR1 a 0 1k\n.tran 1u 1m\n").unwrap();
    for what in ["check", "index", "op", "tran"] {
        let output = run(&folder, &[what, "a.cir", "--format", "json"]);
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(found["index"], json!(2), "{what}");
        assert_eq!(
            found["loops"],
            json!([{ "kind": "capacitor-voltage", "elements": ["V1", "C1"] }]),
            "{what}"
        );
        assert_eq!(found["cutsets"], json!([]), "{what}");
        let node = if what == "op" { json!(1.0) } else { json!({ "connections": 3 }) };
        assert_eq!(found["nodes"]["a"], node, "{what}");
    }
}

/// A transient with `uic` needs no operating point, so that `check` accepts the circuit; who asks for one is told what the
/// graph knows, and not that the values are to blame.
#[test]
fn an_operating_point_that_nothing_else_needs_is_judged() {
    let folder = folder("rest");
    fs::write(folder.join("a.cir"), "t\nI1 0 a 1m\nC1 a 0 1u ic=0\n.tran 1u 10u uic\n").unwrap();
    for (what, status) in [("check", Some(0)), ("tran", Some(0)), ("op", Some(1))] {
        assert_eq!(run(&folder, &[what, "a.cir"]).status.code(), status, "{what}");
    }
    let output = run(&folder, &["op", "a.cir"]);
    assert!(stderr(&output).contains("W0835"), "{}", stderr(&output));
}

#[test]
fn json_has_the_promised_keys() {
    let folder = folder("json");
    fs::write(folder.join("a.cir"), "t\nV1 a 0 1\nC1 a 0 1n\nR1 a b 1k\nL1 b 0 1m\n").unwrap();
    for what in ["check", "index"] {
        let output = run(&folder, &[what, "a.cir", "--format", "json"]);
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
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
    assert_eq!((good.status.code(), stderr(&good)), (Some(0), ""));
    assert_eq!(stdout(&good), "good.cir is well-posed: 2 elements, 2 nodes, index 1\n");
    let wrong = run(&folder, &["check", "wrong.cir"]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(stderr(&wrong).contains("W0833"));
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
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
}

#[test]
fn latin_1_is_read_with_a_warning() {
    let folder = folder("latin");
    fs::write(folder.join("a.cir"), b"amplifier of M\xfcller\nV1 a 0 1\nR1 a 0 1k ; 5 \xb5A\n").unwrap();
    let output = run(&folder, &["check", "a.cir"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("W0817"), "{}", stderr(&output));
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
    let mut lines = stdout(output).lines();
    let column = lines.next().unwrap().split(',').position(|found| found == name).unwrap();
    let number = |line: &str, at: usize| line.split(',').nth(at).unwrap().parse().unwrap();
    lines.map(|line| [number(line, 0), number(line, column)]).collect()
}

#[test]
fn netlists_are_computed() {
    let folder = folder("computed");
    fs::write(folder.join("a.cir"), DIVIDER).unwrap();
    let point = run(&folder, &["op", "a.cir"]);
    assert!(stdout(&point).lines().any(|line| line.starts_with("v(out)") && line.contains(" 0.5 V")));
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
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let bytes = fs::read(folder.join("a.raw")).unwrap();
    let mark = b"Binary:\n";
    let data = bytes.windows(mark.len()).position(|found| found == mark).unwrap() + mark.len();
    let head = std::str::from_utf8(&bytes[..data]).unwrap();
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
fn lines_answer_small_signals() {
    let folder = folder("line");
    let netlist = "line\nV1 in 0 AC 1\nR1 in a 75\nT1 a 0 b 0 Z0=50 TD=1n\nR2 b 0 200\nC1 b 0 1p\n\
                   .ac lin 5 100meg 900meg\n.print ac vr(a) vi(a) vr(b) vi(b)\n";
    fs::write(folder.join("a.cir"), netlist).unwrap();
    let output = run(&folder, &["ac", "a.cir"]);
    // What ngspice 39 prints.
    let expected = [
        ("vr(a)", [4.375682e-1, 2.042184e-1, 7.065262e-1, 1.394387e-1, 6.402892e-1]),
        ("vi(a)", [-2.92366e-1, 1.811449e-1, -1.21070e-1, -3.95094e-2, 2.283585e-1]),
        ("vr(b)", [4.685658e-1, -1.77960e-1, -7.06526e-1, -6.81394e-2, 6.074887e-1]),
        ("vi(b)", [-4.56922e-1, -5.60532e-1, 1.210700e-1, 5.578374e-1, 3.257010e-1]),
    ];
    for (name, expected) in expected {
        let found = table(&output, name);
        assert_eq!(found.len(), 5);
        for ([_, found], expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{name}: {found} {expected}");
        }
    }
}

#[test]
fn the_second_swept_source_is_a_column() {
    let folder = folder("nested");
    let netlist = "two\nV1 a 0 0\nI1 0 b 0\nR1 a b 1k\nR2 b 0 1k\n.dc V1 0 2 1 I1 0 1m 1m\n";
    fs::write(folder.join("a.cir"), netlist).unwrap();
    let output = run(&folder, &["dc", "a.cir", "--ascii", "-o", "a.raw"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let raw = fs::read_to_string(folder.join("a.raw")).unwrap();
    assert!(raw.contains("\t0\tv1\tvoltage\n\t1\ti1\tcurrent\n"), "{raw}");
    let output = run(&folder, &["dc", "a.cir"]);
    let (levels, values) = (table(&output, "i1"), table(&output, "v(b)"));
    let expected: Vec<[f64; 2]> = [0.0, 1e-3].iter().flat_map(|&i| [0.0, 1.0, 2.0].map(|v| [v, i])).collect();
    assert_eq!(levels, expected);
    for ([v, i], [_, found]) in levels.into_iter().zip(values) {
        assert!((found - (0.5 * v + 500.0 * i)).abs() < 1e-9, "{v} {i} {found}");
    }
}

#[test]
fn what_is_zero_has_no_phase() {
    let folder = folder("phase");
    let netlist = "zero\nV1 a 0 AC 1\nR1 a b 1k\nR2 b 0 1k\nV2 c 0 1\nR3 c 0 1k\nE1 d 0 a 0 -1\nR4 d 0 1\n.ac lin 1 1k 1k\n";
    fs::write(folder.join("a.cir"), netlist).unwrap();
    let output = run(&folder, &["ac", "a.cir"]);
    assert_eq!(table(&output, "phase(v(c))")[0][1], 0.0);
    assert_eq!(table(&output, "phase(v(b))")[0][1], 0.0);
    assert_eq!(table(&output, "phase(v(d))")[0][1], 180.0);
}

#[test]
fn measures_are_printed_and_told() {
    let folder = folder("measures");
    let netlist = "low pass\nV1 in 0 PULSE(0 1 0 1n 1n 1)\nR1 in out 1k\nC1 out 0 1u\n.tran 10u 1m\n\
                   .meas tran half when v(out)=0.5\n";
    fs::write(folder.join("a.cir"), netlist).unwrap();
    let output = run(&folder, &["tran", "a.cir"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // Half of the way after ln 2 milliseconds; nothing asks for the table.
    let line = stdout(&output).strip_prefix("half = ").unwrap().trim_end().strip_suffix(" s").unwrap();
    assert!((line.parse::<f64>().unwrap() - 6.931e-4).abs() < 2e-6, "{line}");
    fs::write(folder.join("b.cir"), format!("{netlist}.print tran v(out)\n")).unwrap();
    let both = run(&folder, &["tran", "b.cir"]);
    let (first, last) = (stdout(&both).lines().next(), stdout(&both).lines().last());
    assert!(
        first.is_some_and(|line| line.starts_with("time,"))
            && last.is_some_and(|line| line.starts_with("half = "))
    );
    fs::write(folder.join("c.cir"), format!("{netlist}.meas tran never when v(out)=2\n")).unwrap();
    let output = run(&folder, &["tran", "c.cir", "--format", "json", "-o", "c.csv"]);
    assert_eq!(output.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["measures"][0]["name"], "half");
    assert_eq!(json["measures"][1]["value"], serde_json::Value::Null);
    assert_eq!(json["diagnostics"][0]["code"], "W0856");
    // The result itself is there.
    assert!(folder.join("c.csv").exists());
}

#[test]
fn devices_begin_with_the_voltages_that_are_written() {
    let folder = folder("ic");
    let netlist = "start\nV1 a 0 0\nR1 a b 1meg\nD1 b 0 DX ic=-3\nQ1 c d 0 QX ic=0.3,2\nR2 c 0 1meg\nR3 d 0 1meg\n\
                   M1 e f 0 0 MX W=10u L=1u ic=1,0.5\nR4 e 0 1meg\nR5 f 0 1meg\nJ1 g h 0 JX ic=1,-2\nR6 g 0 1meg\nR7 h 0 1meg\n\
                   .model DX D(IS=1e-14 CJO=100p RS=10)\n.model QX NPN(CJE=10p CJC=10p RB=10 RC=5)\n\
                   .model MX NMOS(VTO=1 CGSO=1n CGDO=1n CBD=10p CBS=10p)\n.model JX NJF(VTO=-1 CGS=10p CGD=10p)\n.tran 1n 100n uic\n";
    fs::write(folder.join("a.cir"), netlist).unwrap();
    let output = run(&folder, &["tran", "a.cir"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for (name, volts) in [
        ("v(b)", -3.0),
        ("v(c)", 2.0),
        ("v(d)", 0.3),
        ("v(e)", 1.0),
        ("v(f)", 0.5),
        ("v(g)", 1.0),
        ("v(h)", -2.0),
    ] {
        let [t, found] = table(&output, name)[0];
        assert!(t == 0.0 && (found - volts).abs() < 1e-2, "{name} begins at {found}");
    }
    // The charge of the junction leaves through a megohm: dv/dt = -v / (R C(v)), C(-3) = 100p / sqrt(1 + 3).
    let rows = table(&output, "v(b)");
    let [t, last] = *rows.last().unwrap();
    let expected = -3.0 + 3.0 * t / (1e6 * 50e-12);
    assert!((last - expected).abs() < 1e-4, "{last} {expected}");
}

/// The value of a table at a time, on a straight line between points.
fn at(rows: &[[f64; 2]], t: f64) -> f64 {
    let after = rows.partition_point(|row| row[0] < t).clamp(1, rows.len() - 1);
    let ([t0, a], [t1, b]) = (rows[after - 1], rows[after]);
    if t1 > t0 { a + (b - a) * (t - t0) / (t1 - t0) } else { b }
}

#[test]
fn initial_voltages_of_transistors_agree_with_ngspice() {
    let folder = folder("agree");
    let times = [1e-9, 1e-7, 5e-7, 2e-6, 1e-5, 2e-5];
    let transistors = [
        (
            "Q1 a b 0 QX ic=0.3,2\n.model QX NPN(CJE=10p CJC=10p)\n.tran 10n 20u uic\n",
            [1.99951, 1.95158, 1.76911, 1.22974, 0.29701, 0.14609],
            [0.29981, 0.28072, 0.20689, -0.01776, -0.32141, -0.23329],
        ),
        (
            "M1 a b 0 0 MX W=10u L=1u ic=1,0.5\n.model MX NMOS(VTO=1 CGSO=1n CGDO=1n CBD=10p CBS=10p)\n.tran 1n 20u uic\n",
            [0.99981, 0.98443, 0.92787, 0.74906, 0.27458, 0.09168],
            [0.47552, 0.00189, -0.00137, -0.00104, -0.00032, -0.00010],
        ),
    ];
    for (transistor, first, second) in transistors {
        let netlist = format!("start\nV1 d 0 0\nR1 d a 1meg\nR2 b 0 1meg\n{transistor}");
        fs::write(folder.join("a.cir"), netlist).unwrap();
        let output = run(&folder, &["tran", "a.cir"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        for (name, recorded) in [("v(a)", first), ("v(b)", second)] {
            let rows = table(&output, name);
            for (t, recorded) in times.into_iter().zip(recorded) {
                let found = at(&rows, t);
                assert!((found - recorded).abs() < 2e-3, "{name} is {found}, not {recorded} at {t}");
            }
        }
    }
}
