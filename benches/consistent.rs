//! How long the index, the roles and consistent values of large sparse systems take, and how much memory.
//!
//! `cargo bench -p consistent` measures all families with 10,000 and 100,000 unknowns and ends with an error if a figure
//! is missed: 10,000 unknowns in at most five seconds, all together. Arguments are sizes and names of families to measure
//! instead. Seconds are those that one thread has computed, so what else runs on the machine makes them longer only as
//! far as it takes away cache and memory. Bytes are the peak of the whole process.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

#[path = "consistent/families.rs"]
mod families;
#[path = "meter.rs"]
mod meter;

use std::process::{Command, ExitCode};

use consistent::{
    ChainVerdict, DaeProblem, MatrixChain, RankPrecision, TractabilityIndex, UnknownRoles, examine, start,
};
use families::{Case, FAMILIES};
use meter::{now, peak};

/// Seconds that a system of the size `FIGURE` may take, for the index, the roles and the values together.
const MOST: f64 = 5.0;
const FIGURE: usize = 10_000;
/// How many times more bytes to an unknown a system ten times as large may take: memory grows with the size.
const GROWTH: f64 = 2.0;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [flag, name, size] = &arguments[..]
        && flag == "--one"
    {
        // Each system in a process of its own, so that the peak of memory is its own.
        let (_, _, make) = FAMILIES.iter().find(|family| family.0 == name).unwrap();
        measure(make(size.parse().unwrap()));
        return ExitCode::SUCCESS;
    }
    let mut sizes: Vec<usize> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let names: Vec<&String> =
        arguments.iter().filter(|argument| argument.parse::<usize>().is_err()).collect();
    if sizes.is_empty() {
        sizes = vec![FIGURE, 10 * FIGURE];
    }
    println!(
        "{:10} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "family", "unknowns", "chain s", "index s", "roles s", "values s", "B/unknown"
    );
    let mut missed = false;
    for (name, most, _) in
        FAMILIES.iter().filter(|family| names.is_empty() || names.contains(&&family.0.to_owned()))
    {
        let mut bytes: Option<f64> = None;
        for size in sizes.iter().filter(|size| *size <= most) {
            let own = std::env::current_exe().unwrap();
            let output = Command::new(own).args(["--one", name, &size.to_string()]).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let found: Vec<f64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
            let [unknowns, chain, index, roles, values, each] = found[..] else {
                println!("{name:10} {size:9} failed: {}", String::from_utf8_lossy(&output.stderr));
                missed = true;
                continue;
            };
            println!("{name:10} {unknowns:9} {chain:9.3} {index:9.3} {roles:9.3} {values:9.3} {each:9.0}");
            missed |= *size == FIGURE && index + roles + values > MOST;
            missed |= bytes.is_some_and(|before| each > GROWTH * before);
            bytes = Some(each);
        }
    }
    if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn measure(case: Case) {
    let precision = RankPrecision::default();
    let Case { problem, at, index, hidden, freedom } = case;
    let begin = now();
    let (a, b) = problem.jacobians(&at).unwrap();
    let chain = MatrixChain::new(a, b, &precision);
    let chained = now() - begin;
    assert_eq!(
        (chain.found, chain.y.height(), chain.freedom()),
        (ChainVerdict::Index(index), hidden, freedom)
    );
    let begin = now();
    let roles = UnknownRoles::new(&chain);
    let ruled = now() - begin;
    assert_eq!(roles.freedom, chain.freedom());
    drop(chain);
    let begin = now();
    let examined = examine(&problem, &at, &precision);
    let indexed = now() - begin;
    let wanted = if index == 2 { TractabilityIndex::Two } else { TractabilityIndex::Higher(index) };
    assert_eq!(examined.index, wanted);
    drop(examined);
    let begin = now();
    if index == 2 {
        let found = start(&problem, &at, &precision).unwrap();
        let residual = problem.residual(&found.point).unwrap();
        let sizes = found.point.x.iter().chain(&found.point.y).fold(1f64, |most, x| most.max(x.abs()));
        assert!(residual.iter().all(|value| value.abs() < 1e-9 * sizes));
    }
    let valued = now() - begin;
    let size = problem.unknowns();
    println!("{size} {chained} {indexed} {ruled} {valued} {}", peak() / size as f64);
}
