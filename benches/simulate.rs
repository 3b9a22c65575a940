//! Measures the way from text to trajectories on ladders of resistors and capacitors, beside Rumoca where it is installed.
//! The program ends with an error if a figure is missed.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Instant;

use wellposed::{Experiment, Memory, Overrides, Posed, Search, check, load, simulate};

const PEER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/peers/rumoca_ladder.py");

fn ladder(size: usize) -> String {
    format!(
        "connector Pin Real v; flow Real i; end Pin;
partial model TwoPin Pin p, n; Real v, i; equation v = p.v - n.v; 0 = p.i + n.i; i = p.i; end TwoPin;
model Resistor extends TwoPin; parameter Real R = 1; equation R*i = v; end Resistor;
model Capacitor extends TwoPin; parameter Real C = 1; equation C*der(v) = i; end Capacitor;
model Source extends TwoPin; parameter Real V = 10; equation v = V; end Source;
model Ground Pin p; equation p.v = 0; end Ground;
model Ladder
  Resistor r[{size}]; Capacitor c[{size}]; Source s; Ground g;
equation
  connect(s.p, r[1].p);
  for i in 1:{size} - 1 loop connect(r[i].n, r[i + 1].p); end for;
  for i in 1:{size} loop connect(r[i].n, c[i].p); connect(c[i].n, s.n); end for;
  connect(s.n, g.p);
end Ladder;
"
    )
}

/// Seconds from text to the trajectory until time 10, check included.
fn ours(text: &str) -> f64 {
    let begun = Instant::now();
    let mut files = Memory::default();
    files.add("Ladder.mo", text);
    let loaded = load(&files, &[PathBuf::from("Ladder.mo")]);
    let checked = check(&files, &loaded, "Ladder", &Search::default());
    assert_eq!(checked.posed, Posed::Well);
    let experiment = Experiment { stop: 10.0, ..Experiment::default() };
    let model = checked.model.unwrap();
    let found = simulate(&files, &loaded, model, &experiment, &Overrides::default(), &|| true).unwrap();
    assert_eq!(found.times.last(), Some(&10.0));
    begun.elapsed().as_secs_f64()
}

/// The same with Rumoca; none if it is not installed.
fn rumoca(text: &str) -> Option<f64> {
    let file = std::env::temp_dir().join(format!("ladder-{}.mo", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let output = Command::new("python3").arg(PEER).arg(&file).args(["Ladder", "10"]).output();
    let _ = std::fs::remove_file(&file);
    String::from_utf8(output.ok()?.stdout).ok()?.trim().parse().ok()
}

fn main() -> ExitCode {
    let mut missed = false;
    for (size, limit) in [(1_000, 0.5), (10_000, 5.0)] {
        let seconds = ours(&ladder(size));
        println!("ladder of {size}, {} equations: {seconds:.2} s; must reach {limit} s", 12 * size + 8);
        missed |= seconds > limit;
    }
    let text = ladder(1_000);
    match rumoca(&text) {
        Some(seconds) => {
            let ratio = seconds / ours(&text);
            println!("ladder of 1000 with Rumoca: {seconds:.1} s, {ratio:.0} times ours; must be 10 times");
            missed |= ratio < 10.0;
        }
        None => println!("Rumoca is not installed: it is NOT compared"),
    }
    if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
