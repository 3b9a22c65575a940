//! How fast a model is flattened and how much memory that takes, for each scalar equation, on a ladder of n
//! resistors and n capacitors; how long the plan of its solution takes, in flattenings; and how long models of the Modelica Standard Library take from disk and how many of
//! its files are parsed for them, if `MODELICAPATH` leads to the library. Ends with an error if a figure is missed.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, dead_code)]

use std::process::{Command, ExitCode};
use std::sync::Arc;

use wellposed::{LoadRequest, MemoryFiles, flatten, load, open_sources};

#[path = "../crates/cli/src/disk.rs"]
mod disk;
#[path = "../crates/cli/src/library.rs"]
mod library;
#[path = "meter.rs"]
mod meter;

use meter::{peak, timed};

const MICROSECONDS: f64 = 10.0;
const BYTES: f64 = 1500.0;

/// How long a plan may take, in flattenings of the same model in the same run.
const PLAN: f64 = 2.0;

/// Models from disk: the seconds, megabytes and files that each may take.
const MODELS: [(&str, f64, f64, f64); 2] = [
    ("Modelica.Blocks.Examples.PID_Controller", 0.1, 50.0, 100.0),
    ("Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.FullRobot", 0.5, 100.0, 300.0),
];

fn main() -> ExitCode {
    // Each size in a process of its own, so that the peak of memory is its own.
    if let Some(size) = std::env::args().skip_while(|arg| arg != "--size").nth(1) {
        measure(size.parse().unwrap());
        return ExitCode::SUCCESS;
    }
    if let Some(model) = std::env::args().skip_while(|arg| arg != "--model").nth(1) {
        from_disk(&model);
        return ExitCode::SUCCESS;
    }
    let mut missed = false;
    println!(
        "{:>8} {:>10} {:>9} {:>14} {:>14} {:>12}",
        "n", "equations", "seconds", "us/equation", "bytes/equation", "plan/flatten"
    );
    for size in [1_000, 10_000, 100_000] {
        let [equations, seconds, bytes, plan] = child(&["--size", &size.to_string()]);
        let (time, memory) = (seconds * 1e6 / equations, bytes / equations);
        let reached = time <= MICROSECONDS && memory <= BYTES && plan <= PLAN * seconds;
        missed |= !reached;
        let mark = if reached { "" } else { "MISSED" };
        let ratio = plan / seconds;
        println!("{size:>8} {equations:>10} {seconds:>9.3} {time:>14.2} {memory:>14.0} {ratio:>12.2} {mark}");
    }
    println!(
        "at most {MICROSECONDS} us and {BYTES} bytes for each scalar equation, {PLAN} flattenings for a plan"
    );
    if library::folders(&[]).is_empty() {
        println!("MODELICAPATH names no folder with Modelica libraries: models from disk are NOT measured");
        return ExitCode::from(u8::from(missed));
    }
    println!(
        "\n{:>10} {:>9} {:>6} {:>7} {:>7}  model, at most s, MB and parsed files",
        "equations", "seconds", "MB", "parsed", "known"
    );
    for (model, most_seconds, most_megabytes, most_files) in MODELS {
        let [equations, seconds, bytes, parsed, known] = child(&["--model", model]);
        let megabytes = bytes / 1e6;
        let reached = seconds <= most_seconds && megabytes <= most_megabytes && parsed <= most_files;
        missed |= !reached;
        let mark = if reached { "" } else { "MISSED" };
        let goals = format!("{most_seconds} {most_megabytes} {most_files}");
        println!(
            "{equations:>10} {seconds:>9.3} {megabytes:>6.0} {parsed:>7} {known:>7}  {model} {goals} {mark}"
        );
    }
    ExitCode::from(u8::from(missed))
}

/// Equations, seconds, bytes and more, measured in a process of its own.
fn child<const N: usize>(arguments: &[&str]) -> [f64; N] {
    let own = std::env::current_exe().unwrap();
    let output = Command::new(own).args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let numbers: Vec<f64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    numbers.try_into().unwrap_or_else(|_| panic!("{text}"))
}

fn from_disk(model: &str) {
    let (seconds, (loaded, flattened)) = timed(|| {
        let request = LoadRequest {
            folders: library::folders(&[]),
            model: Some(model.to_string()),
            ..LoadRequest::default()
        };
        let loaded = open_sources(Arc::new(disk::Disk), &request);
        let flattened = flatten(&disk::Disk, &loaded, model);
        (loaded, flattened)
    });
    assert!(flattened.diagnostics.is_empty());
    let equations = flattened.model.unwrap().scalar_equations();
    println!("{equations} {seconds} {} {} {}", peak(), loaded.parsed(), loaded.known());
}

fn measure(size: usize) {
    let mut files = MemoryFiles::default();
    files.add("Ladder.mo", ladder(size));
    let loaded = load(&files, &["Ladder.mo".into()]);
    let before = peak();
    let mut seconds = f64::INFINITY;
    let mut equations = 0;
    for _ in 0..3 {
        let (taken, flattened) = timed(|| flatten(&files, &loaded, "Ladder"));
        seconds = seconds.min(taken);
        assert!(flattened.diagnostics.is_empty());
        let model = flattened.model.unwrap();
        equations = model.scalar_equations();
        assert_eq!(equations, model.unknowns());
    }
    let bytes = peak() - before;
    let mut plan = f64::INFINITY;
    for _ in 0..3 {
        let model = flatten(&files, &loaded, "Ladder").model.unwrap();
        let (taken, found) =
            timed(|| wellposed::dae::Plan::new(model, &wellposed::Cancellation::default()).unwrap());
        plan = plan.min(taken);
        assert_eq!(found.schedule.states.len(), size);
    }
    println!("{equations} {seconds} {bytes} {plan}");
}

fn ladder(size: usize) -> String {
    format!(
        "connector Pin
  Real v;
  flow Real i;
end Pin;
partial model TwoPin
  Pin p, n;
  Real v, i;
equation
  v = p.v - n.v;
  0 = p.i + n.i;
  i = p.i;
end TwoPin;
model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  v = R*i;
end Resistor;
model Capacitor
  extends TwoPin;
  parameter Real C = 1;
equation
  i = C*der(v);
end Capacitor;
model Source
  extends TwoPin;
equation
  v = 1;
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Ladder
  parameter Integer n = {size};
  Resistor R[n](each R = 2);
  Capacitor C[n](each C = 3, each v(start = 0, fixed = true));
  Source source;
  Ground ground;
equation
  connect(source.p, R[1].p);
  for i in 1:n loop
    connect(R[i].n, C[i].p);
    connect(C[i].n, ground.p);
  end for;
  for i in 1:n - 1 loop
    connect(R[i].n, R[i + 1].p);
  end for;
  connect(source.n, ground.p);
end Ladder;
"
    )
}
