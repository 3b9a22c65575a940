//! Columns that are independent of each other.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use base::SplitMix64;
use rustc_hash::FxHashMap;
use structure::{Incidence, decompose};

use super::Factor;

/// Beyond this many operations numbers are not eliminated: the places alone decide.
const WORK: usize = 50_000_000;

/// A pivot that is smaller than this, relative to the largest, is zero.
const SMALL: f64 = 1e-9;

/// A column with its pivot and what is left of it after elimination, the pivot first.
type PivotColumn = (u32, usize, Vec<(usize, f64)>);

/// Takes columns in the order given whenever they are independent of those before, until there are as many as rows.
pub(super) fn independent(rows: &[u32], columns: &[u32], factors: &[Factor]) -> Vec<u32> {
    let row_of: FxHashMap<u32, usize> = rows.iter().copied().zip(0..).collect();
    let mut by_column: FxHashMap<u32, Vec<(usize, f64)>> = FxHashMap::default();
    for factor in factors {
        if let Some(&row) = row_of.get(&factor.row) {
            let value = factor.number.unwrap_or_else(|| any(factor.row, factor.column));
            by_column.entry(factor.column).or_default().push((row, value));
        }
    }
    let empty = Vec::new();
    let entries = |column: u32| by_column.get(&column).unwrap_or(&empty);
    // Vectors that were taken, each with its pivot; they are zero at the pivots of those before.
    let mut taken: Vec<PivotColumn> = Vec::new();
    let mut taken_at: Vec<Option<usize>> = vec![None; rows.len()];
    let mut vector = vec![0.0; rows.len()];
    let mut work = 0;
    for &column in columns {
        if taken.len() == rows.len() {
            break;
        }
        if work > WORK {
            return matched(rows.len(), columns, &|column| entries(column).as_slice());
        }
        let mut held: Vec<usize> = Vec::new();
        let mut queue = BinaryHeap::new();
        for &(row, value) in entries(column) {
            vector[row] += value;
            held.push(row);
            queue.extend(taken_at[row].map(Reverse));
        }
        let scale = held.iter().fold(0.0, |most: f64, &row| most.max(vector[row].abs()));
        let mut last = None;
        while let Some(Reverse(at)) = queue.pop() {
            if last == Some(at) {
                continue;
            }
            last = Some(at);
            let (_, pivot, other) = &taken[at];
            // A pivot stands first in its vector.
            let factor = vector[*pivot] / other[0].1;
            if factor == 0.0 {
                continue;
            }
            work += other.len();
            for &(row, by) in other {
                if vector[row] == 0.0 {
                    held.push(row);
                    queue.extend(taken_at[row].filter(|&next| next > at).map(Reverse));
                }
                vector[row] -= factor * by;
            }
            vector[*pivot] = 0.0;
        }
        held.sort_unstable();
        held.dedup();
        let best =
            held.iter().copied().max_by(|&a, &b| vector[a].abs().total_cmp(&vector[b].abs()).then(b.cmp(&a)));
        if let Some(best) = best.filter(|&best| vector[best].abs() > SMALL * scale.max(f64::MIN_POSITIVE)) {
            let mut sparse = vec![(best, vector[best])];
            let small = SMALL * 1e-3 * vector[best].abs();
            sparse.extend(
                held.iter()
                    .copied()
                    .filter(|&row| row != best && vector[row].abs() > small)
                    .map(|row| (row, vector[row])),
            );
            taken_at[best] = Some(taken.len());
            taken.push((column, best, sparse));
        }
        held.into_iter().for_each(|row| vector[row] = 0.0);
    }
    let taken: Vec<u32> = taken.into_iter().map(|(column, ..)| column).collect();
    if taken.len() == rows.len() {
        return taken;
    }
    // Numbers that make the constraints dependent are parameters, which may change: then the places decide.
    let rest = columns.iter().copied().filter(|column| !taken.contains(column));
    let order: Vec<u32> = taken.iter().copied().chain(rest).collect();
    matched(rows.len(), &order, &|column| entries(column).as_slice())
}

