//! How fast sparse matrices are analyzed, factored, factored again and solved, beside KLU on the same file.
//!
//! `cargo bench -p linear` measures everything and ends with an error if a figure is missed; sizes given as arguments
//! measure those alone, and `--write FAMILY SIZE FILE` keeps a matrix for a profiler. Both run in turns, each in a process
//! of its own; of all runs one of the quickest counts.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

#[path = "linear/families.rs"]
mod families;
#[path = "meter.rs"]
mod meter;
#[path = "linear/peer.rs"]
mod peer;

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use families::{FAMILIES, Family, Matrix};
use linear::{Lu, Pattern, Symbolic};
use meter::timed;
use peer::Klu;

/// How much slower than KLU we may be to refactor and solve.
const SLOWER: f64 = 1.5;
/// How often both are measured.
const TURNS: usize = 3;
/// The most runs of one measurement.
const MOST: usize = 101;

/// Seconds, and what says that the same was done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    analyze: f64,
    factor: f64,
    refactor: f64,
    solve: f64,
    entries: usize,
    missed: f64,
}

impl Times {
    pub(crate) fn parse(text: &str) -> Option<Times> {
        let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [analyze, factor, refactor, solve, entries, missed] = numbers[..] else { return None };
        Some(Times { analyze, factor, refactor, solve, entries: entries as usize, missed })
    }

    fn best(self, other: Times) -> Times {
        Times {
            analyze: self.analyze.min(other.analyze),
            factor: self.factor.min(other.factor),
            refactor: self.refactor.min(other.refactor),
            solve: self.solve.min(other.solve),
            ..self
        }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [flag, file] = &arguments[..]
        && flag == "--file"
    {
        measure(Path::new(file));
        return ExitCode::SUCCESS;
    }
    if let [flag, family, size, file] = &arguments[..]
        && flag == "--write"
    {
        let family = FAMILIES.into_iter().find(|other| format!("{other:?}") == *family).unwrap();
        write(&Matrix::new(family, size.parse().unwrap()), Path::new(file));
        return ExitCode::SUCCESS;
    }
    let mut sizes: Vec<usize> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let all = sizes.is_empty();
    if all {
        sizes = vec![2_000, 10_000, 50_000, 100_000];
    }
    let folder = std::env::temp_dir().join(format!("wellposed-linear-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let klu = Klu::find(&folder);
    let mut missed = false;
    println!(
        "{:>7} {:<8} {:>8} {:>6} {:>17} {:>17} {:>17} {:>17} {:>6}",
        "n", "matrix", "entries", "fill", "analyze", "factor", "refactor", "solve", "ratio"
    );
    for &size in &sizes {
        for family in FAMILIES {
            if !(all && family == Family::Blocks && size > 50_000) {
                missed |= !row(&klu, &folder.join("matrix"), family, size);
            }
        }
    }
    println!("milliseconds, ours and KLU's; fill: entries of our factors to those of KLU's");
    println!("ratio: ours to KLU's for refactor and solve together, at most {SLOWER}");
    std::fs::remove_dir_all(&folder).unwrap();
    ExitCode::from(u8::from(missed))
}

/// Measures one matrix and prints a row of the table. Whether the figure is reached.
fn row(klu: &Klu, file: &Path, family: Family, size: usize) -> bool {
    let matrix = Matrix::new(family, size);
    write(&matrix, file);
    let (mut ours, mut theirs) = (None, None);
    for _ in 0..TURNS {
        ours = join(ours, child(file));
        theirs = join(theirs, klu.measure(file));
    }
    let ours = ours.unwrap();
    let ratio = theirs.map(|klu| (ours.refactor + ours.solve) / (klu.refactor + klu.solve));
    let reached = ratio.is_none_or(|ratio| ratio <= SLOWER);
    // What the two solutions miss may differ by the order of the sums, not by more.
    if let Some(klu) = theirs {
        assert!(
            ours.missed <= 1e4 * klu.missed + 1e-9,
            "{family:?}: misses {} and KLU {}",
            ours.missed,
            klu.missed
        );
    }
    let pair = |pick: fn(&Times) -> f64| {
        let klu = theirs.map_or_else(|| "-".into(), |klu| format!("{:.3}", 1e3 * pick(&klu)));
        format!("{:.3} {klu:>8}", 1e3 * pick(&ours))
    };
    println!(
        "{:>7} {:<8} {:>8} {:>6} {:>17} {:>17} {:>17} {:>17} {:>6} {}",
        matrix.starts.len() - 1,
        format!("{family:?}"),
        matrix.rows.len(),
        theirs.map_or_else(|| "-".into(), |klu| format!("{:.2}", ours.entries as f64 / klu.entries as f64)),
        pair(|times| times.analyze),
        pair(|times| times.factor),
        pair(|times| times.refactor),
        pair(|times| times.solve),
        ratio.map_or_else(|| "-".into(), |ratio| format!("{ratio:.2}")),
        if reached { "" } else { "MISSED" },
    );
    reached
}

fn join(one: Option<Times>, other: Option<Times>) -> Option<Times> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.best(other)),
        (one, other) => one.or(other),
    }
}

