//! How fast a plain system of a million equations is read, taken apart and shown. Ends with an error if a figure is missed.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

#[path = "meter.rs"]
mod meter;

use std::process::ExitCode;

use meter::best;
use wellposed::report::Published;
use wellposed::syntax::{FileId, SourceFile, SourceMap};
use wellposed::system::{analyze, gml, html, read, read_gml, report, structure, write};

/// The best of so many runs counts: other programs only make it slower.
const RUNS: usize = 3;

fn main() -> ExitCode {
    let mut missed = false;
    let text = chain(1_000_000);
    let megabytes = text.len() as f64 / 1e6;
    println!("a chain of 1,000,000 equations, {megabytes:.0} MB of text");
    let system = read(FileId(0), "chain", &text).0;
    missed |= measure("read", 0.8, || read(FileId(0), "chain", &text));
    missed |= measure("analyze", 2.0, || analyze(&system));
    let analysis = analyze(&system);
    missed |= measure("write", 1.0, || write(&system));
    missed |= measure("write as GML", 4.0, || gml(&system, &analysis));
    let graph = gml(&system, &analysis);
    missed |= measure("read GML", 5.0, || read_gml(FileId(0), "chain", &graph));

    let text = chain(100_000);
    println!("a chain of 100,000 equations");
    let system = read(FileId(0), "chain", &text).0;
    let analysis = analyze(&system);
    let mut sources = SourceMap::default();
    sources.add(SourceFile::new("chain", text));
    missed |= measure("table", 0.1, || structure(&sources, &system, &analysis, 200));
    missed |= measure("JSON", 1.0, || report(&system, &analysis).to_json());
    missed |= measure("page", 1.0, || html(&sources, &system, &analysis));
    ExitCode::from(u8::from(missed))
}

/// Equations in which each unknown depends on some before it and, here and there, on some after it.
fn chain(size: usize) -> String {
    let line = |at: usize| {
        let far = if (at / 10).is_multiple_of(3) { (at + 3).min(size - 1) } else { at };
        format!("eq{at}: x{at} x{}^1 x{} x{far}\n", at.saturating_sub(1), at.saturating_sub(13))
    };
    // Where the far unknown is the near one it stands there once.
    (0..size).map(line).map(|line| dedup(&line)).collect()
}

fn dedup(line: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in line.split_whitespace() {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(" ") + "\n"
}

/// Prints how long work takes at best; true if that is too long.
fn measure<T>(name: &str, most: f64, work: impl Fn() -> T) -> bool {
    let (best, _) = best(RUNS, work);
    let mark = if best <= most { "" } else { "MISSED" };
    println!("{name:>14} {best:>8.3} s, at most {most} s {mark}");
    best > most
}
