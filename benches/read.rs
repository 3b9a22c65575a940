//! How fast real libraries are read, as a table, with the figures that must be reached.
//!
//! The libraries are those in the folders of `MODELICAPATH`. The program ends with an error if a figure is
//! missed or a file of the libraries gives one. A peer is measured in the same run if it is installed.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, dead_code)]

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use wellposed::syntax::{FileId, format, lex, parse};
use wellposed::{EntryKind, Files, load};

#[path = "../crates/cli/src/disk.rs"]
mod disk;
#[path = "../crates/cli/src/library.rs"]
mod library;
#[path = "meter.rs"]
mod meter;
use disk::Disk;
use meter::{best, peak, timed};

fn main() -> ExitCode {
    let folders: Vec<PathBuf> = library::folders(&[]);
    let libraries = wellposed::libraries(&Disk, &folders);
    if libraries.is_empty() {
        println!("MODELICAPATH names no folder with Modelica libraries: nothing to measure");
        return ExitCode::SUCCESS;
    }
    let mut table = Table::default();

    // First, while the process has not yet touched anything else: from disk to trees, on all cores.
    let (cold, loaded) = timed(|| load(&Disk, &libraries));
    let peak = peak();
    let (warm, ()) = best(5, || drop(load(&Disk, &libraries)));
    let (files, errors) = (loaded.trees.len(), loaded.errors());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    table.row("files read", files as f64, "", None);
    table.row("errors in them", errors as f64, "", Some(Goal::AtMost(0.0)));
    table.row(&format!("disk to trees, {cores} cores, first time"), cold, "s", None);
    table.row(&format!("disk to trees, {cores} cores"), warm, "s", Some(Goal::AtMost(0.5)));
    if peak > 0.0 {
        table.row("memory at its peak", peak / 1e6, "MB", Some(Goal::AtMost(350.0)));
    }

    // Also those that lie outside the packages, such as in Resources.
    let every = every_file(&folders);
    let wrong = every.iter().map(|path| load(&Disk, std::slice::from_ref(path)).errors()).sum::<usize>();
    table.row("files in all, each by itself", every.len() as f64, "", None);
    table.row("errors in them", wrong as f64, "", Some(Goal::AtMost(0.0)));

    let texts: Vec<String> = loaded.sources.iter().map(|(_, source)| source.text().to_string()).collect();
    drop(loaded);
    let megabytes = texts.iter().map(String::len).sum::<usize>() as f64 / 1e6;
    table.row("text", megabytes, "MB", None);
    let each = |work: fn(&str)| texts.iter().for_each(|text| work(text));
    let (lexing, ()) = best(5, || each(|text| drop(lex(FileId(0), text))));
    let (parsing, ()) = best(5, || each(|text| drop(parse(FileId(0), text))));
    let (formatting, ()) = best(3, || each(|text| drop(format(FileId(0), text))));
    table.row("lexing, one core", megabytes / lexing, "MB/s", None);
    table.row("lexing and parsing, one core", megabytes / parsing, "MB/s", Some(Goal::AtLeast(60.0)));
    table.row("formatting, one core", formatting, "s", None);
    match rumoca(&folders) {
        Some(seconds) => {
            table.row("formatting by Rumoca, one core", seconds, "s", None);
            table.row("  ratio", seconds / formatting, "x", Some(Goal::AtLeast(1.0)));
        }
        None => println!("Rumoca is not installed (pip install rumoca): not compared"),
    }
    table.finish()
}

/// Every Modelica file below the folders.
fn every_file(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut todo = folders.to_vec();
    let mut found = Vec::new();
    while let Some(folder) = todo.pop() {
        for entry in Disk.list(&folder).unwrap_or_default() {
            let path = folder.join(&entry.name);
            match entry.kind {
                EntryKind::Folder => todo.push(path),
                EntryKind::File if entry.name.ends_with(".mo") => found.push(path),
                _ => {}
            }
        }
    }
    found
}

/// The time that Rumoca takes to parse and print the same files.
fn rumoca(folders: &[PathBuf]) -> Option<f64> {
    const SCRIPT: &str = "
import os, sys, time, rumoca
paths = [os.path.join(d, f) for root in sys.argv[1:] for d, _, fs in os.walk(root) for f in fs if f.endswith('.mo')]
texts = [open(p, encoding='utf-8').read() for p in paths]
start = time.perf_counter()
for text in texts: rumoca.format(text)
print(time.perf_counter() - start)
";
    let output = Command::new("python3").arg("-c").arg(SCRIPT).args(folders).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

#[derive(Clone, Copy)]
enum Goal {
    AtLeast(f64),
    AtMost(f64),
}

/// The figures, and whether one was missed.
#[derive(Default)]
struct Table {
    missed: bool,
}

impl Table {
    fn row(&mut self, name: &str, value: f64, unit: &str, goal: Option<Goal>) {
        let shown = if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.3}") };
        let (goal, reached) = match goal {
            None => (String::new(), true),
            Some(Goal::AtLeast(limit)) => (format!("at least {limit} {unit}"), value >= limit),
            Some(Goal::AtMost(limit)) => (format!("at most {limit} {unit}"), value <= limit),
        };
        let mark = if reached { "" } else { "MISSED" };
        self.missed |= !reached;
        println!("{name:<42} {shown:>10} {unit:<5} {goal:<18} {mark}");
    }

    fn finish(self) -> ExitCode {
        ExitCode::from(u8::from(self.missed))
    }
}