fn child(file: &Path) -> Option<Times> {
    let own = std::env::current_exe().unwrap();
    let output = Command::new(own).arg("--file").arg(file).stderr(Stdio::inherit()).output().unwrap();
    Times::parse(&String::from_utf8_lossy(&output.stdout))
}

fn measure(file: &Path) {
    let matrix = read(file);
    let pattern = Pattern::new(matrix.starts.clone(), matrix.rows.clone()).unwrap();
    let size = pattern.size();
    let (analyze, symbolic) = repeat(|| Symbolic::analyze(&pattern).unwrap());
    let (factor, mut lu) = repeat(|| Lu::factor(&symbolic, &matrix.values).unwrap());
    let (mut refactor, mut solve) = (Vec::new(), Vec::new());
    let mut x = vec![0.0; size];
    while more(refactor.len(), refactor.iter().chain(&solve).sum()) {
        x.fill(1.0);
        let values = if refactor.len() % 2 == 1 { &matrix.values } else { &matrix.others };
        refactor.push(timed(|| lu.refactor(values).unwrap()).0);
        solve.push(timed(|| lu.solve(&mut x).unwrap()).0);
    }
    x.fill(1.0);
    lu.refactor(&matrix.others).unwrap();
    lu.solve(&mut x).unwrap();
    let mut rest = vec![1.0; size];
    for (ends, x) in matrix.starts.windows(2).zip(&x) {
        for at in ends[0] as usize..ends[1] as usize {
            rest[matrix.rows[at] as usize] -= matrix.others[at] * x;
        }
    }
    let missed = rest.iter().fold(0f64, |most, number| most.max(number.abs()));
    let (refactor, solve) = (quick(refactor), quick(solve));
    println!("{analyze:.9} {factor:.9} {refactor:.9} {solve:.9} {} {missed:.3e}", lu.entries());
}

/// The seconds of a quick run, and the last result.
fn repeat<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    let mut seconds = Vec::new();
    loop {
        let (taken, result) = timed(&mut run);
        seconds.push(taken);
        if !more(seconds.len(), seconds.iter().sum()) {
            return (quick(seconds), result);
        }
    }
}

/// Whether another run is to be made: some, and then as many as fit into the time.
fn more(runs: usize, total: f64) -> bool {
    runs < MOST && (runs < 3 || total < 0.3)
}

/// The time that one run in ten needs: what others do on the machine only adds to it.
fn quick(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 10]
}

/// 32-bit integers: columns, entries, the start of each column and the end, the rows; doubles: values, other values.
fn write(matrix: &Matrix, file: &Path) {
    let sizes = [matrix.starts.len() as u32 - 1, matrix.rows.len() as u32];
    let numbers = sizes.iter().chain(&matrix.starts).chain(&matrix.rows);
    let mut bytes: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
    bytes.extend(matrix.values.iter().chain(&matrix.others).flat_map(|value| value.to_le_bytes()));
    std::fs::write(file, bytes).unwrap();
}

fn read(file: &Path) -> Matrix {
    let bytes = std::fs::read(file).unwrap();
    let word = |at: usize| u32::from_le_bytes(bytes[4 * at..4 * at + 4].try_into().unwrap());
    let (columns, entries) = (word(0) as usize, word(1) as usize);
    let end = 3 + columns + entries;
    let values: Vec<f64> =
        bytes[4 * end..].chunks_exact(8).map(|chunk| f64::from_le_bytes(chunk.try_into().unwrap())).collect();
    Matrix {
        starts: (2..3 + columns).map(word).collect(),
        rows: (3 + columns..end).map(word).collect(),
        values: values[..entries].to_vec(),
        others: values[entries..].to_vec(),
    }
}
