//! Whatever the text, reading ends, without a panic, and every place lies in the text.

#![allow(clippy::unwrap_used)]

use std::fmt::Write;

use circuit::{Circuit, Includes, RepairOutcome, ResistorRepair, Topology, read};
use proptest::prelude::*;
use syntax::{Diagnostic, DiagnosticCode, FileId, Severity, SourceFile, SourceMap};

/// Everything that is included is the netlist itself.
struct Itself;

impl Includes for Itself {
    fn open(&mut self, _: &mut SourceMap, _: &str, _: FileId) -> Result<FileId, String> {
        Ok(FileId(0))
    }
}

fn parse(text: &str) -> (Circuit, Vec<Diagnostic>) {
    let mut sources = SourceMap::default();
    let file = sources.add(SourceFile::new("a.cir", text));
    let (circuit, found) = read(&mut sources, file, &mut Itself);
    for found in &found {
        for label in found.related.iter().chain([&found.primary]) {
            let span = label.place.span;
            assert!(text.get(span.range()).is_some(), "{span:?} is not in the text: {}", found.message);
        }
    }
    if found.iter().all(|found| found.severity() == Severity::Warning) {
        Topology::new(&circuit);
    }
    (circuit, found)
}

fn codes(text: &str) -> Vec<DiagnosticCode> {
    parse(text).1.iter().map(|found| found.code).collect()
}

/// Words that netlists are made of, and some that they are not.
fn word() -> impl Strategy<Value = String> {
    let words = [
        "R1",
        "C1",
        "L1",
        "L2",
        "K1",
        "V1",
        "I1",
        "E1",
        "F1",
        "G1",
        "H1",
        "B1",
        "D1",
        "Q1",
        "J1",
        "M1",
        "S1",
        "W1",
        "T1",
        "X1",
        "X2",
        "\n",
        "\n",
        "\n",
        "\n+",
        " ",
        "a",
        "b",
        "0",
        "1k",
        "1k5",
        "{a}",
        "{a+",
        "'b'",
        "(",
        ")",
        "=",
        ",",
        "SIN(0 1 1k)",
        "PWL(0 0",
        "POLY(2)",
        "V={v(a)*2}",
        "I=i(V1)",
        ".param a=1",
        ".param a={b} b={a}",
        ".subckt s a",
        ".ends",
        ".model",
        "D",
        "NPN",
        "(is=1)",
        ".include x",
        ".lib x y",
        ".endl",
        ".control",
        ".endc",
        ".end",
        ".ic v(a)=1",
        ".tran 1 2",
        "uic",
        "params:",
        "Z0=50",
        "TD=1n",
        "W=1u",
        "*",
        ";",
        "$ ",
        "//",
        "\"",
        "µ",
        "\u{0}",
        "ä",
        ".func f(x) {x}",
        "{f(1)}",
        "{f(f(f(2)))}",
        "s",
        "Q={v(a)}",
        "ic=1",
        "m=2",
        "?",
        ":",
    ];
    proptest::sample::select(words.to_vec()).prop_map(str::to_string)
}

proptest! {
    #[test]
    fn words_in_any_order(words in proptest::collection::vec(word(), 0..60)) {
        parse(&format!("title\n{}", words.join(" ")));
    }

    #[test]
    fn any_text(text in "(?s).{0,200}") {
        parse(&text);
    }

    #[test]
    fn any_formula(text in "[-+*/^()a-c0-9.?:<>=!&|, kv]{0,40}") {
        parse(&format!("title\n.param a=1 b=2 c=3\nV1 a 0 1\nB1 a 0 V={text}\nR1 a 0 {{{text}}}\n"));
    }
}

#[test]
fn nothing_is_too_deep() {
    let deep =
        |open: &str, close: &str| format!("t\nR1 a 0 {{{}1{}}}\n", open.repeat(50_000), close.repeat(50_000));
    assert_eq!(codes(&deep("(", ")")), [DiagnosticCode::TooDeep]);
    assert_eq!(codes(&deep("-", "")), [DiagnosticCode::TooDeep]);
    assert_eq!(codes(&deep("1?2:", "")), [DiagnosticCode::TooDeep]);
    assert_eq!(codes("t\n.func f(x) {f(x)}\nR1 a 0 {f(1)}\n"), [DiagnosticCode::TooDeep]);
}

#[test]
fn chains_are_followed_without_recursion() {
    let count = 100_000;
    let mut text = "t\n.param\n".to_string();
    for at in 0..count {
        text += &format!("+ p{at}={{p{}}}\n", at + 1);
    }
    text += &format!("+ p{count}=7\nV1 a 0 {{p0}}\nR1 a 0 1\n");
    let (circuit, found) = parse(&text);
    assert!(found.is_empty(), "{found:#?}");
    assert_eq!(circuit.sources[0].dc, Some(7.0));
    let mut text = "t\n".to_string();
    for at in 0..20_000 {
        text += &format!(".subckt s{at} a\nX1 a s{}\n.ends\n", at + 1);
    }
    text += ".subckt s20000 a\nR1 a 0 1\n.ends\nV1 a 0 1\nX1 a s0\n";
    let (circuit, found) = parse(&text);
    assert!(found.is_empty());
    assert_eq!((circuit.elements.len(), circuit.instances.len()), (2, 20_002));
}

