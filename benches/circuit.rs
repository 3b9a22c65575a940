//! How fast netlists of a million elements are read and judged. Ends with an error if a figure is missed.
//!
//! The shapes are those that simulators are measured with (ladders, grids, chains of inverters), and some that are
//! nothing but findings.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

#[path = "meter.rs"]
mod meter;

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use meter::best;
use wellposed::MemoryFiles;
use wellposed::circuit::{Circuit, Topology, diagnose, open};

/// The best of so many runs counts: other programs only make it slower.
const RUNS: usize = 3;

/// The topology of a million elements takes at most so many seconds.
const TOPOLOGY: f64 = 2.0;

/// Reading a million elements takes at most so many seconds.
const READING: f64 = 3.0;

/// A name, and a netlist of about so many elements.
type Shape = (&'static str, fn(usize) -> String);

fn main() -> ExitCode {
    let mut missed = false;
    println!(
        "{:>22} {:>9} {:>6} {:>8} {:>8} {:>9} {:>9}",
        "", "elements", "MB", "read s", "MB/s", "topology", "words"
    );
    let shapes: [Shape; 9] = [
        ("RC ladder", ladder),
        ("RLC ladder", coils),
        ("grid", grid),
        ("inverters", inverters),
        ("calls of inverters", cells),
        ("C beside V", loops),
        ("L in series", cutsets),
        ("C in series", capacitors),
        ("current mirrors", mirrors),
    ];
    for (name, make) in shapes {
        missed |= measure(name, &make(1_000_000));
    }
    missed |= measure("RC ladder, 100 MB", &ladder(6_000_000));
    ExitCode::from(u8::from(missed))
}

/// Prints how long a netlist takes; true if that is too long.
fn measure(name: &str, text: &str) -> bool {
    let mut files = MemoryFiles::default();
    files.add("a.cir", text);
    let megabytes = text.len() as f64 / 1e6;
    let (reading, (loaded, circuit)) = best(RUNS, || open(&files, Path::new("a.cir")));
    let circuit: Circuit = circuit.unwrap_or_else(|| panic!("{:#?}", loaded.diagnostics.first()));
    let (looking, topology) = best(RUNS, || Topology::new(&circuit));
    let (telling, found) = best(RUNS, || diagnose(&loaded.sources, &circuit, &topology));
    let elements = circuit.elements.len();
    let speed = megabytes / reading;
    let millions = (elements as f64 / 1e6).max(1.0);
    let late = reading > READING * millions || looking > TOPOLOGY * millions;
    let mark = if late { "MISSED" } else { "" };
    println!(
        "{name:>22} {elements:>9} {megabytes:>6.0} {reading:>8.3} {speed:>8.0} {looking:>7.3} s {telling:>7.3} s  index {:?}, {} findings {mark}",
        topology.index,
        found.len()
    );
    late
}

fn ladder(elements: usize) -> String {
    let mut text = "ladder\nV1 n0 0 SIN(0 1 100meg)\n".to_string();
    for k in 1..=elements / 2 {
        let _ = writeln!(text, "R{k} n{} n{k} 1k\nC{k} n{k} 0 1p", k - 1);
    }
    text
}

fn coils(elements: usize) -> String {
    let mut text = "ladder\nV1 n0 0 SIN(0 1 1g)\n".to_string();
    let count = elements / 3;
    for k in 1..=count {
        let _ = writeln!(text, "R{k} n{} m{k} 0.1\nL{k} m{k} n{k} 1n\nC{k} n{k} 0 1p", k - 1);
    }
    text + &format!("RT n{count} 0 31.6\n")
}

fn grid(elements: usize) -> String {
    let size = (elements as f64 / 3.0).sqrt() as usize;
    let mut text = "grid\n".to_string();
    for i in 0..size {
        for j in 0..size {
            let _ = writeln!(text, "C{i}_{j} g{i}_{j} 0 1p");
            if i + 1 < size {
                let _ = writeln!(text, "RA{i}_{j} g{i}_{j} g{}_{j} 1", i + 1);
            }
            if j + 1 < size {
                let _ = writeln!(text, "RB{i}_{j} g{i}_{j} g{i}_{} 1", j + 1);
            }
        }
    }
    text + "VS s 0 1\nRS s g0_0 0.1\nI1 g5_5 0 PULSE(0 10m 1n 1n 1n 8n 20n)\n"
}

const MODELS: &str = ".model NM NMOS(LEVEL=1 VTO=0.7 KP=110u CGSO=0.2n CGDO=0.2n)
.model PM PMOS(LEVEL=1 VTO=-0.7 KP=50u CGSO=0.2n CGDO=0.2n)
VDD vdd 0 3.3
VIN n0 0 PULSE(0 3.3 1n 0.1n 0.1n 4.9n 10n)
";

fn inverters(elements: usize) -> String {
    let mut text = format!("inverters\n{MODELS}");
    for k in 1..=elements / 3 {
        let _ = writeln!(
            text,
            "MP{k} n{k} n{} vdd vdd PM W=4u L=0.35u\nMN{k} n{k} n{} 0 0 NM W=2u L=0.35u\nC{k} n{k} 0 10f",
            k - 1,
            k - 1
        );
    }
    text
}

fn cells(elements: usize) -> String {
    let mut text = "inverters\n.subckt inv a y v params: w=1u\nMP y a v v PM W={2*w} L=0.35u\n".to_string();
    text += "MN y a 0 0 NM W={w} L=0.35u\nC1 y 0 10f\n.ends\n";
    text += MODELS;
    for k in 1..=elements / 3 {
        let _ = writeln!(text, "X{k} n{} n{k} vdd inv w=2u", k - 1);
    }
    text
}

/// Every voltage source is in a loop.
fn loops(elements: usize) -> String {
    let mut text = "loops\n".to_string();
    for k in 1..=elements / 3 {
        let _ = writeln!(text, "V{k} n{k} 0 1\nC{k} n{k} 0 1p\nR{k} n{k} n{} 1k", k.max(2) - 1);
    }
    text
}

/// Every second node is a cutset.
fn cutsets(elements: usize) -> String {
    let mut text = "cutsets\nR0 n0 0 1\n".to_string();
    for k in 1..=elements / 3 {
        let _ = writeln!(text, "L{k} n{} m{k} 1n\nLB{k} m{k} n{k} 1n\nR{k} n{k} 0 1k", k - 1);
    }
    text
}

/// No direct current reaches any node.
fn capacitors(elements: usize) -> String {
    let mut text = "capacitors\nV1 n0 0 1\nR1 n0 0 1\n".to_string();
    for k in 1..=elements {
        let _ = writeln!(text, "C{k} n{} n{k} 1n", k - 1);
    }
    text
}

/// Controlled sources everywhere.
fn mirrors(elements: usize) -> String {
    let mut text = "mirrors\nI0 0 n0 1m\nR0 n0 0 1k\n".to_string();
    for k in 1..=elements / 4 {
        let _ =
            writeln!(text, "VM{k} n{} m{k} 0\nRM{k} m{k} 0 1k\nF{k} 0 n{k} VM{k} 0.9\nR{k} n{k} 0 1k", k - 1);
    }
    text
}
