//! How fast a system is matched and sorted into parts and blocks, beside SuiteSparse, SciPy and Pyomo on the same file.
//!
//! `cargo bench -p structure` measures everything and ends with an error if a figure is missed; sizes given as arguments
//! measure those alone. All times are medians of the time that one thread has computed: what else runs on the machine
//! makes them longer only as far as it takes away cache and memory. The bytes are the peak of the whole process, with the
//! system itself and the file it is read from.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

#[path = "structure/families.rs"]
mod families;
#[path = "meter.rs"]
mod meter;
#[path = "structure/peers.rs"]
mod peers;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use families::{FAMILIES, Family, System};
use meter::{now, peak};
use peers::{Answer, LIMIT, Peers};
use structure::{Incidence, Matching, decompose, row_ranks};

/// How much slower than the fastest peer we may be on any system.
const SLOWER: f64 = 1.5;
/// How much faster than the fastest peer we must be on large systems without order.
const FASTER: f64 = 2.0;
/// How much faster than Pyomo we must be.
const PYOMO: f64 = 50.0;
/// The most seconds and bytes to an entry on the largest systems.
const SECONDS: f64 = 1.5;
const BYTES: f64 = 120.0;
/// The most seconds from a matching to the first conflict.
const CONFLICT: f64 = 0.5;
const LARGE: usize = 1_000_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [flag, file] = &arguments[..]
        && flag == "--file"
    {
        // Each system in a process of its own, so that the peak of memory is its own.
        measure(Path::new(file));
        return ExitCode::SUCCESS;
    }
    let mut sizes: Vec<usize> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000, 100_000, LARGE];
    }
    let folder = std::env::temp_dir().join(format!("wellposed-structure-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let peers = Peers::find(&folder);
    let mut missed = false;
    println!(
        "{:>8} {:<16} {:>10} {:>10} {:>10} {:>10} {:>10} {:>7} {:>7}",
        "n", "system", "ours", "dmperm", "btf_order", "SciPy", "Pyomo", "ratio", "B/entry"
    );
    for &size in &sizes {
        for family in FAMILIES {
            for shuffled in [false, true] {
                missed |= !row(&peers, &folder, family, size, shuffled);
            }
        }
    }
    println!("seconds of computing; late: more than {LIMIT}; ratio: ours to the fastest peer");
    println!("at most {SLOWER} times the fastest peer; without order, {LARGE} rows: {FASTER} times as fast");
    println!("{LARGE} rows: at most {SECONDS} s, {BYTES} bytes to an entry; {PYOMO} times as fast as Pyomo");
    missed |= !conflict();
    std::fs::remove_dir_all(&folder).unwrap();
    ExitCode::from(u8::from(missed))
}

/// Measures one system and prints a row of the table. Whether all figures are reached.
fn row(peers: &Peers, folder: &Path, family: Family, size: usize, shuffled: bool) -> bool {
    let system = System::new(family, size, shuffled);
    let entries = system.columns.len();
    let file = folder.join("system");
    write(&system, &file);
    drop(system);
    let (ours, matched, bytes) = child(&file);
    let dmperm = peers.suitesparse("dmperm", &file);
    let btf = peers.suitesparse("btf", &file);
    let scipy = peers.scipy(&file);
    let pyomo = if size == 100_000 { peers.pyomo(&file) } else { Answer::Absent };
    for answer in [dmperm, btf, scipy, pyomo] {
        if let Answer::Done { matched: other, .. } = answer {
            assert_eq!(matched, other, "{family:?}: a peer matches another number of rows");
        }
    }
    let best = [dmperm, btf, scipy].into_iter().filter_map(Answer::seconds).reduce(f64::min);
    let ratio = best.map(|best| ours / best);
    let hard = size == LARGE && (shuffled && family != Family::Chain && family != Family::Random);
    let goal = if hard { 1.0 / FASTER } else { SLOWER };
    let bytes = bytes / entries as f64;
    let reached = ratio.is_none_or(|ratio| ratio <= goal)
        && (size < LARGE || ours <= SECONDS && bytes <= BYTES)
        && pyomo.seconds().is_none_or(|pyomo| pyomo >= PYOMO * ours);
    println!(
        "{size:>8} {:<16} {ours:>10.6} {:>10} {:>10} {:>10} {:>10} {:>7} {bytes:>7.0} {}",
        format!("{family:?}{}", if shuffled { " shuffled" } else { "" }),
        show(dmperm),
        show(btf),
        show(scipy),
        show(pyomo),
        ratio.map_or_else(|| "-".into(), |ratio| format!("{ratio:.2}")),
        if reached { "" } else { "MISSED" },
    );
    reached
}

fn show(answer: Answer) -> String {
    match answer {
        Answer::Done { seconds, .. } => format!("{seconds:.6}"),
        Answer::Late => "late".into(),
        Answer::Absent => "-".into(),
    }
}

/// The first conflict in a large system with one equation too many, in which all equations take part.
fn conflict() -> bool {
    let mut reached = true;
    for shuffled in [false, true] {
        let mut incidence = build(&System::new(Family::Ring, LARGE, shuffled));
        incidence.push(&[0]);
        let matching = Matching::maximum(&incidence);
        let start = now();
        let rows = row_ranks(&incidence, &matching).next().unwrap().len();
        let seconds = now() - start;
        reached &= seconds <= CONFLICT;
        let mark = if seconds <= CONFLICT { "" } else { "MISSED" };
        let order = if shuffled { "in no order" } else { "in order" };
        println!("first conflict, {rows} of {} rows, {order}: {seconds:.3} s {mark}", incidence.height());
    }
    println!("at most {CONFLICT} s after the matching");
    reached
}

/// Seconds, matched rows and bytes, measured in a process of its own.
fn child(file: &PathBuf) -> (f64, usize, f64) {
    let own = std::env::current_exe().unwrap();
    let output = Command::new(own).arg("--file").arg(file).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let words: Vec<&str> = text.split_whitespace().collect();
    (words[0].parse().unwrap(), words[1].parse().unwrap(), words[2].parse().unwrap())
}

fn measure(file: &Path) {
    let before = peak();
    let incidence = build(&read(file));
    let mut seconds: Vec<f64> = Vec::new();
    let mut matched = 0;
    // To ask for the time takes longer than a small system does.
    let runs = (1_000_000 / incidence.entries().max(1)).max(1);
    while seconds.len() < 21 && (seconds.len() < 3 || seconds.iter().sum::<f64>() < 1.0) {
        let start = now();
        for _ in 0..runs {
            matched = decompose(&incidence).matching.size();
        }
        seconds.push((now() - start) / runs as f64);
    }
    let bytes = peak() - before;
    seconds.sort_by(f64::total_cmp);
    println!("{} {matched} {bytes}", seconds[seconds.len() / 2]);
}

fn build(system: &System) -> Incidence {
    let rows = system.starts.windows(2).map(|ends| &system.columns[ends[0] as usize..ends[1] as usize]);
    Incidence::from_rows(system.starts.len() - 1, rows)
}

/// 32-bit integers: rows, entries, the start of each row and the end, the columns.
fn write(system: &System, file: &Path) {
    let sizes = [system.starts.len() as u32 - 1, system.columns.len() as u32];
    let numbers = sizes.iter().chain(&system.starts).chain(&system.columns);
    std::fs::write(file, numbers.flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>()).unwrap();
}

fn read(file: &Path) -> System {
    let bytes = std::fs::read(file).unwrap();
    let numbers: Vec<u32> =
        bytes.chunks_exact(4).map(|chunk| u32::from_le_bytes(chunk.try_into().unwrap())).collect();
    let (starts, columns) = numbers[2..].split_at(numbers[0] as usize + 1);
    System { starts: starts.to_vec(), columns: columns.to_vec() }
}