#[test]
fn files_that_include_themselves_are_told_once() {
    assert_eq!(codes("t\n.include a.cir\nR1 a 0 1\nV1 a 0 1\n"), [DiagnosticCode::CyclicInclude]);
}

#[test]
fn values_of_all_kinds_are_read() {
    let (circuit, found) = parse(
        "t\n.param w={2*(1+2)} v=sqrt(w*6) u = max(w, 2) \n.func twice(x) {2*x}\nV1 a 0 DC {w} AC 2 90 PULSE(0 1 1n)\n\
         R1 a 0 {twice(w)+0.5}\nC1 a 0 '2u' ic=3\nL1 b 0 1m\nL2 c 0 {v}\nK1 L1 L2 0.5\nR2 a b {u>5 ? 10 : 20}\nR3 b c 1\n\
         E1 d 0 POLY(2) (a,0) (b,0) 0 1 2\nR4 d 0 -2**2\n",
    );
    // `-2**2` without braces is no number.
    assert_eq!(found.iter().map(|found| found.code).collect::<Vec<_>>(), [DiagnosticCode::WrongNumber]);
    let resistances: Vec<f64> = circuit
        .elements
        .iter()
        .filter_map(|element| match element.kind {
            circuit::CircuitElementKind::Resistor { ohms, .. } => Some(ohms),
            _ => None,
        })
        .collect();
    assert_eq!(&resistances[..3], [12.5, 10.0, 1.0]);
    assert_eq!((circuit.sources[0].dc, circuit.sources[0].ac), (Some(6.0), Some([2.0, 90.0])));
    assert_eq!(circuit.starts[0].1, [3.0]);
    assert!(
        matches!(&circuit.laws[0], circuit::ControlLaw::Polynomial { coefficients, .. } if *coefficients == [0.0, 1.0, 2.0])
    );
}

/// Twenty sources with a capacitor each, and so many resistors.
fn loops(resistors: usize) -> Vec<RepairOutcome> {
    let mut text = "loops\n".to_string();
    for at in 0..20 {
        writeln!(text, "v{at} n{at} 0 1\nc{at} n{at} 0 1u\nr{at} n{at} 0 1k").unwrap();
    }
    for at in 20..resistors {
        writeln!(text, "r{at} n1 n2 1k").unwrap();
    }
    let (circuit, _) = parse(&text);
    let topology = Topology::new(&circuit);
    let found = &topology.survey.cv_loops.shown;
    let repairs: Vec<ResistorRepair> =
        found.iter().filter_map(|found| ResistorRepair::for_loop(&topology, found)).collect();
    assert_eq!(repairs.len(), 20);
    ResistorRepair::verify_all(&circuit, &topology, &repairs)
}

#[test]
fn a_large_circuit_says_that_repairs_were_tried_together() {
    assert!(loops(100).iter().all(|&trial| trial == RepairOutcome::Helps));
    assert!(loops(220_000).iter().all(|&trial| trial == RepairOutcome::HelpsWithOthers));
}

/// Subcircuits that all call each other: there are more ways through them than anyone can follow.
#[test]
fn circles_of_calls_are_told_without_walking_all_of_them() {
    let mut text = "t\n".to_string();
    for at in 0..30 {
        writeln!(text, ".subckt s{at} a\nR1 a 0 1").unwrap();
        (0..30).filter(|&other| other != at).for_each(|other| writeln!(text, "X{other} a s{other}").unwrap());
        text += ".ends\n";
    }
    text += "V1 a 0 1\nX1 a s0\n";
    let found = codes(&text);
    assert!(
        !found.is_empty() && found.iter().all(|&code| code == DiagnosticCode::CyclicSubcircuit),
        "{found:?}"
    );
}

/// What calls a circle is as large as it would be without the circle.
#[test]
fn circles_of_calls_hide_no_size() {
    let mut text = "t\n.subckt s0 a\nR1 a 0 1\nX1 a s0\n.ends\n".to_string();
    for at in 1..12 {
        writeln!(text, ".subckt s{at} a").unwrap();
        (0..10).for_each(|call| writeln!(text, "X{call} a s{}", at - 1).unwrap());
        text += ".ends\n";
    }
    text += "V1 a 0 1\nX1 a s11\n";
    assert_eq!(codes(&text), [DiagnosticCode::TooLargeCircuit]);
}
