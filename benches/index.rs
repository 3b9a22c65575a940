//! How fast index, tearing and dependences are found in systems of the sizes and shapes that models have, as a table.

#![allow(clippy::disallowed_methods, clippy::print_stdout, dead_code, unreachable_pub)]

use base::{ModularRow, Residue, kernel, transpose};
use structure::{
    Incidence, Signature, SignatureEntry, Singular, decompose, pantelides, structural_index, tear,
};

#[path = "../crates/structure/tests/index/chain.rs"]
mod chain;
#[path = "meter.rs"]
mod meter;
#[path = "../crates/structure/tests/index/random.rs"]
mod random;
use chain::Chain;
use meter::timed;
use random::Random;

fn main() {
    println!("{:<34}{:>10}{:>12}{:>8}{:>12}{:>8}", "system", "rows", "Pantelides", "most", "index", "value");
    for size in [10_000, 100_000, 1_000_000] {
        index("pendulums in a row", &pendulums(size / 5));
        index("rigidly connected masses", &masses(size / 6));
        index("capacitors in parallel", &capacitors(size / 2));
        index("random, three to a row", &sparse(size, 1));
        index("random, orders up to three", &sparse(size, 3));
    }
    println!("\n{:<34}{:>10}{:>12}{:>12}", "block", "rows", "torn", "time");
    for size in [1_000, 10_000, 100_000] {
        let left = Chain::new(size / 40).substituted();
        let (all, some) = (left.signature.incidence(), left.solvable);
        let blocks = decompose(&all).blocks;
        let largest = blocks.iter().max_by_key(|block| block.rows.len()).expect("a block");
        block("bodies on revolute joints", &cut(&all, largest), &cut(&some, largest));
        let grid = grid(size.isqrt());
        block("square grid", &grid, &grid);
        let random = Random(3).matched(size, 0, 0).incidence();
        let rows = random.rows().enumerate().map(|(row, columns)| {
            let mut random = Random(row as u64);
            let mut columns = columns.to_vec();
            columns.extend((0..2).map(|_| random.below(size) as u32));
            columns
        });
        let random = Incidence::from_rows(size, rows);
        block("random, three to a row", &random, &random);
    }
    println!("\n{:<34}{:>10}{:>12}{:>12}", "rows with numbers", "rows", "dependent", "time");
    for side in [31, 100, 316] {
        laws("current laws of a grid", side, false);
        laws("current and voltage laws of a grid", side, true);
    }
}

/// The laws of a square grid of branches: currents leave a node as they enter it, and the voltage of a branch is the
/// difference of two potentials. One current law follows from the others; without ground one potential is free.
fn laws(name: &str, side: usize, voltages: bool) {
    let (nodes, branches) = (side * side, 2 * side * (side - 1));
    let one = Residue::ONE;
    let mut rows: Vec<ModularRow> = Vec::new();
    let mut at_node = vec![Vec::new(); nodes];
    let mut branch = nodes;
    for node in 0..nodes {
        let right = (node % side + 1 < side).then_some(node + 1);
        let down = (node + side < nodes).then_some(node + side);
        for other in right.into_iter().chain(down) {
            at_node[node].push((branch as u32, one));
            at_node[other].push((branch as u32, one.negated()));
            if voltages {
                rows.push(vec![
                    (node as u32, one.negated()),
                    (other as u32, one),
                    ((branch + branches) as u32, one),
                ]);
            }
            branch += 1;
        }
    }
    rows.extend(at_node);
    let (time, found) = timed(|| kernel(rows.len(), transpose(nodes + 2 * branches, &rows)));
    let found = found.map_or("too long".to_owned(), |found| found.len().to_string());
    println!("{name:<34}{:>10}{found:>12}{time:>10.3} s", rows.len());
}

fn index(name: &str, signature: &Signature) {
    let (first, found) = timed(|| pantelides(signature));
    let most = match &found {
        Ok(found) => found.offsets.rows.iter().max().copied().unwrap_or(0).to_string(),
        Err(Singular::Over { .. } | Singular::Under { .. }) => "none".to_owned(),
    };
    let (second, value) = timed(|| structural_index(signature));
    let value = value.map_or("none".to_owned(), |found| found.value().to_string());
    println!("{name:<34}{:>10}{first:>10.3} s{most:>8}{second:>10.3} s{value:>8}", signature.height());
}

