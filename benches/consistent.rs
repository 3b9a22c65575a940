//! How long the index and consistent values of large sparse circuits take.
//!
//! `cargo bench -p consistent` measures and ends with an error if a figure is missed: 10,000 unknowns in at most five
//! seconds. Numbers given as arguments are sizes to measure instead; 100,000 take a minute or two.

#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::process::ExitCode;
use std::time::Instant;

use consistent::{Chain, Found, Functions, Matrix, Point, Precision, Problem, Roles, examine, start};

/// Seconds that the largest of the usual sizes may take, for the index and for values together.
const MOST: f64 = 5.0;

/// A network on a square grid.
#[derive(Clone, Copy)]
enum Grid {
    /// Resistors along the edges, a capacitor from each node to ground.
    Grounded,
    /// Capacitors along the edges and resistors to ground: the matrix of the derivatives is that of the grid.
    Coupled,
}

/// A grid with a voltage source across a capacitor and an inductor in series with a current source at every tenth node.
fn network(kind: Grid, side: usize) -> (Functions<'static>, usize, usize) {
    let nodes = side * side;
    let taps: Vec<usize> = (0..nodes).step_by(10).collect();
    let size = nodes + 3 * taps.len();
    let (mut a, mut b) = (Vec::new(), Vec::new());
    let value = |number: usize| 1.0 + (number * 2_654_435_761 % 1000) as f64 / 250.0;
    let edges = (0..nodes).flat_map(|node| {
        let right = (node % side + 1 < side).then_some((node, node + 1));
        let down = (node + side < nodes).then_some((node, node + side));
        right.into_iter().chain(down)
    });
    for (number, (one, two)) in edges.enumerate() {
        let into = match kind {
            Grid::Grounded => &mut b,
            Grid::Coupled => &mut a,
        };
        let (size, unit) = (value(number), if matches!(kind, Grid::Grounded) { 1e-3 } else { 1e-9 });
        for (row, column, sign) in [(one, one, 1.0), (two, two, 1.0), (one, two, -1.0), (two, one, -1.0)] {
            into.push((row, column, sign * size * unit));
        }
    }
    for node in 0..nodes {
        match kind {
            Grid::Grounded => a.push((node, node, 1e-9 * value(node))),
            Grid::Coupled => b.push((node, node, 1e-3 * value(node))),
        }
    }
    for (number, &node) in taps.iter().enumerate() {
        // The source across a capacitor, then the inductor to a node of its own with a current source.
        let (source, coil, end) = (nodes + 3 * number, nodes + 3 * number + 1, nodes + 3 * number + 2);
        b.extend([(node, source, 1.0), (source, node, 1.0)]);
        a.push((node, node, 1e-9));
        b.extend([(node, coil, 1.0), (end, coil, -1.0)]);
        a.push((coil, coil, 1e-6));
        b.extend([(coil, node, -1.0), (coil, end, 1.0)]);
    }
    let count = taps.len();
    let wave = move |t: f64| {
        let mut q = vec![0.0; size];
        for number in 0..count {
            q[nodes + 3 * number] = 1.0 + t;
            q[nodes + 3 * number + 2] = 1e-3 * (1.0 + 2.0 * t);
        }
        q
    };
    let slope = move |t: f64| {
        let mut dq = vec![0.0; size];
        for number in 0..count {
            dq[nodes + 3 * number] = 1.0 + 0.0 * t;
            dq[nodes + 3 * number + 2] = 2e-3;
        }
        dq
    };
    let (a, b) = (Matrix::from_triplets(size, size, a), Matrix::from_triplets(size, size, b));
    (Functions::linear(a, b, wave, slope), size, 2 * count)
}

fn main() -> ExitCode {
    let given: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let sizes = if given.is_empty() { vec![1_000, 10_000] } else { given };
    let mut missed = false;
    println!(
        "{:10} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "grid", "unknowns", "chain s", "index s", "roles s", "values s"
    );
    for size in sizes {
        for (name, kind) in [("grounded", Grid::Grounded), ("coupled", Grid::Coupled)] {
            let side = (size as f64 / 1.3).sqrt() as usize;
            let (problem, n, hidden) = network(kind, side);
            let at = Point { t: 0.0, x: vec![0.0; n], y: vec![0.0; n] };
            let precision = Precision::default();
            let begin = Instant::now();
            let Ok((a, b)) = problem.jacobians(&at) else { return ExitCode::FAILURE };
            let chain = Chain::new(a, b, &precision);
            let chained = begin.elapsed().as_secs_f64();
            assert_eq!((chain.found, chain.y.height()), (Found::Index(2), hidden));
            let begin = Instant::now();
            let examined = examine(&problem, &at, &precision);
            let indexed = begin.elapsed().as_secs_f64();
            assert_eq!(examined.index, consistent::Index::Two);
            let begin = Instant::now();
            let roles = Roles::new(&chain);
            let ruled = begin.elapsed().as_secs_f64();
            assert_eq!(roles.freedom, chain.freedom());
            let begin = Instant::now();
            let found = start(&problem, &at, &precision);
            let valued = begin.elapsed().as_secs_f64();
            assert!(found.is_ok(), "{:?}", found.err());
            println!("{name:10} {n:9} {chained:9.3} {indexed:9.3} {ruled:9.3} {valued:9.3}");
            missed |= size == 10_000 && indexed + ruled > MOST;
        }
    }
    if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
