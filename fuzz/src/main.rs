//! Reads damaged files without end: `fuzz [--seconds N] [--seed N] [READER…]`, or `fuzz READER FILE` for one input that failed.
//!
//! Each reader runs in a process of its own, so that an overflowing stack and exhausted memory are findings too. The same
//! seed gives the same inputs in the same order; how many there are depends on the time.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a program of its own"
)]

mod mutate;
mod random;
mod readers;
mod seeds;
mod supervise;
mod work;

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use readers::{READERS, Reader};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["--work", reader, seed, seconds] => work_on(reader, seed, seconds),
        [reader, file] if !reader.starts_with("--") && find(file).is_err() => once(reader, Path::new(file)),
        _ => all(&words),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("fuzz: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn find(name: &str) -> Result<&'static Reader, String> {
    let known = || READERS.iter().map(|reader| reader.name).collect::<Vec<_>>().join(", ");
    READERS
        .iter()
        .find(|reader| reader.name == name)
        .ok_or_else(|| format!("no reader `{name}`: there are {}", known()))
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

fn work_on(reader: &str, seed: &str, seconds: &str) -> Result<(), String> {
    work::run(find(reader)?, number(seed)?, Duration::from_secs(number(seconds)?))
}

fn once(reader: &str, file: &Path) -> Result<(), String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    (find(reader)?.read)(&bytes);
    println!("fuzz: {reader} reads {}", file.display());
    Ok(())
}

/// Asks the named readers, or all, for so many seconds each, as many at a time as there are processors.
fn all(words: &[&str]) -> Result<(), String> {
    let (mut seconds, mut seed, mut chosen) = (10, None, Vec::new());
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let mut value =
            || words.next().map_or_else(|| Err(format!("{word} needs a number")), |text| number(text));
        match word {
            "--seconds" => seconds = value()?,
            "--seed" => seed = Some(value()?),
            _ => chosen.push(find(word)?),
        }
    }
    if chosen.is_empty() {
        chosen = READERS.iter().collect();
    }
    let clock =
        || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |past| past.as_nanos() as u64);
    let seed = seed.unwrap_or_else(|| clock() % 1_000_000_007);
    println!("fuzz: seed {seed}");
    let failures = side_by_side(&chosen, |reader| supervise::run(reader, seed, seconds.max(1)).err());
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\nfuzz: ")) }
}

/// What a function says of some readers, in the order of their names.
fn side_by_side(chosen: &[&'static Reader], work: impl Fn(&Reader) -> Option<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(chosen.len()) {
            scope.spawn(|| {
                while let Some(reader) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(failure) = work(reader) {
                        found.lock().unwrap_or_else(PoisonError::into_inner).push((reader.name, failure));
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort();
    found.into_iter().map(|(_, failure)| failure).collect()
}