fn block(name: &str, block: &Incidence, solvable: &Incidence) {
    let (time, torn) = timed(|| tear(block, solvable).columns.len());
    println!("{name:<34}{:>10}{torn:>12}{time:>10.3} s", block.height());
}

fn entry(column: usize, order: u32) -> SignatureEntry {
    SignatureEntry { column: column as u32, order }
}

/// Pendulums in first-order form, each driven by the force in the one before.
fn pendulums(count: usize) -> Signature {
    let mut signature = Signature::new(5 * count);
    for at in 0..count {
        let [x, y, vx, vy, force] = std::array::from_fn(|part| 5 * at + part);
        signature.push(&[entry(x, 1), entry(vx, 0)]);
        signature.push(&[entry(y, 1), entry(vy, 0)]);
        signature.push(&[entry(vx, 1), entry(x, 0), entry(force, 0)]);
        let before = if at == 0 { force } else { force - 5 };
        signature.push(&[entry(vy, 1), entry(y, 0), entry(force, 0), entry(before, 0)]);
        signature.push(&[entry(x, 0), entry(y, 0)]);
    }
    signature
}

/// Inertias joined without springs: every angle but one is constrained, and all constraints hang together.
fn masses(count: usize) -> Signature {
    let mut signature = Signature::new(6 * count);
    for at in 0..count {
        let [angle, speed, acceleration, left, right, loss] = std::array::from_fn(|part| 6 * at + part);
        signature.push(&[entry(angle, 1), entry(speed, 0)]);
        signature.push(&[entry(speed, 1), entry(acceleration, 0)]);
        signature.push(&[entry(acceleration, 0), entry(left, 0), entry(right, 0), entry(loss, 0)]);
        signature.push(&[entry(loss, 0), entry(speed, 0)]);
        if at + 1 < count {
            signature.push(&[entry(angle, 0), entry(angle + 6, 0)]);
            signature.push(&[entry(right, 0), entry(left + 6, 0)]);
        } else {
            signature.push(&[entry(right, 0)]);
            signature.push(&[entry(3, 0)]);
        }
    }
    signature
}

/// Capacitors that share their voltage.
fn capacitors(count: usize) -> Signature {
    let mut signature = Signature::new(2 * count);
    for at in 0..count {
        signature.push(&[entry(2 * at, 1), entry(2 * at + 1, 0)]);
    }
    for at in 1..count {
        signature.push(&[entry(2 * at - 2, 0), entry(2 * at, 0)]);
    }
    signature.push(&(0..count).map(|at| entry(2 * at + 1, 0)).collect::<Vec<_>>());
    signature
}

/// A perfect matching and two more places in each row.
fn sparse(size: usize, highest: usize) -> Signature {
    let mut random = Random(7);
    let columns = random.shuffle(size);
    let mut order = move || (random.below(size), random.below(highest + 1) as u32);
    Signature::from_rows(
        size,
        columns.into_iter().map(|column| {
            let mut row = [entry(column as usize, 0); 3];
            row[0].order = order().1;
            for place in &mut row[1..] {
                let (column, order) = order();
                *place = entry(column, order);
            }
            row
        }),
    )
}

/// Five places to a row: the balance of a point with its neighbours.
fn grid(side: usize) -> Incidence {
    let point = |x: usize, y: usize| (x < side && y < side).then(|| (y * side + x) as u32);
    let rows = (0..side * side).map(|at| {
        let (x, y) = (at % side, at / side);
        let near = [(x, y), (x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
        near.into_iter().filter_map(|(x, y)| point(x, y)).collect::<Vec<_>>()
    });
    Incidence::from_rows(side * side, rows)
}

/// A block as an incidence of its own.
fn cut(incidence: &Incidence, block: structure::Block<'_>) -> Incidence {
    let mut place = vec![None; incidence.width()];
    for (at, &column) in (0..).zip(block.columns) {
        place[column as usize] = Some(at);
    }
    let rows = block.rows.iter().map(|&row| {
        let columns = incidence.row(row).iter().filter_map(|&column| place[column as usize]);
        columns.collect::<Vec<u32>>()
    });
    Incidence::from_rows(block.columns.len(), rows)
}
