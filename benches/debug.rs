//! `cargo bench --bench debug`: how long `check` takes on large models with one fault, beside the same model without a fault.
//!
//! The first number is for the model as it should be, the second for the broken one. A line is marked if a model of
//! 100,000 equations takes longer than a second, or one of 1,000 longer than 100 ms.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

#[path = "meter.rs"]
mod meter;

use std::fmt::Write;

use meter::best;
use wellposed::{MemoryFiles, RepairSearch, check, load};

/// A ladder of so many resistors and capacitors, with a fault.
fn ladder(size: usize, fault: &str) -> String {
    let class = |name: &str, law: &str| {
        let law = match fault.strip_prefix(name) {
            Some(" without a law") => String::new(),
            Some(" with a second law") => format!("  {law};\n  v = 2.5*i + 1;\n"),
            _ => format!("  {law};\n"),
        };
        format!("model {name}\n  extends TwoPin;\nequation\n{law}end {name};\n")
    };
    let mut text = String::from(
        "connector Pin\n  Real v;\n  flow Real i;\nend Pin;\npartial model TwoPin\n  Pin p, n;\n  Real v, i;\nequation\n  \
         v = p.v - n.v;\n  0 = p.i + n.i;\n  i = p.i;\nend TwoPin;\nmodel Ground\n  Pin p;\nequation\n  p.v = 0;\nend Ground;\n",
    );
    text += &class("Resistor", "v = 2*i");
    text += &class("Capacitor", "i = 3*der(v)");
    text += &class("Source", "v = 1");
    let middle = size / 2;
    text += "model Ladder\n  Source source;\n";
    if fault != "no ground" {
        text += "  Ground ground;\n";
    }
    if fault == "two sources" {
        text += "  Source other;\n";
    }
    for at in 0..size {
        writeln!(text, "  Resistor r{at};\n  Capacitor c{at};").unwrap();
    }
    text += "equation\n  connect(source.p, r0.p);\n";
    if fault != "no ground" && fault != "ground not connected" {
        text += "  connect(source.n, ground.p);\n";
    }
    for at in 0..size {
        writeln!(text, "  connect(r{at}.n, c{at}.p);\n  connect(c{at}.n, source.n);").unwrap();
        if at > 0 {
            writeln!(text, "  connect(r{}.n, r{at}.p);", at - 1).unwrap();
        }
    }
    match fault {
        "an equation more" => writeln!(text, "  r{middle}.v = 3;").unwrap(),
        "two sources" => text += "  connect(other.p, source.p);\n  connect(other.n, source.n);\n",
        _ => {}
    }
    text + "end Ladder;\n"
}

/// A chain of equations without components.
fn chain(size: usize, fault: &str) -> String {
    let mut text = String::from("model Ladder\n");
    for at in 0..size {
        writeln!(text, "  Real x{at};").unwrap();
    }
    text += "equation\n  x0 = 1;\n";
    for at in 1..size {
        if !(fault == "chain, an equation less" && at == size / 2) {
            writeln!(text, "  x{at} = 2*x{};", at - 1).unwrap();
        }
    }
    if fault == "chain, an equation more" {
        writeln!(text, "  x{} = 7;", size / 2).unwrap();
    }
    text + "end Ladder;\n"
}

const FAULTS: &[&str] = &[
    "an equation more",
    "two sources",
    "ground not connected",
    "no ground",
    "Source without a law",
    "Source with a second law",
    "Capacitor without a law",
    "Capacitor with a second law",
    "chain, an equation more",
    "chain, an equation less",
];

fn main() {
    println!("{:>9} {:>9} {:>9} {:>9}  fault", "equations", "right", "wrong", "flattened");
    for (equations, limit) in [(1_000, 0.1), (10_000, f64::INFINITY), (100_000, 1.0)] {
        for fault in FAULTS {
            let make = |fault: &str| match fault.starts_with("chain") {
                true => chain(equations, fault),
                false => ladder(equations / 12, fault),
            };
            let right = if fault.starts_with("chain") { "chain" } else { "" };
            let [(right, ..), (wrong, count, flattened)] = [right, fault].map(|fault| time(make(fault)));
            let mark = if wrong > limit { "  SLOW" } else { "" };
            println!("{count:>9} {right:>8.3}s {wrong:>8.3}s {flattened:>9}  {fault}{mark}");
        }
    }
}

/// The best time of three, the number of equations, and how often it was flattened to try repairs.
fn time(text: String) -> (f64, usize, usize) {
    let mut files = MemoryFiles::default();
    files.add("Ladder.mo", text);
    let loaded = load(&files, &["Ladder.mo".into()]);
    let (seconds, checked) = best(3, || check(&files, &loaded, "Ladder", &RepairSearch::default()));
    let equations = checked.model.as_ref().map_or(0, wellposed::equations::FlatModel::scalar_equations);
    (seconds, equations, checked.flattened)
}
