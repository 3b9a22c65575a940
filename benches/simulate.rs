//! Measures the way from text to trajectories on ladders of resistors and capacitors, beside Rumoca where it is installed.
//! The program ends with an error if a figure is missed.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

#[allow(unreachable_pub)]
#[path = "../tests/ladder.rs"]
mod ladder;
#[path = "meter.rs"]
mod meter;

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::Arc;

use wellposed::{
    Experiment, MemoryFiles, Overrides, RepairSearch, Simulator, Wellposedness, check, load, simulate,
};

use ladder::ladder;
use meter::{peak, total};

/// What feeds the ladders.
const SOURCE: &str = "parameter Real V = 10; equation v = V";

const PEER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/peers/rumoca_ladder.py");

/// The most memory for a ladder of ten thousand, and how far from linear the time may be.
const GIGABYTES: f64 = 1.0;
const LINEAR: f64 = 1.5;

/// Of the time of a first run, what a second may take: it is neither planned nor compiled.
const AGAIN: f64 = 0.5;

/// Seconds from text to the trajectory until time 10, check included.
fn ours(text: &str) -> f64 {
    let begun = total();
    let mut files = MemoryFiles::default();
    files.add("Ladder.mo", text);
    let loaded = load(&files, &[PathBuf::from("Ladder.mo")]);
    let checked = check(&files, &loaded, "Ladder", &RepairSearch::default());
    assert_eq!(checked.wellposedness, Wellposedness::Well);
    let experiment = Experiment { stop: 10.0, ..Experiment::default() };
    let model = checked.model.unwrap();
    let found = simulate(&files, &loaded, model, &experiment, &Overrides::default(), &|| true, None).unwrap();
    assert_eq!(found.times.last(), Some(&10.0));
    total() - begun
}

/// Seconds of processor time for a first run from a checked model, and for a run with another voltage after it.
fn again(text: &str) -> (f64, f64) {
    let mut files = MemoryFiles::default();
    files.add("Ladder.mo", text);
    let loaded = load(&files, &[PathBuf::from("Ladder.mo")]);
    let model = check(&files, &loaded, "Ladder", &RepairSearch::default()).model.unwrap();
    let experiment = Experiment { stop: 10.0, variables: vec!["s.v".into()], ..Experiment::default() };
    let mut simulator = Simulator::new(Arc::new(files), Arc::new(loaded), model);
    let mut run = |voltage: f64| {
        let given = Overrides { parameters: vec![("s.V".into(), voltage)], ..Overrides::default() };
        let begun = total();
        simulator.run(&experiment, &given, &|| true, None).unwrap();
        total() - begun
    };
    let seconds = (run(10.0), run(12.0));
    assert_eq!(simulator.plans(), 1);
    seconds
}

/// The same with Rumoca; none if it is not installed.
fn rumoca(text: &str) -> Option<f64> {
    let file = std::env::temp_dir().join(format!("ladder-{}.mo", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let output = Command::new("python3").arg(PEER).arg(&file).args(["Ladder", "10"]).output();
    let _ = std::fs::remove_file(&file);
    String::from_utf8(output.ok()?.stdout).ok()?.trim().parse().ok()
}

/// A ladder in a process of its own, so that the peak of memory is its own: seconds and gigabytes.
fn alone(size: usize) -> (f64, f64) {
    let program = std::env::current_exe().unwrap();
    let output = Command::new(program).args(["--one", &size.to_string()]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut numbers = text.split_whitespace().map(|word| word.parse().unwrap());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--one") {
        let seconds = ours(&ladder(arguments[at + 1].parse().unwrap(), SOURCE));
        println!("{seconds} {}", peak() / 1e9);
        return ExitCode::SUCCESS;
    }
    let mut missed = false;
    let mut smallest: Option<f64> = None;
    for (size, limit) in [(1_000, 0.5), (3_000, 1.5), (10_000, 5.0)] {
        let (seconds, memory) = alone(size);
        // Each equation may cost this many times what it costs in the smallest ladder.
        let each = seconds / size as f64;
        let ratio = each / *smallest.get_or_insert(each);
        println!(
            "ladder of {size}, {} equations: {seconds:.2} s, {memory:.2} GB, {ratio:.2} times as long for each equation; must \
             reach {limit} s, {GIGABYTES} GB and {LINEAR} times",
            12 * size + 8
        );
        missed |= seconds > limit || memory > GIGABYTES || ratio > LINEAR;
    }
    let text = ladder(1_000, SOURCE);
    let (first, second) = again(&ladder(10_000, SOURCE));
    let part = second / first;
    println!(
        "ladder of 10000 with another voltage: {second:.2} s after {first:.2} s, {part:.2}; must be {AGAIN}"
    );
    missed |= part > AGAIN;
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