/// A number that stands for any number: no sum of products of them is zero by accident.
fn any(row: u32, column: u32) -> f64 {
    0.5 + SplitMix64(u64::from(row) << 32 | u64::from(column)).unit()
}

/// The same by places alone: a column is taken if it can be matched beside those taken before.
fn matched<'f>(height: usize, columns: &[u32], entries: &dyn Fn(u32) -> &'f [(usize, f64)]) -> Vec<u32> {
    let mut column_of: Vec<Option<u32>> = vec![None; height];
    let mut row_of: FxHashMap<u32, usize> = FxHashMap::default();
    let mut taken = Vec::new();
    for &column in columns {
        let mut from: FxHashMap<usize, u32> = FxHashMap::default();
        let mut queue = vec![column];
        let mut end = None;
        'search: while let Some(at) = queue.pop() {
            for &(row, _) in entries(at) {
                if from.contains_key(&row) {
                    continue;
                }
                from.insert(row, at);
                match column_of[row] {
                    None => {
                        end = Some(row);
                        break 'search;
                    }
                    Some(next) => queue.push(next),
                }
            }
        }
        let Some(mut row) = end else { continue };
        loop {
            let by = from[&row];
            let before = row_of.insert(by, row);
            column_of[row] = Some(by);
            match before {
                Some(other) if by != column => row = other,
                _ => break,
            }
        }
        taken.push(column);
        if taken.len() == height {
            break;
        }
    }
    taken
}

/// Whether the rows can be solved for the columns whatever values variables have: block by block, each either one factor
/// that cannot vanish or numbers that are regular.
pub(super) fn certain(rows: &[u32], columns: &[u32], factors: &[Factor]) -> bool {
    if rows.len() != columns.len() {
        return false;
    }
    let row_of: FxHashMap<u32, u32> = rows.iter().copied().zip(0..).collect();
    let column_of: FxHashMap<u32, u32> = columns.iter().copied().zip(0..).collect();
    let mut places: FxHashMap<(u32, u32), &Factor> = FxHashMap::default();
    let mut lists = vec![Vec::new(); rows.len()];
    for factor in factors {
        if let (Some(&row), Some(&column)) = (row_of.get(&factor.row), column_of.get(&factor.column)) {
            places.insert((row, column), factor);
            if factor.number != Some(0.0) {
                lists[row as usize].push(column);
            }
        }
    }
    let incidence = Incidence::from_rows(columns.len(), &lists);
    let found = decompose(&incidence);
    found.is_well_determined() && found.blocks.iter().all(|block| regular(block.rows, block.columns, &places))
}

fn regular(rows: &[u32], columns: &[u32], places: &FxHashMap<(u32, u32), &Factor>) -> bool {
    if let ([row], [column]) = (rows, columns) {
        return places.get(&(*row, *column)).is_some_and(|factor| factor.safe);
    }
    if rows.len() > 200 {
        return false;
    }
    let mut matrix: Vec<Vec<f64>> = Vec::with_capacity(rows.len());
    for &row in rows {
        let mut numbers = Vec::with_capacity(columns.len());
        for &column in columns {
            match places.get(&(row, column)) {
                None => numbers.push(0.0),
                Some(factor) => match factor.number {
                    Some(number) => numbers.push(number),
                    None => return false,
                },
            }
        }
        let scale = numbers.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        if scale == 0.0 {
            return false;
        }
        numbers.iter_mut().for_each(|number| *number /= scale);
        matrix.push(numbers);
    }
    for at in 0..matrix.len() {
        let Some(best) =
            (at..matrix.len()).max_by(|&a, &b| matrix[a][at].abs().total_cmp(&matrix[b][at].abs()))
        else {
            return false;
        };
        if matrix[best][at].abs() < SMALL {
            return false;
        }
        matrix.swap(at, best);
        let pivot = matrix[at].clone();
        for row in &mut matrix[at + 1..] {
            let factor = row[at] / pivot[at];
            for (value, by) in row.iter_mut().zip(&pivot) {
                *value -= factor * by;
            }
        }
    }
    true
}
